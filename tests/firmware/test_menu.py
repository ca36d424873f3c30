"""The referee's menu on the device itself."""

from __future__ import annotations

import asyncio

import pytest

from arbiter_clock import presets

pytestmark = pytest.mark.timing  # taps are as short as a finger's

FAST = 4


def text(wanted: str):
    return lambda frame: frame["text"] == wanted


def digits(left: int, right: int):
    return lambda frame: frame["digits"] == [left, right]


PR, BR = digits(0x73, 0x50), digits(0x7C, 0x50)


async def hold(device, name: str = "EXT") -> None:
    await device.panel.press(name, 1300 / FAST)
    await asyncio.sleep(80 / FAST / 1000)


async def tap(device, *names: str) -> None:
    for name in names:
        await device.panel.press(name, 80 / FAST)
        await asyncio.sleep(80 / FAST / 1000)


@pytest.fixture
async def device(broker, hub, clock):
    async with clock(broker=broker.address, factor=FAST) as one:
        await hub.wait(lambda: hub.of("state"))
        yield one


async def test_the_preset_is_changed_and_kept_and_told_to_the_hub(device, hub):
    await hold(device)
    await device.panel.frame(PR)
    await tap(device, "START")
    await device.panel.frame(text(" 2"))
    await hold(device)
    await device.panel.frame(text("--"))
    await hub.wait(lambda: hub.of("state")[-1]["preset"] == presets.NAMES[1])

    assert hub.events == []


async def test_brightness_is_changed_by_tenths_and_the_display_follows_when_it_is_kept(device):
    await hold(device)
    await tap(device, "EXT")
    await device.panel.frame(BR)
    await tap(device, "START")
    await tap(device, "START")
    await device.panel.frame(text(" 2"))
    await hold(device)
    frame = await device.panel.frame(text("--"))

    assert frame["brightness"] == 51


async def test_a_set_that_begins_meanwhile_keeps_its_preset(device, hub):
    await hold(device)
    await tap(device, "START")
    await device.panel.frame(text(" 2"))
    await hub.start_set()
    await hold(device)
    await device.panel.frame(text("On"))
    await tap(device, "START")
    await hub.wait(lambda: len(hub.events) == 2)

    assert hub.events[0]["preset"] == presets.NAMES[0]
    assert hub.of("state")[-1]["preset"] == presets.NAMES[0]


async def test_undo_leaves_the_menu_and_keeps_nothing(device, hub):
    await hold(device)
    await tap(device, "START")
    await device.panel.frame(text(" 2"))
    await tap(device, "UNDO")
    await device.panel.frame(text("--"))
    await asyncio.sleep(0.2)

    assert hub.of("state")[-1]["preset"] == presets.NAMES[0]


async def test_silence_leaves_the_menu_and_keeps_nothing(device, hub):
    await hold(device)
    await tap(device, "START")
    await device.panel.frame(text(" 2"))
    await device.panel.frame(text("--"), 6)

    assert hub.of("state")[-1]["preset"] == presets.NAMES[0]


async def test_another_table_number_takes_the_device_to_its_place_and_connects_it_there(device, hub):
    await hold(device)
    for _ in range(4):
        await tap(device, "EXT")
    await device.panel.frame(lambda frame: frame["text"][0] == "n")
    await tap(device, "START")
    await device.panel.frame(text(" 2"))
    await device.panel.set("EXT", down=True)
    [status] = await hub.wait(lambda: hub.of("status", "arbiter/1/hall/2"))

    assert (status["boot"], status["reset"]) == (2, "hard_reset")
    assert len(device.output) == 2, "both boots said nothing but their port"


async def test_in_a_set_only_what_disturbs_no_match_can_be_changed(device, hub):
    await hub.start_set()
    await device.panel.frame(text("On"))
    await hold(device)
    await device.panel.frame(BR)
    seen = len(device.panel.frames)
    for _ in range(8):
        await tap(device, "EXT")

    assert not any(PR(frame) for frame in device.panel.frames[seen:])


async def test_while_a_stroke_is_timed_there_is_no_menu(device, hub):
    await hub.start_set()
    await tap(device, "START")
    await device.panel.frame(text("40"))
    await hold(device)
    await asyncio.sleep(0.2)

    assert device.panel.frames[-1]["text"].strip().isdigit()
    assert not any(BR(frame) for frame in device.panel.frames)


async def test_the_self_test_lights_every_segment_and_lamp_moves_the_motor_and_sounds(device):
    await hold(device)
    for _ in range(5):
        await tap(device, "EXT")
    await device.panel.frame(digits(0x78, 0x79))
    await tap(device, "START")
    await device.panel.frame(lambda frame: frame["digits"] == [255, 255] and frame["lamps"] == 255)
    await device.panel.frame(text("--"))
    await device.panel.until(lambda: device.panel.vibrations != [])
    alone = [frame["digits"][0] for frame in device.panel.frames if frame["digits"][0] == frame["digits"][1]]

    assert {1 << segment for segment in range(8)} <= set(alone)
    assert device.panel.sounds
