"""Wire format against random input, and against the JSON reader and writer of CPython."""

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter_clock import wire
from arbiter_clock.canonical_json import is_utf8, parse_object
from arbiter_clock.errors import FieldError
from arbiter_clock.wire_schema import (
    BOOL,
    COMMANDS,
    DELIVERY,
    ENUM,
    EVENTS,
    INT,
    MESSAGES,
    OBJECT,
    TOKEN,
    Type,
)

KINDS = st.sampled_from(sorted(DELIVERY))


def values(field: Type) -> st.SearchStrategy[object]:
    strategy: st.SearchStrategy[object]
    if field.kind == INT:
        strategy = st.integers(field.low, field.high)
    elif field.kind == BOOL:
        strategy = st.booleans()
    elif field.kind == ENUM:
        strategy = st.sampled_from(field.choices)
    elif field.kind == OBJECT:
        parts = st.tuples(*(values(inner) for _, inner in field.fields))
        names = [name for name, _ in field.fields]
        strategy = parts.map(lambda drawn: dict(zip(names, drawn, strict=True)))
    elif field.kind == TOKEN:
        strategy = st.text(field.chars, min_size=field.low, max_size=min(field.high, 8))
    else:
        characters = st.characters(codec="utf-8", exclude_categories=("Cc",))
        strategy = st.text(characters, min_size=field.low, max_size=field.high // 4)
    return st.none() | strategy if field.nullable else strategy


@st.composite
def messages(draw: st.DrawFn) -> tuple[str, dict[str, object]]:
    kind = draw(KINDS)
    layout = dict(MESSAGES[kind])
    if kind in ("event", "cmd"):
        name, fields = draw(st.sampled_from(EVENTS if kind == "event" else COMMANDS))
        layout["type"] = Type(ENUM, choices=(name,))
        layout.update(fields if kind == "event" else [("data", Type(OBJECT, fields=fields))])
    return kind, {name: draw(values(field)) for name, field in layout.items()}


@settings(deadline=None)
@given(messages())
def test_every_valid_message_comes_back(sample: tuple[str, dict[str, object]]) -> None:
    kind, message = sample
    payload = wire.encode(kind, message)
    assert len(payload) <= DELIVERY[kind][3]
    assert wire.decode(kind, payload) == message


@settings(deadline=None)
@given(messages(), st.randoms())
def test_bytes_are_those_of_a_canonical_json_writer_whatever_the_order_of_keys(
    sample: tuple[str, dict[str, object]], random: Random
) -> None:
    kind, message = sample
    expected = json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()
    shuffled = list(message.items())
    random.shuffle(shuffled)
    assert wire.encode(kind, dict(shuffled)) == expected


@settings(deadline=None)
@given(KINDS, st.binary(max_size=200) | st.text().map(str.encode))
def test_garbage_is_refused_by_a_field_error(kind: str, payload: bytes) -> None:
    with pytest.raises(FieldError):
        wire.decode(kind, payload)


@settings(deadline=None)
@given(messages(), st.data())
def test_a_damaged_message_is_refused_or_is_another_valid_one(
    sample: tuple[str, dict[str, object]], data: st.DataObject
) -> None:
    kind, message = sample
    payload = bytearray(wire.encode(kind, message))
    for _ in range(data.draw(st.integers(1, 3))):
        payload[data.draw(st.integers(0, len(payload) - 1))] = data.draw(st.integers(0, 255))
    try:
        changed = wire.decode(kind, bytes(payload))
    except FieldError:
        return
    assert wire.decode(kind, wire.encode(kind, changed)) == changed


@settings(deadline=None)
@given(st.binary(max_size=8) | st.lists(st.integers(0x70, 0xFF), max_size=6).map(bytes))
def test_utf8_is_judged_as_cpython_does(data: bytes) -> None:
    try:
        data.decode()
        valid = True
    except UnicodeDecodeError:
        valid = False
    assert is_utf8(data) is valid


def test_utf8_is_judged_as_cpython_does_for_every_first_pair() -> None:
    for first in range(0x80, 0x100):
        for second in range(0x70, 0x100):
            for tail in (b"", b"\x80", b"\x80\x80"):
                data = bytes((first, second)) + tail
                assert is_utf8(data) == (data.decode(errors="ignore").encode() == data), data


TREES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**15), 10**15) | st.text(),
    lambda inner: st.dictionaries(st.text(max_size=10), inner, max_size=4),
    max_leaves=12,
)


@settings(deadline=None)
@given(st.dictionaries(st.text(max_size=10), TREES, max_size=4), st.booleans(), st.sampled_from([None, 1]))
def test_reader_agrees_with_cpython_on_all_json_that_it_takes(
    tree: dict[str, object], ascii_only: bool, indent: int | None
) -> None:
    text = json.dumps(tree, ensure_ascii=ascii_only, indent=indent)
    assert parse_object(text.encode(), 20) == tree
