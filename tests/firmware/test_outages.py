"""The network fails in every way a hall knows; the clock does not notice, and every event arrives once."""

from __future__ import annotations

import asyncio
import itertools

import pytest

from arbiter_clock import readout
from sim.fault_proxy import FaultProxy

TRAINING = ("--set", "preset=training")


def text(wanted: str):
    return lambda frame: frame["text"] == wanted


def contiguous(events) -> bool:
    return [event["seq"] for event in events] == list(range(1, len(events) + 1))


async def begin_local_set(device, factor: int = 1) -> None:
    """Hold START: in training a set begins without a hub, with the limit on."""
    await device.panel.press("START", 1200 / factor)
    await device.panel.frame(text("On"))
    await asyncio.sleep(1.2 / factor)  # until a press is no longer part of that gesture


async def test_without_any_broker_the_clock_counts_down_and_books_penalties(clock):
    async with clock(factor=20, options=TRAINING) as device:
        await begin_local_set(device, 20)
        await device.panel.press("START")
        await device.panel.frame(text("20"))
        await device.panel.frame(lambda frame: frame["lamps"] & readout.FREE_BALL)


async def test_a_broker_that_appears_later_gets_the_backlog_in_order_with_original_times(broker, hub, clock):
    await broker.stop()
    async with clock(broker=broker.address, factor=5, options=TRAINING) as device:
        await begin_local_set(device, 5)
        for _ in range(6):
            await device.panel.press("START")
            await device.panel.press("SHOT")
        await broker.start()
        # In training strokes follow by themselves, so that there may be more by then.
        events = await hub.wait(
            lambda: len(hub.events) >= 13 and contiguous(hub.events) and hub.events[:13], 15
        )

    assert [event["type"] for event in events[1:]] == ["start", "shot"] * 6
    assert all(later["t"] > earlier["t"] for earlier, later in itertools.pairwise(events))
    assert events[-1]["t"] < hub.of("state")[0]["t"], "their times are from before the connection"


async def test_a_broker_restart_loses_nothing_and_brings_the_state_back(broker, hub, clock):
    async with clock(broker=broker.address, factor=4) as device:
        await hub.wait(lambda: hub.of("status"))
        await hub.start_set()
        await device.panel.press("START")
        await hub.wait(lambda: len(hub.events) == 2)
        await broker.stop()
        await device.panel.press("SHOT")
        await broker.start()
        await hub.wait(lambda: len(hub.events) == 3 and hub.of("state")[-1]["phase"] == "rolling")

    assert contiguous(hub.events)


async def test_events_are_sent_again_until_the_hub_confirms_them_not_until_the_broker_does(
    broker, hub, clock
):
    hub.acking = False
    async with FaultProxy(broker.port) as proxy, clock(broker=f"127.0.0.1:{proxy.port}", factor=4) as device:
        await hub.wait(lambda: hub.of("status"))
        await hub.start_set()
        await device.panel.press("START")
        await device.panel.press("PAUSE")
        await hub.wait(lambda: len(hub.of("event")) == 3)

        def first_seen() -> int:
            return sum(event["seq"] == 1 for event in hub.of("event"))

        for times in (2, 3):
            proxy.mode = "reset"
            proxy.mode = "pass"
            await hub.wait(lambda times=times: first_seen() == times and hub.of("event")[-1]["seq"] == 3)
            hub.acking = True
        await asyncio.sleep(1)  # for the confirmation to arrive
        proxy.mode = "reset"
        proxy.mode = "pass"
        connections = len(hub.of("status"))
        await hub.wait(lambda: len(hub.of("status")) > connections)
        await device.panel.press("PAUSE")
        await hub.wait(lambda: len(hub.events) == 4)

    assert first_seen() == 3
    assert len(set(hub.raw)) == 4, "a resent event is byte for byte the same"


async def test_the_will_says_lost_with_the_connection_count_of_the_ready_before_it(broker, hub, clock):
    async with clock(broker=broker.address):
        await hub.wait(lambda: hub.of("status"))
    ready, lost = await hub.wait(lambda: len(hub.of("status")) == 2 and hub.of("status"))
    async with clock(broker=broker.address):
        again = await hub.wait(lambda: len(hub.of("status")) == 3 and hub.of("status")[-1])

    assert (ready["status"], lost["status"], again["status"]) == ("ready", "lost", "ready")
    assert ready["connection"] == lost["connection"] < again["connection"]
    assert (again["boot"], again["reset"]) == (2, "power_on")


async def ninety_seconds_out(broker, hub, clock, table, mode):
    """Begin a stroke, lose the network for both periods, get it back; the events and frames of it."""
    root = f"arbiter/1/hall/{table}"
    async with (
        FaultProxy(broker.port) as proxy,
        clock(table, broker=f"127.0.0.1:{proxy.port}", table=table, factor=15) as device,
    ):
        await hub.wait(lambda: hub.of("status", root))
        await hub.start_set(table=table)
        begun = len(device.panel.frames)
        await device.panel.press("START")
        await device.panel.frame(text("31"), after=begun)
        proxy.mode = mode
        await device.panel.frame(lambda frame: frame["lamps"] & readout.FREE_BALL, after=begun)
        await asyncio.sleep(2)
        proxy.mode = "pass"
        await hub.wait(lambda: len(hub.events_of(root)) == 4)
    return hub.events_of(root), device.panel.frames


@pytest.mark.timing
async def test_t15_an_outage_of_ninety_seconds_costs_no_frame_and_no_penalty(broker, hub, clock):
    """Both periods run out while the network is gone; the display never waits, and all is told afterwards."""
    modes = ("black_hole", "reset", "refuse", "drop_down", "drop_up")
    tables = await asyncio.gather(
        *(ninety_seconds_out(broker, hub, clock, str(place), mode) for place, mode in enumerate(modes))
    )
    for events, frames in tables:
        start, first, second = events[1:]
        shown = {frame["text"].strip() for frame in frames if frame["t"] > start["t"]}

        assert contiguous(events)
        assert (first["at"] - start["t"], second["at"] - start["t"]) == (40_000, 60_000)
        # A fifteenth of a second of real time stands for each; a clock that waited for the network would miss many.
        assert len({str(number) for number in range(1, 41)} - shown) <= 2


async def test_b3_power_returns_and_the_broker_follows_minutes_later(broker, hub, clock):
    await broker.stop()
    async with clock(broker=broker.address, factor=40, options=TRAINING) as device:
        await device.panel.frame(text("--"))
        await begin_local_set(device, 40)
        await asyncio.sleep(3)
        await broker.start()
        await hub.wait(lambda: hub.of("status"))

    assert device.output == [f"panel 127.0.0.1:{device.port}"]


async def test_b4_a_puback_that_never_comes_drops_the_link_and_the_message_is_sent_again(broker, hub, clock):
    async with FaultProxy(broker.port) as proxy, clock(broker=f"127.0.0.1:{proxy.port}", factor=5) as device:
        await hub.wait(lambda: hub.of("status"))
        await hub.start_set()
        proxy.mode = "drop_down"
        await device.panel.press("START")
        await hub.wait(lambda: len(hub.events) == 2)
        await device.panel.frame(text("39"))
        await asyncio.sleep(1)
        proxy.mode = "pass"
        await hub.wait(lambda: hub.raw.count(hub.raw[-1]) >= 2 and len(hub.of("status")) >= 2)

    assert contiguous(hub.events)
    assert proxy.connections >= 2
