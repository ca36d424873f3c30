"""Device time: `ticks_ms`, which wraps every 12.4 days, unwrapped into milliseconds that only grow."""

PERIOD = 1 << 30
_MASK = PERIOD - 1
_HALF = PERIOD >> 1


class Ticks:
    """Growing milliseconds since power-on, made from a wrapping source.

    `raw` returns ticks modulo 2**30. `now` has to be called more often than every 6.2 days, which any
    polling task does; ticks that an interrupt has stored may be up to 6.2 days old.
    """

    def __init__(self, raw):
        self.raw = raw
        self._last = raw()
        self._grown = self._last

    def now(self):
        ticks = self.raw()
        self._grown += (ticks - self._last) & _MASK
        self._last = ticks
        return self._grown

    def at(self, ticks):
        """The growing time of a raw tick that was taken shortly before or after the last `now`."""
        return self._grown + ((ticks - self._last + _HALF) & _MASK) - _HALF
