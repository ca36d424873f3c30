"""The sites that a hub serves. The home site is kept only for its title, under the empty name."""

from sqlalchemy import BigInteger, Column, String, Table, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from arbiter_hub.store.schema import metadata

sites = Table(
    "sites",
    metadata,
    Column("id", String(32), primary_key=True, comment="name on the wire; empty: the hub's home"),
    Column("title", String(60), nullable=False, comment="what people call it"),
    Column("created_at", BigInteger, nullable=False),
)


async def site_titles(connection: AsyncConnection) -> dict[str, str]:
    """The title of every site that is kept."""
    return {row.id: row.title for row in await connection.execute(select(sites).order_by(sites.c.id))}


async def keep_site(connection: AsyncConnection, name: str, title: str, now: int) -> None:
    """A new site, or a new title of one."""
    changed = await connection.execute(update(sites).where(sites.c.id == name).values(title=title))
    if not changed.rowcount:
        await connection.execute(insert(sites).values(id=name, title=title, created_at=now))


async def drop_site(connection: AsyncConnection, name: str) -> bool:
    """The site is no longer the hub's; False if it was not. What was played there stays."""
    return bool((await connection.execute(delete(sites).where(sites.c.id == name))).rowcount)
