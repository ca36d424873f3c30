"""The steps of a stroke: what the cells of the table in machine.py do from START to SHOT, and when time runs out.

A step is called as step(clock, kind, t, data) with the moment `t` in ms and `data` already checked; it changes
`clock.state` and reports by `clock.commit`, `clock.signal` or `clock.refuse`. A step that the referee may take back
packs the state beforehand.
"""
# ruff: noqa: ARG001 - all steps have the signature of the table

from arbiter_clock import presets
from arbiter_clock.state import PLAYERS, State, letter

TYPE_CHECKING = False  # the device has no typing module
if TYPE_CHECKING:
    from arbiter_clock.machine import Clock
    from arbiter_clock.undo import Step

    Data = dict[str, object]

#: A second START within this time means that the first came before the balls were at rest, ms.
TOO_EARLY_MS = 3000
#: A restart must follow the resumption by the same press, which a hold does within this time, ms.
HOLD_MS = 3000

_COUNT_MAX = 255


def refuse(clock: "Clock", kind: str, t: int, data: "Data") -> None:
    """The press has no meaning in this phase."""
    clock.refuse(clock.state.phase)


def ignore(clock: "Clock", kind: str, t: int, data: "Data") -> None:
    """The hold has no meaning in this phase; the press before it was answered already."""


def begin(clock: "Clock", kind: str, t: int, data: "Data") -> None:
    """The pins are set, or the balls at rest: the stroke's time begins."""
    state = clock.state
    before = state.pack(t)
    gap = None if state.since is None else t - state.since
    _next_stroke(clock)
    if state.match_origin is None:
        state.match_origin = t
    # [rule DBU 4.5(a)] from the moment the referee has put pins and balls back, or the balls are at rest
    _run_period(clock, t, 1)
    _commit_start(clock, t, "stroke", gap, before)


def take_over(clock: "Clock", kind: str, t: int, data: "Data") -> None:
    """The opponent's stroke after a lost turn; a press that belongs to the late gesture is not it."""
    if not clock.gesture.swallows(kind, t):
        begin(clock, kind, t, data)


def too_early(clock: "Clock", kind: str, t: int, data: "Data") -> None:
    """START again: the balls had not been at rest, if it comes soon enough."""
    state = clock.state
    if clock.gesture.swallows(kind, t):
        return
    if state.period != 1 or state.origin is None or t - state.origin > TOO_EARLY_MS:
        clock.refuse("running")
        return
    before = state.pack(t)
    _run_period(clock, t, 1)
    _commit_start(clock, t, "too_early", None, before)


def restart(clock: "Clock", kind: str, t: int, data: "Data") -> None:
    """The full period again, after a disturbance (START held in a pause) or a power cut (START)."""
    state = clock.state
    before = state.pack(t)
    reason = "restored" if state.phase == "restored" else "restart"
    # Never the first period again once its penalty is booked: a stroke costs two penalties at most.
    _run_period(clock, t, state.period)
    _commit_start(clock, t, reason, None, before)


def held_on(clock: "Clock", kind: str, t: int, data: "Data") -> None:
    """START held: its press has just resumed, the hold makes it a restart."""
    if resumed(clock, t):
        restart(clock, kind, t, data)


def resumed(clock: "Clock", t: int) -> bool:
    """Whether START, held at `t`, has just let the period go on."""
    last = clock.history.last()
    return last is not None and last[1] == "resume" and last[3] is not None and t - last[3] <= HOLD_MS


def shot(clock: "Clock", kind: str, t: int, data: "Data") -> None:
    """The cue has touched the ball while a period runs; at the very deadline it is in time."""
    state = clock.state
    last = clock.history.last()
    elapsed = state.elapsed_at(t)
    _played(clock, kind, t, state.period, elapsed, paused=False)
    _offer(clock, t, last)


def untimed(clock: "Clock", kind: str, t: int, data: "Data") -> None:
    """The referee forgot START: the stroke counts, its time is unknown."""
    if clock.gesture.swallows(kind, t):
        return
    _played(clock, kind, t, None, None, paused=False)
    clock.signal("untimed")


def paused_shot(clock: "Clock", kind: str, t: int, data: "Data") -> None:
    """The player has played although the clock stood still: accepted and marked."""
    state = clock.state
    _played(clock, kind, t, state.period, state.elapsed, paused=True)
    clock.signal("untimed")


def lost_shot(clock: "Clock", kind: str, t: int, data: "Data") -> None:
    """SHOT after a lost turn: the late gesture, or else the opponent's stroke without START."""
    if clock.gesture.swallows(kind, t):
        _offer(clock, t, clock.history.last())
    else:
        _played(clock, kind, t, None, None, paused=False)
        clock.signal("untimed")


def late_shot(clock: "Clock", kind: str, t: int, data: "Data") -> None:
    """SHOT after the end of a set: a borderline case if a time penalty has just ended it."""
    if clock.gesture.swallows(kind, t):
        _offer(clock, t, clock.history.last())
    else:
        clock.refuse("set_end")


def foul(clock: "Clock", kind: str, t: int, data: "Data") -> None:
    """SHOT held: the stroke just played was a foul."""
    state = clock.state
    if state.foul is not None:
        return
    before = state.pack(t)
    state.foul = state.striker
    fields: Data = {"type": "foul", "set": state.set, "stroke": state.stroke}
    fields["player"] = PLAYERS[state.striker]
    fields["to"] = PLAYERS[1 - state.striker]
    clock.commit(t, fields, before)
    clock.signal("foul")


def pause(clock: "Clock", kind: str, t: int, data: "Data") -> None:
    """The period stands still; a pause pressed at the very deadline comes before it."""
    state = clock.state
    before = state.pack(t)
    state.stand_still("paused", t)
    fields: Data = {"type": "pause", "period": state.period, "remaining_ms": state.remaining}
    fields["reason"] = data.get("reason", "referee")
    clock.commit(t, fields, before)
    clock.gesture.begin(kind, t)
    clock.signal("pause")


def resume(clock: "Clock", kind: str, t: int, data: "Data") -> None:
    """The period goes on with what was left of it."""
    state = clock.state
    if clock.gesture.swallows(kind, t):
        return
    before = state.pack(t)
    period, remaining, elapsed = state.period, state.remaining, state.elapsed
    state.stop("run")
    state.period = period
    state.deadline = None if remaining is None else t + remaining
    state.origin = None if elapsed is None else t - elapsed
    clock.commit(t, {"type": "resume", "period": period, "remaining_ms": remaining}, before)
    clock.gesture.begin(kind, t)
    clock.signal("resume")


def swap(clock: "Clock", kind: str, t: int, data: "Data") -> None:
    """The wrong player was shown as striker; the running time is not touched."""
    state = clock.state
    before = state.pack(t)
    _pass_turn(clock)
    if state.free_ball is not None:
        state.free_ball = state.striker
    clock.commit(t, {"type": "swap", "striker": PLAYERS[state.striker]}, before)
    clock.signal("swap")


def extend(clock: "Clock", kind: str, t: int, data: "Data") -> None:
    """The striker takes extra time, where the preset has it; the DBU has none."""
    state = clock.state
    extension = clock.preset.extension
    if extension is None or extension.automatic:
        clock.refuse("no_extension")
    elif state.deadline is None:
        clock.refuse("no_limit")
    elif state.extensions[state.striker] == 0 or (state.stroke == 1 and not extension.on_break):
        clock.refuse("no_extension_left")
    else:
        _extend(clock, t, state.deadline + extension.ms)


def run_out(clock: "Clock", t: int) -> None:
    """The period's deadline `t` has passed: extra time that is taken by itself, or the penalty."""
    state = clock.state
    extension = clock.preset.extension
    if extension is not None and extension.automatic and state.extensions[state.striker] > 0:
        _extend(clock, t, t + extension.ms)
        return
    before = state.pack(t)
    period = clock.preset.periods[state.period - 1]
    striker, opponent = state.striker, 1 - state.striker
    fields: Data = {"type": "penalty", "set": state.set, "stroke": state.stroke, "striker": PLAYERS[striker]}
    fields["to"] = PLAYERS[opponent]
    fields["n"] = state.period
    fields["points"] = period.points
    fields["at"] = t
    # [rule DBU 4.5(b)] 2 points against the player, credited to the opponent, in each period
    state.penalties[striker] = min(state.penalties[striker] + 1, _COUNT_MAX)
    state.points[opponent] = min(state.points[opponent] + period.points, _COUNT_MAX)
    if period.points and state.to_go(opponent) == 0:
        state.stop("set_end")
        state.free_ball = None
        name = "set_end"
    elif period.turn_lost:
        # [rule DBU 4.5(b)] no right to the stroke any more; the opponent takes over, with the ball free
        state.stop("turn_lost")
        state.since = t
        _pass_turn(clock)
        state.free_ball = state.striker if period.free_ball else None
        name = "turn_lost"
    else:
        # [rule DBU 4.5(b)] from that moment, not from the referee's call, the last period runs
        state.period += 1
        state.deadline = t + clock.preset.periods[state.period - 1].ms
        name = "penalty"
    fields["turn_lost"] = name == "turn_lost"
    fields["free_ball"] = letter(state.free_ball) if name == "turn_lost" else None
    fields["set_end"] = name == "set_end"
    clock.gesture.expired(t, clock.seq + 1)
    clock.commit(t, fields, before)
    if name == "set_end":
        clock.signal("penalty")  # no expiry is quieter than another
    clock.signal(name)


def end_stroke(clock: "Clock", since: "int | None", elapsed: "int | None") -> None:
    """The stroke has been played: the balls roll, with the ball no longer free."""
    state = clock.state
    state.stop("rolling")
    state.since = since
    state.elapsed = elapsed
    state.free_ball = None
    if state.shots_left:
        state.shots_left -= 1


def full_period(clock: "Clock", t: int, period: int) -> int:
    """Length (ms) of a period that begins at `t`, on this stroke."""
    state = clock.state
    match_ms = 0 if state.match_origin is None else t - state.match_origin
    return clock.preset.period_ms(period, state.stroke == 1, match_ms)


def open_turn(state: State, preset: presets.Preset) -> None:
    """A player comes to the table: where the preset counts the shots of a turn, all are left."""
    state.shots_left = preset.n_shots


def _next_stroke(clock: "Clock") -> None:
    state = clock.state
    if state.phase == "rolling":
        mode = clock.preset.turn_mode
        if (
            mode == presets.ALTERNATE
            or state.foul is not None
            or (mode == presets.N_SHOTS and state.shots_left == 0)
        ):
            _pass_turn(clock)
    state.stroke = min(state.stroke + 1, 65_535)
    state.foul = None


def _pass_turn(clock: "Clock") -> None:
    clock.state.striker = 1 - clock.state.striker
    open_turn(clock.state, clock.preset)


def _run_period(clock: "Clock", t: int, period: int) -> None:
    state = clock.state
    state.stop("run")
    state.period = period
    state.origin = t
    for earlier in range(1, period):
        state.origin -= full_period(clock, t, earlier)
    # [rule DBU 4.5(a)] at most 40 s for the stroke
    state.deadline = t + full_period(clock, t, period) if state.limit_on else None


def _commit_start(clock: "Clock", t: int, reason: str, gap: "int | None", before: bytes) -> None:
    state = clock.state
    fields: Data = {
        "type": "start",
        "set": state.set,
        "stroke": state.stroke,
        "striker": PLAYERS[state.striker],
    }
    fields["period"] = state.period
    fields["remaining_ms"] = state.remaining_at(t)
    fields["gap_ms"] = gap
    fields["reason"] = reason
    clock.gesture.clear()
    clock.commit(t, fields, before)
    clock.signal("start")


def _played(
    clock: "Clock", kind: str, t: int, period: "int | None", elapsed: "int | None", *, paused: bool
) -> None:
    state = clock.state
    before = state.pack(t)
    if period is None:
        _next_stroke(clock)
    fields: Data = {
        "type": "shot",
        "set": state.set,
        "stroke": state.stroke,
        "striker": PLAYERS[state.striker],
    }
    fields["period"] = period
    fields["elapsed_ms"] = elapsed
    fields["paused"] = paused
    end_stroke(clock, t, elapsed)
    clock.history.forget_before(state.stroke)
    clock.gesture.begin(kind, t)
    clock.commit(t, fields, before)
    clock.signal("shot")


def _extend(clock: "Clock", t: int, deadline: int) -> None:
    state = clock.state
    before = state.pack(t)
    ms = deadline - (t if state.deadline is None else state.deadline)
    state.extensions[state.striker] -= 1
    state.deadline = deadline
    fields: Data = {"type": "extension", "player": PLAYERS[state.striker], "ms": ms}
    fields["left"] = state.extensions[state.striker]
    clock.commit(t, fields, before)
    clock.signal("extension")


def _offer(clock: "Clock", t: int, last: "Step | None") -> None:
    """A borderline case, if SHOT at `t` came late and `last`, the step before it, is the penalty."""
    if last is None or last[1] != "penalty":
        return
    late = clock.gesture.offer(t)
    if late is None:
        return
    state = clock.state
    fields: Data = {"type": "borderline", "set": state.set, "stroke": state.stroke}
    fields["striker"] = PLAYERS[1 - state.striker if state.phase == "turn_lost" else state.striker]
    fields["penalty"] = clock.gesture.penalty
    fields["late_ms"] = late
    clock.commit(t, fields)
    clock.signal("borderline")
