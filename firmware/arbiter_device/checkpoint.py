"""What is left of the running period, kept once a second where a warm reset does not reach it.

After a watchdog or brown-out reset the referee may then go on with what was left. It is only believed for the very
event that is the journal's last one.
"""

import binascii
import struct

_FORMAT = "<4sIIi"
_MAGIC = b"ArC1"


def pack(epoch, seq, remaining_ms):
    body = struct.pack(_FORMAT, _MAGIC, int(epoch, 16), seq, remaining_ms)
    return body + struct.pack("<I", binascii.crc32(body))


def remaining(data, epoch, seq):
    """Remaining ms by a checkpoint of this event, None if `data` is another's or none."""
    size = struct.calcsize(_FORMAT)
    if len(data) != size + 4 or struct.unpack("<I", data[size:])[0] != binascii.crc32(data[:size]):
        return None
    magic, its_epoch, its_seq, left = struct.unpack(_FORMAT, data[:size])
    if magic != _MAGIC or its_epoch != int(epoch, 16) or its_seq != seq:
        return None
    return left


class Checkpoint:
    """`keep(data)` stores the bytes."""

    def __init__(self, clock, epoch, ticks, keep):
        self._clock = clock
        self._epoch = epoch
        self._ticks = ticks
        self._keep = keep

    def write(self):
        if self._clock.state.phase == "run":
            left = self._clock.state.remaining_at(self._ticks.now())
            if left is not None:
                self._keep(pack(self._epoch, self._clock.seq, left))
