"""A device that comes back with a nearly full journal says so, to hub and referee, until the hub has confirmed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from arbiter_clock.journal import SECTOR, Journal
from arbiter_clock.machine import Clock
from arbiter_clock.presets import preset

if TYPE_CHECKING:
    from pathlib import Path

SECTORS = 16
FULL = [0x71, 0x38]


class Cells:
    """Flash in memory, to be written to the file that a simulated chip finds."""

    def __init__(self) -> None:
        self.image = bytearray(b"\xff" * (SECTORS * SECTOR))

    def readblocks(self, block: int, buffer: bytearray | memoryview, offset: int) -> None:
        start = block * SECTOR + offset
        buffer[:] = self.image[start : start + len(buffer)]

    def writeblocks(self, block: int, buffer: bytearray | memoryview, offset: int) -> None:
        start = block * SECTOR + offset
        self.image[start : start + len(buffer)] = bytes(buffer)

    def ioctl(self, operation: int, argument: int) -> int:
        if operation == 6:
            self.image[argument * SECTOR : (argument + 1) * SECTOR] = b"\xff" * SECTOR
        return {4: SECTORS, 5: SECTOR}.get(operation, 0)


def filled(folder: Path, events: int) -> None:
    """Give a chip a journal with so many events that no hub has confirmed, after the end of a set."""
    cells = Cells()
    journal = Journal(cells)
    journal.format("0a1b2c3d")
    clock = Clock(preset("dbu-5-kegel"))
    for number in range(events - 1):
        journal.append(
            {"type": "swap", "striker": "ab"[number % 2], "t": number}, 1, None, clock.pack_state(number)
        )
    clock.state.stop("set_end")
    end = {"type": "set_end", "set": 1, "by": "hub", "t": events}
    journal.append(end, 1, None, clock.pack_state(events))
    folder.mkdir()
    (folder / "journal.bin").write_bytes(cells.image)


async def test_a_nearly_full_journal_is_told_after_a_reboot_and_forgotten_when_the_hub_has_confirmed(
    broker, hub, clock, tmp_path
):
    hub.acking = False
    filled(tmp_path / "device", 925)
    async with clock(broker=broker.address) as device:
        await device.panel.frame(lambda frame: frame["digits"] == FULL)
        [line] = await hub.wait(lambda: hub.of("log"))
        await hub.wait(lambda: len(hub.of("event")) >= 16)
        assert [event["seq"] for event in hub.events[:16]] == list(range(1, 17))
        hub.acking = True
        hub._done["arbiter/1/hall/1", "0a1b2c3d"] = set(range(1, 901))
        hub._acknowledge("arbiter/1/hall/1", "0a1b2c3d")
        await hub.wait(lambda: hub.events[-1]["seq"] == 925)
        await asyncio.sleep(1.4)  # it is looked at once a second
        before = len(device.panel.frames)
        await asyncio.sleep(0.6)  # it would blink four times a second

    assert line["level"] == "warning"
    assert line["text"] == "journal 92 % full of events that the hub has not confirmed"
    assert FULL not in [frame["digits"] for frame in device.panel.frames[before:]]
    assert len(hub.of("log")) == 1, "told once"
