"""Whole logs, out of the database and into an empty one: rows as they are, with their numbers.

Only what scores are made of is exported, and which codes of the direction are used, as a clock takes none twice. Keys
of clocks, passwords, tokens, keys of requests and messages that did not parse stay.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Table, and_, func, insert, or_, select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from arbiter_hub.store.direction_codes import code_uses
from arbiter_hub.store.events import add_tables
from arbiter_hub.store.matches import StoredMatch
from arbiter_hub.store.players import players
from arbiter_hub.store.schema import entries, epochs, events, matches, orders, tables
from arbiter_hub.store.sites import keep_site, sites
from arbiter_hub.store.tournaments import fixtures, thresholds, tournaments

#: In the order in which rows may be added: what a row refers to comes before it.
EXPORTED: tuple[Table, ...] = (
    sites, tables, epochs, events, matches, entries, orders, tournaments, fixtures, thresholds, players, code_uses,
)  # fmt: skip

#: A hub that has any row here is not empty.
RECORDS = EXPORTED[2:]

Rows = Mapping[str, Sequence[Mapping[str, Any]]]


async def match_of(connection: AsyncConnection, number: int) -> StoredMatch | None:
    """The match of that number, also one that is closed."""
    row = (await connection.execute(select(matches).where(matches.c.id == number))).one_or_none()
    return None if row is None else StoredMatch(*row)


async def end_of(connection: AsyncConnection, match: StoredMatch) -> tuple[int, int] | None:
    """(rank, seq) of the last event that can belong to the match: where the table's next one begins. None if there
    is no next one yet."""
    query = (
        select(matches.c.base_rank, matches.c.base_seq)
        .where((matches.c.table_id == match.table) & (matches.c.id > match.id))
        .order_by(matches.c.id)
        .limit(1)
    )
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else (int(row[0]), int(row[1]))


async def all_rows(connection: AsyncConnection) -> dict[str, list[dict[str, Any]]]:
    """Every row of every exported table."""
    return {table.name: await _rows(connection, table) for table in EXPORTED}


async def rows_of_match(connection: AsyncConnection, match: StoredMatch) -> dict[str, list[dict[str, Any]]]:
    """The rows of one match, which stands alone then: no tournament and no list of players goes with it. The journals
    begin where the match does, as nothing before it is exported either."""
    end = await end_of(connection, match)
    ranks = select(epochs.c.epoch, epochs.c.rank).where(epochs.c.table_id == match.table).subquery()
    in_match = _within(ranks.c.rank, events.c.seq, match, end)
    mine = (
        select(events)
        .join(ranks, ranks.c.epoch == events.c.epoch)
        .where((events.c.table_id == match.table) & in_match)
        .order_by(events.c.id)
    )
    journals = await _rows(
        connection, epochs, (epochs.c.table_id == match.table) & (epochs.c.rank >= match.base_rank)
    )
    last = end[0] if end is not None else None
    return {
        "sites": await _rows(connection, sites, sites.c.id == match.table.rpartition(".")[0]),
        "tables": await _rows(connection, tables, tables.c.id == match.table),
        "epochs": [
            {**row, "base": max(row["base"], match.base_seq if row["rank"] == match.base_rank else 0)}
            for row in journals
            if last is None or row["rank"] <= last
        ],
        "events": [dict(row) for row in (await connection.execute(mine)).mappings()],
        "matches": await _rows(connection, matches, matches.c.id == match.id),
        "entries": await _rows(connection, entries, entries.c.match_id == match.id),
        "orders": await _rows(connection, orders, orders.c.match_id == match.id),
        "tournaments": [],
        "fixtures": [],
        "thresholds": await _rows(connection, thresholds, thresholds.c.match_id == match.id),
        "players": [],
        "code_uses": [],
    }


async def records(connection: AsyncConnection) -> dict[str, int]:
    """How many rows there are of each table that makes a hub not empty."""
    counted: dict[str, int] = {}
    for table in RECORDS:
        query = select(func.count()).select_from(table)
        counted[table.name] = int((await connection.execute(query)).scalar_one())
    return counted


async def add_rows(connection: AsyncConnection, rows: Rows, now: int) -> None:
    """Add exported rows to an empty hub; sites that it knows get the title, tables stay as they are."""
    for row in rows["sites"]:
        await keep_site(connection, row["id"], row["title"], row["created_at"])
    await add_tables(connection, [str(row["id"]) for row in rows["tables"]], now)
    for table in RECORDS:
        if rows[table.name]:
            await connection.execute(insert(table), [dict(row) for row in rows[table.name]])
            if connection.dialect.name == "postgresql" and "id" in table.c:
                await connection.execute(_CONTINUE[table.name])


#: PostgreSQL counts by itself, so it has to be told where numbering goes on after rows that brought their own.
_CONTINUE = {
    table.name: text(
        f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), (SELECT max(id) FROM {table.name}))"  # noqa: S608 - names of our own tables
    )
    for table in RECORDS
}


async def _rows(
    connection: AsyncConnection, table: Table, where: ColumnElement[bool] | None = None
) -> list[dict[str, Any]]:
    query = select(table).order_by(*table.primary_key.columns)
    if where is not None:
        query = query.where(where)
    return [dict(row) for row in (await connection.execute(query)).mappings()]


def _within(rank: Any, seq: Any, match: StoredMatch, end: tuple[int, int] | None) -> ColumnElement[bool]:
    after = or_(rank > match.base_rank, and_(rank == match.base_rank, seq > match.base_seq))
    if end is None:
        return after
    return and_(after, or_(rank < end[0], and_(rank == end[0], seq <= end[1])))
