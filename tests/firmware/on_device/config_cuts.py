"""B12: settings on a real littlefs whose flash loses power at every single write and erase."""

import os

import vfs

from arbiter_device import config

BLOCKS = 24
FIRST, SECOND, THIRD = ("10.0.0.1", 1883), ("10.0.0.2", 1884), ("hub.hall.example", 8883)


class Cut(Exception):
    """The power went."""


class Flash:
    """Blocks in memory; of the operation number `cut_at` only `done` halves are done, and everything after it fails."""

    def __init__(self, image=None, done=1):
        self.image = image or bytearray(b"\xff" * (4096 * BLOCKS))
        self.done = done
        self.operations = 0
        self.cut_at = None

    def readblocks(self, block, buffer, offset=0):
        if self.cut_at is not None and self.operations >= self.cut_at:
            return -5  # without power; a forgotten file is closed by the collector, which must not allocate
        start = block * 4096 + offset
        buffer[:] = self.image[start : start + len(buffer)]
        return None

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
        return length * self.done // 2

    def _after(self):
        if self.cut_at == self.operations:
            raise Cut


def mount(image, done=1):
    flash = Flash(image, done)
    vfs.mount(vfs.VfsLfs2(flash), "/flash")
    return flash


def settings():
    found = config.Config("/flash")
    return found, (found.get("broker_host"), found.get("broker_port"))


def change(found):
    found.change({"broker_host": THIRD[0], "broker_port": THIRD[1]})


def try_out(found):
    found.try_out({"broker_host": THIRD[0], "broker_port": THIRD[1]})


def prepared(trial):
    """A flash with settings that have been changed twice, and on `trial` once more."""
    flash = Flash()
    vfs.VfsLfs2.mkfs(flash)
    vfs.mount(vfs.VfsLfs2(flash), "/flash")
    for host, port in (FIRST, SECOND):
        config.Config("/flash").change({"broker_host": host, "broker_port": port})
    if trial:
        try_out(config.Config("/flash"))
    vfs.umount("/flash")
    return bytes(flash.image)


def cut_everywhere(before, step, wanted, done):
    """Lose power in each operation of `step` in turn, reboot, and go on; the settings that were found, and the cuts."""
    outcomes = set()
    cut = 0
    while True:
        cut += 1
        flash = mount(bytearray(before), done)
        found, held = settings()
        flash.operations = 0
        flash.cut_at = cut
        finished = False
        try:
            step(found)
            finished = True
        except (Cut, OSError):
            pass
        vfs.umount("/flash")
        if finished and flash.operations < cut:
            return outcomes, cut
        mount(bytearray(flash.image))
        found, kept = settings()
        assert kept == wanted if finished else kept in (held, wanted), (cut, kept)
        outcomes.add(kept)
        # And the next change works on what the cut has left.
        found.change({"volume": 1})
        again, kept_again = settings()
        assert kept_again == kept
        assert again.get("volume") == 1
        if again.on_trial:
            again.revert()
            assert settings()[1] == SECOND, "the way back is there as long as the trial"
        vfs.umount("/flash")


def check_b12_a_cut_at_any_operation_of_a_change_leaves_the_old_settings_or_the_new():
    for done in (0, 1, 2):
        outcomes, cuts = cut_everywhere(prepared(False), change, THIRD, done)
        assert outcomes == {SECOND, THIRD}, outcomes
        assert cuts > 4, cuts


def check_b12_a_cut_at_any_operation_of_a_trial_its_end_and_its_return_leaves_the_old_settings_or_the_new():
    for done in (0, 1, 2):
        assert cut_everywhere(prepared(False), try_out, THIRD, done)[0] == {SECOND, THIRD}
        assert cut_everywhere(prepared(True), lambda found: found.confirm(), THIRD, done)[0] == {THIRD}
        assert cut_everywhere(prepared(True), lambda found: found.revert(), SECOND, done)[0] == {
            SECOND,
            THIRD,
        }


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
