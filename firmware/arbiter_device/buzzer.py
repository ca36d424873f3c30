"""Sound and vibration for the clock's signals, one after the other, silent where preset or settings say so."""

import asyncio

from arbiter_clock import readout

_WAITING = 4
_NOTICE_MS = 400
_DUTY = (0, 2000, 8000, 32768)  # of 65535, by volume; half is the loudest a square wave drives a piezo


class Signals:
    """`tone` has `play(hz, ms, duty)`, `face` has `motor` and `notice`; `preset()` is the clock's preset."""

    def __init__(self, tone, face, preset, config, ticks):
        self._tone = tone
        self._face = face
        self._preset = preset
        self._config = config
        self._ticks = ticks
        self._waiting = []
        self._wake = asyncio.Event()

    def play(self, name):
        """Queue a signal; when too many wait, the oldest is dropped: what is shown does not depend on it."""
        if len(self._waiting) == _WAITING:
            self._waiting.pop(0)
        self._waiting.append(name)
        self._wake.set()

    def refuse(self):
        """A press had no meaning."""
        self._face.notice("no", self._ticks.now() + _NOTICE_MS)

    async def run(self, heart):
        while True:
            heart.beat()
            while self._waiting:
                hz, ms, times, vibrate = readout.sound(self._preset(), self._waiting.pop(0))
                await self._perform(hz, ms, times, vibrate)
                heart.beat()
            self._wake.clear()
            try:
                await asyncio.wait_for_ms(self._wake.wait(), 1000)
            except asyncio.TimeoutError:
                pass

    async def _perform(self, hz, ms, times, vibrate):
        """Tones with pauses of half their length, and the motor from the first one on."""
        duty = _DUTY[self._config.get("volume")]
        if not self._config.get("vibration"):
            vibrate = 0
        self._face.motor = vibrate > 0
        passed = 0
        for _ in range(times):
            if hz and duty:
                self._tone.play(hz, ms, duty)
            passed = await self._wait(passed, ms + ms // 2, vibrate)
        await self._wait(passed, max(0, vibrate - passed), vibrate)
        self._face.motor = False

    async def _wait(self, passed, ms, vibrate):
        """Wait `ms`, ending the vibration when its time has come; returns the ms that have passed in all."""
        end = passed + ms
        if passed < vibrate < end:
            await asyncio.sleep_ms(vibrate - passed)
            self._face.motor = False
            passed = vibrate
        await asyncio.sleep_ms(end - passed)
        return end
