"""A match over HTTP: who may write, what is refused, and what repeats do."""

from collections.abc import Callable
from typing import Any

import pytest
from hub.device import Device, eventually, penalty, state_of
from hub.harness import MATCH, Running, running

from arbiter_hub.settings import Settings

BY = {"by": "Schreiber"}


async def open_match(hub: Running, table: str = "1", **changes: Any) -> int:
    answer = await hub.post(f"{table}/match", {**MATCH, **changes})
    assert answer.status_code == 201, answer.text
    return answer.json()["match"]


async def start_set(hub: Running, device: Device, table: str = "1") -> dict[str, Any]:
    answer = await hub.post(f"{table}/set_start", {"striker": "a", **BY})
    assert answer.status_code == 200, answer.text
    await eventually(lambda: score(hub, table)["set"] == answer.json()["set"])
    return answer.json()


def score(hub: Running, table: str = "1") -> dict[str, Any]:
    return dict(hub.hub.live.board(table).score or {})


async def test_a_match_is_played_to_its_end(started: Running, device: Device) -> None:
    await open_match(started, best_of=1, distance=10)
    assert await start_set(started, device) == {"set": 1, "limit": False}
    assert (await started.post("1/points", {"player": "a", "points": 6, **BY})).status_code == 200
    assert (await started.post("1/points", {"player": "a", "points": 8, **BY})).status_code == 200
    final = score(started)
    assert (final["a"]["points"], final["a"]["sets"], final["result"]) == (10, 1, "a")
    await eventually(lambda: device.commands[-1]["type"] == "set_end")
    refused = await started.post("1/set_start", {"striker": "a", **BY})
    assert (refused.status_code, refused.json()["field"]) == (409, "match")


async def test_the_clock_is_told_how_many_points_are_missing(started: Running, device: Device) -> None:
    await open_match(started)
    await start_set(started, device)
    assert (device.commands[0]["data"]["to_go_a"], device.commands[0]["data"]["to_go_b"]) == (50, 50)
    await started.post("1/points", {"player": "b", "points": 48, **BY})
    await eventually(lambda: len(device.commands) == 2)
    command = device.commands[1]
    assert (command["type"], command["role"]) == ("points_to_go", "scorer")
    assert command["data"] == {"a": 50, "b": 2, "epoch": device.epoch, "as_of_seq": 1}


async def test_a_clock_that_may_not_know_the_score_is_told_it(started: Running, device: Device) -> None:
    await open_match(started)
    device.set_start()
    await eventually(lambda: len(device.commands) == 1)
    assert device.commands[0]["data"] == {"a": 50, "b": 50, "epoch": device.epoch, "as_of_seq": 1}
    device.emit("restored", cause="power_on", phase="run", period=1, remaining_ms=40_000)
    await eventually(lambda: len(device.commands) == 2)
    command = device.commands[1]
    assert (command["type"], command["data"]["as_of_seq"]) == ("points_to_go", 2)


@pytest.mark.rule("DBU 4.5(b)")
async def test_a_clock_that_went_on_after_the_deciding_penalty_is_told_that_the_set_is_over(
    started: Running, device: Device
) -> None:
    await open_match(started, distance=10)
    await start_set(started, device)
    await started.post("1/points", {"player": "b", "points": 8, **BY})
    await eventually(lambda: len(device.commands) == 2)
    device.emit("penalty", **penalty("a"))
    await eventually(lambda: len(device.commands) == 3)
    assert device.commands[2]["type"] == "set_end"
    assert score(started)["b"]["sets"] == 1


@pytest.mark.rule("DBU 4.5(b)")
async def test_a_clock_that_ended_the_set_itself_is_told_nothing(started: Running, device: Device) -> None:
    await open_match(started, distance=2)
    await start_set(started, device)
    device.emit("penalty", **penalty("a", set_end=True))
    await eventually(lambda: score(started)["b"]["sets"] == 1)
    assert [command["type"] for command in device.commands] == ["set_start"]


async def test_a_clock_that_could_not_be_told_the_score_hears_it_with_its_next_event(
    started: Running, device: Device
) -> None:
    await open_match(started)
    await start_set(started, device)
    device.answers = False
    await started.post("1/points", {"player": "b", "points": 40, **BY})
    await eventually(lambda: "1" in started.hub.scoring._untold)
    device.answers = True
    heard = len(device.commands)
    device.emit("swap", striker="b")
    await eventually(lambda: len(device.commands) == heard + 1)
    assert device.commands[-1]["data"]["b"] == 10
    device.emit("swap", striker="a")
    await eventually(lambda: score(started)["as_of"]["seq"] == 3)
    assert len(device.commands) == heard + 1


@pytest.mark.rule("DBU 4.5(b)")
async def test_a_time_penalty_of_the_clock_appears_in_the_score_and_on_the_wire(
    started: Running, device: Device
) -> None:
    await open_match(started)
    await start_set(started, device)
    device.emit("penalty", **penalty("a"))
    await eventually(lambda: score(started)["b"]["points"] == 2)
    told = await eventually(lambda: next((one for one in device.scores if one["b"]["points"] == 2), None))
    assert (told["a"]["penalties"], told["b"]["penalty_points"]) == (1, 2)
    assert told["as_of"] == {"epoch": device.epoch, "seq": 2}


async def test_t8_a_penalty_that_is_delivered_three_times_over_a_restart_counts_once(
    settings: Settings, make_device: Callable[..., Device]
) -> None:
    with make_device() as device:
        async with running(settings) as hub:
            await open_match(hub)
            await start_set(hub, device)
            event = device.emit("penalty", **penalty("a"))
            await eventually(lambda: score(hub)["b"]["points"] == 2)
        async with running(settings) as hub:
            device.publish("event", event)
            device.publish("event", event)
            await eventually(lambda: hub.hub.metrics.value("arbiter_event_duplicates_total") == 2)
            after = score(hub)
            assert (after["a"]["points"], after["b"]["points"], after["a"]["penalties"]) == (0, 2, 1)


async def test_a_score_is_the_same_after_a_restart(
    settings: Settings, make_device: Callable[..., Device]
) -> None:
    with make_device() as device:
        async with running(settings) as hub:
            await open_match(hub)
            await hub.post("1/limit", {"state": "armed", **BY})
            await start_set(hub, device)
            device.emit("penalty", **penalty("a"))
            await eventually(lambda: score(hub)["b"]["points"] == 2)
            await hub.post("1/points", {"player": "a", "points": 6, **BY})
            before = score(hub)
        async with running(settings) as hub:
            assert score(hub) == before


@pytest.mark.rule("DBU 4.5")
async def test_t18_without_an_order_sets_are_played_without_the_limit(
    started: Running, device: Device
) -> None:
    await open_match(started)
    assert score(started)["limit"] == {"state": "off", "by": None, "at": None}
    await start_set(started, device)
    assert device.commands[0]["data"]["limit"] is False
    assert score(started)["limit"]["state"] == "off"


@pytest.mark.rule("DBU 4.5")
async def test_an_order_in_mid_set_is_for_the_next_set(started: Running, device: Device) -> None:
    await open_match(started)
    await start_set(started, device)
    ordered = await started.post("1/limit", {"state": "armed", "by": "Turnierleitung"})
    assert (ordered.status_code, ordered.json()["from_set"]) == (200, 2)
    assert score(started)["limit"]["state"] == "armed"
    await eventually(lambda: device.commands[-1]["type"] == "limit")
    assert (device.commands[-1]["role"], device.commands[-1]["data"]["state"]) == ("direction", "armed")
    await started.post("1/set_end", {"winner": "a", **BY})
    assert await start_set(started, device) == {"set": 2, "limit": True}
    now = score(started)
    assert (now["limit"]["state"], now["limit"]["by"]) == ("on", "Turnierleitung")
    assert now["limit"]["at"] == ordered.json()["at"]
    await started.post("1/set_end", {"winner": "b", **BY})
    assert await start_set(started, device) == {"set": 3, "limit": False}


async def test_a_match_announced_with_the_limit_has_it_in_every_set(started: Running, device: Device) -> None:
    await open_match(started, limit={"by": "Ausschreibung"})
    assert (await start_set(started, device))["limit"]
    await started.post("1/set_end", {"winner": "a", **BY})
    assert score(started)["limit"]["state"] == "armed"
    assert (await start_set(started, device))["limit"]


async def test_an_order_is_recorded_although_no_clock_answers(started: Running, device: Device) -> None:
    device.answers = False
    await open_match(started)
    assert (await started.post("1/limit", {"state": "armed", **BY})).status_code == 200
    assert score(started)["limit"]["state"] == "armed"


async def test_an_order_without_a_match_is_recorded_and_sent_to_the_clock(
    started: Running, device: Device
) -> None:
    device.publish("state", state_of(device.epoch))
    await eventually(lambda: "1" in started.hub.live)
    ordered = await started.post("1/limit", {"state": "armed", **BY})
    assert ordered.json()["from_set"] is None
    await eventually(lambda: [one["type"] for one in device.commands] == ["limit"])


async def test_a_clock_that_does_not_answer_is_named(started: Running, device: Device) -> None:
    device.answers = False
    await open_match(started)
    refused = await started.post("1/set_start", {"striker": "a", **BY})
    assert (refused.status_code, refused.json()["field"]) == (503, "clock")


async def test_a_clock_that_refuses_is_quoted(started: Running, device: Device) -> None:
    device.refuses = "not now"
    await open_match(started)
    refused = await started.post("1/set_start", {"striker": "a", **BY})
    assert (refused.status_code, refused.json()["found"]) == (409, "not now")
    refused = await started.post("1/press", {"button": "START"})
    assert (refused.status_code, refused.json()["allowed"]) == (409, "not now")


async def test_a_press_from_afar_reaches_the_clock(started: Running, device: Device) -> None:
    await open_match(started)
    answer = await started.post("1/press", {"button": "PAUSE", "held": True})
    assert answer.json() == {"done": True}
    assert device.commands[-1]["data"] == {"button": "PAUSE", "held": True}


async def test_a_write_that_is_repeated_with_its_key_happens_once(started: Running, device: Device) -> None:
    body = {**MATCH, "best_of": 1, "distance": 6}
    matches = [(await started.post("1/match", body, "match-1")).json() for _ in range(2)]
    assert matches[0] == matches[1]
    sets = [(await started.post("1/set_start", {"striker": "a", **BY}, "set-1")).json() for _ in range(2)]
    assert sets[0] == sets[1]
    await eventually(lambda: score(started)["set"] == 1)
    assert len([one for one in device.commands if one["type"] == "set_start"]) == 1
    points = {"player": "a", "points": 6, **BY}
    entries = [(await started.post("1/points", points, "points-1")).json() for _ in range(2)]
    assert entries[0] == entries[1]
    assert score(started)["a"]["points"] == 6
    orders = [(await started.post("1/limit", {"state": "off", **BY}, "limit-1")).json() for _ in range(2)]
    assert orders[0] == orders[1]
    presses = [(await started.post("1/press", {"button": "SHOT"}, "press-1")).json() for _ in range(2)]
    assert presses[0] == presses[1]
    assert len([one for one in device.commands if one["type"] == "press"]) == 1


async def test_a_key_that_was_used_for_another_request_is_refused(started: Running, device: Device) -> None:
    await open_match(started)
    await start_set(started, device)
    await started.post("1/points", {"player": "a", "points": 6, **BY}, "key")
    refused = await started.post("1/points", {"player": "b", "points": 6, **BY}, "key")
    assert (refused.status_code, refused.json()["field"]) == (409, "Idempotency-Key")
    assert score(started)["b"]["points"] == 0


async def test_a_correction_takes_back_what_it_names_and_can_be_taken_back(
    started: Running, device: Device
) -> None:
    await open_match(started)
    await start_set(started, device)
    entry = (await started.post("1/points", {"player": "a", "points": 6, **BY})).json()["entry"]
    device.emit("penalty", **penalty("a"))
    await eventually(lambda: score(started)["b"]["points"] == 2)
    for named in (entry, f"{device.epoch}:2"):
        answer = await started.post("1/corrections", {"entry": named, "note": "Irrtum", **BY})
        assert answer.status_code == 200
    assert (score(started)["a"]["points"], score(started)["b"]["points"]) == (0, 0)
    await started.post("1/corrections", {"entry": entry, "action": "reinstate", "note": "doch", **BY})
    assert score(started)["a"]["points"] == 6
    log = (await started.api.get("/api/v1/tables/1/match/log")).json()
    assert {line["key"]: line["taken_back"] for line in log[:3]} == {
        f"{device.epoch}:1": False,
        entry: False,
        f"{device.epoch}:2": True,
    }
    missing = await started.post("1/corrections", {"entry": "hub:999", "note": "?", **BY})
    assert (missing.status_code, missing.json()["field"]) == (404, "entry")


async def test_a_new_match_does_not_count_what_the_clock_did_before(started: Running, device: Device) -> None:
    await open_match(started)
    await start_set(started, device)
    delayed = device.event("penalty", **penalty("a"))
    device.publish("state", state_of(device.epoch, delayed["seq"]))
    await eventually(lambda: started.hub.live.board("1").clock is not None)
    await open_match(started, title="Finale")
    device.publish("event", delayed)
    await start_set(started, device)
    after = score(started)
    assert (after["title"], after["set"], after["b"]["points"]) == ("Finale", 1, 0)


@pytest.mark.parametrize("path", ["points", "set_end", "corrections", "set_start"])
async def test_without_a_match_there_is_nothing_to_enter(started: Running, device: Device, path: str) -> None:
    device.publish("state", state_of(device.epoch))
    await eventually(lambda: "1" in started.hub.live)
    bodies = {
        "points": {"player": "a", "points": 1, **BY},
        "set_end": {"winner": "a", **BY},
        "corrections": {"entry": "hub:1", "note": "x", **BY},
        "set_start": {"striker": "a", **BY},
    }
    refused = await started.post(f"1/{path}", bodies[path])
    assert (refused.status_code, refused.json()["field"]) == (409, "match")


async def test_without_a_running_set_there_are_no_points(started: Running, device: Device) -> None:
    await open_match(started)
    for path, body in (("points", {"player": "a", "points": 1, **BY}), ("set_end", {"winner": "a", **BY})):
        refused = await started.post(f"1/{path}", body)
        assert (refused.status_code, refused.json()["field"]) == (409, "set")
    await start_set(started, device)
    refused = await started.post("1/set_start", {"striker": "a", **BY})
    assert (refused.status_code, refused.json()["field"]) == (409, "set")


REFUSED = {
    "extra key": ({"state": "armed", "by": "TL", "force": True}, "force"),
    "missing key": ({"state": "armed"}, "by"),
    "empty text": ({"state": "armed", "by": ""}, "by"),
    "on is not an order": ({"state": "on", "by": "TL"}, "state"),
    "number for text": ({"state": "armed", "by": 5}, "by"),
    "control character": ({"state": "armed", "by": "T\nL"}, "by"),
    "too many bytes": ({"state": "armed", "by": "Ä" * 33}, "by"),
}


@pytest.mark.parametrize(("body", "field"), REFUSED.values(), ids=REFUSED.keys())
async def test_what_does_not_fit_is_refused_by_name_and_changes_nothing(
    started: Running, device: Device, body: dict[str, Any], field: str
) -> None:
    await open_match(started)
    before = score(started)
    refused = await started.post("1/limit", body)
    assert refused.status_code == 422
    assert set(refused.json()) == {"field", "found", "allowed"}
    assert refused.json()["field"] == field
    assert score(started) == before


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"best_of": 4}, "best_of"),
        ({"b": {**MATCH["b"], "ball": "white"}}, "b.ball"),
        ({"preset": "dbu-9-kegel"}, "dbu-9-kegel"),
        ({"distance": 0}, "0"),
        ({"distance": "50"}, "50"),
    ],
)
async def test_a_match_that_cannot_be_is_refused(
    started: Running, changes: dict[str, Any], found: str
) -> None:
    refused = await started.post("1/match", {**MATCH, **changes})
    assert refused.status_code == 422
    assert found in refused.text
    assert "1" not in started.hub.live


async def test_only_the_direction_writes(started: Running, device: Device) -> None:
    await open_match(started)
    body = {"state": "armed", "by": "Turnierleitung"}
    path = "/api/v1/tables/1/limit"
    nobody = await started.api.post(path, json=body, headers={"Authorization": ""})
    assert (nobody.status_code, nobody.headers["WWW-Authenticate"]) == (401, "Bearer")
    stranger = await started.api.post(path, json=body, headers={"Authorization": "Bearer wrong"})
    assert stranger.status_code == 403
    assert "wrong" not in stranger.text
    assert score(started)["limit"]["state"] == "off"


async def test_unknown_tables_and_paths_are_answered_with_what_exists(started: Running) -> None:
    await open_match(started)
    for path, field in (
        ("/api/v1/tables/9", "table"),
        ("/api/v1/nothing", "path"),
        ("/api/v1/tables/A", "table"),
    ):
        answer = await started.api.get(path)
        assert answer.json()["field"] == field
    wrong = await started.api.delete("/api/v1/tables")
    assert (wrong.status_code, wrong.json()) == (
        405,
        {"field": "method", "found": "DELETE", "allowed": "GET"},
    )


async def test_a_hub_with_as_many_tables_as_it_may_have_takes_no_match_on_another(settings: Settings) -> None:
    async with running(settings.model_copy(update={"max_tables": 1})) as hub:
        await open_match(hub, "1")
        refused = await hub.post("2/match", MATCH)
        assert (refused.status_code, refused.json()["field"]) == (422, "table")


async def test_late_replies_are_nobody_s(started: Running, device: Device) -> None:
    device.publish("reply", {"v": 1, "txn": "nobody", "ok": True, "error": None})
    device.set_start()
    await eventually(lambda: device.confirmed_seq == 1)
