"""The table fits the flash, and esptool and the boot loader read it as it is meant."""

from __future__ import annotations

import hashlib
import struct
from itertools import pairwise

from arbiter_hub.device import partitions

FLASH = 4 * 1024 * 1024
SECTOR = 4096


def test_partitions_follow_one_another_on_whole_sectors_within_the_flash():
    for one, after in pairwise(partitions.TABLE):
        assert one.offset + one.size <= after.offset
    assert partitions.TABLE[-1].offset + partitions.TABLE[-1].size <= FLASH
    assert all(each.offset % SECTOR == each.size % SECTOR == 0 for each in partitions.TABLE)
    assert all(each.offset % 0x10000 == 0 for each in partitions.TABLE if each.kind == partitions.APP)


def test_the_journal_has_its_sixty_four_kilobytes_apart_from_the_file_system():
    assert partitions.JOURNAL.size == 64 * 1024
    assert partitions.JOURNAL.kind == partitions.DATA


def test_the_binary_table_holds_every_entry_and_their_md5():
    table = partitions.encode(partitions.TABLE)
    count = len(partitions.TABLE)
    entries = [struct.unpack_from("<2sBBII16sI", table, 32 * index) for index in range(count)]

    assert len(table) == 0xC00
    assert [entry[0] for entry in entries] == [b"\xaa\x50"] * count
    assert [entry[5].rstrip(b"\0").decode() for entry in entries] == [each.name for each in partitions.TABLE]
    assert [(entry[3], entry[4]) for entry in entries] == [
        (each.offset, each.size) for each in partitions.TABLE
    ]
    digest = hashlib.md5(table[: 32 * count], usedforsecurity=False).digest()
    assert table[32 * count :][:32] == b"\xeb\xeb" + b"\xff" * 14 + digest
    assert set(table[32 * (count + 1) :]) == {0xFF}
