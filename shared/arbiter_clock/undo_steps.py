"""UNDO and UNDO held: the referee takes steps back and gives them again, before and after a power cut.

Called like the steps in transitions.py. What nobody pressed is not undone with a step: the limit that the direction has
ordered and the goals that the hub has told stay as they are.
"""
# ruff: noqa: ARG001 - all steps have the signature of the table

from arbiter_clock import set_steps, transitions
from arbiter_clock.undo import AT, BEFORE, KIND, SEQ

TYPE_CHECKING = False  # the device has no typing module
if TYPE_CHECKING:
    from arbiter_clock.machine import Clock

    Data = dict[str, object]

_UNDOABLE = ("start", "shot", "foul", "penalty", "pause", "resume", "swap", "extension", "set_end", "balls")


def undo(clock: "Clock", kind: str, t: int, data: "Data") -> None:
    """Take back the last step, or the penalty before a late shot that is offered as borderline case."""
    last = clock.history.last()
    if last is None:
        clock.refuse("nothing_to_undo")
        return
    after = clock.state.pack(t)
    since = None
    if last[KIND] == "shot" and clock.gesture.offered_at(t):
        since = clock.state.since
        step = clock.history.undo_below(t, after)
    else:
        step = clock.history.undo(t, after)
    _adopt(clock, step[BEFORE], step[AT])
    if step[KIND] == "penalty":
        _in_time(clock, since)
    asks = _go_on(clock, t, step[AT])
    clock.commit(t, {"type": "undo", "undoes": step[SEQ]})
    clock.signal("ask" if asks else "undo")


def redo(clock: "Clock", kind: str, t: int, data: "Data") -> None:
    """Give back the step that was last taken back."""
    step = clock.history.redo(t, clock.state.pack(t))
    if step is None:
        clock.refuse("nothing_to_redo")
        return
    _adopt(clock, step[BEFORE], step[AT])
    asks = _go_on(clock, t, step[AT])
    clock.commit(t, {"type": "redo", "redoes": step[SEQ]})
    clock.signal("ask" if asks else "undo")


def replay(clock: "Clock", seq: int, event: "Data", packed: bytes) -> None:
    """Repeat on the history what an event of the journal did, and take up the state that it led to."""
    kind, t = str(event["type"]), int(str(event["t"]))
    before = clock.state.pack(t)
    clock.state.unpack(packed, t)
    history = clock.history
    if kind in _UNDOABLE:
        if kind == "shot":
            history.forget_before(clock.state.stroke)
        history.push((seq, kind, clock.state.stroke, t, before))
    elif kind == "set_start":
        history.clear()
        clock.forget_points()
    elif kind == "undo":
        last, below = history.last(), history.below_last()
        if last is not None and last[SEQ] == event["undoes"]:
            history.undo(t, before)
        elif below is not None and below[SEQ] == event["undoes"]:
            history.undo_below(t, before)
        else:
            # The step's record is no longer there, and so is the way back.
            history.clear()
    elif kind == "redo":
        history.redo(t, before)
    if "by" in event and kind in ("set_start", "limit"):
        clock.limit_by = str(event["by"])
    clock.note_points(seq)
    clock.seq = seq
    clock.now = t


def _adopt(clock: "Clock", packed: bytes, then: "int | None") -> None:
    state = clock.state
    armed, limit_on, goal_a, goal_b = state.armed, state.limit_on, state.goal[0], state.goal[1]
    match_origin = state.match_origin
    state.unpack(packed, 0 if then is None else then)
    # The match clock runs through all steps but the first START, which alone sets it.
    if state.match_origin is not None and (match_origin is not None or then is None):
        state.match_origin = match_origin
    state.armed = armed
    state.goal[0] = goal_a
    state.goal[1] = goal_b
    if not limit_on:
        set_steps.lift_limit(clock)


def _in_time(clock: "Clock", since: "int | None") -> None:
    """The ruling that an undone penalty means: the stroke was played before the deadline."""
    state = clock.state
    deadline = state.deadline
    elapsed = None
    if deadline is not None and state.origin is not None:
        elapsed = deadline - state.origin
    transitions.end_stroke(clock, deadline if since is None else since, elapsed)


def _go_on(clock: "Clock", t: int, then: "int | None") -> bool:
    """Join the state taken up with the present: its clock has run on meanwhile, or the device was off.

    Whether the referee must now say how to go on, because the clock cannot know.
    """
    state = clock.state
    clock.gesture.clear()
    due = clock.deadline()
    if then is None or (state.phase == "rolling" and due is not None and due <= t):
        # A moment on a scale that has ended, or a start that came by itself and has just been taken back.
        state.since = None
    if state.phase != "run":
        return False
    if then is None:
        state.stand_still("restored", 0)
    elif state.deadline is not None and state.deadline < t:
        state.stand_still("paused", state.deadline)
    else:
        return False
    return True
