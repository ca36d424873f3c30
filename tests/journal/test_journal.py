"""The journal without faults: what it keeps, what it frees, and when it refuses."""

import json

from expect import lines, raised, refused
from journal.events import append, check, event, state
from journal.flash import Flash

from arbiter_clock.journal import SLOTS, Journal, JournalFull

EPOCH = "0a1b2c3d"
OTHER = "ffffffff"


def _journal(sectors=3, epoch=EPOCH):
    flash = Flash(sectors)
    journal = Journal(flash)
    assert journal.mount() is False
    journal.format(epoch)
    return flash, journal


def _remounted(flash):
    journal = Journal(flash.reboot())
    assert journal.mount() is True
    return journal


def test_a_blank_device_has_no_log_until_it_is_formatted():
    flash = Flash(3)
    journal = Journal(flash)
    assert journal.mount() is False
    assert journal.epoch is None
    assert refused(journal.append, event(1), 1, None, b"") == "epoch"
    journal.format(EPOCH)
    assert (journal.epoch, journal.first, journal.last, journal.released) == (EPOCH, 1, 0, 0)
    assert (_remounted(flash).epoch, _remounted(flash).last) == (EPOCH, 0)


def test_events_are_numbered_from_one_and_read_back_with_their_state():
    flash, journal = _journal()
    for number in range(1, 31):
        append(journal, number)
    for reader in (journal, _remounted(flash)):
        assert (reader.first, reader.last) == (1, 30)
        for number in range(1, 31):
            check(reader, number)
        for number in (30, 1, 17, 18, 16):
            check(reader, number)


def test_reading_outside_of_the_log_gives_nothing():
    _, journal = _journal()
    append(journal, 1)
    assert journal.read(0) is None
    assert journal.read(2) is None
    assert journal.damaged == 0


def test_numbering_goes_on_after_a_reboot():
    flash, journal = _journal()
    append(journal, 1)
    journal = _remounted(flash)
    append(journal, 2)
    journal = _remounted(flash)
    check(journal, 1)
    check(journal, 2)


def test_state_may_be_empty_and_has_a_largest_size():
    _, journal = _journal()
    assert journal.append(event(1), 1, None, b"") == 1
    assert journal.append(event(2), 1, None, bytes(64)) == 2
    assert refused(journal.append, event(3), 1, None, bytes(65)) == "state"
    assert journal.last == 2
    assert journal.read(1)[1] == b""
    assert journal.read(2)[1] == bytes(64)


def test_the_longest_event_takes_four_slots_at_most():
    flash, journal = _journal()
    longest = {
        "t": 2**53 - 1,
        "type": "set_start",
        "set": 99_999,
        "striker": "b",
        "ball_a": "yellow",
        "preset": "p" * 32,
        "limit": True,
        "by": "ü" * 32,
    }
    free = journal.free_slots
    journal.append(longest, 2**32 - 1, 2**53 - 1, bytes(64))
    assert free - journal.free_slots <= 4
    message, after = _remounted(flash).read(1)
    assert (message["by"], message["t"], message["utc"], after) == ("ü" * 32, 2**53 - 1, 2**53 - 1, bytes(64))


def test_an_event_that_the_contract_does_not_allow_is_refused_and_leaves_the_log_alone():
    flash, journal = _journal()
    append(journal, 1)
    before = flash.operations
    for key, value in (("type", "nothing"), ("set", -1), ("set", True), ("striker", "c"), ("t", 1.5)):
        bad = event(2)
        bad[key] = value
        assert refused(journal.append, bad, 1, None, b"") == key
    assert refused(journal.append, event(2), -1, None, b"") == "boot"
    assert refused(journal.append, event(2), 1, -1, b"") == "utc"
    assert (journal.last, flash.operations) == (1, before)
    append(journal, 2)


def test_an_event_of_every_kind_is_packed_and_read_back():
    _, journal = _journal()
    for line in lines(__file__, "wire", "valid.jsonl"):
        vector = json.loads(line)
        if vector["kind"] == "event":
            message = json.loads(vector["payload"])
            given = {key: message[key] for key in message if key not in ("v", "epoch", "seq", "boot", "utc")}
            seq = journal.append(given, message["boot"], message["utc"], b"xyz")
            journal.release(seq)
            message["epoch"], message["seq"] = EPOCH, seq
            assert journal.read(seq) == (message, b"xyz")


def test_release_frees_the_oldest_sector_and_the_numbers_go_on():
    flash, journal = _journal()
    for number in range(1, 501):
        append(journal, number)
        journal.release(number)
    assert journal.last == 500
    assert journal.first > 1
    assert 500 - journal.first >= SLOTS - 8
    for reader in (journal, _remounted(flash)):
        assert (reader.first, reader.last) == (journal.first, 500)
        for number in range(journal.first, 501):
            check(reader, number)
        assert reader.read(journal.first - 1) is None


def test_the_released_mark_is_kept_in_the_head_of_the_newest_sector():
    flash, journal = _journal()
    number = 0
    while flash.erases < 2:
        number += 1
        append(journal, number)
        journal.release(number - 1)
    append(journal, number + 1)
    journal.release(number + 1)
    assert _remounted(flash).released == number - 2


def test_release_goes_forward_only_and_not_beyond_the_log():
    _, journal = _journal()
    append(journal, 1)
    append(journal, 2)
    journal.release(2)
    journal.release(1)
    journal.release(0)
    assert journal.released == 2
    assert refused(journal.release, 3) == "seq"
    assert journal.released == 2


def test_a_full_journal_refuses_the_newest_and_keeps_all_others():
    flash, journal = _journal()
    number = 1
    while journal.free_slots > 1:
        append(journal, number)
        number += 1
    while True:
        try:
            append(journal, number)
            number += 1
        except JournalFull:
            break
    last = journal.last
    before = flash.operations
    raised(JournalFull, append, journal, last + 1)
    assert (journal.refused, journal.last, flash.operations) == (2, last, before)
    assert last > 3 * (SLOTS - 10)
    for reader in (journal, _remounted(flash)):
        for number in range(1, last + 1):
            check(reader, number)
    journal.release(last // 2)
    append(journal, last + 1)
    assert journal.refused == 2


def test_a_refused_append_frees_nothing_and_a_full_journal_does_not_prepare():
    _, journal = _journal()
    number = 1
    while journal.free_slots:
        try:
            append(journal, number)
            number += 1
        except JournalFull:
            break
    assert journal.prepare() is False
    assert journal.first == 1


def test_free_slots_count_what_is_left():
    _, journal = _journal()
    assert journal.free_slots == journal.capacity == 3 * (SLOTS - 1)
    append(journal, 1)
    assert journal.free_slots == 3 * (SLOTS - 1) - 1
    for number in range(2, 70):
        append(journal, number)
    full = journal.free_slots
    journal.release(69)
    assert journal.free_slots > full


def test_prepare_erases_once_when_the_next_sector_is_near_and_free():
    flash, journal = _journal()
    assert journal.prepare() is False
    number = 1
    while journal.prepare() is False:
        append(journal, number)
        number += 1
    assert number > 40
    assert flash.erases == 2
    assert journal.prepare() is False
    for _ in range(SLOTS):
        append(journal, number)
        number += 1
    assert (flash.erases, journal.late_erases) == (2, 0)


def test_an_append_that_finds_nothing_prepared_erases_itself():
    flash, journal = _journal()
    for number in range(1, 101):
        append(journal, number)
    assert (flash.erases, journal.erases, journal.late_erases) == (2, 2, 1)


def test_format_begins_again_under_another_epoch():
    flash, journal = _journal()
    for number in range(1, 151):
        append(journal, number)
    journal.format(OTHER)
    for reader in (journal, _remounted(flash)):
        assert (reader.epoch, reader.first, reader.last, reader.released) == (OTHER, 1, 0, 0)
    for number in range(1, 151):
        append(journal, number)
    reader = _remounted(flash)
    assert (reader.epoch, reader.first, reader.last) == (OTHER, 1, 150)
    for number in range(1, 151):
        check(reader, number)


def test_format_forgets_what_was_prepared():
    flash, journal = _journal()
    number = 1
    while not journal.prepare():
        append(journal, number)
        number += 1
    journal.format(OTHER)
    append(journal, 1)
    assert _remounted(flash).last == 1


def test_an_epoch_is_eight_hexadecimal_digits_and_not_the_one_before():
    _, journal = _journal()
    for epoch in ("0A1B2C3D", "1234567", "123456789", "0x123456", "nonsense", EPOCH):
        assert refused(journal.format, epoch) == "epoch"
    assert journal.epoch == EPOCH


def test_the_device_needs_three_sectors_of_four_kilobytes():
    class Strange:
        def __init__(self, count, size):
            self.answers = {4: count, 5: size}

        def ioctl(self, operation, _argument):
            return self.answers[operation]

    Journal(Strange(3, 4096))
    assert refused(Journal, Strange(2, 4096)) == "journal.sectors"
    assert refused(Journal, Strange(None, 4096)) == "journal.sectors"
    assert refused(Journal, Strange(3, 512)) == "journal.sector"


def test_events_without_wall_time_stay_without_it():
    flash, journal = _journal()
    journal.append(event(1), 1, None, b"")
    journal.append(event(2), 1, 1_764_515_123_456, b"")
    reader = _remounted(flash)
    assert [reader.read(number)[0]["utc"] for number in (1, 2)] == [None, 1_764_515_123_456]


def test_a_hundred_usual_events_cost_two_erases_at_most():
    flash, journal = _journal(8)
    for number in range(1, 1001):
        append(journal, number)
        journal.release(number)
        journal.prepare()
    assert flash.erases <= 20
    assert journal.late_erases == 0
    assert flash.programs <= 1100


def test_a_usual_event_with_its_state_takes_one_slot_after_years_of_uptime():
    _, journal = _journal()
    for number in (1, 3):
        sample = event(number)
        sample["t"] = 100 * 86_400_000
        if "at" in sample:
            sample["at"] = sample["t"]
        free = journal.free_slots
        journal.append(sample, 100, 1_764_515_123_456, state(number))
        assert free - journal.free_slots == 1, sample["type"]


def test_a_sector_is_given_up_only_when_the_hub_has_its_last_event():
    _, journal = _journal()
    number = 1
    try:
        while True:
            append(journal, number)
            number += 1
    except JournalFull:
        pass
    last_of_oldest = journal._firsts[journal._next(journal._next(journal._sector))] - 1
    journal.release(last_of_oldest - 1)
    raised(JournalFull, append, journal, number)
    check(journal, 1)
    journal.release(last_of_oldest)
    append(journal, number)
    assert journal.first == last_of_oldest + 1


def test_records_take_as_many_slots_as_they_need():
    _, journal = _journal()
    swap = {"t": 1, "type": "swap", "striker": "a"}
    start = {
        "t": 1,
        "type": "set_start",
        "set": 1,
        "striker": "a",
        "ball_a": "white",
        "preset": "x",
        "limit": True,
    }
    for event_of, size, slots in ((0, 48, 1), (0, 49, 2), (41, 64, 2), (42, 64, 3)):
        sample = dict(start, by="x" * event_of) if event_of else swap
        free = journal.free_slots
        seq = journal.append(sample, 1, None, bytes(size))
        assert free - journal.free_slots == slots, (event_of, size)
        assert journal.read(seq)[1] == bytes(size)


def test_reading_in_order_does_not_search():
    flash, journal = _journal()
    for number in range(1, 56):
        append(journal, number)
    flash.reads = 0
    for number in range(1, 56):
        check(journal, number)
    assert flash.reads <= 2 * 55


def test_reading_after_a_format_does_not_go_on_where_the_old_log_was_read():
    _, journal = _journal()
    for _ in range(20):
        journal.append(event(25), 1, None, state(1))
    assert journal.read(20) is not None
    for epoch in (OTHER, EPOCH, "00000000"):
        journal.format(epoch)
    for number in range(1, 31):
        append(journal, number)
    check(journal, 25)
