"""Ticks that wrap at 2**30, waits beyond 2**29 and integers that no longer fit a word, on 32 bits; see run.py.

Every test sets the interpreter's own time.ticks_ms(); nothing of the time is a stand-in.
"""

# ruff: noqa: T201 - the report is printed
# ruff: noqa: ARG002, ARG005 - stand-ins have the signatures of what they stand in for
# ruff: noqa: I001, PLC0415, PTH102 - MicroPython's modules, and no pathlib; the application wants its flash first

import asyncio
import os
import sys
import time

import js
from arbiter_clock.machine import Clock
from arbiter_clock.presets import preset
from arbiter_device.clock_task import ClockTask
from arbiter_device.ticks import Ticks

PERIOD = 1 << 30
IDLE_MS = 50  # the longest that the clock's task sleeps
DAY_MS = 86_400_000
SET = {
    "set": 1,
    "striker": "a",
    "ball_a": "white",
    "limit": True,
    "by": "TL",
    "to_go_a": None,
    "to_go_b": None,
}


class Nothing:
    """Inputs, buttons, signals and face of a device that is left alone."""

    down = edge_at = 0

    def drain(self, now):
        pass

    def poll(self, now):
        return ()

    def drained_to(self, now):
        return now

    def is_down(self, index):
        return False

    def play(self, name):
        pass

    def changed(self):
        pass

    def draw(self, now):
        return 1 << 30

    def beat(self):
        pass


def set_ticks(ms):
    """Let time pass until the ticks are `ms`, or `ms` less some periods of theirs."""
    js.passTime((ms - time.ticks_ms()) & (PERIOD - 1))


def begun(ms):
    """A clock whose stroke has `ms` left, in its task: (clock, task, events, ticks)."""
    ticks = Ticks(time.ticks_ms)
    clock = Clock(preset("dbu-5-kegel"))
    nothing = Nothing()
    events = []
    task = ClockTask(
        clock,
        nothing,
        nothing,
        ticks,
        record=lambda fields, state: events.append(fields),
        signals=nothing,
        face=nothing,
        changed=nothing.changed,
        open_menu=lambda now: None,
        close_menu=None,
    )
    clock.handle("set_start", ticks.now(), SET)
    clock.handle("start", ticks.now())
    clock.state.deadline = ticks.now() + ms
    return clock, task, events, ticks


def test_this_machine_has_words_of_32_bits_and_ticks_that_wrap_at_2_to_the_30():
    assert sys.maxsize == 2**31 - 1
    set_ticks(PERIOD - 50)
    before = time.ticks_ms()
    set_ticks(PERIOD + 50)
    after = time.ticks_ms()
    assert PERIOD - 50 <= before < PERIOD
    assert 50 <= after < 100
    assert time.ticks_diff(after, before) == after - before + PERIOD


async def test_the_interpreter_itself_refuses_to_sleep_for_a_week():
    """The control: without it nothing here would show that the firmware splits its waits."""
    try:
        await asyncio.sleep_ms(7 * DAY_MS)
    except OverflowError:
        return
    raise AssertionError("it slept")


def test_growing_time_goes_on_over_three_wraps():
    set_ticks(PERIOD - 5000)
    ticks = Ticks(time.ticks_ms)
    begin = ticks.now()
    for hours in range(1, 24 * 40):
        set_ticks(PERIOD - 5000 + 3_600_000 * hours)
        assert 0 <= ticks.now() - begin - 3_600_000 * hours < 1000


def test_an_edge_stored_before_the_wrap_has_its_moment_after_it():
    set_ticks(PERIOD - 20)
    ticks = Ticks(time.ticks_ms)
    stored = time.ticks_ms()
    before = ticks.now()
    set_ticks(PERIOD + 1000)
    now = ticks.now()
    assert abs(ticks.at(stored) - before) < 20
    assert 1000 <= now - before < 1200


def test_a_deadline_of_eight_days_is_waited_for_in_short_steps_and_met_to_the_millisecond():
    """8 days are beyond 2**29 ms; the stroke begins five seconds before the wrap."""
    start = PERIOD - 5000
    set_ticks(start)
    clock, task, events, _ = begun(8 * DAY_MS)
    due = clock.state.deadline
    for hours in range(1, 8 * 24):
        set_ticks(start + 3_600_000 * hours)
        assert 0 < task.step() <= IDLE_MS
        assert events == []
    set_ticks(start + 8 * DAY_MS - 500)
    task.step()
    assert events == []
    set_ticks(start + 8 * DAY_MS + 100)
    task.step()
    assert [event["type"] for event in events] == ["penalty"]
    assert events[0]["t"] == events[0]["at"] == due


async def test_a_period_that_ends_after_the_wrap_ends_on_time_in_the_interpreters_own_loop():
    set_ticks(PERIOD - 200)
    clock, task, events, ticks = begun(400)
    due = clock.state.deadline
    running = asyncio.create_task(task.run(Nothing()))
    seen = None
    while ticks.now() < due + 100:
        if events and seen is None:
            seen = ticks.now()
        await asyncio.sleep_ms(1)
    running.cancel()
    assert time.ticks_ms() < 1000, "it has wrapped"
    assert events[0]["at"] == due
    assert seen - due <= 20, seen - due


async def test_the_whole_application_runs_over_the_wrap():
    """All of its tasks, without a network, from a second before the wrap to a second after it."""
    import esp32

    os.mkdir("/flash")
    os.chdir("/flash")
    esp32.directory = "/flash"
    set_ticks(PERIOD - 1000)

    from arbiter_device.app import App
    from arbiter_device.board import Board
    from arbiter_device.config import Config

    config = Config(".")
    config.change({"wifi_ssid": "hall", "preset": "training"})
    app = App(Board(), config)
    crashes = []
    app.crashed = lambda name, error: crashes.append((name, repr(error)))
    running = asyncio.create_task(app.run())
    await asyncio.sleep_ms(100)
    app.order("set_start", app.ticks.now(), SET)
    app.clock_task.act("start", app.ticks.now())
    began = app.ticks.now()
    fed = []
    app.board.feed = lambda: fed.append(app.ticks.now())
    while app.ticks.now() < began + 2000:
        await asyncio.sleep_ms(50)
    left = app.clock.state.remaining_at(app.ticks.now())
    assert time.ticks_ms() < PERIOD - 1000, "it has wrapped"
    assert app.ticks.now() > PERIOD
    running.cancel()
    assert crashes == []
    assert 37_700 <= left <= 38_000, left
    assert app.journal.last == 2
    assert app.display.frames >= 3


async def run():
    """All tests of this file, in the order of their names, and the summary."""
    passed = failed = 0
    for name, test in sorted(globals().items()):
        if name.startswith("test_"):
            try:
                waiting = test()
                if waiting is not None:
                    await asyncio.create_task(waiting)
                passed += 1
            except Exception as error:  # noqa: BLE001 - the report goes on with the next test
                failed += 1
                print("FAILED wrap.py::" + name)
                sys.print_exception(error, sys.stdout)
    print(passed, "passed,", failed, "failed")
