"""Stand-in for `machine`: pins with interrupts, PWM, timers, buses, watchdog and resets of the simulated chip.

The outside world (panel and tests) reaches in by `drive`, `analog` and the hooks; the firmware sees the
chip's own interface. A reset unwinds the whole program: `start.py` catches it.
"""

import asyncio
import time

import micropython
import utime

PWRON_RESET = 1
HARD_RESET = 2
WDT_RESET = 3
DEEPSLEEP_RESET = 4
SOFT_RESET = 5

on_sound = None  # called with (hz, ms) when a tone starts
analog = {}  # ADC pin number -> raw 16-bit reading
bus_log = []  # what SPI and I2C devices were sent, when a test asks for it
watchdog = None
cause = PWRON_RESET
identity = b"\x02\x00\x00\x00\x00\x00"

_lines = {}
_sounding = []


class Reset(SystemExit):
    """The chip restarts; `why` is the reset cause of the next boot."""

    def __init__(self, why):
        super().__init__(0)
        self.why = why


def reset():
    raise Reset(HARD_RESET)


def soft_reset():
    raise Reset(SOFT_RESET)


def reset_cause():
    return cause


def unique_id():
    return identity


def freq(*_args):
    return 240000000


class _Line:
    def __init__(self, level):
        self.level = level
        self.handler = None
        self.trigger = 0
        self.pin = None


def _line(number, level=1):
    if number not in _lines:
        _lines[number] = _Line(level)
    return _lines[number]


def drive(number, level):
    """Set the level of an input from outside, with the interrupt that the edge causes."""
    line = _line(number)
    if line.level == level:
        return
    line.level = level
    edge = Pin.IRQ_RISING if level else Pin.IRQ_FALLING
    if line.handler and line.trigger & edge:
        try:
            micropython.schedule(line.handler, line.pin)
        except RuntimeError:
            pass  # the queue is full: the chip loses this interrupt as well


class Pin:
    IN = 1
    OUT = 3
    OPEN_DRAIN = 7
    PULL_DOWN = 1
    PULL_UP = 2
    IRQ_RISING = 1
    IRQ_FALLING = 2

    def __init__(self, id, mode=-1, pull=-1, value=None):  # noqa: A002  the chip's own signature
        self.number = id
        self._line = _line(id, 0 if mode == self.OUT else 1)
        self._line.pin = self
        if mode == self.OUT and value is not None:
            self._line.level = value

    def value(self, *level):
        if not level:
            return self._line.level
        self._line.level = 1 if level[0] else 0
        return None

    __call__ = value

    def on(self):
        self.value(1)

    def off(self):
        self.value(0)

    def irq(self, handler=None, trigger=3):
        self._line.handler = handler
        self._line.trigger = trigger


class PWM:
    """Tones and dimming. A sounding PWM is announced by the one-shot timer that will end it."""

    def __init__(self, pin, freq=1000, duty_u16=0):
        self._hz = freq
        self._duty = duty_u16

    def freq(self, *hz):
        if not hz:
            return self._hz
        self._hz = hz[0]
        return None

    def duty_u16(self, *duty):
        if not duty:
            return self._duty
        self._duty = duty[0]
        if self in _sounding:
            _sounding.remove(self)
        if self._duty:
            _sounding.append(self)
        return None

    def deinit(self):
        self.duty_u16(0)


class Timer:
    ONE_SHOT = 0
    PERIODIC = 1

    def __init__(self, id, mode=None, period=-1, callback=None):  # noqa: A002  the chip's own signature
        self._task = None
        if mode is not None:
            self.init(mode, period, callback)

    def init(self, mode=PERIODIC, period=-1, callback=None):
        self.deinit()
        self._task = asyncio.create_task(self._run(mode, period, callback))
        if mode == self.ONE_SHOT and on_sound:
            for pwm in _sounding:
                on_sound(pwm.freq(), period)
            _sounding.clear()

    def deinit(self):
        if self._task:
            self._task.cancel()
            self._task = None

    async def _run(self, mode, period, callback):
        while True:
            await asyncio.sleep_ms(period)
            if mode == self.ONE_SHOT:
                self._task = None
                callback(self)
                return
            callback(self)


class ADC:
    ATTN_11DB = 3

    def __init__(self, pin, atten=ATTN_11DB):
        self._number = pin.number

    def read_u16(self):
        return analog.get(self._number, 32768)

    def read_uv(self):
        return self.read_u16() * 3300000 // 65535


class SPI:
    def __init__(self, id, **_settings):  # noqa: A002  the chip's own signature
        pass

    def write(self, data):
        bus_log.append(bytes(data))


class I2C:
    def __init__(self, id, **_settings):  # noqa: A002  the chip's own signature
        pass

    def scan(self):
        return []

    def writeto(self, address, data):
        bus_log.append((address, bytes(data)))


class WDT:
    """The watchdog. `start.py` looks at it, because nothing else outlives a program that has hung.

    Its time is real time, because what it waits for is the machine and not the clock.
    """

    def __init__(self, id=0, timeout=5000):  # noqa: A002  the chip's own signature
        global watchdog  # noqa: PLW0603  one watchdog a chip
        self.timeout = timeout
        self.fed_at = utime.ticks_ms()
        watchdog = self

    def feed(self):
        self.fed_at = utime.ticks_ms()

    def hungry(self):
        return utime.ticks_ms() - self.fed_at > self.timeout


_rtc_memory = b""


class RTC:
    """Memory that outlives warm resets and is lost with the power, and the calendar."""

    def memory(self, *data):
        global _rtc_memory  # noqa: PLW0603  one memory a chip
        if not data:
            return _rtc_memory
        _rtc_memory = bytes(data[0])
        return None

    def datetime(self, *value):
        if value:
            year, month, day, _, hour, minute, second, micros = value[0]
            seconds = time.timegm((year, month, day, hour, minute, second))
            time.set_wall(seconds * 1000000000 + micros * 1000)
        return time.gmtime()
