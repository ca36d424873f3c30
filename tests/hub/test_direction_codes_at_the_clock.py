"""A code of the direction from the hub's list to the match sheet: entered at a clock that has no network."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hub.device import eventually
from hub.harness import MATCH, TOKEN, Running, mosquitto, running

from arbiter_device.menu import segments
from arbiter_hub.settings import Settings
from sim.fault_proxy import FaultProxy
from sim.panel_client import SimulatedClock

API = "/api/v1"
KEY = (11_731).to_bytes(32, "big")  # its first code is 000090, which is soon entered
FACTOR = 2  # of device time
POINT = 0x80
BY = "Turnierleitung (Code 1)"


class Table:
    """A clock, its hub, and a network between them that can fail."""

    def __init__(self, hub: Running, network: FaultProxy, folder: Path):
        self.hub, self.network = hub, network
        self.clock = SimulatedClock(
            folder, broker=f"127.0.0.1:{network.port}", site=hub.hub.settings.site, factor=FACTOR
        )

    async def press(self, name: str, bits: int) -> None:
        """Press until the digits show it: a computer that is busy may be too late to see a press."""
        wanted = [bits & 0xFF, bits >> 8]
        for _ in range(5):
            await self.clock.panel.set(name, down=True)
            with contextlib.suppress(TimeoutError):
                await self.clock.panel.frame(lambda frame: frame["digits"] == wanted, 0.8 / FACTOR)
            await self.clock.panel.set(name, down=False)
            await asyncio.sleep(0.06 / FACTOR)
            if self.clock.panel.frames[-1]["digits"] == wanted:
                return
        raise AssertionError(f"{name} does not lead to {wanted}")

    async def hold(self, name: str, bits: int) -> None:
        """Hold until the digits show it."""
        await self.clock.panel.set(name, down=True)
        await self.shows(bits)
        await self.clock.panel.set(name, down=False)
        await asyncio.sleep(0.08 / FACTOR)

    async def shows(self, bits: int) -> None:
        await self.clock.panel.frame(lambda frame: frame["digits"] == [bits & 0xFF, bits >> 8])

    async def enter(self, code: str, answer: str) -> None:
        """Hand a code in, in the menu."""
        await self.hold("EXT", segments("Pr"))
        for item in ("br", "So", "UI", "nr", "tE", "Cd"):
            await self.press("EXT", segments(item))
        await self.press("START", segments("10") | POINT)
        for place, wanted in enumerate(map(int, code), start=1):
            steps = range(1, wanted + 1) if wanted <= 5 else range(9, wanted - 1, -1)
            for digit in steps:
                name = "START" if wanted <= 5 else "SHOT"
                await self.press(name, segments(f"{place}{digit}") | POINT)
            if place < len(code):
                await self.press("EXT", segments(f"{place + 1}0") | POINT)
        await self.clock.panel.press("EXT", 100 / FACTOR)
        await self.shows(segments(answer))

    async def codes(self) -> list[dict[str, str]]:
        return (await self.hub.api.get(f"{API}/tables/1/codes")).json()["codes"]


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    flash = tmp_path / "clock"
    flash.mkdir()
    (flash / "nvs-arbiter.json").write_text(json.dumps({"key": KEY.hex()}))
    with mosquitto(tmp_path) as broker:
        settings = Settings(
            data=tmp_path / "data",
            broker="external",
            broker_port=broker.port,
            direction_token=TOKEN,
            log_level="error",
        )
        async with running(settings) as hub, FaultProxy(broker.port) as network:
            made = Table(hub, network, flash)
            async with made.clock:
                device = await eventually(lambda: hub.hub.devices.at("1"))
                await hub.hub.devices.register_key(device.id, KEY)
                await hub.post("1/match", MATCH)
                yield made


@pytest.mark.rule("DBU 4.5")
async def test_a_code_orders_the_limit_without_a_network_and_is_told_once_when_it_is_back(
    table: Table,
) -> None:
    table.network.mode = "refuse"
    code = (await table.codes())[0]["armed"]
    await table.enter(code, "On")

    # The power fails before the set begins.
    await table.clock.kill()
    await table.clock.start()
    await table.hold("START", segments("On"))

    table.network.mode = "pass"
    score = await eventually(lambda: _limited(table.hub))
    assert (score["set"], score["limit"]["by"]) == (1, BY)
    events = (await table.hub.api.get(f"{API}/tables/1/events")).json()
    assert [one["body"]["code"] for one in events if one["type"] == "limit"] == [1]
    assert (await table.codes())[0]["number"] == 2
    match = table.hub.hub.scoring.active("1").stored.id
    sheet = await table.hub.api.get(f"{API}/matches/{match}/sheet.csv")
    assert sheet.text.count(BY) == 2, "the order, and the set that was played under it"


def _limited(hub: Running) -> dict | None:
    score = hub.hub.live.board("1").score
    return score if score is not None and score["limit"]["state"] == "on" else None
