"""Every field of every message: the last good value, the first bad one, and the wrong types."""

import json

from expect import lines, raised, refused

from arbiter_clock import wire
from arbiter_clock.wire_fields import (
    BOOL,
    COMMAND_TYPES,
    ENUM,
    EVENT_TYPES,
    INT,
    KINDS,
    OBJECT,
    TEXT,
    TOKEN,
    delivery,
    layout,
)


def _valid():
    for line in lines(__file__, "wire", "valid.jsonl"):
        vector = json.loads(line)
        yield vector["kind"], json.loads(vector["payload"])


def _layout(kind, message):
    if kind == "event":
        return layout(kind) + layout("event." + message["type"])
    return layout(kind)


def _good(field):
    if field.kind == INT:
        return [field.low, field.high]
    if field.kind == BOOL:
        return [True, False]
    if field.kind == ENUM:
        return list(field.choices)
    if field.kind == TOKEN:
        return [field.chars[0] * field.low, field.chars[-1] * field.high]
    return ["x" * field.low, "x" * field.high, "é" * (field.high // 2)]


def _bad(field):
    values = [1.0, 1.5, b"x", [], (), {"x": 1}]
    if not field.nullable:
        values.append(None)
    if field.kind == INT:
        return values + [field.low - 1, field.high + 1, True, False, str(field.low)]
    if field.kind == BOOL:
        return values + [0, 1, "true", ""]
    if field.kind == ENUM:
        return values + ["", field.choices[0] + "x", field.choices[0].upper() + "X", 0, True]
    values += [0, 1, True, "x" * (field.high + 1), "a\x00", "a\x1f", "\x7f", "\ud800", "\udfff"]
    if field.low:
        values.append("x" * (field.low - 1))
    if field.kind == TEXT:
        return values + ["é" * (field.high // 2 + 1)]
    return values + ["ä" * field.low, "/" * field.low, "+" * field.low, " " * field.low]


def _check_fields(kind, message, layout, part, path):
    for name, field in layout:
        if field.kind == OBJECT:
            if part[name] is not None:
                _check_fields(kind, message, field.fields, part[name], path + name + ".")
            continue
        before = part[name]
        if name not in ("v", "type"):
            for value in _good(field) + ([None] if field.nullable else []):
                part[name] = value
                assert wire.decode(kind, wire.encode(kind, message)) == message, (path, name, value)
        for value in _bad(field):
            part[name] = value
            assert refused(wire.encode, kind, message) == path + name, (path, name, value)
        del part[name]
        assert refused(wire.encode, kind, message) == path + name
        part[name] = before


def test_every_field_takes_its_bounds_and_nothing_beyond_them():
    seen = set()
    for kind, message in _valid():
        key = (kind, message.get("type"), message.get("as_of") is None)
        if key not in seen:
            seen.add(key)
            _check_fields(kind, message, _layout(kind, message), message, "")


def test_every_field_of_a_command_takes_its_bounds_and_nothing_beyond_them():
    for kind, message in _valid():
        if kind == "cmd":
            _check_fields(kind, message, layout("cmd." + message["type"]), message["data"], "data.")


def test_a_further_key_is_refused_wherever_it_stands():
    for kind, message in _valid():
        message["zz"] = 1
        assert refused(wire.encode, kind, message) == "zz"
        del message["zz"]
        for name in message:
            if isinstance(message[name], dict):
                message[name]["zz"] = 1
                assert refused(wire.encode, kind, message) == name + ".zz"
                del message[name]["zz"]


def test_the_largest_message_of_every_kind_fits_its_sender():
    for kind in KINDS:
        bodies = {
            "event": [layout("event." + name) for name in EVENT_TYPES],
            "cmd": [layout("cmd." + name) for name in COMMAND_TYPES],
        }
        extra = max([_size(fields) for fields in bodies.get(kind, [()])]) + len('"data":{},')
        assert _size(layout(kind)) + extra <= delivery(kind)[3], kind


def _size(layout):
    """Bytes of the longest object of a layout, every character of a text escaped."""
    total = 2
    for name, field in layout:
        if field.kind == INT:
            value = len(str(field.high))
        elif field.kind == BOOL:
            value = len("false")
        elif field.kind == ENUM:
            value = 2 + max([len(choice) for choice in field.choices])
        elif field.kind == OBJECT:
            value = _size(field.fields)
        else:
            value = 2 + field.high * (2 if field.kind == TEXT else 1)
        total += len(name) + 4 + value
    return total


def test_a_payload_may_fill_the_size_of_its_sender_and_no_more():
    for kind, text in (
        ("log", b'{"v":1,"level":"info","text":"x"}'),
        ("ack", b'{"v":1,"epoch":"0a1b2c3d","seq":7}'),
    ):
        room = delivery(kind)[3] - len(text)
        assert wire.decode(kind, text + b" " * room) == wire.decode(kind, text)
        assert refused(wire.decode, kind, text + b" " * (room + 1)) == "payload"


def test_an_unknown_kind_is_refused_both_ways():
    assert refused(wire.encode, "events", {"v": 1}) == "kind"
    assert refused(wire.decode, "", b"{}") == "kind"


def test_an_error_names_what_was_found_and_what_is_allowed():
    for kind, payload, found, allowed in (
        ("ack", b'{"v":2}', "2", "1"),
        ("ack", b'{"v":null}', "null", "1"),
        ("ack", b'{"v":1}', "nothing", "text of 8 characters from 0123456789abcdef"),
        ("ack", b'{"v":1,"epoch":"0a1b2c3d","seq":null}', "null", "a whole number from 0 to 4294967295"),
        ("reply", b'{"v":1,"txn":"x","ok":1}', "1", "true or false"),
        (
            "reply",
            b'{"v":1,"txn":"x","ok":true,"error":7}',
            "7",
            "text of 1 to 200 bytes without control characters or null",
        ),
        ("log", b'{"v":1,"level":"x"}', "x", "one of debug, info, warning, error"),
        (
            "cmd",
            b'{"v":1,"type":"x"}',
            "x",
            "one of balls, identify, limit, points_to_go, preset, press, set_end, set_start, update",
        ),
    ):
        error = raised(wire.FieldError, wire.decode, kind, payload)
        assert (error.found, error.allowed) == (found, allowed), payload


def test_an_object_that_is_none_is_described_by_its_keys():
    message = {
        "v": 1,
        "txn": "x",
        "issued_at": 0,
        "ttl_ms": 0,
        "role": "referee",
        "expect_seq": None,
        "data": 1,
    }
    for name, allowed in (("preset", "an object with name"), ("identify", "an object with no keys")):
        message["type"] = name
        error = raised(wire.FieldError, wire.check, "cmd", message)
        assert (error.field, error.allowed) == ("data", allowed)
