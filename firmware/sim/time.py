"""Stand-in for `time`: ticks that wrap at 2**30 like the chip's, and that may run faster than real time.

asyncio is given growing ticks (`loop_ms`), because the unix port compares them with a period of 2**62, and
makes some of them itself. Wall-clock time is never scaled. Its epoch is that of the unix port, 1970.
"""

import utime

sleep = utime.sleep
sleep_ms = utime.sleep_ms
sleep_us = utime.sleep_us
ticks_us = utime.ticks_us
ticks_cpu = utime.ticks_cpu

_PERIOD = 1 << 30
_HALF = _PERIOD >> 1
_origin_us = utime.ticks_us()
_start_ms = 0
_factor = 1
_wall_shift_ns = 0


def configure(factor, start_ms):
    """Run `factor` times as fast as real time, from tick `start_ms`."""
    global _factor, _origin_us, _start_ms  # noqa: PLW0603  one clock a process, set once at its start
    _factor = factor
    _start_ms = start_ms
    _origin_us = utime.ticks_us()


def factor():
    """How many times faster than real time it goes."""
    return _factor


def grown_ms():
    """Ticks without the wrap."""
    return _start_ms + (utime.ticks_us() - _origin_us) * _factor // 1000


def loop_ms():
    """Ticks for asyncio: as fast as the device's, and never behind those that its C half takes by itself."""
    return (_origin_us + (utime.ticks_us() - _origin_us) * _factor) // 1000


def set_wall(utc_ns):
    """Step the calendar."""
    global _wall_shift_ns  # noqa: PLW0603  one calendar a chip
    _wall_shift_ns = utc_ns - utime.time_ns()


def timegm(date):
    """Seconds since 1970 of (year, month, day, hour, minute, second) in UTC."""
    year, month, day, hour, minute, second = date
    before = year - 1
    days = 365 * (year - 1970) + before // 4 - before // 100 + before // 400 - 477
    for past in range(1, month):
        days += 31 if past in (1, 3, 5, 7, 8, 10) else 30
    if month > 2:
        days -= 1 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 2
    return ((days + day - 1) * 24 + hour) * 3600 + minute * 60 + second


def time_ns():
    return utime.time_ns() + _wall_shift_ns


def time():
    return time_ns() // 1000000000


def gmtime(seconds=None):
    return utime.gmtime(time() if seconds is None else seconds)


def ticks_ms():
    return grown_ms() & (_PERIOD - 1)


def ticks_add(ticks, delta):
    return (ticks + delta) & (_PERIOD - 1)


def ticks_diff(later, earlier):
    return ((later - earlier + _HALF) & (_PERIOD - 1)) - _HALF
