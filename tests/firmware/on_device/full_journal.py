"""B23: a hub away for too long fills the flash; then events wait in memory, in order, and none is overwritten."""

import asyncio
import os

import esp32

from arbiter_clock.machine import Clock
from arbiter_clock.presets import preset
from arbiter_device import store
from arbiter_device.app import App
from arbiter_device.board import Board
from arbiter_device.config import Config
from arbiter_device.update import BETWEEN_SETS

SECTORS = 3


class Ram:
    """A journal's flash in memory; `broken` makes every write fail."""

    def __init__(self):
        self.image = bytearray(b"\xff" * (4096 * SECTORS))
        self.broken = False

    def readblocks(self, block, buffer, offset=0):
        start = block * 4096 + offset
        buffer[:] = self.image[start : start + len(buffer)]

    def writeblocks(self, block, buffer, offset=0):
        if self.broken:
            raise OSError(5)
        start = block * 4096 + offset
        for index in range(len(buffer)):
            self.image[start + index] &= buffer[index]

    def ioctl(self, op, arg=0):
        if op == 4:
            return SECTORS
        if op == 5:
            return 4096
        if op == 6:
            if self.broken:
                raise OSError(5)
            self.image[arg * 4096 : arg * 4096 + 4096] = b"\xff" * 4096
        return 0


def recorder(device, lines=None):
    journal, warning = store.open_journal(device, ".")
    assert warning is None
    lines = [] if lines is None else lines
    return journal, store.Recorder(journal, 1, lambda _: None, lambda: True, lambda *line: lines.append(line))


def event(number):
    return {"type": "swap", "striker": "a", "t": number}, Clock(preset("dbu-5-kegel")).pack_state(0)


def check_b23_a_full_journal_keeps_the_newest_in_memory_and_takes_them_when_there_is_room():
    lines = []
    journal, kept = recorder(Ram(), lines)
    put = 0
    while kept.put(*event(put)):
        put += 1
        kept.flush()
    assert lines == [("error", "journal full: events wait in memory, where a power cut loses them")], (
        "it is told once"
    )
    assert kept.stuck
    assert not kept.busy, "the state is still told"
    assert kept.refused == 1
    assert put == journal.last + store.BACKLOG
    first = journal.first
    assert first == 1, "nothing that was promised is gone"
    journal.release(journal.last)
    assert kept.flush()
    assert journal.last == put
    times = [journal.read(seq)[0]["t"] for seq in range(journal.first, journal.last + 1)]
    assert times == list(range(journal.first - 1, put)), "in the order in which they happened"


def check_a_flash_that_fails_for_a_while_loses_nothing():
    device = Ram()
    lines = []
    journal, kept = recorder(device, lines)
    device.broken = True
    for number in range(5):
        kept.put(*event(number))
        assert not kept.flush()
    assert kept.failed == 5
    device.broken = False
    assert kept.flush()
    assert [journal.read(seq)[0]["t"] for seq in range(1, 6)] == list(range(5))
    assert lines == [("error", "journal: the flash fails: OSError(5,)")], "it is told once"
    device.broken = True
    kept.put(*event(6))
    assert not kept.flush()
    assert len(lines) == 2


def check_no_update_starts_the_device_anew_while_events_wait_in_memory():
    os.mkdir("flash")
    esp32.directory = "flash"
    app = App(Board(), Config("."))
    assert app.update_phase() in BETWEEN_SETS
    device, app.journal._device = app.journal._device, Ram()
    app.journal._device.broken = True
    app.record(*event(1))
    assert not app.recorder.flush()
    assert app.update_phase() not in BETWEEN_SETS, "a reset would lose them"
    app.journal._device = device
    assert app.recorder.flush()
    assert app.update_phase() in BETWEEN_SETS


def check_without_a_partition_the_journal_is_a_file_and_says_so():
    journal, warning = store.open_journal(None, ".")
    assert "no journal partition" in warning
    fields, state = event(3)
    journal.append(fields, 1, None, state)
    again, _ = store.open_journal(None, ".")
    assert (again.epoch, again.last) == (journal.epoch, 1)
    assert os.stat("journal.bin")[6] == 16 * 4096


def check_an_unreadable_journal_is_begun_anew_with_a_warning():
    class Dead(Ram):
        def readblocks(self, block, buffer, offset=0):
            if self.dead:
                raise OSError(5)
            Ram.readblocks(self, block, buffer, offset)

        def ioctl(self, op, arg=0):
            if op == 6:
                self.dead = False
            return Ram.ioctl(self, op, arg)

    device = Dead()
    device.dead = True
    journal, warning = store.open_journal(device, ".")
    assert "unreadable" in warning
    assert journal.last == 0


async def check_the_task_writes_within_the_same_round_and_wakes_who_waits():
    class Heart:
        def beat(self):
            pass

    journal, kept = recorder(Ram())
    task = asyncio.create_task(kept.run(Heart()))
    await asyncio.sleep_ms(0)
    kept.put(*event(1))
    await asyncio.wait_for_ms(kept.written.wait(), 100)
    assert journal.last == 1
    task.cancel()
