"""Messages in bulk: the interpreter's own JSON reader in front of the one codec.

What this lets pass, `wire.decode` lets pass with the same result (a property test holds that); whatever it does not
take at once is left to `wire.decode`, which then accepts it or names what does not fit.
"""

import json
from typing import Any, NoReturn, cast

from arbiter_clock import wire
from arbiter_clock.wire_schema import DELIVERY

_MAX_DIGITS = 16


class _UnsureError(ValueError):
    """Something that only the codec itself should judge."""


def decode(kind: str, payload: bytes) -> dict[str, Any]:
    """As `wire.decode`; FieldError if the message is not a valid one."""
    try:
        if len(payload) > DELIVERY[kind][3]:
            raise _UnsureError
        message: Any = _reader.decode(payload.decode("utf-8"))
        if type(message) is not dict:
            raise _UnsureError
        wire.check(kind, cast("dict[str, Any]", message))
    except (ValueError, KeyError, RecursionError):
        return wire.decode(kind, payload)
    return cast("dict[str, Any]", message)


def _pairs(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise _UnsureError
    return made


def _whole(digits: str) -> int:
    if len(digits) > _MAX_DIGITS:
        raise _UnsureError
    return int(digits)


def _refuse(_text: str) -> NoReturn:
    raise _UnsureError


_reader = json.JSONDecoder(
    object_pairs_hook=_pairs, parse_int=_whole, parse_float=_refuse, parse_constant=_refuse
)
