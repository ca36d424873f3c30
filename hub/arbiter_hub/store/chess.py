"""Stored correspondence tournaments: a log of changes that only grows, and the players' tokens as hashes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    ForeignKey,
    String,
    Table,
    Text,
    UniqueConstraint,
    insert,
    select,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from arbiter_hub.store.schema import RowId, metadata

chess_tournaments = Table(
    "chess_tournaments",
    metadata,
    Column("id", RowId, primary_key=True, autoincrement=True),
    Column("name", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

chess_changes = Table(
    "chess_changes",
    metadata,
    Column("id", RowId, primary_key=True, autoincrement=True),
    Column("tournament_id", RowId, ForeignKey("chess_tournaments.id"), nullable=False, index=True),
    Column("kind", String(16), nullable=False, comment="created | game | leave | appeal | entry | revoked"),
    Column("data", JSON, nullable=False),
    Column("by", Text, nullable=False, comment="director, or the player's name"),
    Column("created_at", BigInteger, nullable=False),
)

chess_tokens = Table(
    "chess_tokens",
    metadata,
    Column("hash", String(64), primary_key=True, comment="SHA-256 of a random token"),
    Column("tournament_id", RowId, ForeignKey("chess_tournaments.id"), nullable=False),
    Column("player", String(100), nullable=False),
    UniqueConstraint("tournament_id", "player"),
)


@dataclass(frozen=True, slots=True)
class StoredChange:
    """A row of `chess_changes`."""

    id: int
    tournament: int
    kind: str
    data: Mapping[str, Any]
    by: str
    created_at: int


async def add_tournament(connection: AsyncConnection, name: str, now: int) -> int:
    """A new tournament; its number."""
    row = insert(chess_tournaments).values(name=name, created_at=now).returning(chess_tournaments.c.id)
    return int((await connection.execute(row)).scalar_one())


async def tournaments(connection: AsyncConnection) -> list[tuple[int, str]]:
    """Numbers and names of all tournaments."""
    rows = await connection.execute(
        select(chess_tournaments.c.id, chess_tournaments.c.name).order_by(chess_tournaments.c.id)
    )
    return [(int(row[0]), str(row[1])) for row in rows]


async def add_change(connection: AsyncConnection, values: Mapping[str, object]) -> StoredChange:
    """One more change (columns of `chess_changes` without id)."""
    row = insert(chess_changes).values(**values).returning(chess_changes)
    return StoredChange(*(await connection.execute(row)).one())


async def changes_of(connection: AsyncConnection, tournament: int) -> list[StoredChange]:
    """The log of a tournament, in order; empty if there is no such tournament."""
    rows = await connection.execute(
        select(chess_changes).where(chess_changes.c.tournament_id == tournament).order_by(chess_changes.c.id)
    )
    return [StoredChange(*row) for row in rows]


async def add_tokens(connection: AsyncConnection, rows: Sequence[Mapping[str, object]]) -> None:
    """The tokens of a tournament's players, as hashes."""
    await connection.execute(insert(chess_tokens), list(rows))


async def player_of(connection: AsyncConnection, token_hash: str) -> tuple[int, str] | None:
    """The tournament and the player that a token belongs to."""
    row = (
        await connection.execute(
            select(chess_tokens.c.tournament_id, chess_tokens.c.player).where(
                chess_tokens.c.hash == token_hash
            )
        )
    ).first()
    return None if row is None else (int(row[0]), str(row[1]))
