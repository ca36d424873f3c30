"""A referee's evening on the simulated device: presses in, digits, lamps, sounds and events out."""

from __future__ import annotations


async def test_start_shows_forty_and_its_event_is_published_once(broker, hub, clock):
    async with clock(broker=broker.address) as device:
        await hub.wait(lambda: hub.of("status"))
        await hub.start_set()
        await device.panel.press("START")
        await device.panel.frame(lambda frame: frame["text"] == "40")
        await hub.wait(lambda: len(hub.events) == 2)

    assert [event["type"] for event in hub.events] == ["set_start", "start"]
    assert len(hub.of("event")) == 2
