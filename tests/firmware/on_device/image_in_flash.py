"""An image in flash as a file system, for a MicroPython without a ROM file system; built here byte by byte."""

import os
import sys

import esp32
import vfs

from slot_files import SlotFiles

HALF = 48 * 4096


def number(value):
    out = bytes([value & 0x7F])
    while value > 0x7F:
        value >>= 7
        out = bytes([0x80 | value & 0x7F]) + out
    return out


def record(kind, content, name=None):
    if name is not None:
        content = number(len(name)) + name.encode() + content
    return number(kind) + number(len(content)) + content


def image(content):
    return b"\xd2\xcd\x31" + number(len(content)) + content


def flash(first=b"", second=b""):
    """The stand-in's partition with these images in its halves."""
    esp32.directory = "."
    with open("romfs.bin", "wb") as file:
        for half in (first, second):
            file.write(half)
            file.write(b"\xff" * (HALF - len(half)))
    return esp32.Partition("romfs")


LONG = bytes(range(256)) * 40  # over several blocks
MODULE = b"ANSWER = 42\n"
TREE = record(5, record(2, b"hello"), "greeting") + record(
    4,
    record(5, record(2, b""), "__init__.py")
    + record(1, b"\0" * 300)
    + record(5, record(2, LONG), "long.bin")
    + record(5, record(2, MODULE), "deep.py"),
    "package",
)


def content(path):
    """All of a file, in pieces."""
    file = open(path, "rb")  # noqa: SIM115  a file of an image has only what an import needs
    piece = bytearray(1000)
    found = b""
    while True:
        count = file.readinto(piece)
        if not count:
            return found
        found += piece[:count]


def refused(action, kind):
    try:
        action()
    except kind:
        return True
    return False


def check_files_are_read_and_imported_wherever_they_lie_over_the_blocks():
    for before in (0, 3900, 4080):
        padded = image(record(1, b"\0" * before) + TREE)
        vfs.mount(SlotFiles(flash(b"", padded), 1), "/slot")
        try:
            assert content("/slot/greeting") == b"hello"
            assert content("/slot/package/long.bin") == LONG
            assert os.stat("/slot/package")[0] & 0x4000
            sys.path.insert(0, "/slot")
            import package.deep

            assert package.deep.ANSWER == 42
            assert package.deep.__file__ == "/slot/package/deep.py"
        finally:
            vfs.umount("/slot")
            sys.path.pop(0)
            for name in ("package", "package.deep"):
                sys.modules.pop(name, None)


def check_what_is_not_there_is_not_found_and_nothing_is_written():
    files = SlotFiles(flash(image(TREE)), 0)
    for path in ("/absent", "/package/absent.py", "/greeting/below", "/pack"):
        assert refused(lambda: files.stat(path), OSError)  # noqa: B023  called at once
    assert refused(lambda: files.open("/package", "rb"), OSError)
    assert refused(lambda: files.open("/greeting", "wb"), OSError)


def check_a_slot_without_an_image_is_refused():
    partition = flash(image(TREE))
    assert refused(lambda: SlotFiles(partition, 1), ValueError)
    assert not refused(lambda: SlotFiles(partition, 0), ValueError)


def check_an_image_of_garbage_ends_in_an_error_and_reads_nothing_beyond_its_slot():
    for garbage in (
        b"\xd2\xcd\x31\xff\xff\xff\xff\x7f" + b"\x05\x01",
        b"\xd2\xcd\x31\x84\x00" + b"\xff" * 600,
    ):
        files = SlotFiles(flash(garbage, image(TREE)), 0)
        assert refused(lambda: files.stat("/greeting"), (OSError, ValueError, IndexError))  # noqa: B023  at once
