"""Codes of the direction on the hub's side: who sees them, which are listed, and what an order by one means."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from hub.device import Device, eventually
from hub.harness import MATCH, Running

from arbiter_device import direction_code
from arbiter_hub.services.direction_codes import NUMBER_MAX, PURPOSE, code_of, lines_after
from arbiter_hub.services.match_sheet import match_sheet, record_of

API = "/api/v1"
KEY = bytes(range(32))
CODE_1 = "Turnierleitung (Code 1)"


@pytest.fixture
async def keyed(started: Running, device: Device) -> Running:
    """A hub that knows the key of the clock on table 1."""
    await eventually(lambda: started.hub.devices.at("1"))
    await register(started, device, KEY)
    return started


async def register(hub: Running, device: Device, key: bytes) -> None:
    name = device.status("ready")["device"]
    answer = await hub.api.put(f"{API}/devices/{name}/key", json={"key": key.hex()})
    assert answer.status_code == 200, answer.text


async def codes(hub: Running) -> dict[str, Any]:
    answer = await hub.api.get(f"{API}/tables/1/codes")
    assert answer.status_code == 200, answer.text
    return answer.json()


def use(device: Device, number: int, state: str = "armed") -> dict[str, Any]:
    return device.emit("limit", state=state, by=f"Turnierleitung (Code {number})", code=number)


def score(hub: Running) -> dict[str, Any]:
    return dict(hub.hub.live.board("1").score or {})


async def start_set(hub: Running) -> bool:
    """Begin the next set by the hub; whether with the limit."""
    answer = await hub.post("1/set_start", {"striker": "a", "by": "Schreiber"})
    await eventually(lambda: score(hub)["set"] == answer.json()["set"])
    return answer.json()["limit"]


async def end_set(hub: Running, winner: str = "a") -> None:
    assert (await hub.post("1/set_end", {"winner": winner, "by": "Schreiber"})).status_code == 200


def test_hub_and_device_make_the_same_codes() -> None:
    purpose = direction_code.hmac(KEY, PURPOSE)
    for number in (*range(1, 300), 65_536, NUMBER_MAX):
        for state in ("armed", "off"):
            made = direction_code.code_of(purpose, state, number)
            assert f"{made:06}" == code_of(KEY, state, number)
    assert direction_code.WINDOW == 5
    assert direction_code.NUMBER_MAX == NUMBER_MAX


@pytest.mark.rule("DBU 4.5")
def test_an_even_code_orders_the_limit_and_an_odd_one_takes_it_back() -> None:
    for number in range(1, 500):
        armed, off = code_of(KEY, "armed", number), code_of(KEY, "off", number)
        assert (int(armed) % 2, int(off) % 2) == (0, 1)
        assert len(armed) == len(off) == 6
    # Printed codes stay good over releases of hub and firmware.
    pinned = ["645798", "161079", "042316", "891613"]
    assert [code_of(KEY, state, number) for number in (1, 2) for state in ("armed", "off")] == pinned


def test_the_list_ends_with_the_last_number() -> None:
    assert [line.number for line in lines_after(KEY, NUMBER_MAX - 2)] == [NUMBER_MAX - 1, NUMBER_MAX]
    assert lines_after(KEY, NUMBER_MAX) == ()


async def test_the_next_ten_codes_are_listed_and_five_of_them_are_taken_now(keyed: Running) -> None:
    answer = await keyed.api.get(f"{API}/tables/1/codes")
    found = answer.json()
    assert answer.headers["cache-control"] == "no-store"
    assert (found["table"], found["used"], found["window"], found["uses"]) == ("1", 0, 5, [])
    assert [line["number"] for line in found["codes"]] == list(range(1, 11))
    assert [line["taken_now"] for line in found["codes"]] == [True] * 5 + [False] * 5
    assert found["codes"][2]["armed"] == code_of(KEY, "armed", 3)
    assert found["codes"][2]["off"] == code_of(KEY, "off", 3)


async def test_without_a_key_there_are_no_codes_and_the_answer_says_what_is_missing(
    started: Running, device: Device
) -> None:
    await started.post("2/match", MATCH)
    unseen = await started.api.get(f"{API}/tables/2/codes")
    assert (unseen.status_code, unseen.json()["allowed"]) == (409, "a table whose clock was seen")
    await eventually(lambda: started.hub.devices.at("1"))
    unknown = await started.api.get(f"{API}/tables/1/codes")
    assert unknown.status_code == 409
    assert unknown.json() == {
        "field": "device",
        "found": device.status("ready")["device"],
        "allowed": "a clock whose key is registered",
    }


@pytest.mark.rule("DBU 4.5")
async def test_nobody_but_the_direction_sees_a_code(keyed: Running) -> None:
    for role in ("scorer", "referee", "viewer", "device"):
        token = (await keyed.api.post(f"{API}/tokens", json={"name": role, "role": role})).json()["token"]
        headers = {"Authorization": f"Bearer {token}"}
        answer = await keyed.api.get(f"{API}/tables/1/codes", headers=headers)
        assert (answer.status_code, answer.json()["allowed"]) == (403, "direction")


@pytest.mark.rule("DBU 4.5")
async def test_an_order_by_code_counts_for_the_next_set_and_says_who_and_when(
    keyed: Running, device: Device
) -> None:
    await keyed.post("1/match", MATCH)
    assert not await start_set(keyed)
    use(device, 1)
    await eventually(lambda: score(keyed)["limit"]["state"] == "armed")
    assert score(keyed)["limit"]["by"] == CODE_1
    assert abs(score(keyed)["limit"]["at"] - time.time() * 1000) < 30_000
    await end_set(keyed)
    assert await start_set(keyed)
    assert (device.commands[-1]["data"]["limit"], device.commands[-1]["data"]["by"]) == (True, CODE_1)
    assert (score(keyed)["limit"]["state"], score(keyed)["limit"]["by"]) == ("on", CODE_1)
    await end_set(keyed, "b")
    assert not await start_set(keyed), "for one set only"


@pytest.mark.rule("DBU 4.5")
async def test_a_code_takes_an_order_of_the_hub_back(keyed: Running, device: Device) -> None:
    await keyed.post("1/match", {**MATCH, "limit": {"by": "Ausschreibung"}})
    assert await start_set(keyed)
    use(device, 1, "off")
    await eventually(lambda: score(keyed)["limit"]["state"] == "off")
    await end_set(keyed)
    assert not await start_set(keyed)
    await keyed.post("1/limit", {"state": "armed", "by": "Leitung"})
    await end_set(keyed, "b")
    assert await start_set(keyed), "the later order counts"


async def test_what_happened_without_a_network_is_told_late_and_counts_as_it_was(
    keyed: Running, device: Device
) -> None:
    await keyed.post("1/match", MATCH)
    await start_set(keyed)
    use_1 = device.event("limit", state="armed", by=CODE_1, code=1, utc=1_796_060_400_000)
    ended = device.event("set_end", set=1, by="referee")
    begun = device.event(
        "set_start", set=2, striker="b", ball_a="white", preset="dbu-5-kegel", limit=True, by=CODE_1
    )
    await end_set(keyed)
    for event in (use_1, ended, begun, use_1, begun):
        device.publish("event", event)
    await eventually(lambda: score(keyed)["set"] == 2)
    assert score(keyed)["limit"] == {"state": "on", "by": CODE_1, "at": 1_796_060_400_000}
    found = await codes(keyed)
    assert (found["used"], found["codes"][0]["number"]) == (1, 2)
    assert found["uses"] == [
        {"number": 1, "state": "armed", "table": "1", "used_at": 1_796_060_400_000, "expected": True}
    ], "told twice, noted once"
    sheet = match_sheet(await record_of(keyed.hub.store, keyed.hub.scoring.active("1").stored.id))
    [order] = sheet.orders
    assert (order.by, order.state, order.scope, order.from_set) == (CODE_1, "armed", "next_set", 2)
    assert order.at == 1_796_060_400_000
    assert [one.limited_by for one in sheet.sets] == [None, CODE_1]


async def test_an_order_by_code_that_the_direction_corrects_counts_no_longer(
    keyed: Running, device: Device
) -> None:
    await keyed.post("1/match", MATCH)
    await start_set(keyed)
    event = use(device, 1)
    await eventually(lambda: score(keyed)["limit"]["state"] == "armed")
    entry = f"{event['epoch']}:{event['seq']}"
    body = {"entry": entry, "by": "Leitung", "note": "Code am falschen Tisch"}
    assert (await keyed.post("1/corrections", body)).status_code == 200
    assert score(keyed)["limit"]["state"] == "off"


async def test_used_codes_leave_the_list_and_one_that_was_not_to_be_expected_is_marked(
    keyed: Running, device: Device
) -> None:
    for number in (3, 8, 8, 14):
        use(device, number)
    await eventually(lambda: device.confirmed_seq == 4)
    found = await codes(keyed)
    assert (found["used"], found["codes"][0]["number"]) == (14, 15)
    assert [(one["number"], one["expected"]) for one in found["uses"]] == [
        (14, False),
        (8, False),
        (8, True),
        (3, True),
    ]
    device.emit("limit", state="off", by="Leitung")
    await eventually(lambda: device.confirmed_seq == 5)
    assert (await codes(keyed))["used"] == 14, "an order of the hub uses no code"


async def test_with_another_key_the_numbers_begin_again(keyed: Running, device: Device) -> None:
    use(device, 2)
    await eventually(lambda: device.confirmed_seq == 1)
    await register(keyed, device, bytes(32))
    found = await codes(keyed)
    assert (found["used"], found["uses"]) == (0, [])
    assert found["codes"][0]["armed"] == code_of(bytes(32), "armed", 1)


async def test_a_code_of_a_clock_without_a_key_is_stored_and_counts(
    started: Running, make_device: Callable[..., Device]
) -> None:
    with make_device() as device:
        await started.post("1/match", MATCH)
        await start_set(started)
        use(device, 1)
        await eventually(lambda: score(started)["limit"]["state"] == "armed")
        await eventually(lambda: device.confirmed_seq == 2)
