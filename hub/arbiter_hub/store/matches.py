"""Matches, what the hub enters into their logs, and the direction's orders."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from arbiter_hub.store.schema import entries, events, matches, orders


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A row of `matches`."""

    id: int
    table: str
    title: str
    discipline: str
    preset: str
    edition: str
    distance: int | None
    best_of: int
    players: Mapping[str, Mapping[str, str]]
    base_rank: int
    base_seq: int
    created_at: int
    closed_at: int | None


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """A row of `entries`."""

    id: int
    match: int
    type: str
    data: Mapping[str, Any]
    by: str
    after_rank: int
    after_seq: int
    created_at: int


@dataclass(frozen=True, slots=True)
class StoredOrder:
    """A row of `orders`."""

    id: int
    table: str
    match: int | None
    state: str
    scope: str
    by: str
    sets_begun: int
    created_at: int


async def add_match(connection: AsyncConnection, values: Mapping[str, object]) -> StoredMatch:
    """A new match (columns of `matches` without id and closed_at), which becomes the table's current one."""
    table, now = values["table_id"], values["created_at"]
    current = (matches.c.table_id == table) & matches.c.closed_at.is_(None)
    await connection.execute(update(matches).where(current).values(closed_at=now))
    row = (await connection.execute(insert(matches).values(**values).returning(matches))).one()
    return StoredMatch(*row)


async def current_matches(connection: AsyncConnection) -> list[StoredMatch]:
    """The match that each table has now."""
    rows = await connection.execute(select(matches).where(matches.c.closed_at.is_(None)))
    return [StoredMatch(*row) for row in rows]


async def add_entry(connection: AsyncConnection, values: Mapping[str, object]) -> StoredEntry:
    """One more line of a match's log (columns of `entries` without id)."""
    return StoredEntry(*(await connection.execute(insert(entries).values(**values).returning(entries))).one())


async def entries_of(connection: AsyncConnection, match: int) -> list[StoredEntry]:
    """What the hub entered into a match's log, in order."""
    rows = await connection.execute(select(entries).where(entries.c.match_id == match).order_by(entries.c.id))
    return [StoredEntry(*row) for row in rows]


async def add_order(connection: AsyncConnection, values: Mapping[str, object]) -> StoredOrder:
    """One more order (columns of `orders` without id)."""
    return StoredOrder(*(await connection.execute(insert(orders).values(**values).returning(orders))).one())


async def orders_of(connection: AsyncConnection, match: int) -> list[StoredOrder]:
    """The orders for a match, in order."""
    rows = await connection.execute(select(orders).where(orders.c.match_id == match).order_by(orders.c.id))
    return [StoredOrder(*row) for row in rows]


async def changes_of(connection: AsyncConnection, table: str) -> int:
    """How much has been recorded about a table; grows with every event, entry, order and match."""
    counts = (
        select(func.count()).select_from(events).where(events.c.table_id == table),
        select(func.count()).select_from(matches).where(matches.c.table_id == table),
        select(func.count()).select_from(orders).where(orders.c.table_id == table),
        select(func.count())
        .select_from(entries.join(matches, matches.c.id == entries.c.match_id))
        .where(matches.c.table_id == table),
    )
    return sum([int((await connection.execute(count)).scalar_one()) for count in counts])
