"""Digits and lamps on a MAX7219: digit positions 0 and 1, the lamps as segments of position 2.

The chip loses its settings on a supply dip without telling, so every frame repeats them.
"""

_DECODE = 0x09
_INTENSITY = 0x0A
_SCAN = 0x0B
_SHUTDOWN = 0x0C
_TEST = 0x0F


def reordered(segments):
    """Segments a..g, point (bits 0..7) in the chip's order: point, a, b, c, d, e, f, g from bit 7 down."""
    out = segments & 0x80
    for bit in range(7):
        if segments >> bit & 1:
            out |= 0x40 >> bit
    return out


class Max7219:
    """`spi` with `write`, `select` the load pin."""

    def __init__(self, spi, select):
        self._spi = spi
        self._select = select
        self._word = bytearray(2)

    def segments(self, bits16, status8, brightness):
        self._send(_TEST, 0)
        self._send(_DECODE, 0)
        self._send(_SCAN, 2)
        self._send(1, reordered(bits16 & 0xFF))
        self._send(2, reordered(bits16 >> 8))
        self._send(3, reordered(status8))
        self._send(_INTENSITY, brightness >> 4)
        self._send(_SHUTDOWN, 1 if brightness else 0)

    def _send(self, register, value):
        self._word[0] = register
        self._word[1] = value
        self._select.value(0)
        self._spi.write(self._word)
        self._select.value(1)
