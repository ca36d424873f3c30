"""Application images, and the newest release that was signed for each device.

A release is kept as it was signed, so that no setting in it, a password least of all, is ever in the database in clear.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import (
    JSON,
    BigInteger,
    Column,
    ForeignKey,
    LargeBinary,
    String,
    Table,
    delete,
    func,
    insert,
    select,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from arbiter_hub.store.schema import metadata

images = Table(
    "images",
    metadata,
    Column("hash", String(64), primary_key=True, comment="SHA-256"),
    Column("version", String(32), nullable=False),
    Column("content", LargeBinary, nullable=False),
    Column("created_at", BigInteger, nullable=False),
)

releases = Table(
    "releases",
    metadata,
    Column("device_id", String(32), ForeignKey("devices.id"), primary_key=True),
    Column("serial", BigInteger, nullable=False),
    Column("image", String(64), ForeignKey("images.hash"), comment="null: settings only"),
    Column("settings", JSON, nullable=False, comment="names of the settings in it"),
    Column("signed", LargeBinary, nullable=False, comment="as the device fetches it"),
    Column("state", String(16), nullable=False),
    Column("created_at", BigInteger, nullable=False),
    Column("changed_at", BigInteger, nullable=False),
)


@dataclass(frozen=True, slots=True)
class StoredImage:
    """A row of `images` without its content."""

    hash: str
    version: str
    size: int
    created_at: int


@dataclass(slots=True)
class StoredRelease:
    """A row of `releases`."""

    device: str
    serial: int
    image: str | None
    settings: list[str]
    signed: bytes
    state: str
    created_at: int
    changed_at: int


async def add_image(connection: AsyncConnection, digest: str, version: str, content: bytes, now: int) -> None:
    """Keep an image; one that is there already stays as it is."""
    if (await connection.execute(select(images.c.hash).where(images.c.hash == digest))).first() is None:
        values = {"hash": digest, "version": version, "content": content, "created_at": now}
        await connection.execute(insert(images).values(**values))


async def all_images(connection: AsyncConnection) -> list[StoredImage]:
    """Every image, the newest first."""
    size = func.length(images.c.content)
    query = select(images.c.hash, images.c.version, size, images.c.created_at)
    rows = await connection.execute(query.order_by(images.c.created_at.desc(), images.c.hash))
    return [StoredImage(*row) for row in rows]


async def image_content(connection: AsyncConnection, digest: str) -> tuple[str, bytes] | None:
    """(version, content) of an image."""
    query = select(images.c.version, images.c.content).where(images.c.hash == digest)
    row = (await connection.execute(query)).first()
    return None if row is None else (row[0], row[1])


async def drop_images(connection: AsyncConnection, digests: Sequence[str]) -> None:
    """Drop images that no release needs."""
    await connection.execute(delete(images).where(images.c.hash.in_(digests)))


async def all_releases(connection: AsyncConnection) -> list[StoredRelease]:
    """The newest release of each device that has one."""
    return [StoredRelease(*row) for row in await connection.execute(select(releases))]


async def put_release(connection: AsyncConnection, release: StoredRelease) -> None:
    """Keep a release, instead of the one that the device had before."""
    await forget_release(connection, release.device)
    values = asdict(release)
    values["device_id"] = values.pop("device")
    await connection.execute(insert(releases).values(**values))


async def forget_release(connection: AsyncConnection, device: str) -> None:
    """Drop the release of a device."""
    await connection.execute(delete(releases).where(releases.c.device_id == device))
