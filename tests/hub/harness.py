"""Brokers and hubs for tests: real ones, on free ports of loopback."""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import time
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from asgi_lifespan import LifespanManager
from fastapi import FastAPI

from arbiter_hub.app import create_app
from arbiter_hub.broker.base import free_port
from arbiter_hub.runtime import Hub
from arbiter_hub.serve import Server as QuietServer
from arbiter_hub.settings import Settings

TOKEN = "token-of-the-direction"  # noqa: S105 - made for the tests


def accepts(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=0.5):
        return True
    return False


def wait_for_port(port: int, within_s: float = 10.0) -> None:
    end = time.monotonic() + within_s
    while not accepts(port):
        assert time.monotonic() < end, f"nothing listens on {port}"
        time.sleep(0.01)


class Mosquitto:
    """Debian's mosquitto without access control; kill it and start it again at will."""

    def __init__(self, folder: Path):
        folder.mkdir(parents=True, exist_ok=True)
        self.port = free_port()
        self._config = folder / "mosquitto.conf"
        lines = [
            f"listener {self.port} 127.0.0.1",
            "allow_anonymous true",
            "persistence false",
            "set_tcp_nodelay true",
            "max_inflight_messages 1000",
            "max_queued_messages 100000",
            "log_type error",
        ]
        if os.geteuid() == 0:
            lines.append("user root")
        self._config.write_text("\n".join(lines) + "\n", "utf-8")
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(
            ["mosquitto", "-c", str(self._config)], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        wait_for_port(self.port)

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(10)
            self.process = None


@contextmanager
def mosquitto(folder: Path) -> Generator[Mosquitto, None, None]:
    broker = Mosquitto(folder)
    broker.start()
    try:
        yield broker
    finally:
        broker.kill(signal.SIGTERM)


@dataclass
class Running:
    """A hub that runs, and a client of its API with the direction's token."""

    app: FastAPI
    hub: Hub
    api: httpx.AsyncClient

    async def post(self, path: str, body: dict[str, Any], key: str | None = None) -> httpx.Response:
        """POST below a table, with an idempotency key if given."""
        headers = {} if key is None else {"Idempotency-Key": key}
        return await self.api.post(f"/api/v1/tables/{path}", json=body, headers=headers)


MATCH: dict[str, Any] = {
    "title": "Halbfinale",
    "distance": 50,
    "best_of": 3,
    "a": {"name": "Anna Albers", "club": "BC Elbe", "ball": "white"},
    "b": {"name": "Bernd Brandt", "club": "BV Harz", "ball": "yellow"},
}


@asynccontextmanager
async def served(app: FastAPI) -> AsyncGenerator[str, None]:
    """The running hub's app on a free port, for streams and websockets; its address."""
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    listener.listen(128)
    server = QuietServer(uvicorn.Config(app, lifespan="off", log_config=None, timeout_graceful_shutdown=3))
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        while not server.started:  # noqa: ASYNC110 - uvicorn has no event for it
            await asyncio.sleep(0.01)
        yield f"127.0.0.1:{listener.getsockname()[1]}"
    finally:
        app.state.hub.live.close()
        server.should_exit = True
        await serving
        listener.close()


@asynccontextmanager
async def running(settings: Settings) -> AsyncGenerator[Running, None]:
    app = create_app(settings)
    async with LifespanManager(app, startup_timeout=30, shutdown_timeout=30):
        hub: Hub = app.state.hub
        await hub.connection.wait_until_up()
        transport = httpx.ASGITransport(app)
        headers = {"Authorization": f"Bearer {TOKEN}"}
        async with httpx.AsyncClient(transport=transport, base_url="http://hub", headers=headers) as api:
            yield Running(app, hub, api)
