"""Stand-in for `esp32`: partitions with NOR semantics and non-volatile storage, both as files.

What is programmed can only clear bits and an erase sets a whole sector, as on flash, so that a missing
erase shows up as wrong data. Files are written unbuffered: killing the process is the power cut.
"""

import binascii
import json
import os
import time

SECTOR = 4096
_SIZES = {"journal": 16 * SECTOR, "romfs": 96 * SECTOR}
HEAP_DATA = 4

directory = "."
erase_us = 0  # real time for which an erase stalls everything; the chip takes about 80 ms
erases = 0


class Partition:
    """One labelled flash partition. Blocks are sectors; `offset` writes program without erasing."""

    BOOT = 0
    RUNNING = 1
    TYPE_APP = 0
    TYPE_DATA = 1

    def __init__(self, label):
        self.label = label
        self._path = directory + "/" + label + ".bin"
        self._size = _SIZES[label]
        try:
            os.stat(self._path)
        except OSError:
            with open(self._path, "wb") as blank:
                for _ in range(self._size // 64):
                    blank.write(b"\xff" * 64)
        self._file = open(self._path, "r+b")

    @classmethod
    def find(cls, type=TYPE_APP, subtype=0xFF, label=None):  # noqa: A002  the chip's own signature
        known = label in _SIZES and type == cls.TYPE_DATA
        return [cls(label)] if known and (label == "journal" or _exists(label)) else []

    def info(self):
        return (self.TYPE_DATA, 0x40, 0x3F0000, self._size, self.label, False)

    def readblocks(self, block, buf, offset=0):
        self._file.seek(self._place(block, len(buf), offset))
        self._file.readinto(buf)

    def writeblocks(self, block, buf, offset=None):
        if offset is None:
            for sector in range(block, block + -(-len(buf) // SECTOR)):
                self._erase(sector)
            offset = 0
        place = self._place(block, len(buf), offset)
        old = bytearray(len(buf))
        self._file.seek(place)
        self._file.readinto(old)
        for index, value in enumerate(buf):
            old[index] &= value
        self._file.seek(place)
        self._file.write(old)

    def ioctl(self, op, arg=0):
        if op == 4:
            return self._size // SECTOR
        if op == 5:
            return SECTOR
        if op == 6:
            self._erase(arg)
        return 0

    def _place(self, block, length, offset):
        place = block * SECTOR + offset
        if place < 0 or place + length > self._size:
            raise OSError(22)
        return place

    def _erase(self, sector):
        global erases  # noqa: PLW0603  counts wear over the whole chip
        erases += 1
        self._file.seek(self._place(sector, SECTOR, 0))
        for _ in range(SECTOR // 64):
            self._file.write(b"\xff" * 64)
        if erase_us:
            time.sleep_us(erase_us)


def _exists(label):
    """A clock that runs from source has no partition for images, unless its flash brings one."""
    try:
        os.stat(directory + "/" + label + ".bin")
    except OSError:
        return False
    return True


class NVS:
    """One namespace of the non-volatile storage; values last once `commit` has returned."""

    def __init__(self, namespace):
        self._path = directory + "/nvs-" + namespace + ".json"
        try:
            with open(self._path) as stored:
                self._values = json.load(stored)
        except (OSError, ValueError):
            self._values = {}

    def get_i32(self, key):
        if type(self._values.get(key)) is not int:
            raise OSError(-4354)
        return self._values[key]

    def set_i32(self, key, value):
        self._values[key] = value

    def get_blob(self, key, buffer):
        value = self._values.get(key)
        if type(value) is not str:
            raise OSError(-4354)
        data = binascii.unhexlify(value)
        buffer[: len(data)] = data
        return len(data)

    def set_blob(self, key, value):
        self._values[key] = binascii.hexlify(value).decode()

    def erase_key(self, key):
        if key not in self._values:
            raise OSError(-4354)
        del self._values[key]

    def commit(self):
        with open(self._path + ".new", "w") as new:
            json.dump(self._values, new)
        os.rename(self._path + ".new", self._path)


def idf_heap_info(_capabilities):
    return []
