"""Updates: a signed release is fetched while nobody plays, written to the slot that is not running, and tried.

A release is one line of HMAC in hexadecimal and one line of JSON:
    {"serial": n, "version": text, "size": bytes, "sha256": hex, "settings": {...} or null}
Its serial only grows, so that an old release cannot be played back. The slot is switched by writing one number, after
the image has been read back from flash and hashed: until then a power cut leaves the running image alone. Settings
are taken on trial as well: without a connection the device returns to the ones before.
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
AGAIN_MS = 600000
_RELEASE_MAX = 2048
_FIELDS = (("serial", int), ("version", str), ("size", int), ("sha256", str))


class UpdateError(Exception):
    """The release or its image is not what it should be."""


def parse(data, key):
    """The release in `data`, checked in full: signature first, then every field."""
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
    changes = release.get("settings")
    for name in changes or ():
        settings.check(name, changes[name])
    return release


async def fetch(host, port, path):
    """(length, reader, writer) of the answer to a GET; the caller reads and closes. UpdateError if there is none."""
    reader, writer = await asyncio.wait_for_ms(asyncio.open_connection(host, port), TIMEOUT_MS)
    writer.write(("GET " + path + " HTTP/1.0\r\nHost: " + host + "\r\n\r\n").encode())
    await asyncio.wait_for_ms(writer.drain(), TIMEOUT_MS)
    status = await asyncio.wait_for_ms(reader.readline(), TIMEOUT_MS)
    length = -1
    while True:
        line = await asyncio.wait_for_ms(reader.readline(), TIMEOUT_MS)
        if line in (b"\r\n", b"\n", b""):
            break
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    if b" 200 " not in status or length < 0:
        await writer.wait_closed()
        raise UpdateError("no such file: " + path)
    return length, reader, writer


class Installer:
    """Writes an image to the half of `partition` that is not running; `load()`, `save(n)` are the boot number."""

    def __init__(self, partition, load, save):
        self._partition = partition
        self._save = save
        word = load()
        self.running = word & 1
        self.on_trial = bool(word & 2)
        self._sectors = partition.ioctl(4, 0) // 2
        self._sector = bytearray(SECTOR)

    def confirm(self):
        """This image works: it stays."""
        if self.on_trial:
            self.on_trial = False
            self._save(self.running)

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

    def switch(self, size, digest):
        """Read the image back, and start it on trial at the next boot; UpdateError if it is another."""
        hasher = hashlib.sha256()
        base = (1 - self.running) * self._sectors
        view = memoryview(self._sector)
        for index in range(-(-size // SECTOR)):
            self._partition.readblocks(base + index, self._sector)
            hasher.update(view[: min(SECTOR, size - index * SECTOR)])
        if binascii.hexlify(hasher.digest()).decode() != digest:
            raise UpdateError("the image on flash has another hash")
        self._save((1 - self.running) | 2)


class Updater:
    """Looks for releases while `idle()`; `serial()`, `set_serial(n)` keep the last one that was taken."""

    def __init__(self, config, device_id, installer, key, *, idle, serial, set_serial, reset, log):
        self._config = config
        self._path = "/devices/" + device_id
        self._installer = installer
        self._key = key
        self._idle = idle
        self._serial = serial
        self._set_serial = set_serial
        self._reset = reset
        self._log = log
        self._wait = FIRST_MS

    def look_soon(self):
        """Do not wait for the next round."""
        self._wait = 0

    async def run(self, heart):
        while True:
            heart.beat()
            await asyncio.sleep_ms(1000)
            self._wait -= 1000
            if self._wait > 0 or not self._idle():
                continue
            self._wait = AGAIN_MS
            try:
                await self.look(heart)
            except (OSError, ValueError, UpdateError, EOFError, asyncio.TimeoutError) as error:
                self._log("warning", "update: " + repr(error))

    async def look(self, heart):
        """Take the newest release if it is new to this device."""
        host, port = self._config.get("update_host"), self._config.get("update_port")
        length, reader, writer = await fetch(host, port, self._path + "/release.json")
        try:
            if length > _RELEASE_MAX:
                raise UpdateError("a release of " + str(length) + " bytes")
            data = await asyncio.wait_for_ms(reader.readexactly(length), TIMEOUT_MS)
        finally:
            await writer.wait_closed()
        release = parse(data, self._key)
        if release["serial"] <= self._serial():
            return
        if release["size"]:
            await self._install(host, port, release, heart)
        self._set_serial(release["serial"])
        if release.get("settings"):
            self._config.try_out(release["settings"])
        self._log("info", "update: release " + str(release["serial"]))
        self._reset()

    async def _install(self, host, port, release, heart):
        installer = self._installer
        if installer is None:
            raise UpdateError("this device has no slots")
        if not 0 < release["size"] <= installer.capacity():
            raise UpdateError("an image of " + str(release["size"]) + " bytes")
        length, reader, writer = await fetch(host, port, self._path + "/firmware.romfs")
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
                while not self._idle():
                    # A stroke has begun meanwhile: no erase may fall into it.
                    heart.beat()
                    await asyncio.sleep_ms(1000)
                installer.write(index, wanted)
                index += 1
                length -= wanted
        finally:
            await writer.wait_closed()
        installer.switch(release["size"], release["sha256"])
