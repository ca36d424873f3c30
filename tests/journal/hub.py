"""The hub as the outbox sees it: it stores events by (epoch, seq) and confirms as far as they are contiguous."""

import struct
from binascii import crc32

from arbiter_clock import wire


class Hub:
    """A hub that expects `events` events.

    It keeps their checksums in one piece of memory, because under MicroPython it shares a small heap with the device;
    duplicates must be byte-identical to what came first.
    """

    def __init__(self, events):
        self.epoch = None
        self.checksums = bytearray(4 * events)
        self.contiguous = 0
        self.received = 0

    def checksum(self, seq):
        """Of the stored event, 0 while there is none."""
        return struct.unpack_from("<I", self.checksums, 4 * (seq - 1))[0]

    def take(self, payload):
        """Store an event and give the ack to publish."""
        message = wire.decode("event", payload)
        self.received += 1
        self.epoch = self.epoch or message["epoch"]
        assert message["epoch"] == self.epoch
        seq, checksum = message["seq"], crc32(payload)
        assert self.checksum(seq) in (0, checksum), "event " + str(seq) + " came again with other bytes"
        struct.pack_into("<I", self.checksums, 4 * (seq - 1), checksum)
        while self.contiguous < len(self.checksums) // 4 and self.checksum(self.contiguous + 1):
            self.contiguous += 1
        return self.ack()

    def ack(self):
        """The ack as it stands."""
        return wire.encode("ack", {"v": 1, "epoch": self.epoch, "seq": self.contiguous})
