"""What the commands of the hub may carry: checked in full before the clock changes anything."""

from arbiter_clock import presets
from arbiter_clock.errors import FieldError
from arbiter_clock.state import BALLS, PLAYERS

PAUSE_REASONS = ("referee", "cleaning", "review", "external", "toilet", "equipment", "injury", "break")
ROLES = ("direction", "referee", "scorer", "anyone")

_SET_MAX = 255
_POINTS_MAX = 60_000
_CODE_MAX = 99_999


def check(kind: str, data: "dict[str, object]") -> None:
    """FieldError unless `data` is what an input of that kind needs."""
    if kind == "set_start":
        _check_set_start(data)
    elif kind == "limit":
        _check_limit(data)
    elif kind == "balls":
        _one_of(data, "ball_a", BALLS)
        _text(data, "by")
    elif kind == "points_to_go":
        _whole(data, "a", 0, _POINTS_MAX)
        _whole(data, "b", 0, _POINTS_MAX)
        _whole(data, "as_of_seq", 0, 2**32 - 1)
    elif kind == "preset":
        _one_of(data, "name", presets.NAMES)
    elif kind == "pause":
        if "reason" in data:
            _one_of(data, "reason", PAUSE_REASONS)
    elif kind == "set_end" and "by" in data:
        _one_of(data, "by", ("hub", "referee"))


def _check_set_start(data: "dict[str, object]") -> None:
    _whole(data, "set", 1, _SET_MAX)
    _one_of(data, "striker", PLAYERS)
    _one_of(data, "ball_a", BALLS)
    if data.get("limit") is not True and data.get("limit") is not False:
        raise FieldError("limit", data.get("limit"), "true or false")
    _text(data, "by")
    for field in ("to_go_a", "to_go_b"):
        if data.get(field) is not None:
            _whole(data, field, 0, _POINTS_MAX)


def _check_limit(data: "dict[str, object]") -> None:
    _one_of(data, "state", ("off", "armed"))
    _text(data, "by")
    if "role" in data:
        _one_of(data, "role", ROLES)
    if data.get("code") is not None:
        _whole(data, "code", 1, _CODE_MAX)


def may_order_limit(enable_role: str, role: object) -> bool:
    """Whether somebody in `role` may switch the limit where the preset leaves it to `enable_role` and above."""
    if role == "direction" or enable_role == "anyone":
        return True
    return role == "referee" and enable_role == "referee"


def _whole(data: "dict[str, object]", field: str, low: int, high: int) -> None:
    value = data.get(field)
    if type(value) is not int or not low <= value <= high:
        raise FieldError(field, value, "a whole number from " + str(low) + " to " + str(high))


def _one_of(data: "dict[str, object]", field: str, allowed: "tuple[str, ...]") -> None:
    value = data.get(field)
    if value not in allowed:
        raise FieldError(field, value, "one of " + ", ".join(allowed))


def _text(data: "dict[str, object]", field: str) -> None:
    value = data.get(field)
    if type(value) is not str or not 1 <= len(value.encode()) <= 64:
        raise FieldError(field, value, "text of 1 to 64 bytes")
