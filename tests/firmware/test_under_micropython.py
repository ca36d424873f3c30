"""Checks of single parts that need MicroPython's own asyncio, littlefs or heap; see on_device/."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from sim.panel_client import micropython

CHECKS = Path(__file__).with_name("on_device")
ROOT = Path(__file__).resolve().parents[2]
MODULES = sorted(file.stem for file in CHECKS.glob("*.py") if file.stem not in ("runner", "orders"))


@pytest.mark.parametrize("module", MODULES)
def test_the_checks_of_this_file_pass_under_micropython(module, tmp_path):
    paths = [ROOT / "firmware/sim", ROOT / "firmware", ROOT / "shared"]
    command = [micropython(), "-X", "heapsize=8M", CHECKS / "runner.py", CHECKS, module, *paths]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False)

    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert ran.stdout.splitlines()[-1] == f"{ran.stdout.count('check_')} passed", ran.stdout + ran.stderr
