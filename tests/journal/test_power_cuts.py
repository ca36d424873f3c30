"""Nothing that was acknowledged is lost by a power cut, wherever it falls."""

from expect import raised
from journal.cuts import EPOCH, Run
from journal.events import append, check
from journal.flash import TEARS, Flash, PowerCut

from arbiter_clock.journal import SLOT, SLOTS, Journal


def test_a_cut_at_every_operation_of_the_first_events_loses_nothing():
    run = Run()
    run.go(1, 30)
    assert run.cuts == 30 * len(TEARS)


def test_a_cut_at_every_operation_around_a_sector_change_loses_nothing():
    run = Run()
    run.go(35, 70)
    assert run.flash.erases >= 2
    assert run.cuts >= 38 * len(TEARS)


def test_a_cut_at_every_operation_when_the_ring_comes_round_loses_nothing():
    run = Run()
    run.go(100, 250)
    assert run.flash.erases >= 5
    assert run.cuts >= 155 * len(TEARS)


def test_a_cut_in_the_first_format_leaves_a_device_that_can_be_formatted():
    for operation in (1, 2):
        for tear in TEARS:
            flash = Flash(3)
            journal = Journal(flash)
            journal.mount()
            flash.cut_at, flash.tear = operation, tear
            raised(PowerCut, journal.format, EPOCH)
            journal = Journal(flash.reboot())
            if journal.mount():
                assert (operation, journal.epoch) == (2, EPOCH)
            else:
                journal.format(EPOCH)
            append(journal, 1)
            check(journal, 1)


def test_a_cut_in_a_later_format_leaves_the_old_log_or_the_new_one():
    for operation in (1, 2):
        for tear in TEARS:
            flash = Flash(3)
            journal = Journal(flash)
            journal.format(EPOCH)
            for number in range(1, 21):
                append(journal, number)
            flash.operations, flash.cut_at, flash.tear = 0, operation, tear
            raised(PowerCut, journal.format, "ffffffff")
            journal = Journal(flash.reboot())
            assert journal.mount()
            assert (journal.epoch, journal.last) in ((EPOCH, 20), ("ffffffff", 0))
            append(journal, journal.last + 1)


def test_what_a_torn_erase_leaves_of_released_events_does_no_harm():
    """The head of the oldest sector may survive an erase that destroyed its records."""
    flash = Flash(3)
    journal = Journal(flash)
    journal.format(EPOCH)
    number = 0
    while flash.erases < 3:
        number += 1
        append(journal, number)
        journal.release(number)
    while flash.erases < 4:
        number += 1
        append(journal, number)
        journal.release(number)
        if number % 60 == 50:
            flash.cut_at, flash.tear = flash.operations + 1, "nothing"
            raised(PowerCut, journal._erase, journal._next(journal._sector))
            break
    oldest = journal._next(journal._sector)
    for page in flash.cells[oldest][1:]:
        page[:] = b"\xff" * len(page)
    journal = Journal(flash.reboot())
    assert journal.mount()
    assert journal.last == number
    assert journal.read(journal.first + 20) is None
    assert journal.damaged == 1
    check(journal, number)
    journal.release(number)
    for following in range(number + 1, number + 2 * SLOTS):
        append(journal, following)
        check(journal, following)
        journal.release(following)


class WithoutFlush(Journal):
    """Broken: says that a record is durable while it is still in RAM, and writes it with the next one."""

    def _program(self, slot, slots):
        held = getattr(self, "held", None)
        self.held = (self._sector, slot, bytes(self._image[: slots * SLOT]))
        if held:
            self._device.writeblocks(held[0], held[2], held[1] * SLOT)
        return True


class WithoutCrc(Journal):
    """Broken: takes every record for whole."""

    def _crc(self, _slots):
        return 0


class WithoutRelease(Journal):
    """Broken: erases a sector whether the hub has its events or not."""

    def _is_free(self, _sector):
        return True

    def release(self, seq):
        pass


class WithoutSkipping(Journal):
    """Broken: programs a slot again in which a cut has left something."""

    def _open(self, sector):
        super()._open(sector)
        slot = 1
        while slot < self._slot and self._load(sector, slot):
            slot += self._load(sector, slot)
        self._slot = slot


class TrustsBlankSectors(Journal):
    """Broken: opens the next sector without erasing it."""

    def _open_next(self):
        self._prepared = True
        super()._open_next()


def _filled(kind, last):
    """A run in which the hub has confirmed nothing."""
    run = Run(kind)
    run.flash.watch = None
    for number in range(1, last + 1):
        append(run.journal, number)
    run.appended = run.appending = last
    return run


def test_the_harness_catches_a_journal_that_does_not_flush():
    raised(AssertionError, Run(WithoutFlush).go, 1, 12)


def test_the_harness_catches_a_journal_that_does_not_check():
    raised(AssertionError, Run(WithoutCrc).go, 20, 30)


def test_the_harness_catches_a_journal_that_forgets_what_the_hub_does_not_have():
    run = _filled(WithoutRelease, 230)
    raised(AssertionError, run.check_reboot, run.flash.copy())


def test_the_harness_catches_a_journal_that_programs_a_torn_slot_again():
    raised(AssertionError, Run(WithoutSkipping).go, 1, 12)


def test_the_harness_catches_a_journal_that_does_not_erase():
    raised(AssertionError, Run(TrustsBlankSectors).go, 160, 190)


def test_the_harness_passes_the_journal_in_the_same_runs():
    Run().go(20, 30)
    run = _filled(Journal, 150)
    run.check_reboot(run.flash.copy())
