"""Tournaments: their rules of play, who plays, and which matches are to be played."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    ForeignKey,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
    insert,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from arbiter_hub.store.schema import RowId, metadata

READINGS = "readings of the rule that are not the usual ones, by switch; null: there are none"
AUTO_BY = "who has ordered beforehand that it limits the next set; null: the direction is asked"

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", RowId, primary_key=True, autoincrement=True),
    Column("name", String(120), nullable=False, unique=True),
    Column("discipline", String(32), nullable=False, comment="id of the discipline"),
    Column("preset", String(32), nullable=False),
    Column("distance", Integer),
    Column("best_of", Integer, nullable=False),
    Column("limit_by", Text, comment="who announced the limit for all sets; null: there is none"),
    Column("threshold_sets", Integer, comment="so many sets ..."),
    Column("threshold_ms", BigInteger, comment="... within so much time, or the direction is asked"),
    Column("created_at", BigInteger, nullable=False),
    Column("site", String(32), comment="where it is played, as kept in `sites`; null: anywhere"),
    Column("auto_by", Text, comment=AUTO_BY),
    Column("readings", JSON(none_as_null=True), comment=READINGS),
)

fixtures = Table(
    "fixtures",
    metadata,
    Column("id", RowId, primary_key=True, autoincrement=True),
    Column("tournament_id", RowId, ForeignKey("tournaments.id"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("name_a", Text, nullable=False),
    Column("club_a", Text, nullable=False),
    Column("name_b", Text, nullable=False),
    Column("club_b", Text, nullable=False),
    Column("table_id", String(65), comment="where it is to be played, if that is known"),
    Column("match_id", RowId, ForeignKey("matches.id"), comment="the match, once it was put on a table"),
    UniqueConstraint("tournament_id", "number"),
)

thresholds = Table(
    "thresholds",
    metadata,
    Column("match_id", RowId, ForeignKey("matches.id"), primary_key=True),
    Column("sets", Integer, nullable=False),
    Column("limit_ms", BigInteger, nullable=False),
    Column("auto_by", Text, comment=AUTO_BY),
    Column("readings", JSON(none_as_null=True), comment=READINGS),
)


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A row of `tournaments`."""

    id: int
    name: str
    discipline: str
    preset: str
    distance: int | None
    best_of: int
    limit_by: str | None
    threshold_sets: int | None
    threshold_ms: int | None
    created_at: int
    site: str | None
    auto_by: str | None
    readings: dict[str, str] | None


@dataclass(frozen=True, slots=True)
class StoredThreshold:
    """A row of `thresholds`, without its match."""

    sets: int
    limit_ms: int
    auto_by: str | None
    readings: dict[str, str] | None


@dataclass(frozen=True, slots=True)
class StoredFixture:
    """A row of `fixtures`."""

    id: int
    tournament: int
    number: int
    name_a: str
    club_a: str
    name_b: str
    club_b: str
    table: str | None
    match: int | None


async def add_tournament(connection: AsyncConnection, values: Mapping[str, object]) -> StoredTournament:
    """A new tournament (columns of `tournaments` without id); IntegrityError if the name is taken."""
    query = insert(tournaments).values(**values).returning(tournaments)
    return StoredTournament(*(await connection.execute(query)).one())


async def all_tournaments(connection: AsyncConnection) -> list[StoredTournament]:
    """Every tournament, the newest first."""
    rows = await connection.execute(select(tournaments).order_by(tournaments.c.id.desc()))
    return [StoredTournament(*row) for row in rows]


async def tournament_by_id(connection: AsyncConnection, number: int) -> StoredTournament | None:
    """One tournament."""
    row = (await connection.execute(select(tournaments).where(tournaments.c.id == number))).first()
    return None if row is None else StoredTournament(*row)


async def add_fixtures(connection: AsyncConnection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Further matches to be played (columns of `fixtures` without id and match_id)."""
    await connection.execute(insert(fixtures), rows)


async def fixtures_of(connection: AsyncConnection, tournament: int) -> list[StoredFixture]:
    """The matches of a tournament, by number."""
    query = select(fixtures).where(fixtures.c.tournament_id == tournament).order_by(fixtures.c.number)
    return [StoredFixture(*row) for row in await connection.execute(query)]


async def begin_fixture(connection: AsyncConnection, fixture: int, table: str, match: int) -> None:
    """The match was put on a table."""
    values = {"table_id": table, "match_id": match}
    await connection.execute(update(fixtures).where(fixtures.c.id == fixture).values(**values))


async def add_threshold(connection: AsyncConnection, values: Mapping[str, object]) -> None:
    """A match has a threshold (columns of `thresholds`)."""
    await connection.execute(insert(thresholds).values(**values))


async def threshold_of(connection: AsyncConnection, match: int) -> StoredThreshold | None:
    """The threshold of a match, if it has one."""
    row = (await connection.execute(select(thresholds).where(thresholds.c.match_id == match))).first()
    return None if row is None else StoredThreshold(*row[1:])
