"""The outbox: order, window, and every kind of ack."""

from journal.events import append, event, utc
from journal.flash import Flash

from arbiter_clock import wire
from arbiter_clock.journal import SLOT, Journal
from arbiter_clock.replay import CROSSING_MS, RETRY_MAX_MS, RETRY_MS, Outbox

EPOCH = "0a1b2c3d"


def _outbox(count, window=16):
    journal = Journal(Flash(3))
    journal.format(EPOCH)
    for number in range(1, count + 1):
        append(journal, number)
    return journal, Outbox(journal, window)


def _seqs(outbox, now=0):
    found = []
    while True:
        payload = outbox.next(now)
        if payload is None:
            return found
        found.append(wire.decode("event", payload)["seq"])


def test_nothing_is_sent_while_there_is_no_connection():
    _, outbox = _outbox(3)
    assert _seqs(outbox) == []
    outbox.connected(0)
    outbox.disconnected()
    assert _seqs(outbox) == []
    assert outbox.deadline() is None


def test_events_are_sent_in_order_as_the_contract_writes_them():
    _, outbox = _outbox(12)
    outbox.connected(0)
    for number in range(1, 13):
        message = event(number)
        message.update({"v": 1, "epoch": EPOCH, "seq": number, "boot": 3, "utc": utc(number)})
        assert outbox.next(0) == wire.encode("event", message)
    assert outbox.next(0) is None


def test_no_more_than_the_window_is_ahead_of_the_hub():
    _, outbox = _outbox(10, window=4)
    outbox.connected(0)
    assert _seqs(outbox) == [1, 2, 3, 4]
    assert outbox.acknowledge(EPOCH, 3, 0) is True
    assert _seqs(outbox) == [5, 6, 7]
    assert outbox.pending == 7


def test_new_events_follow_when_they_are_made():
    journal, outbox = _outbox(1)
    outbox.connected(0)
    assert _seqs(outbox) == [1]
    append(journal, 2)
    assert _seqs(outbox) == [2]


def test_a_confirmation_releases_the_journal():
    journal, outbox = _outbox(5)
    outbox.connected(0)
    outbox.acknowledge(EPOCH, 4, 0)
    assert (journal.released, outbox.confirmed, outbox.pending) == (4, 4, 1)


def test_everything_unconfirmed_is_sent_again_after_every_connect_with_the_same_bytes():
    _, outbox = _outbox(6)
    outbox.connected(0)
    first = [outbox.next(0) for _ in range(6)]
    outbox.acknowledge(EPOCH, 2, 10)
    for now in (100, 200):
        outbox.disconnected()
        outbox.connected(now)
        assert [outbox.next(now) for _ in range(5)] == first[2:] + [None]


def test_after_a_reboot_sending_begins_above_what_the_journal_knows_to_be_released():
    journal, outbox = _outbox(6)
    journal.release(4)
    outbox = Outbox(journal)
    outbox.connected(0)
    assert _seqs(outbox) == [5, 6]


def test_a_confirmation_from_before_the_reboot_skips_what_the_hub_has():
    _, outbox = _outbox(6)
    outbox.connected(0)
    assert outbox.acknowledge(EPOCH, 5, 0, retained=True) is True
    assert _seqs(outbox) == [6]


def test_an_ack_for_another_epoch_is_counted_and_ignored():
    journal, outbox = _outbox(3)
    outbox.connected(0)
    assert outbox.acknowledge("ffffffff", 2, 0) is False
    assert (outbox.foreign, outbox.confirmed, journal.released) == (1, 0, 0)
    assert _seqs(outbox) == [1, 2, 3]


def test_an_ack_above_what_exists_is_counted_and_ignored():
    journal, outbox = _outbox(3)
    outbox.connected(0)
    assert outbox.acknowledge(EPOCH, 4, 0) is False
    assert (outbox.ahead, outbox.confirmed, journal.released) == (1, 0, 0)
    assert outbox.acknowledge(EPOCH, 3, 0) is True


def test_the_same_ack_again_asks_for_all_that_follows():
    _, outbox = _outbox(5)
    outbox.connected(0)
    outbox.acknowledge(EPOCH, 2, 0)
    assert _seqs(outbox, 5000) == [3, 4, 5]
    assert outbox.acknowledge(EPOCH, 2, 5000 + CROSSING_MS) is False
    assert outbox.rewound == 1
    assert _seqs(outbox, 5000 + CROSSING_MS) == [3, 4, 5]


def test_an_ack_that_may_have_crossed_with_an_event_asks_for_nothing():
    _, outbox = _outbox(5)
    outbox.connected(0)
    outbox.acknowledge(EPOCH, 2, 0)
    assert _seqs(outbox, 5000) == [3, 4, 5]
    assert outbox.acknowledge(EPOCH, 2, 5000 + CROSSING_MS - 1) is False
    assert _seqs(outbox, 5000 + CROSSING_MS - 1) == []


def test_the_retained_copy_of_an_ack_asks_for_nothing():
    _, outbox = _outbox(5)
    outbox.connected(0)
    outbox.acknowledge(EPOCH, 2, 0)
    assert _seqs(outbox) == [3, 4, 5]
    assert outbox.acknowledge(EPOCH, 2, 60_000, retained=True) is False
    assert outbox.rewound == 0


def test_an_ack_asks_for_nothing_when_nothing_was_sent():
    _, outbox = _outbox(5)
    outbox.connected(0)
    outbox.acknowledge(EPOCH, 5, 0)
    outbox.acknowledge(EPOCH, 5, 60_000)
    assert (outbox.rewound, _seqs(outbox, 60_000)) == (0, [])


def test_a_lower_ack_goes_back_as_far_as_the_journal_reaches():
    journal, outbox = _outbox(150)
    outbox.connected(0)
    outbox.acknowledge(EPOCH, 150, 0)
    for number in range(151, 300):
        append(journal, number)
        journal.release(number - 1)
    assert journal.first > 1
    outbox.acknowledge(EPOCH, 299, 0)
    assert outbox.acknowledge(EPOCH, 290, 0) is False
    assert _seqs(outbox) == list(range(291, 300))
    assert journal.released == 299
    outbox.acknowledge(EPOCH, 1, 0)
    assert outbox.next(0) == wire.encode("event", journal.read(journal.first)[0])


def test_silence_of_the_hub_sends_again_and_each_time_waits_twice_as_long():
    _, outbox = _outbox(3)
    outbox.connected(0)
    assert outbox.deadline() is None
    now, patience = 0, RETRY_MS
    while patience < 4 * RETRY_MAX_MS:
        assert _seqs(outbox, now) == [1, 2, 3]
        wait = min(patience, RETRY_MAX_MS)
        assert outbox.deadline() == now + wait
        assert _seqs(outbox, now + wait - 1) == []
        now += wait
        patience *= 2
    outbox.acknowledge(EPOCH, 1, now)
    assert outbox.deadline() is None or outbox.deadline() == now + RETRY_MS


def test_a_confirmation_makes_the_outbox_patient_again():
    _, outbox = _outbox(3)
    outbox.connected(0)
    _seqs(outbox, 0)
    _seqs(outbox, RETRY_MS)
    outbox.acknowledge(EPOCH, 1, RETRY_MS + 10)
    assert outbox.deadline() == RETRY_MS + 10 + RETRY_MS
    assert _seqs(outbox, RETRY_MS + 10 + RETRY_MS) == [2, 3]


def test_a_damaged_record_is_replaced_by_an_event_that_says_so():
    flash = Flash(3)
    journal = Journal(flash)
    journal.format(EPOCH)
    for number in range(1, 4):
        append(journal, number)
    flash.cells[journal._sector][0][2 * SLOT + 20] ^= 1
    outbox = Outbox(journal)
    outbox.connected(0)
    messages = [wire.decode("event", outbox.next(0)) for _ in range(3)]
    assert [message["type"] for message in messages] == ["start", "restored", "penalty"]
    assert [message["seq"] for message in messages] == [1, 2, 3]
    assert messages[1] == {
        "v": 1,
        "epoch": EPOCH,
        "seq": 2,
        "boot": 0,
        "t": 0,
        "utc": None,
        "type": "restored",
        "cause": "damaged_record",
        "phase": "restored",
        "period": None,
        "remaining_ms": None,
    }


def test_a_single_event_is_sent_again_after_silence_that_begins_when_it_was_sent():
    journal, outbox = _outbox(0)
    outbox.connected(0)
    append(journal, 1)
    sent = 5 * RETRY_MS
    assert _seqs(outbox, sent) == [1]
    assert outbox.deadline() == sent + RETRY_MS
    assert _seqs(outbox, sent + RETRY_MS - 1) == []
    assert _seqs(outbox, sent + RETRY_MS) == [1]


def test_a_single_event_is_sent_again_when_the_hub_asks():
    _, outbox = _outbox(1)
    outbox.connected(0)
    assert _seqs(outbox) == [1]
    outbox.acknowledge(EPOCH, 0, CROSSING_MS)
    assert _seqs(outbox, CROSSING_MS) == [1]


def test_a_later_event_does_not_put_off_the_repetition_of_the_first():
    journal, outbox = _outbox(1)
    outbox.connected(0)
    assert _seqs(outbox, 0) == [1]
    append(journal, 2)
    assert _seqs(outbox, RETRY_MS - 1) == [2]
    assert _seqs(outbox, RETRY_MS) == [1, 2]


def test_a_new_connection_makes_the_outbox_patient_again():
    _, outbox = _outbox(1)
    outbox.connected(0)
    for now in (0, RETRY_MS, 3 * RETRY_MS):
        assert _seqs(outbox, now) == [1]
    outbox.disconnected()
    outbox.connected(4 * RETRY_MS)
    assert _seqs(outbox, 4 * RETRY_MS) == [1]
    assert outbox.deadline() == 5 * RETRY_MS
