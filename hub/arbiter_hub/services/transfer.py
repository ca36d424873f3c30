"""Export of a match's or the whole hub's log as one JSON document, and import of such a document into an empty hub.

A document is checked as a whole before anything of it is stored: every column of every row, that rows refer to rows
that are there, every event by the wire contract, and that each match's score can be folded.
"""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final, cast

from sqlalchemy import JSON, BigInteger, Boolean, Column, Integer, String, Table, Text

from arbiter_clock.errors import FieldError
from arbiter_hub.errors import RefusedError
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.services.decoding import decode
from arbiter_hub.services.match_model import clock_entry, hub_entry
from arbiter_hub.services.stored_thresholds import policy_in
from arbiter_hub.sites import KEY_PATTERN
from arbiter_hub.store.engine import Store
from arbiter_hub.store.exports import (
    EXPORTED,
    RECORDS,
    Rows,
    add_rows,
    all_rows,
    match_of,
    records,
    rows_of_match,
)
from arbiter_hub.store.matches import StoredEntry
from arbiter_hub.store.schema import tables
from arbiter_rules.billiards.match import Entry, MatchLog, Rules

FORMAT: Final = "arbiter-log"
VERSION: Final = 1
HEAD = ("format", "version", "site", "exported_at", "scope", *(table.name for table in EXPORTED))
SCOPES = ("hub", "match")

#: Rows of one table that an import takes at most.
MOST_ROWS: Final = 1_000_000
_MOST_CHARS: Final = 4_096
#: Columns that a table has got since the first documents.
_NEWER: Final = {
    "tournaments": ("site", "auto_by", "readings"),
    "thresholds": ("auto_by", "readings"),
}
#: The home site is kept without a name.
SITE_PATTERN: Final = r"([a-z0-9-]{1,32})?"


class Transfer:
    """Exports and imports. `reload` makes the running hub take up what was stored."""

    def __init__(
        self, store: Store, site: str, *, utc: Callable[[], int], reload: Callable[[], Awaitable[None]]
    ):
        self._store, self._site, self._utc, self._reload = store, site, utc, reload

    async def export_hub(self) -> dict[str, Any]:
        """The whole hub."""
        async with self._store.read() as connection:
            return self._document("hub", await all_rows(connection))

    async def export_match(self, number: int) -> dict[str, Any]:
        """One match; RefusedError 404 if there is none of that number."""
        async with self._store.read() as connection:
            match = await match_of(connection, number)
            if match is None:
                raise RefusedError(404, "match", number, Phrase(N_("the number of a match of this hub")))
            return self._document("match", await rows_of_match(connection, match))

    async def import_document(self, content: bytes) -> dict[str, int]:
        """Store a document; how many rows of each table. FieldError if anything of it does not fit, RefusedError 409
        if the hub is not empty; then nothing is stored."""
        rows = await asyncio.to_thread(parse, content)
        self._check_home(rows)
        async with self._store.write() as connection:
            found = {name: count for name, count in (await records(connection)).items() if count}
            if found:
                told = ", ".join(f"{count} {name}" for name, count in found.items())
                raise RefusedError(409, "hub", told, Phrase(N_("an empty hub: nothing is merged")))
            await add_rows(connection, rows, self._utc())
        await self._reload()
        return {table.name: len(rows[table.name]) for table in (tables, *RECORDS)}

    def _check_home(self, rows: Rows) -> None:
        """A further site of the document must not be what this hub calls its own."""
        for name in ("sites", "tables"):
            for number, row in enumerate(rows[name]):
                site = row["id"] if name == "sites" else row["id"].rpartition(".")[0]
                if site == self._site:
                    allowed = Phrase(N_("another site than this hub's own"))
                    raise FieldError(f"{name}[{number}].id", row["id"], allowed)

    def _document(self, scope: str, rows: Rows) -> dict[str, Any]:
        head = {"format": FORMAT, "version": VERSION, "site": self._site}
        return {**head, "exported_at": self._utc(), "scope": scope, **rows}


def parse(content: bytes) -> dict[str, list[dict[str, Any]]]:
    """The rows of a document; FieldError names the first thing that does not fit."""
    try:
        document = json.loads(content.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise FieldError("file", str(error)[:120], "a JSON document in UTF-8") from None
    if not isinstance(document, dict):
        raise FieldError("file", type(document).__name__, "a JSON object")
    known = cast("dict[str, Any]", document)
    _add_what_is_newer(known)
    _check_keys("", known, HEAD)
    for key, allowed in (("format", (FORMAT,)), ("version", (VERSION,)), ("scope", SCOPES)):
        if known[key] not in allowed or isinstance(known[key], bool):
            raise FieldError(key, known[key], " or ".join(map(str, allowed)))
    rows = {table.name: _table(table, known[table.name]) for table in EXPORTED}
    _check_names(rows)
    _check_references(rows)
    _check_readings(rows)
    _check_events(rows)
    _check_matches(rows)
    return rows


def _add_what_is_newer(document: dict[str, Any]) -> None:
    """Documents, and logs, that are older than some of our columns and keys do not have these."""
    for name in ("sites", "code_uses"):
        document.setdefault(name, [])
    for name, newer in _NEWER.items():
        for row in _objects(document.get(name)):
            for column in newer:
                row.setdefault(column, None)
    for row in _objects(document.get("events")):
        if row.get("type") == "limit":
            row["body"] = _with_code(row.get("body"))


def _with_code(body: object) -> object:
    """The text of an order of the limit that knows of codes; anything else as it is."""
    try:
        event: object = json.loads(body) if isinstance(body, str) else None
    except (ValueError, RecursionError):
        return body
    if not isinstance(event, dict) or "code" in event:
        return body
    return json.dumps(
        {**cast("dict[str, Any]", event), "code": None}, separators=(",", ":"), ensure_ascii=False
    )


def _objects(rows: object) -> list[dict[str, Any]]:
    found = cast("list[object]", rows) if isinstance(rows, list) else []
    return [cast("dict[str, Any]", row) for row in found if isinstance(row, dict)]


def _check_names(rows: Rows) -> None:
    for name, pattern in (("sites", SITE_PATTERN), ("tables", KEY_PATTERN)):
        for number, row in enumerate(rows[name]):
            if not re.fullmatch(pattern, row["id"]):
                raise FieldError(f"{name}[{number}].id", row["id"], Phrase(N_("a name as on the wire")))


def _table(table: Table, found: object) -> list[dict[str, Any]]:
    if not isinstance(found, list):
        raise FieldError(table.name, type(found).__name__, "a list of rows")
    rows = cast("list[object]", found)
    if len(rows) > MOST_ROWS:
        raise FieldError(table.name, f"{len(rows)} rows", f"at most {MOST_ROWS} rows")
    columns = table.columns.values()
    names = [column.name for column in columns]
    keys: set[tuple[object, ...]] = set()
    checked: list[dict[str, Any]] = []
    for number, row in enumerate(rows):
        where = f"{table.name}[{number}]"
        if not isinstance(row, dict):
            raise FieldError(where, type(row).__name__, "a JSON object")
        values = cast("dict[str, Any]", row)
        _check_keys(f"{where}.", values, names)
        for column in columns:
            _check_value(f"{where}.{column.name}", column, values[column.name])
        key = tuple(values[column.name] for column in table.primary_key.columns)
        if key in keys:
            raise FieldError(where, ", ".join(map(str, key)), "a row that is not there twice")
        keys.add(key)
        checked.append(values)
    return checked


def _check_keys(where: str, found: Mapping[str, object], names: Sequence[str]) -> None:
    for name in names:
        if name not in found:
            raise FieldError(where + name, "nothing", "a value")
    for name in found:
        if name not in names:
            raise FieldError(where + str(name)[:40], "an unknown key", "only " + ", ".join(names))


#: What JSON has for the types of our columns.
_KINDS: dict[type, tuple[type, str]] = {
    Integer: (int, "a whole number"),
    BigInteger: (int, "a whole number"),
    Boolean: (bool, "true or false"),
    String: (str, "text"),
    Text: (str, "text"),
    JSON: (dict, "an object"),
}


def _check_value(where: str, column: Column[Any], value: object) -> None:
    if value is None:
        if not column.nullable:
            raise FieldError(where, "null", "a value")
        return
    wanted, name = _KINDS[type(column.type)]
    if type(value) is not wanted:
        raise FieldError(where, value, name)
    if isinstance(value, int) and not 0 <= value < 2**53:
        raise FieldError(where, value, f"from 0 to {2**53 - 1}")
    length = getattr(column.type, "length", None) or _MOST_CHARS
    if isinstance(value, str) and (len(value) > length or "\0" in value):
        raise FieldError(where, value, f"at most {length} characters")


def _check_references(rows: Rows) -> None:
    for table in EXPORTED:
        for column in table.columns.values():
            for key in column.foreign_keys:
                there = {row[key.column.name] for row in rows[key.column.table.name]}
                for number, row in enumerate(rows[table.name]):
                    named = row[column.name]
                    if named is not None and named not in there:
                        allowed = f"a row of {key.column.table.name}"
                        raise FieldError(f"{table.name}[{number}].{column.name}", named, allowed)


def _check_readings(rows: Rows) -> None:
    for name in ("tournaments", "thresholds"):
        for number, row in enumerate(rows[name]):
            try:
                policy_in(row["readings"])
            except FieldError as error:
                raise FieldError(f"{name}[{number}].readings", error.found, error.allowed) from None


def _check_events(rows: Rows) -> None:
    journals = {(row["table_id"], row["epoch"]) for row in rows["epochs"]}
    seen: set[tuple[str, str, int]] = set()
    for number, row in enumerate(rows["events"]):
        where = f"events[{number}]"
        try:
            body = decode("event", row["body"].encode("utf-8"))
        except FieldError as error:
            raise FieldError(f"{where}.body.{error.field}", error.found, error.allowed) from None
        for name in ("epoch", "seq", "type"):
            if body[name] != row[name]:
                raise FieldError(f"{where}.{name}", row[name], f"{body[name]}, as in its body")
        if (row["table_id"], row["epoch"]) not in journals:
            raise FieldError(f"{where}.epoch", row["epoch"], "a journal of that table in epochs")
        key = (row["table_id"], row["epoch"], row["seq"])
        if key in seen:
            raise FieldError(f"{where}.seq", row["seq"], "an event that is not there twice")
        seen.add(key)


def _check_matches(rows: Rows) -> None:
    """Fold every match once, so that what cannot be folded is found now and not at the next start."""
    events = _events_by_table(rows)
    entries: dict[int, list[Entry]] = {}
    for row in rows["entries"]:
        made = hub_entry(StoredEntry(*(row[name] for name in _ENTRY)))
        entries.setdefault(row["match_id"], []).append(made)
    begun: dict[str, tuple[int, int]] = {}
    places = sorted(range(len(rows["matches"])), key=lambda place: rows["matches"][place]["id"], reverse=True)
    for place in places:
        where, match = f"matches[{place}]", rows["matches"][place]
        table, base = match["table_id"], (match["base_rank"], match["base_seq"])
        _check_players(where, match["players"])
        if match["closed_at"] is None and table in begun:
            raise FieldError(f"{where}.closed_at", "null", "a time, as the table has a later match")
        if match["best_of"] % 2 == 0:
            raise FieldError(f"{where}.best_of", match["best_of"], "an odd number of sets")
        if match["distance"] == 0:
            raise FieldError(f"{where}.distance", 0, "1 or more points, or null")
        end = begun.get(table, _NO_END)
        made = [one for one in events.get(table, []) if base < one.order[:2] <= end]
        try:
            MatchLog(Rules(match["distance"], match["best_of"]), made + entries.get(match["id"], []))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise FieldError(f"{where}.entries", repr(error), "entries that make a score") from None
        begun[table] = base


def _events_by_table(rows: Rows) -> dict[str, list[Entry]]:
    ranks = {(row["table_id"], row["epoch"]): int(row["rank"]) for row in rows["epochs"]}
    found: dict[str, list[Entry]] = {}
    for row in rows["events"]:
        made = clock_entry(ranks[row["table_id"], row["epoch"]], json.loads(row["body"]))
        found.setdefault(row["table_id"], []).append(made)
    return found


_NO_END = (2**53, 0)
_ENTRY = ("id", "match_id", "type", "data", "by", "after_rank", "after_seq", "created_at")
_PLAYER = {"name", "club", "ball"}


def _check_players(where: str, players: Mapping[str, Any]) -> None:
    sides = [players.get(side) for side in ("a", "b")]
    fits = set(players) == {"a", "b"} and all(
        isinstance(side, dict)
        and cast("dict[str, Any]", side).keys() == _PLAYER
        and all(isinstance(value, str) for value in cast("dict[str, Any]", side).values())
        for side in sides
    )
    balls = {cast("dict[str, Any]", side)["ball"] for side in sides} if fits else set[str]()
    if balls != {"white", "yellow"}:
        raise FieldError(f"{where}.players", str(players)[:80], "a and b with name, club and a ball each")
