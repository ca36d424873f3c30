"""The shot clock: one table (phase, input) -> step, and the clock that takes the steps.

Theory of operation
-------------------
The clock knows one stroke at a time. The referee says when it begins (START) and when the cue has touched the ball
(SHOT); between the two a period runs. A period that runs out is a penalty, and either the next period or the loss
of the turn. What a period is, and what it costs, is the preset's; for the DBU it is 40 s, then 20 s.

    idle        no set            ready      set begun, no stroke yet       run      a period runs
    rolling     stroke played     turn_lost  time out, opponent to play     paused   the period stands still
    set_end     set over          restored   the power was cut in a stroke: the referee decides how to go on

Inputs, `handle(kind, t, data)`:
    start  shot  pause  undo  ext    the button was pressed (undo: pressed and released within a second)
    restart foul redo   swap         START, SHOT, UNDO, SWAP held for a second; the press itself came before
    set_start set_end limit points_to_go balls preset      commands of the hub, with `data` as on the wire
`data` of set_start {set, striker, ball_a, limit, by, to_go_a, to_go_b}; of limit {state, by} and, if it was not the
direction, {role}, if it came by an offline code, {code} (its number); of points_to_go {a, b, as_of_seq}; of balls
{ball_a, by}; of preset {name}; of pause {reason} or nothing; of set_end {by} or nothing. Other keys are ignored.

`t` is the moment of the button's edge, or of the command's arrival, in whole device milliseconds that never wrap.
Inputs come in the order of their moments; one that comes out of order counts as simultaneous with the latest. A command
that arrives while an edge is still uncertain counts from before that edge (buttons.drained_to + 1).

Effects, in order:
    ("event", fields, state)   durable: journal and publish. `fields` is the event of the wire contract without v,
                               epoch, seq, boot and utc; `state` is the state after it (state.SIZE bytes, relative
                               to fields["t"]), to be stored in the same record
    ("signal", name)           for buzzer, vibration and display, see readout.sound
    ("refused", reason)        a press that has no meaning now: blink, nothing else has happened
One step is one event is one record, so that no power cut can part a penalty from the turn that it costs. A call may
take several steps: a deadline that had passed before the input, or the offer of a borderline case after a late shot.
`clock.seq` counts the events and equals the journal's number of the last one.

Three answers to an input: a step, a refusal (a press without a meaning), and IllegalEvent: the table has no such
cell, because a program sent a command at the wrong time. IllegalEvent and FieldError leave the clock as it was.
A hold that has no meaning is passed over in silence, because its press has been answered already.

Time runs out by `expire(now, drained_to)`: a deadline is committed when it has passed and every edge up to it has been
handled, so that a stroke at exactly 40.000 s is in time however late it is processed. Penalties carry the
deadline as their moment, whatever the loop was doing then. `handle` commits overdue deadlines first.

Undo goes back step by step, automatic steps included. The clock then is as if the step had never been taken: a
wrong pause gives back a clock that ran on. Has its deadline passed meanwhile, then the clock books nothing: it stands
paused at 0 with `borderline` set and asks. START says that there was no stroke (the time is out), SHOT that there was
one, UNDO held goes back to the pause. To undo a penalty is to rule that the stroke was in time: the clock goes to
rolling. After a late shot (at most 1 s) UNDO within 5 s withdraws the penalty and keeps the shot; once there has been
another step, UNDO means that one.

After a power cut: replay the journal's records in order with `replay`, then call `power_on`.
"""

from arbiter_clock import commands, set_steps, transitions, undo_steps
from arbiter_clock.errors import FieldError
from arbiter_clock.late_press import Gesture
from arbiter_clock.presets import Preset
from arbiter_clock.set_steps import local_set, set_balls, set_end, set_goal, set_limit, set_preset, set_start
from arbiter_clock.state import PHASES, PLAYERS, State, letter
from arbiter_clock.transitions import (
    begin,
    extend,
    foul,
    held_on,
    ignore,
    late_shot,
    lost_shot,
    pause,
    paused_shot,
    refuse,
    restart,
    resume,
    shot,
    swap,
    take_over,
    too_early,
    untimed,
)
from arbiter_clock.undo import History
from arbiter_clock.undo_steps import redo, undo

TYPE_CHECKING = False  # the device has no typing module
if TYPE_CHECKING:
    Effect = tuple[object, ...]

#: The table: input -> step by phase, in the order of state.PHASES. None: no such cell, IllegalEvent.
TABLE = {
    #               idle        ready      run        rolling    turn_lost  paused       set_end     restored
    "start":        (refuse,     begin,     too_early, begin,     take_over, resume,      refuse,     restart),
    "restart":      (local_set,  ignore,    held_on,   ignore,    ignore,    restart,     local_set,  ignore),
    "shot":         (refuse,     untimed,   shot,      untimed,   lost_shot, paused_shot, late_shot,  paused_shot),
    "foul":         (ignore,     ignore,    ignore,    foul,      ignore,    ignore,      ignore,     ignore),
    "pause":        (refuse,     refuse,    pause,     refuse,    refuse,    resume,      refuse,     resume),
    "undo":         (refuse,     undo,      undo,      undo,      undo,      undo,        undo,       undo),
    "redo":         (refuse,     redo,      redo,      redo,      redo,      redo,        redo,       redo),
    "swap":         (refuse,     swap,      swap,      swap,      swap,      swap,        refuse,     swap),
    "ext":          (refuse,     refuse,    extend,    refuse,    refuse,    refuse,      refuse,     refuse),
    "set_start":    (set_start,  set_start, None,      None,      None,      None,        set_start,  None),
    "set_end":      (None,       set_end,   set_end,   set_end,   set_end,   set_end,     None,       set_end),
    "limit":        (set_limit,  set_limit, set_limit, set_limit, set_limit, set_limit,   set_limit,  set_limit),
    "points_to_go": (None,       set_goal,  set_goal,  set_goal,  set_goal,  set_goal,    set_goal,   set_goal),
    "balls":        (None,       set_balls, set_balls, set_balls, set_balls, set_balls,   set_balls,  set_balls),
    "preset":       (set_preset, None,      None,      None,      None,      None,        set_preset, None),
}  # fmt: skip

_CREDITS = 16

_NOTHING: "dict[str, object]" = {}


class IllegalEvent(ValueError):  # noqa: N818 - the name says what came, as the table's readers call it
    """The table has no step for this input in this phase; the clock is as it was."""

    def __init__(self, kind: str, phase: str):
        super().__init__("no step for " + kind + " in phase " + phase)
        self.kind = kind
        self.phase = phase


class Clock:
    """A shot clock for one table; see the theory of operation above.

    `preset` is the discipline (presets.preset); `state` and `seq` take up a known state and the number of the
    last event, by default a fresh one. `limit_by` is the name of whoever last ordered the limit on or off.
    """

    def __init__(self, preset: Preset, state: "State | None" = None, seq: int = 0):
        self.preset = preset
        self.state = State() if state is None else state
        self.seq = seq
        self.history = History()
        self.gesture = Gesture()
        self.limit_by: str | None = None
        self.now = 0
        self.seen = 0  # remaining ms when last looked at: a warning is signalled when it is passed
        self._effects: list[Effect] | None = None
        self._credited: list[tuple[int, int, int]] = []  # (seq, penalty points of a, of b) at each change

    def handle(self, kind: str, t: int, data: "dict[str, object] | None" = None) -> "list[Effect]":
        """Take an input of `kind` at `t` (ms) and return its effects; IllegalEvent or FieldError change nothing."""
        row = TABLE.get(kind)
        if row is None or row[PHASES.index(self.state.phase)] is None:
            raise IllegalEvent(kind, self.state.phase)
        data = _NOTHING if data is None else data
        commands.check(kind, data)
        if kind in ("limit", "points_to_go"):
            set_steps.check_standing(self, kind, data)
        t = max(t, self.now)
        # What START left of a period does not run out while it is held: held it means the whole period again.
        until = self.now if kind == "restart" and transitions.resumed(self, t) else t
        self.run_to(until, until)
        self.now = t
        step = row[PHASES.index(self.state.phase)]
        if step is None:
            # Only set_end: the set ended by a time penalty just before the hub ended it.
            self.refuse("over")
        else:
            step(self, kind, t, data)
        return self._effects or []

    def expire(self, now: int, drained_to: int) -> "list[Effect]":
        """Commit what has fallen due by `now` (ms): warnings, deadlines, automatic starts, an offer's end. Call often.

        `drained_to`: every edge up to this moment has been handled. A deadline waits until it lies before `now`
        and not after `drained_to`.
        """
        return self.run_to(now, drained_to) or []

    def run_to(self, now: int, drained_to: int) -> "list[Effect] | None":
        """The same, but None when nothing has fallen due: then it takes nothing from the heap."""
        self._effects = None
        self._warn(now)
        if self.gesture.lapse(min(now, drained_to)):
            self.signal("lapsed")
        due = self.deadline()
        while due is not None and due < now and due <= drained_to:
            if self.state.phase == "run":
                transitions.run_out(self, due)
            else:
                transitions.begin(self, "start", due, _NOTHING)
            due = self.deadline()
        self.now = max(self.now, min(now, drained_to))
        return self._effects

    def deadline(self) -> "int | None":
        """The moment (ms) at which the clock will next take a step by itself; None if it will not."""
        state = self.state
        if state.phase == "run":
            return state.deadline
        if state.phase == "rolling" and state.since is not None:
            auto = self.preset.auto_start_ms
            return None if auto is None else state.since + auto
        return None

    def snapshot(self, now: int) -> "dict[str, object]":
        """The `state` message at `now` (ms), without v, epoch, seq, boot and utc."""
        state = self.state
        limit = "on" if state.limit_on else "armed" if state.armed else "off"
        return {
            "t": now,
            "preset": self.preset.name,
            "edition": self.preset.edition,
            "phase": state.phase,
            "period": state.period or None,
            "running": state.phase == "run",
            "remaining_ms": state.remaining_at(now),
            "elapsed_ms": state.elapsed_at(now),
            "limit": limit,
            "limit_by": self.limit_by,
            "set": state.set,
            "stroke": state.stroke,
            "striker": PLAYERS[state.striker],
            "ball_a": state.ball_a,
            "free_ball": letter(state.free_ball),
            "foul": letter(state.foul),
            "penalties_a": state.penalties[0],
            "penalties_b": state.penalties[1],
            "points_a": state.points[0],
            "points_b": state.points[1],
            "to_go_a": state.to_go(0),
            "to_go_b": state.to_go(1),
            "borderline": self.gesture.offered_at(now) or (state.phase == "paused" and state.remaining == 0),
            "restored": state.restored,
        }

    def pack_state(self, t: int) -> bytes:
        """The state as state.SIZE bytes relative to `t` (ms): what a journal record of an event at `t` carries."""
        return self.state.pack(t)

    def unpack_state(self, packed: bytes, then: int) -> None:
        """Take up a packed state whose times are relative to `then` (ms), without its history."""
        self.state.unpack(packed, then)
        self.now = then

    def replay(self, seq: int, event: "dict[str, object]", packed: bytes) -> None:
        """Take up one journal record after a power cut, oldest first: its event as it was emitted, and its state.

        Records that are no longer there shorten the way back by undo, nothing else.
        """
        undo_steps.replay(self, seq, event, packed)

    def power_on(self, t: int, cause: str, remaining_ms: "int | None" = None) -> "list[Effect]":
        """The device is back after a reset by `cause`, all records are replayed; `t` is on the new scale (ms).

        A stroke under way waits in `restored` for the referee: START gives the full period again, PAUSE goes on
        with what was left. `remaining_ms`: what a checkpoint of that same period says, if one survived the reset.
        """
        self._effects = None
        set_steps.power_on(self, t, cause, remaining_ms)
        return self._effects or []

    # For the steps only.

    def commit(self, t: int, fields: "dict[str, object]", before: "bytes | None" = None) -> None:
        """One step has been taken at `t`: its event (type and fields); `before` if the referee may take it back."""
        kind = str(fields["type"])
        self.seq += 1
        fields["t"] = t
        state = self.state
        if before is not None:
            state.restored = False
            self.gesture.decide()
            self.history.push((self.seq, kind, state.stroke, t, before))
        self.note_points(self.seq)
        remaining = state.remaining_at(t)
        self.seen = 0 if remaining is None else remaining
        self._tell(("event", fields, state.pack(t)))

    def signal(self, name: str) -> None:
        """Let buzzer, vibration and display know."""
        self._tell(("signal", name))

    def refuse(self, reason: str) -> None:
        """The press has no meaning now."""
        self._tell(("refused", reason))

    def _tell(self, effect: "Effect") -> None:
        if self._effects is None:
            self._effects = []
        self._effects.append(effect)

    def note_points(self, seq: int) -> None:
        """Remember from which event on the players have had their penalty points."""
        points = self.state.points
        last = self._credited[-1] if self._credited else None
        if last is None or last[1] != points[0] or last[2] != points[1]:
            if len(self._credited) == _CREDITS:
                self._credited.pop(0)
            self._credited.append((seq, points[0], points[1]))

    def forget_points(self) -> None:
        """A new set: what the hub says of an earlier one no longer counts."""
        self._credited.clear()

    def points_at(self, seq: int) -> "tuple[int, int, int]":
        """(seq, points of a, of b) as they stood after event `seq`; FieldError if too long ago or in an earlier set."""
        for entry in reversed(self._credited):
            if entry[0] <= seq <= self.seq:
                return entry
        raise FieldError("as_of_seq", seq, "an event of this set, at most " + str(self.seq))

    def _warn(self, now: int) -> None:
        if self.state.phase != "run" or self.state.deadline is None:
            return
        remaining = self.state.deadline - now
        for threshold in self.preset.warn_at:
            if 0 <= remaining <= threshold < self.seen:
                self.signal("warning")
                break
        self.seen = min(self.seen, remaining)
