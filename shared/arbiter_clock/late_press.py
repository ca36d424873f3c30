"""One gesture is one press: what follows a press, or an automatic step, too closely to be a decision of its own.

A referee who presses SHOT just as the time runs out meets a clock that has moved on: his press, and the nervous ones
after it, must not become the next player's stroke. Presses closer than WINDOW_MS to the one before them belong to
one gesture and are swallowed, for at most CAP_MS, so that a stuck or ever-pressing button is heard again.
A SHOT that comes late is offered once as a borderline case, which UNDO within OFFER_MS decides, unless another step
comes before it.
"""

WINDOW_MS = 1000
CAP_MS = 5000
OFFER_MS = 5000

#: The gesture after an automatic step: START and SHOT both belong to it.
ANY = ""


class Gesture:
    """The sliding window of the gesture under way, and the borderline case that it has raised."""

    def __init__(self) -> None:
        self._kind = ANY
        self._until: int | None = None
        self._cap = 0
        self._offer_until: int | None = None
        self._offered = True
        self._expired_at = 0
        self.penalty = 0  # seq of the penalty that a late press calls in question

    def clear(self) -> None:
        """No gesture and no offer: a decision of the referee's own has ended both."""
        self._until = None
        self._offer_until = None
        self._offered = True

    def decide(self) -> None:
        """A step has been taken: UNDO means that step from now on, and no longer the borderline case."""
        self._offer_until = None

    def begin(self, kind: str, t: int) -> None:
        """A press of `kind` at `t` (ANY: an automatic step) opens the window."""
        self._kind = kind
        self._until = t + WINDOW_MS
        self._cap = t + CAP_MS

    def expired(self, t: int, penalty: int) -> None:
        """A deadline passed at `t` and was booked as event `penalty`: a late press may be offered, once."""
        self.begin(ANY, t)
        self.penalty = penalty
        self._expired_at = t
        self._offered = False

    def swallows(self, kind: str, t: int) -> bool:
        """Whether a press of `kind` at `t` belongs to the gesture; if so, the window slides."""
        if self._until is None or t > self._until or self._kind not in (ANY, kind):
            return False
        self._until = min(t + WINDOW_MS, self._cap)
        return True

    def offer(self, t: int) -> "int | None":
        """Milliseconds by which a press at `t` is late, if it is to be offered as borderline case; else None.

        Offered is a press at most WINDOW_MS after the deadline, once an expiry.
        """
        late = t - self._expired_at
        if self._offered or late > WINDOW_MS:
            return None
        self._offered = True
        self._offer_until = t + OFFER_MS
        return late

    def lapse(self, t: int) -> bool:
        """Whether the referee's time for the borderline case is over at `t`; true once."""
        if self._offer_until is None or t <= self._offer_until:
            return False
        self._offer_until = None
        return True

    def offered_at(self, t: int) -> bool:
        """Whether a borderline case still waits for the referee's UNDO at `t`."""
        return self._offer_until is not None and t <= self._offer_until
