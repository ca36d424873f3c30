"""Warnings for slow play: counted, shown, and left to the direction to draw the consequence."""

import pytest
from hub.device import Device, eventually
from hub.harness import Running
from hub.test_matches import BY, open_match, score, start_set

WARN = {"player": "a", "by": "Schiedsrichter", "note": "wartet zu lange"}
OUT = {"player": "a", "by": "Turnierleitung", "note": "zweite Verwarnung"}


async def standing(hub: Running) -> dict[str, object]:
    return (await hub.api.get("/api/v1/tables/1/warnings")).json()


async def test_the_second_warning_lets_the_direction_disqualify(started: Running, device: Device) -> None:
    match = await open_match(started, discipline="BK-2", preset="dbu-bk-2", distance=None)
    await start_set(started, device)
    first = (await started.post("1/warnings", WARN)).json()
    assert (first["standing"]["a"], first["standing"]["due"]) == (1, None)
    early = await started.post("1/disqualifications", OUT)
    assert (early.status_code, early.json()) == (
        409,
        {"field": "player", "found": "1 warnings", "allowed": "a player with 2 warnings"},
    )
    second = (await started.post("1/warnings", WARN, key="again")).json()
    assert (second["standing"]["a"], second["standing"]["due"]) == (2, "a")
    await started.post("1/warnings", WARN, key="again")
    assert (await standing(started))["a"] == 2
    notices = (await started.api.get("/api/v1/attention")).json()
    assert [(one["table"], one["kind"], one["player"]) for one in notices] == [("1", "disqualification", "a")]
    assert score(started)["result"] is None, "nothing follows by itself"

    assert (await started.post("1/disqualifications", OUT)).status_code == 200
    assert (score(started)["result"], (await standing(started))["disqualified"]) == ("b", "a")
    await eventually(lambda: device.commands[-1]["type"] == "set_end")
    assert (await started.api.get("/api/v1/attention")).json() == []
    sheet = (await started.api.get(f"/api/v1/matches/{match}/sheet")).json()
    assert [(one["n"], one["disqualified"], one["note"]) for one in sheet["warnings"]] == [
        (1, False, "wartet zu lange"),
        (2, False, "wartet zu lange"),
        (2, True, "zweite Verwarnung"),
    ]
    assert (sheet["winner"], sheet["sets"][0]["ended_by"], sheet["notes"]) == ("b", "disqualification", [])
    late = await started.post("1/warnings", WARN)
    assert (late.status_code, late.json()["field"]) == (409, "match")


async def test_a_warning_that_was_taken_back_does_not_count(started: Running, device: Device) -> None:
    await open_match(started, discipline="BK-2plus", preset="dbu-bk-2", distance=None)
    await start_set(started, device)
    entry = (await started.post("1/warnings", WARN)).json()["entry"]
    await started.post("1/corrections", {"entry": entry, "note": "falscher Spieler", **BY})
    assert (await standing(started))["a"] == 0


async def test_where_the_discipline_has_no_warnings_there_are_none(started: Running) -> None:
    await open_match(started)
    assert (await standing(started))["rule"] is None
    for path, body in (("warnings", WARN), ("disqualifications", OUT)):
        refused = await started.post(f"1/{path}", body)
        assert (refused.status_code, refused.json()["field"]) == (409, "discipline")


@pytest.mark.parametrize("body", [{**OUT, "note": ""}, {**OUT, "player": "c"}, {**OUT, "note": "a\nb"}])
async def test_a_disqualification_needs_a_player_and_a_reason(started: Running, body: dict[str, str]) -> None:
    await open_match(started, discipline="BK-2", preset="dbu-bk-2", distance=None)
    assert (await started.post("1/disqualifications", body)).status_code == 422
