"""Settings on a real littlefs whose flash loses power at every single write and erase."""

import os

import vfs

from arbiter_device import config

BLOCKS = 24


class Cut(Exception):
    """The power went."""


class Flash:
    """Blocks in memory; the operation number `cut_at` is only half done, and everything after it fails."""

    def __init__(self, image=None):
        self.image = image or bytearray(b"\xff" * (4096 * BLOCKS))
        self.operations = 0
        self.cut_at = None

    def readblocks(self, block, buffer, offset=0):
        start = block * 4096 + offset
        buffer[:] = self.image[start : start + len(buffer)]

    def writeblocks(self, block, buffer, offset=None):
        if offset is None:
            self.ioctl(6, block)
            offset = 0
        start = block * 4096 + offset
        length = self._allowed(len(buffer))
        self.image[start : start + length] = buffer[:length]
        self._after()

    def ioctl(self, op, arg=0):
        if op == 4:
            return BLOCKS
        if op == 5:
            return 4096
        if op == 6:
            length = self._allowed(4096)
            self.image[arg * 4096 : arg * 4096 + length] = b"\xff" * length
            self._after()
        return 0

    def _allowed(self, length):
        self.operations += 1
        if self.cut_at is None or self.operations < self.cut_at:
            return length
        if self.operations > self.cut_at:
            raise Cut
        return length // 2

    def _after(self):
        if self.cut_at == self.operations:
            raise Cut


def mount(image):
    flash = Flash(image)
    vfs.mount(vfs.VfsLfs2(flash), "/flash")
    return flash


def settings():
    found = config.Config("/flash")
    return found, (found.get("broker_host"), found.get("broker_port"))


def check_a_cut_at_any_operation_of_a_change_leaves_the_old_settings_or_the_new():
    flash = Flash()
    vfs.VfsLfs2.mkfs(flash)
    vfs.mount(vfs.VfsLfs2(flash), "/flash")
    first, second, third = ("10.0.0.1", 1883), ("10.0.0.2", 1884), ("hub.hall.example", 8883)
    for host, port in (first, second):
        config.Config("/flash").change({"broker_host": host, "broker_port": port})
    vfs.umount("/flash")
    before = bytes(flash.image)
    cut = 0
    outcomes = set()
    while True:
        cut += 1
        flash = mount(bytearray(before))
        found, _ = settings()
        flash.operations = 0
        flash.cut_at = cut
        done = False
        try:
            found.change({"broker_host": third[0], "broker_port": third[1]})
            done = True
        except (Cut, OSError):
            pass
        vfs.umount("/flash")
        if done and flash.operations < cut:
            break
        after = mount(bytearray(flash.image))
        _, kept = settings()
        assert kept == third if done else kept in (second, third), (cut, kept)
        outcomes.add(kept)
        # And the next change works on what the cut has left.
        config.Config("/flash").change({"volume": 1})
        again, kept_again = settings()
        assert kept_again == kept
        assert again.get("volume") == 1
        vfs.umount("/flash")
        after.cut_at = None
    assert outcomes == {second, third}, outcomes
    assert cut > 4, cut


def check_three_files_of_garbage_give_the_defaults():
    flash = Flash()
    vfs.VfsLfs2.mkfs(flash)
    vfs.mount(vfs.VfsLfs2(flash), "/flash")
    for name in config.FILES:
        with open("/flash/" + name, "wb") as file:
            file.write(os.urandom(300))
    found, kept = settings()
    vfs.umount("/flash")
    assert found.source == "defaults"
    assert kept == ("", 1883)
