"""The hardware folder is read from where it lies; tests that need KiCad or OpenSCAD run on request only."""

import os
import sys
from pathlib import Path

import pytest

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
sys.path.append(str(HARDWARE))

# `make hardware` sets it, after it has installed the tools.
collect_ignore = [] if os.environ.get("ARBITER_HARDWARE_TOOLS") else ["tools"]


@pytest.fixture
def hardware() -> Path:
    """The hardware folder."""
    return HARDWARE


@pytest.fixture
def netlist():
    """A netlist of its own for each test, free to be broken."""
    from arbiter_hardware.netlist import construct  # noqa: PLC0415 - needs the path above

    return construct()
