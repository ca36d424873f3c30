"""A journal that cannot be read at once is not given up, because the hub may not have all of it."""

from __future__ import annotations

import pytest

from arbiter_clock.journal import Journal
from arbiter_device.store import MOUNTS, open_journal

SECTOR = 4096


class Flash:
    """Three sectors in memory, of which the first reads fail."""

    def __init__(self) -> None:
        self.cells = bytearray(b"\xff" * (3 * SECTOR))
        self.failures = 0

    def readblocks(self, block: int, buffer: bytearray, offset: int = 0) -> None:
        if self.failures:
            self.failures -= 1
            raise OSError(5)
        at = block * SECTOR + offset
        buffer[:] = self.cells[at : at + len(buffer)]

    def writeblocks(self, block: int, buffer: bytearray, offset: int = 0) -> None:
        at = block * SECTOR + offset
        self.cells[at : at + len(buffer)] = buffer

    def ioctl(self, operation: int, argument: int = 0) -> int:
        if operation == 6:
            self.cells[argument * SECTOR : (argument + 1) * SECTOR] = b"\xff" * SECTOR
        return {4: 3, 5: SECTOR}.get(operation, 0)


@pytest.fixture
def flash() -> Flash:
    flash = Flash()
    journal = Journal(flash)
    journal.format("0badcafe")
    journal.append({"type": "swap", "striker": "a", "t": 5}, 1, None, b"")
    return flash


@pytest.mark.parametrize(("failures", "kept"), [(0, 1), (1, 1), (MOUNTS - 1, 1), (MOUNTS, 0)])
def test_a_journal_is_given_up_only_when_it_stays_unreadable(flash, failures, kept):
    flash.failures = failures
    journal, warning = open_journal(flash, ".")

    assert journal.last == kept
    assert (journal.epoch == "0badcafe") == (kept == 1)
    assert warning == (None if kept else "journal unreadable: begun anew")
