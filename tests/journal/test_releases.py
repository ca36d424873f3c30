"""Records outlive the release that wrote them: nothing is lost to an update, nor to the way back from one."""

import json

from expect import lines
from journal.events import append, check, event, state
from journal.flash import Flash

from arbiter_clock import journal_record, wire
from arbiter_clock.journal import Journal
from arbiter_clock.replay import Outbox
from arbiter_clock.wire_fields import BOOL, ENUM, EVENT_TYPES, INT, TEXT, Type, layout

EVENTS = tuple([(name, layout("event." + name)) for name in EVENT_TYPES])
EPOCH = "0badcafe"
HEAD = {"v": 1, "epoch": EPOCH, "seq": 7, "boot": 3, "t": 5_000, "utc": 1_764_515_000_000}


def know(events):
    """Make the code that of a release with these event types; gives what to call to make it today's again."""
    types, each = journal_record.EVENT_TYPES, journal_record.each
    journal_record.EVENT_TYPES = tuple([kind for kind, _ in events])
    journal_record.each = lambda name: dict(events)[name[len("event.") :]]

    def forget():
        journal_record.EVENT_TYPES, journal_record.each = types, each

    return forget


def packed_by(events, message, after):
    """The payload that a release with these event types writes."""
    out = bytearray(journal_record.PAYLOAD_MAX)
    forget = know(events)
    try:
        return bytes(out[: journal_record.pack(message, after, out)])
    finally:
        forget()


def changed(name, fields):
    """The event types of a release in which one type has these further fields."""
    return tuple([(kind, had + fields if kind == name else had) for kind, had in EVENTS])


def swap():
    return dict(HEAD, type="swap", striker="b")


def test_a_record_of_today_is_read_by_every_later_release():
    # The bytes are in journals: they may never change, and new types only follow.
    # A record marked `earlier` was written before its type got its last field, and is only read.
    tested = 0
    for line in lines(__file__, "journal_records.jsonl"):
        record = json.loads(line)
        payload = bytes.fromhex(record["payload"])
        message, after = journal_record.unpack(payload, EPOCH, record["message"]["seq"])
        assert message == record["message"]
        assert after == bytes.fromhex(record["state"])
        assert payload[0] & 0x7F == tested
        if record.get("earlier"):
            continue
        out = bytearray(journal_record.PAYLOAD_MAX)
        assert bytes(out[: journal_record.pack(message, after, out)]) == payload
        tested += 1
    assert tested == len(EVENTS)


def test_fields_that_a_later_release_has_appended_are_passed_over():
    later = changed("swap", (("why", Type(TEXT, low=1, high=20, nullable=True)), ("n", Type(INT, high=9))))
    payload = packed_by(later, dict(swap(), why="the scorer saw it", n=4), state(1))
    assert journal_record.unpack(payload, EPOCH, 7) == (swap(), state(1))


def test_fields_that_an_earlier_release_did_not_know_read_as_null():
    earlier = tuple([(kind, had[:-1] if kind == "foul" else had) for kind, had in EVENTS])
    told = dict(HEAD, type="foul", set=1, stroke=2, player="a")
    for after in (state(1), b"", bytes(40)):
        message, found = journal_record.unpack(packed_by(earlier, told, after), EPOCH, 7)
        assert (message, found) == (dict(told, to=None), after)


def unknown():
    return dict(
        HEAD, type="restored", cause="unknown_record", phase="restored", period=None, remaining_ms=None
    )


def test_an_event_that_only_a_later_release_can_tell_keeps_its_number_its_times_and_its_state():
    # A type, or a choice of a field, that came after this release.
    later = EVENTS + (("video_review", (("ok", Type(BOOL)),)),)
    payload = packed_by(later, dict(HEAD, type="video_review", ok=True), state(2))
    assert journal_record.unpack(payload, EPOCH, 7) == (unknown(), state(2))
    later = tuple([(kind, (("striker", Type(ENUM, choices=("a", "b", "c"))),)) for kind, _ in EVENTS])
    payload = packed_by(later, dict(swap(), striker="c"), state(2))
    assert journal_record.unpack(payload, EPOCH, 7) == (unknown(), state(2))
    assert wire.decode("event", wire.encode("event", unknown())) == unknown()


def test_after_the_way_back_from_an_update_every_number_still_goes_to_the_hub():
    flash = Flash(3)
    journal = Journal(flash)
    journal.format(EPOCH)
    append(journal, 1)
    append(journal, 2)
    forget = know(tuple(EVENTS[:3]) + (("shot", ()),) * 20 + (EVENTS[8],))
    try:
        assert journal.append({"type": "swap", "striker": "a", "t": 9}, 3, None, state(3)) == 3
    finally:
        forget()
    again = Journal(flash)
    assert again.mount()
    append(again, 4)
    for number in (1, 2, 4):
        check(again, number)
    outbox = Outbox(again)
    outbox.connected(0)
    sent = [wire.decode("event", outbox.next(0)) for _ in range(4)]
    assert [message["seq"] for message in sent] == [1, 2, 3, 4]
    assert (sent[2]["cause"], sent[2]["t"], sent[2]["boot"]) == ("unknown_record", 9, 3)
    assert sent[3]["type"] == event(4)["type"]
