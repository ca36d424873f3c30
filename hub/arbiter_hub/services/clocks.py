"""Simulated clocks: the real firmware under MicroPython, one process a table, started again when it dies."""

import asyncio

from arbiter_hub.broker.base import Broker
from arbiter_hub.live import Live
from arbiter_hub.metrics import Metrics
from arbiter_hub.settings import Settings
from arbiter_hub.supervise import Child

#: Enough for the firmware and its stand-ins to be compiled from source, with 64-bit words.
HEAP = "heapsize=256wk"
READY_S = 15.0


class SimulatedClock:
    """One clock; its flash is a folder, so killing it is a power cut."""

    def __init__(self, table: str, settings: Settings, broker: Broker, live: Live, metrics: Metrics):
        self.table = table
        #: Port of the panel on loopback; None while the clock is down.
        self.panel_port: int | None = None
        self._settings, self._broker, self._live = settings, broker, live
        self._folder = settings.data / "clocks" / table
        self._child = Child(f"clock {table}", self._command, self._ready, metrics)

    @property
    def pid(self) -> int | None:
        return self._child.pid

    async def start(self) -> None:
        """Start; OSError if the firmware does not come up."""
        self._folder.mkdir(parents=True, exist_ok=True)
        await self._child.start()

    async def stop(self) -> None:
        """End it."""
        await self._child.stop()
        self.panel_port = None

    def _command(self) -> list[str]:
        address = self._broker.clock_address(self.table)
        credentials: list[str] = []
        if address.user is not None:
            credentials = [
                "--set",
                f"broker_user={address.user}",
                "--set",
                f"broker_password={address.password}",
            ]
        return [
            self._settings.micropython,
            "-X",
            HEAP,
            str(self._settings.firmware_folder / "sim" / "start.py"),
            "--state",
            str(self._folder.absolute()),
            "--panel-port",
            "0",
            "--broker",
            f"{address.host}:{address.port}",
            "--site",
            self._settings.site,
            "--table",
            self.table,
            "--factor",
            str(self._settings.clock_factor),
            *credentials,
        ]

    async def _ready(self, process: asyncio.subprocess.Process) -> None:
        self.panel_port = None
        self._live.panel(self.table, present=False)
        assert process.stdout is not None  # noqa: S101 - Child asks for a pipe
        last = "without a word"
        try:
            async with asyncio.timeout(READY_S):
                while line := await process.stdout.readline():
                    last = line.decode("utf-8", "replace").strip() or last
                    words = line.decode("utf-8", "replace").split()
                    if len(words) == 2 and words[0] == "panel":
                        self.panel_port = int(words[1].rpartition(":")[2])
                        self._live.panel(self.table, present=True)
                        return
        except TimeoutError:
            raise OSError(f"the clock of table {self.table} is not ready after {READY_S:.0f} s") from None
        raise OSError(f"the clock of table {self.table} ended at once: {last}")
