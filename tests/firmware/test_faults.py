"""Fault scenarios of public bug reports, each by its number, that no other file holds; the last test counts all."""

from __future__ import annotations

import asyncio
import itertools
import json
import re
from pathlib import Path

import pytest

from sim.fault_proxy import FaultProxy

TRAINING = ("--set", "preset=training")


class DeafBroker:
    """Greets, takes subscriptions and acknowledges no message; `publishes` is what was read off the wire."""

    def __init__(self) -> None:
        self.publishes: list[tuple[int, int]] = []  # (DUP, packet id) of every QoS 1 PUBLISH
        self.connections = 0
        self.repeated = asyncio.Event()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        try:
            while True:
                first = (await reader.readexactly(1))[0]
                self._take(first, await reader.readexactly(await self._length(reader)), writer)
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    async def _length(self, reader: asyncio.StreamReader) -> int:
        length = shift = 0
        while True:
            byte = (await reader.readexactly(1))[0]
            length |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return length

    def _take(self, first: int, body: bytes, writer: asyncio.StreamWriter) -> None:
        if first >> 4 == 1:
            writer.write(b"\x20\x02\x01\x00" if self.connections > 1 else b"\x20\x02\x00\x00")
        elif first >> 4 == 8:
            writer.write(b"\x90\x04" + body[:2] + b"\x01\x01")
        elif first >> 4 == 3 and first & 6:
            topic = int.from_bytes(body[:2], "big")
            self.publishes.append((first >> 3 & 1, int.from_bytes(body[2 + topic : 4 + topic], "big")))
            if self.connections == 2 and len(self.publishes) == 8:
                self.repeated.set()


async def test_b5_many_unacknowledged_events_go_out_in_a_bounded_window_with_dup_and_the_same_id(clock):
    deaf = DeafBroker()
    server = await asyncio.start_server(deaf.serve, "127.0.0.1", 0)
    address = f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    async with server, clock(broker=address, factor=10, options=TRAINING) as device:
        await device.panel.press("START", 130)
        await asyncio.sleep(0.2)
        for _ in range(10):
            await device.panel.press("START", 12)
            await device.panel.press("SHOT", 12)
        await asyncio.wait_for(deaf.repeated.wait(), 10)
    first, again = deaf.publishes[:4], deaf.publishes[4:8]

    assert [dup for dup, _ in first] == [0] * 4, "four messages wait at most"
    assert [dup for dup, _ in again] == [1] * 4
    assert [packet for _, packet in again] == [packet for _, packet in first]


async def test_b8_a_broker_that_forgets_what_it_acknowledged_costs_no_event(broker, hub, clock):
    hub.acking = False
    async with clock(broker=broker.address, factor=10) as device:
        await hub.wait(lambda: hub.of("status"))
        await hub.start_set()
        await device.panel.press("START", 30)
        await device.panel.press("PAUSE", 30)
        await hub.wait(lambda: len(hub.events) == 3)
        await broker.stop()
        hub.messages.clear()
        hub.acking = True
        await broker.start()
        await hub.wait(lambda: len(hub.events) == 3)

    assert [event["type"] for event in hub.events] == ["set_start", "start", "pause"]


@pytest.mark.timing
async def test_b13_the_whole_frame_is_sent_again_every_second_although_nothing_changes(clock):
    """The stand-in counts what the strip would latch; a frame that a disturbance has spoilt lasts a second."""
    async with clock(options=("--trace-frames",)) as device:
        await asyncio.sleep(2.3)
    writes = [int(line.split()[1]) for line in device.output if line.startswith("frame ")]
    gaps = [later - earlier for earlier, later in itertools.pairwise(writes)]

    assert len(device.panel.frames) <= 2
    assert 3 <= len(writes) <= 6
    assert max(gaps) <= 1100, "a second, and what this machine is late"


async def test_b16_a_name_that_does_not_resolve_stops_neither_the_clock_nor_its_presses(clock):
    options = (*TRAINING, "--set", "broker_host=no-such-host.invalid")
    async with clock(factor=4, options=options) as device:
        await device.panel.press("START", 1300 / 4)
        await device.panel.frame(lambda frame: frame["text"] == "On")
        await asyncio.sleep(0.3)
        await device.panel.press("START")
        await device.panel.frame(lambda frame: frame["text"] == "37")

    assert len(device.output) == 1


async def test_b19_a_crash_is_kept_over_the_restart_and_told_to_the_hub(broker, hub, clock, tmp_path):
    folder = tmp_path / "device"
    folder.mkdir()
    crash = b"display: OSError(5,)"
    (folder / "nvs-arbiter.json").write_text(json.dumps({"crash": crash.hex()}))
    async with clock(broker=broker.address):
        line = await hub.wait(lambda: hub.of("log"))

    assert line[0]["level"] == "error"
    assert "display: OSError(5,)" in line[0]["text"]
    assert "crash" not in json.loads((folder / "nvs-arbiter.json").read_text()), "it is told once"


async def test_b20_days_offline_never_reset_a_match(broker, clock):
    """Far longer than any part is patient, without a broker: the same process, the same boot, the same face."""
    await broker.stop()
    async with clock(broker=broker.address, factor=60) as device:
        await asyncio.sleep(2.5)
        process = device.process
        await device.panel.frame(lambda frame: frame["text"] == "--")

        assert device.process is process
        assert process.returncode is None


@pytest.mark.timing
async def test_b23_what_is_coalesced_is_the_state_and_never_an_event(broker, hub, clock):
    async with FaultProxy(broker.port) as proxy, clock(broker=f"127.0.0.1:{proxy.port}", factor=4) as device:
        await hub.wait(lambda: hub.of("status"))
        await hub.start_set()
        await hub.wait(lambda: len(hub.events) == 1)
        proxy.mode = "refuse"
        for _ in range(15):
            for name in ("START", "SHOT"):
                await device.panel.press(name, 25)
                await asyncio.sleep(0.015)
        states = len(hub.of("state"))
        proxy.mode = "pass"
        await hub.wait(lambda: len(hub.events) == 31)

    assert [event["type"] for event in hub.events[1:]] == ["start", "shot"] * 15
    assert len(hub.of("state")) - states < 5


#: The scenarios of the list of public bug reports; those that are missing are of no concern to this device.
SCENARIOS = {1, 2, 3, 4, 5, 8, 9, 11, 12, 13, 14, 15, 16, 18, 19, 20, 21, 22, 23}


def test_every_scenario_of_the_bug_reports_has_a_test_by_its_number():
    named: dict[int, set[str]] = {}
    for file in Path(__file__).parent.rglob("*.py"):
        for name in re.findall(r"^(?:async )?def ((?:test|check)_\w+)", file.read_text(), re.MULTILINE):
            for number in re.findall(r"(?<=_)b(\d+)(?=_)", name):
                named.setdefault(int(number), set()).add(f"{file.name}::{name}")

    assert set(named) == SCENARIOS
