"""Two 4-inch digits and the lamps on three TPIC6B595 power shift registers, statically driven.

The register nearest to the controller drives the left digit, the next one the right digit, the last one the
lamps; drains 0 to 7 are segments a to g and the point. All are dimmed together by PWM on output enable.
"""

PWM_HZ = 4000  # above what a camera shows


class Registers:
    """`spi` with `write`, `latch` an output pin, `enable` a PWM on the active-low output enable."""

    def __init__(self, spi, latch, enable):
        self._spi = spi
        self._latch = latch
        self._enable = enable
        self._frame = bytearray(3)

    def segments(self, bits16, status8, brightness):
        frame = self._frame
        frame[0] = status8  # the first byte goes through to the last register
        frame[1] = bits16 >> 8
        frame[2] = bits16 & 0xFF
        self._spi.write(frame)
        self._latch.value(1)
        self._latch.value(0)
        self._enable.duty_u16(65535 - brightness * 257)
