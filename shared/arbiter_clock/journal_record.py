"""An event and the clock's state after it, packed into a few bytes for the journal.

Payload: type (its place in `wire_fields.EVENT_TYPES`), size of the state if it is not the usual one, boot, t, utc, the
fields of the type in their order, and to the end the state as it was given. Whole numbers are base-128, low group
first; where null is allowed, 0 stands for it and every other value is one more. Text is its length in bytes and UTF-8.
A usual event takes 15 to 30 bytes so.

A record outlives the release that wrote it: no event may be lost to an update, nor to the way back from one. Types,
choices and fields are therefore only ever appended, and a field that is appended to a type may be null: so it reads in
a record from before. What a later release has appended to a type is passed over. An event that only a later
release can tell is read as `restored` with cause `unknown_record`, with its times and the state after it.
"""

from arbiter_clock.errors import FieldError
from arbiter_clock.wire_fields import BOOL, ENUM, EVENT_TYPES, INT, VERSION, Type, each

TYPE_CHECKING = False  # the device has no typing module
if TYPE_CHECKING:
    from collections.abc import Iterable

#: Bytes of state that a record may carry, and with them the longest payload that `pack` writes.
STATE_MAX = 64
PAYLOAD_MAX = 200

_STATE_USUAL = 27  # for ever: what is written without its size has this one
_SIZE_FOLLOWS = 0x80

_NUMBER = Type(INT, low=0)
_NUMBER_NULL = Type(INT, low=0, nullable=True)
_HEAD = (("boot", _NUMBER), ("t", _NUMBER), ("utc", _NUMBER_NULL))


def pack(message: "dict[str, object]", state: bytes, out: bytearray) -> int:
    """Write a valid event message and its state into `out` (PAYLOAD_MAX bytes); returns the length."""
    if len(state) > STATE_MAX:
        raise FieldError("state", str(len(state)) + " bytes", "at most " + str(STATE_MAX) + " bytes")
    name = str(message["type"])
    number = EVENT_TYPES.index(name)
    out[0] = number
    at = 1
    if len(state) != _STATE_USUAL:
        out[0] |= _SIZE_FOLLOWS
        out[1] = len(state)
        at = 2
    for fields in (_HEAD, each("event." + name)):
        for key, kind in fields:
            at = _put(out, at, kind, message[key])
    out[at : at + len(state)] = state
    return at + len(state)


def unpack(payload: bytes, epoch: str, seq: int) -> "tuple[dict[str, object], bytes]":
    """The event message that `pack` was given, key by key, and the state."""
    at, size = (2, payload[1]) if payload[0] & _SIZE_FOLLOWS else (1, _STATE_USUAL)
    end = len(payload) - size
    message: dict[str, object] = {"v": VERSION, "epoch": epoch, "seq": seq}
    at = _get_fields(message, _HEAD, payload, at, end)
    try:
        name = EVENT_TYPES[payload[0] & ~_SIZE_FOLLOWS]
        told = dict(message)
        told["type"] = name
        _get_fields(told, each("event." + name), payload, at, end)
    except IndexError:
        told = stand_in(message, "unknown_record")
    return told, payload[end:]


def stand_in(head: "dict[str, object]", cause: str) -> "dict[str, object]":
    """The event in place of one that cannot be told; `head` has the keys of every event but its type."""
    message = dict(head)
    message["type"] = "restored"
    message["cause"] = cause
    message["phase"] = "restored"
    message["period"] = None
    message["remaining_ms"] = None
    return message


def _put(out: bytearray, at: int, kind: Type, value: object) -> int:
    if kind.kind == BOOL:
        return _put_number(out, at, 1 if value else 0)
    if kind.kind == INT or kind.kind == ENUM:  # noqa: PLR1714 - cheaper than a tuple on the device
        if value is None:
            return _put_number(out, at, 0)
        number = value - kind.low if isinstance(value, int) else kind.choices.index(str(value))
        return _put_number(out, at, number + 1 if kind.nullable else number)
    text = str(value).encode()
    at = _put_number(out, at, len(text))
    out[at : at + len(text)] = text
    return at + len(text)


def _put_number(out: bytearray, at: int, number: int) -> int:
    while number > 0x7F:
        out[at] = number & 0x7F | 0x80
        number >>= 7
        at += 1
    out[at] = number
    return at + 1


def _get_fields(
    message: "dict[str, object]", fields: "Iterable[tuple[str, Type]]", payload: bytes, at: int, end: int
) -> int:
    """Read fields up to `end`; those beyond it were not yet known and are null. IndexError for an unknown choice."""
    for name, kind in fields:
        if at == end:
            message[name] = None
            continue
        number, shift = 0, 0
        while payload[at] > 0x7F:
            number |= (payload[at] & 0x7F) << shift
            shift += 7
            at += 1
        number |= payload[at] << shift
        at += 1
        if kind.kind == BOOL:
            message[name] = number == 1
        elif kind.kind == INT or kind.kind == ENUM:  # noqa: PLR1714 - cheaper than a tuple on the device
            number -= 1 if kind.nullable else 0
            if number < 0:
                message[name] = None
            else:
                message[name] = number + kind.low if kind.kind == INT else kind.choices[number]
        else:
            message[name] = str(payload[at : at + number], "utf-8")
            at += number
    return at
