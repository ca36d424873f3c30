"""Chooses which of two application images runs, and goes back by itself when a new one does not hold.

The ROM partition is halved; each half is a slot for one image. One number in non-volatile storage tells what to
run: bit 0 the slot, bit 1 whether it is on trial, the rest how often a trial has been started. A slot on
trial that the application has not confirmed after `TRIES` starts is given up for the other one. A device without a
ROM partition runs what lies beside this file.
"""

import sys

TRIES = 3
_HANG_MS = 60000  # an image on trial that does not even feed the watchdog is started again


def choose(word):
    """(the number to store before the start, the slot to start) for the number that was stored."""
    slot = word & 1
    if not word & 2:
        return word, slot
    started = (word >> 2) + 1
    if started > TRIES:
        return 1 - slot, 1 - slot
    return started << 2 | 2 | slot, slot


def mount(view, slot):
    """Mount a slot's image at /app; False if there is none."""
    import vfs

    half = len(view) // 2
    try:
        image = memoryview(view)[slot * half : slot * half + half]
        vfs.mount(vfs.VfsRom(image), "/app")  # pyright: ignore[reportAttributeAccessIssue]  not in the stubs
    except (OSError, ValueError):
        return False
    sys.path.insert(0, "/app")
    return True


def boot():
    import esp32
    import vfs

    if not hasattr(vfs, "rom_ioctl") or not vfs.rom_ioctl(1):
        return
    storage = esp32.NVS("arbiter")
    try:
        word = storage.get_i32("slot")
    except OSError:
        word = 0
    after, slot = choose(word)
    if after != word:
        # Before the start, so that an image that hangs at once is counted as well.
        storage.set_i32("slot", after)
        storage.commit()
    if after & 2:
        import machine

        machine.WDT(timeout=_HANG_MS)
    view = vfs.rom_ioctl(2, 0)
    if not mount(view, slot) and mount(view, 1 - slot):
        storage.set_i32("slot", 1 - slot)
        storage.commit()


boot()
