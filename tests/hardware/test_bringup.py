"""The bring-up test itself, under MicroPython on the simulated chip."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# Raw readings of 12.1 V and 5.0 V behind the divider.
RAW_12V = round(12.1 * 22 / 122 / 3.3 * 65535)
RAW_5V = round(5.0 * 22 / 122 / 3.3 * 65535)


def bench(kind, raw, wrong="nothing"):
    beside = Path(sys.executable).with_name("micropython")
    micropython = str(beside) if beside.is_file() else shutil.which("micropython")
    path = ":".join(str(ROOT / part) for part in ("firmware/sim", "hardware", "firmware", "shared"))
    driver = Path(__file__).with_name("bench_driver.py")
    done = subprocess.run(
        [micropython, "-X", "heapsize=400wk", str(driver), path, kind, str(raw), wrong],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


@pytest.mark.parametrize(("kind", "raw"), [("tpic6b595", RAW_12V), ("ws2812", RAW_5V)])
def test_a_good_clock_passes_every_step(kind, raw):
    lines = bench(kind, raw)
    assert lines[-1] == "10 passed, 0 failed"
    assert sum(line.startswith("watch") for line in lines) == 16 + 8 + 1
    assert sum(line.startswith("listen") for line in lines) == 3


@pytest.mark.parametrize(
    ("wrong", "line"),
    [
        ("handset", "FAILED handset: not there"),
        ("light", "FAILED light sensor: 0.00 V, allowed 0.05 to 3.2"),
        ("stuck", "FAILED buttons at rest: low: PAUSE"),
        ("SHOT", "FAILED button SHOT: not pressed"),
    ],
)
def test_each_fault_is_named(wrong, line):
    lines = bench("tpic6b595", RAW_12V, wrong)
    assert line in lines
    assert lines[-1].endswith("1 failed")


def test_the_wrong_supply_is_named():
    lines = bench("ws2812", RAW_12V)
    assert "FAILED supply: 12.1 V, allowed 4.5 to 5.5" in lines
