"""B15: a thousand events leave the heap as it was, and a still display takes nothing from it."""

import gc
import os

import esp32

os.mkdir("flash")
esp32.directory = os.getcwd()
os.chdir("flash")

from orders import SET

from arbiter_device.app import App
from arbiter_device.board import Board
from arbiter_device.config import Config


def used():
    gc.collect()
    gc.collect()
    return gc.mem_alloc()


def strokes(app, count):
    """Strokes of two events each, written to flash and confirmed by the hub."""
    for _ in range(count):
        for kind in ("start", "shot"):
            app.clock_task.act(kind, app.ticks.now())
            app.recorder.flush()
            app.recorder.written.clear()
            app.clock.gesture.clear()
        app.outbox.acknowledge(app.journal.epoch, app.journal.last, app.ticks.now())


def check_b15_a_thousand_events_retain_less_than_a_kilobyte_of_a_chip():
    app = App(Board(), Config("."))
    app.order("set_start", app.ticks.now(), SET)
    strokes(app, 100)
    before = used()
    strokes(app, 500)
    grown = used() - before
    assert app.journal.last > 1200
    assert grown < 2 * 1024, grown  # words of 64 bits


def check_a_frame_and_its_refresh_allocate_nothing():
    app = App(Board(), Config("."))
    display = app.display
    display.show(0x4F06, 3, 200)
    gc.collect()
    before = gc.mem_alloc()
    for _ in range(50):
        display._driver.segments(0x4F06, 3, 200)
        display.show(0x4F06, 3, 200)
    assert gc.mem_alloc() - before == 0, gc.mem_alloc() - before


def check_a_quiet_round_of_the_clock_allocates_next_to_nothing():
    app = App(Board(), Config("."))
    for _ in range(10):
        app.clock_task.step()
    gc.collect()
    before = gc.mem_alloc()
    for _ in range(100):
        app.clock_task.step()
    assert (gc.mem_alloc() - before) // 100 < 300, gc.mem_alloc() - before
