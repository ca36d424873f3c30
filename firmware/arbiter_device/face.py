"""Composes what the display shows: the clock's face, short notices above it, the motor's output and the dimming.

Between sets "FL" (full) tells that the journal has little room left for events that the hub has not confirmed: in turn
with the usual face from three quarters on, blinking from nine tenths on. During a set nothing distracts from it.
"""

from arbiter_clock import readout

MOTOR = 0x80  # the spare lamp output drives the handset's vibration motor
STILL_MS = 1000
_MENU_MS = 50
_BLINK_MS = 250
_STEP_MS = 200  # every change of a running face falls on a multiple of this before the deadline
_FULL = 0x3871  # "FL"
_RESTING = ("--", "  ")  # what idle and the end of a set show when there is nothing else to tell
_STATIC = ("idle", "ready", "rolling", "set_end")


class Face:
    """`clock` is the machine, `display` has `show`, `online()` tells whether the hub is connected.

    `level()` is the wanted brightness, 1 to 255; `shortage()` the marks that the full journal has passed, 0 to 2.
    """

    def __init__(self, clock, display, online, level, shortage):
        self._clock = clock
        self._display = display
        self._online = online
        self._level = level
        self._shortage = shortage
        self._state = None
        self._notice = None
        self._notice_until = 0
        self._next = 0
        self._bits = 0
        self._lamps = 0
        self.motor = False
        self.menu = None

    def changed(self):
        """The clock's state is another, or something else that is shown."""
        self._state = None

    def notice(self, text, until):
        """Show two characters instead of the clock until device time `until`."""
        self._notice = readout.glyphs(text)
        self._notice_until = until
        self.changed()

    def draw(self, now):
        """Bring the display up to date; in how many ms it will change by itself."""
        shown = self.menu.draw(now) if self.menu else None
        if shown:
            self._display.show(shown[0], shown[1], self._level())
            self.changed()
            return _MENU_MS
        if self._notice and now >= self._notice_until:
            self._notice = None
            self.changed()
        if self._state is None:
            self._state = self._clock.snapshot(now)
        elif now < self._next:
            self._show()
            return self._next - now
        state = self._state
        state["remaining_ms"] = self._clock.state.remaining_at(now)
        text, left, right, self._lamps = readout.face(state, now, link=self._online())
        self._bits = right << 8 | left
        shortage = self._shortage()
        if shortage and state["phase"] in ("idle", "set_end") and text in _RESTING:
            self._full(shortage, now)
        if self._notice:
            self._bits = self._notice[1] << 8 | self._notice[0]
        wait = self._until_change(state, now)
        if self._notice:
            wait = min(wait, self._notice_until - now)
        if shortage:
            wait = min(wait, _BLINK_MS - now % _BLINK_MS)
        self._next = now + wait
        self._show()
        return wait

    def _full(self, shortage, now):
        if shortage > 1:
            self._bits = _FULL if now // _BLINK_MS % 2 == 0 else 0
        elif now // STILL_MS % 2:
            self._bits = _FULL

    def _show(self):
        self._display.show(self._bits, self._lamps | MOTOR if self.motor else self._lamps, self._level())

    def _until_change(self, state, now):
        phase = state["phase"]
        remaining = state["remaining_ms"]
        if phase == "run" and remaining:
            return (remaining - 1) % _STEP_MS + 1
        if phase in _STATIC and not state["borderline"]:
            return STILL_MS if phase != "set_end" else _BLINK_MS
        return _BLINK_MS - now % _BLINK_MS
