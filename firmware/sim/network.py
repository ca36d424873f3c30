"""Stand-in for `network`: a station that is connected at once, unless `script` tells another story."""

STA_IF = 0
AP_IF = 1
STAT_IDLE = 1000
STAT_CONNECTING = 1001
STAT_GOT_IP = 1010
STAT_NO_AP_FOUND = 201
STAT_WRONG_PASSWORD = 202
STAT_BEACON_TIMEOUT = 200
STAT_ASSOC_FAIL = 203
STAT_HANDSHAKE_TIMEOUT = 204

script = []  # statuses that the next calls of `status` and `isconnected` go through; the last one stays
attempts = 0

_country = "DE"


def country(*code):
    return _country


def hostname(*_name):
    return "arbiter"


class WLAN:
    PM_NONE = 0
    PM_PERFORMANCE = 1
    IF_STA = STA_IF
    IF_AP = AP_IF

    def __init__(self, interface=STA_IF):
        self.interface = interface
        self._active = False
        self._wanted = False
        self.settings = {}

    def active(self, *on):
        if not on:
            return self._active
        self._active = bool(on[0])
        return None

    def config(self, *_names, **settings):
        self.settings.update(settings)

    def connect(self, ssid=None, key=None):
        global attempts  # noqa: PLW0603  tests count them
        attempts += 1
        self._wanted = True

    def disconnect(self):
        self._wanted = False

    def status(self, *_name):
        if script:
            return script.pop(0) if len(script) > 1 else script[0]
        return STAT_GOT_IP if self._wanted else STAT_IDLE

    def isconnected(self):
        return self.status() == STAT_GOT_IP

    def ifconfig(self, *_settings):
        return ("127.0.0.1", "255.0.0.0", "127.0.0.1", "127.0.0.1")
