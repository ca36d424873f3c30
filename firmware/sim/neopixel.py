"""Stand-in for `neopixel`: the buffer that the real strip would latch is handed to the panel."""

on_write = None  # called with the buffer, 3 bytes a pixel in the order green, red, blue


class NeoPixel:
    ORDER = (1, 0, 2, 3)

    def __init__(self, pin, n, bpp=3, timing=1):
        self.pin = pin
        self.n = n
        self.bpp = bpp
        self.buf = bytearray(n * bpp)

    def __len__(self):
        return self.n

    def __setitem__(self, index, colour):
        for channel in range(self.bpp):
            self.buf[index * self.bpp + self.ORDER[channel]] = colour[channel]

    def __getitem__(self, index):
        return tuple(self.buf[index * self.bpp + self.ORDER[channel]] for channel in range(self.bpp))

    def write(self):
        if on_write:
            on_write(self.buf)
