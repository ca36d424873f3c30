"""One hub a PostgreSQL database: a second is refused, and one that has lost the lock to another writes no more."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hub.device import Device, eventually
from hub.harness import MATCH, running
from hub.test_postgresql import database as database  # noqa: PLC0414 - a fixture of another module
from sqlalchemy import text

from arbiter_hub.settings import Settings
from arbiter_hub.store.database_lock import NUMBER, DatabaseLock
from arbiter_hub.store.engine import Store


async def test_a_second_hub_on_the_database_is_refused_and_one_whose_lock_was_taken_writes_no_more(
    settings: Settings, database: str, tmp_path: Path, make_device: Callable[..., Device]
) -> None:
    first = settings.model_copy(update={"database_url": database})
    second = first.model_copy(update={"data": tmp_path / "second", "site": f"{settings.site}-2"})
    async with running(first) as hub:
        with pytest.raises(OSError, match="another hub is running on the database postgresql"):
            async with running(second):
                pass
        assert (await hub.post("1/match", MATCH)).status_code == 201

        # The server ends the lock's connection, as when it is started again: the lock is taken anew.
        await _end_the_lock(hub.hub.store)
        await hub.hub.database_lock.keep()
        other = DatabaseLock(hub.hub.store)
        with pytest.raises(OSError, match="another hub"):
            await other.take()
        assert (await hub.post("2/match", MATCH)).status_code == 201

        # Another hub is faster.
        await _end_the_lock(hub.hub.store)
        await other.take()
        await hub.hub.database_lock.keep()
        with make_device() as device:
            device.emit("shot", set=1, stroke=1, striker="a", period=None, elapsed_ms=None, paused=False)
            await eventually(lambda: not hub.hub.ingest.works)
            assert device.confirmed is None
        assert (await hub.api.get("/healthz")).json()["store"] == "failing"
        await other.release()
        await hub.hub.database_lock.keep()
        with pytest.raises(OSError, match="another hub has taken the database"):
            async with hub.hub.store.write():
                pass
    async with running(second) as hub:
        assert hub.hub.live.tables == ("1", "2")
        # SQLite would take any length; here the longest names have to fit.
        away, longest = "s" * 32, f"{'s' * 32}.{'t' * 32}"
        assert (await hub.api.put(f"/api/v1/sites/{away}", json={"title": "Halle B"})).status_code == 200
        assert (await hub.post(f"{longest}/match", MATCH)).status_code == 201


async def test_the_password_of_the_database_is_in_no_message() -> None:
    store = Store("postgresql+asyncpg://arbiter:geheim@127.0.0.1:1/none")
    assert store.name == "postgresql+asyncpg://arbiter:***@127.0.0.1:1/none"
    with pytest.raises(OSError, match=r"the database .*none cannot be used: ") as refused:
        await DatabaseLock(store).take()
    assert "geheim" not in str(refused.value)
    await store.close()


async def test_sqlite_needs_no_lock_of_its_own(tmp_path: Path) -> None:
    store = Store(f"sqlite+aiosqlite:///{tmp_path / 'hub.db'}")
    await store.open()
    for lock in (DatabaseLock(store), DatabaseLock(store)):
        await lock.take()
        await lock.keep()
        await lock.release()
    async with store.write():
        pass
    await store.close()


async def _end_the_lock(store: Store) -> None:
    query = (
        "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' "
        "AND ((classid::bigint << 32) | objid::bigint) = :number"
    )
    async with store.engine.connect() as connection:
        ended = await connection.execute(text(query), {"number": NUMBER})
        assert ended.scalars().all() == [True]
