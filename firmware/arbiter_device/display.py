"""What is on the display, and when it is sent there.

A change is sent at once, as long as no more than 20 frames are sent in any second: four may follow one another quickly,
so that a press right after a new second need not wait, and then they come every 62 ms. Unchanged, the whole frame is
still sent within every second, so that a disturbed pixel or a driver that lost its registers is put right. A failing
bus is counted and tried again with the next frame.
"""

import asyncio

SHORTEST_MS = 10  # what a chain of pixels needs, with room
STEADY_MS = 62
BURST = 4
_POLL_MS = 100
REFRESH_MS = 1000 - _POLL_MS


class Display:
    """`driver` has `segments(bits16, status8, brightness)`; blank until the first `show`."""

    def __init__(self, driver, ticks):
        self._driver = driver
        self._ticks = ticks
        self._bits = 0
        self._lamps = 0
        self._level = 0
        self._dirty = True
        self._sent_at = ticks.now() - REFRESH_MS
        self._steady_at = self._sent_at  # when a frame would be due if all had come steadily
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
        allowed = since >= SHORTEST_MS and self._steady_at - now <= (BURST - 1) * STEADY_MS
        if allowed if self._dirty else since >= REFRESH_MS:
            self._dirty = False
            self._sent_at = now
            self._steady_at = max(self._steady_at, now) + STEADY_MS
            self.frames += 1
            try:
                self._driver.segments(self._bits, self._lamps, self._level)
            except OSError:
                self.errors += 1

    async def run(self, heart):
        while True:
            heart.beat()
            self._due(self._ticks.now())
            await asyncio.sleep_ms(SHORTEST_MS if self._dirty else _POLL_MS)
