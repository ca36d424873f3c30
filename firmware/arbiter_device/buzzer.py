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
        self._busy = False

    def play(self, name):
        """Queue a signal; when too many wait, the oldest is dropped: what is shown does not depend on it."""
        if not self._busy and not self._waiting:
            # At once, so that the motor starts with the frame of the press and costs none of its own.
            self._face.motor = self._vibration(name) > 0
        if len(self._waiting) == _WAITING:
            self._waiting.pop(0)
        self._waiting.append(name)
        self._wake.set()

    def refuse(self):
        """A press had no meaning."""
        self._face.notice("no", self._ticks.now() + _NOTICE_MS)

    async def run(self, heart):
        self._busy = False
        while True:
            heart.beat()
            while self._waiting:
                self._busy = True
                name = self._waiting.pop(0)
                hz, ms, times, _ = readout.sound(self._preset(), name)
                await self._perform(hz, ms, times, self._vibration(name))
                self._busy = False
                heart.beat()
            self._wake.clear()
            try:
                await asyncio.wait_for_ms(self._wake.wait(), 1000)
            except asyncio.TimeoutError:
                pass

    def _vibration(self, name):
        """Ms for which a signal vibrates."""
        return readout.sound(self._preset(), name)[3] if self._config.get("vibration") else 0

    async def _perform(self, hz, ms, times, vibrate):
        """Tones with pauses of half their length, and the motor from the first one on."""
        duty = _DUTY[self._config.get("volume")]
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
