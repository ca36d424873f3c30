"""The same hub on PostgreSQL."""

import os
import pwd
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hub.device import Device, eventually, penalty
from hub.harness import MATCH, running, wait_for_port

from arbiter_hub.broker.base import free_port
from arbiter_hub.settings import Settings


def _program(name: str) -> str | None:
    places = sorted(str(path) for path in Path("/usr/lib/postgresql").glob("*/bin"))
    return shutil.which(name, path=os.pathsep.join([*reversed(places), os.environ.get("PATH", "")]))


@pytest.fixture
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a server of its own. It refuses to run as root, so root lends it another user."""
    folder = tmp_path_factory.mktemp("postgresql")
    initdb, postgres = _program("initdb"), _program("postgres")
    assert initdb is not None
    assert postgres is not None
    user = "postgres" if os.geteuid() == 0 else None
    if user is not None:
        entry = pwd.getpwnam(user)
        os.chown(folder, entry.pw_uid, entry.pw_gid)
        for parent in list(folder.parents)[:3]:
            parent.chmod(parent.stat().st_mode | 0o011)
    data, port = folder / "data", free_port()
    command = [initdb, "-D", data, "-U", "arbiter", "-A", "trust", "-N"]
    subprocess.run(command, check=True, user=user, capture_output=True, cwd="/")
    options = [
        "-c",
        "fsync=off",
        "-c",
        "listen_addresses=127.0.0.1",
        "-c",
        f"unix_socket_directories={folder}",
    ]
    server = subprocess.Popen(
        [postgres, "-D", data, "-p", str(port), *options], user=user, stderr=subprocess.DEVNULL, cwd="/"
    )
    try:
        wait_for_port(port)
        yield f"postgresql+asyncpg://arbiter@127.0.0.1:{port}/postgres"
    finally:
        server.terminate()
        server.wait(20)


async def test_a_match_on_postgresql_survives_a_restart(
    settings: Settings, database: str, make_device: Callable[..., Device]
) -> None:
    on_postgresql = settings.model_copy(update={"database_url": database})
    with make_device() as device:
        async with running(on_postgresql) as hub:
            await hub.post("1/match", MATCH)
            await hub.post("1/set_start", {"striker": "a", "by": "Schreiber"}, "set")
            event = device.emit("penalty", **penalty("a"))
            device.publish("event", event)
            device.raw("event", b"\x00 garbage")
            await eventually(lambda: device.confirmed_seq == 2)
            for _ in range(2):
                await hub.post("1/points", {"player": "a", "points": 6, "by": "Schreiber"}, "points")
            before = dict(hub.hub.live.board("1").score or {})
            assert (before["a"]["points"], before["b"]["points"]) == (6, 2)
        async with running(on_postgresql) as hub:
            assert hub.hub.live.board("1").score == before
            device.publish("event", event)
            await eventually(lambda: hub.hub.metrics.value("arbiter_event_duplicates_total") == 1)
            assert hub.hub.live.board("1").score == before
