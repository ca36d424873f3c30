"""Durable events: opens the journal, and writes to it behind the clock's back.

The clock hands an event over and goes on; this task writes it within the same round of the scheduler. If
the journal is full because the hub has been away for so long, events wait in memory, in order, and the
newest are refused and counted when there is no room there either. Long before that it warns: at three quarters and
at nine tenths, once each, and again after a reboot, until the hub has confirmed.
"""

import asyncio
import binascii
import os

from arbiter_clock.journal import Journal, JournalFull

BACKLOG = 64  # events that wait in memory
IDLE_MS = 1000
RETRY_MS = 1000
WARN_AT = (75, 90)  # percent of the journal that the hub has not confirmed
MOUNTS = 3  # a journal is given up, with what the hub has not got, only when it stays unreadable
_SECTOR = 4096
# Right after one of these presses the referee does nothing for a moment: the time to erase. A stroke may begin or
# a deadline come within the 80 ms after any other event, and a press of 60 ms would be lost in them.
_ERASE_AFTER = ("shot", "pause")


class FileBlocks:
    """The journal in a file, for a flash without its own partition: slower, and each write costs an erase."""

    def __init__(self, path, sectors=16):
        self._sectors = sectors
        try:
            self._file = open(path, "r+b")
        except OSError:
            with open(path, "wb") as new:
                for _ in range(sectors):
                    new.write(b"\xff" * _SECTOR)
            self._file = open(path, "r+b")

    def readblocks(self, block, buffer, offset=0):
        self._file.seek(block * _SECTOR + offset)
        self._file.readinto(buffer)

    def writeblocks(self, block, buffer, offset=0):
        self._file.seek(block * _SECTOR + offset)
        self._file.write(buffer)
        self._file.flush()

    def ioctl(self, op, arg=0):
        if op == 4:
            return self._sectors
        if op == 5:
            return _SECTOR
        if op == 6:
            self.writeblocks(arg, b"\xff" * _SECTOR)
        return 0


def open_journal(partition, folder):
    """(journal, warning): mounted, or formatted under a new epoch if there was none. Warning None or a text."""
    warning = None
    if partition is None:
        partition = FileBlocks(folder + "/journal.bin")
        warning = "no journal partition: events are kept in a file"
    journal = Journal(partition)
    found = False
    for attempt in range(MOUNTS):
        try:
            found = journal.mount()
            break
        except OSError:
            if attempt == MOUNTS - 1:
                warning = "journal unreadable: begun anew"
    if not found:
        journal.format(binascii.hexlify(os.urandom(4)).decode())
    return journal, warning


class Recorder:
    """Appends events with the state after them. `written` is an asyncio Event that is set after each batch.

    `utc(t)` gives calendar time of a device time, or None; `may_block()` whether an erase may stall the device;
    `log(level, text)` tells the hub. `shortage` is 0, or how many marks of WARN_AT have been passed.
    """

    def __init__(self, journal, boot, utc, may_block, log):
        self._journal = journal
        self._boot = boot
        self._utc = utc
        self._may_block = may_block
        self._log = log
        self._waiting = []
        self._wake = asyncio.Event()
        self.written = asyncio.Event()
        self.stuck = False
        self.refused = 0
        self.failed = 0
        self._failing = False
        self._full = False
        self.shortage = 0
        self.warnings = 0

    def put(self, fields, state):
        """Take an event over; False if it had to be refused."""
        if len(self._waiting) >= BACKLOG:
            self.refused += 1
            return False
        self._waiting.append((fields, state))
        self._wake.set()
        return True

    @property
    def busy(self):
        """Whether events wait that will be on flash in a moment; those of a full journal will not."""
        return bool(self._waiting) and not self.stuck

    def flush(self):
        """Write what waits; True if nothing is left."""
        wrote = None
        self.stuck = False
        try:
            while self._waiting:
                fields, state = self._waiting[0]
                self._journal.append(fields, self._boot, self._utc(fields["t"]), state)
                self._waiting.pop(0)
                wrote = fields["type"]
        except JournalFull:
            self.stuck = True
            if not self._full:
                self._full = True
                self._log("error", "journal full: events wait in memory, where a power cut loses them")
        except OSError as error:
            self.stuck = True
            self._flash_failed(error)
        if wrote:
            self._failing = False
            self.written.set()
        if wrote in _ERASE_AFTER:
            self._prepare()
        if not self._waiting:
            self._full = False
        return not self._waiting

    async def run(self, heart):
        while True:
            heart.beat()
            written = self.flush()
            self._watch_room()
            if written:
                self._wake.clear()
                try:
                    await asyncio.wait_for_ms(self._wake.wait(), IDLE_MS)
                except asyncio.TimeoutError:
                    self._prepare()
            else:
                await asyncio.sleep_ms(RETRY_MS)

    def _watch_room(self):
        """Warn when a mark is passed that was not passed before; what the hub has confirmed makes room."""
        full = 100 - 100 * self._journal.free_slots // self._journal.capacity
        passed = 0
        for mark in WARN_AT:
            if full >= mark:
                passed += 1
        if passed > self.shortage:
            self.warnings += 1
            self._log("warning", "journal " + str(full) + " % full of events that the hub has not confirmed")
        self.shortage = passed

    def _prepare(self):
        if not self._may_block():
            return
        try:
            self._journal.prepare()
        except OSError as error:
            self._flash_failed(error)

    def _flash_failed(self, error):
        """Count it, and tell the hub of the first one in a row."""
        self.failed += 1
        if not self._failing:
            self._log("error", "journal: the flash fails: " + repr(error))
        self._failing = True
