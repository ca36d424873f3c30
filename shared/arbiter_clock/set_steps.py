"""The steps around the strokes: a set begins and ends, the direction orders the limit, the hub tells the score,
and the power comes back. Called like the steps in transitions.py.
"""
# ruff: noqa: ARG001 - all steps have the signature of the table

from arbiter_clock import commands, late_press, presets, transitions
from arbiter_clock.errors import FieldError
from arbiter_clock.state import BALLS, PLAYERS

TYPE_CHECKING = False  # the device has no typing module
if TYPE_CHECKING:
    from arbiter_clock.machine import Clock

    Data = dict[str, object]

_SET_MAX = 255


def check_standing(clock: "Clock", kind: str, data: "Data") -> None:
    """FieldError unless this clock may take the command: who may order the limit, and how old a score may be."""
    if kind == "limit":
        # [rule DBU 4.5] only the direction decides
        role = data.get("role", "direction")
        enable = clock.preset.enable_role
        if not commands.may_order_limit(enable, role):
            raise FieldError("role", role, enable)
    else:
        clock.points_at(int(str(data["as_of_seq"])))


def set_start(clock: "Clock", kind: str, t: int, data: "Data") -> None:
    """A set begins, as the hub says."""
    state = clock.state
    number = int(str(data["set"]))
    by = str(data["by"])
    _clear(clock, new_match=number == 1)
    state.set = number
    state.striker = PLAYERS.index(str(data["striker"]))
    state.ball_a = BALLS[BALLS.index(str(data["ball_a"]))]
    for player, field in enumerate(("to_go_a", "to_go_b")):
        to_go = data.get(field)
        state.goal[player] = None if to_go is None else int(str(to_go))
    _open(clock, t, data["limit"] is True, by)


def local_set(clock: "Clock", kind: str, t: int, data: "Data") -> None:
    """A set begins without the hub, START held: sides as they are, the limit as ordered before."""
    state = clock.state
    if clock.gesture.swallows(late_press.ANY, t):
        return
    limit = state.armed or clock.preset.enable_role == "anyone"
    _clear(clock, new_match=state.set == 0)
    state.set = min(state.set + 1, _SET_MAX)
    _open(clock, t, limit, clock.limit_by or "referee")


def set_end(clock: "Clock", kind: str, t: int, data: "Data") -> None:
    """The set is over, by score or concession: no penalty for a stroke under way."""
    state = clock.state
    before = state.pack(t)
    state.stop("set_end")
    state.free_ball = state.foul = None
    clock.gesture.clear()
    clock.commit(t, {"type": "set_end", "set": state.set, "by": data.get("by", "hub")}, before)
    clock.signal("set_end")


def set_limit(clock: "Clock", kind: str, t: int, data: "Data") -> None:
    """The direction orders the limit for the next set, or takes it back, at once: booked penalties stay."""
    state = clock.state
    # [rule DBU 4.5] for the next set, never for the one under way
    state.armed = data["state"] == "armed"
    if not state.armed and state.limit_on:
        lift_limit(clock)
    clock.limit_by = str(data["by"])
    fields: Data = {"type": "limit", "state": data["state"], "by": data["by"], "code": data.get("code")}
    clock.commit(t, fields)


def lift_limit(clock: "Clock") -> None:
    """The stroke under way goes on without a deadline, timed for the statistics."""
    state = clock.state
    state.limit_on = False
    if state.period:
        state.period = 1
        state.deadline = state.remaining = None


def set_goal(clock: "Clock", kind: str, t: int, data: "Data") -> None:
    """What the players still need, as of an event; penalties booked since then are taken off by the goal itself.

    If they have reached the distance, the set was over with them, and no further period runs.
    """
    state = clock.state
    told = (int(str(data["a"])), int(str(data["b"])))
    credited = clock.points_at(int(str(data["as_of_seq"])))[1:]
    reached = False
    for player in (0, 1):
        state.goal[player] = credited[player] + told[player]
        # What the hub itself has seen reach the distance it ends itself.
        reached = reached or (told[player] > 0 and state.to_go(player) == 0)
    if reached and state.phase != "set_end":
        set_end(clock, kind, t, {})


def set_balls(clock: "Clock", kind: str, t: int, data: "Data") -> None:
    """The other ball is a's: who plays which had been noted wrongly. Nothing else changes, and UNDO takes it back."""
    state = clock.state
    if data["ball_a"] == state.ball_a:
        clock.refuse("unchanged")
        return
    before = state.pack(t)
    # [rule DBU 4.2] what is shown at all times must be right
    state.ball_a = BALLS[BALLS.index(str(data["ball_a"]))]
    clock.commit(t, {"type": "balls", "ball_a": state.ball_a, "by": data["by"]}, before)
    clock.signal("balls")


def set_preset(clock: "Clock", kind: str, t: int, data: "Data") -> None:
    """Another discipline; the set after this begins by its rules."""
    clock.preset = presets.preset(str(data["name"]))


def power_on(clock: "Clock", t: int, cause: str, remaining_ms: "int | None") -> None:
    """Back after a reset: times move to the new scale, a stroke under way waits for the referee."""
    state = clock.state
    then = clock.now
    clock.now = t
    clock.history.from_earlier_boot()
    if state.match_origin is not None:
        state.match_origin = t - (then - state.match_origin)
    if state.phase in ("idle", "set_end"):
        return
    phase = state.phase
    if state.period:
        state.stand_still("restored", then)
        if remaining_ms is not None and state.remaining is not None:
            passed = max(0, state.remaining - max(0, remaining_ms))
            state.remaining -= passed
            state.elapsed = None if state.elapsed is None else state.elapsed + passed
    state.since = None
    state.restored = True
    fields: Data = {"type": "restored", "cause": cause, "phase": phase}
    fields["period"] = state.period or None
    fields["remaining_ms"] = state.remaining
    clock.commit(t, fields)
    clock.signal("restored")


def _clear(clock: "Clock", *, new_match: bool) -> None:
    state = clock.state
    state.stop("ready")
    state.stroke = 0
    extension = clock.preset.extension
    for player in (0, 1):
        state.penalties[player] = 0
        state.points[player] = 0
        state.goal[player] = None
        if extension is None:
            state.extensions[player] = 0
        elif new_match or extension.per == "set":
            state.extensions[player] = extension.count
    if new_match:
        state.match_origin = None
    transitions.open_turn(state, clock.preset)


def _open(clock: "Clock", t: int, limit: bool, by: str) -> None:
    state = clock.state
    # [rule DBU 4.5] settled once, for the whole set
    state.limit_on = limit
    clock.limit_by = by
    state.armed = False
    state.restored = False
    clock.history.clear()
    clock.gesture.clear()
    clock.forget_points()
    fields: Data = {"type": "set_start", "set": state.set, "striker": PLAYERS[state.striker]}
    fields["ball_a"] = state.ball_a
    fields["preset"] = clock.preset.name
    fields["limit"] = limit
    fields["by"] = by
    clock.commit(t, fields)
    clock.signal("set_start")
