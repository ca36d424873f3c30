"""Documents that are no good import: refused by the place, and nothing of them is stored."""

import asyncio
import copy
from collections.abc import Callable
from typing import Any

import pytest
from hub.transferred import document, play, transfer

from arbiter_clock.errors import FieldError
from arbiter_hub.services.transfer import MOST_ROWS, parse
from arbiter_hub.store.engine import Store
from arbiter_hub.store.exports import records


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    async def make() -> dict[str, Any]:
        opened = Store(f"sqlite+aiosqlite:///{tmp_path_factory.mktemp('good') / 'good.db'}")
        await opened.open()
        await play(opened)
        exported = await transfer(opened).export_hub()
        await opened.close()
        return exported

    return asyncio.run(make())


def changed(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """A change of one value in a document; `...` takes it out."""

    def change(exported: dict[str, Any]) -> None:
        *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
        place: Any = exported
        for part in way:
            place = place[part]
        if value is ...:
            del place[last]
        else:
            place[last] = value

    return change


def twice(name: str) -> Callable[[dict[str, Any]], None]:
    return lambda exported: exported[name].append(dict(exported[name][0]))


def other_number(exported: dict[str, Any]) -> None:
    exported["events"].append({**exported["events"][0], "id": 99})


BAD: list[tuple[Callable[[dict[str, Any]], None], str]] = [
    (changed("format", "other"), "format"),
    (changed("version", 2), "version"),
    (changed("version", True), "version"),
    (changed("scope", "table"), "scope"),
    (changed("site", ...), "site"),
    (changed("more", 1), "more"),
    (changed("events", {}), "events"),
    (changed("events.0", []), "events[0]"),
    (changed("events.0.type", ...), "events[0].type"),
    (changed("events.0.more", 1), "events[0].more"),
    (changed("events.0.received_at", None), "events[0].received_at"),
    (changed("events.0.received_at", True), "events[0].received_at"),
    (changed("events.0.received_at", -1), "events[0].received_at"),
    (changed("events.0.received_at", 2**53), "events[0].received_at"),
    (changed("events.0.table_id", "2"), "events[0].table_id"),
    (changed("events.0.epoch", "0badcaff"), "events[0].epoch"),
    (changed("events.0.seq", 7), "events[0].seq"),
    (changed("events.0.type", "shot"), "events[0].type"),
    (changed("events.0.body", "{}"), "events[0].body.v"),
    (changed("epochs", []), "events[0].epoch"),
    (changed("matches.0.title", "x" * 4097), "matches[0].title"),
    (changed("matches.0.title", "a\0b"), "matches[0].title"),
    (changed("matches.0.discipline", "x" * 33), "matches[0].discipline"),
    (changed("matches.0.best_of", 2), "matches[0].best_of"),
    (changed("matches.1.distance", 0), "matches[1].distance"),
    (changed("matches.0.closed_at", None), "matches[0].closed_at"),
    (changed("matches.0.players", []), "matches[0].players"),
    (changed("matches.0.players", {}), "matches[0].players"),
    (changed("matches.0.players.a", "Anna"), "matches[0].players"),
    (changed("matches.0.players.a.ball", ...), "matches[0].players"),
    (changed("matches.0.players.a.name", 1), "matches[0].players"),
    (changed("matches.0.players.a.ball", "yellow"), "matches[0].players"),
    (changed("entries.0.match_id", 9), "entries[0].match_id"),
    (changed("entries.0.data", {}), "matches[0].entries"),
    (changed("entries.1.data.points", "many"), "matches[1].entries"),
    (changed("orders.0.match_id", 9), "orders[0].match_id"),
    (changed("fixtures.0.match_id", 9), "fixtures[0].match_id"),
    (changed("thresholds.0.sets", "2"), "thresholds[0].sets"),
    (changed("thresholds.0.readings", {"limit.match_time": "slow"}), "thresholds[0].readings"),
    (changed("tournaments.0.readings", {"limit.colour": "net"}), "tournaments[0].readings"),
    (changed("code_uses.0.expected", 1), "code_uses[0].expected"),
    (twice("tables"), "tables[1]"),
    (twice("entries"), "entries[4]"),
    (other_number, "events[6].seq"),
]


@pytest.mark.parametrize(
    ("change", "field"), BAD, ids=[f"{number} {field}" for number, (_, field) in enumerate(BAD)]
)
def test_a_document_that_is_not_good_is_refused_by_the_place(
    good: dict[str, Any], change: Callable[[dict[str, Any]], None], field: str
) -> None:
    bad = copy.deepcopy(good)
    change(bad)
    with pytest.raises(FieldError) as refused:
        parse(document(bad))
    assert refused.value.field == field


async def test_a_document_of_an_older_hub_without_sites_orders_beforehand_and_codes_is_taken(
    store: Store, empty: Store
) -> None:
    played = await play(store)
    await played.event("limit", state="off", by="referee", code=None)
    exported = await transfer(store).export_hub()
    exported["thresholds"][0]["readings"] = None
    older = copy.deepcopy(exported)
    del older["sites"], older["code_uses"]
    for row in older["tournaments"]:
        del row["site"], row["auto_by"], row["readings"]
    for row in older["thresholds"]:
        del row["auto_by"], row["readings"]
    body = older["events"][-1]["body"]
    older["events"][-1]["body"] = body.replace(',"code":null', "")
    assert body != older["events"][-1]["body"]
    await transfer(empty).import_document(document(older))
    assert await transfer(empty).export_hub() == {**exported, "code_uses": []}


@pytest.mark.parametrize("body", [7, "[", "[]", '{"v":1}'])
def test_an_order_that_is_no_event_is_refused_by_the_place(good: dict[str, Any], body: object) -> None:
    bad = copy.deepcopy(good)
    bad["events"][0].update(type="limit", body=body)
    with pytest.raises(FieldError, match=r"^events\[0\]\.body"):
        parse(document(bad))


async def test_of_a_document_that_is_not_good_nothing_is_stored(good: dict[str, Any], empty: Store) -> None:
    bad = copy.deepcopy(good)
    bad["orders"][0]["match_id"] = 9
    with pytest.raises(FieldError):
        await transfer(empty).import_document(document(bad))
    async with empty.read() as connection:
        assert set((await records(connection)).values()) == {0}


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff{}", b"[" * 100_000])
def test_what_is_no_document_is_refused(content: bytes) -> None:
    with pytest.raises(FieldError) as refused:
        parse(content)
    assert refused.value.field == "file"


def test_a_table_with_too_many_rows_is_refused(good: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOST_ROWS == 1_000_000
    monkeypatch.setattr("arbiter_hub.services.transfer.MOST_ROWS", 5)
    with pytest.raises(FieldError) as refused:
        parse(document(good))
    assert refused.value.found == "6 rows"
