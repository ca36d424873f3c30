"""A power cut at every single operation of a run, in every way in which an operation can be interrupted."""

from journal.events import append, check
from journal.flash import TEARS, Flash

from arbiter_clock.journal import Journal

EPOCH = "0a1b2c3d"
LAG = 20  # events that the hub is behind


class Run:
    """Appends events while a hub confirms them; every cut in every operation is tried on a copy of the flash."""

    def __init__(self, kind=Journal, sectors=3, tears=TEARS):
        self.kind = kind
        self.tears = tears
        self.flash = Flash(sectors)
        self.appended = 0
        self.appending = 0
        self.released = 0
        self.cuts = 0
        self.journal = kind(self.flash)
        assert self.journal.mount() is False
        self.journal.format(EPOCH)
        self.flash.watch = self.cut

    def go(self, first, last):
        """Append the events first..last; cuts are tried in these only."""
        for number in range(1, last + 1):
            self.flash.watch = self.cut if number >= first else None
            self.appending = number
            append(self.journal, number)
            self.appended = number
            if number > LAG:
                self.released = number - LAG
                self.journal.release(self.released)
            if number % 2 == 0:
                self.journal.prepare()

    def cut(self, flash, operation):
        """Lose power in this operation, once in each way, and see what a reboot finds."""
        for tear in self.tears:
            self.cuts += 1
            broken = flash.copy()
            operation.tear(broken, tear)
            self.check_reboot(broken)

    def check_reboot(self, flash):
        """Everything acknowledged is there, nothing is there twice, and the journal goes on."""
        journal = self.kind(flash)
        assert journal.mount(), "the log is lost"
        assert journal.epoch == EPOCH
        assert journal.last in (self.appended, self.appending), "the log ends at " + str(journal.last)
        assert journal.released <= self.released
        for number in range(self.released + 1, journal.last + 1):
            check(journal, number)
        last = journal.last
        append(
            journal, last + 1, boot=4
        )  # what follows the reboot is another event than the one that was cut off
        journal = self.kind(flash.reboot())
        assert journal.mount()
        assert journal.last == last + 1, "a number is given twice or left out"
        for number in range(max(last - 2, self.released + 1), last + 1):
            check(journal, number)
        check(journal, last + 1, boot=4)
