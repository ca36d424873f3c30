"""Simulated clocks: the real firmware under MicroPython, one process a table, started again when it dies."""

import asyncio
import json
import secrets
from pathlib import Path

from arbiter_clock.errors import FieldError
from arbiter_hub.broker.base import Address, Broker
from arbiter_hub.certificates import for_clock
from arbiter_hub.device.release import KEY_BYTES
from arbiter_hub.live import Live
from arbiter_hub.metrics import Metrics
from arbiter_hub.private import write_private
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

    def provide_key(self) -> tuple[str, bytes]:
        """(id, key) of the clock, as its assembler would provide it: made once for each flash; OSError if it cannot be.

        To be called before the start: the flash is the clock's own afterwards.
        """
        self._folder.mkdir(parents=True, exist_ok=True)
        identity, storage = self._folder / "identity", self._folder / "nvs-arbiter.json"
        if not identity.exists():
            identity.write_bytes(b"\x02" + secrets.token_bytes(5))  # an address that is locally administered
        kept: dict[str, int | str] = json.loads(storage.read_text()) if storage.exists() else {}
        if "key" not in kept:
            kept["key"] = secrets.token_bytes(KEY_BYTES).hex()
            write_private(storage, json.dumps(kept))
        return f"arbiter-{identity.read_bytes().hex()[-6:]}", bytes.fromhex(str(kept["key"]))

    async def start(self) -> None:
        """Start; OSError if the firmware does not come up."""
        (self._folder / "flash").mkdir(parents=True, exist_ok=True)
        self._folder.chmod(0o700)  # the clock's settings have its password
        await self._child.start()

    async def stop(self) -> None:
        """End it."""
        await self._child.stop()
        self.panel_port = None

    def _command(self) -> list[str]:
        address = self._broker.clock_address(self.table)
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
            "--settings",
            str(self._write_access(address)),
            "--site",
            self._settings.site,
            "--table",
            self.table,
            "--factor",
            str(self._settings.clock_factor),
        ]

    def _write_access(self, address: Address) -> Path:
        """What the clock needs beside the broker's address, in files because everybody may read a command line."""
        if address.tls:
            certificate, key = address.certificate or (None, None)
            try:
                files = for_clock(address.ca, certificate, key)
            except FieldError as error:
                raise OSError(str(error)) from error
            for name, content in files.items():
                write_private(self._folder / "flash" / name, content)
        path = self._folder.absolute() / "access.json"
        access = {
            "broker_tls": int(address.tls),
            "broker_user": address.user or "",
            "broker_password": address.password or "",
        }
        write_private(path, json.dumps(access))
        return path

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
