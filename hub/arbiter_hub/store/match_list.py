"""The list of all matches, a page at a time."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from arbiter_hub.store.matches import StoredMatch
from arbiter_hub.store.schema import matches
from arbiter_hub.store.tournaments import fixtures

State = Literal["playing", "over"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which matches: `decided` are those on a table now whose winner is known."""

    table: str | None
    tournament: int | None
    state: State | None
    decided: Collection[int]


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match, and its place in a tournament, if it has one."""

    match: StoredMatch
    tournament: int | None
    fixture: int | None


async def count_matches(connection: AsyncConnection, wanted: Wanted) -> int:
    """How many there are."""
    query = select(func.count()).select_from(_joined()).where(_where(wanted))
    return int((await connection.execute(query)).scalar_one())


async def list_matches(
    connection: AsyncConnection, wanted: Wanted, limit: int, skipped: int
) -> list[ListedMatch]:
    """`limit` matches, the newest first, after so many that are skipped."""
    query = (
        select(matches, fixtures.c.tournament_id, fixtures.c.number)
        .select_from(_joined())
        .where(_where(wanted))
        .order_by(matches.c.id.desc())
        .limit(limit)
        .offset(skipped)
    )
    return [ListedMatch(StoredMatch(*row[:-2]), row[-2], row[-1]) for row in await connection.execute(query)]


def _joined() -> Any:
    return matches.outerjoin(fixtures, fixtures.c.match_id == matches.c.id)


def _where(wanted: Wanted) -> ColumnElement[bool]:
    over = or_(matches.c.closed_at.is_not(None), matches.c.id.in_(list(wanted.decided)))
    conditions = [matches.c.id > 0]
    if wanted.table is not None:
        conditions.append(matches.c.table_id == wanted.table)
    if wanted.tournament is not None:
        conditions.append(fixtures.c.tournament_id == wanted.tournament)
    if wanted.state is not None:
        conditions.append(over if wanted.state == "over" else ~over)
    return and_(*conditions)
