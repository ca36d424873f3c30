"""When frames are sent, and how bright they are; the ticks wrap in every one of these stories (B9)."""

from __future__ import annotations

import itertools
import random

import pytest

from arbiter_device.brightness import DARKEST, Brightness, ambient_level
from arbiter_device.display import BURST, REFRESH_MS, SHORTEST_MS, Display
from arbiter_device.ticks import PERIOD, Ticks


class Bus:
    """A display's driver that keeps when it was sent what; `broken` makes it fail."""

    def __init__(self) -> None:
        self.now = PERIOD - 5000
        self.broken = False
        self.sent: list[tuple[int, tuple[int, int, int]]] = []
        self.display = Display(self, Ticks(lambda: self.now % PERIOD))

    def segments(self, *frame: int) -> None:
        if self.broken:
            raise OSError(5)
        self.sent.append((self.now, frame))

    def pass_time(self, ms: int, every: int) -> None:
        """Let time pass, the display's own task looking every so many ms."""
        for _ in range(ms // every):
            self.now += every
            self.display._due(self.display._ticks.now())


def test_no_second_sees_more_than_twenty_frames_however_often_the_face_changes():
    bus = Bus()
    chance = random.Random(20)
    for number in range(4000):
        bus.now += chance.randrange(1, 9)
        bus.display.show(number, 0, 255)
    times = [at for at, _ in bus.sent]

    assert all(later - earlier >= SHORTEST_MS for earlier, later in itertools.pairwise(times))
    assert max(sum(begin <= at < begin + 1000 for at in times) for begin in times) == 20
    assert bus.sent[-1][0] > PERIOD


def test_a_few_frames_may_follow_one_another_at_once_and_the_last_one_is_never_left_out():
    bus = Bus()
    bus.pass_time(2000, 100)
    before = len(bus.sent)
    for number in range(1, 10):
        bus.display.show(number, 0, 255)
        bus.now += SHORTEST_MS
    assert len(bus.sent) - before >= BURST

    bus.pass_time(200, SHORTEST_MS)
    assert bus.sent[-1][1] == (9, 0, 255)


def test_b13_the_whole_frame_is_sent_again_within_every_second():
    bus = Bus()
    bus.display.show(0x4F06, 3, 200)
    bus.pass_time(20_000, 100)
    times = [at for at, _ in bus.sent]

    assert max(later - earlier for earlier, later in itertools.pairwise(times)) <= 1000
    assert min(later - earlier for earlier, later in itertools.pairwise(times[1:])) >= REFRESH_MS
    assert {frame for _, frame in bus.sent[1:]} == {(0x4F06, 3, 200)}


def test_what_does_not_change_is_not_sent_before_it_is_due():
    bus = Bus()
    bus.display.show(1, 2, 3)
    sent = len(bus.sent)
    for _ in range(5):
        bus.now += 50
        bus.display.show(1, 2, 3)

    assert len(bus.sent) == sent


def test_a_bus_that_fails_is_counted_and_tried_again():
    bus = Bus()
    bus.broken = True
    bus.display.show(1, 0, 255)
    assert (bus.display.errors, bus.sent) == (1, [])
    bus.broken = False
    bus.pass_time(1000, 100)

    assert bus.sent[-1][1] == (1, 0, 255)


@pytest.mark.parametrize(
    ("reading", "level"), [(0, DARKEST), (20_000, 147), (39_999, 254), (40_000, 255), (65_535, 255)]
)
def test_the_level_follows_the_light_between_legible_and_full(reading, level):
    assert ambient_level(reading) == level


class Light:
    def __init__(self, percent: int = 0) -> None:
        self.reading = 0
        self.percent = percent
        self.brightness = Brightness(self, lambda: self.reading)

    def get(self, _: str) -> int:
        return self.percent

    def seconds(self, count: int) -> list[int]:
        """The level after each of the next seconds."""
        levels = []
        for _ in range(count):
            self.brightness.follow()
            levels.append(self.brightness.level())
        return levels


@pytest.mark.parametrize(("before", "after"), [(0, 65_535), (65_535, 0)], ids=["brighter", "darker"])
def test_another_light_is_followed_in_small_steps_without_going_too_far(before, after):
    light = Light()
    light.reading = before
    light.seconds(60)
    light.reading = after
    levels = light.seconds(60)

    assert levels == sorted(levels, reverse=after < before)
    assert abs(levels[-1] - ambient_level(after)) <= 3
    assert len(set(levels)) > 5


def test_a_flickering_tube_moves_nothing():
    light = Light()
    light.reading = 20_000
    light.seconds(60)
    level = light.brightness.level()
    light.reading = 20_040

    assert light.seconds(5) == [level] * 5


@pytest.mark.parametrize(("percent", "level"), [(1, 2), (10, 25), (100, 255)])
def test_a_level_set_by_hand_does_not_ask_the_light(percent, level):
    light = Light(percent)
    light.reading = 65_535

    assert light.seconds(3) == [level] * 3
