"""From the broker to the store: every event once, nothing acknowledged too early, poison out of the way."""

from collections.abc import Callable
from typing import Any

import pytest
from hub.device import Device, eventually, penalty, state_of
from hub.harness import Mosquitto, Running, running
from paho.mqtt import publish
from sqlalchemy import select, text

from arbiter_hub.settings import Settings
from arbiter_hub.store.schema import quarantine


async def stored(hub: Running, table: str = "1") -> list[int]:
    """Numbers of the events stored of a table, in the order of arrival."""
    answer = await hub.api.get(f"/api/v1/tables/{table}/events")
    return [event["seq"] for event in answer.json()]


async def test_an_event_is_stored_and_confirmed_to_its_device(started: Running, device: Device) -> None:
    event = device.set_start()
    await eventually(lambda: device.confirmed_seq == 1)
    answer = (await started.api.get("/api/v1/tables/1/events")).json()
    assert [one["body"] for one in answer] == [event]


async def test_an_event_that_comes_three_times_is_stored_once(started: Running, device: Device) -> None:
    event = device.set_start()
    device.publish("event", event)
    device.publish("event", event)
    await eventually(lambda: started.hub.metrics.value("arbiter_event_duplicates_total") == 2)
    assert await stored(started) == [1]


async def test_events_above_a_gap_are_stored_but_confirmed_only_when_it_is_filled(
    started: Running, device: Device
) -> None:
    first = device.emit("limit", state="armed", by="Turnierleitung")
    missing = device.event("limit", state="off", by="Turnierleitung")
    device.emit("limit", state="armed", by="Turnierleitung")
    await eventually(lambda: started.hub.metrics.value("arbiter_events_total") == 2)
    await eventually(lambda: device.confirmed_seq == first["seq"])
    assert await stored(started) == [1, 3]
    device.publish("event", missing)
    await eventually(lambda: device.confirmed_seq == 3)


async def test_the_hub_asks_for_missing_events_by_repeating_its_confirmation(
    started: Running, device: Device
) -> None:
    device.event("limit", state="armed", by="Turnierleitung")
    device.emit("limit", state="off", by="Turnierleitung")
    await eventually(lambda: device.confirmations == [0])
    started.hub.ingest.ask_for_gaps()
    await eventually(lambda: device.confirmations == [0, 0])


async def answer_with(event: dict[str, Any], device: Device, hub: Running, *, times: int) -> None:
    """The hub asks for what is missing, and the device begins with `event`."""
    for _ in range(times):
        before = hub.hub.metrics.value("arbiter_event_duplicates_total")
        hub.hub.ingest.ask_for_gaps()
        device.publish("event", event)
        await eventually(
            lambda before=before: hub.hub.metrics.value("arbiter_event_duplicates_total") == before + 1
        )


async def test_a_gap_that_the_device_cannot_fill_is_given_up_after_three_requests(
    started: Running, device: Device
) -> None:
    for _ in range(4):
        device.event("limit", state="armed", by="Turnierleitung")
    kept = device.emit("limit", state="off", by="Turnierleitung")
    await eventually(lambda: started.hub.metrics.value("arbiter_events_total") == 1)
    await answer_with(kept, device, started, times=2)
    assert device.confirmed_seq == 0
    await answer_with(kept, device, started, times=1)
    await eventually(lambda: device.confirmed_seq == 5)


async def test_a_gap_that_was_given_up_stays_given_up_after_a_restart(
    settings: Settings, make_device: Callable[..., Device]
) -> None:
    with make_device() as device:
        async with running(settings) as hub:
            device.event("limit", state="armed", by="Turnierleitung")
            kept = device.emit("limit", state="off", by="Turnierleitung")
            await eventually(lambda: hub.hub.metrics.value("arbiter_events_total") == 1)
            await answer_with(kept, device, hub, times=3)
            await eventually(lambda: device.confirmed_seq == 2)
        async with running(settings):
            device.emit("limit", state="armed", by="Turnierleitung")
            await eventually(lambda: device.confirmed_seq == 3)


async def test_journals_with_gaps_are_known_again_after_a_restart(
    settings: Settings, make_device: Callable[..., Device]
) -> None:
    with make_device() as device:
        async with running(settings) as hub:
            device.emit("limit", state="armed", by="Turnierleitung")
            missing = device.event("limit", state="off", by="Turnierleitung")
            device.emit("limit", state="armed", by="Turnierleitung")
            await eventually(lambda: hub.hub.metrics.value("arbiter_events_total") == 2)
        async with running(settings):
            device.publish("event", missing)
            await eventually(lambda: device.confirmed_seq == 3)


POISON = {
    "no JSON": ("event", b"not json", "payload"),
    "not UTF-8": ("event", b'{"v":1,"by":"\xff"}', "payload"),
    "oversize": ("event", b'{"v":1,"x":"' + b"a" * 2_000 + b'"}', "payload"),
    "unknown version": ("event", b'{"v":2}', "v"),
    "unknown type": ("event", b'{"v":1,"type":"goal"}', "type"),
    "missing key": ("status", b'{"v":1}', "status"),
    "bool for int": ("tick", b'{"v":true}', "v"),
    "array": ("state", b"[1]", "payload"),
    "no such kind": ("gossip", b"{}", "kind"),
}


@pytest.mark.parametrize("poison", POISON.values(), ids=POISON.keys())
async def test_what_does_not_parse_goes_to_quarantine_and_the_next_event_is_stored(
    started: Running, device: Device, broker: Mosquitto, poison: tuple[str, bytes, str]
) -> None:
    kind, payload, field = poison
    topic = f"arbiter/1/{device.site}/1/{kind}"
    if kind == "gossip":  # the hub does not subscribe to it, so it cannot even arrive
        publish.single(topic, payload, qos=1, port=broker.port)
    else:
        publish.single(topic, payload, qos=1, port=broker.port)
        await eventually(lambda: started.hub.metrics.value("arbiter_quarantined_total", reason=field) == 1)
        async with started.hub.store.read() as connection:
            row = (await connection.execute(select(quarantine))).one()
        assert (row.topic, row.payload, row.size) == (topic, payload, len(payload))
    device.set_start()
    await eventually(lambda: device.confirmed_seq == 1)
    assert started.hub.connection.generation == 1


async def test_a_table_name_outside_of_the_contract_goes_to_quarantine(
    started: Running, device: Device, broker: Mosquitto
) -> None:
    publish.single(f"arbiter/1/{device.site}/Table One/event", b"{}", qos=1, port=broker.port)
    await eventually(lambda: started.hub.metrics.value("arbiter_quarantined_total", reason="table") == 1)
    assert started.hub.live.tables == ("1",)


async def test_tables_appear_by_themselves_up_to_a_limit(
    settings: Settings, make_device: Callable[..., Device]
) -> None:
    few = settings.model_copy(update={"max_tables": 1})
    async with running(few) as hub:
        with make_device("1") as first:
            first.set_start()
            await eventually(lambda: first.confirmed_seq == 1)
        with make_device("2") as second:
            second.set_start()
            await eventually(lambda: hub.hub.metrics.value("arbiter_quarantined_total", reason="table") >= 1)
            assert second.confirmed_seq == 0


@pytest.mark.parametrize("kind", ["event", "cmd"])
async def test_a_retained_event_or_command_is_cleared_counted_and_not_acted_on(
    settings: Settings, make_device: Callable[..., Device], broker: Mosquitto, kind: str
) -> None:
    """T10 (c): garbage that was retained on `cmd` before the hub connects."""
    device = make_device()
    payload = b"garbage"
    if kind == "event":
        from arbiter_clock import wire  # noqa: PLC0415 - only this case needs it

        payload = wire.encode("event", device.event("penalty", **penalty()))
    topic = device.topic(kind)
    publish.single(topic, payload, qos=1, retain=True, port=broker.port)
    async with running(settings) as hub:
        await eventually(lambda: hub.hub.metrics.value("arbiter_retained_faults_total", kind=kind) == 1)
        await hub.hub.ingest.settled()
        assert hub.hub.metrics.value("arbiter_events_total") == 0
    async with running(settings) as hub:
        await hub.hub.ingest.settled()
        assert hub.hub.metrics.value("arbiter_retained_faults_total", kind=kind) == 0


async def test_while_the_store_fails_nothing_is_confirmed_and_afterwards_nothing_is_missing(
    started: Running, device: Device
) -> None:
    hub = started.hub
    async with hub.store.write() as connection:
        await connection.execute(text("ALTER TABLE events RENAME TO events_away"))
    device.set_start()
    device.emit("penalty", **penalty())
    await eventually(lambda: hub.metrics.value("arbiter_store_errors_total") >= 2)
    assert device.confirmed_seq == 0
    health = await started.api.get("/healthz")
    assert (health.status_code, health.json()["store"]) == (503, "failing")
    async with hub.store.write() as connection:
        await connection.execute(text("ALTER TABLE events_away RENAME TO events"))
    await eventually(lambda: device.confirmed_seq == 2)
    assert await stored(started) == [1, 2]
    assert (await started.api.get("/healthz")).status_code == 200


async def test_events_that_came_while_the_hub_was_away_are_delivered_by_the_broker(
    settings: Settings, make_device: Callable[..., Device]
) -> None:
    with make_device() as device:
        async with running(settings):
            device.set_start()
            await eventually(lambda: device.confirmed_seq == 1)
        device.emit("penalty", **penalty())
        async with running(settings) as hub:
            await eventually(lambda: device.confirmed_seq == 2)
            assert await stored(hub) == [1, 2]


async def test_a_second_journal_on_a_table_is_confirmed_on_its_own(
    started: Running, device: Device, make_device: Callable[..., Device]
) -> None:
    device.set_start()
    await eventually(lambda: device.confirmed_seq == 1)
    with make_device(epoch="00000002") as other:
        other.set_start()
        await eventually(lambda: other.confirmed_seq == 1)
    assert await stored(started) == [1, 1]


async def test_a_cleared_retained_state_is_no_poison(started: Running, device: Device) -> None:
    device.publish("state", state_of(device.epoch))
    await eventually(lambda: started.hub.live.board("1").clock is not None)
    device.raw("state", b"", retain=True)
    device.set_start()
    await eventually(lambda: device.confirmed_seq == 1)
    assert "arbiter_quarantined_total{" not in started.hub.metrics.exposition().decode()
