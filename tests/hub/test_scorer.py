"""Strokes by what was seen, the scorer's undo and redo, tournaments, and thresholds."""

from typing import Any

import httpx
import pytest
from hub.device import Device, eventually
from hub.harness import MATCH, Running, running

from arbiter_clock.errors import FieldError
from arbiter_hub.services.fixture_csv import MOST_BYTES, read_fixtures
from arbiter_hub.settings import Settings

API = "/api/v1"
BY = {"by": "Schreiber"}


def score(hub: Running, table: str = "1") -> dict[str, Any]:
    return dict(hub.hub.live.board(table).score or {})


@pytest.fixture
async def playing(started: Running, device: Device) -> Running:
    """A match in its first set."""
    await started.post("1/match", MATCH)
    await started.post("1/set_start", {"striker": "a", **BY})
    await eventually(lambda: score(started)["set"] == 1)
    return started


async def stroke(hub: Running, key: str | None = None, **body: Any) -> httpx.Response:
    return await hub.post("1/strokes", {"striker": "a", **BY, **body}, key)


@pytest.mark.rule("5K 3.2")
async def test_a_stroke_is_worth_what_its_discipline_says(playing: Running) -> None:
    answer = (await stroke(playing, made={"pin": 3, "carom": 1})).json()
    assert (answer["player"], answer["points"], answer["free_ball"]) == ("a", 10, None)
    assert [step["paragraph"] for step in answer["steps"]] == ["5K 3.2", "5K 3.2"]
    assert score(playing)["a"]["points"] == 10


@pytest.mark.rule("5K 5.1(1)")
async def test_a_foul_turns_the_result_over_and_gives_the_ball_free(playing: Running) -> None:
    answer = (await stroke(playing, made={"pin": 2}, foul=True, free_ball=True)).json()
    assert (answer["player"], answer["points"], answer["free_ball"]) == ("b", 6, "b")
    now = score(playing)
    assert (now["a"]["points"], now["b"]["points"], now["free_ball"], now["striker"]) == (0, 6, "b", "b")


async def test_a_stroke_that_cannot_be_is_refused_and_changes_nothing(playing: Running) -> None:
    for body, field in (
        ({"made": {"pin": 9}}, "made.pin"),
        ({"made": {"hole": 1}}, "made"),
        ({"free_ball": True}, "free_ball"),
        ({"made": {"red_pin": 1}, "settings": {"red_pin_alone": 9}}, "settings.red_pin_alone"),
        ({"made": {"pin": "1"}}, "made.pin"),
    ):
        refused = await stroke(playing, **body)
        assert (refused.status_code, refused.json()["field"]) == (422, field)
    assert score(playing)["a"]["points"] == 0


async def test_undo_and_redo_over_http_and_their_repeats(playing: Running) -> None:
    await stroke(playing, made={"pin": 1})
    await stroke(playing, made={"pin": 2})
    for key in ("undo-1", "undo-1", "undo-2"):
        assert (await playing.post("1/undo", BY, key)).status_code == 200
    assert score(playing)["a"]["points"] == 0
    nothing = await playing.post("1/undo", BY)
    assert (nothing.status_code, nothing.json()["field"]) == (409, "entry")
    for key in ("redo-1", "redo-1"):
        await playing.post("1/redo", BY, key)
    assert score(playing)["a"]["points"] == 2
    await stroke(playing, made={"pin": 1})
    assert (await playing.post("1/redo", BY)).status_code == 409


async def test_a_stroke_that_is_repeated_with_its_key_counts_once(playing: Running) -> None:
    answers = [(await stroke(playing, "stroke-1", made={"pin": 1})).json() for _ in range(2)]
    assert answers[0] == answers[1]
    assert score(playing)["a"]["points"] == 2


async def test_a_discipline_without_a_table_takes_points_but_no_strokes(
    started: Running, device: Device
) -> None:
    await started.post("1/match", {**MATCH, "discipline": "Boccia"})
    refused = await stroke(started, made={})
    assert (refused.status_code, refused.json()["field"]) == (409, "discipline")


async def test_the_disciplines_are_data(started: Running) -> None:
    found = {one["id"]: one for one in (await started.api.get(f"{API}/disciplines")).json()}
    assert found["five-pins"]["name"] == "5-Kegel"
    assert found["five-pins"]["settings"]["red_pin_alone"] == [8, 10]
    assert {"id": "pin", "points": 2, "most": 4} in found["five-pins"]["elements"]


async def announce(hub: Running, **more: Any) -> httpx.Response:
    return await hub.api.post(f"{API}/tournaments", json={"name": "Pokal", **more})


async def send(hub: Running, tournament: int, text: str, *, preview: bool) -> httpx.Response:
    url = f"{API}/tournaments/{tournament}/fixtures?preview={str(preview).lower()}"
    return await hub.api.post(url, files={"file": ("matches.csv", text.encode(), "text/csv")})


CSV = "\ufeffNumber;A;Club_A;B;Club_B;Table\n1;Anna  Albers;BC Elbe;Bernd Brandt;BV Harz;4\n2;Cem;;Dora;;\n"


async def test_matches_come_from_a_csv_file_after_a_look_at_it(started: Running) -> None:
    tournament = (await announce(started)).json()["id"]
    looked = (await send(started, tournament, CSV, preview=True)).json()
    assert ([one["a"] for one in looked["fixtures"]], looked["stored"]) == (["Anna Albers", "Cem"], False)
    assert (await started.api.get(f"{API}/tournaments/{tournament}")).json()["fixtures"] == []
    taken = (await send(started, tournament, CSV, preview=False)).json()
    assert (taken["faults"], taken["stored"]) == ([], True)
    page = (await started.api.get(f"{API}/tournaments/{tournament}")).json()
    assert [(one["number"], one["name_b"], one["table"]) for one in page["fixtures"]] == [
        (1, "Bernd Brandt", "4"),
        (2, "Dora", None),
    ]
    again = (await send(started, tournament, CSV, preview=False)).json()
    assert ([one["field"] for one in again["faults"]], again["stored"]) == (
        ["row[1].number", "row[2].number"],
        False,
    )


async def test_a_file_with_a_single_fault_is_not_stored_at_all(started: Running) -> None:
    tournament = (await announce(started)).json()["id"]
    answer = (await send(started, tournament, "number,a,b\n1,Anna,Bernd\n2,Cem,\n", preview=False)).json()
    assert answer["faults"] == [
        {"field": "row[2].b", "found": "nothing", "allowed": "a player's name", "column": "b"}
    ]
    assert (await started.api.get(f"{API}/tournaments/{tournament}")).json()["fixtures"] == []


FAULTS = {
    "not UTF-8": (b"number,a,b\n1,\xff,x\n", "file"),
    "empty": (b"", "file"),
    "too large": (b"x" * (MOST_BYTES + 1), "file"),
    "unknown column": (b"number,a,b,shoe\n", "columns"),
    "column twice": (b"number,a,b,a\n", "columns"),
    "column missing": (b"number,a\n", "columns"),
    "too many rows": (b"number,a,b\n" + b"1,x,y\n" * 2_001, "file"),
    "NUL": (b"number,a,b\n1,a\x00,b\n", "row[1].a"),
    "broken quotes": (b'number,a,b\n1,"a' + b"x" * 140_000 + b'",b\n', "file"),
    "a row too short": (b"number,a,b\n1,x\n", "row[1]"),
    "number zero": (b"number,a,b\n0,x,y\n", "row[1].number"),
    "number not whole": (b"number,a,b\n1.5,x,y\n", "row[1].number"),
    "number twice": (b"number,a,b\n1,x,y\n1,v,w\n", "row[2].number"),
    "nobody": (b"number,a,b\n1,,y\n", "row[1].a"),
    "against oneself": (b"number,a,b\n1,x,x\n", "row[1].b"),
    "name too long": (b"number,a,b\n1," + b"x" * 121 + b",y\n", "row[1].a"),
    "no table's name": (b"number,a,b,table\n1,x,y,Table 1\n", "row[1].table"),
}


@pytest.mark.parametrize(("content", "field"), FAULTS.values(), ids=FAULTS.keys())
def test_every_fault_of_a_file_is_named_by_its_place(content: bytes, field: str) -> None:
    try:
        faults = read_fixtures(content).faults
    except FieldError as error:
        faults = (error,)
    assert [fault.field for fault in faults] == [field]


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_commas_semicolons_and_tabs_separate(separator: str) -> None:
    text = (
        separator.join(["table", "b", "a", "number"])
        + "\n"
        + separator.join(["", "Bernd", "Anna", "7"])
        + "\n\n"
    )
    sheet = read_fixtures(text.encode())
    assert [(one.number, one.a, one.b, one.table) for one in sheet.fixtures] == [(7, "Anna", "Bernd", None)]


async def test_a_match_of_a_tournament_is_played_by_its_rules(started: Running, device: Device) -> None:
    tournament = (await announce(started, distance=30, best_of=5, limit_by="Ausschreibung")).json()["id"]
    await send(started, tournament, CSV, preview=False)
    url = f"{API}/tournaments/{tournament}/fixtures"
    begun = await started.api.post(f"{url}/1/begin", json={"ball_a": "yellow"})
    assert begun.status_code == 201
    now = score(started, "4")
    assert (now["distance"], now["best_of"], now["a"]["ball"], now["limit"]["state"]) == (
        30,
        5,
        "yellow",
        "armed",
    )
    assert now["discipline"] == "5-Kegel"
    for number, table, status, field in (
        (1, "5", 409, "fixture"),
        (9, "5", 404, "fixture"),
        (2, None, 422, "table"),
    ):
        refused = await started.api.post(f"{url}/{number}/begin", json={"table": table})
        assert (refused.status_code, refused.json()["field"]) == (status, field)
    busy = await started.api.post(f"{url}/2/begin", json={"table": "4"})
    assert (busy.status_code, busy.json()["field"]) == (409, "table")
    assert (await started.api.post(f"{url}/2/begin", json={"table": "5"})).status_code == 201


@pytest.mark.rule("DBU 4.5")
@pytest.mark.parametrize(
    ("minutes", "milliseconds"), [("60\u00a0Minuten", 3_600_000), ("0 Minuten", None), ("", None)]
)
async def test_t18_a_tournament_s_threshold_is_read_as_people_write_it(
    started: Running, minutes: str, milliseconds: int | None
) -> None:
    answer = (await announce(started, threshold={"sets": 2, "minutes": minutes})).json()
    assert (answer["threshold_ms"], answer["limit_by"]) == (milliseconds, None)


async def test_a_tournament_that_cannot_be_is_refused(started: Running) -> None:
    assert (await announce(started)).status_code == 201
    for more, status, field in (
        ({}, 409, "name"),
        ({"discipline": "boccia"}, 422, "discipline"),
        ({"preset": "none"}, 422, "preset"),
        ({"best_of": 2}, 422, "body"),
        ({"threshold": {"sets": 2, "minutes": "sechzig"}}, 422, "minutes"),
    ):
        refused = await announce(started, **more)
        assert (refused.status_code, refused.json()["field"]) == (status, field)
    assert (await started.api.get(f"{API}/tournaments/9")).status_code == 404
    assert len((await started.api.get(f"{API}/tournaments")).json()) == 1


async def watch(hub: Running) -> dict[str, Any]:
    return (await hub.api.get(f"{API}/thresholds")).json()[0]


@pytest.mark.rule("DBU 4.5")
async def test_t20_the_direction_is_asked_when_the_threshold_is_exceeded_and_nothing_is_armed_before(
    settings: Settings, device: Device
) -> None:
    minute = 60_000
    async with running(settings) as hub:
        begin = hub.hub.utc()
        clock = [begin]
        hub.hub.scoring._utc = hub.hub.thresholds._utc = lambda: clock[0]
        answer = await announce(hub, best_of=5, threshold={"sets": 2, "minutes": "60"})
        tournament = answer.json()["id"]
        await send(hub, tournament, "number,a,b,table\n1,Anna,Bernd,1\n", preview=False)
        await hub.api.post(f"{API}/tournaments/{tournament}/fixtures/1/begin", json={})
        assert (await watch(hub))["state"] == "waiting"

        async def play_set(end: int | None) -> None:
            number = score(hub)["set"]
            started = await hub.post("1/set_start", {"striker": "a", **BY})
            assert started.json()["limit"] is False
            await eventually(lambda: score(hub)["set"] == number + 1)
            device.emit(
                "start", set=number + 1, stroke=1, striker="a", period=1,
                remaining_ms=None, gap_ms=None, reason="stroke",
            )  # fmt: skip
            await eventually(lambda: hub.hub.scoring.active("1").times.begun is not None)
            if end is not None:
                clock[0] = begin + end
                await hub.post("1/set_end", {"winner": "a", **BY})

        await play_set(20 * minute)
        await play_set(None)
        clock[0] = begin + 60 * minute
        assert (await watch(hub))["state"] == "running"
        clock[0] = begin + 60 * minute + 1
        asked = await watch(hub)
        assert (asked["state"], asked["set_to_limit"], asked["finished"]) == ("exceeded", 3, 1)
        assert score(hub)["limit"]["state"] == "off"
        await hub.post("1/limit", {"state": "armed", "by": "Turnierleitung"})
        assert (await watch(hub))["state"] == "ordered"
        assert score(hub)["limit"]["state"] == "armed"
        await hub.post("1/set_end", {"winner": "b", **BY})
        limited = await hub.post("1/set_start", {"striker": "a", **BY})
        assert limited.json() == {"set": 3, "limit": True}
    async with running(settings) as hub:
        found = await watch(hub)
        assert (found["sets"], found["limit_ms"], found["finished"]) == (2, 60 * minute, 2)


@pytest.mark.rule("DBU 4.5")
@pytest.mark.parametrize("by", ["Frau Leiterin", None])
async def test_the_limit_arms_itself_once_and_only_where_the_direction_has_ordered_it_beforehand(
    settings: Settings, device: Device, by: str | None
) -> None:
    async with running(settings) as hub:
        threshold = {"sets": 2, "minutes": "60", "auto_by": by}
        answer = await announce(hub, best_of=5, threshold=threshold)
        assert answer.json()["auto_by"] == by
        tournament = answer.json()["id"]
        await send(hub, tournament, "number,a,b,table\n1,Anna,Bernd,1\n", preview=False)
        await hub.api.post(f"{API}/tournaments/{tournament}/fixtures/1/begin", json={})
        await hub.post("1/set_start", {"striker": "a", **BY})
        await eventually(lambda: score(hub)["set"] == 1)
        device.emit("shot", set=1, stroke=1, striker="a", period=None, elapsed_ms=None, paused=False)
        await eventually(lambda: hub.hub.scoring.active("1").times.begun is not None)
    async with running(settings) as hub:
        begun = hub.hub.scoring.active("1").times.begun or 0
        for later, state in ((60 * 60_000, "off"), (60 * 60_000 + 1, "armed" if by else "off")):
            hub.hub.thresholds._utc = lambda later=later: begun + later
            await hub.hub.thresholds.act()
            assert score(hub)["limit"]["state"] == state
        assert score(hub)["limit"]["by"] == by
        await hub.post("1/limit", {"state": "off", "by": "Turnierleitung"})
        await hub.hub.thresholds.act()
        assert (await watch(hub))["state"] == "exceeded"
        assert score(hub)["limit"]["state"] == "off", "what the direction has taken back stays so"


async def test_a_threshold_says_when_no_further_set_can_be_limited_and_when_all_is_over(
    started: Running, device: Device
) -> None:
    answer = await announce(started, best_of=1, distance=5, threshold={"sets": 1, "minutes": "1"})
    await send(started, answer.json()["id"], "number,a,b,table\n1,Anna,Bernd,1\n", preview=False)
    await started.api.post(f"{API}/tournaments/{answer.json()['id']}/fixtures/1/begin", json={})
    await started.post("1/set_start", {"striker": "a", **BY})
    await eventually(lambda: score(started)["set"] == 1)
    device.emit("shot", set=1, stroke=1, striker="a", period=None, elapsed_ms=None, paused=False)
    await eventually(lambda: started.hub.scoring.active("1").times.begun is not None)
    later = started.hub.utc() + 120_000
    started.hub.thresholds._utc = lambda: later
    assert (await watch(started))["state"] == "too_late"
    await started.post("1/points", {"player": "a", "points": 5, **BY})
    assert (await watch(started))["state"] == "decided"
