"""One hub a PostgreSQL database: a second one would fold the same events and answer the same clocks.

The lock is the server's, on a connection that is kept for it alone, so it ends with the process, however that ends.
Where the connection breaks, as when the server is started again, the lock is taken anew. A hub that finds it taken by
another one meanwhile writes nothing more: what it has in its memory is no longer what is stored.
"""

from typing import Final

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, create_async_engine
from sqlalchemy.pool import NullPool

from arbiter_hub.log import logger
from arbiter_hub.store.engine import Store

#: The number by which hubs know the lock, "arbiter" as a whole number.
NUMBER: Final = int.from_bytes(b"arbiter")
#: A server notices within half a minute that a hub's machine is gone, and frees the lock.
KEEPALIVE: Final = {"tcp_keepalives_idle": "10", "tcp_keepalives_interval": "5", "tcp_keepalives_count": "4"}

log = logger("store")


class DatabaseLock:
    """The lock of one database. SQLite has none: the data directory's lock covers it."""

    def __init__(self, store: Store):
        self._store = store
        self._connection: AsyncConnection | None = None
        self._wanted = False

    async def take(self) -> None:
        """Take the lock; OSError with one clear sentence if another hub has it or the database cannot be used."""
        if self._store.is_sqlite:
            return
        try:
            taken = await self._try()
        except (SQLAlchemyError, OSError) as error:
            reason = str(error).partition("\n")[0]
            raise OSError(f"the database {self._store.name} cannot be used: {reason}") from error
        if not taken:
            raise OSError(
                f"another hub is running on the database {self._store.name}; stop it, "
                "or give this one another database"
            )
        self._wanted = True

    async def keep(self) -> None:
        """Make sure that the lock is still there; call it every few seconds. Without it the store takes no writes."""
        if not self._wanted:
            return
        try:
            if self._connection is not None:
                await self._connection.execute(text("SELECT 1"))
                return
        except (SQLAlchemyError, OSError):
            await self._drop()
        try:
            if not await self._try():
                self._wanted = False
                self._store.refuse(f"another hub has taken the database {self._store.name}")
                log.error(
                    "another hub has taken the database; this one stores nothing more and has to be stopped"
                )
        except (SQLAlchemyError, OSError) as error:
            log.warning("the database cannot be reached", error=str(error))

    async def release(self) -> None:
        """Give the lock back; nothing happens without one."""
        self._wanted = False
        await self._drop()

    async def _try(self) -> bool:
        engine = create_async_engine(
            self._store.url,
            poolclass=NullPool,
            isolation_level="AUTOCOMMIT",
            connect_args={"server_settings": KEEPALIVE},
        )
        connection = await engine.connect()
        try:
            query = text("SELECT pg_try_advisory_lock(:number)")
            taken = bool((await connection.execute(query, {"number": NUMBER})).scalar_one())
        except BaseException:
            await connection.close()
            raise
        if taken:
            self._connection = connection
        else:
            await connection.close()
        return taken

    async def _drop(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                await connection.close()
            except (SQLAlchemyError, OSError) as error:
                log.debug("the lock's connection was broken", error=str(error))
