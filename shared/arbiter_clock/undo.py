"""The referee's way back: a bounded LIFO of steps taken, and of steps taken back.

Every step that the referee may take back, automatic ones included, is kept as (seq of its event, kind, stroke,
moment, packed state before it). A step taken back waits, with the state after it, to be redone until there is
a new step. Penalties can be withdrawn until the next stroke has been executed, so a shot drops the steps of earlier
strokes. All is rebuilt from the journal, whose records carry the state after each event.
"""

#: Steps kept. A stroke with a pause takes four.
DEPTH = 16

SEQ = 0
KIND = 1
STROKE = 2
AT = 3
BEFORE = 4

TYPE_CHECKING = False  # the device has no typing module
if TYPE_CHECKING:
    Step = tuple[int, str, int, "int | None", bytes]


class History:
    """Steps that can be undone and redone; `AT` is None for a step of an earlier boot."""

    def __init__(self) -> None:
        self._done: list[Step] = []
        self._undone: list[Step] = []

    def clear(self) -> None:
        """Forget everything: a new set begins."""
        self._done.clear()
        self._undone.clear()

    def push(self, step: "Step") -> None:
        """Keep a new step; what had been undone can no longer be redone."""
        self._undone.clear()
        self._keep(step)

    def forget_before(self, stroke: int) -> None:
        """Drop the steps of earlier strokes, because this one has been executed."""
        while self._done and self._done[0][STROKE] < stroke:
            self._done.pop(0)

    def from_earlier_boot(self) -> None:
        """The device was off: the moments of all steps are on a scale that has ended."""
        for steps in (self._done, self._undone):
            for i in range(len(steps)):
                seq, kind, stroke, _, before = steps[i]
                steps[i] = (seq, kind, stroke, None, before)

    def last(self) -> "Step | None":
        """The step that an undo would take back."""
        return self._done[-1] if self._done else None

    def below_last(self) -> "Step | None":
        """The step under the last one."""
        return self._done[-2] if len(self._done) > 1 else None

    def undo(self, now: "int | None", after: bytes) -> "Step":
        """Take the last step back; `after` is the packed state at `now`, to which a redo returns."""
        step = self._done.pop()
        self._undone.append((step[SEQ], step[KIND], step[STROKE], now, after))
        return step

    def undo_below(self, now: "int | None", after: bytes) -> "Step":
        """Take back the penalty below the last shot and keep that shot: the stroke was in time after all."""
        shot = self._done.pop()
        penalty = self._done.pop()
        self._done.append((shot[SEQ], shot[KIND], shot[STROKE], penalty[AT], penalty[BEFORE]))
        self._undone.append(shot)
        self._undone.append((penalty[SEQ], penalty[KIND], penalty[STROKE], now, after))
        return penalty

    def redo(self, now: "int | None", before: bytes) -> "Step | None":
        """Give back the last step taken back, with the state after it in place of BEFORE; None if there is none."""
        if not self._undone:
            return None
        step = self._undone.pop()
        last = self.last()
        if self._undone and last is not None and self._undone[-1][SEQ] == last[SEQ]:
            # The shot had been kept when the penalty below it was withdrawn: both take their places again.
            self._done.pop()
            self._keep((step[SEQ], step[KIND], step[STROKE], last[AT], last[BEFORE]))
            self._keep(self._undone.pop())
        else:
            self._keep((step[SEQ], step[KIND], step[STROKE], now, before))
        return step

    def _keep(self, step: "Step") -> None:
        if len(self._done) == DEPTH:
            self._done.pop(0)
        self._done.append(step)
