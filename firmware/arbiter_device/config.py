"""Settings of one device: typed, bounded, and safe against a power cut at any moment.

A file is one line of CRC-32 in eight hexadecimal digits and one line of JSON. Changing writes `config.new`,
moves `config.json` aside as `config.bak` and renames the new file into place, so that one complete file
exists at every moment. What does not read back falls back to the last good file, then to the defaults.
"""

import binascii
import json
import os

from arbiter_clock.errors import FieldError

NAME = "abcdefghijklmnopqrstuvwxyz0123456789-"

# Of each setting its default, lowest or shortest, highest or longest, and characters or choices.
SPEC = {
    "site": ("hall", 1, 32, NAME),
    "table": ("1", 1, 32, NAME),
    "role": ("clock", 0, 0, ("clock", "display")),
    "wifi_ssid": ("", 0, 32, None),
    "wifi_password": ("", 0, 63, None),
    "broker_host": ("", 0, 64, None),
    "broker_port": (1883, 1, 65535, None),
    "broker_tls": (0, 0, 1, None),  # 1: with TLS, and then by nothing else
    "broker_user": ("", 0, 64, None),
    "broker_password": ("", 0, 64, None),
    "time_host": ("", 0, 64, None),
    "update_host": ("", 0, 64, None),
    "update_port": (8000, 1, 65535, None),
    "preset": ("dbu-5-kegel", 1, 32, NAME),
    "brightness": (0, 0, 100, None),  # percent; 0 follows the ambient light
    "volume": (0, 0, 3, None),  # 0 is silent
    "vibration": (1, 0, 1, None),
    "power_sense": (1, 0, 1, None),  # 0 where the lines of supply and power are not wired
    "display": ("ws2812", 0, 0, ("ws2812", "tpic6b595", "max7219", "tm1637", "ht16k33")),
}

BEFORE_TRIAL = "config.old"
LARGEST = 2048
FILES = ("config.json", "config.new", "config.bak")


def check(name, value):
    """Raise FieldError unless `value` may be the setting `name`."""
    if name not in SPEC:
        raise FieldError("config." + str(name), "an unknown setting", "one of " + ", ".join(sorted(SPEC)))
    default, low, high, allowed = SPEC[name]
    if type(default) is int:
        if type(value) is not int or not low <= value <= high:
            raise FieldError("config." + name, value, "a whole number from " + str(low) + " to " + str(high))
        return
    if type(allowed) is tuple:
        if value not in allowed:
            raise FieldError("config." + name, value, "one of " + ", ".join(allowed))
        return
    if type(value) is not str or not low <= len(value.encode()) <= high:
        raise FieldError("config." + name, value, "text of " + str(low) + " to " + str(high) + " bytes")
    if allowed and any(char not in allowed for char in value):
        raise FieldError("config." + name, value, "characters from " + allowed)


def pack(values):
    body = json.dumps(values).encode()
    return b"%08x\n%s\n" % (binascii.crc32(body), body)


def unpack(data):
    """Values of a complete file, None of any other.

    A setting that this firmware does not know or allow is left out: another version may have written it,
    and the rest, the way into the network above all, must not be lost with it.
    """
    if len(data) < 10 or data[8:9] != b"\n" or data[-1:] != b"\n":
        return None
    body = data[9:-1]
    if data[:8] != b"%08x" % binascii.crc32(body):
        return None
    try:
        values = json.loads(body)
    except ValueError:
        return None
    if type(values) is not dict:
        return None
    kept = {}
    for name in values:
        try:
            check(name, values[name])
            kept[name] = values[name]
        except FieldError:
            continue
    return kept


class Config:
    """The settings in `folder`. `get` never fails; `source` tells which file they came from."""

    def __init__(self, folder):
        self._folder = folder
        self._values = {}
        self.source = "defaults"
        for name in FILES:
            values = self._read(name)
            if values is not None:
                self._values = values
                self.source = name
                break
        if self.source == "config.new":
            # The power went between the two renames; this is the only copy, and `change` writes over it.
            os.rename(folder + "/config.new", folder + "/config.json")

    def get(self, name):
        value = self._values.get(name)
        return SPEC[name][0] if value is None else value

    def change(self, changes):
        """Check all of `changes`, then make them durable together; FieldError and no change if one is wrong."""
        for name in changes:
            check(name, changes[name])
        values = dict(self._values)
        values.update(changes)
        self._write(values)

    def _write(self, values):
        current, new, last_good = [self._folder + "/" + name for name in FILES]
        with open(new, "wb") as file:
            file.write(pack(values))
        if self._read(FILES[0]) is not None:
            os.rename(current, last_good)
        os.rename(new, current)
        self._values = values
        self.source = FILES[0]

    @property
    def on_trial(self):
        """Whether the settings have been changed from afar and nobody knows yet whether they work."""
        return self._read(BEFORE_TRIAL) is not None

    def try_out(self, changes):
        """Change settings that could cut the device off: `confirm` keeps them, `revert` returns to the old ones."""
        for name in changes:
            check(name, changes[name])
        if not self.on_trial:
            with open(self._folder + "/" + BEFORE_TRIAL, "wb") as file:
                file.write(pack(self._values))
        self.change(changes)

    def confirm(self):
        if self.on_trial:
            os.remove(self._folder + "/" + BEFORE_TRIAL)

    def revert(self):
        values = self._read(BEFORE_TRIAL)
        if values is not None:
            self._write(values)
            os.remove(self._folder + "/" + BEFORE_TRIAL)

    def _read(self, name):
        try:
            path = self._folder + "/" + name
            if os.stat(path)[6] > LARGEST:
                return None
            with open(path, "rb") as file:
                return unpack(file.read())
        except OSError:
            return None
