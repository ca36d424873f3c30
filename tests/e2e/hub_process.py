"""The hub as a user starts it, with simulated clocks, on free ports and with a folder of its own."""

import os
import queue
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

ARBITER = Path(sys.executable).with_name("arbiter")
START_S = 45
STOP_S = 15


@dataclass(frozen=True)
class RunningHub:
    """Where a running hub is, and the token of its direction."""

    url: str
    token: str
    pid: int


@contextmanager
def running_hub(data: Path, factor: int = 1, clocks: int = 2) -> Iterator[RunningHub]:
    """`arbiter run`, ended when the block ends; its clocks run `factor` times as fast as time."""
    process = subprocess.Popen(
        [ARBITER, "run", "--clocks", str(clocks), "--port", "0", "--data", data, "--factor", str(factor)],
        env={**os.environ, "ARBITER_BROKER_PORT": "0", "COLUMNS": "400", "NO_COLOR": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    lines: queue.Queue[str | None] = queue.Queue()
    assert process.stdout is not None
    reader = threading.Thread(target=_read, args=[process.stdout, lines])
    reader.start()
    try:
        url = _wait_for(lines, r"^Arbiter: (http://\S+?)/?$")
        token = _wait_for(lines, r"token of the direction, shown this once: (\S+)")
        yield RunningHub(url, token, process.pid)
    finally:
        process.terminate()
        try:
            process.wait(STOP_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(STOP_S)
            raise
        finally:
            reader.join(STOP_S)
            process.stdout.close()


def _read(output: TextIO, lines: "queue.Queue[str | None]") -> None:
    for line in output:
        lines.put(line)
    lines.put(None)


def _wait_for(lines: "queue.Queue[str | None]", pattern: str) -> str:
    """What the pattern's group has found; AssertionError at once if the hub ends without it."""
    seen: list[str] = []
    while True:
        try:
            line = lines.get(timeout=START_S)
        except queue.Empty:
            line = None
        if line is None:
            raise AssertionError(f"no line like {pattern} in: {''.join(seen)}")
        seen.append(line)
        if found := re.search(pattern, line.strip()):
            return found[1]
