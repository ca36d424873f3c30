"""Flash that does not take, or answers with an error."""

from expect import raised
from journal.events import append, check
from journal.flash import Flash

from arbiter_clock.journal import SLOT, SLOTS, Journal

EPOCH = "0a1b2c3d"


def _journal():
    flash = Flash(3)
    journal = Journal(flash)
    journal.format(EPOCH)
    return flash, journal


def _check_all(flash, last):
    journal = Journal(flash.reboot())
    assert journal.mount()
    assert journal.last == last
    for number in range(1, last + 1):
        check(journal, number)
    return journal


def test_a_slot_that_does_not_take_is_voided_and_the_record_goes_to_the_next():
    flash, journal = _journal()
    append(journal, 1)
    sector = journal._sector
    flash.stuck = (sector, 2 * SLOT + 20, 2 * SLOT + 20)
    append(journal, 2)
    assert journal.voided == 1
    append(journal, 3)
    _check_all(flash, 3)


def test_a_sector_that_takes_nothing_ends_in_an_error_and_the_log_is_as_before():
    flash, journal = _journal()
    append(journal, 1)
    flash.stuck = (journal._sector, 2 * SLOT, SLOTS * SLOT)
    assert raised(OSError, append, journal, 2).args == (5,)
    assert (journal.last, journal.voided) == (1, 4)
    flash.stuck = None
    append(journal, 2)
    _check_all(flash, 2)


def test_a_head_that_does_not_take_ends_in_an_error_and_the_append_can_be_repeated():
    flash, journal = _journal()
    number = 1
    while journal._slot + 1 < SLOTS:
        append(journal, number)
        number += 1
    append(journal, number)
    flash.stuck = (journal._next(journal._sector), 0, 3)
    number += 1
    for _ in range(2):
        raised(OSError, append, journal, number)
        assert journal.last == number - 1
    flash.stuck = None
    append(journal, number)
    _check_all(flash, number)


def test_an_error_of_the_device_before_or_after_a_write_is_passed_on_and_the_append_can_be_repeated():
    for when in ("fail_at", "fail_after"):
        flash, journal = _journal()
        append(journal, 1)
        setattr(flash, when, flash.operations + 1)
        raised(OSError, append, journal, 2)
        assert journal.last == 1
        append(journal, 2)
        append(journal, 3)
        _check_all(flash, 3)


def test_a_record_whose_device_failed_after_writing_never_stands_for_its_successor():
    flash, journal = _journal()
    flash.fail_after = flash.operations + 1
    raised(OSError, journal.append, {"t": 1, "type": "swap", "striker": "a"}, 1, None, b"")
    append(journal, 1)
    _check_all(flash, 1)


def test_an_error_in_an_erase_is_passed_on_and_the_erase_is_repeated():
    for when in ("fail_at", "fail_after"):
        flash, journal = _journal()
        number = 0
        while flash.erases < 4:
            number += 1
            if flash.erases == 3:
                setattr(flash, when, flash.operations + 1)
            try:
                append(journal, number)
            except OSError:
                append(journal, number)
            journal.release(number)
        journal = Journal(flash.reboot())
        assert journal.mount()
        assert journal.last == number
        for old in range(journal.first, number + 1):
            check(journal, old)


def test_a_record_that_has_rotted_is_reported_and_the_others_are_read():
    flash, journal = _journal()
    for number in range(1, 11):
        append(journal, number)
    page = flash.cells[journal._sector][(5 * SLOT + 30) // 512]
    page[(5 * SLOT + 30) % 512] ^= 0x10
    journal = Journal(flash.reboot())
    assert journal.mount()
    assert journal.last == 10
    assert [number for number in range(1, 11) if journal.read(number) is None] == [5]
    assert journal.damaged == 1
    append(journal, 11)
    check(journal, 11)


def test_garbage_in_every_cell_is_no_log():
    flash = Flash(3)
    value = 7
    for sector in flash.cells:
        for page in sector:
            for at in range(len(page)):
                value = (value * 1_103_515_245 + 12_345) & 0x7FFFFFFF
                page[at] = value >> 16 & 0xFF
    journal = Journal(flash)
    assert journal.mount() is False
    journal.format(EPOCH)
    for number in range(1, 181):
        append(journal, number)
    _check_all(flash, 180)


def test_a_log_of_another_layout_is_no_log():
    flash, journal = _journal()
    flash.cells[journal._sector][0][3] = ord("0")
    assert Journal(flash.reboot()).mount() is False


def _two_sectors():
    """A log that has just gone on into a second sector."""
    flash, journal = _journal()
    number = 0
    while flash.erases < 2:
        number += 1
        append(journal, number)
    for _ in range(10):
        number += 1
        append(journal, number)
    return flash, journal, number


def test_a_rotted_head_of_the_newest_sector_loses_nothing_and_no_number_is_given_twice():
    flash, journal, last = _two_sectors()
    flash.cells[journal._sector][0][9] ^= 1
    journal = _check_all(flash, last)
    append(journal, last + 1)
    _check_all(flash, last + 1)


def test_a_rotted_head_of_an_older_sector_leaves_the_newer_events():
    flash, journal, last = _two_sectors()
    first = journal._firsts[journal._sector]
    flash.cells[journal._sector - 1][0][9] ^= 1
    journal = Journal(flash.reboot())
    assert journal.mount()
    assert (journal.first, journal.last) == (first, last)
    for number in range(first, last + 1):
        check(journal, number)


def test_records_of_an_earlier_epoch_are_never_taken_for_new_ones():
    flash, _, _ = _two_sectors()
    journal = Journal(flash)
    journal.mount()
    journal.format("ffffffff")
    append(journal, 1)
    flash.cells[journal._next(journal._sector)][0][9] ^= 1
    journal = Journal(flash.reboot())
    assert journal.mount()
    assert (journal.epoch, journal.last) == ("ffffffff", 1)
