"""Bring-up test of a built clock, run on the device itself:

    mpremote run hardware/bringup.py

Lights every segment and lamp in turn, then all together for measuring the current; sounds the piezo, runs the
handset's motor, reads supply, light and presence, and waits for each button. It uses the firmware's own pins
and display drivers, and the display kind of the settings. At the end the device restarts.
"""

import sys
import time

import machine

from arbiter_device import pins
from arbiter_device.board import BUTTONS, Board
from arbiter_device.config import Config

SEGMENTS = "abcdefgp"
LAMPS = ("white ball", "yellow ball", "first period", "last period", "pause", "free ball", "link", "motor")
STEP_MS = 300
ALL_MS = 5000
BUTTON_MS = 60000
DIVIDER = (100 + 22) / 22  # R63 and R64
# Lowest and highest supply in volts of each display kind.
SUPPLY = {"tpic6b595": (11.0, 13.0), "ws2812": (4.5, 5.5)}
_FULL = 255


class Bench:
    """Runs the steps; `say` prints a line, `sleep_ms` waits."""

    def __init__(self, kind, say, sleep_ms):
        self.kind = kind
        self.say = say
        self.sleep_ms = sleep_ms
        self.display = Board.display(None, kind)
        self.passed = 0
        self.failed = 0

    def judge(self, name, good, found):
        self.passed += 1 if good else 0
        self.failed += 0 if good else 1
        self.say(("ok     " if good else "FAILED ") + name + ": " + found)

    def lights(self):
        """To be watched: left digit a to g and point, right digit, lamps."""
        for bit in range(16):
            self.say("watch  " + ("left " if bit < 8 else "right ") + SEGMENTS[bit & 7])
            self.display.segments(1 << bit, 0, _FULL)
            self.sleep_ms(STEP_MS)
        for bit, name in enumerate(LAMPS):
            self.say("watch  " + name)
            self.display.segments(0, 1 << bit, _FULL)
            self.sleep_ms(STEP_MS)
        self.say("watch  everything lit: measure the current now")
        self.display.segments(0xFFFF, 0x7F, _FULL)
        self.sleep_ms(ALL_MS)
        self.display.segments(0, 0, 0)

    def sound(self):
        """To be heard: three rising tones."""
        piezo = machine.PWM(machine.Pin(pins.BUZZER), freq=1000, duty_u16=0)
        for hz in (1000, 2000, 4000):
            self.say("listen " + str(hz) + " Hz")
            piezo.freq(hz)
            piezo.duty_u16(32768)
            self.sleep_ms(STEP_MS)
            piezo.duty_u16(0)
            self.sleep_ms(STEP_MS)

    def volts(self, number):
        """Voltage at an analogue pin."""
        adc = machine.ADC(machine.Pin(number), atten=machine.ADC.ATTN_11DB)
        return adc.read_uv() / 1e6 if hasattr(adc, "read_uv") else adc.read_u16() * 3.3 / 65535

    def readings(self):
        supply = self.volts(pins.SUPPLY_SENSE) * DIVIDER
        low, high = SUPPLY.get(self.kind, (4.5, 13.0))
        self.judge("supply", low <= supply <= high, f"{supply:.1f} V, allowed {low} to {high}")
        light = self.volts(pins.AMBIENT_LDR)
        self.judge("light sensor", 0.05 <= light <= 3.2, f"{light:.2f} V, allowed 0.05 to 3.2")
        present = machine.Pin(pins.HANDSET_PRESENT, machine.Pin.IN).value() == 0
        self.judge("handset", present, "plugged in" if present else "not there")

    def buttons(self):
        """Each button once, in any order; a line that is low before it is touched is a short."""
        lines = {}
        for name in BUTTONS:
            number = getattr(pins, "BUTTON_" + name)
            lines[name] = machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP)
        stuck = [name for name in BUTTONS if lines[name].value() == 0]
        self.judge("buttons at rest", not stuck, "all high" if not stuck else "low: " + " ".join(stuck))
        self.say("press  each button once: " + " ".join(BUTTONS))
        waiting = [name for name in BUTTONS if name not in stuck]
        spent = 0
        while waiting and spent < BUTTON_MS:
            for name in BUTTONS:
                if name in waiting and lines[name].value() == 0:
                    waiting.remove(name)
                    self.judge("button " + name, True, "pressed")
            self.sleep_ms(10)
            spent += 10
        for name in waiting:
            self.judge("button " + name, False, "not pressed")

    def run(self):
        """All steps; whether every judged one passed."""
        self.lights()
        self.sound()
        self.readings()
        self.buttons()
        self.say(str(self.passed) + " passed, " + str(self.failed) + " failed")
        return not self.failed


if __name__ == "__main__":
    # An armed watchdog survives the soft reset before this file: give it time for the slow hands of a human.
    machine.WDT(timeout=2 * BUTTON_MS)
    Bench(Config(".").get("display"), print, time.sleep_ms).run()
    if sys.platform == "esp32":
        machine.reset()
