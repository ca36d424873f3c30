"""The reference board: the only place, with the display drivers, that knows the chip.

Everything else is given what it needs by its constructor. Under the simulator the same code runs over
stand-ins for `machine`, `network`, `neopixel` and `esp32`.
"""

import binascii
import time

import esp32
import machine
import network

from arbiter_clock import wire
from arbiter_device import pins

BUTTONS = ("START", "SHOT", "PAUSE", "UNDO", "SWAP", "EXT")
_BUTTON_PINS = (
    pins.BUTTON_START,
    pins.BUTTON_SHOT,
    pins.BUTTON_PAUSE,
    pins.BUTTON_UNDO,
    pins.BUTTON_SWAP,
    pins.BUTTON_EXT,
)
_PLAUSIBLE_YEAR = 2025
_CRASH_BYTES = 300
_EPOCH_YEAR_GAP_S = {1970: 0, 2000: 946684800}


class Board:
    """Owns pins, storage and counters of one device."""

    def __init__(self):
        self.device_id = "arbiter-" + binascii.hexlify(machine.unique_id()).decode()[-6:]
        causes = {
            machine.PWRON_RESET: "power_on",
            machine.HARD_RESET: "hard_reset",
            machine.WDT_RESET: "watchdog",
            machine.DEEPSLEEP_RESET: "deep_sleep",
            machine.SOFT_RESET: "soft_reset",
        }
        self.reset_cause = causes.get(machine.reset_cause(), "other")
        self.ticks_ms = time.ticks_ms
        self._nvs = esp32.NVS("arbiter")
        self._watchdog = None
        self.boot = self.number("boot") + 1
        self.set_number("boot", self.boot)

    def buttons(self):
        return [machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP) for number in _BUTTON_PINS]

    def display(self, kind):
        """The driver for the display that is built in, by its name in the settings."""
        if kind == "ws2812":
            import neopixel

            from arbiter_device.drivers.ws2812 import PIXELS, Strip

            return Strip(neopixel.NeoPixel(machine.Pin(pins.WS2812_DATA, machine.Pin.OUT), PIXELS))
        if kind == "tpic6b595":
            from arbiter_device.drivers.tpic6b595 import PWM_HZ, Registers

            enable = machine.PWM(machine.Pin(pins.OUTPUT_ENABLE), freq=PWM_HZ, duty_u16=65535)
            return Registers(_spi(), machine.Pin(pins.LATCH, machine.Pin.OUT, value=0), enable)
        if kind == "max7219":
            from arbiter_device.drivers.max7219 import Max7219

            return Max7219(_spi(), machine.Pin(pins.LATCH, machine.Pin.OUT, value=1))
        if kind == "tm1637":
            from arbiter_device.drivers.tm1637 import Tm1637

            wires = [
                machine.Pin(number, machine.Pin.OPEN_DRAIN, machine.Pin.PULL_UP)
                for number in (pins.I2C_SCL, pins.I2C_SDA)
            ]
            return Tm1637(wires[0], wires[1])
        from arbiter_device.drivers.ht16k33 import Ht16k33

        return Ht16k33(
            machine.I2C(0, scl=machine.Pin(pins.I2C_SCL), sda=machine.Pin(pins.I2C_SDA), freq=400000)
        )

    def tone(self):
        return Tone()

    def journal(self):
        """The journal's block device, or None where the flash has no such partition."""
        found = esp32.Partition.find(esp32.Partition.TYPE_DATA, label="journal")
        return found[0] if found else None

    def rom(self):
        """The partition with the two application images, or None."""
        found = esp32.Partition.find(esp32.Partition.TYPE_DATA, label="romfs")
        return found[0] if found else None

    def station(self):
        return network.WLAN(network.STA_IF)

    def access_point(self):
        return network.WLAN(network.AP_IF)

    def light(self):
        """Ambient light, 0 to 65535."""
        return machine.ADC(machine.Pin(pins.AMBIENT_LDR), atten=machine.ADC.ATTN_11DB).read_u16()

    def supply_mv(self):
        """What the supply gives, behind a divider of 100 k and 22 k."""
        adc = machine.ADC(machine.Pin(pins.SUPPLY_SENSE), atten=machine.ADC.ATTN_11DB)
        return adc.read_uv() * 122 // 22000

    def power_good(self):
        """High unless a supply that has it tells that the power goes."""
        return machine.Pin(pins.POWER_GOOD, machine.Pin.IN)

    def handset(self):
        """Low while the handset is plugged in."""
        return machine.Pin(pins.HANDSET_PRESENT, machine.Pin.IN)

    def arm_watchdog(self, timeout_ms):
        self._watchdog = machine.WDT(timeout=timeout_ms)

    def feed(self):
        if self._watchdog:
            self._watchdog.feed()

    def reset(self):
        machine.reset()

    def utc_ms(self):
        """Calendar time in ms since 1970, or None while the calendar has not been set."""
        if time.gmtime()[0] < _PLAUSIBLE_YEAR:
            return None
        return time.time_ns() // 1000000 + _EPOCH_YEAR_GAP_S[time.gmtime(0)[0]] * 1000

    def set_utc(self, utc_ms):
        """Set the calendar, which keeps running through warm resets, to ms since 1970."""
        date = time.gmtime(utc_ms // 1000 - _EPOCH_YEAR_GAP_S[time.gmtime(0)[0]])
        year, month, day, hour, minute, second, weekday = date[:7]
        machine.RTC().datetime((year, month, day, weekday, hour, minute, second, utc_ms % 1000 * 1000))

    def checkpoint(self, *data):
        """Bytes that outlive a warm reset and are lost with the power."""
        return machine.RTC().memory(*data)

    def keep_crash(self, text):
        self._nvs.set_blob("crash", wire.printable(text, _CRASH_BYTES).encode())
        self._nvs.commit()

    def take_crash(self):
        """The last crash that was kept, once; "" if there was none."""
        buffer = bytearray(_CRASH_BYTES)
        try:
            length = self._nvs.get_blob("crash", buffer)
            self._nvs.erase_key("crash")
            self._nvs.commit()
        except OSError:
            return ""
        return bytes(buffer[:length]).decode()

    def key(self):
        """This device's own key, which whoever set it up has written; b"" if nobody has."""
        buffer = bytearray(64)
        try:
            return bytes(buffer[: self._nvs.get_blob("key", buffer)])
        except OSError:
            return b""

    def number(self, name):
        """A number in non-volatile storage, 0 if it was never set."""
        try:
            return self._nvs.get_i32(name)
        except OSError:
            return 0

    def set_number(self, name, value):
        self._nvs.set_i32(name, value)
        self._nvs.commit()


def _spi():
    return machine.SPI(2, baudrate=1000000, sck=machine.Pin(pins.SPI_SCK), mosi=machine.Pin(pins.SPI_MOSI))


class Tone:
    """The piezo. A timer of the chip ends each tone, so that a busy loop cannot hold it."""

    def __init__(self):
        self._pwm = machine.PWM(machine.Pin(pins.BUZZER), freq=2000, duty_u16=0)
        self._timer = machine.Timer(0)
        self._stop = self.stop

    def play(self, hz, ms, duty):
        """Sound `hz` for `ms` at a duty of 0 to 65535."""
        self._pwm.freq(hz)
        self._pwm.duty_u16(duty)
        self._timer.init(mode=machine.Timer.ONE_SHOT, period=ms, callback=self._stop)

    def stop(self, _timer=None):
        self._pwm.duty_u16(0)
