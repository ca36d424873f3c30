"""Every driver shows the same frame, decoded here from what went over its bus, and allocates nothing for it."""

from __future__ import annotations

import pytest

from arbiter_device.drivers import ht16k33, max7219, tm1637, tpic6b595, ws2812

DIGIT_8 = 0x7F
DIGIT_1 = 0x06


class Spi:
    def __init__(self) -> None:
        self.sent: list[bytes] = []

    def write(self, data: bytearray) -> None:
        self.sent.append(bytes(data))


class Wire:
    """An output pin that tells a listener about every level it is given."""

    def __init__(self, listener=None) -> None:
        self.level = 1
        self._listener = listener

    def value(self, level: int) -> None:
        before, self.level = self.level, level
        if self._listener:
            self._listener(self, before, level)


class Pwm:
    duty = -1

    def duty_u16(self, duty: int) -> None:
        self.duty = duty


class Pixels:
    def __init__(self) -> None:
        self.buf = bytearray(3 * ws2812.PIXELS)
        self.frames: list[bytes] = []

    def write(self) -> None:
        self.frames.append(bytes(self.buf))

    def lit(self) -> set[int]:
        return {pixel for pixel in range(ws2812.PIXELS) if any(self.buf[3 * pixel : 3 * pixel + 3])}

    def current_ma(self) -> float:
        return ws2812.PIXELS + sum(self.buf) * 20 / 255


def strip(bits16: int, status8: int, brightness: int) -> Pixels:
    pixels = Pixels()
    ws2812.Strip(pixels).segments(bits16, status8, brightness)
    return pixels


def test_a_ws2812_segment_is_four_pixels_and_the_lamps_and_points_share_the_last_twelve():
    assert strip(1, 0, 255).lit() == {0, 1, 2, 3}
    assert strip(1 << 14, 0, 255).lit() == {52, 53, 54, 55}
    assert strip(0, 0b11, 255).lit() == {56, 57, 58, 59}
    assert strip(1 << 7 | 1 << 15, 0b1111_1100, 255).lit() == set(range(60, 68))


def test_every_ws2812_pixel_belongs_to_exactly_one_segment_point_or_lamp():
    seen: list[int] = []
    for bit in range(16):
        seen += strip(1 << bit, 0, 255).lit()
    for lamp in range(8):
        seen += strip(0, 1 << lamp, 255).lit()

    assert sorted(seen) == list(range(ws2812.PIXELS))


def test_a_dark_strip_is_dark_and_stays_the_same_when_drawn_again():
    pixels = Pixels()
    driver = ws2812.Strip(pixels)
    driver.segments(0xFFFF, 0xFF, 0)
    driver.segments(0, 0, 255)

    assert pixels.frames == [bytes(3 * ws2812.PIXELS)] * 2


def test_the_strip_never_draws_more_than_its_limit():
    for brightness in range(0, 256, 5):
        assert strip(0xFFFF, 0xFF, brightness).current_ma() <= ws2812.LIMIT_MA


def test_a_frame_below_the_limit_is_not_dimmed():
    assert max(strip(DIGIT_1 | DIGIT_1 << 8, 1, 255).buf) == 255


@pytest.mark.parametrize(
    "frame", [(0xFFFF, 0xFF, 255), (DIGIT_8 | DIGIT_8 << 8, 0b101, 200), (0, 1, 255), (0, 0, 0)]
)
def test_the_estimate_behind_the_limit_covers_what_an_uncapped_strip_would_draw(frame):
    bits16, status8, brightness = frame
    pixels = strip(bits16, status8, min(brightness, 60))

    assert ws2812.current_ma(bits16, status8, min(brightness, 60)) >= int(pixels.current_ma()) - 1


def test_the_registers_get_lamps_right_and_left_digit_and_are_latched_after_them():
    spi, pwm, order = Spi(), Pwm(), []
    latch = Wire(lambda _wire, _before, level: order.append((level, len(spi.sent))))
    tpic6b595.Registers(spi, latch, pwm).segments(0x4F06, 0x81, 255)

    assert spi.sent == [b"\x81\x4f\x06"]
    assert order == [(1, 1), (0, 1)]
    assert pwm.duty == 0


@pytest.mark.parametrize(("brightness", "duty"), [(0, 65535), (255, 0), (128, 65535 - 128 * 257)])
def test_output_enable_is_active_low_so_that_dark_is_always_high(brightness, duty):
    pwm = Pwm()
    tpic6b595.Registers(Spi(), Wire(), pwm).segments(0xFFFF, 0xFF, brightness)

    assert pwm.duty == duty


def test_a_max7219_frame_repeats_all_settings_so_that_a_supply_dip_lasts_one_frame():
    spi = Spi()
    max7219.Max7219(spi, Wire()).segments(DIGIT_8 << 8 | DIGIT_1, 1, 255)
    registers = {word[0]: word[1] for word in spi.sent}

    assert registers == {0x0F: 0, 0x09: 0, 0x0B: 2, 1: 0x30, 2: 0x7F, 3: 0x40, 0x0A: 15, 0x0C: 1}


def test_a_dark_max7219_is_shut_down_because_its_lowest_intensity_still_glows():
    spi = Spi()
    max7219.Max7219(spi, Wire()).segments(DIGIT_8, 0, 0)

    assert spi.sent[-1] == b"\x0c\x00"


class Tm1637Chip:
    """Reads the two wires as the chip does."""

    def __init__(self) -> None:
        self.commands: list[bytes] = []
        self._bytes = bytearray()
        self._bits: list[int] = []
        self._open = False
        self.clock = Wire(self._clock)
        self.data = Wire(self._data)

    def _data(self, _wire, before, level):
        if self.clock.level and before and not level:
            self._open, self._bytes, self._bits = True, bytearray(), []
        elif self.clock.level and not before and level and self._open:
            self._open = False
            self.commands.append(bytes(self._bytes))

    def _clock(self, _wire, before, level):
        if self._open and level and not before:
            self._bits.append(self.data.level)
            if len(self._bits) == 9:
                self._bytes.append(sum(bit << place for place, bit in enumerate(self._bits[:8])))
                self._bits = []


def test_a_tm1637_takes_command_address_with_digits_and_control():
    chip = Tm1637Chip()
    tm1637.Tm1637(chip.clock, chip.data).segments(0x4F06, 0x81, 255)

    assert chip.commands == [b"\x40", b"\xc0\x06\x4f\x00\x81", b"\x8f"]


def test_a_dark_tm1637_is_switched_off():
    chip = Tm1637Chip()
    tm1637.Tm1637(chip.clock, chip.data).segments(0x4F06, 0x81, 0)

    assert chip.commands[-1] == b"\x80"


class I2c:
    def __init__(self) -> None:
        self.sent: list[tuple[int, bytes]] = []

    def writeto(self, address: int, data: bytearray) -> None:
        self.sent.append((address, bytes(data)))


def test_an_ht16k33_gets_oscillator_rows_dimming_and_display_on():
    i2c = I2c()
    ht16k33.Ht16k33(i2c).segments(0x4F06, 0x81, 255)

    assert i2c.sent == [
        (0x70, b"\x21"),
        (0x70, b"\x00\x06\x00\x4f\x00\x00\x00\x81" + bytes(9)),
        (0x70, b"\xef"),
        (0x70, b"\x81"),
    ]


def test_a_dark_ht16k33_is_switched_off():
    i2c = I2c()
    ht16k33.Ht16k33(i2c).segments(0x4F06, 0x81, 0)

    assert i2c.sent[-1] == (0x70, b"\x80")
