"""The firmware's display drivers, run against the display as the netlist wires it."""

import pytest

from arbiter_device.drivers import tpic6b595, ws2812
from arbiter_hardware import checks
from arbiter_hardware.netlist import LAMPS, SEGMENTS
from arbiter_hardware.power import PIXEL_CAP_MA
from arbiter_hardware.tier0 import firmware_cap


class Registers:
    """The chain of shift registers: what is clocked in, what is latched."""

    def __init__(self, order):
        self.order = order
        self.shifted = [0] * (8 * len(order))
        self.latched = {}

    def write(self, data):
        for byte in data:
            for bit in range(7, -1, -1):
                self.shifted = [byte >> bit & 1, *self.shifted[:-1]]

    def value(self, level):
        if level:
            for place, ref in enumerate(self.order):
                self.latched[ref] = self.shifted[8 * place : 8 * place + 8]

    def duty_u16(self, duty):
        self.duty = duty


def lit(netlist, variant, bits16, status8):
    chain = Registers(checks.chain(netlist))
    tpic6b595.Registers(chain, chain, chain).segments(bits16, status8, 255)
    found = set()
    for ref, outputs in chain.latched.items():
        for output, loads in zip(outputs, checks.shown_by(netlist, variant, ref), strict=True):
            if output:
                found |= set(loads)
    return found


@pytest.mark.parametrize("variant", ["A", "compact"])
def test_each_bit_of_the_firmware_lights_its_own_segment(netlist, variant):
    for bit in range(16):
        digit, segment = ("DS1", "DS2")[bit // 8], SEGMENTS[bit % 8]
        assert lit(netlist, variant, 1 << bit, 0) == {f"{digit}.{segment}"}


def test_each_lamp_bit_lights_its_own_lamp_and_the_last_one_drives_the_motor(netlist):
    for bit, name in enumerate(LAMPS):
        (shown,) = lit(netlist, "A", 0, 1 << bit)
        assert netlist.parts[shown.split(".")[0]].value == name
    assert lit(netlist, "A", 0, 0x80) == {"M1.-"}


def test_full_brightness_pulls_the_output_enable_low_and_none_holds_it_high(netlist):
    chain = Registers(checks.chain(netlist))
    driver = tpic6b595.Registers(chain, chain, chain)
    driver.segments(0, 0, 255)
    assert chain.duty == 0
    driver.segments(0, 0, 0)
    assert chain.duty == 65535


def test_the_strip_has_as_many_pixels_as_the_firmware_drives(netlist):
    assert netlist.parts["DS3"].item.ratings["pixels"] == ws2812.PIXELS


def test_the_firmware_caps_the_pixels_at_or_below_the_budget(hardware):
    assert firmware_cap(hardware) == ws2812.LIMIT_MA <= PIXEL_CAP_MA


def test_the_capped_strip_never_draws_more_than_the_cap():
    class Pixels:
        buf = bytearray(3 * ws2812.PIXELS)

        def write(self):
            pass

    strip = Pixels()
    ws2812.Strip(strip).segments(0xFFFF, 0xFF, 255)
    drawn = ws2812.PIXELS + sum(strip.buf) * 20 / 255
    assert drawn <= PIXEL_CAP_MA
    assert ws2812.current_ma(0xFFFF, 0xFF, 255) > PIXEL_CAP_MA
