"""The face of another device's clock: what a second display of a table shows from `state` and `tick`.

Both scales of device time differ by a constant. Every fresh message bounds it from above, by the delay it had on the
way, so the least difference seen is the best estimate and a late message moves nothing. A retained state says
nothing about how long it has lain: a running one is not counted down before a tick has come.
"""

from arbiter_clock import readout, wire
from arbiter_clock.errors import FieldError

STALE_MS = 3000


class Mirror:
    """Take messages with `take`, draw with `face`."""

    def __init__(self):
        self._state = None
        self._boot = None
        self._offset = None  # ours minus theirs, ms
        self._left_at = None  # their time of `_left`
        self._left = None
        self._heard_at = 0
        self.garbage = 0

    def take(self, kind, payload, retained, now):
        """A message of the clock arrived at `now`; True if something changed."""
        try:
            message = wire.decode(kind, payload)
        except FieldError:
            self.garbage += 1
            return False
        if kind == "state":
            self._take_state(message, retained, now)
        elif not retained and self._state and message["epoch"] == self._state["epoch"]:
            self._fresh(message, now)
        return True

    def disconnected(self):
        """The way to the broker is gone; what comes first then may be old."""
        self._left = None

    def _take_state(self, state, retained, now):
        if state["boot"] != self._boot:
            self._boot = state["boot"]
            self._offset = None
        self._state = state
        self._left = None
        if not retained:
            self._fresh(state, now)

    def _fresh(self, message, now):
        difference = now - message["t"]
        if self._offset is None or difference < self._offset:
            self._offset = difference
        self._heard_at = now
        self._left = message["remaining_ms"]
        self._left_at = message["t"]

    def stale(self, now):
        """Whether a clock that should be running has not been heard for too long."""
        state = self._state
        return state is None or (state["running"] and (self._left is None or now - self._heard_at > STALE_MS))

    def face(self, now, link):
        """(bits16, lamps) at `now`; without news of a running clock dashes and no link lamp."""
        state = self._state
        if state is None:
            left, right = readout.glyphs("--")
            return right << 8 | left, readout.LINK if link else 0
        shown = dict(state)
        their_now = now - self._offset if self._offset is not None else now
        if state["running"]:
            limited = state["limit"] == "on"
            if self.stale(now) and limited:
                left, right = readout.glyphs("--")
                return right << 8 | left, readout.face(shown, now)[3]
            if limited:
                # Never below zero: what happens then is the clock's to say.
                shown["remaining_ms"] = max(0, self._left - (their_now - self._left_at))
        _, left, right, lamps = readout.face(shown, their_now, link=link and not self.stale(now))
        return right << 8 | left, lamps
