"""The players that the hub knows, for lists to choose from. Matches keep names of their own, as printed then."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import BigInteger, Column, String, Table, UniqueConstraint, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection

from arbiter_hub.store.schema import RowId, metadata

players = Table(
    "players",
    metadata,
    Column("id", RowId, primary_key=True, autoincrement=True),
    Column("name", String(120), nullable=False),
    Column("club", String(120), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    UniqueConstraint("name", "club"),
)


@dataclass(frozen=True, slots=True)
class StoredPlayer:
    """A row of `players`."""

    id: int
    name: str
    club: str
    created_at: int


async def add_players(connection: AsyncConnection, named: Sequence[tuple[str, str]], now: int) -> int:
    """Make players (name, club) known; those who are already stay as they are. How many were new."""
    if not named:
        return 0
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    rows = [{"name": name, "club": club, "created_at": now} for name, club in named]
    query = dialect.insert(players).values(rows).on_conflict_do_nothing().returning(players.c.id)
    return len((await connection.execute(query)).all())


async def all_players(connection: AsyncConnection) -> list[StoredPlayer]:
    """Every player, by name and club."""
    rows = await connection.execute(select(players).order_by(players.c.name, players.c.club))
    return [StoredPlayer(*row) for row in rows]
