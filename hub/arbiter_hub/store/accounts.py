"""People, their sessions, API tokens, and pairing codes. Passwords are hashed with argon2id; tokens and codes are
random and kept as SHA-256."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import BigInteger, Column, ForeignKey, String, Table, Text, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from arbiter_hub.store.schema import RowId, metadata

users = Table(
    "users",
    metadata,
    Column("id", RowId, primary_key=True, autoincrement=True),
    Column("name", String(64), nullable=False, unique=True),
    Column("role", String(16), nullable=False),
    Column("password", Text, nullable=False, comment="argon2id"),
    Column("created_at", BigInteger, nullable=False),
    Column("disabled_at", BigInteger),
)

sessions = Table(
    "sessions",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("user_id", RowId, ForeignKey("users.id"), nullable=False, index=True),
    Column("expires_at", BigInteger, nullable=False),
    Column("ended_at", BigInteger),
)

tokens = Table(
    "tokens",
    metadata,
    Column("id", RowId, primary_key=True, autoincrement=True),
    Column("hash", String(64), nullable=False, unique=True),
    Column("name", String(64), nullable=False, comment="what it is for"),
    Column("role", String(16), nullable=False),
    Column("table_id", String(65), comment="the only table that it may write to; null: any"),
    Column("created_at", BigInteger, nullable=False),
    Column("revoked_at", BigInteger),
)

pairings = Table(
    "pairings",
    metadata,
    Column("hash", String(64), primary_key=True),
    Column("table_id", String(65), nullable=False),
    Column("role", String(16), nullable=False),
    Column("expires_at", BigInteger, nullable=False),
    Column("used_at", BigInteger),
)


@dataclass(frozen=True, slots=True)
class User:
    """A row of `users`, without the password."""

    id: int
    name: str
    role: str
    disabled: bool


@dataclass(frozen=True, slots=True)
class Token:
    """A row of `tokens`, without the hash."""

    id: int
    name: str
    role: str
    table: str | None
    revoked: bool


async def add_user(connection: AsyncConnection, values: Mapping[str, object]) -> int:
    """A new user (columns of `users` without id); the id. IntegrityError if the name is taken."""
    return int((await connection.execute(insert(users).values(**values).returning(users.c.id))).scalar_one())


async def change_user(connection: AsyncConnection, user: int, values: Mapping[str, object]) -> None:
    """Set columns of a user, and end the user's sessions."""
    await connection.execute(update(users).where(users.c.id == user).values(**values))
    await connection.execute(update(sessions).where(sessions.c.user_id == user).values(ended_at=0))


async def all_users(connection: AsyncConnection) -> list[User]:
    """Everybody."""
    rows = await connection.execute(select(users).order_by(users.c.name))
    return [User(row.id, row.name, row.role, row.disabled_at is not None) for row in rows]


async def password_of(connection: AsyncConnection, name: str) -> tuple[int, str] | None:
    """(id, hash) of a user who may log in."""
    query = select(users.c.id, users.c.password).where((users.c.name == name) & users.c.disabled_at.is_(None))
    row = (await connection.execute(query)).first()
    return None if row is None else (row[0], row[1])


async def add_session(connection: AsyncConnection, values: Mapping[str, object]) -> None:
    """A new session (columns of `sessions`)."""
    await connection.execute(insert(sessions).values(**values))


async def end_session(connection: AsyncConnection, digest: str, now: int) -> None:
    """Log out."""
    await connection.execute(update(sessions).where(sessions.c.hash == digest).values(ended_at=now))


async def user_of_session(connection: AsyncConnection, digest: str, now: int) -> User | None:
    """Who is logged in with this session, unless it has ended or the user may no longer."""
    query = (
        select(users.c.id, users.c.name, users.c.role)
        .join(sessions, sessions.c.user_id == users.c.id)
        .where((sessions.c.hash == digest) & (sessions.c.expires_at > now) & sessions.c.ended_at.is_(None))
        .where(users.c.disabled_at.is_(None))
    )
    row = (await connection.execute(query)).first()
    return None if row is None else User(row[0], row[1], row[2], disabled=False)


async def add_token(connection: AsyncConnection, values: Mapping[str, object]) -> int:
    """A new token (columns of `tokens` without id); the id."""
    return int(
        (await connection.execute(insert(tokens).values(**values).returning(tokens.c.id))).scalar_one()
    )


async def token_by_hash(connection: AsyncConnection, digest: str) -> Token | None:
    """The token with this hash, unless it is revoked."""
    query = select(tokens).where((tokens.c.hash == digest) & tokens.c.revoked_at.is_(None))
    row = (await connection.execute(query)).first()
    return None if row is None else _token(row)


async def all_tokens(connection: AsyncConnection) -> list[Token]:
    """Every token, revoked ones too."""
    return [_token(row) for row in await connection.execute(select(tokens).order_by(tokens.c.id))]


async def revoke_token(connection: AsyncConnection, token: int, now: int) -> bool:
    """Whether there was such a token that was not revoked yet."""
    query = (
        update(tokens).where((tokens.c.id == token) & tokens.c.revoked_at.is_(None)).values(revoked_at=now)
    )
    return bool((await connection.execute(query)).rowcount)


async def add_pairing(connection: AsyncConnection, values: Mapping[str, object]) -> None:
    """A new pairing code (columns of `pairings`)."""
    await connection.execute(insert(pairings).values(**values))


async def use_pairing(connection: AsyncConnection, digest: str, now: int) -> tuple[str, str] | None:
    """(table, role) of a code that is good now; it is used up by this."""
    good = (pairings.c.hash == digest) & pairings.c.used_at.is_(None) & (pairings.c.expires_at > now)
    query = update(pairings).where(good).values(used_at=now).returning(pairings.c.table_id, pairings.c.role)
    row = (await connection.execute(query)).first()
    return None if row is None else (row[0], row[1])


def _token(row: Any) -> Token:
    return Token(row.id, row.name, row.role, row.table_id, row.revoked_at is not None)
