"""How much heap play takes: ten minutes from ROM fit into 64 KB of 32-bit words, as a chip has them at the least.

Loaded into the heap it takes 110, by the same count, in which byte code is halved too: on 32 bits it is more.
"""

from __future__ import annotations

import asyncio
import contextlib
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

import bundle
from sim.panel_client import LAUNCHER

if TYPE_CHECKING:
    from pathlib import Path

KB = 1024 * 2  # of 32-bit words: those here are twice as long
FROM_ROM = (64, 10, ())  # heap in KB, minutes of play, options
LOADED = (110, 3, ("--stock",))
FACTOR = 40


@pytest.fixture(scope="module")
def rom(built, tmp_path_factory) -> tuple[Path, Path]:
    """The bundle's folder and the image of the stand-ins."""
    folder = tmp_path_factory.mktemp("stand-ins")
    bundle.build_stand_ins(folder / "modules", folder / bundle.STAND_INS)
    return built[0], folder / bundle.STAND_INS


@pytest.fixture(scope="module")
def stand_ins(rom, tmp_path_factory) -> int:
    """Bytes that the stand-ins take of the heap, which a chip does not need for them."""
    state = tmp_path_factory.mktemp("measured")
    command = [sys.executable, str(LAUNCHER), *map(str, rom), "4M", "--state", str(state)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        line = process.stdout.readline()
        process.kill()
    return int(line.removeprefix("stand-ins retain "))


async def play(hub, minutes: int) -> None:
    """Strokes with all that belongs to them, and one that runs out, until the device has been played on so long."""

    async def press(button: str, *, held: bool = False) -> None:
        for _ in range(
            5
        ):  # a machine with other work may let an answer be so late that the link is made anew
            with contextlib.suppress(TimeoutError):
                await hub.command("press", {"button": button, "held": held}, role="referee", timeout=2)
                return
        raise TimeoutError("five commands without an answer")

    first = hub.of("state")[-1]["t"]
    stroke = 0
    while hub.of("state")[-1]["t"] - first < minutes * 60_000:
        stroke += 1
        assert {status["boot"] for status in hub.of("status")} == {1}, hub.of("log")
        await press("START")
        if stroke % 5 == 2:
            await press("PAUSE")
            await press("START")
        if stroke % 7 == 3:
            await hub.wait(lambda: hub.of("state")[-1]["phase"] == "turn_lost")
            continue
        await asyncio.sleep(0.1)
        await press("SHOT")
        if stroke % 4 == 0:
            await press("SHOT", held=True)
            await press("UNDO")


@pytest.mark.timing
@pytest.mark.parametrize(("size", "minutes", "options"), [FROM_ROM, LOADED], ids=["from-rom", "loaded"])
async def test_minutes_of_play_fit_into_the_heap_of_a_chip(  # noqa: PLR0917  fixtures
    rom, stand_ins, broker, hub, clock, size, minutes, options
):
    heap = str(size * KB + stand_ins)
    async with clock(broker=broker.address, heap=heap, rom=rom, factor=FACTOR, options=options) as device:
        await device.panel.close()  # whoever looks at it would take heap that no chip has to give
        await hub.wait(lambda: hub.of("status"))
        await hub.start_set()
        await play(hub, minutes)
        heap_lines = [line for line in device.output if line.startswith("heap retained")]
    print(f"stand-ins {stand_ins} bytes, heap {heap} bytes")  # noqa: T201
    print("\n".join(heap_lines))  # noqa: T201

    free = [int(line.rpartition(" ")[2]) for line in heap_lines]
    assert min(free) > 4096
    assert len(heap_lines) >= minutes - 1
    assert not [line for line in device.output if "Error" in line]
    assert not [line for line in hub.of("log") if line["level"] in {"warning", "error"}]
    assert [event["seq"] for event in hub.events] == list(range(1, len(hub.events) + 1))
    assert len(hub.events) > 5 * minutes
