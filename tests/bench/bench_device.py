"""From the press of a button to the display's new frame, on the real firmware under MicroPython.

The figure contains both ways over the panel's socket, which a real box does not have.
"""

import asyncio
import tempfile
import time
from pathlib import Path

from bench.figures import percentile

from sim.panel_client import Panel, SimulatedClock

PRESSES = 300


async def _delay(panel: Panel, button: str) -> float:
    """Milliseconds from the press to the first frame that differs from the one before it."""
    before = panel.frames[-1]
    seen = len(panel.frames)
    pressed = time.monotonic()
    await panel.set(button, down=True)
    frame = await panel.frame(
        lambda new: (new["digits"], new["lamps"]) != (before["digits"], before["lamps"]), after=seen
    )
    delay = (frame["at"] - pressed) * 1000
    await asyncio.sleep(0.06)
    await panel.set(button, down=False)
    await asyncio.sleep(0.12)
    return delay


async def delays() -> list[float]:
    """Delay of each press in ms: a set is begun by the referee, then START and SHOT by turns."""
    with tempfile.TemporaryDirectory() as folder:
        async with SimulatedClock(Path(folder)) as clock:
            panel = clock.panel
            await asyncio.sleep(0.5)
            await panel.press("START", 1300)
            await asyncio.sleep(0.5)
            return [await _delay(panel, ("START", "SHOT")[press % 2]) for press in range(PRESSES)]


def main() -> list[tuple[str, str, str]]:
    """Rows (figure, value, goal)."""
    found = asyncio.run(delays())
    return [
        (f"press to frame, p50 of {PRESSES}", f"{percentile(found, 50):.1f} ms", ""),
        (f"press to frame, p99 of {PRESSES}", f"{percentile(found, 99):.1f} ms", "≤ 20 ms"),
    ]
