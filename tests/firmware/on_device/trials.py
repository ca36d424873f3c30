"""B22: how a trial of settings and images ends, on a clock and on a second display."""

import json
import os

import esp32

os.mkdir("flash")
esp32.directory = os.getcwd()
os.chdir("flash")

from arbiter_device import display_app
from arbiter_device.board import Board
from arbiter_device.config import Config
from arbiter_device.ticks import Ticks
from arbiter_device.trial import GIVE_UP_MS, HEALTHY_MS, Trial

NVS = esp32.directory + "/nvs-arbiter.json"


class Bench:
    """Settings on trial, and what happens around them."""

    def __init__(self):
        for name in os.listdir("."):
            os.remove(name)
        self.config = Config(".")
        self.config.change({"broker_host": "good"})
        self.config.try_out({"broker_host": "new"})
        self.now = 0
        self.online = False
        self.stroke = False
        self.resets = 0
        self.trial = Trial(
            self.config,
            None,
            None,
            lambda: self.online,
            Ticks(lambda: self.now),
            may_block=lambda: not self.stroke,
            reset=self.reset,
            log=lambda *_: None,
        )

    def reset(self):
        self.resets += 1

    def step(self, now):
        self.now = now
        self.trial.step()
        return self.config.get("broker_host"), self.config.on_trial, self.resets


def check_settings_without_a_connection_are_taken_back_once_no_stroke_is_timed():
    bench = Bench()
    assert bench.step(GIVE_UP_MS - 1) == ("new", True, 0)
    bench.stroke = True
    assert bench.step(GIVE_UP_MS) == ("new", True, 0)
    bench.stroke = False
    assert bench.step(GIVE_UP_MS + 1000) == ("good", False, 1)


def check_settings_with_a_connection_are_confirmed_once_no_stroke_is_timed():
    bench = Bench()
    bench.online = True
    assert bench.step(HEALTHY_MS - 1) == ("new", True, 0)
    bench.stroke = True
    assert bench.step(HEALTHY_MS) == ("new", True, 0)
    bench.stroke = False
    assert bench.step(HEALTHY_MS + 1) == ("new", False, 0)
    bench.online = False
    assert bench.step(2 * GIVE_UP_MS) == ("new", False, 0)


class Connection:
    """What a broker has accepted, or not."""

    def __init__(self, online):
        self.online = online


class Display:
    """A second display with settings and an image on trial, which came when it was still a clock."""

    def __init__(self, slot):
        for name in os.listdir("."):
            os.remove(name)
        with open(NVS, "w") as file:
            json.dump({"slot": slot}, file)
        esp32.Partition("romfs")  # a device with slots
        self.config = Config(".")
        self.config.change({"broker_host": "good", "role": "display"})
        self.config.try_out({"broker_host": "new"})
        self.board = Board()
        self.resets = 0
        self.board.reset = self.reset
        self.app = display_app.DisplayApp(self.board, self.config)
        self.begun = self.app.ticks.now()
        self.app.ticks.now = lambda: self.begun + self.after

    def reset(self):
        self.resets += 1

    def step(self, after, online=False):
        """What holds when the app has been running for `after` ms."""
        self.after = after
        self.app.client = Connection(online)
        for step in self.app.each_second:
            step()
        return self.config.get("broker_host"), self.config.on_trial, self.board.number("slot"), self.resets


def check_a_display_confirms_what_holds():
    display = Display(1 | 2)
    assert display.step(HEALTHY_MS - 100, True) == ("new", True, 3, 0)
    assert display.step(HEALTHY_MS + 100, True) == ("new", False, 1, 0)
    display = Display(1)
    assert display.step(HEALTHY_MS + 100, True) == ("new", False, 1, 0)


def check_a_display_returns_to_settings_with_a_connection():
    display = Display(0)
    assert display.step(GIVE_UP_MS - 100) == ("new", True, 0, 0)
    assert display.step(GIVE_UP_MS + 100) == ("good", False, 0, 1)
