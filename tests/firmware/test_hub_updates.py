"""Releases ordered at a real hub and taken by a real clock: images and settings, tried, kept or given back."""

from __future__ import annotations

import asyncio
import contextlib
import json
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from hub.device import eventually
from hub.harness import MATCH, TOKEN, Running, running, served

from arbiter_device import config as device_config
from arbiter_hub.settings import Settings

if TYPE_CHECKING:
    from collections.abc import AsyncIterator
    from pathlib import Path

    from sim.panel_client import SimulatedClock

API = "/api/v1"
KEY = b"a key that only this device has."
NAME = "arbiter-000000"
HALF = 48 * 4096
HEAP = "1500wk"  # the ROM partition is memory here, not flash
SECRET = "das-neue-WLAN-Wort"  # noqa: S105  made for the tests


class Wire:
    """What goes between the device and the hub's web server, in the clear as anybody in the hall could read it."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._connections: set[asyncio.Task[None]] = set()
        self.seen = bytearray()

    def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._connect(reader, writer))
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)

    async def close(self) -> None:
        """End what a device that was killed has left open."""
        for task in self._connections:
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        up_reader, up_writer = await asyncio.open_connection("127.0.0.1", self._target)
        try:
            await asyncio.gather(self._pump(reader, up_writer), self._pump(up_reader, writer))
        finally:
            for sink in (up_writer, writer):
                sink.transport.abort()

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await source.read(4096):
                self.seen += data
                sink.write(data)
                await sink.drain()
        sink.close()


@asynccontextmanager
async def hall(clock, broker, folder: Path, image: bytes, factor: int) -> AsyncIterator[Any]:
    """A hub with its web server, and a clock with both slots at table 1 that fetches its releases there."""
    state = folder / "device"
    state.mkdir()
    (state / "identity").write_bytes(bytes(6))
    (state / "nvs-arbiter.json").write_text(json.dumps({"key": KEY.hex()}))
    (state / "romfs.bin").write_bytes(image.ljust(HALF, b"\xff") + b"\xff" * HALF)
    settings = Settings(
        data=folder / "hub",
        broker="external",
        broker_port=broker.port,
        site="hall",
        direction_token=TOKEN,
        log_level="error",
    )
    async with running(settings) as hub, served(hub.app) as address:
        wire = Wire(int(address.rpartition(":")[2]))
        server = await asyncio.start_server(wire.accept, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        options = ("--set", "update_host=127.0.0.1", "--set", f"update_port={port}")
        options += ("--set", "wifi_password=das-alte-Wort")
        made: SimulatedClock = clock(broker=broker.address, factor=factor, options=options, heap=HEAP)
        try:
            async with server, made:
                await eventually(lambda: hub.hub.devices.at("1"))
                await hub.hub.devices.register_key(NAME, KEY)
                yield hub, wire
        finally:
            await wire.close()


async def order(hub: Running, **body: Any) -> dict[str, Any]:
    answer = await hub.api.post(f"{API}/releases", json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def storage(folder: Path) -> dict[str, Any]:
    return json.loads((folder / "device/nvs-arbiter.json").read_text())


def settings_of(folder: Path) -> dict[str, Any]:
    stored = device_config.unpack((folder / "device/flash/config.json").read_bytes())
    assert stored is not None
    return stored


async def test_an_image_that_is_ordered_is_installed_tried_and_confirmed_but_not_during_a_match(
    clock, broker, images, tmp_path
):
    async with hall(clock, broker, tmp_path, images["old"], 20) as (hub, _):
        files = {"file": ("firmware.romfs", images["new"])}
        image = (await hub.api.post(f"{API}/images", files=files)).json()
        assert image["version"] == "9.9.9"
        ordered = (await order(hub, image=image["hash"]))["ordered"]
        assert [(one["device"], one["told"]) for one in ordered] == [(NAME, True)]
        states: list[str] = []

        def state() -> str:
            now = hub.hub.releases.of(NAME).state
            if now not in states:
                states.append(now)
            return now

        await eventually(lambda: state() == "confirmed")
        # A busy machine may be too slow to let the clock tell of its trial.
        assert [one for one in states if one not in {"offered", "trial"}] == ["fetched", "confirmed"]
        (device,) = (await hub.api.get(f"{API}/devices")).json()
        assert (device["firmware"], device["reset"], device["link"]) == ("9.9.9", "hard_reset", "ready")
        lines = [line["text"] for line in (await hub.api.get(f"{API}/tables/1/log")).json()]
        assert "the new image is confirmed" in lines
        assert (storage(tmp_path)["slot"], storage(tmp_path)["serial"]) == (1, 1)

        await order(hub, settings={"volume": 2})
        await hub.post("1/match", MATCH)
        refused = await hub.api.post(f"{API}/releases", json={"image": image["hash"]})
        assert (refused.status_code, refused.json()["field"]) == (409, "match")


async def test_a_wifi_password_travels_sealed_and_is_taken_back_with_settings_that_bring_no_connection(
    clock, broker, images, tmp_path
):
    async with hall(clock, broker, tmp_path, images["old"], 40) as (hub, wire):
        await order(hub, settings={"wifi_password": SECRET})
        await eventually(lambda: hub.hub.releases.of(NAME).state == "confirmed")
        assert settings_of(tmp_path)["wifi_password"] == SECRET
        assert b"sealed" in wire.seen
        assert SECRET.encode() not in wire.seen

        before = settings_of(tmp_path)
        await order(hub, settings={"wifi_password": SECRET + "2", "broker_port": 1})
        await eventually(lambda: settings_of(tmp_path)["broker_port"] == 1)
        await eventually(lambda: hub.hub.releases.of(NAME).state == "returned")
        assert settings_of(tmp_path) == before
        assert SECRET.encode() not in wire.seen
        assert not (tmp_path / "device/flash/config.old").exists()
