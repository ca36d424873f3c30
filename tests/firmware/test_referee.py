"""A referee's evening on the simulated device: presses in; digits, lamps, sounds and events out."""

from __future__ import annotations

import asyncio

import pytest

from arbiter_clock import presets, readout

FAST = 20  # device time per real time where a period has to run out


def text(wanted: str):
    return lambda frame: frame["text"] == wanted


async def test_start_shows_forty_and_its_event_is_published_once(broker, hub, clock):
    async with clock(broker=broker.address) as device:
        await hub.wait(lambda: hub.of("status"))
        await hub.start_set()
        await device.panel.press("START")
        await device.panel.frame(text("40"))
        await hub.wait(lambda: len(hub.events) == 2)

    assert [event["type"] for event in hub.events] == ["set_start", "start"]
    assert len(hub.of("event")) == 2


@pytest.mark.rule("DBU 4.5(a)")
@pytest.mark.rule("DBU 4.5(b)")
async def test_a_stroke_that_is_not_played_costs_two_penalties_at_their_deadlines_and_the_turn(
    broker, hub, clock
):
    async with clock(broker=broker.address, factor=FAST) as device:
        await hub.wait(lambda: hub.of("status"))
        await hub.start_set()
        await device.panel.press("START")
        await hub.wait(lambda: len(hub.events) == 4)
        await device.panel.frame(lambda frame: frame["lamps"] & readout.FREE_BALL, after=0)
    start, first, second = hub.events[1:]

    assert [first["at"] - start["t"], second["at"] - start["t"]] == [40_000, 60_000]
    assert [first["t"], second["t"]] == [first["at"], second["at"]]
    assert [(event["n"], event["points"], event["to"], event["turn_lost"]) for event in (first, second)] == [
        (1, 2, "b", False),
        (2, 2, "b", True),
    ]


@pytest.mark.timing
async def test_the_countdown_shows_every_second_once_and_the_first_lasts_a_second(broker, hub, clock):
    async with clock(broker=broker.address, factor=4) as device:
        await hub.wait(lambda: hub.of("status"))
        await hub.start_set()
        await device.panel.press("START")
        await device.panel.frame(text("30"))
    frames = [frame for frame in device.panel.frames if frame["text"].strip().isdigit()]
    changes = [frames[0]]
    for frame in frames:
        if frame["text"] != changes[-1]["text"]:
            changes.append(frame)

    assert [frame["text"] for frame in changes] == [str(second) for second in range(40, 29, -1)]
    assert changes[1]["t"] - changes[0]["t"] == pytest.approx(1000, abs=60)


@pytest.mark.timing
async def test_ticks_come_once_a_second_while_the_clock_runs_and_then_no_more(broker, hub, clock):
    async with clock(broker=broker.address) as device:
        await hub.wait(lambda: hub.of("status"))
        await hub.start_set()
        await device.panel.press("START")
        await hub.wait(lambda: len(hub.of("tick")) == 3)
        await device.panel.press("PAUSE")
        await hub.wait(lambda: hub.of("state")[-1]["phase"] == "paused")
        ticks = len(hub.of("tick"))
        await asyncio.sleep(1.2)

    assert len(hub.of("tick")) == ticks
    assert [tick["t"] for tick in hub.of("tick")][1] - hub.of("tick")[0]["t"] == pytest.approx(1000, abs=60)


async def test_the_retained_state_tells_a_late_joiner_all_of_it(broker, hub, clock, tmp_path):
    async with clock(broker=broker.address) as device:
        await hub.wait(lambda: hub.of("status"))
        await hub.start_set(to_go=50)
        await device.panel.press("START")
        await device.panel.press("PAUSE")
        await hub.wait(lambda: hub.of("state")[-1]["phase"] == "paused")
        late = type(hub)(broker.port)
        await late.wait(lambda: late.of("state") and late.of("status"))
        await late.close()

    [state] = late.of("state")
    assert state["phase"] == "paused"
    assert 38_000 < state["remaining_ms"] < 40_000
    assert (state["limit"], state["limit_by"], state["to_go_b"]) == ("on", "Turnierleitung", 50)
    assert late.of("status")[0]["status"] == "ready"


async def test_the_device_is_silent_by_default_and_vibrates(broker, hub, clock):
    async with clock(broker=broker.address) as device:
        await hub.wait(lambda: hub.of("status"))
        await hub.start_set()
        await device.panel.until(lambda: len(device.panel.vibrations) == 1)
        await device.panel.press("START")
        await device.panel.until(lambda: len(device.panel.vibrations) == 2)

    assert device.panel.sounds == []
    assert [pulse["ms"] for pulse in device.panel.vibrations] == pytest.approx([60, 60], abs=60)


async def test_with_the_volume_up_a_penalty_sounds_three_times(broker, hub, clock):
    async with clock(broker=broker.address, factor=FAST, options=("--set", "volume=2")) as device:

        def strong() -> list[int]:
            pitch = readout.sound(presets.preset("dbu-5-kegel"), "penalty")[0]
            return [sound["ms"] for sound in device.panel.sounds if sound["hz"] == pitch]

        await hub.wait(lambda: hub.of("status"))
        await hub.start_set()
        await device.panel.press("START")
        await device.panel.until(lambda: len(strong()) >= 3)

    assert strong()[:3] == [400, 400, 400]


async def test_a_press_without_a_meaning_says_no_and_changes_nothing(broker, hub, clock):
    async with clock(broker=broker.address) as device:
        await hub.wait(lambda: hub.of("state"))
        await device.panel.press("SHOT")
        await device.panel.frame(text("no"))
        await device.panel.frame(text("--"))

    assert hub.events == []


async def test_the_display_is_blank_until_the_clock_knows_its_state(clock):
    async with clock() as device:
        await device.panel.frame(text("--"))

    assert device.panel.frames[0]["text"] in {"  ", "--"}
