"""Button levels as time-stamped edges.

An interrupt only stores the tick and the level in a ring that exists beforehand, and sets a flag. Polling
is the second source: it reads every level, so that an edge whose interrupt was lost, or whose ring place
was overwritten, is still seen at most one poll later. What a bounce, a press or a hold is, `Buttons` decides.
"""

_RING = 64  # edges; a press with 20 ms of bounce makes about ten


class Inputs:
    """Feeds `sink.edge(index, down, t)` from pins that are low when pressed.

    `pins` are in the order of the buttons. `wake()` is called by every interrupt. While `loose()` no button counts,
    and after that none that has not been up.
    """

    def __init__(self, pins, ticks, sink, wake, loose=lambda: False):
        self._pins = pins
        self._ticks = ticks
        self._raw = ticks.raw
        self._sink = sink
        self._wake = wake
        self._loose = loose
        self.overflows = 0
        self.recovered = 0  # edges that only polling has seen
        self.down = 0  # how many buttons are down
        self.edge_at = ticks.now()
        self._at = [0] * _RING
        self._what = bytearray(_RING)
        self._head = 0  # next place to write, by the interrupt only
        self._tail = 0  # next place to read
        self._level = bytearray(len(pins))  # 1: down, as told to the sink
        self._barred = bytearray(len(pins))  # 1: was down while the lines were loose
        self._handlers = [self._handler(index) for index in range(len(pins))]
        for pin, handler in zip(pins, self._handlers):
            pin.irq(handler=handler, trigger=pin.IRQ_FALLING | pin.IRQ_RISING)
        # A button that is held or stuck at power-on is told so now: the first round may come too late to know it.
        self.drain(self.edge_at)
        self.recovered = 0

    def _handler(self, index):
        def store(pin):
            head = self._head
            after = (head + 1) & (_RING - 1)
            if after == self._tail:
                self.overflows += 1
            else:
                self._at[head] = self._raw()
                up = pin.value() or self._barred[index] or self._loose()
                self._what[head] = index << 1 | (0 if up else 1)
                self._head = after
            self._wake()

        return store

    def is_down(self, index):
        return self._level[index] == 1

    def drain(self, now):
        """Hand over every stored edge, then the levels as they are at `now` (the latest `ticks.now()`)."""
        while self._tail != self._head:
            tail = self._tail
            at = self._ticks.at(self._at[tail])
            what = self._what[tail]
            self._tail = (tail + 1) & (_RING - 1)
            self._tell(what >> 1, what & 1, min(now, at))
        loose = self._loose()
        for index in range(len(self._pins)):
            down = 0 if self._pins[index].value() else 1
            if loose or not down:
                self._barred[index] = down
            if self._barred[index]:
                down = 0
            if down != self._level[index]:
                self.recovered += 1
                self._tell(index, down, now)

    def _tell(self, index, down, at):
        if self._level[index] != down:
            self._level[index] = down
            self.down += 1 if down else -1
            self.edge_at = at
            self._sink.edge(index, down, at)
