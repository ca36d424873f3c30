"""CPython side of the simulated clock: start one, press its buttons, watch its face.

    async with SimulatedClock(state=folder, broker="127.0.0.1:1883") as clock:
        await clock.panel.press("START")
        await clock.panel.frame(lambda frame: frame["text"] == "40")

Leaving the block kills the process, which to the device is a power cut.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import sys
import sysconfig
import time
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

BUTTONS = ("START", "SHOT", "PAUSE", "UNDO", "SWAP", "EXT")
START = Path(__file__).with_name("start.py")
LAUNCHER = Path(__file__).with_name("rom_launcher.py")
HEAP = "256wk"
RESET_CODE = 75  # a reset from inside
_SETTLE_S = 0.15  # what is down so soon after power-on is no press

Message = dict[str, Any]


def micropython() -> str:
    """The unix port's command, beside this interpreter or on the search path."""
    beside = Path(sysconfig.get_path("scripts")) / "micropython"
    if beside.exists():
        return str(beside)
    found = shutil.which("micropython") or shutil.which("micropython", path=str(Path(sys.executable).parent))
    if not found:
        raise FileNotFoundError("micropython is not installed")
    return found


class Panel:
    """One connection to a panel. Everything received is kept in `frames`, `sounds` and `vibrations`.

    Each message gets `at`: seconds of `time.monotonic` at which it came.
    """

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self._news = asyncio.Condition()
        self.frames: list[Message] = []
        self.sounds: list[Message] = []
        self.vibrations: list[Message] = []
        self._task = asyncio.create_task(self._read())

    @classmethod
    async def connect(cls, port: int) -> Panel:
        panel = cls(*await asyncio.open_connection("127.0.0.1", port))
        await panel.frame(lambda _: True)
        return panel

    async def close(self) -> None:
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        self._writer.close()
        with contextlib.suppress(OSError):
            await self._writer.wait_closed()

    async def _read(self) -> None:
        kept = {"frame": self.frames, "sound": self.sounds, "vibrate": self.vibrations}
        with contextlib.suppress(OSError):
            while line := await self._reader.readline():
                message = json.loads(line)
                message["at"] = time.monotonic()
                kept[message["k"]].append(message)
                async with self._news:
                    self._news.notify_all()

    async def set(self, name: str, *, down: bool, **more: int) -> None:
        """Push a button down or let it go, after `held` ms if that is to be told."""
        self._writer.write(json.dumps({"k": "button", "name": name, "down": down, **more}).encode() + b"\n")
        await self._writer.drain()

    async def drive(self, name: str, value: int) -> None:
        """Set another input: level of HANDSET_PRESENT or POWER_GOOD, millivolts of SUPPLY_SENSE."""
        self._writer.write(json.dumps({"k": "input", "name": name, "value": value}).encode() + b"\n")
        await self._writer.drain()

    async def press(self, name: str, ms: float = 60) -> None:
        """Press and release after `ms` of real time."""
        await self.set(name, down=True)
        await asyncio.sleep(ms / 1000)
        await self.set(name, down=False, held=ceil(ms))

    async def until(self, wanted: Callable[[], bool], timeout: float = 15) -> None:
        """Wait until `wanted()` is true of what has been received; TimeoutError after `timeout` seconds."""
        async with asyncio.timeout(timeout), self._news:
            await self._news.wait_for(wanted)

    async def frame(
        self, wanted: Callable[[Message], bool], timeout: float = 15, after: int | None = None
    ) -> Message:
        """The newest frame that `wanted` accepts, waiting `timeout` seconds for it.

        With `after`, the first such frame from that index of `frames` on. TimeoutError tells the last face.
        """

        def found() -> Message | None:
            if after is None:
                return self.frames[-1] if self.frames and wanted(self.frames[-1]) else None
            return next((frame for frame in self.frames[after:] if wanted(frame)), None)

        try:
            async with asyncio.timeout(timeout), self._news:
                await self._news.wait_for(lambda: found() is not None)
        except TimeoutError:
            last = self.frames[-1] if self.frames else None
            raise TimeoutError(f"no such frame within {timeout} s; the last one was {last}") from None
        frame = found()
        assert frame is not None  # noqa: S101  the condition has just held
        return frame


class SimulatedClock:
    """One simulated device as a process; `panel` is connected when the block is entered."""

    def __init__(
        self,
        state: Path,
        *,
        broker: str | None = None,
        site: str = "hall",
        table: str = "1",
        factor: int = 1,
        options: tuple[str, ...] = (),
        heap: str = HEAP,
        start: Path = START,
        rom: tuple[Path, Path] | None = None,
    ) -> None:
        # With `rom`, a bundle's folder and the image of the stand-ins, everything runs from there; see rom_launcher.py.
        if rom:
            self._command = [sys.executable, str(LAUNCHER), *map(str, rom), heap]
        else:
            self._command = [micropython(), "-X", f"heapsize={heap}", str(start)]
        self._command += ["--state", str(state)]
        self._command += ["--panel-port", "0", "--site", site, "--table", table, "--factor", str(factor)]
        if broker:
            self._command += ["--broker", broker]
        self._command += options
        self.output: list[str] = []
        self.port = 0

    async def __aenter__(self) -> SimulatedClock:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.kill()

    async def start(self) -> None:
        """Power on; returns when the panel shows its first frame. A device that resets itself boots again."""
        await self._boot()
        self._watching = asyncio.create_task(self._watch())

    async def _boot(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            *self._command, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT
        )
        ready: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._reading = asyncio.create_task(self._read(ready))
        try:
            self.port = await asyncio.wait_for(ready, 10)
            self.panel = await Panel.connect(self.port)
            await asyncio.sleep(_SETTLE_S)
        except BaseException:
            await self._end()
            raise

    async def _watch(self) -> None:
        while await self.process.wait() == RESET_CODE:
            await self._reading
            await self.panel.close()
            try:
                await self._boot()
            except RuntimeError:
                if self.process.returncode != RESET_CODE:
                    raise

    async def _read(self, ready: asyncio.Future[int]) -> None:
        assert self.process.stdout is not None  # noqa: S101  it was asked for
        while line := await self.process.stdout.readline():
            text = line.decode(errors="replace").rstrip()
            self.output.append(text)
            if text.startswith("panel ") and not ready.done():
                ready.set_result(int(text.rpartition(":")[2]))
        if not ready.done():
            ready.set_exception(RuntimeError("the clock ended at once: " + "\n".join(self.output)))

    async def kill(self) -> None:
        """Cut the power."""
        while not self._watching.done():
            # Python 3.11's wait_for may swallow a cancellation that comes just as the device is ready.
            self._watching.cancel()
            await asyncio.wait([self._watching], timeout=1)
        if not self._watching.cancelled():
            self._watching.result()
        await self.panel.close()
        await self._end()

    async def _end(self) -> None:
        if not self._reading.done():
            # A process that has hung up by itself is only waited for: a kill would take its exit code from the watcher.
            self.process.kill()
        await self.process.wait()
        await asyncio.wait([self._reading])
