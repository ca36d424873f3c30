"""B22: the power goes at every single write of an update; what runs next is a whole image, the old one or the new."""

import asyncio
import binascii
import hashlib
import os

import boot
from arbiter_device import update
from arbiter_device.update import SECTOR, Installer, UpdateError

SECTORS = 8
HALF = SECTORS // 2 * SECTOR
SERIAL = 7


class Cut(Exception):
    """The power went."""


class Rom:
    """Flash in memory; of operation `cut_at`, a number in storage counted as one, only `done` halves are done."""

    def __init__(self, image, word, done=1):
        self.done = done
        self.image = bytearray(image)
        self.numbers = {"slot": word}
        self.operations = 0
        self.cut_at = None

    def _next(self):
        self.operations += 1
        return self.operations == self.cut_at

    def ioctl(self, op, arg=0):
        return SECTORS if op == 4 else SECTOR

    def readblocks(self, block, buffer, offset=0):
        start = block * SECTOR + offset
        buffer[:] = self.image[start : start + len(buffer)]

    def writeblocks(self, block, buffer):
        start = block * SECTOR
        if self._next():
            length = len(buffer) * self.done // 2
            self.image[start : start + length] = buffer[:length]
            raise Cut
        self.image[start : start + len(buffer)] = buffer

    def number(self, name):
        return self.numbers.get(name, 0)

    def set_number(self, name, value):
        if self._next():
            if self.done == 2:
                self.numbers[name] = value
            raise Cut
        self.numbers[name] = value

    def start(self):
        """Power on; the slot that runs."""
        self.cut_at = None
        self.numbers["slot"], slot = boot.choose(self.number("slot"))
        return slot


def install(rom, image):
    installer = Installer(rom, rom)
    for index in range(-(-len(image) // SECTOR)):
        piece = image[index * SECTOR : (index + 1) * SECTOR]
        installer.buffer[: len(piece)] = piece
        installer.write(index, len(piece))
    installer.verify(len(image), binascii.hexlify(hashlib.sha256(image).digest()).decode())
    installer.switch(SERIAL)
    rom.set_number("serial", SERIAL)


def next_image(rom, length):
    _, slot = boot.choose(rom.number("slot"))
    return bytes(rom.image[slot * HALF : slot * HALF + length])


def check_b22_a_cut_anywhere_leaves_a_whole_image_to_start():
    old, new = os.urandom(3 * SECTOR + 100), os.urandom(2 * SECTOR + 5)
    for case in range(6):
        running, done = case % 2, case // 2
        for cut in range(1, 8):
            rom = Rom(bytearray(2 * HALF), running, done)
            rom.image[running * HALF : running * HALF + len(old)] = old
            rom.cut_at = cut
            try:
                install(rom, new)
                assert cut == 7, cut
            except Cut:
                assert cut < 7, cut
            switched = cut > 5 or (cut == 5 and done == 2)
            assert next_image(rom, len(old) if not switched else len(new)) == (new if switched else old)
            rom.start()
            again = Installer(rom, rom)
            # What is told afterwards is true: taken, or not taken at all.
            assert rom.number("serial") == (SERIAL if switched else 0), cut
            assert rom.number("back") in (0, SERIAL)
            assert again.on_trial is switched
            if not switched:
                install(rom, new)
                assert next_image(rom, len(new)) == new


def check_an_image_that_reads_back_wrong_is_not_started():
    rom = Rom(bytearray(2 * HALF), 0)
    installer = Installer(rom, rom)
    installer.buffer[:] = b"x" * SECTOR
    installer.write(0, SECTOR)
    try:
        installer.verify(SECTOR, "00" * 32)
    except UpdateError:
        assert rom.numbers == {"slot": 0}
        return
    raise AssertionError("a wrong image was accepted")


def check_b22_an_image_that_is_never_confirmed_is_given_up_after_three_starts():
    word = 1 | 2
    started = []
    for _ in range(5):
        word, slot = boot.choose(word)
        started.append(slot)
    assert started == [1, 1, 1, 0, 0], started
    assert word == 0


def check_a_confirmed_image_stays_and_is_not_told_as_given_back():
    for cut in (None, 1):
        rom = Rom(bytearray(2 * HALF), 0)
        install(rom, b"new")
        assert rom.start() == 1
        installer = Installer(rom, rom)
        assert installer.on_trial
        rom.operations, rom.cut_at = 0, cut
        try:
            installer.confirm()
            assert cut != 1
        except Cut:
            installer = Installer(rom, rom)
            rom.cut_at = None
            installer.confirm()
        for _ in range(5):
            assert rom.start() == 1
            installer = Installer(rom, rom)
        assert (rom.number("slot"), rom.number("back"), rom.number("tried")) == (1, 0, 0)


def check_an_image_that_was_given_up_is_told():
    rom = Rom(bytearray(2 * HALF), 0)
    install(rom, b"new")
    assert [rom.start() for _ in range(4)] == [1, 1, 1, 0]
    Installer(rom, rom)
    assert (rom.number("serial"), rom.number("back"), rom.number("tried")) == (SERIAL, SERIAL, 0)


class Settings:
    """Settings that are on trial or not."""

    def __init__(self, on_trial):
        self.on_trial = on_trial


def report(rom, settings_on_trial=False):
    """What the device tells of releases after its start."""
    updater = update.Updater(
        Settings(settings_on_trial),
        "arbiter-000000",
        Installer(rom, rom),
        b"key",
        rom,
        phase=lambda: "idle",
        reset=lambda: None,
        log=lambda *_: None,
    )
    return updater._report().partition("&mac")[0]


def check_b22_a_release_that_is_on_trial_is_never_told_as_given_back():
    rom = Rom(bytearray(2 * HALF), 0, done=0)
    rom.cut_at = 3  # it was noted that the slot is tried, and then not switched
    try:
        install(rom, b"new")
        raise AssertionError("the power was not cut")
    except Cut:
        pass
    assert rom.start() == 0
    assert report(rom) == "serial=0&back=7&trial=0"
    install(rom, b"new")
    assert rom.start() == 1
    assert report(rom) == "serial=7&back=0&trial=1"
    rom = Rom(bytearray(2 * HALF), 0)
    rom.numbers.update(
        {"serial": SERIAL, "back": SERIAL}
    )  # the power went before the settings were taken back
    assert report(rom, settings_on_trial=True) == "serial=7&back=0&trial=1"
    rom.numbers["back"] = SERIAL
    assert report(rom) == "serial=7&back=7&trial=0"


class Hurried:
    """asyncio without its waits."""

    TimeoutError = asyncio.TimeoutError

    @staticmethod
    async def sleep_ms(_):
        pass


class Short:
    """Settings of a device that has no memory left for a look."""

    on_trial = False

    def __init__(self):
        self.looks = 0

    def get(self, _):
        self.looks += 1
        if self.looks > 2:
            raise KeyboardInterrupt
        raise MemoryError


async def check_a_look_without_memory_is_told_and_tried_again():
    class Heart:
        def beat(self):
            pass

    lines = []
    config, rom = Short(), Rom(bytearray(2 * HALF), 0)
    updater = update.Updater(
        config,
        "arbiter-000000",
        None,
        b"key",
        rom,
        phase=lambda: "idle",
        reset=lambda: None,
        log=lambda *line: lines.append(line),
    )
    updater.look_soon()
    update.asyncio = Hurried
    try:
        await updater.run(Heart())
    except KeyboardInterrupt:
        pass
    finally:
        update.asyncio = asyncio
    assert lines == [("warning", "update: MemoryError()")] * 2, lines


def check_the_hmac_is_that_of_rfc_4231():
    from arbiter_device import signing

    cases = (
        (b"\x0b" * 20, b"Hi There", "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        (
            b"Jefe",
            b"what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
        ),
        (
            b"\xaa" * 131,
            b"Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
        ),
    )
    for key, message, digest in cases:
        assert binascii.hexlify(signing.hmac(key, message)).decode() == digest
    assert signing.equal(b"ab", b"ab")
    assert not signing.equal(b"ab", b"ac")
    assert not signing.equal(b"ab", b"a")


def check_what_is_sealed_is_for_one_key_and_whole():
    from arbiter_device import signing

    # Made with the package `cryptography`: key 00 01 ... 1f, IV 16 times 5a.
    key = bytes(range(32))
    sealed = "WlpaWlpaWlpaWlpaWlpaWoLzzXZxLZL6YsIC5LG3fxWd0AObNqx3kVz4zB5Wwdji"
    assert signing.unseal(key, sealed) == b'{"wifi_password": "geheim"}'
    whole = binascii.a2b_base64(sealed)
    refused = [(bytes(32), whole), (key, whole[:-1]), (key, whole[:16]), (key, b"")]
    refused.append((key, whole[:-17] + bytes([whole[-17] ^ 0x80]) + whole[-16:]))
    for wrong_key, data in refused:
        try:
            signing.unseal(wrong_key, binascii.b2a_base64(data))
        except ValueError:
            continue
        raise AssertionError(data)
