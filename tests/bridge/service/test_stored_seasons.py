"""Seasons by HTTP: told from a document, kept, added to, told as of any day, exported."""

import httpx
import pytest

from arbiter_hub.api.bridge_examples import PREFIX
from arbiter_hub.services import bridge_seasons

Client = httpx.AsyncClient


async def test_a_season_is_told_without_being_kept(service: Client, document) -> None:
    made = document()
    made["penalty"] = [{"id": "p", "team": "t1", "day": "2009-10-02", "kind": "mobile-phone"}]
    answer = await service.post("/api/v1/bridge/season", json={"document": made, "as_of": "2009-12-31"})
    found = answer.json()
    assert answer.status_code == 200
    assert [line["team"] for line in found["series"][0]["table"]] == ["t1", "t2", "t3", "t4"]
    assert found["series"][0]["adjustments"][0]["paragraph"] == "SBF Trivsel(6)"
    assert found["verified"] is False
    assert (await service.get("/api/v1/bridge/seasons")).json() == []


async def test_a_stored_season_grows_and_can_be_told_as_of_any_day(service: Client, document) -> None:
    made = document(6)
    last = made["match"].pop()
    created = await service.post("/api/v1/bridge/seasons", json={"document": made})
    assert (created.status_code, created.json()) == (201, {"season": "2009"})
    assert (await service.post("/api/v1/bridge/seasons", json={"document": made})).status_code == 201
    other = await service.post("/api/v1/bridge/seasons", json={"document": {**made, "match": []}})
    assert (other.status_code, other.json()["field"]) == (409, "season.id")

    path = "/api/v1/bridge/seasons/2009"
    for expected in (True, False):
        added = await service.post(f"{path}/match", json={"data": last, "by": "TK"})
        assert (added.status_code, added.json()) == (201, {"added": expected})
    for _ in range(2):
        repeat = await service.post(
            f"{path}/match", json={"data": last, "by": "TK"}, headers={"Idempotency-Key": "one intention"}
        )
        assert repeat.json() == {"added": False}
    refused = await service.post(f"{path}/match", json={"data": {**last, "home_imps": 99}, "by": "TK"})
    assert (refused.status_code, refused.json()["field"]) == (422, "match.id")
    strike = {"id": "d", "team": "t1", "day": "2009-11-01", "kind": "disqualify"}
    await service.post(f"{path}/decision", json={"data": strike, "by": "TK"})
    late = {"id": "p", "team": "t2", "day": "2009-10-01", "kind": "late", "late_ms": 1}
    await service.post(f"{path}/penalty", json={"data": late, "by": "TL"})

    before = (await service.get(path, params={"as_of": "2009-10-31"})).json()
    after = (await service.get(path)).json()
    assert before["struck"] == {}
    assert after["struck"] == {"t1": "d"}
    assert before["movements"]["moves"][0]["to_division"] == 2
    log = (await service.get(f"{path}/log")).json()
    assert [(line["kind"], line["by"]) for line in log] == [
        ("match", "TK"),
        ("decision", "TK"),
        ("penalty", "TL"),
    ]
    exported = (await service.get(f"{path}/document")).json()
    assert len(exported["match"]) == 15
    again = await service.post("/api/v1/bridge/season", json={"document": exported, "as_of": "2009-10-31"})
    assert again.json()["series"] == before["series"]


async def test_nothing_is_half_kept(service: Client, document) -> None:
    made = document()
    made["match"][3]["home_imps"] = -1
    refused = await service.post("/api/v1/bridge/seasons", json={"document": made})
    assert (refused.status_code, refused.json()["field"]) == (422, "match[4].home_imps")
    assert (await service.get("/api/v1/bridge/seasons")).json() == []
    text = '[season]\nid = "x"\nname = "X"\n[[player]]\nid = "p"\nname = "P"\nclub = "c"\npaid = 2009-05-01\n'
    club = '[[club]]\nid = "c"\nname = "C"\n'
    assert (await service.post("/api/v1/bridge/seasons", json={"toml": text})).status_code == 422
    assert (await service.post("/api/v1/bridge/seasons", json={"toml": text + club})).status_code == 201
    spaced = await service.post(
        "/api/v1/bridge/seasons", json={"document": {"season": {"id": "a b", "name": "X"}}}
    )
    assert (spaced.status_code, spaced.json()["field"]) == (422, "season.id")
    wrong_time = '[season]\nid = "y"\nname = 07:32:00\n'
    assert (await service.post("/api/v1/bridge/seasons", json={"toml": wrong_time})).status_code == 422


async def test_there_is_a_limit_to_the_seasons_kept(service: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge_seasons, "MOST_SEASONS", 1)
    for name, status in (("a", 201), ("b", 409), ("a", 201)):
        body = {"document": {"season": {"id": name, "name": "X"}}}
        assert (await service.post(f"{PREFIX}/seasons", json=body)).status_code == status


async def test_only_the_direction_writes_and_unknown_seasons_are_not_found(service: Client, document) -> None:
    body = {"document": document()}
    nobody = await service.post("/api/v1/bridge/seasons", json=body, headers={"Authorization": ""})
    assert nobody.status_code == 401
    for path in ("", "/log", "/document"):
        missing = await service.get(f"/api/v1/bridge/seasons/none{path}")
        assert (missing.status_code, missing.json()["field"]) == (404, "season")
    added = await service.post("/api/v1/bridge/seasons/none/match", json={"data": {}, "by": "TK"})
    assert added.status_code == 404
