"""The clock on the device: buttons in, events, signals and face out, without ever waiting.

`step` does one round: edges to presses, presses to the clock, deadlines, face. It is called when an
interrupt has woken it and when something is due, and returns in how many ms it wants to be called again.
A deadline is committed only up to the moment to which every edge has been decided.
"""

import asyncio

BUSY_MS = 5  # while a contact bounces or is held
IDLE_MS = 50  # an edge whose interrupt was lost is seen that late
_SETTLED_MS = 60


class ClockTask:
    """Drives `clock` from `inputs` over `buttons`.

    `record(fields, state)` takes an event over, `signals` has `play(name)` and `refuse()`, `face` has
    `changed()` and `draw(now)`, which returns in how many ms the face will change by itself.
    """

    def __init__(self, clock, inputs, buttons, ticks, *, record, signals, face, changed):
        self._clock = clock
        self._inputs = inputs
        self._buttons = buttons
        self._ticks = ticks
        self._record = record
        self._signals = signals
        self._face = face
        self._changed = changed
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
            self.apply(clock.handle(kind, t))
        effects = clock.expire(now, buttons.drained_to(now))
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
