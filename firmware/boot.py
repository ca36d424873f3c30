"""Chooses which of two application images runs, and goes back by itself when a new one does not hold.

The ROM partition is halved; each half is a slot for one image. One number in non-volatile storage tells what to
run: bit 0 the slot, bit 1 whether it is on trial, the rest how often a trial has been started. A slot on
trial that the application has not confirmed after `TRIES` starts is given up for the other one. A device without
that partition runs what lies beside this file.
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


def find():
    """What opens a slot's image to be mounted, given its number; None without a partition for it.

    Where MicroPython has a ROM file system, code runs where it lies; elsewhere it is loaded into the heap.
    """
    import vfs

    if hasattr(vfs, "rom_ioctl") and vfs.rom_ioctl(1):
        view = memoryview(vfs.rom_ioctl(2, 0))
        half = len(view) // 2
        return lambda slot: vfs.VfsRom(view[slot * half : slot * half + half])  # pyright: ignore[reportAttributeAccessIssue]  not in the stubs
    import esp32

    partitions = esp32.Partition.find(esp32.Partition.TYPE_DATA, label="romfs")
    if not partitions:
        return None
    from slot_files import SlotFiles

    return lambda slot: SlotFiles(partitions[0], slot)


def mount(image, slot):
    """Mount a slot's image at /app; False if there is none."""
    import vfs

    try:
        vfs.mount(image(slot), "/app")
    except (OSError, ValueError):
        return False
    sys.path.insert(0, "/app")
    return True


def boot():
    import esp32

    image = find()
    if image is None:
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
    if not mount(image, slot) and mount(image, 1 - slot):
        storage.set_i32("slot", 1 - slot)
        storage.commit()


boot()
