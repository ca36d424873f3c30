"""An import on PostgreSQL, which counts rows by itself: numbering goes on after rows that brought their own."""

import json

import pytest
from hub.played import Played, scores
from hub.test_postgresql import database as database  # noqa: PLC0414 - a fixture of another module
from hub.transferred import play, transfer

from arbiter_hub.store.engine import Store


async def test_after_an_import_on_postgresql_rows_are_numbered_on(
    database: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    source = Store(f"sqlite+aiosqlite:///{tmp_path_factory.mktemp('source') / 'hub.db'}")
    target = Store(database)
    await source.open()
    await target.open()
    try:
        await play(source)
        exported = await transfer(source).export_hub()
        await transfer(target).import_document(json.dumps(exported).encode())
        assert await scores(target, ["1"]) == await scores(source, ["1"])
        assert await transfer(target).export_hub() == exported

        goes_on = Played(target, "2")
        await goes_on.clock("0badcaff")
        assert await goes_on.open() == 3
        await goes_on.set_start()
        assert await goes_on.points("a", 4) == "hub:5"
        assert (await scores(target, ["2"]))["2"]["a"]["points"] == 4
    finally:
        await source.close()
        await target.close()
