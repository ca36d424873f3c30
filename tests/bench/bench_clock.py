"""How many events a second the clock's core makes and encodes, on both interpreters."""

import os
import subprocess
import sys
from pathlib import Path

from sim.panel_client import micropython

SHARED = Path(__file__).resolve().parents[2] / "shared"
LOOP = Path(__file__).with_name("clock_loop.py")
STROKES = 6000


def events_per_second(*command: str) -> float:
    """Events a second of the loop under one interpreter."""
    paths = {"PYTHONPATH": str(SHARED), "MICROPYPATH": f"{SHARED}:.frozen"}
    done = subprocess.run(
        [*command, str(LOOP), str(STROKES)],
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
        env=os.environ | paths,
    )
    events, microseconds = map(int, done.stdout.split())
    return events / (microseconds / 1e6)


def main() -> list[tuple[str, str, str]]:
    """Rows (figure, value, goal)."""
    return [
        ("clock events on CPython", f"{events_per_second(sys.executable):,.0f} /s", ""),
        (
            "clock events on MicroPython, 64 KB-equivalent heap",
            f"{events_per_second(micropython(), '-X', 'heapsize=64wk'):,.0f} /s",
            "",
        ),
    ]
