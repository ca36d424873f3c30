"""Wrapping ticks grow, and edges reach the buttons with the time of their interrupt."""

from __future__ import annotations

import pytest

from arbiter_clock.buttons import Buttons
from arbiter_device.inputs import Inputs
from arbiter_device.ticks import PERIOD, Ticks


class Source:
    """A wrapping tick source that a test sets."""

    def __init__(self, start: int) -> None:
        self.real = start

    def __call__(self) -> int:
        return self.real % PERIOD


@pytest.mark.parametrize("start", [0, PERIOD - 5000, PERIOD // 2 - 5000], ids=["zero", "wrap", "half"])
def test_growing_time_never_jumps_over_a_wrap(start):
    source = Source(start)
    ticks = Ticks(source)
    begin = ticks.now()
    for step in range(1, 12001):
        source.real = start + step
        assert ticks.now() == begin + step


def test_time_grows_through_many_wraps_when_it_is_read_at_least_twice_a_wrap():
    source = Source(7)
    ticks = Ticks(source)
    begin = ticks.now()
    for _ in range(40):
        source.real += PERIOD // 2 - 1
        ticks.now()

    assert ticks.now() - begin == 40 * (PERIOD // 2 - 1)


def test_a_stored_tick_from_before_the_wrap_keeps_its_moment():
    source = Source(PERIOD - 3)
    ticks = Ticks(source)
    before = ticks.now()
    stored = source()
    source.real += 10
    ticks.now()

    assert ticks.at(stored) == before
    assert ticks.at(source()) == before + 10


class Pin:
    IRQ_FALLING = 2
    IRQ_RISING = 1

    def __init__(self) -> None:
        self.level = 1
        self.handler = None

    def value(self) -> int:
        return self.level

    def irq(self, handler, trigger) -> None:  # noqa: ARG002  the pin's own signature
        self.handler = handler

    def drive(self, level: int, *, interrupt: bool = True) -> None:
        self.level = level
        if interrupt:
            self.handler(self)


class Sink:
    def __init__(self) -> None:
        self.edges: list[tuple[int, int, int]] = []

    def edge(self, index: int, down: int, at: int) -> None:
        self.edges.append((index, down, at))


class Bench:
    def __init__(self, start: int = 1000) -> None:
        self.source = Source(start)
        self.ticks = Ticks(self.source)
        self.pins = [Pin(), Pin()]
        self.sink = Sink()
        self.woken = 0
        self.inputs = Inputs(self.pins, self.ticks, self.sink, self.wake)

    def wake(self) -> None:
        self.woken += 1

    def drain(self) -> list[tuple[int, int, int]]:
        self.inputs.drain(self.ticks.now())
        return self.sink.edges


@pytest.mark.parametrize("start", [1000, PERIOD - 20], ids=["usual", "over the wrap"])
def test_edges_keep_the_time_of_their_interrupt_however_late_they_are_drained(start):
    bench = Bench(start)
    begin = bench.ticks.now()
    bench.source.real += 10
    bench.pins[1].drive(0)
    bench.source.real += 60
    bench.pins[1].drive(1)
    bench.source.real += 5000

    assert bench.drain() == [(1, 1, begin + 10), (1, 0, begin + 70)]
    assert bench.woken == 2


def test_b18_an_edge_without_an_interrupt_is_found_by_the_next_poll_and_counted():
    bench = Bench()
    bench.pins[0].drive(0, interrupt=False)
    bench.source.real += 5

    assert bench.drain() == [(0, 1, 1005)]
    assert bench.inputs.recovered == 1


def test_b18_a_burst_that_overflows_the_ring_is_counted_and_the_level_comes_out_right():
    bench = Bench()
    for _ in range(100):
        bench.pins[0].drive(0)
        bench.pins[0].drive(1)
    bench.pins[0].drive(0)
    edges = bench.drain()

    assert bench.inputs.overflows == 201 - 63
    assert edges[-1][1] == 1
    assert bench.drain() == edges


def test_a_button_held_at_power_on_is_seen_as_pressed_by_the_first_poll():
    bench = Bench()
    bench.pins[1].level = 0

    assert bench.drain() == [(1, 1, 1000)]


def test_two_interrupts_that_read_the_same_level_are_one_edge():
    bench = Bench()
    bench.pins[0].drive(0)
    bench.pins[0].drive(0)

    assert len(bench.drain()) == 1


def test_a_button_held_at_power_on_is_no_press_however_long_the_start_takes():
    source = Source(1000)
    ticks = Ticks(source)
    pins = [Pin(), Pin()]
    pins[1].level = 0
    buttons = Buttons(ticks.now())
    inputs = Inputs(pins, ticks, buttons, lambda: None)
    found = []
    for _ in range(30):
        source.real += 150
        inputs.drain(ticks.now())
        found += buttons.poll(ticks.now())
    assert found == []
    assert inputs.recovered == 0

    pins[1].drive(1)
    source.real += 150
    inputs.drain(ticks.now())
    buttons.poll(ticks.now())
    pressed_at = ticks.now()
    pins[1].drive(0)
    source.real += 5
    inputs.drain(ticks.now())
    assert buttons.poll(ticks.now()) == [("shot", pressed_at)]
