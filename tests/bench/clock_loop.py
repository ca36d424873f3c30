"""Plays strokes on the clock's core as fast as the interpreter can; prints the events and the microseconds it took.

Runs unchanged under CPython and MicroPython: `python clock_loop.py STROKES`.
"""

import sys
import time

from arbiter_clock import presets, wire
from arbiter_clock.machine import Clock


def microseconds():
    if hasattr(time, "ticks_us"):
        return time.ticks_us()
    return time.perf_counter_ns() // 1000


def play(strokes):
    """Every third stroke runs out of time once, and each event is encoded as for the wire; returns the events."""
    clock = Clock(presets.preset("dbu-5-kegel"))
    clock.handle("limit", 0, {"state": "armed", "by": "direction"})
    start = {"set": 1, "striker": "a", "ball_a": "white", "limit": True, "by": "direction"}
    start["to_go_a"] = start["to_go_b"] = None
    clock.handle("set_start", 0, start)
    events = 0
    t = 1000
    for stroke in range(strokes):
        effects = clock.handle("start", t)
        t += 41_000 if stroke % 3 == 2 else 20_000
        effects += clock.expire(t, t)
        effects += clock.handle("shot", t)
        t += 8_000
        for effect in effects:
            if effect[0] == "event":
                events += 1
                message = {"v": 1, "epoch": "00000000", "seq": events, "boot": 1, "utc": None}
                message.update(effect[1])
                wire.encode("event", message)
    return events


if __name__ == "__main__":
    play(200)  # warm up
    begun = microseconds()
    count = play(int(sys.argv[1]))
    print(count, microseconds() - begun)  # noqa: T201 - the output is the result
