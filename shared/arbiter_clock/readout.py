"""The clock's face: from a state to two seven-segment digits and eight lamps, and from a signal to sound.

One function for the device, the hub's board and the overlay. Seconds are rounded up, everywhere: 40 stands for the
whole of (39 s, 40 s], and 0 is shown only when the time has run out. No phase is told by colour alone:

    idle       "--"                     ready    "On" or "oF": is there a limit
    run        the seconds; in the last period the left point is lit and the digits dip for 200 ms in every second;
               without a limit "--" with the right point
    rolling    "==", with the right point if the stroke was not timed; blinking while UNDO would rule a late
               stroke in time (borderline case); " F" after a foul
    paused     the seconds and "P" in turn, a second each; "00" blinking when the referee is asked (see machine.py)
    turn_lost  "00" blinking: the expiry stays visible until somebody acts
    set_end    dark; "00" blinking if a time penalty has ended the set
    restored   the seconds and "r" in turn, a second each
"""

# ruff: noqa: ARG001 - the faces of all phases have one signature

from arbiter_clock.state import PHASES, PLAYERS

TYPE_CHECKING = False  # the device has no typing module
if TYPE_CHECKING:
    from arbiter_clock.presets import Preset

# Lamps, one bit each.
BALL_WHITE = 1  # the striker's ball, lit in every phase of a set
BALL_YELLOW = 2
PERIOD_1 = 4
PERIOD_LAST = 8
PAUSE = 16
FREE_BALL = 32
LINK = 64

#: Segments: a top, b upper right, c lower right, d bottom, e lower left, f upper left, g middle are bits 0 to 6.
_CHARACTERS = " 0123456789-=FOPnor"
_SEGMENTS = b"\x00\x3f\x06\x5b\x4f\x66\x6d\x7d\x07\x7f\x6f\x40\x48\x71\x3f\x73\x54\x5c\x50"
POINT = 0x80

_LEFT = 1
_RIGHT = 2

_BLINK_MS = 250
_TURN_MS = 1000
_DIP_MS = 200

#: Of each signal its pitch in Hz, tone ms, how often, and vibration of the handset in ms; a pitch of 0 is silent. After
#: `lapsed` (the borderline case is no longer open) only the display changes. A text, because it stays in flash.
_SIGNALS = """
set_start 1500 80 1 60;
start 1500 80 1 60;
shot 0 0 0 60;
untimed 0 0 0 200;
foul 0 0 0 200;
pause 0 0 0 60;
resume 0 0 0 60;
swap 0 0 0 60;
balls 0 0 0 60;
undo 0 0 0 120;
ask 1200 120 2 500;
borderline 0 0 0 500;
lapsed 0 0 0 0;
extension 1500 80 2 120;
warning 2000 60 1 80;
penalty 2200 400 3 1000;
turn_lost 2200 800 3 1500;
set_end 1200 400 1 300;
restored 1200 120 2 300;
"""


def seconds(remaining_ms: int) -> int:
    """Whole seconds to show for the milliseconds left, rounded up."""
    return -(-remaining_ms // 1000)


def glyphs(text: str) -> "tuple[int, int]":
    """Segment bits of two characters, left and right; KeyError for one that seven segments do not show here."""
    return _segments(text[0]), _segments(text[1])


def _segments(char: str) -> int:
    at = _CHARACTERS.find(char)
    if at < 0:
        raise KeyError(char)
    return _SEGMENTS[at]


def face(state: "dict[str, object]", t: int, *, link: bool = False) -> "tuple[str, int, int, int]":
    """(text, left digit's bits, right digit's bits, lamps) of a `state` message at `t` (ms, for the blinking).

    `state["remaining_ms"]` must be that at `t`; `link`: the hub is connected. The text does not blink.
    """
    text, lit, points = _TEXTS[PHASES.index(str(state["phase"]))](state, t)
    left, right = glyphs(text) if lit else (0, 0)
    if points & _LEFT:
        left |= POINT
    if points & _RIGHT:
        right |= POINT
    return text, left, right, _lamps(state) | (LINK if link else 0)


def sound(preset: "Preset", name: str) -> "tuple[int, int, int, int]":
    """(Hz, ms, how often, vibration ms) of a signal under a preset; KeyError for an unknown signal."""
    at = _SIGNALS.find("\n" + name + " ")
    if at < 0:
        raise KeyError(name)
    words = _SIGNALS[at : _SIGNALS.find(";", at)].split()
    hz, ms, times, vibrate = [int(word) for word in words[1:]]
    if name == "warning" and not preset.warn_audible:
        return 0, 0, 0, vibrate
    return hz, ms, times, vibrate


def _idle(state: "dict[str, object]", t: int) -> "tuple[str, bool, int]":
    return "--", True, 0


def _ready(state: "dict[str, object]", t: int) -> "tuple[str, bool, int]":
    return ("On" if state["limit"] == "on" else "oF"), True, 0


def _run(state: "dict[str, object]", t: int) -> "tuple[str, bool, int]":
    remaining = state["remaining_ms"]
    if not isinstance(remaining, int):
        return "--", True, _RIGHT
    if remaining == 0:
        return " 0", _blink(t), 0
    if not _last(state):
        return _number(remaining), True, 0
    return _number(remaining), (remaining - 1) % 1000 >= _DIP_MS, _LEFT


def _rolling(state: "dict[str, object]", t: int) -> "tuple[str, bool, int]":
    if state["foul"] is not None:
        return " F", True, 0
    return "==", not state["borderline"] or _blink(t), _RIGHT if state["elapsed_ms"] is None else 0


def _turn_lost(state: "dict[str, object]", t: int) -> "tuple[str, bool, int]":
    return "00", _blink(t), 0


def _paused(state: "dict[str, object]", t: int) -> "tuple[str, bool, int]":
    if state["remaining_ms"] == 0:
        return "00", _blink(t), 0
    return _in_turn(state, t, "P ")


def _set_end(state: "dict[str, object]", t: int) -> "tuple[str, bool, int]":
    for player in PLAYERS:
        if state["to_go_" + player] == 0 and state["points_" + player] != 0:
            return "00", _blink(t), 0
    return "  ", True, 0


def _restored(state: "dict[str, object]", t: int) -> "tuple[str, bool, int]":
    return _in_turn(state, t, "r ")


#: Phase -> (two characters, whether they are lit at t, points) in the order of state.PHASES.
_TEXTS = (_idle, _ready, _run, _rolling, _turn_lost, _paused, _set_end, _restored)


def _blink(t: int) -> bool:
    return t // _BLINK_MS % 2 == 0


def _in_turn(state: "dict[str, object]", t: int, word: str) -> "tuple[str, bool, int]":
    remaining = state["remaining_ms"]
    if isinstance(remaining, int) and t // _TURN_MS % 2 == 0:
        return _number(remaining), True, 0
    return word, True, 0


def _number(remaining_ms: int) -> str:
    shown = min(seconds(remaining_ms), 99)
    return (" " if shown < 10 else "") + str(shown)


def _last(state: "dict[str, object]") -> bool:
    period = state["period"]
    return isinstance(period, int) and period > 1


def _lamps(state: "dict[str, object]") -> int:
    phase = state["phase"]
    if phase == "idle":
        return 0
    # [rule DBU 4.2] whose ball is which is visible at all times
    white = (state["striker"] == "a") == (state["ball_a"] == "white")
    lamps = BALL_WHITE if white else BALL_YELLOW
    if state["period"] is not None and state["limit"] == "on":
        lamps |= PERIOD_LAST if _last(state) else PERIOD_1
    if phase in ("paused", "restored"):
        lamps |= PAUSE
    if state["free_ball"] is not None:
        lamps |= FREE_BALL
    return lamps
