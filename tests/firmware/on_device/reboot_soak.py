"""B12, B22: three hundred reboots of a device whose power fails at random, over journal, settings and updates at once.

Everything that outlives a reboot hangs on one supply: the journal's partition, the file system with the settings, the
two application images, and the numbers in non-volatile storage. Of the operation in which the power goes none, half
or all is done.
"""

import binascii
import hashlib
import random

import vfs

import boot
from arbiter_clock.machine import Clock
from arbiter_clock.presets import preset
from arbiter_device import config, store
from arbiter_device.update import SECTOR, Installer

REBOOTS = 300
IMAGE = 2 * SECTOR + 100
ROM_SECTORS = 6
HALF = ROM_SECTORS // 2 * SECTOR


class Cut(Exception):
    """The power went."""


class Supply:
    """Counts operations; the one numbered `cut_at` is the last, of which `halves` are done."""

    def __init__(self):
        self.left = 1 << 30
        self.halves = 0

    def dead(self):
        return self.left <= 0

    def spend(self, length):
        """How much of an operation on `length` bytes is done."""
        if self.left <= 0:
            raise Cut
        self.left -= 1
        return length if self.left else length * self.halves // 2

    def check(self):
        if self.left <= 0:
            raise Cut


class Cells:
    """NOR flash in memory: programming clears bits, an erase sets a sector."""

    def __init__(self, sectors, supply, image=None):
        self.image = image or bytearray(b"\xff" * (sectors * SECTOR))
        self._sectors = sectors
        self._supply = supply

    def readblocks(self, block, buffer, offset=0):
        if self._supply.dead():
            return -5
        start = block * SECTOR + offset
        buffer[:] = memoryview(self.image)[start : start + len(buffer)]
        return None

    def writeblocks(self, block, buffer, offset=None):
        if offset is None:
            for index in range(-(-len(buffer) // SECTOR)):
                self.ioctl(6, block + index)
        start = block * SECTOR + (offset or 0)
        for index in range(self._supply.spend(len(buffer))):
            self.image[start + index] &= buffer[index]
        self._supply.check()

    def ioctl(self, op, arg=0):
        if op == 4:
            return self._sectors
        if op == 5:
            return SECTOR
        if op == 6:
            done = self._supply.spend(SECTOR)
            self.image[arg * SECTOR : arg * SECTOR + done] = b"\xff" * done
            self._supply.check()
        return 0


class Device:
    """What outlives a reboot, and what the world knows of it."""

    def __init__(self):
        self.supply = Supply()
        self.files = Cells(24, self.supply)
        self.events = Cells(4, self.supply)
        self.rom = Cells(ROM_SECTORS, self.supply)
        self.numbers = {}
        self.rom.image[:IMAGE] = bytes(IMAGE)
        vfs.VfsLfs2.mkfs(self.files)
        self.kept = 0  # events that have been promised
        self.confirmed = 0  # events that the hub has
        self.settings = {0}  # what the last finished change and one that was cut have written
        self.version = 0  # of the image that is confirmed
        self.newer = 0  # of the image that is on trial or being written
        self.state = Clock(preset("dbu-5-kegel")).pack_state(0)
        self.switched = self.mounted = False
        self.tried = self.given_up = 0

    def number(self, name):
        return self.numbers.get(name, 0)

    def set_number(self, name, value):
        if self.supply.spend(2):
            self.numbers[name] = value
        self.supply.check()

    def boot(self):
        """Start as boot.py and the application do, and compare what is found with what has been promised."""
        word, slot = boot.choose(self.number("slot"))
        if word != self.number("slot"):
            self.set_number("slot", word)
        running = bytes(self.rom.image[slot * HALF : slot * HALF + IMAGE])
        assert running == bytes([running[0]]) * IMAGE, "half an image was started"
        assert running[0] in (self.version, self.newer), (running[0], self.version, self.newer)
        vfs.mount(vfs.VfsLfs2(self.files), "/flash")
        self.mounted = True
        self.journal, warning = store.open_journal(self.events, "/flash")
        assert warning is None
        assert self.kept <= self.journal.last <= self.kept + 1, (self.kept, self.journal.last)
        self.kept = self.journal.last
        for seq in range(self.confirmed + 1, self.kept + 1):
            event, state = self.journal.read(seq)
            assert (event["t"], state) == (seq, self.state), seq
        self.journal.release(self.confirmed)
        self.config = config.Config("/flash")
        port = self.config.get("broker_port") - 1883
        assert port in self.settings, (port, self.settings)
        assert self.config.get("broker_host") == ("" if port == 0 else "host-" + str(port)), (
            "halves of two changes"
        )
        self.settings = {port}
        self.installer = Installer(self.rom, self)
        if not self.installer.on_trial and running[0] == self.newer:
            self.version = self.newer
        if not self.installer.on_trial and running[0] != self.newer:
            self.given_up += self.switched
            self.newer = self.version
            self.switched = False

    def live(self):
        """Do what a device does, in any order, until the power goes."""
        while True:
            chance = random.getrandbits(6)
            if chance < 50:
                fields = {"type": "swap", "striker": "a", "t": self.kept + 1}
                self.journal.append(fields, 1, None, self.state)
                self.kept += 1
            elif chance < 56:
                self.confirmed = max(self.confirmed, self.kept - random.getrandbits(4))
                self.journal.release(self.confirmed)
                self.journal.prepare()
            elif chance < 60:
                number = random.getrandbits(12) + 1
                self.settings.add(number)
                self.config.change({"broker_host": "host-" + str(number), "broker_port": 1883 + number})
                self.settings = {number}
            elif not self.installer.on_trial:
                self.update()
            elif chance == 63:
                self.installer.confirm()
                self.version = self.newer
                self.switched = False
            if self.kept - self.confirmed > 100:
                self.confirmed = self.kept
                self.journal.release(self.confirmed)

    def update(self):
        self.newer = (max(self.version, self.newer) + 1) % 256
        image = bytes([self.newer]) * IMAGE
        for index in range(-(-IMAGE // SECTOR)):
            piece = image[index * SECTOR : (index + 1) * SECTOR]
            self.installer.buffer[: len(piece)] = piece
            self.installer.write(index, len(piece))
        self.installer.verify(IMAGE, binascii.hexlify(hashlib.sha256(image).digest()).decode())
        self.installer.switch(self.newer)
        self.tried += 1
        self.switched = True
        raise Cut  # the device restarts into its new image


def check_b12_b22_three_hundred_reboots_lose_nothing_that_was_promised_and_always_start():
    random.seed(300)
    device = Device()
    cuts = 0
    for _ in range(REBOOTS):
        device.supply.left = 1 + random.getrandbits(6)
        device.supply.halves = random.getrandbits(8) % 3
        try:
            device.boot()
            device.live()
        except (Cut, OSError):
            cuts += 1
        if device.mounted:
            vfs.umount("/flash")
            device.mounted = False
        device.supply = Supply()
        for name in ("files", "events", "rom"):
            cells = getattr(device, name)
            setattr(device, name, Cells(cells._sectors, device.supply, cells.image))
    device.boot()
    vfs.umount("/flash")
    assert cuts == REBOOTS
    print(
        device.kept, "events,", device.tried, "updates,", device.given_up, "given up, version", device.version
    )
    assert device.kept > 1000
    assert device.tried > 10
    assert device.given_up > 5
    assert device.version > 3
