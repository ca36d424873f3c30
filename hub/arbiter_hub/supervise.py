"""Child programs that are started again when they die: the broker and the simulated clocks."""

import asyncio
import contextlib
import os
import shutil
import signal
from collections.abc import Awaitable, Callable, Sequence

from arbiter_hub.log import logger
from arbiter_hub.metrics import Metrics

log = logger("supervise")

BACKOFF_S = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Child:
    """One supervised program. `ready` is awaited after each start and raises OSError when it does not come up."""

    def __init__(
        self,
        name: str,
        command: Callable[[], Sequence[str]],
        ready: Callable[[asyncio.subprocess.Process], Awaitable[None]],
        metrics: Metrics,
    ):
        self.name = name
        self.starts = 0
        self._command = command
        self._ready = ready
        self._metrics = metrics
        self._process: asyncio.subprocess.Process | None = None
        self._task: asyncio.Task[None] | None = None

    @property
    def pid(self) -> int | None:
        """The process id, or None while it is down."""
        return self._process.pid if self._process is not None and self._process.returncode is None else None

    async def start(self) -> None:
        """Start and wait until ready; OSError if that fails the first time."""
        try:
            await self._spawn()
        except OSError:
            await self._end()
            raise
        self._task = asyncio.create_task(self._supervise(), name=f"supervise {self.name}")

    async def stop(self) -> None:
        """End the program: politely, then not."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task
            self._task = None
        await self._end()

    async def _spawn(self) -> None:
        self._process = await asyncio.create_subprocess_exec(
            *_tied_to_parent(self._command()),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=None,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
            start_new_session=True,  # Ctrl-C is for the hub, which then ends its children in order
        )
        self.starts += 1
        await self._ready(self._process)

    async def _supervise(self) -> None:
        failures = 0
        while True:
            process = self._process
            if process is not None:
                drain = asyncio.create_task(_drain(process))
                code = await process.wait()
                await drain
                log.warning("a child died", child=self.name, code=code)
            self._metrics.restarts.labels(self.name).inc()
            await asyncio.sleep(BACKOFF_S[min(failures, len(BACKOFF_S) - 1)])
            try:
                await self._spawn()
                failures = 0
            except OSError as error:
                failures += 1
                log.error("a child does not start", child=self.name, error=str(error))
                await self._end()

    async def _end(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        if process.returncode is None:
            for sign in (signal.SIGTERM, signal.SIGKILL):
                with contextlib.suppress(ProcessLookupError):
                    process.send_signal(sign)
                try:
                    async with asyncio.timeout(2):
                        await process.wait()
                    break
                except TimeoutError:
                    continue
        if process.stdin is not None:
            process.stdin.close()


async def _drain(process: asyncio.subprocess.Process) -> None:
    """Read what the child prints, so that its pipe never fills."""
    if process.stdout is not None:
        while await process.stdout.read(4096):
            pass


def _tied_to_parent(command: Sequence[str]) -> Sequence[str]:
    """Where the system can do it, the child also ends when the hub is killed."""
    setpriv = shutil.which("setpriv")
    return [setpriv, "--pdeathsig", "KILL", "--", *command] if setpriv else command


def port_accepts(
    host: str, port: int, timeout_s: float = 10.0
) -> Callable[[asyncio.subprocess.Process], Awaitable[None]]:
    """Ready when something accepts connections on a port; OSError if it dies first or takes too long."""

    async def ready(process: asyncio.subprocess.Process) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + timeout_s
        while loop.time() < end:
            if process.returncode is not None:
                raise OSError(f"exited with code {process.returncode}")
            try:
                _, writer = await asyncio.open_connection(host, port)
            except OSError:
                await asyncio.sleep(0.02)
                continue
            writer.close()
            with contextlib.suppress(OSError):
                await writer.wait_closed()
            return
        raise OSError(f"nothing listens on {host}:{port} after {timeout_s:.0f} s")

    return ready
