"""An HT16K33 four-digit module on I2C, for the bench: digits on rows 0 and 1, lamps on row 3.

Row 2 of such modules is the colon.
"""

ADDRESS = 0x70
_OSCILLATOR_ON = 0x21
_DISPLAY_ON = 0x81
_DISPLAY_OFF = 0x80
_DIMMING = 0xE0


class Ht16k33:
    """`i2c` with `writeto(address, data)`. A bus error is the caller's to count: the next frame tries again."""

    def __init__(self, i2c):
        self._i2c = i2c
        self._command = bytearray(1)
        self._rows = bytearray(17)  # the address of row 0 and two bytes a row

    def segments(self, bits16, status8, brightness):
        rows = self._rows
        rows[1] = bits16 & 0xFF
        rows[3] = bits16 >> 8
        rows[7] = status8
        self._send(_OSCILLATOR_ON)
        self._i2c.writeto(ADDRESS, rows)
        self._send(_DIMMING | brightness >> 4)
        self._send(_DISPLAY_ON if brightness else _DISPLAY_OFF)

    def _send(self, command):
        self._command[0] = command
        self._i2c.writeto(ADDRESS, self._command)
