"""A second display agrees with its clock, and says so when it cannot know."""

from __future__ import annotations

import pytest

from arbiter_clock import readout, wire
from arbiter_clock.machine import Clock
from arbiter_clock.presets import preset
from arbiter_device.mirror import STALE_MS, Mirror
from sim.fault_proxy import FaultProxy

SET = {
    "set": 1,
    "striker": "a",
    "ball_a": "white",
    "limit": True,
    "by": "TL",
    "to_go_a": None,
    "to_go_b": None,
}
AHEAD = 5_000_000  # the display has been on for that much longer than the clock
DASHES = readout.glyphs("--")[1] << 8 | readout.glyphs("--")[0]


def text(wanted: str):
    return lambda frame: frame["text"] == wanted


class Table:
    """A clock that began its stroke at 1,000 ms, and a mirror that is `delay` ms of network away."""

    def __init__(self, delay: int = 20) -> None:
        self.clock = Clock(preset("dbu-5-kegel"))
        self.clock.handle("set_start", 0, SET)
        self.clock.handle("start", 1000)
        self.mirror = Mirror()
        self.delay = delay

    def state(self, t: int, *, retained: bool = False, delay: int | None = None, boot: int = 1) -> None:
        body = self.clock.snapshot(t) | {"v": 1, "epoch": "00000001", "seq": 2, "boot": boot, "utc": None}
        arrival = t + AHEAD + (self.delay if delay is None else delay)
        assert self.mirror.take("state", wire.encode("state", body), retained, arrival)

    def tick(self, t: int, *, delay: int | None = None, epoch: str = "00000001") -> None:
        body = {"v": 1, "epoch": epoch, "seq": 2, "t": t, "phase": "run", "period": 1}
        body["remaining_ms"] = self.clock.state.remaining_at(t)
        arrival = t + AHEAD + (self.delay if delay is None else delay)
        self.mirror.take("tick", wire.encode("tick", body), False, arrival)

    def seen(self, t: int) -> tuple[int, int]:
        return self.mirror.face(t + AHEAD, True)

    def truth(self, t: int) -> int:
        _, left, right, _ = readout.face(self.clock.snapshot(t), t, link=True)
        return right << 8 | left


@pytest.mark.parametrize("delay", [0, 20, 190])
def test_every_second_changes_within_two_hundred_milliseconds_of_the_clock(delay):
    table = Table(delay)
    table.state(1000)
    for t in range(2000, 31_000, 1000):
        table.tick(t)
        for moment in range(t + delay, t + 1000, 100):
            assert table.seen(moment)[0] in {table.truth(moment), table.truth(moment - delay)}


def test_a_message_that_was_held_up_moves_nothing():
    table = Table(5)
    table.state(1000)
    table.tick(2000)
    table.tick(3000, delay=900)

    assert table.seen(4000)[0] == table.truth(3995)


def test_a_running_state_that_was_retained_is_not_counted_down_before_a_tick():
    table = Table()
    table.state(1000, retained=True)
    assert table.seen(9000)[0] == DASHES
    table.tick(9000)

    assert table.seen(9020)[0] == table.truth(9000)


def test_without_a_tick_for_three_seconds_the_display_says_so_and_never_counts_into_a_penalty():
    table = Table(0)
    table.state(1000)
    table.tick(38_500)
    last_good = table.seen(38_500 + STALE_MS)
    stale, lamps = table.seen(38_501 + STALE_MS)

    assert last_good[0] in {readout.glyphs(" 0")[1] << 8, 0}
    assert last_good[1] & readout.LINK
    assert stale == DASHES
    assert not lamps & readout.LINK
    assert lamps & readout.BALL_WHITE, "whose ball it is stays visible"


def test_a_clock_that_was_started_again_has_a_time_of_its_own():
    table = Table()
    table.state(1000)
    table.tick(2000)
    table.clock = Clock(preset("dbu-5-kegel"))
    table.clock.handle("set_start", 0, SET)
    table.clock.handle("start", 100)
    table.state(100, boot=2, delay=400_000)

    assert table.mirror.face(100 + AHEAD + 400_000 + 30, True)[0] == table.truth(130)


def test_a_tick_of_another_epoch_and_garbage_change_nothing():
    table = Table()
    table.state(1000)
    before = table.seen(1500)
    table.tick(500, epoch="0000000f", delay=0)
    assert not table.mirror.take("state", b"{", False, 0)

    assert table.seen(1500) == before
    assert table.mirror.garbage == 1


def test_a_clock_that_stands_still_is_shown_without_any_tick():
    table = Table()
    table.clock.handle("pause", 2000)
    table.state(2000, retained=True)

    assert table.seen(500_000)[1] & readout.PAUSE


@pytest.mark.timing
async def test_all_displays_of_a_table_agree_within_two_hundred_milliseconds_and_see_their_clock_go(
    broker, hub, clock
):
    """One display is as far away as a bad network makes it: every message to it takes 60 ms."""
    role = ("--set", "role=display")
    async with (
        FaultProxy(broker.port) as proxy,
        FaultProxy(broker.port) as slow,
        clock("clock", broker=f"127.0.0.1:{proxy.port}") as device,
        clock("near", broker=broker.address, options=role) as near,
        clock("far", broker=f"127.0.0.1:{slow.port}", options=role) as far,
    ):
        slow.delay_ms = 60
        await hub.wait(lambda: hub.of("status"))
        await hub.start_set()
        await device.panel.press("START")
        for second in ("40", "39", "38"):
            shown = [await one.panel.frame(text(second), after=0) for one in (device, near, far)]
            moments = [frame["at"] for frame in shown]
            assert max(moments) - min(moments) < 0.2, (second, moments)
        proxy.mode = "black_hole"
        for one in (near, far):
            await one.panel.frame(lambda frame: frame["text"] == "--" and not frame["lamps"] & readout.LINK)
        proxy.mode = "pass"

    assert {status["device"] for status in hub.of("status")} == {hub.of("status")[0]["device"]}, (
        "a display publishes nothing"
    )
