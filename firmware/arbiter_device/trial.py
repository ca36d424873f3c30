"""New settings and new images prove themselves: by a connection to the broker, after a while of good health.

Settings that bring no connection in time are taken back. An image is not taken back from here: it stays
unconfirmed, and boot.py gives it up after a few starts, however they ended.
"""

HEALTHY_MS = 20000
GIVE_UP_MS = 180000


class Trial:
    """`online()` tells whether the broker is connected; without a broker in the settings health is enough.

    `updater`, None where there is none, hears how the trial ended. `may_block()` tells that no stroke is timed:
    the end of a trial writes to flash, and a return starts the device anew.
    """

    def __init__(self, config, installer, updater, online, ticks, *, may_block, reset, log):
        self._config = config
        self._installer = installer
        self._updater = updater
        self._online = online
        self._ticks = ticks
        self._may_block = may_block
        self._reset = reset
        self._log = log
        self._begun = ticks.now()
        self._image = installer is not None and installer.on_trial
        self._settings = config.on_trial

    def step(self):
        """To be called every second."""
        if not (self._image or self._settings) or not self._may_block():
            return
        passed = self._ticks.now() - self._begun
        if passed >= HEALTHY_MS and (self._online() or not self._config.get("broker_host")):
            if self._image:
                self._installer.confirm()
                self._log("info", "the new image is confirmed")
            if self._settings:
                self._config.confirm()
                self._log("info", "the new settings are confirmed")
            self._image = self._settings = False
            if self._updater:
                self._updater.trial_over()
        elif self._settings and passed >= GIVE_UP_MS:
            if self._updater:
                self._updater.settings_returned()
            self._config.revert()
            self._reset()
