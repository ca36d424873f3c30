"""What runs all the time takes nothing from the heap: frames, interrupts and rounds go on while it is locked.

Composing another face takes some, at most five times a second.
"""

import os

import esp32
import machine
import micropython

os.mkdir("flash")
esp32.directory = os.getcwd()
os.chdir("flash")

from orders import SET

from arbiter_device import pins
from arbiter_device.app import App
from arbiter_device.board import Board
from arbiter_device.config import Config


def locked(task):
    """Call `task` with the heap locked; MemoryError if it wants any of it."""
    micropython.heap_lock()
    try:
        task()
    finally:
        micropython.heap_unlock()


class Time:
    """Device time that stands still until it is moved."""

    def __init__(self, app):
        self.ms = app.ticks.now()
        app.ticks.raw = self.read

    def read(self):
        return self.ms


def check_the_lock_is_one():
    try:
        locked(lambda: bytearray(8))
        raise AssertionError("the heap was not locked")
    except MemoryError:
        pass


def check_a_changed_and_an_unchanged_frame_are_sent():
    app = App(Board(), Config("."))
    time = Time(app)
    display = app.display
    frames = display.frames

    def task():
        for bits in range(0x4F00, 0x4F05):
            time.ms += 1000
            display.show(bits, 3, 200)
            time.ms += 1000
            display._due(time.ms)

    locked(task)
    assert display.frames == frames + 10, display.frames - frames


def check_an_interrupt_keeps_its_edge():
    app = App(Board(), Config("."))
    line = machine.Pin(pins.BUTTON_START, machine.Pin.IN)
    handler = app.inputs._handlers[0]

    def task():
        for _ in range(10):
            handler(line)

    locked(task)
    assert app.inputs._head - app.inputs._tail == 10


def check_a_round_of_the_clock_between_two_faces_in_every_part_of_a_stroke():
    app = App(Board(), Config("."))
    time = Time(app)
    step = app.clock_task.step

    def rounds():
        for _ in range(4):
            time.ms += 40
            step()

    for kind, data in (("set_start", SET), ("start", None), ("pause", None), ("start", None), ("shot", None)):
        app.clock_task.act(kind, time.ms, data)
        time.ms += 500
        step()
        time.ms = app.face._next  # the face is composed anew now, and then not for 200 ms
        step()
        locked(rounds)
