"""The contract as text: what is read from it, and that a device which keeps nothing of it checks the same."""

import json

from expect import lines, raised

from arbiter_clock import wire, wire_fields
from arbiter_clock.errors import FieldError
from arbiter_clock.wire_fields import ENUM, OBJECT, TOKEN, Type, layout, type_of


def vectors(name):
    for line in lines(__file__, "wire", name):
        yield json.loads(line)


def lean(task):
    """Do something as a device does it: with nothing made before, and nothing kept."""
    made = dict(wire_fields._types), dict(wire_fields._layouts)
    wire_fields._types.clear()
    wire_fields._layouts.clear()
    before = wire_fields.lean
    wire_fields.lean = True
    try:
        task()
        assert not wire_fields._layouts
    finally:
        wire_fields.lean = before
        wire_fields._types.clear()
        wire_fields._types.update(made[0])
        wire_fields._layouts.update(made[1])


def test_a_device_that_keeps_nothing_takes_and_writes_every_valid_message():
    def check():
        for vector in vectors("valid.jsonl"):
            message = wire.decode(vector["kind"], vector["payload"].encode())
            assert wire.encode(vector["kind"], message) == vector["payload"].encode()

    lean(check)


def test_a_device_that_keeps_nothing_refuses_every_invalid_message_in_the_same_words():
    valid = next(
        json.loads(vector["payload"]) for vector in vectors("valid.jsonl") if vector["kind"] == "status"
    )
    wrong = (("status", "lost ready"), ("status", ""), ("status", "read"), ("epoch", "0"), ("reset", 1))
    for key, value in wrong:
        payload = json.dumps(dict(valid, **{key: value})).encode()
        words = str(raised(FieldError, lambda payload=payload: wire.decode("status", payload)))

        def check(payload=payload, words=words):
            assert str(raised(FieldError, lambda: wire.decode("status", payload))) == words

        lean(check)


def test_choices_are_whole_words_of_the_text():
    def check():
        phase = type_of("phase")
        assert phase.kind == ENUM
        assert [text for text in phase.choices if not phase.offers(text)] == []
        for text in ("", "id", "dle", "idle ready", "restored;", "presence"):
            assert not phase.offers(text)

    lean(check)


def test_a_layout_or_type_that_the_text_does_not_have_is_an_error():
    assert raised(KeyError, lambda: layout("event.nonsense"))
    assert raised(KeyError, lambda: type_of("nonsense?"))


def test_a_type_can_be_made_by_hand():
    one = Type(ENUM, choices=("a", "b"), nullable=True)
    assert one.offers("b")
    assert not one.offers("c")
    assert one.allowed() == "one of a, b or null"
    assert Type(TOKEN, low=1, high=2, chars="xy").chars == "xy"
    assert Type(OBJECT, fields=()).fields == ()
