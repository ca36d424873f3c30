"""Codes by which the direction orders the time limit at a device that has no network.

The device has a key that the hub knows too. Of it and a number comes a code of six digits: an even one orders the limit
for the next set, an odd one takes it back. Whoever enters it at the table has it from the direction, and so only the
direction decides. A device takes each of the next WINDOW numbers once; what it took, it tells with its event, whenever
the network is back, and from then on the hub lists those that follow.

The device has the same function, in `arbiter_device.direction_code`.
"""

import hashlib
import hmac
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from arbiter_hub.errors import RefusedError
from arbiter_hub.log import logger
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.services.devices import Devices
from arbiter_hub.store.direction_codes import CodeUse, add_use, highest_used, uses_of
from arbiter_hub.store.engine import Store
from arbiter_rules.billiards.time_limit import State

PURPOSE = b"arbiter direction code"
DIGITS = 6
#: A device takes each of so many numbers after the last one that it took.
WINDOW = 5
#: So many are listed, for the envelope in the hall; and so many of those that were used.
LISTED = 10
SHOWN_USES = 5
NUMBER_MAX = 99_999
_HALF = 10**DIGITS // 2

log = logger("direction codes")


@dataclass(frozen=True, slots=True)
class CodeLine:
    """The two codes of a number. `taken_now`: the device takes them as they are, without one before it."""

    number: int
    armed: str
    off: str
    taken_now: bool


@dataclass(frozen=True, slots=True)
class CodeList:
    """The codes that a table's device takes next, and the last ones that it took, the newest first."""

    table: str
    device: str
    used: int
    lines: tuple[CodeLine, ...]
    uses: tuple[CodeUse, ...]


def code_of(key: bytes, state: State, number: int) -> str:
    """The code that orders `state` under this number at the device with this key. Truncated as in RFC 4226, and then
    made even or odd, so that no code means two things."""
    mac = hmac.digest(
        hmac.digest(key, PURPOSE, "sha256"), state.encode() + number.to_bytes(4, "big"), "sha256"
    )
    at = mac[-1] & 15
    value = int.from_bytes(mac[at : at + 4], "big") & 0x7FFF_FFFF
    return f"{value % _HALF * 2 + (state == 'off'):0{DIGITS}}"


def lines_after(key: bytes, used: int) -> tuple[CodeLine, ...]:
    """The codes after the number that was used last."""
    return tuple(
        CodeLine(number, code_of(key, "armed", number), code_of(key, "off", number), number <= used + WINDOW)
        for number in range(used + 1, min(used + LISTED, NUMBER_MAX) + 1)
    )


class DirectionCodes:
    """Lists codes, and notes which are used."""

    def __init__(self, store: Store, devices: Devices):
        self._store, self._devices = store, devices

    async def of_table(self, table: str) -> CodeList:
        """The codes of a table's device; RefusedError 409 if the hub does not know its key."""
        device = self._devices.at(table)
        if device is None:
            raise RefusedError(409, "device", Phrase(N_("none")), Phrase(N_("a table whose clock was seen")))
        if device.key is None:
            allowed = Phrase(N_("a clock whose key is registered"))
            raise RefusedError(409, "device", device.id, allowed)
        mark = _mark(device.key)
        async with self._store.read() as connection:
            used = await highest_used(connection, device.id, mark)
            uses = await uses_of(connection, device.id, mark, SHOWN_USES)
        return CodeList(table, device.id, used, lines_after(device.key, used), tuple(uses))

    async def note(
        self, connection: AsyncConnection, new: Sequence[tuple[str, dict[str, Any]]], now: int
    ) -> None:
        """Note what new events (table, event) tell of codes, in the transaction in which they are stored."""
        for table, event in new:
            if event["type"] == "limit" and event["code"] is not None:
                await self._note(connection, table, event, now)

    async def _note(self, connection: AsyncConnection, table: str, event: dict[str, Any], now: int) -> None:
        device, number = self._devices.at(table), int(event["code"])
        if device is None or device.key is None:
            log.warning("a code was used at a clock whose key is not known", table=table, number=number)
            return
        mark = _mark(device.key)
        used = await highest_used(connection, device.id, mark)
        expected = used < number <= used + WINDOW
        if not expected:
            log.warning("a code that was not to be expected", table=table, number=number, used=used)
        at = now if event["utc"] is None else int(event["utc"])
        await add_use(connection, CodeUse(device.id, mark, number, str(event["state"]), table, at, expected))


def _mark(key: bytes) -> str:
    """Tells keys apart without telling one."""
    return hashlib.sha256(PURPOSE + key).hexdigest()[:16]
