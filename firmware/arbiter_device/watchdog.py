"""Keeps every task alive, and feeds the watchdog only while all of them are.

A task that raises or ends is recorded and started again; one that dies too often, or no longer shows a
heartbeat, leads to a reset of the whole device. As long as the clock itself is well, that waits for the end of the
stroke; the watchdog does not. Heartbeats say nothing about the network: a device that is offline for days never resets
a running match for it.
"""

import asyncio

CHECK_MS = 500
RESTART_MS = 200
HOPELESS_MS = 5000  # between the starts of a task that has died too often, until the stroke is over
TOO_MANY = 5  # deaths of one task before the device resets
PATIENCE_MS = 15000
PATIENCE_LINK_MS = 60000  # an attempt may take that long while nothing is wrong with the task
VITAL = ("clock", "buttons")  # without them no stroke is timed
WATCHDOG_MS = 30000  # longer than a name look-up may block everything


def each_second(steps):
    """A task that calls every one of `steps` once a second: one for all of them, because each task costs heap."""

    async def run(heart):
        while True:
            heart.beat()
            for step in steps:
                step()
            await asyncio.sleep_ms(1000)

    return run


class Heart:
    """One watched task: it has to `beat` at least every `patience_ms`, or may wait for ever with None."""

    def __init__(self, name, make, patience_ms, ticks):
        self.name = name
        self.make = make
        self.patience_ms = patience_ms
        self.deaths = 0
        self._ticks = ticks
        self._at = ticks.now()

    def beat(self):
        self._at = self._ticks.now()

    def stale(self, now):
        return self.patience_ms is not None and now - self._at > self.patience_ms


class Supervisor:
    """`record(name, error)` keeps a crash, `feed()` feeds the watchdog, `reset()` restarts the device.

    `may_reset()` tells whether no stroke is being timed; a task named in VITAL is not waited for.
    """

    def __init__(self, ticks, record, feed, reset, may_reset):
        self._ticks = ticks
        self._record = record
        self._feed = feed
        self._reset = reset
        self._may_reset = may_reset
        self._hearts = []
        self._dying = None  # the heart for which the device will be reset

    def watch(self, name, make, patience_ms):
        """Run `make(heart)` as a task for ever."""
        heart = Heart(name, make, patience_ms, self._ticks)
        self._hearts.append(heart)
        asyncio.create_task(self._keep(heart))
        return heart

    async def _keep(self, heart):
        while True:
            heart.beat()
            try:
                await heart.make(heart)
                error = RuntimeError("ended")
            except Exception as raised:  # noqa: BLE001  whatever it was, the clock has to go on
                error = raised
            heart.deaths += 1
            if heart.deaths <= TOO_MANY:
                self._record(heart.name, error)
            else:
                # Nothing new, and each record is a write to flash: not again and again within a stroke.
                self._dying = heart
            heart.beat()
            await asyncio.sleep_ms(RESTART_MS if heart.deaths <= TOO_MANY else HOPELESS_MS)

    async def run(self):
        while True:
            now = self._ticks.now()
            stale = None
            for heart in self._hearts:
                if heart.stale(now):
                    stale = heart
            if stale is None:
                self._feed()
            elif stale is not self._dying:
                # The task hangs and cannot be ended from outside without leaving its work half done.
                self._record(stale.name, RuntimeError("no heartbeat"))
                self._dying = stale
            if self._dying and (self._dying.name in VITAL or self._may_reset()):
                self._reset()
            await asyncio.sleep_ms(CHECK_MS)
