"""Export and import of whole logs: the same scores come out, and nothing is stored that is not good."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from hub.device import Device, eventually, penalty
from hub.harness import Running, running
from hub.played import Played, emptied, scores
from hub.test_matches import open_match, score, start_set
from hub.transferred import document, play, transfer
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from arbiter_hub.errors import RefusedError
from arbiter_hub.settings import Settings
from arbiter_hub.store.direction_codes import highest_used
from arbiter_hub.store.engine import Store
from arbiter_hub.store.exports import EXPORTED, records
from arbiter_hub.store.schema import metadata
from arbiter_hub.store.tournaments import StoredThreshold, threshold_of

#: Tables that an export leaves out, and why.
LEFT_OUT = {
    "idempotency": "keys of requests that nobody repeats on another hub",
    "quarantine": "messages that did not parse",
    "users": "passwords stay",
    "sessions": "whoever is logged in here is not there",
    "tokens": "secrets",
    "pairings": "secrets",
    "devices": "keys that only the clocks share",
    "code_uses": "about keys that stay",
    "images": "programs",
    "releases": "signed for clocks of this hall",
}


async def test_what_is_exported_and_imported_gives_the_same_scoreboard(store: Store, empty: Store) -> None:
    await play(store)
    exported = document(await transfer(store).export_hub())
    counts = await transfer(empty).import_document(exported)

    assert counts == {
        "tables": 1,
        "epochs": 1,
        "events": 6,
        "matches": 2,
        "entries": 4,
        "orders": 1,
        "tournaments": 1,
        "fixtures": 1,
        "thresholds": 1,
        "players": 2,
        "code_uses": 1,
    }
    before, after = await scores(store, ["1"]), await scores(empty, ["1"])
    assert before == after
    assert after["1"]["a"]["points"] == 10
    again = await transfer(empty).export_hub()
    assert again == json.loads(exported)
    async with empty.read() as connection:
        # A clock takes no code twice, so the list has to go on where it was.
        assert await highest_used(connection, "arbiter-1a2b3c", "0123456789abcdef") == 3
    async with empty.read() as connection:
        assert await threshold_of(connection, 2) == StoredThreshold(
            2, 3_600_000, None, {"limit.match_time": "net"}
        )


OPS = st.lists(
    st.tuples(
        st.sampled_from(
            (
                "open",
                "clock",
                "set",
                "shot",
                "penalty",
                "undo",
                "points",
                "award",
                "free_ball",
                "revoke",
                "reinstate",
                "order",
                "swap",
                "note",
            )
        ),
        st.integers(0, 99),
    ),
    min_size=1,
    max_size=30,
)


async def _run(played: Played, ops: list[tuple[str, int]]) -> None:
    await played.clock("00000001")
    await played.open()
    number = 0
    for kind, pick in ops:
        player = "ab"[pick % 2]
        if kind == "open":
            await played.open(distance=10 if pick % 3 else None, best_of=pick % 2 * 2 + 1)
            number = 0
        elif kind == "clock":
            await played.clock(f"{played.rank + 1:08x}")
        elif kind == "set":
            number += pick % 5 > 0
            await played.set_start(number, limit=pick % 3 > 0, striker=player)
        else:
            await _act(played, kind, pick, player=player, number=number)


async def _act(played: Played, kind: str, pick: int, *, player: str, number: int) -> None:
    entered: dict[str, dict[str, Any]] = {
        "award": {"set": number, "winner": player},
        "free_ball": {"player": player},
        "revoke": {"entry": played.keys[pick % len(played.keys)] if played.keys else "hub:1", "note": "x"},
        "reinstate": {"entry": played.keys[-1] if played.keys else "hub:1", "note": "x"},
        "note": {"note": "Licht ausgefallen"},
        "points": {"set": number, "player": player, "points": pick - 20},
    }
    if kind in entered:
        await played.enter(kind, entered[kind])
    elif kind == "shot":
        await played.shot(player, pick * 500, number)
    elif kind == "penalty":
        await played.penalty(player, pick % 3 % 2 + 1, number)
    elif kind == "undo":
        await played.event("undo", undoes=max(1, played.seq - pick % 4))
    elif kind == "order":
        await played.order(("armed", "off")[pick % 2], ("next_set", "remaining")[pick % 4 // 2], begun=number)
    else:
        await played.event("swap", striker=player)


async def test_any_log_survives_export_and_import(store: Store, empty: Store) -> None:
    loop = asyncio.get_running_loop()

    async def check(ops: list[tuple[str, int]]) -> None:
        await emptied(store)
        await emptied(empty)
        played = Played(store)
        await _run(played, ops)
        exported = await transfer(store).export_hub()
        await transfer(empty).import_document(document(exported))
        assert await scores(empty, ["1"]) == await scores(store, ["1"])
        assert await transfer(empty).export_hub() == exported
        one = await transfer(store).export_match(played.match)
        await transfer(await emptied(empty)).import_document(document(one))
        board, alone = (await scores(store, ["1"]))["1"], (await scores(empty, ["1"]))["1"]
        # The version counts what has ever been recorded about the table, also about its earlier matches.
        assert {**alone, "version": 0} == {**board, "version": 0}

    @examples(max_examples=12, deadline=None, database=None)
    @given(OPS)
    def run(ops: list[tuple[str, int]]) -> None:
        asyncio.run_coroutine_threadsafe(check(ops), loop).result(30)

    await asyncio.to_thread(run)


async def test_a_hub_with_anything_in_it_takes_no_import(store: Store) -> None:
    await play(store)
    exported = await transfer(store).export_hub()
    async with store.read() as connection:
        before = await records(connection)
    with pytest.raises(RefusedError) as refused:
        await transfer(store).import_document(document(exported))
    async with store.read() as connection:
        assert await records(connection) == before
    assert refused.value.status == 409
    assert "2 matches" in refused.value.found


async def test_a_match_that_does_not_exist_cannot_be_exported(store: Store) -> None:
    with pytest.raises(RefusedError) as refused:
        await transfer(store).export_match(1)
    assert refused.value.status == 404


async def test_an_earlier_match_is_exported_up_to_where_the_next_one_began(
    store: Store, empty: Store
) -> None:
    await play(store)
    exported = await transfer(store).export_match(1)
    assert [row["seq"] for row in exported["events"]] == [1]
    assert (exported["orders"], exported["thresholds"], exported["tournaments"]) == ([], [], [])
    await transfer(empty).import_document(document(exported))
    last = await transfer(store).export_match(2)
    assert [row["seq"] for row in last["events"]] == [2, 3, 4, 5, 6]
    assert last["epochs"][0]["base"] == 1
    assert len(last["thresholds"]) == 1


async def test_journals_of_clocks_that_came_after_the_match_are_not_in_its_export(store: Store) -> None:
    played = Played(store)
    await played.clock("0badcafe")
    await played.open()
    await played.open()
    await played.clock("0badcaff")
    assert [row["epoch"] for row in (await transfer(store).export_match(1))["epochs"]] == ["0badcafe"]
    assert len((await transfer(store).export_match(2))["epochs"]) == 2


def test_every_table_is_exported_or_left_out_for_a_reason() -> None:
    others = {name for name in metadata.tables if name.startswith(("bridge_", "chess_"))}
    assert {table.name for table in EXPORTED} | set(LEFT_OUT) == set(metadata.tables) - others


async def test_over_http_a_running_hub_takes_up_what_is_imported_and_goes_on(
    settings: Settings, make_device: Callable[..., Device], tmp_path: Path
) -> None:
    with make_device() as device:
        async with running(settings) as hub:
            match = await open_match(hub)
            await start_set(hub, device)
            device.emit("penalty", **penalty("a"))
            await eventually(lambda: score(hub)["b"]["points"] == 2)
            exported = await hub.api.get("/api/v1/export")
            one = await hub.api.get(f"/api/v1/matches/{match}/export")
            board = score(hub)
            refused = await hub.api.post("/api/v1/import", files={"file": exported.content})
            assert (refused.status_code, refused.json()["field"]) == (409, "hub")
    assert exported.headers["content-disposition"].endswith('.json"')
    assert one.json()["scope"] == "match"
    fresh = settings.model_copy(update={"data": tmp_path / "fresh", "site": settings.site + "-new"})
    async with running(fresh) as hub:
        answer = await hub.api.post("/api/v1/import", files={"file": exported.content})
        assert (answer.status_code, answer.json()["events"]) == (201, 2)
        assert score(hub) == board
        points = await hub.post("1/points", {"player": "b", "points": 3, "by": "Schreiber"})
        assert (points.status_code, score(hub)["b"]["points"]) == (200, 5)


async def test_over_http_a_file_that_is_too_large_or_of_unknown_length_is_refused(started: Running) -> None:
    path = "/api/v1/import"
    large = await started.api.post(path, files={"file": b"{}"}, headers={"Content-Length": "64004097"})
    assert (large.status_code, large.json()["field"]) == (413, "file")
    unknown = await started.api.post(path, content=_chunks(), headers={"Content-Type": "multipart/form-data"})
    assert (unknown.status_code, unknown.json()["field"]) == (411, "Content-Length")


async def _chunks() -> AsyncIterator[bytes]:
    yield b"x"
