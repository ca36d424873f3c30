"""The files of the database hold keys and are nobody else's to read."""

from pathlib import Path

import pytest

from arbiter_hub.store.engine import Store


@pytest.mark.parametrize("before", [None, 0o644], ids=["a new one", "one of an older hub"])
async def test_only_its_owner_reads_the_database(tmp_path: Path, before: int | None) -> None:
    database = tmp_path / "data" / "hub.db"
    if before is not None:
        database.parent.mkdir()
        for name in ("hub.db", "hub.db-wal"):
            (database.parent / name).touch(before)
    store = Store(f"sqlite+aiosqlite:///{database}")
    await store.open()
    found = {path.name: path.stat().st_mode & 0o777 for path in database.parent.iterdir()}
    await store.close()
    assert found == dict.fromkeys(("hub.db", "hub.db-shm", "hub.db-wal"), 0o600)
