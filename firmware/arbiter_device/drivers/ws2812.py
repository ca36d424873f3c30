"""Two big digits of WS2812 pixels: four a segment, and twelve for lamps and points.

The strip could draw over 4 A. A frame that would need more than `LIMIT_MA` is dimmed as a whole, so
that a USB supply never collapses in the middle of a set.
"""

PIXELS = 68
LIMIT_MA = 1200
_CHANNEL_UA = 20000  # one colour of one pixel at full level
_IDLE_UA = PIXELS * 1000

_RED = (255, 0, 0)
_WHITE = (140, 140, 140)
_YELLOW = (200, 140, 0)
_BLUE = (0, 60, 255)

# First pixel and count of everything that can be lit: segments a to g of both digits, then the lamps.
SEGMENT_PIXEL = (0, 4, 8, 12, 16, 20, 24, 66, 28, 32, 36, 40, 44, 48, 52, 67)
LAMP_PIXEL = (56, 58, 60, 61, 62, 63, 64, 65)
_LAMP_COUNT = (2, 2, 1, 1, 1, 1, 1, 1)
_LAMP_COLOUR = (_WHITE, _YELLOW, _RED, _RED, _WHITE, _YELLOW, _BLUE, _WHITE)


class Strip:
    """Drives `pixels`, a NeoPixel of 68. Nothing is allocated once it exists."""

    def __init__(self, pixels):
        self._pixels = pixels
        self._buf = pixels.buf

    def segments(self, bits16, status8, brightness):
        level = brightness * _permille(bits16, status8, brightness) // 1000
        for bit in range(16):
            count = 1 if bit & 7 == 7 else 4
            self._fill(SEGMENT_PIXEL[bit], count, _RED, level if bits16 >> bit & 1 else 0)
        for lamp in range(8):
            self._fill(
                LAMP_PIXEL[lamp], _LAMP_COUNT[lamp], _LAMP_COLOUR[lamp], level if status8 >> lamp & 1 else 0
            )
        self._pixels.write()

    def _fill(self, first, count, colour, level):
        buf = self._buf
        red = colour[0] * level // 255
        green = colour[1] * level // 255
        blue = colour[2] * level // 255
        for place in range(3 * first, 3 * (first + count), 3):
            buf[place] = green
            buf[place + 1] = red
            buf[place + 2] = blue


def current_ma(bits16, status8, brightness):
    """What the strip would draw without the cap, in mA."""
    lit = 0  # sum of channel levels
    for bit in range(16):
        if bits16 >> bit & 1:
            lit += 255 * (1 if bit & 7 == 7 else 4)
    for lamp in range(8):
        if status8 >> lamp & 1:
            colour = _LAMP_COLOUR[lamp]
            lit += (colour[0] + colour[1] + colour[2]) * _LAMP_COUNT[lamp]
    return (_IDLE_UA + lit * brightness // 255 * _CHANNEL_UA // 255) // 1000


def _permille(bits16, status8, brightness):
    """How much of the wanted level the current limit leaves."""
    lit = current_ma(bits16, status8, brightness) - _IDLE_UA // 1000
    room = LIMIT_MA - _IDLE_UA // 1000
    return 1000 if lit <= room else room * 1000 // lit
