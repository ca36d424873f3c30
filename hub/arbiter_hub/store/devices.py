"""The devices that were seen or whose key was registered. A device's key leaves the hub by no export and no route."""

from dataclasses import dataclass, field, fields

from sqlalchemy import BigInteger, Column, LargeBinary, String, Table, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from arbiter_hub.store.schema import metadata

devices = Table(
    "devices",
    metadata,
    Column("id", String(32), primary_key=True, comment="as its status tells"),
    Column("table_id", String(65), comment="where it was last; null: not seen yet"),
    Column("firmware", String(32)),
    Column("boots", BigInteger, nullable=False),
    Column("connection", BigInteger, nullable=False),
    Column("reset", String(32)),
    Column("seen_at", BigInteger),
    Column("key", LargeBinary, comment="32 bytes that only the device knows too"),
    Column("serial", BigInteger, nullable=False, comment="of its newest release"),
    Column("created_at", BigInteger, nullable=False),
)


@dataclass(slots=True)
class StoredDevice:
    """A row of `devices`."""

    id: str
    table: str | None
    firmware: str | None
    boots: int
    connection: int
    reset: str | None
    seen_at: int | None
    key: bytes | None = field(repr=False)
    serial: int
    created_at: int


async def all_devices(connection: AsyncConnection) -> list[StoredDevice]:
    """Every device, by id."""
    rows = await connection.execute(select(devices).order_by(devices.c.id))
    return [StoredDevice(*row) for row in rows]


async def keep_device(connection: AsyncConnection, device: StoredDevice) -> None:
    """A new device, or every column of one that is there."""
    changed = update(devices).where(devices.c.id == device.id).values(**_values(device))
    if not (await connection.execute(changed)).rowcount:
        await connection.execute(insert(devices).values(**_values(device)))


async def forget_device(connection: AsyncConnection, device: str) -> None:
    """Drop a device with its key."""
    await connection.execute(delete(devices).where(devices.c.id == device))


def _values(device: StoredDevice) -> dict[str, object]:
    values = {item.name: getattr(device, item.name) for item in fields(device)}
    values["table_id"] = values.pop("table")
    return values
