"""The event journal: a ring of records on raw NOR flash that survives a power cut at every write.

Theory of operation. The device is sectors of 4 KiB, each of 64 slots of 64 bytes. Slot 0 of a sector is its head:
epoch, generation (grows by one from sector to sector), seq of its first record, and how far events had been released
when the sector was opened. A record takes one slot, or up to four; each slot begins with a tag, the first goes on
with length, seq and a CRC over all of it that begins from the epoch. A slot is programmed once, so that bits are only
cleared, and read back before `append` returns; what does not read back as written is voided (all bits cleared) and
written to the next slots.

Recovery takes the valid head of the highest generation as the open sector and walks back while generations descend
one by one in the same epoch. In the open sector everything up to the last slot that is not blank is spent: a torn
record has a wrong CRC, is passed over, and is never programmed again. An erase is only started when all records of
that sector are released, so what a torn erase leaves of them no longer matters. The blank state of a sector is not
trusted over a reboot, because an interrupted erase can read blank: it is erased again before use.

When the ring is full of unreleased events, `append` refuses the newest with JournalFull and counts it. The promise is
given when `append` returns, so an older event may not be dropped to make room; and refusing leaves no hole in the
sequence. `free_slots` lets the device warn long before.

The device is MicroPython's extended block device: `readblocks(block, buffer, offset)`, `writeblocks(block, buffer,
offset)` which programs without erasing, `ioctl(4, 0)` number of sectors, `ioctl(5, 0)` their size, `ioctl(6, block)`
erase. Its OSError passes through; the journal stays usable and the call can be repeated.
"""

import struct
from binascii import crc32

from arbiter_clock import wire
from arbiter_clock.errors import FieldError
from arbiter_clock.journal_record import PAYLOAD_MAX, pack, unpack

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class BlockDevice(Protocol):
        """Raw flash, as `esp32.Partition` gives it."""

        def readblocks(self, __block: int, __buffer: bytearray | memoryview, __offset: int) -> object: ...
        def writeblocks(self, __block: int, __buffer: bytearray | memoryview, __offset: int) -> object: ...
        def ioctl(self, __operation: int, __argument: int) -> int | None: ...


SECTOR = 4096
SLOT = 64
SLOTS = SECTOR // SLOT
MIN_SECTORS = 3  # the open one, a complete one to restore the clock from, and one to erase

_HEAD = "<4sIIIII"  # magic, epoch, generation, first seq, released seq, CRC of what stands before
_HEAD_SIZE = 24
_MAGIC = b"ArJ2"
_FIRST = "<BBII"  # tag, payload length, seq, CRC
_FIRST_SIZE = 10
_TAG_FIRST = 0x5E
_TAG_NEXT = 0x3C
_MAX_SLOTS = 4
_ATTEMPTS = 4
_PREPARE_FROM = SLOTS * 3 // 4
_EIO = 5


class JournalFull(Exception):  # noqa: N818 - a condition of the ring, no fault
    """Every sector holds events that the hub has not confirmed yet; nothing was written."""


def _slots_for(length: int) -> int:
    """Slots of a record with `length` bytes of payload: 54 fit into the first, 63 into each further one."""
    return 1 if length <= SLOT - _FIRST_SIZE else 1 + (length - (SLOT - _FIRST_SIZE) + SLOT - 2) // (SLOT - 1)


class Journal:
    """Records in ring order; `mount` or `format` first.

    epoch     8 hex digits, None until mounted
    first     seq of the oldest record that is still on flash
    last      seq of the newest record, 0 when there is none
    released  the hub has everything up to this seq

    Counters since start: `erases`, `late_erases` (those that an append had to wait for), `refused` (appends when full),
    `voided` (records that did not read back as written), `damaged` (reads of a record that is unreadable).
    """

    def __init__(self, device: "BlockDevice"):
        self._device = device
        self._sectors = device.ioctl(4, 0) or 0
        size = device.ioctl(5, 0)
        if size != SECTOR:
            raise FieldError("journal.sector", str(size) + " bytes", str(SECTOR) + " bytes")
        if self._sectors < MIN_SECTORS:
            raise FieldError("journal.sectors", self._sectors, "at least " + str(MIN_SECTORS))
        self.epoch: str | None = None
        self.first = 1
        self.last = 0
        self.released = 0
        self.erases = 0
        self.late_erases = 0
        self.refused = 0
        self.voided = 0
        self.damaged = 0
        self._firsts: list[int] = [
            0
        ] * self._sectors  # seq of each sector's first record, 0: not part of the log
        self._sector = 0
        self._slot = SLOTS
        self._generation = 0
        self._prepared = False
        self._seed = 0
        self._seq = 0
        self._cursor = (0, 0, 0)
        # Buffers are made once: an append in mid-match must not depend on a fragmented heap.
        self._image = bytearray(_MAX_SLOTS * SLOT)
        self._check = bytearray(_MAX_SLOTS * SLOT)
        self._payload = bytearray(PAYLOAD_MAX)
        self._blank = bytearray(b"\xff" * SLOT)

    @property
    def capacity(self) -> int:
        """Slots of the whole journal that records can take."""
        return self._sectors * (SLOTS - 1)

    @property
    def free_slots(self) -> int:
        """Slots that can be written before the journal is full; a usual event takes one."""
        free = SLOTS - self._slot
        sector = self._next(self._sector)
        while sector != self._sector and self._is_free(sector):
            free += SLOTS - 1
            sector = self._next(sector)
        return free

    def mount(self) -> bool:
        """Recover the log after boot. False when there is none: blank, or nothing readable; then `format` it."""
        self.epoch = None
        self._prepared = False
        newest = -1
        heads: list[tuple[int, int, int, int] | None] = []
        for sector in range(self._sectors):
            head = self._read_head(sector)
            heads.append(head)
            self._firsts[sector] = 0
            if head and (newest < 0 or head[1] > self._generation):
                newest, self._generation = sector, head[1]
        if newest < 0:
            return False
        head = heads[newest]
        sector = newest
        expected = self._generation
        while head and head[0] == heads[newest][0] and head[1] == expected:  # pyright: ignore[reportOptionalSubscript] - newest has one
            self._firsts[sector] = self.first = head[2]
            sector = (sector or self._sectors) - 1
            head = heads[sector]
            expected -= 1
        epoch, _, first, released = heads[newest] or (0, 0, 0, 0)
        self._set_epoch(f"{epoch:08x}")
        self.last = first - 1
        self.released = released
        self._open(newest)
        following = self._next(newest)
        if heads[following] is None:
            self._adopt(following)
        return True

    def format(self, epoch: str) -> None:
        """Begin an empty log under a new random epoch (8 hex digits). The old log stays valid until that is done."""
        if len(epoch) != 8 or epoch.strip("0123456789abcdef") or epoch == self.epoch:
            raise FieldError("epoch", epoch, "8 lower-case hexadecimal digits, other than before")
        sector = self._next(self._sector)
        self._erase(sector)
        self._write_head(sector, int(epoch, 16), 1, 0)
        for index in range(self._sectors):
            self._firsts[index] = 0
        self._firsts[sector] = 1
        self._set_epoch(epoch)
        self.first, self.last, self.released = 1, 0, 0
        self._sector, self._slot = sector, 1
        self._prepared = False
        self._cursor = (0, 0, 0)

    def append(self, event: "dict[str, object]", boot: int, utc: "int | None", state: bytes) -> int:
        """Write an event (type, its fields and `t`) with the state after it; durable when this returns its seq.

        utc is the wall time of the event in ms since 1970, or None as long as the device does not know it; it is
        part of the record, so every resend is byte-identical. Raises FieldError for an event that the contract does not
        allow, JournalFull, and the device's OSError; each leaves the log as it was.
        """
        seq = self.last + 1
        message = dict(event)
        message["v"] = wire.VERSION
        message["epoch"] = self.epoch
        message["seq"] = seq
        message["boot"] = boot
        message["utc"] = utc
        wire.check("event", message)
        length = pack(message, state, self._payload)
        slots = _slots_for(length)
        for _ in range(_ATTEMPTS):
            if self._slot + slots > SLOTS:
                self._open_next()
            self._fill_image(seq, length, slots)
            slot = self._slot
            self._slot += slots  # spent, even if the device fails
            if self._program(slot, slots):
                self.last = seq
                return seq
            self.voided += 1
        raise OSError(_EIO)

    def read(self, seq: int) -> "tuple[dict[str, object], bytes] | None":
        """The complete event message with this seq and the state after it; None when it is not there or unreadable."""
        if not self.first <= seq <= self.last:
            return None
        sector = self._sector_of(seq)
        slot = 1
        if self._cursor[0] == sector and self._firsts[sector] <= self._cursor[2] <= seq:
            slot = self._cursor[1]
        while slot < SLOTS:
            slots = self._load(sector, slot)
            if slots and self._seq == seq:
                self._cursor = (sector, slot + slots, seq + 1)
                return unpack(self._loaded(), str(self.epoch), seq)
            slot += slots or 1
        self.damaged += 1
        return None

    def release(self, seq: int) -> None:
        """The hub has stored everything up to `seq`; its space may be used again. Lower than before changes nothing."""
        if seq > self.last:
            raise FieldError("seq", seq, "at most " + str(self.last))
        self.released = max(self.released, seq)

    def prepare(self) -> bool:
        """Erase the next sector ahead of need, when it is near and free. Call when idle: an erase stalls for 80 ms."""
        sector = self._next(self._sector)
        if self._prepared or self._slot < _PREPARE_FROM or not self._is_free(sector):
            return False
        self._erase(sector)
        self._prepared = True
        return True

    def _next(self, sector: int) -> int:
        return (sector + 1) % self._sectors

    def _is_free(self, sector: int) -> bool:
        """Whether all records of a sector other than the open one are released."""
        return self._firsts[sector] == 0 or self._firsts[self._next(sector)] <= self.released + 1

    def _sector_of(self, seq: int) -> int:
        sector = self._sector
        while self._firsts[sector] > seq:
            sector = (sector or self._sectors) - 1
        return sector

    def _open_next(self) -> None:
        sector = self._next(self._sector)
        if not self._prepared:
            if not self._is_free(sector):
                self.refused += 1
                raise JournalFull
            self._erase(sector)
            self.late_erases += 1
        self._prepared = False
        self._write_head(sector, self._seed, self.last + 1, self.released)
        self._firsts[sector] = self.last + 1
        self._sector, self._slot = sector, 1

    def _erase(self, sector: int) -> None:
        if self._firsts[sector]:
            self.first = self._firsts[self._next(sector)]
            self._firsts[sector] = 0
        self._device.ioctl(6, sector)
        self.erases += 1

    def _write_head(self, sector: int, epoch: int, first: int, released: int) -> None:
        image = memoryview(self._image)[:_HEAD_SIZE]
        struct.pack_into(_HEAD, image, 0, _MAGIC, epoch, self._generation + 1, first, released, 0)
        struct.pack_into("<I", image, _HEAD_SIZE - 4, crc32(image[: _HEAD_SIZE - 4]))
        self._device.writeblocks(sector, image, 0)
        if self._read_head(sector) is None:
            raise OSError(_EIO)
        self._generation += 1

    def _read_head(self, sector: int) -> "tuple[int, int, int, int] | None":
        """(epoch, generation, first, released) of a sector, None without a valid head."""
        head = memoryview(self._check)[:_HEAD_SIZE]
        self._device.readblocks(sector, head, 0)
        magic, epoch, generation, first, released, crc = struct.unpack(_HEAD, head)
        if magic != _MAGIC or crc != crc32(head[: _HEAD_SIZE - 4]):
            return None
        return epoch, generation, first, released

    def _open(self, sector: int) -> None:
        """Find the newest record and the first slot that was never touched in the newest sector."""
        self._sector, self._slot = sector, 1
        slot = 1
        while slot < SLOTS:
            slots = self._load(sector, slot)
            if slots and self._seq > self.last:  # a torn erase may have left older ones
                self.last = self._seq
            if slots or self._image[:SLOT] != self._blank:
                self._slot = slot + (slots or 1)
            slot += slots or 1

    def _adopt(self, sector: int) -> None:
        """Take the sector after the newest for the open one if it holds later records: then its head has rotted.

        Without this its numbers would be given a second time, and the hub would take the new events for known ones.
        """
        last, newest, slot = self.last, self._sector, self._slot
        self._open(sector)
        if self.last == last:
            self._sector, self._slot = newest, slot
        else:
            self._firsts[sector] = last + 1
            self._generation += 1

    def _set_epoch(self, epoch: str) -> None:
        self.epoch = epoch
        self._seed = int(epoch, 16)

    def _fill_image(self, seq: int, length: int, slots: int) -> None:
        image = self._image
        for index in range(slots * SLOT):
            image[index] = 0xFF
        struct.pack_into(_FIRST, image, 0, _TAG_FIRST, length, seq, 0)
        source, target, room = 0, _FIRST_SIZE, SLOT - _FIRST_SIZE
        while source < length:
            if source:
                image[target] = _TAG_NEXT
                target += 1
            count = min(room, length - source)
            image[target : target + count] = memoryview(self._payload)[source : source + count]
            source, target, room = source + count, target + count, SLOT - 1
        struct.pack_into("<I", image, 6, self._crc(slots))

    def _crc(self, slots: int) -> int:
        image = memoryview(self._image)
        return crc32(image[_FIRST_SIZE : slots * SLOT], crc32(image[:6], self._seed))

    def _program(self, slot: int, slots: int) -> bool:
        """Write the image and read it back. What fails is voided, so that it can never pass for a record later."""
        image = memoryview(self._image)[: slots * SLOT]
        check = memoryview(self._check)[: slots * SLOT]
        written = False
        try:
            self._device.writeblocks(self._sector, image, slot * SLOT)
            self._device.readblocks(self._sector, check, slot * SLOT)
            written = check == image
        finally:
            if not written:
                self._device.writeblocks(self._sector, bytearray(SLOT), slot * SLOT)
        return written

    def _load(self, sector: int, slot: int) -> int:
        """Read the record at a slot into the image; its number of slots, or 0 when no valid record begins here."""
        image = memoryview(self._image)
        self._device.readblocks(sector, image[:SLOT], slot * SLOT)
        tag, length, self._seq, crc = struct.unpack_from(_FIRST, self._image, 0)
        slots = _slots_for(length)
        if tag != _TAG_FIRST or length > PAYLOAD_MAX or slot + slots > SLOTS:
            return 0
        if slots > 1:
            self._device.readblocks(sector, image[SLOT : slots * SLOT], (slot + 1) * SLOT)
        return slots if crc == self._crc(slots) else 0

    def _loaded(self) -> bytes:
        """The payload of the record in the image, without the tags."""
        length = self._image[1]
        payload = bytes(self._image[_FIRST_SIZE:SLOT])
        at = SLOT
        while len(payload) < length:
            payload += bytes(self._image[at + 1 : at + SLOT])
            at += SLOT
        return payload[:length]
