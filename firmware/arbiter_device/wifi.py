"""Joins the wireless network and stays in it, for ever, whatever the driver says in between.

The driver reports idle, a missing network or a wrong password for a moment even where all is well, and
`isconnected` stays true after the access point has gone. So no status ends the attempts, and the link
calls `doubt` when no answer came over a connection that claims to be up.
"""

import asyncio

POLL_MS = 250
ATTEMPT_MS = 15000
PAUSE_MS = 1000
LONGEST_PAUSE_MS = 30000


class Wifi:
    """`wlan` is a station interface; `ssid` and `password` come from the settings."""

    def __init__(self, wlan, ssid, password):
        self._wlan = wlan
        self._ssid = ssid
        self._password = password
        self._doubted = False
        self.attempts = 0

    def up(self):
        return self._wlan.isconnected()

    def doubt(self):
        """Leave and join again: the link got no answer for too long."""
        self._doubted = True

    async def run(self, heart):
        wlan = self._wlan
        wlan.active(True)
        wlan.config(pm=wlan.PM_NONE)  # mains powered; modem sleep would deliver packets in bunches
        wlan.config(reconnects=0)  # the retry loop is this one
        pause = PAUSE_MS
        while True:
            heart.beat()
            if self._doubted:
                self._doubted = False
                self._leave()
            elif not wlan.isconnected():
                if await self._attempt(heart):
                    pause = PAUSE_MS
                    continue
                self._leave()
                await _rest(pause, heart)
                pause = min(2 * pause, LONGEST_PAUSE_MS)
                continue
            await asyncio.sleep_ms(POLL_MS)

    def _leave(self):
        try:
            self._wlan.disconnect()
        except OSError:
            pass  # it was not connected

    async def _attempt(self, heart):
        self.attempts += 1
        try:
            self._wlan.connect(self._ssid, self._password)
        except OSError:
            return False  # the driver is still busy with the last attempt
        for _ in range(ATTEMPT_MS // POLL_MS):
            await asyncio.sleep_ms(POLL_MS)
            heart.beat()
            if self._wlan.isconnected():
                return True
        return False


async def _rest(ms, heart):
    while ms > 0:
        await asyncio.sleep_ms(min(ms, 1000))
        heart.beat()
        ms -= 1000


def network_task(board, config, wifi):
    """What keeps the network: the station once one is in the settings, before that the page on which to enter it."""
    if config.get("wifi_ssid"):
        return wifi.run
    from arbiter_device.portal import Portal

    return Portal(board.access_point(), board.device_id, config, board.reset).run
