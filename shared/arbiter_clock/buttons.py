"""Contacts to presses: from levels and times to the inputs of machine.py. Pure; times are device ms.

A press counts from the edge at which the contact closes, and is reported as soon as the contact has been closed
for SPIKE_MS: shorter closures are interference or the first bounces. It lasts until the contact has been open for
RELEASE_MS, so that no bounce, closing or opening, is another press. HOLD_MS after its edge a press becomes a hold.

What a referee expects: SHOT and START act at the edge, never at the release, and holding them delays nothing; the
hold is a second input that adds to the press.
    START   press: start, or resume       held: begin a set; in a pause: the whole period again
    SHOT    press: the stroke is played   held: and it was a foul
    PAUSE   press: pause, or resume
    UNDO    press: undo                   held: redo
    SWAP    held only: the other player   EXT  press: extra time
UNDO is the exception that waits for the release: held it means the opposite of pressed. It still carries the time
of its edge, and until it is known what it was, neither deadlines (`drained_to`) nor presses (`poll`) overtake it.
START acts at once, but deadlines wait until it is known whether it is held: the little that was left of a period must
not run out while the referee holds START to give the whole of it.

A button that is closed when the device starts is not pressed until it has been released. Edges may come from an
interrupt's ring, long after they happened but in order, or from sampling; a gap in the sampling delays a report and
changes nothing else.
"""

SPIKE_MS = 2  # by time stamps of whole milliseconds: a closure of less than 1 ms never spans two
RELEASE_MS = 30
HOLD_MS = 1000
BOOT_MS = 100

NAMES = ("START", "SHOT", "PAUSE", "UNDO", "SWAP", "EXT")
#: Input by button: pressed, held, and whether the press is only known at the release.
INPUTS = (
    ("start", "restart", False),
    ("shot", "foul", False),
    ("pause", None, False),
    ("undo", "redo", True),
    (None, "swap", False),
    ("ext", None, False),
)

_START = 0

TYPE_CHECKING = False  # the device has no typing module
if TYPE_CHECKING:
    Press = tuple[str, int]


_NONE: "list[Press]" = []  # what every poll without a press returns, so that it need not make one


class Buttons:
    """All buttons of a clock, by their place in NAMES. `now`: when the device started."""

    def __init__(self, now: int = 0):
        count = len(INPUTS)
        self._boot_until = now + BOOT_MS
        self._down = [False] * count
        self._since = [now] * count
        self._pressed = [False] * count
        self._pressed_at = [now] * count
        self._held = [False] * count
        self._found: list[Press] = []

    def edge(self, index: int, down: int, t: int) -> None:
        """The contact of a button is closed (`down` true) or open since `t`; the level as before changes nothing."""
        if self._down[index] == bool(down):
            return
        self._settle(index, t)
        self._down[index] = bool(down)
        self._since[index] = t

    def poll(self, now: int) -> "list[Press]":
        """The inputs (kind, t) that have become certain by `now`, in the order of their times, also over several polls.

        A press waits for an earlier one of another button that is not yet certain. The list is not for the caller to
        change.
        """
        for index in range(len(INPUTS)):
            self._settle(index, now)
        return self._ready(now) if self._found else _NONE

    def _ready(self, now: int) -> "list[Press]":
        open_since = self._open_since(now)
        ready = [press for press in self._found if press[1] <= open_since]
        self._found = self._found[len(ready) :]
        return ready

    def drained_to(self, now: int) -> int:
        """The last moment up to which, at `now`, every press is known: what machine.expire asks for.

        A command that arrives at `now` counts from the moment after it, so that no press before it is overtaken.
        """
        known = self._open_since(now)
        if self._pressed[_START] and not self._held[_START]:
            known = min(known, self._pressed_at[_START])
        return known - 1

    def _open_since(self, now: int) -> int:
        """The earliest edge of which it is not yet certain what it is; `now` if there is none."""
        earliest = now  # an edge of this very millisecond may still come
        for index in range(len(INPUTS)):
            if self._pressed[index]:
                if INPUTS[index][2] and not self._held[index]:
                    earliest = min(earliest, self._pressed_at[index])
            elif self._down[index]:
                earliest = min(earliest, self._since[index])
        return earliest

    def _settle(self, index: int, t: int) -> None:
        """The level has been the same until `t`: what that makes certain."""
        span = t - self._since[index]
        press, hold, late = INPUTS[index]
        if self._down[index]:
            if not self._pressed[index] and span >= SPIKE_MS:
                self._pressed[index] = True
                self._pressed_at[index] = self._since[index]
                self._held[index] = self._since[index] <= self._boot_until
                if not late and not self._held[index]:
                    self._report(press, self._since[index])
            if self._pressed[index] and not self._held[index] and t - self._pressed_at[index] >= HOLD_MS:
                self._held[index] = True
                self._report(hold, self._pressed_at[index] + HOLD_MS)
        elif self._pressed[index] and span >= RELEASE_MS:
            self._pressed[index] = False
            if late and not self._held[index]:
                self._report(press, self._pressed_at[index])

    def _report(self, kind: "str | None", t: int) -> None:
        if kind is None:
            return
        place = len(self._found)
        while place and self._found[place - 1][1] > t:
            place -= 1
        self._found.insert(place, (kind, t))
