"""CSV files of players and matches over HTTP: a preview stores nothing, and nothing is stored that is not good."""

from collections.abc import Callable
from typing import Any

import pytest
from hub.device import Device
from hub.harness import Running
from hub.test_matches import open_match, score, start_set

from arbiter_hub.services.csv_import import (
    MOST_BYTES,
)
from arbiter_hub.services.match_sheet import record_of
from arbiter_hub.store.players import add_players
from arbiter_rules.billiards.time_limit import Threshold

HEAD_OF_FILE = "Spieler A;Verein A;Spieler B;Verein B;Tisch;Schwellenwert;Anstoß;Ball A\n"
GOOD = HEAD_OF_FILE + "Anna;BC Elbe;Bernd;BV Harz;1;60\u00a0Minuten;b;gelb\nCora;;Dirk;;2;;;\n"


async def send(hub: Running, content: str | bytes, path: str = "matches", **query: Any) -> Any:
    data = content if isinstance(content, bytes) else content.encode()
    return await hub.api.post(f"/api/v1/imports/{path}", files={"file": ("x.csv", data)}, params=query)


async def test_over_http_a_preview_stores_nothing(started: Running) -> None:
    answer = await send(started, GOOD)

    assert answer.status_code == 200
    body = answer.json()
    assert (body["good"], body["faults"], body["stored"], body["delimiter"]) == (True, [], [], ";")
    assert (body["matches"][0]["threshold_ms"], body["matches"][0]["threshold_sets"]) == (3_600_000, 2)
    assert body["matches"][1]["threshold_ms"] is None
    assert started.hub.live.tables == ()


async def test_over_http_a_good_file_puts_every_match_on_its_table(started: Running) -> None:
    answer = await send(started, GOOD, preview="false")

    assert answer.json()["stored"] == [1, 2]
    first, second = score(started, "1"), score(started, "2")
    assert (first["a"]["name"], first["a"]["ball"], first["b"]["ball"]) == ("Anna", "yellow", "white")
    assert (second["a"]["name"], second["limit"]["state"]) == ("Cora", "off")
    log = (await started.api.get("/api/v1/tables/1/match/log")).json()
    assert [(line["type"], line["data"]) for line in log] == [("starts", {"player": "b"})]
    watched = started.hub.scoring.with_thresholds()
    assert {table: active.threshold for table, active in watched.items()} == {"1": Threshold(2, 3_600_000)}
    assert (await record_of(started.hub.store, 2)).match.title == ""


async def test_over_http_a_file_with_one_bad_row_stores_none_of_it(started: Running) -> None:
    bad = GOOD + "Edda;;Fritz;;3;bald;;\n"
    preview = (await send(started, bad)).json()
    assert not preview["good"]
    assert [(one["row"], one["field"], one["found"]) for one in preview["faults"]] == [
        (4, "threshold", "bald")
    ]

    refused = await send(started, bad, preview="false")
    assert (refused.status_code, refused.json()["field"], refused.json()["found"]) == (
        422,
        "row 4.threshold",
        "bald",
    )
    assert started.hub.live.tables == ()


@pytest.mark.parametrize(
    ("lines", "field", "found"),
    [
        ("Anna;;Bernd;;;;;\n", "row 2.table", "nothing"),
        ("Anna;;Bernd;;1;;;\nCora;;Dirk;;1;;;\n", "row 3.table", "1"),
        ("Anna;;Bernd;;busy;;;\n", "row 2.table", "busy"),
        ("Anna;;Bernd;;1;;;\nCora;;Dirk;;2;;;;more\n", "row 3", "9 cells"),
        ("", "file", "no row"),
    ],
    ids=["no table", "a table twice", "a table in use", "too many cells", "no row"],
)
async def test_over_http_matches_that_cannot_be_put_on_a_table_are_refused(
    started: Running, lines: str, field: str, found: str
) -> None:
    await open_match(started, "busy")
    refused = await send(started, HEAD_OF_FILE + lines, preview="false")

    assert (refused.status_code, refused.json()["field"], refused.json()["found"]) == (422, field, found)
    assert started.hub.live.tables == ("busy",)


async def test_over_http_no_more_tables_are_made_than_the_hub_takes(started: Running) -> None:
    started.hub.settings = started.hub.settings.model_copy(update={"max_tables": 1})
    refused = await send(started, GOOD, preview="false")

    assert (refused.status_code, refused.json()["field"]) == (422, "row 3.table")


async def test_over_http_a_decided_match_makes_room_for_the_next(
    started: Running, make_device: Callable[..., Device]
) -> None:
    with make_device() as device:
        await open_match(started, best_of=1)
        assert (await send(started, GOOD)).json()["faults"][0]["row"] == 2
        await start_set(started, device)
        await started.post("1/set_end", {"winner": "a", "by": "Schreiber"})
        assert (await send(started, GOOD, preview="false")).json()["stored"] == [2, 3]


async def test_over_http_players_are_checked_and_a_windows_file_is_taken_when_it_is_said(
    started: Running,
) -> None:
    content = "Spieler;Verein\nJörg;Rhön\n".encode("cp1252")
    refused = await send(started, content, "players")
    assert (refused.status_code, refused.json()["field"]) == (422, "file")
    answer = (await send(started, content, "players", encoding="windows-1252")).json()
    assert answer["players"] == [{"row": 2, "name": "Jörg", "club": "Rhön"}]
    assert answer["new"] == 0
    assert (answer["good"], answer["encoding"]) == (True, "windows-1252")
    assert "windows-1252" in answer["notice"]


async def test_over_http_players_are_kept_once_and_only_if_all_are_good(started: Running) -> None:
    good = "name;club\nBernd;BV Harz\nAnna;BC Elbe\n"
    refused = await send(started, good + ";X\n", "players", preview="false")
    assert (refused.status_code, refused.json()["field"]) == (422, "row 4.name")
    empty = await send(started, "name\n", "players", preview="false")
    assert (empty.status_code, empty.json()["found"]) == (422, "no row")
    assert (await started.api.get("/api/v1/players")).json() == []

    assert (await send(started, good, "players")).json()["new"] == 0
    assert (await send(started, good, "players", preview="false")).json()["new"] == 2
    again = await send(started, good + "Anna;BV Harz\n", "players", preview="false")
    assert again.json()["new"] == 1
    known = (await started.api.get("/api/v1/players")).json()
    assert [(one["name"], one["club"]) for one in known] == [
        ("Anna", "BC Elbe"),
        ("Anna", "BV Harz"),
        ("Bernd", "BV Harz"),
    ]
    async with started.hub.store.write() as connection:
        assert await add_players(connection, [], 1) == 0


async def test_over_http_only_the_direction_imports(started: Running) -> None:
    for path in ("players", "matches"):
        answer = await started.api.post(
            f"/api/v1/imports/{path}", files={"file": b"a"}, headers={"Authorization": ""}
        )
        assert answer.status_code in (401, 403)


async def test_over_http_a_file_that_is_a_byte_too_large_is_refused(started: Running) -> None:
    content = b"name\nAnna\n".ljust(MOST_BYTES + 1, b"\n")
    assert (await send(started, content[:-1], "players")).status_code == 200
    refused = await send(started, content, "players")
    assert (refused.status_code, refused.json()["found"]) == (413, "1000001 bytes")
