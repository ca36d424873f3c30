"""Messages of the MQTT contract, version 1: dict <-> bytes, and their topics.

Encoding is canonical: the keys in the order of `wire_fields`, no white space, text in UTF-8 with only quotation
mark and backslash escaped. Both interpreters write the same bytes, so that a resent event is byte-identical.
Decoding is strict: version, type, every key exactly once, every value of its exact type and within its bounds.
White space and another order of keys are accepted. Whatever does not fit raises FieldError.
"""

from arbiter_clock.canonical_json import is_text, parse_object, quote
from arbiter_clock.errors import FieldError
from arbiter_clock.wire_fields import (
    BOOL,
    COMMAND_TYPES,
    ENUM,
    EVENT_TYPES,
    INT,
    KINDS,
    OBJECT,
    ROOT,
    TOKEN,
    VERSION,
    Type,
    delivery,
    each,
    layout,
    type_of,
)

TYPE_CHECKING = False  # the device has no typing module
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

__all__ = ["VERSION", "decode", "encode", "parse_topic", "printable", "topic", "txn_of"]

_MAX_DEPTH = 2


def encode(kind: str, message: "dict[str, object]") -> bytes:
    """Canonical bytes of a message of one of the nine kinds; FieldError if it is not a valid one.

    The bounds of the fields keep every valid message within the size that its sender may use.
    """
    check(kind, message)
    parts: list[bytes] = []
    _write(_fields(kind, _more(kind, message)), message, parts)
    return b"".join(parts)


def decode(kind: str, payload: bytes) -> "dict[str, object]":
    """The message in `payload` (bytes), checked in full; FieldError names the first thing that does not fit."""
    limit = _limit(kind)
    if len(payload) > limit:
        raise FieldError("payload", str(len(payload)) + " bytes", "at most " + str(limit) + " bytes")
    message = parse_object(payload, _MAX_DEPTH)
    check(kind, message)
    return message


def check(kind: str, message: "dict[str, object]") -> None:
    """FieldError unless `message` has exactly the keys and values of its kind, version and type."""
    _limit(kind)
    more = _more(kind, message)
    _check_object("", lambda: _fields(kind, more), message)


def txn_of(payload: bytes) -> "str | None":
    """The `txn` of a command that may otherwise be invalid, so that it can be answered; None without one."""
    if len(payload) > _limit("cmd"):
        return None
    try:
        message = parse_object(payload, _MAX_DEPTH)
        txn = message.get("txn")
        _check_value("txn", type_of("txn"), txn)
    except FieldError:
        return None
    return txn if isinstance(txn, str) else None


def printable(text: str, limit: int) -> str:
    """`text` made fit for a text field of 1 to `limit` bytes: control characters become spaces, the rest is cut."""
    if not text:
        return " "
    kept = ""
    size = 0
    for char in text:
        fit = char if is_text(char) else " "
        size += len(fit.encode())
        if size > limit:
            break
        kept += fit
    return kept


def topic(site: str, table: str, kind: str) -> str:
    """`arbiter/1/<site>/<table>/<kind>`; FieldError unless site and table are names and the kind exists."""
    _limit(kind)
    _check_value("site", type_of("name"), site)
    _check_value("table", type_of("name"), table)
    return ROOT + "/" + site + "/" + table + "/" + kind


def parse_topic(text: str) -> "tuple[str, str, str]":
    """(site, table, kind) of a topic of this version; FieldError for every other one."""
    levels = text.split("/")
    if len(levels) != 5 or levels[0] + "/" + levels[1] != ROOT:
        raise FieldError("topic", text, ROOT + "/<site>/<table>/<kind>")
    site, table, kind = levels[2], levels[3], levels[4]
    topic(site, table, kind)
    return site, table, kind


def _limit(kind: str) -> int:
    if kind not in KINDS:
        raise FieldError("kind", kind, "one of " + ", ".join(sorted(KINDS)))
    return delivery(kind)[3]


def _more(kind: str, message: "dict[str, object]") -> str:
    """The layout with which that of `event` and `cmd` goes on, "" for others; the version is checked first."""
    version = message.get("v")
    if type(version) is not int or version != VERSION:
        raise FieldError("v", _shown(message, "v"), str(VERSION))
    if kind == "event":
        return "event." + _type_in(message, EVENT_TYPES)
    if kind == "cmd":
        return "cmd." + _type_in(message, COMMAND_TYPES)
    return ""


def _fields(kind: str, more: str) -> "Iterator[tuple[str, Type]]":
    """All fields of a message."""
    yield from each(kind)
    if kind == "event":
        yield from each(more)
    elif kind == "cmd":
        yield "data", Type(OBJECT, fields=layout(more))


def _type_in(message: "dict[str, object]", types: "tuple[str, ...]") -> str:
    name = message.get("type")
    if not isinstance(name, str) or name not in types:
        raise FieldError("type", _shown(message, "type"), "one of " + ", ".join(sorted(types)))
    return name


def _shown(message: "dict[str, object]", key: str) -> str:
    if key not in message:
        return "nothing"
    value = message[key]
    if value is None:
        return "null"
    if isinstance(value, str):
        return value
    return repr(value)


def _check_object(
    path: str, fields: "Callable[[], Iterable[tuple[str, Type]]]", value: "dict[str, object]"
) -> None:
    found = 0
    for name, kind in fields():
        if name not in value:
            raise FieldError(path + name, "nothing", kind.allowed())
        _check_value(path + name, kind, value[name])
        found += 1
    if found == len(value):
        return
    known = [name for name, _ in fields()]
    unknown = [str(key)[:40] for key in value if key not in known]
    raise FieldError(path + min(unknown), "an unknown key", "only " + (", ".join(known) or "an empty object"))


def _check_value(path: str, kind: Type, value: object) -> None:
    """Types are compared exactly: True is an instance of int on CPython, and is none on MicroPython."""
    if value is None:
        valid = kind.nullable
    elif kind.kind == INT:
        valid = type(value) is int and kind.low <= value <= kind.high
    elif kind.kind == BOOL:
        valid = value is True or value is False
    elif kind.kind == OBJECT:
        if type(value) is dict:
            _check_object(path + ".", lambda: kind.fields, value)  # pyright: ignore[reportUnknownArgumentType] - keys are checked
            return
        valid = False
    else:
        valid = type(value) is str and _fits(kind, value)
    if not valid:
        raise FieldError(path, "null" if value is None else value, kind.allowed())


def _fits(kind: Type, text: str) -> bool:
    if kind.kind == ENUM:
        return kind.offers(text)
    if kind.kind == TOKEN:
        if not kind.low <= len(text) <= kind.high:
            return False
        chars = kind.chars
        return all(char in chars for char in text)
    return is_text(text) and kind.low <= len(text.encode()) <= kind.high


def _write(fields: "Iterable[tuple[str, Type]]", value: "dict[str, object]", out: "list[bytes]") -> None:
    before = '{"'
    for name, kind in fields:
        item = value[name]
        if item is None:
            text = "null"
        elif item is True or item is False:
            text = "true" if item else "false"
        elif kind.kind == INT:
            text = str(item)
        elif kind.kind == OBJECT:
            out.append((before + name + '":').encode())
            _write(kind.fields, item, out)  # type: ignore[arg-type] - checked before
            before = ',"'
            continue
        else:
            text = quote(str(item))
        out.append((before + name + '":' + text).encode())
        before = ',"'
    out.append(b"}" if before == ',"' else b"{}")
