"""The partition table of a clock's 4 MiB flash, and its binary form.

MicroPython's own table has neither a journal nor a ROM partition. The journal is apart from the file system, so
that a damaged file system never stops a clock at boot; the ROM partition holds two application images.
"""

import hashlib
import struct
from dataclasses import dataclass

#: Where the boot loader looks for the table, and what it may fill.
TABLE_OFFSET = 0x8000
_TABLE_BYTES = 0xC00
_ENTRY = "<2sBBII16sI"
_MAGIC = b"\xaa\x50"
_SUM_MAGIC = b"\xeb\xeb" + b"\xff" * 14

APP, DATA = 0, 1


@dataclass(frozen=True)
class Partition:
    """One entry: offset and size in bytes, multiples of 4 KiB."""

    name: str
    kind: int
    subtype: int
    offset: int
    size: int


NVS = Partition("nvs", DATA, 0x02, 0x9000, 0x6000)
PHY = Partition("phy_init", DATA, 0x01, 0xF000, 0x1000)
FACTORY = Partition("factory", APP, 0x00, 0x10000, 0x1F0000)
VFS = Partition("vfs", DATA, 0x81, 0x200000, 0x180000)
JOURNAL = Partition("journal", DATA, 0x40, 0x380000, 0x10000)
ROMFS = Partition("romfs", DATA, 0x8F, 0x390000, 0x60000)

TABLE = (NVS, PHY, FACTORY, VFS, JOURNAL, ROMFS)
#: One application image may be as long as half of the ROM partition.
SLOT_BYTES = ROMFS.size // 2


def encode(table: tuple[Partition, ...]) -> bytes:
    """The table as the boot loader reads it: entries, their MD5, and blank flash up to its end."""
    entries = b"".join(
        struct.pack(_ENTRY, _MAGIC, each.kind, each.subtype, each.offset, each.size, each.name.encode(), 0)
        for each in table
    )
    # The boot loader wants MD5; it guards against a torn write, not against anybody.
    checked = entries + _SUM_MAGIC + hashlib.md5(entries, usedforsecurity=False).digest()
    return checked.ljust(_TABLE_BYTES, b"\xff")
