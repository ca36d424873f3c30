"""A clock that is used for hours needs no more memory than one that was just switched on."""

import gc
import sys

from clock.kit import set_clock

from arbiter_clock.undo import DEPTH

ON_MICROPYTHON = sys.implementation.name == "micropython"


def play(clock, strokes, t):
    """Strokes with everything that keeps something: pauses, penalties, late presses, undo and redo."""
    events = 0
    for number in range(strokes):
        t += 10_000
        effects = clock.handle("start", t)
        effects += clock.handle("pause", t + 1_500)
        effects += clock.handle("start", t + 3_000)
        effects += clock.handle("swap", t + 4_000)
        if number % 5 == 0:
            effects += clock.expire(t + 41_600, t + 41_600)
            t += 41_600
        effects += clock.handle("shot", t + 5_000)
        effects += clock.handle("undo", t + 6_000)
        effects += clock.handle("redo", t + 6_100)
        effects += clock.handle("shot", t + 6_200)
        effects += clock.handle("foul", t + 7_200)
        for effect in effects:
            if effect[0] == "event":
                events += 1
    return events, t


def test_ten_thousand_events_leave_the_heap_where_it_was():
    clock = set_clock(to_go_a=None, to_go_b=None)
    _, t = play(clock, 100, 0)
    gc.collect()
    before = gc.mem_alloc() if ON_MICROPYTHON else 0
    events, t = play(clock, 1_250, t)
    gc.collect()
    grown = (gc.mem_alloc() if ON_MICROPYTHON else 0) - before
    assert events >= 10_000
    # Whole numbers above 2**30 and the like may change their size, nothing may pile up.
    assert grown < 256, grown
    assert len(clock.history._done) <= DEPTH
    assert len(clock.history._undone) <= DEPTH
    assert len(clock._credited) <= 16
