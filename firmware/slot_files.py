"""An application image for a MicroPython that cannot run code from ROM: read from flash, file by file.

The image is ROMFS, the same that other builds map into memory: records of kind, length and content, both numbers in
seven bits a byte, most significant first. Here its files are read as they are imported, so what they hold is loaded
into the heap. Nothing of the image is kept but where it lies; finding a name reads the records again.
"""

import io

_BLOCK = 4096
_MAGIC = b"\xd2\xcd\x31"
_DATA = 2
_DIRECTORY = 4
_FILE = 5
_HEADER = 80  # a record's two numbers and its name, generously
_ENOENT = 2
_EROFS = 30
_CLOSE = 4  # MP_STREAM_CLOSE


class SlotFile(io.IOBase):
    """The bytes of `slot` from `start` to `end`, as an open file."""

    def __init__(self, slot, start, end):
        self._slot = slot
        self._at = start
        self._end = end

    def readinto(self, buffer):
        length = min(len(buffer), self._end - self._at)
        self._slot.read(self._at, memoryview(buffer)[:length])
        self._at += length
        return length

    def ioctl(self, request, _argument):
        return 0 if request == _CLOSE else -1


class SlotFiles:
    """What `vfs.mount` takes: one half of `partition`; ValueError if there is no image in it."""

    def __init__(self, partition, slot):
        self._partition = partition
        self._top = partition.ioctl(4, 0) // 2 * _BLOCK
        self._base = slot * self._top
        self._buffer = bytearray(_HEADER)
        self.read(0, self._buffer)
        if self._buffer[:3] != _MAGIC:
            raise ValueError("no image")
        length, at = self._number(3)
        self._root = at, min(self._top, at + length)

    def read(self, at, buffer):
        """Fill `buffer` from byte `at` of the image; not beyond a block at a time."""
        done = 0
        view = memoryview(buffer)
        while done < len(buffer):
            place = self._base + at + done
            count = min(len(buffer) - done, _BLOCK - place % _BLOCK)
            self._partition.readblocks(place // _BLOCK, view[done : done + count], place % _BLOCK)
            done += count

    def _number(self, index):
        """(number, index behind it) in the buffer."""
        value = 0
        while True:
            byte = self._buffer[index]
            index += 1
            value = value << 7 | byte & 0x7F
            if byte < 0x80:
                return value, index

    def _records(self, start, end):
        """(kind, name or b"", start and end of the content) of each record between."""
        while start < end:
            count = min(_HEADER, self._top - start)
            self.read(start, memoryview(self._buffer)[:count])
            kind, index = self._number(0)
            length, index = self._number(index)
            following = start + index + length
            name = b""
            if kind in (_DIRECTORY, _FILE):
                size, index = self._number(index)
                name = bytes(self._buffer[index : index + size])
                index += size
            yield kind, name, start + index, following
            start = following

    def _find(self, path):
        """(kind, start, end) of a path; OSError if there is none."""
        kind = _DIRECTORY
        start, end = self._root
        for part in path.split("/"):
            if not part:
                continue
            for kind, name, first, last in self._records(start, end):  # noqa: B007  `kind` is what was found
                if name == part.encode():
                    start, end = first, last
                    break
            else:
                raise OSError(_ENOENT)
        return kind, start, end

    def open(self, path, mode):
        """A file to read; of a file's records the one that holds its bytes."""
        kind, start, end = self._find(path)
        if kind != _FILE:
            raise OSError(_ENOENT)
        if "w" in mode or "a" in mode:
            raise OSError(_EROFS)
        for kind, _, first, last in self._records(start, end):
            if kind == _DATA:
                return SlotFile(self, first, last)
        raise OSError(_ENOENT)

    def stat(self, path):
        kind, start, end = self._find(path)
        return (0x8000 if kind == _FILE else 0x4000, 0, 0, 0, 0, 0, end - start, 0, 0, 0)

    def mount(self, _readonly, _mkfs):
        pass

    def umount(self):
        pass
