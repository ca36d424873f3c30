"""The clock on the device: buttons in, events, signals and face out, without ever waiting.

`step` does one round: edges to presses, presses to the clock, deadlines, face. It is called when an
interrupt has woken it and when something is due, and returns in how many ms it wants to be called again.
A deadline is committed only up to the moment to which every edge has been decided.
"""

import asyncio

BUSY_MS = 3  # while a contact bounces or is held
IDLE_MS = 50  # an edge whose interrupt was lost is seen that late
_SETTLED_MS = 60
_MENU_HOLD_MS = 1000
_EXT = 5


class ClockTask:
    """Drives `clock` from `inputs` over `buttons`.

    `record(fields, state)` takes an event over, `signals` has `play(name)` and `refuse()`, `face` has
    `changed()` and `draw(now)`, which returns in how many ms the face will change by itself.
    `open_menu(now)` gives a menu, or None while there may be none; `close_menu(menu)` takes over what was set in it.
    """

    def __init__(
        self, clock, inputs, buttons, ticks, *, record, signals, face, changed, open_menu, close_menu
    ):
        self._clock = clock
        self._inputs = inputs
        self._buttons = buttons
        self._ticks = ticks
        self._record = record
        self._signals = signals
        self._face = face
        self._changed = changed
        self._open_menu = open_menu
        self._close_menu = close_menu
        self._menu = None
        self._ext_since = None
        self.rounds = 0

    def act(self, kind, t, data=None):
        """Hand the clock an input from elsewhere, after the presses that came before; returns its effects."""
        self.step()
        # From before a press that is not yet certain, so that it cannot expire the press's deadline.
        t = min(t, self._buttons.drained_to(self._ticks.now()) + 1)
        effects = self._clock.handle(kind, t, data)
        self.apply(effects)
        self._face.changed()
        self._changed()
        return effects

    def step(self):
        now = self._ticks.now()
        clock = self._clock
        buttons = self._buttons
        self.rounds += 1
        self._inputs.drain(now)
        for kind, t in buttons.poll(now):
            if self._menu:
                self._menu.press(kind, now)
            else:
                self.apply(clock.handle(kind, t))
        self._watch_menu(now)
        effects = clock.run_to(now, buttons.drained_to(now))
        if effects:
            self.apply(effects)
        wait = self._face.draw(now)
        if now - self._inputs.edge_at < _SETTLED_MS or self._inputs.down:
            return BUSY_MS
        due = clock.deadline()
        if due is not None:
            # One ms later, because only then every edge of the deadline's own ms is known.
            wait = min(wait, max(due + 2 - now, 1))
        return min(wait, IDLE_MS)

    def _watch_menu(self, now):
        """Open the menu, or leave it with its changes, when EXT has been held; look after one that closed by itself."""
        if not self._inputs.is_down(_EXT):
            self._ext_since = None
        elif self._ext_since is None:
            self._ext_since = now
        elif self._ext_since >= 0 and now - self._ext_since >= _MENU_HOLD_MS:
            self._ext_since = -1  # once, until it is released
            if self._menu:
                self._menu.open = False
                self._close_menu(self._menu)
            else:
                self._menu = self._open_menu(now)
        if self._menu and not self._menu.open:
            if self._menu.keep:
                self._close_menu(self._menu)
            self._menu = None
        self._face.menu = self._menu

    def apply(self, effects):
        for effect in effects:
            if effect[0] == "event":
                self._record(effect[1], effect[2])
            elif effect[0] == "signal":
                self._signals.play(effect[1])
            else:
                self._signals.refuse()
        if effects:
            self._face.changed()
            self._changed()

    async def run(self, heart):
        while True:
            heart.beat()
            await asyncio.sleep_ms(self.step())

    async def run_woken(self, heart, woken):
        """Step at once when an interrupt has set the flag `woken`, and until the contact is at rest."""
        while True:
            await woken.wait()
            while True:
                heart.beat()
                if self.step() != BUSY_MS:
                    break
                await asyncio.sleep_ms(BUSY_MS)
