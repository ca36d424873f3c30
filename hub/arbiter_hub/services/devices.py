"""The registry of devices: where each one is, what it runs, and the key that it shares with the hub.

A device appears with its first status, or when its key is registered before it is switched on. Its key is told by
nobody: routes say whether there is one, exports leave the registry out, and whoever forgets a device forgets its key.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy.exc import SQLAlchemyError

from arbiter_hub.errors import RefusedError
from arbiter_hub.log import logger
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.store.devices import (
    StoredDevice,
    all_devices,
    forget_device,
    keep_device,
)
from arbiter_hub.store.engine import Store

#: Changes are gathered for so long before they are stored.
GATHER_S = 0.2
RETRY_S = 5.0
#: When a device was last seen is stored this often; between, only in memory.
SEEN_EVERY_MS = 60_000

log = logger("devices")


class Devices:
    """Every device, in memory as well, so that keys are at hand where nobody can wait."""

    def __init__(self, store: Store, utc: Callable[[], int], most: int):
        self._store, self._utc, self._most = store, utc, most
        self._known: dict[str, StoredDevice] = {}
        self._stored: dict[str, StoredDevice] = {}
        self._at: dict[str, str] = {}  # the device of each table
        self._changed = asyncio.Event()
        self._writing = asyncio.Lock()

    async def load(self) -> None:
        """Read the registry; at start, as no import brings one."""
        async with self._store.read() as connection:
            found = await all_devices(connection)
        self._known = {device.id: device for device in found}
        self._stored = {device.id: replace(device) for device in found}
        self._at = {device.table: device.id for device in found if device.table is not None}

    async def run(self) -> None:
        """Store what changes until cancelled."""
        while True:
            await self._changed.wait()
            await asyncio.sleep(GATHER_S)
            try:
                await self.flush()
            except (SQLAlchemyError, OSError) as error:
                log.error("devices are not stored yet", error=str(error))
                await asyncio.sleep(RETRY_S)

    async def stop(self) -> None:
        """Store what is left, if the store still works."""
        try:
            await self.flush()
        except (SQLAlchemyError, OSError) as error:
            log.error("devices are not stored", error=str(error))

    async def flush(self) -> None:
        """Store what has changed."""
        async with self._writing:
            self._changed.clear()
            changed = [replace(one) for one in self._known.values() if one != self._stored.get(one.id)]
            if not changed:
                return
            try:
                async with self._store.write() as connection:
                    for device in changed:
                        await keep_device(connection, device)
            except BaseException:
                self._changed.set()
                raise
            self._stored.update({device.id: device for device in changed})

    def told(self, table: str, status: Mapping[str, Any], *, retained: bool) -> None:
        """Take a device's `status`. One of an earlier connection, which a broker keeps at a table that the device has
        left, changes nothing."""
        name = str(status["device"])
        device = self._known.get(name)
        if device is None:
            if len(self._known) >= self._most:
                log.warning("too many devices: one is not registered", device=name, table=table)
                return
            device = self._known[name] = self._new(name)
        newest = (int(status["boot"]), int(status["connection"]))
        anew = (
            status["status"] == "ready" and not retained
        )  # its counters begin again when its flash was erased
        if newest < (device.boots, device.connection) and not anew:
            return
        if status["status"] == "ready" or (device.table is None and table not in self._at):
            self._place(device, table)
            device.firmware, device.reset = str(status["firmware"]), str(status["reset"])
            device.boots, device.connection = newest
        if anew:
            device.seen_at = self._utc()
        self._changed.set()

    def heard(self, table: str) -> None:
        """Something came from the device of a table just now."""
        device = self.at(table)
        if device is None:
            return
        now = self._utc()
        stored = self._stored.get(device.id)
        device.seen_at = now
        if stored is None or stored.seen_at is None or now - stored.seen_at >= SEEN_EVERY_MS:
            self._changed.set()

    def all(self) -> list[StoredDevice]:
        """Every device, by id."""
        return [self._known[name] for name in sorted(self._known)]

    def get(self, device: str) -> StoredDevice:
        """One device; RefusedError 404 if it is not known."""
        known = self._known.get(device)
        if known is None:
            allowed = Phrase(N_("the id of a device that was seen or registered"))
            raise RefusedError(404, "device", device, allowed)
        return known

    def at(self, table: str) -> StoredDevice | None:
        """The device of a table."""
        device = self._at.get(table)
        return None if device is None else self._known.get(device)

    def key_of_device(self, device: str) -> bytes | None:
        """The key of a device, None if it is not known."""
        known = self._known.get(device)
        return None if known is None else known.key

    async def register_key(self, device: str, key: bytes) -> StoredDevice:
        """Take a device's key (32 bytes), or another one instead; the device need not have been seen yet."""
        known = self._known.get(device)
        if known is None:
            if len(self._known) >= self._most:
                allowed = Phrase(N_("one of the {most} devices known so far"), most=self._most)
                raise RefusedError(409, "device", device, allowed)
            known = self._known[device] = self._new(device)
        known.key = key
        await self.flush()
        return known

    async def next_serial(self, device: str) -> int:
        """The serial of the next release of a device; stored before it is used."""
        known = self.get(device)
        known.serial += 1
        await self.flush()
        return known.serial

    def has_serial(self, device: str, serial: int) -> None:
        """The device has taken a release of this serial, perhaps of another hub: the next one is above it."""
        known = self.get(device)
        if serial > known.serial:
            known.serial = serial
            self._changed.set()

    async def forget(self, device: str) -> None:
        """Drop a device with its key, after its release; one that is still switched on appears again, without a key."""
        known = self.get(device)
        async with self._writing:
            async with self._store.write() as connection:
                await forget_device(connection, device)
            self._known.pop(device, None)
            self._stored.pop(device, None)
            if known.table is not None and self._at.get(known.table) == device:
                del self._at[known.table]

    def _place(self, device: StoredDevice, table: str) -> None:
        """Bind a device to a table: a table has one clock, and the one before it is nowhere now."""
        if device.table is not None and self._at.get(device.table) == device.id:
            del self._at[device.table]
        before = self._known.get(self._at.get(table, ""))
        if before is not None:
            before.table = None
        device.table = table
        self._at[table] = device.id

    def _new(self, device: str) -> StoredDevice:
        return StoredDevice(device, None, None, 0, 0, None, None, None, 0, self._utc())
