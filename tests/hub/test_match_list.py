"""The list of matches, page by page; who is proposed to begin a set; and what of a match is for everybody."""

from typing import Any

import pytest
from hub.device import Device
from hub.harness import MATCH, Running, running
from hub.test_accounts import bearer, make_token
from hub.test_matches import BY, open_match, start_set

from arbiter_hub.settings import Settings

CSV = "number,a,b\n1,Anna,Bernd\n"
ANONYMOUS = {"Authorization": ""}


async def listed(hub: Running, **query: Any) -> tuple[list[int], int]:
    answer = await hub.api.get("/api/v1/matches", params=query, headers=ANONYMOUS)
    assert answer.status_code == 200, answer.text
    return [one["match"] for one in answer.json()["matches"]], answer.json()["total"]


async def test_matches_are_listed_newest_first_and_filtered(started: Running, device: Device) -> None:
    await open_match(started, best_of=1, distance=10)
    await start_set(started, device)
    await started.post("1/points", {"player": "a", "points": 10, **BY})
    assert (await listed(started, state="over"), await listed(started, state="playing")) == (
        ([1], 1),
        ([], 0),
    )
    await open_match(started, "2")
    await open_match(started, "2")
    body = {"name": "Pokal", "discipline": "five-pins", "distance": 50}
    tournament = (await started.api.post("/api/v1/tournaments", json=body)).json()["id"]
    path = f"/api/v1/tournaments/{tournament}/fixtures"
    await started.api.post(f"{path}?preview=false", files={"file": ("a.csv", CSV)})
    await started.api.post(f"{path}/1/begin", json={"table": "3"})

    assert await listed(started) == ([4, 3, 2, 1], 4)
    assert await listed(started, table="2") == ([3, 2], 2)
    assert await listed(started, table="9") == ([], 0)
    assert await listed(started, tournament=tournament) == ([4], 1)
    assert await listed(started, state="playing") == ([4, 3], 2)
    assert await listed(started, state="over") == ([2, 1], 2)
    assert await listed(started, limit=3) == ([4, 3, 2], 4)
    assert await listed(started, limit=3, page=2) == ([1], 4)
    assert await listed(started, limit=3, page=3) == ([], 4)
    lines = (await started.api.get("/api/v1/matches")).json()["matches"]
    assert (lines[0]["tournament"], lines[0]["fixture"], lines[0]["winner"]) == (tournament, 1, None)
    assert (lines[3]["a"], lines[3]["winner"], lines[3]["state"]) == (
        {**MATCH["a"], "sets": 1},
        "a",
        "over",
    )


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("page=0", "page"),
        ("limit=101", "limit"),
        ("state=new", "state"),
        ("table=A", "table"),
        ("tournament=x", "tournament"),
    ],
)
async def test_a_filter_that_does_not_fit_is_named(started: Running, query: str, field: str) -> None:
    refused = await started.api.get(f"/api/v1/matches?{query}")
    assert (refused.status_code, refused.json()["field"]) == (422, field)


async def proposed(hub: Running) -> tuple[Any, ...]:
    answer = (await hub.api.get("/api/v1/tables/1/next_set", headers=ANONYMOUS)).json()
    return answer["set"], answer["starts"], answer["reason"]


@pytest.mark.parametrize(
    ("custom", "second"),
    [("alternate", (2, "b", "alternate")), ("loser", (2, "a", "loser")), ("open", (2, None, None))],
)
async def test_who_begins_is_proposed_by_the_announcement_and_then_by_the_clubs_custom(
    settings: Settings, device: Device, custom: str, second: tuple[Any, ...]
) -> None:
    async with running(settings.model_copy(update={"next_set": custom})) as hub:
        await open_match(hub, best_of=3)
        assert await proposed(hub) == (1, None, None)
        await hub.hub.scoring.enter("1", "starts", {"player": "a"}, "TL")
        assert await proposed(hub) == (1, "a", "announced")
        await start_set(hub, device)
        assert await proposed(hub) == (None, None, None)
        await hub.post("1/set_end", {"winner": "b", **BY})
        assert await proposed(hub) == second
        await hub.post("1/set_start", {"striker": "b", **BY})


async def test_the_direction_says_when_the_match_began(started: Running, device: Device) -> None:
    await open_match(started)
    await start_set(started, device)
    now = started.hub.utc()
    body = {"at": now - 60_000, "by": "Turnierleitung", "note": "Einspielen wurde mitgezählt"}
    assert (await started.post("1/start_time", body)).status_code == 200
    assert started.hub.scoring.active("1").times.begun == now - 60_000
    sheet = (await started.api.get("/api/v1/matches/1/sheet")).json()
    assert (sheet["began_at"], [one["text"] for one in sheet["notes"]]) == (now - 60_000, [body["note"]])
    early = await started.post("1/start_time", {**body, "at": now + 3_600_000})
    assert (early.status_code, early.json()["field"]) == (422, "at")
    assert started.hub.scoring.active("1").times.begun == now - 60_000


async def noted(hub: Running, device: Device) -> int:
    """A match with a note, a correction and a set that somebody has begun."""
    match = await open_match(hub)
    await start_set(hub, device)
    points = (await hub.post("1/points", {"player": "a", "points": 6, **BY})).json()["entry"]
    await hub.post("1/corrections", {"entry": points, "note": "doppelt", "by": "Leiterin"})
    await hub.post("1/notes", {"note": "Licht ausgefallen", "by": "Obmann"})
    return match


SECRETS = ("doppelt", "Leiterin", "Licht ausgefallen", "Obmann", "Schreiber")


async def told(hub: Running, match: int, headers: dict[str, str]) -> dict[str, str]:
    """Every text in which a match can be read, but the statistics."""
    paths = {
        "sheet": f"matches/{match}/sheet",
        "csv": f"matches/{match}/sheet.csv",
        "log": "tables/1/match/log",
        "events": "tables/1/events",
    }
    return {
        name: (await hub.api.get(f"/api/v1/{path}", headers=headers)).text for name, path in paths.items()
    }


async def test_notes_reasons_and_names_are_for_roles_and_all_else_is_for_everybody(
    started: Running, device: Device
) -> None:
    match = await noted(started, device)
    clock = bearer(await make_token(started, "device"))
    for nobody in (ANONYMOUS, clock):
        texts = await told(started, match, nobody)
        for text in texts.values():
            assert not [secret for secret in SECRETS if secret in text]
        assert '"complete":false' in texts["sheet"]
        assert "match;;;;;;;;;;;complete;no" in texts["csv"]
        assert "taken_back" in texts["sheet"], "what was corrected is public"
        assert "Anna Albers" in texts["sheet"]
    for role in ("direction", "scorer", "referee", "viewer"):
        texts = await told(started, match, bearer(await make_token(started, role)))
        everything = " ".join(texts.values())
        assert not [secret for secret in SECRETS if secret not in everything], role
        assert '"complete":true' in texts["sheet"]


async def test_who_ordered_the_limit_is_for_everybody(started: Running, device: Device) -> None:
    await open_match(started)
    await started.post("1/limit", {"state": "armed", "by": "Frau Leiterin"})
    await start_set(started, device)
    assert "Frau Leiterin" in (await told(started, 1, ANONYMOUS))["events"]


async def test_a_hub_may_publish_everything(settings: Settings, device: Device) -> None:
    async with running(settings.model_copy(update={"publish_sheets": True})) as hub:
        texts = await told(hub, await noted(hub, device), ANONYMOUS)
        assert '"complete":true' in texts["sheet"]
        assert "Licht ausgefallen" in texts["log"]
