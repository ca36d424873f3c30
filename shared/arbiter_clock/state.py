"""What the clock knows, in one object, and its fixed-size form for the journal and the undo stack.

Players are 0 ("a") and 1 ("b") inside the clock and letters outside it. Every time is a whole number of
milliseconds on the device's own monotonic scale. `pack` writes times relative to a moment, so that a packed state
can be taken up after a reboot, when the scale has started again.
"""

import struct

from arbiter_clock.errors import FieldError

PHASES = ("idle", "ready", "run", "rolling", "turn_lost", "paused", "set_end", "restored")
PLAYERS = ("a", "b")
BALLS = ("white", "yellow")

#: Bytes of a packed state.
SIZE = 27

_FORMAT = "<BBBBBHBBBBHHiii"
_NO_TIME = -(2**31)
_NO_GOAL = 0xFFFF

_STRIKER_B = 1
_BALL_A_YELLOW = 2
_LIMIT_ON = 4
_LIMIT_ARMED = 8
_RESTORED = 16


class State:
    """All that a transition may change and an undo takes back.

    `deadline`, `origin`, `since` and `match_origin` are moments, `remaining` and `elapsed` are spans:
    in `run` the first two count, in `paused` and `restored` the spans, in `rolling` and `turn_lost` `since`
    (the last shot, or the moment the turn was lost) and `elapsed` (of the stroke just played).
    """

    def __init__(self) -> None:
        self.phase = "idle"
        self.period = 0
        self.striker = 0
        self.ball_a = "white"
        self.limit_on = False
        self.armed = False
        self.restored = False
        self.free_ball: int | None = None
        self.foul: int | None = None
        self.set = 0
        self.stroke = 0
        self.shots_left = 0
        self.extensions = [0, 0]
        self.penalties = [0, 0]
        self.points = [0, 0]
        # The penalty points at which a player reaches the distance; an undo changes `points`, never the goal.
        self.goal: list[int | None] = [None, None]
        self.deadline: int | None = None
        self.remaining: int | None = None
        self.since: int | None = None
        self.origin: int | None = None
        self.elapsed: int | None = None
        self.match_origin: int | None = None

    def to_go(self, player: int) -> "int | None":
        """Points the player still needs, after the penalty points credited meanwhile; None if nobody said."""
        goal = self.goal[player]
        return None if goal is None else max(0, goal - self.points[player])

    def remaining_at(self, now: int) -> "int | None":
        """Milliseconds left of the period; None without a limit or outside a stroke."""
        if self.phase == "run":
            return None if self.deadline is None else max(0, self.deadline - now)
        if self.phase in ("paused", "restored"):
            return self.remaining
        return None

    def elapsed_at(self, now: int) -> "int | None":
        """Milliseconds the stroke has taken so far, pauses not counted; None if it was not timed."""
        if self.phase == "run":
            return None if self.origin is None else now - self.origin
        return self.elapsed

    def stop(self, phase: str) -> None:
        """Leave the stroke for `phase`: no period, no deadline, no stroke time."""
        self.phase = phase
        self.period = 0
        self.deadline = self.remaining = self.since = self.origin = self.elapsed = None

    def stand_still(self, phase: str, now: int) -> None:
        """Hold the period and the stroke's time as they are at `now`, in `paused` or `restored`."""
        period, remaining, elapsed = self.period, self.remaining_at(now), self.elapsed_at(now)
        self.stop(phase)
        self.period, self.remaining, self.elapsed = period, remaining, elapsed

    def pack(self, now: int) -> bytes:
        """The state as SIZE bytes, its times relative to `now`."""
        if self.phase == "run":
            mark, elapsed = self.deadline, None if self.origin is None else now - self.origin
            mark = None if mark is None else mark - now
        else:
            mark = self.remaining
            if self.since is not None:
                mark = self.since - now
            elapsed = self.elapsed
        flags = _STRIKER_B * self.striker
        if self.ball_a == "yellow":
            flags |= _BALL_A_YELLOW
        if self.limit_on:
            flags |= _LIMIT_ON
        if self.armed:
            flags |= _LIMIT_ARMED
        if self.restored:
            flags |= _RESTORED
        return struct.pack(
            _FORMAT,
            PHASES.index(self.phase) | self.period << 4,
            flags,
            _player_code(self.free_ball) | _player_code(self.foul) << 2 | self.shots_left << 4,
            self.extensions[0] | self.extensions[1] << 4,
            self.set,
            self.stroke,
            self.penalties[0],
            self.penalties[1],
            self.points[0],
            self.points[1],
            _goal_code(self.goal[0]),
            _goal_code(self.goal[1]),
            _time_code(mark),
            _time_code(elapsed),
            _time_code(None if self.match_origin is None else now - self.match_origin),
        )

    def unpack(self, packed: bytes, then: int) -> None:
        """Take up a packed state; `then` is the moment on today's scale to which its times are relative.

        What a later release has appended is passed over. FieldError, and nothing changed, for a state that is too short
        or of a phase that this release does not know.
        """
        if len(packed) < SIZE or packed[0] & 15 >= len(PHASES):
            raise FieldError("state", packed, "at least " + str(SIZE) + " bytes of a known phase")
        (
            phase,
            flags,
            players,
            extensions,
            self.set,
            self.stroke,
            self.penalties[0],
            self.penalties[1],
            self.points[0],
            self.points[1],
            goal_a,
            goal_b,
            mark,
            elapsed,
            match,
        ) = struct.unpack_from(_FORMAT, packed, 0)
        self.phase = PHASES[phase & 15]
        self.period = phase >> 4
        self.striker = flags & _STRIKER_B
        self.ball_a = "yellow" if flags & _BALL_A_YELLOW else "white"
        self.limit_on = bool(flags & _LIMIT_ON)
        self.armed = bool(flags & _LIMIT_ARMED)
        self.restored = bool(flags & _RESTORED)
        self.free_ball = _player(players & 3)
        self.foul = _player(players >> 2 & 3)
        self.shots_left = players >> 4
        self.extensions[0] = extensions & 15
        self.extensions[1] = extensions >> 4
        self.goal[0] = None if goal_a == _NO_GOAL else goal_a
        self.goal[1] = None if goal_b == _NO_GOAL else goal_b
        self.deadline = self.remaining = self.since = self.origin = self.elapsed = None
        if mark != _NO_TIME:
            if self.phase == "run":
                self.deadline = then + mark
            elif self.phase in ("paused", "restored"):
                self.remaining = mark
            else:
                self.since = then + mark
        if elapsed != _NO_TIME:
            if self.phase == "run":
                self.origin = then - elapsed
            else:
                self.elapsed = elapsed
        self.match_origin = None if match == _NO_TIME else then - match


def letter(player: "int | None") -> "str | None":
    """The player's name outside the clock."""
    return None if player is None else PLAYERS[player]


def _player_code(player: "int | None") -> int:
    return 0 if player is None else player + 1


def _player(code: int) -> "int | None":
    return None if code == 0 else code - 1


def _goal_code(goal: "int | None") -> int:
    return _NO_GOAL if goal is None else goal


def _time_code(ms: "int | None") -> int:
    # Nobody waits 24 days for a stroke: what does not fit is no longer known.
    return _NO_TIME if ms is None or not _NO_TIME < ms < -_NO_TIME else ms
