"""Every press counts, at the time of its edge, whatever else the device is doing; and nothing else does."""

from __future__ import annotations

import asyncio
import random
import time

import pytest

from sim.fault_proxy import FaultProxy

pytestmark = pytest.mark.timing


def text(wanted: str):
    return lambda frame: frame["text"] == wanted


async def test_t4_sixty_millisecond_presses_during_reconnects_and_slow_flash_are_all_registered(
    broker, hub, clock
):
    """The whole device with a real network; on_device/thousand_presses.py has the thousand, and the erases."""
    strokes = 10
    chance = random.Random(4)
    options = ("--set", "volume=3", "--erase-ms", "80")
    async with (
        FaultProxy(broker.port) as proxy,
        clock(broker=f"127.0.0.1:{proxy.port}", options=options) as device,
    ):
        await hub.wait(lambda: hub.of("status"))
        await hub.start_set()

        async def flap() -> None:
            while True:
                for mode in ("pass", "reset", "pass", "black_hole"):
                    proxy.mode = mode
                    await asyncio.sleep(chance.uniform(0.05, 0.4))

        flapping = asyncio.create_task(flap())
        for _ in range(strokes):
            for name in ("START", "SHOT"):
                await device.panel.press(name, 60)
                await asyncio.sleep(chance.uniform(0.04, 0.12))
        flapping.cancel()
        proxy.mode = "pass"
        await hub.wait(lambda: len(hub.events) == 1 + 2 * strokes)

    assert [event["type"] for event in hub.events[1:]] == ["start", "shot"] * strokes


async def test_t13_bounce_on_press_and_release_and_interference_are_one_press(broker, hub, clock):
    async with clock(broker=broker.address) as device:
        await hub.wait(lambda: hub.of("status"))
        await hub.start_set()
        for _ in range(3):  # spikes that are over before the contact can be called closed
            await device.panel.set("PAUSE", down=True)
            await device.panel.set("PAUSE", down=False)
        for level in "0101101":
            await device.panel.set("START", down=level == "1")
            await asyncio.sleep(0.0015)
        await asyncio.sleep(0.3)
        for level in "0100110100":
            await device.panel.set("START", down=level == "1")
            await asyncio.sleep(0.002)
        await hub.wait(lambda: len(hub.events) == 2)
        await asyncio.sleep(0.2)

    assert [event["type"] for event in hub.events] == ["set_start", "start"]


async def test_a_press_that_a_network_delivers_in_one_piece_counts_by_the_duration_that_is_told(
    broker, hub, clock
):
    async with clock(broker=broker.address) as device:
        await hub.wait(lambda: hub.of("status"))
        await hub.start_set()
        for held in (0, 80):
            await device.panel.set("START", down=True)
            await device.panel.set("START", down=False, held=held)
            await asyncio.sleep(0.2)
            assert (device.panel.frames[-1]["text"] == "40") == (held == 80)


async def test_t13_a_hold_of_two_seconds_is_one_press_and_one_hold(broker, hub, clock):
    async with clock(broker=broker.address, factor=4) as device:
        await hub.wait(lambda: hub.of("status"))
        await hub.start_set()
        await device.panel.press("START")
        await asyncio.sleep(0.3)
        await device.panel.press("SHOT", 2000 / 4)
        await hub.wait(lambda: len(hub.events) == 4)
        await asyncio.sleep(0.3)

    assert [event["type"] for event in hub.events] == ["set_start", "start", "shot", "foul"]


async def test_t14_a_press_wakes_a_device_that_has_nothing_to_do(clock):
    async with clock() as device:
        await asyncio.sleep(1)
        before = len(device.panel.frames)
        pressed = time.monotonic()
        await device.panel.press("SHOT")
        frame = await device.panel.frame(text("no"), after=before)

    assert frame["at"] - pressed < 0.1


async def test_a_button_held_while_the_power_comes_does_not_stop_the_boot(clock):
    async with clock() as device:
        await device.panel.set("START", down=True)
    async with clock() as device:
        await device.panel.frame(text("--"))


@pytest.mark.parametrize("seconds_before", [30], ids=["half a minute before the wrap"])
async def test_b9_ticks_may_wrap_in_the_middle_of_a_stroke(broker, hub, clock, seconds_before):
    start = 2**30 - 1000 * seconds_before
    options = ("--ticks-start", str(start))
    async with clock(broker=broker.address, factor=20, options=options) as device:
        await hub.wait(lambda: hub.of("status"))
        await hub.start_set()
        await device.panel.press("START", 10)
        await hub.wait(lambda: len(hub.events) == 4)
    began, first, second = hub.events[1:]

    assert began["t"] < 2**30 < first["t"]
    assert (first["at"] - began["t"], second["at"] - began["t"]) == (40_000, 60_000)


async def press_to_frame(panel, presses: int) -> list[float]:
    """Seconds from a press on the panel's socket to the frame that answers it, for START and SHOT in turn."""
    delays: list[float] = []
    for index in range(presses):
        name, shown = (("START", "40"), ("SHOT", "=="))[index % 2]
        before = len(panel.frames)
        pressed = time.monotonic()
        await panel.set(name, down=True)
        frame = await panel.frame(text(shown), after=before)
        delays.append(frame["at"] - pressed)
        await panel.set(name, down=False)
        await asyncio.sleep(0.1)
    return delays


async def test_a_press_is_answered_by_the_display_within_fifty_milliseconds(broker, hub, clock):
    async with clock(broker=broker.address) as device:
        await hub.wait(lambda: hub.of("status"))
        await hub.start_set()
        await asyncio.sleep(0.2)
        delays = sorted(await press_to_frame(device.panel, 20))

    assert delays[len(delays) // 2] < 0.05, delays
