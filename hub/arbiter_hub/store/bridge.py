"""Bridge seasons: the document as imported, and the results, penalties and decisions added since."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import JSON, BigInteger, Column, ForeignKey, String, Table, Text, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from arbiter_hub.store.schema import RowId, metadata

bridge_seasons = Table(
    "bridge_seasons",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("document", JSON, nullable=False, comment="the season as it was imported"),
    Column("created_at", BigInteger, nullable=False),
)

bridge_entries = Table(
    "bridge_entries",
    metadata,
    Column("id", RowId, primary_key=True, autoincrement=True),
    Column("season_id", String(32), ForeignKey("bridge_seasons.id"), nullable=False, index=True),
    Column("kind", String(16), nullable=False, comment="match | penalty | decision"),
    Column("data", JSON, nullable=False, comment="the entry as it stands in a document"),
    Column("by", Text, nullable=False, comment="who made the entry"),
    Column("created_at", BigInteger, nullable=False),
)


@dataclass(frozen=True, slots=True)
class StoredAddition:
    """A row of `bridge_entries`."""

    id: int
    season: str
    kind: str
    data: Mapping[str, Any]
    by: str
    created_at: int


async def season_ids(connection: AsyncConnection) -> list[str]:
    """All seasons, by id."""
    return list(
        (await connection.execute(select(bridge_seasons.c.id).order_by(bridge_seasons.c.id))).scalars()
    )


async def season_document(connection: AsyncConnection, season: str) -> dict[str, Any] | None:
    """The document of a season as it was imported; None if there is no such season."""
    found = await connection.execute(select(bridge_seasons.c.document).where(bridge_seasons.c.id == season))
    document = found.scalar_one_or_none()
    return None if document is None else dict(document)


async def additions(connection: AsyncConnection, season: str) -> list[StoredAddition]:
    """What was added to a season, in order."""
    rows = await connection.execute(
        select(bridge_entries).where(bridge_entries.c.season_id == season).order_by(bridge_entries.c.id)
    )
    return [StoredAddition(*row) for row in rows]


async def keep_season(
    connection: AsyncConnection, season: str, document: Mapping[str, Any], now: int
) -> None:
    """A new season."""
    row = {"id": season, "document": dict(document), "created_at": now}
    await connection.execute(insert(bridge_seasons), row)


async def keep_addition(connection: AsyncConnection, values: Mapping[str, object]) -> int:
    """One more entry (columns of `bridge_entries` without id); its number."""
    found = await connection.execute(insert(bridge_entries).values(**values).returning(bridge_entries.c.id))
    return int(found.scalar_one())
