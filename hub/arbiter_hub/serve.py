"""`arbiter run`: hub, broker and simulated clocks in one go, until Ctrl-C or SIGTERM."""

import asyncio
import signal
import socket
from collections.abc import Callable, Generator
from contextlib import contextmanager

import uvicorn
import uvloop
from rich.console import Console
from rich.text import Text

from arbiter_hub.app import create_app, start, stop
from arbiter_hub.log import configure_logging
from arbiter_hub.runtime import Hub
from arbiter_hub.settings import Settings

GRACEFUL_S = 3
POLL_S = 0.02


class Server(uvicorn.Server):
    """Signals are ours: the streams have to be ended before the server waits for them."""

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


def run(settings: Settings, console: Console) -> int:
    """Run until stopped; the exit code: 0, or 1 after one line that says what could not be had."""
    configure_logging(settings)
    try:
        listener = listen(settings)
    except OSError:
        console.print(
            _problem(f"port {settings.port} on {settings.host} is taken; choose another with --port")
        )
        return 1
    with listener, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(serve(settings, listener, console))


def listen(settings: Settings) -> socket.socket:
    """The web server's socket; OSError if the port is taken."""
    listener = socket.socket(socket.AF_INET6 if ":" in settings.host else socket.AF_INET)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((settings.host, settings.port))
        listener.listen(1024)
    except OSError:
        listener.close()
        raise
    return listener


async def serve(
    settings: Settings,
    listener: socket.socket,
    console: Console,
    on_ready: Callable[[Hub], None] | None = None,
) -> int:
    """Serve on the socket until Ctrl-C or SIGTERM; the exit code as in `run`."""
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(sign, stopping.set)
    app = create_app(settings)
    hub: Hub = app.state.hub
    starting = asyncio.create_task(start(app))
    waiting = asyncio.create_task(stopping.wait())
    await asyncio.wait({starting, waiting}, return_when=asyncio.FIRST_COMPLETED)
    if not starting.done():
        starting.cancel()
    try:
        await starting
    except asyncio.CancelledError:
        return 0
    except OSError as error:
        waiting.cancel()
        console.print(_problem(str(error)))
        return 1
    config = uvicorn.Config(
        app, lifespan="off", access_log=False, log_config=None, timeout_graceful_shutdown=GRACEFUL_S
    )
    try:
        server = Server(config)
        serving = asyncio.create_task(server.serve(sockets=[listener]))
        while not server.started and not serving.done():  # noqa: ASYNC110 - uvicorn has no event for it
            await asyncio.sleep(POLL_S)
        _announce(hub, listener, console)
        if on_ready is not None:
            on_ready(hub)
        await asyncio.wait({serving, waiting}, return_when=asyncio.FIRST_COMPLETED)
        hub.live.close()
        server.should_exit = True
        await serving
        return 0
    finally:
        waiting.cancel()
        await stop(app)


def _announce(hub: Hub, listener: socket.socket, console: Console) -> None:
    host, port = listener.getsockname()[:2]
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    lines = Text.assemble("Arbiter: ", (address, "bold"))
    for table in hub.clocks:
        lines.append(f"\n  table {table}: {address}tables/{table}/scoreboard  {address}tables/{table}/clock")
    broker = hub.broker.address
    lines.append(f"\n  MQTT broker ({hub.settings.broker}): {broker.host}:{broker.port}")
    secure = hub.broker.secure_address
    if secure is not None:
        lines.append(f"\n  with TLS for clocks: {secure.host}:{secure.port}, authority {secure.ca}")
    if hub.new_direction_token is not None:
        lines.append("\n  token of the direction, shown this once: ")
        lines.append(hub.new_direction_token, "bold")
    console.print(lines, soft_wrap=True)


def _problem(sentence: str) -> Text:
    return Text.assemble(("arbiter: ", "bold red"), sentence)
