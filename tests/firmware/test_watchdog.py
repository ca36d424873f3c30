"""B19: the watchdog's hardware, which waits for nothing, and the restart that the program decides on."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest

import bundle

FACTOR = 20
HERE = Path(__file__).parent
FIRMWARE = Path(bundle.__file__).parent


def folder_that_hangs(folder: Path) -> Path:
    """Everything that a clock runs, from source, with a main.py of which a task can be told to hang."""
    folder.mkdir()
    for starter in FIRMWARE.glob("*.py"):
        shutil.copy(starter, folder)
    shutil.copy(HERE / "on_device" / "hanging" / "main.py", folder)
    slot = folder / bundle.SLOT
    slot.mkdir()
    (slot / "arbiter_device").symlink_to(FIRMWARE / "arbiter_device")
    (slot / "arbiter_clock").symlink_to(FIRMWARE.parent / "shared" / "arbiter_clock")
    return folder


@pytest.mark.timing
async def test_a_task_that_hangs_in_a_stroke_ends_in_a_reset_from_which_the_match_goes_on(
    broker, hub, clock, tmp_path
):
    options = ("--bundle", str(folder_that_hangs(tmp_path / "bundle")))
    hang = tmp_path / "device" / "flash" / "hang"

    def told(reset: str):
        return lambda: any(
            status["reset"] == reset and status["status"] == "ready" for status in hub.of("status")
        )

    def logged(text: str):
        return lambda: any(text in line["text"] for line in hub.of("log"))

    async with clock(broker=broker.address, factor=FACTOR, options=options) as device:
        await hub.wait(told("power_on"))
        await hub.start_set()
        await device.panel.press("START")
        await hub.wait(lambda: hub.events and hub.events[-1]["type"] == "start")
        hang.write_text("display")
        hung_at = time.monotonic()
        await hub.wait(told("watchdog"))
        lasted_s = (time.monotonic() - hung_at) * FACTOR

        await hub.wait(logged("before this boot: display: RuntimeError('no heartbeat',)"))
        await hub.wait(lambda: hub.events[-1]["type"] == "restored")
        by_hardware = list(hub.events)

        hang.write_text("clock")
        await hub.wait(told("hard_reset"))
        await hub.wait(logged("before this boot: clock: RuntimeError('no heartbeat',)"))
        state = await hub.wait(lambda: next((each for each in hub.of("state") if each["boot"] == 3), None))

    # 15 s without a heartbeat, and 30 s in which the watchdog has got nothing; the rest is the start.
    assert 44 < lasted_s < 120, lasted_s
    assert [event["type"] for event in by_hardware] == ["set_start", "start", "penalty", "restored"]
    restored = by_hardware[-1]
    assert (restored["cause"], restored["phase"], restored["period"]) == ("watchdog", "run", 2)
    assert 0 < restored["remaining_ms"] < 20_000, "what the checkpoint of the last second held"
    assert (state["phase"], state["set"], state["penalties_a"], state["points_b"]) == ("restored", 1, 1, 2)
