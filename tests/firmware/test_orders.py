"""Which commands of the hub a device obeys."""

from __future__ import annotations

import asyncio
import json
import time

import pytest

from arbiter_clock import wire
from arbiter_clock.machine import Clock
from arbiter_clock.presets import preset
from arbiter_device.orders import Orders


@pytest.fixture
async def table(broker, hub, clock):
    async with clock(broker=broker.address) as device:
        await hub.wait(lambda: hub.of("status"))
        yield device


async def test_a_set_begins_by_command_and_the_reply_says_so(table, hub):
    await hub.start_set()
    [event] = await hub.wait(lambda: hub.events)

    assert (event["type"], event["limit"], event["by"]) == ("set_start", True, "Turnierleitung")


async def test_the_same_transaction_again_gets_the_same_reply_and_no_second_effect(table, hub):
    await hub.start_set()
    hub._txn -= 1
    await hub.start_set()
    await hub.wait(lambda: len(hub.of("reply")) == 2)

    assert hub.of("reply")[0] == hub.of("reply")[1]
    assert len(hub.events) == 1


@pytest.mark.parametrize(
    ("issued", "ttl_ms", "ok"),
    [(0, 5000, True), (-4000, 5000, True), (-6000, 5000, False), (7000, 5000, False)],
    ids=["now", "within its time", "too old", "from the future"],
)
async def test_a_command_is_obeyed_within_its_time_to_live_only(table, hub, issued, ttl_ms, ok):
    at = int(time.time() * 1000) + issued
    reply = await hub.command("identify", {}, issued_at=at, ttl_ms=ttl_ms)

    assert reply["ok"] is ok
    assert ok or reply["error"].startswith("issued_at: found")


async def test_a_command_for_a_moment_that_has_passed_is_refused(table, hub):
    await hub.start_set()

    assert (await hub.command("set_end", {}, expect_seq=0))["error"] == "expect_seq: found 0, allowed: 1"
    assert (await hub.command("set_end", {}, expect_seq=1))["ok"]


@pytest.mark.rule("DBU 4.5")
@pytest.mark.parametrize(("role", "ok"), [("direction", True), ("scorer", False), ("referee", False)])
async def test_only_the_direction_orders_the_limit(table, hub, role, ok):
    reply = await hub.command("limit", {"state": "armed", "by": "TL"}, role=role)

    assert reply["ok"] is ok
    assert ok or reply["error"] == f"role: found {role}, allowed: direction"


async def test_a_retained_command_is_never_acted_on(broker, hub, clock):
    body = {"v": 1, "txn": "old", "issued_at": int(time.time() * 1000), "ttl_ms": 60000, "role": "direction"}
    body |= {"expect_seq": None, "type": "limit", "data": {"state": "armed", "by": "TL"}}
    hub._client.publish("arbiter/1/hall/1/cmd", json.dumps(body), qos=1, retain=True).wait_for_publish(5)
    async with clock(broker=broker.address):
        await hub.wait(lambda: hub.of("state"))
        await hub.command("identify", {})

    assert hub.events == []
    assert [reply["txn"] for reply in hub.of("reply")] == ["t1"]


async def test_garbage_is_answered_where_it_names_a_transaction_and_costs_no_reconnect(table, hub):
    topic = "arbiter/1/hall/1/cmd"
    for payload in (b"", b"\xff\x00", b'{"v":1}', b"[" * 3000, b'{"v":2,"txn":"x"}'):
        hub._client.publish(topic, payload, qos=1)
    hub._client.publish("arbiter/1/hall/1/ack", b"nonsense", qos=1)
    hub._client.publish("arbiter/1/hall/1/ack", b"x" * 6000, qos=1)
    reply = await hub.wait(lambda: hub.of("reply"))
    await hub.command("identify", {})

    assert (reply[0]["txn"], reply[0]["ok"]) == ("x", False)
    assert len(hub.of("status")) == 1


async def test_a_command_that_the_clock_has_no_step_for_is_refused_with_its_phase(table, hub):
    reply = await hub.command("set_end", {})

    assert not reply["ok"]
    assert "idle" in reply["error"]


async def test_a_press_by_command_is_a_press_and_its_refusal_is_told(table, hub):
    await hub.start_set()

    assert (await hub.command("press", {"button": "START", "held": False}))["ok"]
    assert (await hub.command("press", {"button": "EXT", "held": False}))["error"].startswith("refused: ")
    assert (await hub.command("press", {"button": "EXT", "held": True}))["error"].startswith("data.held")


async def test_points_to_go_of_another_epoch_are_refused(table, hub):
    await hub.start_set()
    [event] = await hub.wait(lambda: hub.events)
    data = {"a": 10, "b": 10, "epoch": event["epoch"], "as_of_seq": 1}

    assert (await hub.command("points_to_go", data))["ok"]
    assert not (await hub.command("points_to_go", data | {"epoch": "00000000"}))["ok"]


async def test_identify_shows_eights(table, hub):
    await hub.command("identify", {})
    await table.panel.frame(lambda frame: frame["text"] == "88")


async def test_a_preset_is_kept_over_a_power_cut(broker, hub, clock):
    async with clock(broker=broker.address):
        await hub.wait(lambda: hub.of("state"))
        assert (await hub.command("preset", {"name": "wpa"}))["ok"]
        await hub.wait(lambda: hub.of("state")[-1]["preset"] == "wpa")
    hub.messages.clear()
    async with clock(broker=broker.address):
        await hub.wait(lambda: any(state["boot"] == 2 for state in hub.of("state")))

    assert hub.of("state")[-1]["preset"] == "wpa"


async def test_a_device_that_does_not_know_the_time_obeys_only_what_names_the_present_event(
    broker, hub, clock
):
    async with clock(broker=broker.address, options=("--no-utc",)):
        await hub.wait(lambda: hub.of("state"))
        blind = await hub.command("identify", {})
        late = await hub.command("identify", {}, expect_seq=4)
        exact = await hub.command("identify", {}, expect_seq=0, issued_at=0)
        await asyncio.sleep(0)

    assert [blind["ok"], late["ok"], exact["ok"]] == [False, False, True]
    assert hub.of("state")[0]["utc"] is None


async def test_the_balls_are_put_right_by_command_and_a_release_is_looked_for_where_there_is_a_place(
    table, hub
):
    await hub.start_set()
    right = await hub.command("balls", {"ball_a": "yellow", "by": "Schiedsrichter"})
    again = await hub.command("balls", {"ball_a": "yellow", "by": "Schiedsrichter"})
    update = await hub.command("update", {}, role="direction")
    event = (await hub.wait(lambda: hub.events[1:]))[0]

    assert (right["ok"], again["error"]) == (True, "refused: unchanged")
    assert (event["type"], event["ball_a"], event["by"]) == ("balls", "yellow", "Schiedsrichter")
    assert hub.of("state")[-1]["ball_a"] == "yellow"
    assert update["error"] == "no updates configured"


def orders_of(clock, settle=lambda: None, look_for_update=lambda: None):
    """Orders at 1,010 ms, not on a device."""
    ticks = type("Ticks", (), {"now": staticmethod(lambda: 1_010)})
    return Orders(clock.handle, settle, None, clock, "0badcafe", ticks, lambda: 0, look_for_update)


def command(kind, txn="1", role="scorer", expect_seq=None):
    head = {"v": 1, "txn": txn, "issued_at": 0, "ttl_ms": 5000, "role": role, "expect_seq": expect_seq}
    return wire.encode("cmd", head | {"type": kind, "data": {}})


def test_only_the_direction_has_a_release_looked_for():
    looked = []
    orders = orders_of(Clock(preset("dbu-5-kegel")), look_for_update=lambda: looked.append(1))
    for role in ("scorer", "referee"):
        reply = orders.obey(command("update", role, role), retained=False)
        assert reply["error"] == f"role: found {role}, allowed: direction"
    assert looked == []
    assert orders.obey(command("update", "t", "direction"), retained=False)["ok"]
    assert looked == [1]


def test_of_a_press_and_a_command_that_expects_another_event_the_press_counts():
    clock = Clock(preset("dbu-5-kegel"))
    clock.handle("restart", 0)
    pending = [("start", 1_000)]

    def settle() -> None:
        while pending:
            clock.handle(*pending.pop())

    reply = orders_of(clock, settle).obey(command("set_end", expect_seq=1), retained=False)
    assert reply["error"] == "expect_seq: found 1, allowed: 2"
    assert clock.snapshot(1_010)["phase"] == "run"
