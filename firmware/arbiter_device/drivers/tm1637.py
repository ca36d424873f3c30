"""A TM1637 module with four or more digits, for the bench: digits on positions 0 and 1, lamps on 3.

The two wires are not I2C: data changes while the clock is low, least significant bit first, and the chip
pulls the data line down to acknowledge, which is clocked but not read.
"""

_WRITE = 0x40
_ADDRESS = 0xC0
_CONTROL = 0x80
_ON = 0x08


class Tm1637:
    """`clock` and `data` are output pins with pull-ups."""

    def __init__(self, clock, data):
        self._clock = clock
        self._data = data
        clock.value(1)
        data.value(1)

    def segments(self, bits16, status8, brightness):
        self._start()
        self._byte(_WRITE)
        self._stop()
        self._start()
        self._byte(_ADDRESS)
        self._byte(bits16 & 0xFF)
        self._byte(bits16 >> 8)
        self._byte(0)
        self._byte(status8)
        self._stop()
        self._start()
        self._byte(_CONTROL | (_ON if brightness else 0) | brightness >> 5)
        self._stop()

    def _start(self):
        self._data.value(0)
        self._clock.value(0)

    def _stop(self):
        self._data.value(0)
        self._clock.value(1)
        self._data.value(1)

    def _byte(self, value):
        for bit in range(8):
            self._data.value(value >> bit & 1)
            self._clock.value(1)
            self._clock.value(0)
        self._data.value(1)
        self._clock.value(1)
        self._clock.value(0)
