"""Device events: append, read again, and what is known of each device's journal."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from arbiter_hub.store.schema import epochs, events, quarantine, tables


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """One event of a device; `id` is the order of arrival at the hub."""

    id: int
    table: str
    epoch: str
    seq: int
    type: str
    body: Mapping[str, Any]
    received_at: int


@dataclass(frozen=True, slots=True)
class Journal:
    """What the store has of one device journal: all events up to `contiguous`, and some above."""

    table: str
    epoch: str
    rank: int
    contiguous: int
    above: frozenset[int]


def _ignore_known(connection: AsyncConnection, table: Any) -> Any:
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    return dialect.insert(table).on_conflict_do_nothing()


async def add_tables(connection: AsyncConnection, names: Sequence[str], now: int) -> None:
    """Make tables known; known ones stay as they are."""
    rows = [{"id": name, "created_at": now} for name in names]
    if rows:
        await connection.execute(_ignore_known(connection, tables), rows)


async def table_names(connection: AsyncConnection) -> list[str]:
    """Every known table."""
    return list((await connection.execute(select(tables.c.id))).scalars())


async def add_epoch(connection: AsyncConnection, table: str, epoch: str) -> int:
    """Note a device journal that was not seen before; its rank."""
    highest = select(func.coalesce(func.max(epochs.c.rank), 0)).where(epochs.c.table_id == table)
    rank = int((await connection.execute(highest)).scalar_one()) + 1
    await connection.execute(insert(epochs), {"table_id": table, "epoch": epoch, "rank": rank, "base": 0})
    return rank


async def give_up_below(connection: AsyncConnection, table: str, epoch: str, base: int) -> None:
    """Events up to `base` can no longer be had from the device."""
    where = (epochs.c.table_id == table) & (epochs.c.epoch == epoch)
    await connection.execute(update(epochs).where(where).values(base=base))


async def add_events(connection: AsyncConnection, rows: Sequence[Mapping[str, object]]) -> None:
    """Append events (columns of `events` without id); those that are stored already are left alone."""
    if rows:
        await connection.execute(_ignore_known(connection, events), rows)


async def add_quarantine(connection: AsyncConnection, rows: Sequence[Mapping[str, object]]) -> None:
    """Keep messages that do not parse, for somebody to look at."""
    if rows:
        await connection.execute(insert(quarantine), rows)


async def journals(connection: AsyncConnection) -> list[Journal]:
    """All device journals, each with what is stored of it."""
    found: list[Journal] = []
    for table, epoch, rank, base in (await connection.execute(select(epochs).order_by(epochs.c.rank))).all():
        mine = (events.c.table_id == table) & (events.c.epoch == epoch) & (events.c.seq > base)
        count, highest = (
            await connection.execute(select(func.count(), func.max(events.c.seq)).where(mine))
        ).one()
        if count == (highest or base) - base:
            found.append(Journal(table, epoch, rank, highest or base, frozenset()))
            continue
        contiguous, above = base, set[int]()
        for seq in (
            await connection.execute(select(events.c.seq).where(mine).order_by(events.c.seq))
        ).scalars():
            if seq == contiguous + 1:
                contiguous = seq
            else:
                above.add(seq)
        found.append(Journal(table, epoch, rank, contiguous, frozenset(above)))
    return found


async def events_after(connection: AsyncConnection, table: str, after: int, limit: int) -> list[StoredEvent]:
    """Up to `limit` events of a table that arrived after the one with id `after`."""
    query = (
        select(events)
        .where((events.c.table_id == table) & (events.c.id > after))
        .order_by(events.c.id)
        .limit(limit)
    )
    return [_event(*row) for row in (await connection.execute(query)).all()]


async def events_of_match(
    connection: AsyncConnection, table: str, base_rank: int, base_seq: int, end: tuple[int, int] | None = None
) -> list[tuple[int, StoredEvent]]:
    """Events after (rank, seq) `base` and up to `end`, with the rank of their journal, in the device's order."""
    query = (
        select(epochs.c.rank, events)
        .join(epochs, (epochs.c.table_id == events.c.table_id) & (epochs.c.epoch == events.c.epoch))
        .where(events.c.table_id == table)
        .where((epochs.c.rank > base_rank) | ((epochs.c.rank == base_rank) & (events.c.seq > base_seq)))
        .order_by(epochs.c.rank, events.c.seq)
    )
    if end is not None:
        query = query.where((epochs.c.rank < end[0]) | ((epochs.c.rank == end[0]) & (events.c.seq <= end[1])))
    return [(row[0], _event(*row[1:])) for row in (await connection.execute(query)).all()]


def _event(*row: Any) -> StoredEvent:
    number, table, epoch, seq, kind, body, received_at = row
    return StoredEvent(number, table, epoch, seq, kind, json.loads(body), received_at)
