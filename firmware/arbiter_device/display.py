"""What is on the display, and when it is sent there.

A change is sent at once, but never more than 20 frames a second: two in any 100 ms, so that a press right
after a new second need not wait; what comes sooner is sent when its time has come. Unchanged, the whole frame
is still sent once a second, so that a disturbed pixel or a driver that lost its registers is put right. A failing
bus is counted and tried again with the next frame.
"""

import asyncio

PAIR_MS = 100  # no third frame within this time
SHORTEST_MS = 10  # what a chain of pixels needs, with room
REFRESH_MS = 1000


class Display:
    """`driver` has `segments(bits16, status8, brightness)`; blank until the first `show`."""

    def __init__(self, driver, ticks):
        self._driver = driver
        self._ticks = ticks
        self._bits = 0
        self._lamps = 0
        self._level = 0
        self._dirty = True
        self._sent_at = ticks.now() - PAIR_MS
        self._sent_before = self._sent_at
        self.frames = 0
        self.errors = 0

    def show(self, bits16, lamps8, brightness):
        if bits16 != self._bits or lamps8 != self._lamps or brightness != self._level:
            self._bits = bits16
            self._lamps = lamps8
            self._level = brightness
            self._dirty = True
        if self._dirty:
            self._due(self._ticks.now())

    def _due(self, now):
        since = now - self._sent_at
        pair = now - self._sent_before
        if (since >= SHORTEST_MS and pair >= PAIR_MS) if self._dirty else since >= REFRESH_MS:
            self._dirty = False
            self._sent_before = self._sent_at
            self._sent_at = now
            self.frames += 1
            try:
                self._driver.segments(self._bits, self._lamps, self._level)
            except OSError:
                self.errors += 1

    async def run(self, heart):
        while True:
            heart.beat()
            self._due(self._ticks.now())
            await asyncio.sleep_ms(SHORTEST_MS if self._dirty else PAIR_MS)
