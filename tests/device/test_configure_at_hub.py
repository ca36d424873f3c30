"""A clock on the cable and a hub that runs: a pairing code and a key reach both sides in one command, or neither."""

from __future__ import annotations

import asyncio
import functools
import json
import shutil
import threading
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest
from hub.device import eventually
from hub.harness import TOKEN, mosquitto, running, served
from typer.testing import CliRunner

from arbiter_device import config as device_config
from arbiter_hub.broker.base import free_port
from arbiter_hub.device import cli, pairing
from arbiter_hub.settings import Settings
from sim.panel_client import SimulatedClock

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from device.tty import Cable
    from hub.harness import Mosquitto, Running


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Mosquitto]:
    with mosquitto(tmp_path / "mosquitto") as started:
        yield started


#: What the stand-in for a chip calls itself.
DEVICE = "arbiter-000000"


async def configure(cable: Cable, *arguments: str, token: str | None = None) -> tuple[int, str, str]:
    """Exit code and what was printed of `arbiter device configure`."""
    command = ["configure", "--port", cable.port, *arguments]
    run = functools.partial(CliRunner().invoke, cli.app, command, env={"ARBITER_TOKEN": token})
    ran = await asyncio.to_thread(run)
    return ran.exit_code, ran.stdout, ran.stderr


def kept(chip: Path) -> tuple[dict[str, object], object]:
    """Settings and key that the chip has."""
    file, stored = chip / "config.json", chip / "nvs-arbiter.json"
    settings = device_config.unpack(file.read_bytes()) if file.exists() else {}
    return settings or {}, json.loads(stored.read_text())["key"] if stored.exists() else None


async def code_for(hub: Running, table: str, role: str = "device") -> str:
    answer = await hub.api.post("/api/v1/pairings", json={"table": table, "role": role})
    return str(answer.json()["code"])


async def test_a_code_and_a_token_are_all_that_a_clock_needs_to_reach_a_hub_by_tls(
    cable: Cable, chip: Path, tmp_path: Path
) -> None:
    settings = Settings(
        data=tmp_path / "hub", broker="mosquitto", broker_port=0, broker_certificates="own", broker_tls_port=0,
        direction_token=TOKEN, log_level="error",
    )  # fmt: skip
    async with running(settings) as hub, served(hub.app) as address:
        at = ("--hub", f"http://{address}", "--set", "broker_host=127.0.0.1")
        wrong = await configure(cable, "--pair", "AAAAAAAA", *at)
        for_a_pad = await configure(cable, "--pair", await code_for(hub, "4", "scorer"), *at)
        assert (wrong[0], for_a_pad[0], kept(chip)) == (1, 1, ({}, None))
        assert "code: found a code that is not good" in wrong[2]
        assert "--pair: found a code for a scorer, which is used up now" in for_a_pad[2]

        pair = ("--pair", await code_for(hub, "4"), "--new-key", *at, "--set", "wifi_ssid=Saal")
        code, out, err = await configure(cable, *pair, token=TOKEN)
        access = hub.hub.broker.admit("4")
        written, key = kept(chip)

        assert (code, err) == (0, "")
        assert out == f"{DEVICE}: paired with table 4 of {settings.site}\n{DEVICE}: key registered\n"
        assert access is not None
        assert access.tls
        assert written == {
            "site": settings.site, "table": "4", "wifi_ssid": "Saal", "broker_host": "127.0.0.1",
            "broker_port": access.port, "broker_tls": 1, "broker_user": "clock-4",
            "broker_password": access.password, "update_host": "127.0.0.1",
            "update_port": int(address.rpartition(":")[2]),
        }  # fmt: skip
        registered = hub.hub.devices.key_of_device(DEVICE)
        assert registered is not None
        assert registered.hex() == key

        flash = tmp_path / "clock" / "flash"
        flash.mkdir(parents=True)
        for name in ("config.json", "ca.der"):
            shutil.copy(chip / name, flash / name)
        async with SimulatedClock(tmp_path / "clock", site=settings.site, table="4"):
            await eventually(lambda: "4" in hub.hub.live and hub.hub.live.board("4").link == "ready")


async def test_a_hub_that_is_not_there_or_refuses_the_token_leaves_the_clock_its_key(
    cable: Cable, chip: Path, tmp_path: Path
) -> None:
    before, boots = kept(chip), cable.boots
    nowhere = f"http://127.0.0.1:{free_port()}"
    dead = await configure(cable, "--new-key", "--hub", nowhere, token=TOKEN)
    settings = Settings(data=tmp_path, direction_token=TOKEN, log_level="error")
    async with running(settings) as hub, served(hub.app) as address:
        stranger = await configure(cable, "--new-key", "--hub", f"http://{address}", token=TOKEN[1:])
        assert hub.hub.devices.all() == []

    assert (dead[0], f"no hub at {nowhere}" in dead[2]) == (1, True)
    assert (stranger[0], "found" in stranger[2]) == (1, True)
    assert (kept(chip), cable.boots) == (before, boots)


class Forgetful(BaseHTTPRequestHandler):
    """Knows the token at first, and refuses to write."""

    def do_GET(self) -> None:
        self._answer(200, [])

    def do_PUT(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self._answer(403, {"field": "role", "found": "scorer", "allowed": "direction"})

    def log_message(self, *_: object) -> None:
        pass

    def _answer(self, status: int, body: object) -> None:
        self.send_response(status)
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())


@contextmanager
def forgetful_hub() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), Forgetful) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


async def test_a_key_that_the_hub_refuses_after_all_is_printed_because_the_clock_has_it(
    cable: Cable, chip: Path
) -> None:
    with forgetful_hub() as url:
        code, out, err = await configure(cable, "--new-key", "--hub", url, token=TOKEN)

    assert (code, "role: found scorer, allowed: direction" in err) == (1, True)
    assert out == f"{DEVICE} has this key, register it: {kept(chip)[1]}\n"


async def test_what_the_clock_refuses_is_told_and_it_starts_again_as_it_was(cable: Cable, chip: Path) -> None:
    """Its firmware is an older one, which does not know the setting."""
    before, boots = kept(chip), cable.boots
    older = chip / "arbiter_device"
    older.mkdir()
    try:
        (older / "config.py").write_text("def check(name, value):\n raise ValueError(name + ' is unknown')\n")
        code, _, err = await configure(cable, "--set", "volume=2")
        await eventually(lambda: cable.boots > boots)
    finally:
        shutil.rmtree(older)

    assert (code, "volume is unknown" in err, "mpremote failed" in err) == (1, True, True)
    assert kept(chip) == before


async def test_a_hub_with_somebody_elses_broker_brings_site_and_table_only(
    cable: Cable, chip: Path, tmp_path: Path, broker: Mosquitto
) -> None:
    settings = Settings(
        data=tmp_path, broker="external", broker_port=broker.port, direction_token=TOKEN, log_level="error"
    )
    async with running(settings) as hub, served(hub.app) as address:
        at = ("--hub", f"http://{address}", "--set", "broker_host=broker.example")
        code, out, err = await configure(cable, "--pair", await code_for(hub, "7"), *at)

    assert (code, out) == (0, f"{DEVICE}: paired with table 7 of {settings.site}\n")
    assert err == "The hub does not run the broker: its port, user and password come by --set.\n"
    assert kept(chip)[0]["broker_host"] == "broker.example"


def test_releases_are_fetched_from_the_hub_unless_it_speaks_tls_only() -> None:
    at = pairing.hosts(urlsplit("http://hub.example"), {})
    assert at == {"broker_host": "hub.example", "update_host": "hub.example", "update_port": 80}
    at = pairing.hosts(urlsplit("http://10.0.0.2:8000"), {"update_port": 8001, "volume": 2})
    assert at == {"broker_host": "10.0.0.2", "update_host": "10.0.0.2", "update_port": 8001, "volume": 2}
    assert pairing.hosts(urlsplit("https://hub.example"), {}) == {"broker_host": "hub.example"}
