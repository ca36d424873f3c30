"""The lines beside the buttons: is the handset plugged in, does the supply hold, is the power about to go.

Presence and power are read twenty times a second, because the chip has no interrupts on the presence pin.
What a plug says while it is being pushed in or pulled is noise: then no button counts, nor one that was down meanwhile
until it has been up. Buttons of the panel go on working where there is no handset.
"""

import asyncio

POLL_MS = 50
SETTLED_MS = 500
LOOSE_MS = 2000  # a plug is in or out by then: it must be told that no button counts
NOTICE = "nP"  # no pad
NOTICE_MS = 1000
NOTICE_EVERY_MS = 4000  # while no stroke is timed, whose seconds must be seen
LOWEST_MV = {"tpic6b595": 11000}
LOWEST_OTHERS_MV = 4500
UNWIRED_MV = 3000  # with so little no board would run: the divider is not there
LOW_READINGS = 2
GOOD_READINGS = 30  # dimming helps the supply, so that coming back soon would make the light swing
DIMMED = 40


class Handset:
    """`pin` is low while the handset is plugged in; `now` as all device times."""

    def __init__(self, pin, now):
        self._pin = pin
        self._seen = pin.value() == 0
        self._since = now
        self._changing = False
        self._changing_since = now
        self.plugged = self._seen

    def loose(self):
        """Whether the buttons' lines say nothing now; interrupts may ask."""
        return self._changing or (self._pin.value() == 0) != self.plugged

    def poll(self, now):
        """True once it is certain that the handset has come or gone."""
        seen = self._pin.value() == 0
        if seen != self._seen:
            self._seen = seen
            self._since = now
            if not self._changing:
                self._changing = True
                self._changing_since = now
        elif self._changing and now - self._since >= SETTLED_MS:
            self._changing = False
            if seen != self.plugged:
                self.plugged = seen
                return True
        return False

    def restless(self, now):
        """Whether the handset has neither come nor gone for so long that its plug or cable must be bad."""
        return self._changing and now - self._changing_since >= LOOSE_MS


class Supply:
    """Dims the display while the supply is low, rather than letting the chip brown out; `read_mv()` is the supply's."""

    def __init__(self, read_mv, display, brightness, log):
        self._read_mv = read_mv
        self._lowest = LOWEST_MV.get(display, LOWEST_OTHERS_MV)
        self._brightness = brightness
        self._log = log
        self._count = 0
        self.low = False

    def poll(self):
        """To be called every second."""
        supply = self._read_mv()
        if supply < UNWIRED_MV or (supply < self._lowest) == self.low:
            self._count = 0
            return
        self._count += 1
        if self._count < (GOOD_READINGS if self.low else LOW_READINGS):
            return
        self._count = 0
        self.low = not self.low
        self._brightness.limit = DIMMED if self.low else 255
        if self.low:
            text = "supply low, display dimmed: " + str(supply) + " mV, allowed: from " + str(self._lowest)
            self._log("warning", text)
        else:
            self._log("info", "supply good again: " + str(supply) + " mV")


class Sensing:
    """Tells of handset and power. `power_good` is a pin, or None where nothing drives it.

    `save()` keeps what a reset would lose; `notice(text, until)` shows, `phase()` is the clock's.
    """

    def __init__(self, handset, power_good, ticks, *, phase, notice, save, log):
        self._handset = handset
        self._power_good = power_good
        self._ticks = ticks
        self._phase = phase
        self._notice = notice
        self._save = save
        self._log = log
        self._missing = False
        self._restless = False
        self._notice_at = 0
        self._good_since = 0
        self.failing = False  # the power: then nothing is erased any more

    def poll(self, now):
        if self._handset.poll(now):
            self._missing = not self._handset.plugged
            self._notice_at = now
            if self._missing:
                self._log("warning", "handset unplugged")
                self._show(now)
            else:
                self._log("info", "handset plugged in")
        restless = self._handset.restless(now)
        if restless and not self._restless:
            self._log("warning", "handset's plug is loose: no button counts")
            self._show(now)
        self._restless = restless
        if (self._missing or restless) and now >= self._notice_at and self._phase() != "run":
            self._show(now)
        if self._power_good is not None:
            self._watch_power(now)

    def _show(self, now):
        self._notice_at = now + NOTICE_EVERY_MS
        self._notice(NOTICE, now + NOTICE_MS)

    def _watch_power(self, now):
        if not self._power_good.value():
            self._good_since = now
            if not self.failing:
                self.failing = True
                self._save()
                self._log("warning", "power failing")
        elif self.failing and now - self._good_since >= SETTLED_MS:
            self.failing = False
            self._log("info", "power good again")

    async def run(self, heart):
        while True:
            heart.beat()
            self.poll(self._ticks.now())
            await asyncio.sleep_ms(POLL_MS)
