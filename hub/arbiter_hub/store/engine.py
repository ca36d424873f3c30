"""The database engine, and the one writer.

SQLite: write-ahead log with synchronous=FULL, so that what is committed survives a power cut; a write transaction
takes its lock at once (BEGIN IMMEDIATE), and a lock keeps this process to one of them at a time.
PostgreSQL: the same code; the lock stays, as one writer in batches is faster than many without.
"""

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=10000")


class Store:
    """One database. Open it before use; close it after."""

    def __init__(self, url: str):
        self._url = make_url(url)
        self._refused: str | None = None
        self._writing = asyncio.Lock()
        self.engine: AsyncEngine = create_async_engine(self._url, pool_pre_ping=not self.is_sqlite)
        if self.is_sqlite:
            event.listen(self.engine.sync_engine, "connect", _prepare_sqlite)
            event.listen(self.engine.sync_engine, "begin", _begin_sqlite)

    @property
    def is_sqlite(self) -> bool:
        return self._url.get_backend_name() == "sqlite"

    @property
    def url(self) -> URL:
        """Where it is, with the password."""
        return self._url

    @property
    def name(self) -> str:
        """Where it is, as people may read it."""
        return self._url.render_as_string(hide_password=True)

    def refuse(self, reason: str) -> None:
        """Take no writes from now on."""
        self._refused = reason

    async def open(self) -> None:
        """Make the folder and bring the schema to the newest version. SQLite's files are their owner's alone, as they
        hold the clocks' keys."""
        if self.is_sqlite and self._url.database:
            _make_private(Path(self._url.database))
        async with self.write() as connection:
            await connection.run_sync(_migrate)

    async def close(self) -> None:
        """Close every connection."""
        await self.engine.dispose()

    @asynccontextmanager
    async def read(self) -> AsyncGenerator[AsyncConnection, None]:
        """A connection that sees what is committed."""
        async with self.engine.connect() as connection:
            yield connection

    @asynccontextmanager
    async def write(self) -> AsyncGenerator[AsyncConnection, None]:
        """A transaction: committed when the block ends, rolled back when it raises. Do not nest. OSError if the store
        takes no writes any more."""
        if self._refused is not None:
            raise OSError(self._refused)
        async with self._writing, self.engine.connect() as connection:
            await connection.execution_options(arbiter_write=True)
            async with connection.begin():
                yield connection


def _make_private(database: Path) -> None:
    """Make the file of the database, as SQLite would for everybody to read; it gives its other files the same mode."""
    database.parent.mkdir(parents=True, exist_ok=True)
    database.touch(mode=0o600)
    for file in (database, *(database.with_name(database.name + end) for end in ("-wal", "-shm"))):
        # A file of somebody else's, or on a card without modes, is its owner's concern and works all the same.
        with contextlib.suppress(FileNotFoundError, PermissionError):
            file.chmod(0o600)


def _prepare_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # SQLAlchemy, not the driver, begins transactions
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    write = connection.get_execution_options().get("arbiter_write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")


def _migrate(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
