"""New settings and new images prove themselves: by a connection to the broker, after a while of good health.

Settings that bring no connection in time are taken back. An image is not taken back from here: it stays
unconfirmed, and boot.py gives it up after a few starts, however they ended.
"""

import asyncio

HEALTHY_MS = 20000
GIVE_UP_MS = 180000


class Trial:
    """`online()` tells whether the broker is connected; without a broker in the settings health is enough.

    `updater`, None where there is none, hears how the trial ended.
    """

    def __init__(self, config, installer, updater, online, ticks, *, reset, log):
        self._config = config
        self._installer = installer
        self._updater = updater
        self._online = online
        self._ticks = ticks
        self._reset = reset
        self._log = log
        self._begun = ticks.now()

    async def run(self, heart):
        installer = self._installer
        image = installer is not None and installer.on_trial
        settings = self._config.on_trial
        while True:
            heart.beat()
            await asyncio.sleep_ms(1000)
            if not image and not settings:
                continue
            passed = self._ticks.now() - self._begun
            if passed >= HEALTHY_MS and (self._online() or not self._config.get("broker_host")):
                if installer and image:
                    installer.confirm()
                    self._log("info", "the new image is confirmed")
                if settings:
                    self._config.confirm()
                    self._log("info", "the new settings are confirmed")
                image = settings = False
                if self._updater:
                    self._updater.trial_over()
            elif settings and passed >= GIVE_UP_MS:
                if self._updater:
                    self._updater.settings_returned()
                self._config.revert()
                self._reset()
