"""Updates: a signed release is fetched while nobody plays, written to the slot that is not running, and tried.

A release is one line of HMAC in hexadecimal and one line of JSON:
    {"serial": n, "version": text, "size": bytes, "sha256": hex, "sealed": text or null}
where `sealed` is the JSON of settings, for this device's eyes only (see `signing`); settings in clear are refused.
Its serial only grows, so that an old release cannot be played back. The slot is switched by writing one number, after
the image has been read back from flash and hashed: until then a power cut leaves the running image alone. Settings
are taken on trial as well: without a connection the device returns to the ones before.

With every look the device tells, signed, how far it is; a server that is no hub does not read that.
"""

import asyncio
import binascii
import hashlib
import json

from arbiter_clock.errors import FieldError
from arbiter_device import config as settings
from arbiter_device import signing

SECTOR = 4096
TIMEOUT_MS = 10000
FIRST_MS = 30000
TRIAL_MS = 10000  # a trial is told to the hub before it is over
AGAIN_MS = 600000
TRIES = 3  # how often the device looks after it was asked to, half a minute apart
# So long after a set no next one follows: what nobody has asked for waits until then.
QUIET_MS = 1200000
BETWEEN_SETS = ("idle", "set_end")
_RELEASE_MAX = 2048
_FIELDS = (("serial", int), ("version", str), ("size", int), ("sha256", str))
_NOT_NOW = (b"404", b"409")


class UpdateError(Exception):
    """The release or its image is not what it should be, or may not be taken now."""


def parse(data, key):
    """(release, settings) in `data`, checked in full: signature first, then every field."""
    signature, _, body = data.partition(b"\n")
    body = body.rstrip(b"\n")
    try:
        given = binascii.unhexlify(signature)
    except ValueError:
        given = b""
    if not signing.equal(given, signing.hmac(key, body)):
        raise UpdateError("a wrong signature")
    release = json.loads(body)
    for name, kind in _FIELDS:
        if type(release.get(name)) is not kind:
            raise FieldError("release." + name, release.get(name), "a value of type " + kind.__name__)
    if "settings" in release:
        raise FieldError("release.settings", "settings in clear", "sealed ones")
    sealed = release.get("sealed")
    changes = json.loads(signing.unseal(key, sealed)) if sealed else {}
    for name in changes:
        settings.check(name, changes[name])
    return release, changes


async def fetch(host, port, path):
    """(length, reader, writer) of the answer to a GET; the caller reads and closes. None if there is nothing now."""
    reader, writer = await asyncio.wait_for_ms(asyncio.open_connection(host, port), TIMEOUT_MS)
    taken = False
    try:
        writer.write(("GET " + path + " HTTP/1.0\r\nHost: " + host + "\r\n\r\n").encode())
        await asyncio.wait_for_ms(writer.drain(), TIMEOUT_MS)
        status = (await asyncio.wait_for_ms(reader.readline(), TIMEOUT_MS)).split(b" ")
        length = -1
        while True:
            line = await asyncio.wait_for_ms(reader.readline(), TIMEOUT_MS)
            if line in (b"\r\n", b"\n", b""):
                break
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        if len(status) > 1 and status[1] in _NOT_NOW:
            return None
        if len(status) < 2 or status[1] != b"200" or length < 0:
            raise UpdateError("no answer for " + path)
        taken = True
        return length, reader, writer
    finally:
        if not taken:
            await writer.wait_closed()


class Installer:
    """Writes an image to the half of `partition` that is not running. `storage` has `number(name)` and
    `set_number(name, n)`: "slot" is the boot number, "tried" twice the serial of the newest image plus its slot.
    """

    def __init__(self, partition, storage):
        self._partition = partition
        self._storage = storage
        word = storage.number("slot")
        self.running = word & 1
        self.on_trial = bool(word & 2)
        self._sectors = partition.ioctl(4, 0) // 2
        self._sector = bytearray(SECTOR)
        tried = storage.number("tried")
        if self.on_trial:
            if tried >> 1 > storage.number("serial"):
                storage.set_number("serial", tried >> 1)  # the power went when the slot was just switched
        elif tried:
            if tried & 1 != self.running:
                storage.set_number("back", tried >> 1)
            storage.set_number("tried", 0)

    def confirm(self):
        """This image works: it stays."""
        if self.on_trial:
            self.on_trial = False
            self._storage.set_number("slot", self.running)

    def capacity(self):
        return self._sectors * SECTOR

    def write(self, index, length):
        """Erase and program one sector of the other slot from `buffer`, of which `length` bytes are new."""
        for rest in range(length, SECTOR):
            self._sector[rest] = 0xFF
        self._partition.writeblocks((1 - self.running) * self._sectors + index, self._sector)

    @property
    def buffer(self):
        return self._sector

    def verify(self, size, digest):
        """Read the image back; UpdateError if it is another."""
        hasher = hashlib.sha256()
        base = (1 - self.running) * self._sectors
        view = memoryview(self._sector)
        for index in range(-(-size // SECTOR)):
            self._partition.readblocks(base + index, self._sector)
            hasher.update(view[: min(SECTOR, size - index * SECTOR)])
        if binascii.hexlify(hasher.digest()).decode() != digest:
            raise UpdateError("the image on flash has another hash")

    def switch(self, serial):
        """Start the image, which is release `serial`, on trial at the next boot."""
        other = 1 - self.running
        self._storage.set_number("tried", serial << 1 | other)
        self._storage.set_number("slot", other | 2)


class Updater:
    """Looks for releases between sets. `storage` as for the installer, which is None where there are no slots: "serial"
    is the last release that was taken, "back" the last one that was given back. `phase()` is the clock's.
    """

    def __init__(self, config, device_id, installer, key, storage, *, phase, reset, log):
        self._config = config
        self._path = "/devices/" + device_id
        self._installer = installer
        self._key = key
        self._storage = storage
        self._phase = phase
        self._reset = reset
        self._log = log
        self._wait = FIRST_MS
        if self._on_trial():
            self._wait = TRIAL_MS
            if storage.number("back") == storage.number("serial"):
                storage.set_number(
                    "back", 0
                )  # the power went when it was to be given back, or before it was tried
        self._tries = 0
        self._rest = 0

    def look_soon(self):
        """The hub asks for it, so there is no match: look as soon as no set is played."""
        self._wait = 0
        self._tries = TRIES

    def trial_over(self):
        """Tell the hub soon that the release has been confirmed."""
        self._wait = 0

    def settings_returned(self):
        """The settings of the last release have been taken back."""
        self._storage.set_number("back", self._storage.number("serial"))

    async def run(self, heart):
        while True:
            heart.beat()
            await asyncio.sleep_ms(1000)
            self._rest = self._rest + 1000 if self._idle() else 0
            self._wait -= 1000
            if self._wait > 0 or not self._rest:
                continue
            self._wait = FIRST_MS if self._tries else AGAIN_MS
            try:
                await self.look(heart)
            except (OSError, ValueError, UpdateError, EOFError, MemoryError, asyncio.TimeoutError) as error:
                self._log("warning", "update: " + repr(error))
            if self._tries:
                self._tries -= 1

    async def look(self, heart):
        """Take the newest release if it is new to this device."""
        host, port = self._config.get("update_host"), self._config.get("update_port")
        answer = await fetch(host, port, self._path + "/release.json?" + self._report())
        if answer is None:
            return
        length, reader, writer = answer
        try:
            if length > _RELEASE_MAX:
                raise UpdateError("a release of " + str(length) + " bytes")
            data = await asyncio.wait_for_ms(reader.readexactly(length), TIMEOUT_MS)
        finally:
            await writer.wait_closed()
        release, changes = parse(data, self._key)
        serial = release["serial"]
        if serial <= self._storage.number("serial"):
            self._tries = 0
            return
        if self._on_trial() or not (self._tries or self._phase() == "idle" or self._rest >= QUIET_MS):
            return
        if release["size"]:
            await self._install(host, port, release, heart)
        self._require_idle()
        # Settings before the slot: a cut between leaves the serial, so that the whole release is taken again.
        if changes:
            self._config.try_out(changes)
        if release["size"]:
            self._installer.switch(serial)
        self._storage.set_number("serial", serial)
        self._log("info", "update: release " + str(serial))
        self._reset()

    def _idle(self):
        return self._phase() in BETWEEN_SETS

    def _require_idle(self):
        if not self._idle():
            raise UpdateError("a set has begun")

    def _on_trial(self):
        return self._config.on_trial or bool(self._installer and self._installer.on_trial)

    def _report(self):
        """How far this device is, as a signed query."""
        numbers = (self._storage.number("serial"), self._storage.number("back"), int(self._on_trial()))
        text = "serial=%d&back=%d&trial=%d" % numbers
        mac = signing.hmac(self._key, (self._path + "?" + text).encode())
        return text + "&mac=" + binascii.hexlify(mac).decode()

    async def _install(self, host, port, release, heart):
        installer = self._installer
        if installer is None:
            raise UpdateError("this device has no slots")
        if not 0 < release["size"] <= installer.capacity():
            raise UpdateError("an image of " + str(release["size"]) + " bytes")
        answer = await fetch(host, port, self._path + "/firmware.romfs")
        if answer is None:
            raise UpdateError("no image")
        length, reader, writer = answer
        try:
            if length != release["size"]:
                raise UpdateError("an image of another size")
            view = memoryview(installer.buffer)
            index = 0
            while length:
                wanted = min(SECTOR, length)
                got = 0
                while got < wanted:
                    count = await asyncio.wait_for_ms(reader.readinto(view[got:wanted]), TIMEOUT_MS)
                    if count == 0:
                        raise UpdateError("the image ends early")
                    got += count or 0
                    heart.beat()
                # No erase may fall into a stroke, and no update between the sets of the match that has begun.
                self._require_idle()
                installer.write(index, wanted)
                index += 1
                length -= wanted
        finally:
            await writer.wait_closed()
        installer.verify(release["size"], release["sha256"])
