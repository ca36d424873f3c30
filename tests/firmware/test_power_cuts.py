"""kill -9 is a power cut: the journal and the files are what the next boot finds."""

from __future__ import annotations

import asyncio
import random

from arbiter_clock import readout

FAST = 20


def text(wanted: str):
    return lambda frame: frame["text"] == wanted


async def test_t16_a_cut_in_the_last_period_restores_it_with_its_penalty_exactly_once(broker, hub, clock):
    async with clock(broker=broker.address, factor=FAST) as device:
        await hub.wait(lambda: hub.of("status"))
        await hub.start_set()
        await device.panel.press("START")
        await device.panel.frame(lambda frame: frame["lamps"] & readout.PERIOD_LAST)
        await hub.wait(lambda: len(hub.events) == 3)
    async with clock(broker=broker.address) as device:
        restored = await hub.wait(lambda: hub.of("state")[-1]["restored"] and hub.of("state")[-1])
        face = await device.panel.frame(lambda frame: frame["lamps"] & readout.PERIOD_LAST)
        await hub.wait(lambda: len(hub.events) == 4)

    assert (restored["phase"], restored["period"], restored["running"]) == ("restored", 2, False)
    assert (restored["penalties_a"], restored["points_b"]) == (1, 2)
    assert [event["type"] for event in hub.events] == ["set_start", "start", "penalty", "restored"]
    assert hub.events[3]["cause"] == "power_on"
    assert face["lamps"] & readout.PAUSE


async def test_after_a_cut_the_referee_gives_the_full_period_again(broker, hub, clock):
    async with clock(broker=broker.address) as device:
        await hub.wait(lambda: hub.of("status"))
        await hub.start_set()
        await device.panel.press("START")
        await device.panel.frame(text("39"))
    async with clock(broker=broker.address) as device:
        await device.panel.frame(lambda frame: frame["lamps"] & readout.PAUSE)
        await device.panel.press("START")
        await device.panel.frame(text("40"))
        await hub.wait(lambda: len(hub.events) == 4)

    assert hub.events[-1]["reason"] == "restored"


async def test_cuts_at_random_moments_lose_no_event_that_anybody_has_seen(broker, hub, clock):
    """Eight boots; what the hub saw before a cut is what it sees after it, numbers have no hole and no twin."""
    chance = random.Random(45)
    seen: dict[int, bytes] = {}
    await asyncio.sleep(0)
    for boot in range(8):
        async with clock(broker=broker.address, factor=FAST) as device:
            await hub.wait(lambda boot=boot: any(state["boot"] == boot + 1 for state in hub.of("state")))
            if not boot:
                await hub.start_set()
            until = asyncio.get_running_loop().time() + chance.uniform(0.2, 0.8)
            while asyncio.get_running_loop().time() < until:
                await device.panel.press(
                    chance.choice(("START", "SHOT", "PAUSE", "START")), chance.uniform(5, 40)
                )
                await asyncio.sleep(chance.uniform(0.01, 0.06))
        for raw, event in zip(hub.raw, hub.of("event"), strict=True):
            assert seen.setdefault(event["seq"], raw) == raw
    async with clock(broker=broker.address):
        await hub.wait(
            lambda: hub.of("state")[-1]["boot"] == 9 and hub.of("state")[-1]["seq"] == hub.events[-1]["seq"]
        )

    assert [event["seq"] for event in hub.events] == list(range(1, len(hub.events) + 1))
    assert len(hub.events) > 30


async def test_cuts_with_the_hub_away_keep_every_event_for_later(broker, hub, clock):
    await broker.stop()
    for _ in range(3):
        async with clock(broker=broker.address, factor=FAST, options=("--set", "preset=training")) as device:
            await device.panel.press("START", 1300 / FAST)
            await device.panel.press("START")
            await device.panel.press("SHOT")
            await device.panel.frame(lambda frame: frame["text"] not in {"On", "--", "no"})
    await broker.start()
    await hub.wait(lambda: hub.subscribed == 2)
    async with clock(broker=broker.address):
        await hub.wait(
            lambda: hub.events and hub.of("state") and hub.events[-1]["seq"] == hub.of("state")[-1]["seq"]
        )

    assert [event["seq"] for event in hub.events] == list(range(1, len(hub.events) + 1))
    assert {event["boot"] for event in hub.events} >= {1, 2, 3}


async def test_b12_a_journal_of_garbage_is_begun_anew_and_the_device_works(broker, hub, clock, tmp_path):
    folder = tmp_path / "device"
    folder.mkdir()
    (folder / "journal.bin").write_bytes(random.Random(1).randbytes(16 * 4096))
    async with clock(broker=broker.address):
        await hub.wait(lambda: hub.of("status"))
        await hub.start_set()
        await hub.wait(lambda: len(hub.events) == 1)


async def test_b12_an_unreadable_configuration_falls_back_to_the_last_good_one(broker, hub, clock, tmp_path):
    async with clock(broker=broker.address):
        await hub.wait(lambda: hub.of("state"))
        await hub.command("preset", {"name": "wpa"})
        await hub.command("preset", {"name": "napa"})
    (tmp_path / "device/flash/config.json").write_bytes(b"\x00" * 200)
    hub.messages.clear()
    async with clock():
        pass
    async with clock(broker=broker.address):
        await hub.wait(lambda: hub.of("state") and hub.of("state")[-1]["boot"] == 3)

    assert hub.of("state")[-1]["preset"] == "wpa"
