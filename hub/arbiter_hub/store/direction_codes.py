"""Which codes the direction has used to order the limit at a device: their numbers, never a code itself."""

from dataclasses import dataclass

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Index,
    Integer,
    String,
    Table,
    func,
    insert,
    select,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from arbiter_hub.store.schema import RowId, metadata

code_uses = Table(
    "code_uses",
    metadata,
    Column("id", RowId, primary_key=True, autoincrement=True),
    Column("device_id", String(32), nullable=False),
    Column(
        "key", String(16), nullable=False, comment="which of the device's keys: numbers begin again with one"
    ),
    Column("number", Integer, nullable=False),
    Column("state", String(8), nullable=False, comment="armed | off"),
    Column("table_id", String(65), nullable=False),
    Column("used_at", BigInteger, nullable=False),
    Column("expected", Boolean, nullable=False, comment="whether the device could take it then"),
    Index("ix_code_uses_device_id_key", "device_id", "key"),
)


@dataclass(frozen=True, slots=True)
class CodeUse:
    """A code that was used: its number, what it ordered, where and when (ms since 1970)."""

    device: str
    key: str
    number: int
    state: str
    table: str
    used_at: int
    expected: bool


async def add_use(connection: AsyncConnection, use: CodeUse) -> None:
    """One more code is used."""
    values: dict[str, object] = {
        "device_id": use.device,
        "key": use.key,
        "number": use.number,
        "state": use.state,
        "table_id": use.table,
        "used_at": use.used_at,
        "expected": use.expected,
    }
    await connection.execute(insert(code_uses).values(**values))


async def highest_used(connection: AsyncConnection, device: str, key: str) -> int:
    """The highest number used with a key of a device, 0 for none."""
    query = select(func.max(code_uses.c.number)).where(*_of(device, key))
    return (await connection.execute(query)).scalar_one() or 0


async def uses_of(connection: AsyncConnection, device: str, key: str, limit: int) -> list[CodeUse]:
    """What was used with a key of a device, the newest first."""
    columns = [column for column in code_uses.columns if column.name != "id"]
    query = select(*columns).where(*_of(device, key)).order_by(code_uses.c.id.desc()).limit(limit)
    return [CodeUse(*row) for row in await connection.execute(query)]


def _of(device: str, key: str) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return code_uses.c.device_id == device, code_uses.c.key == key
