"""What the clocks have logged lately, in memory: so many lines of each table, and none after a restart of the hub."""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

#: Lines that are kept of each table.
LINES: Final = 200


@dataclass(frozen=True, slots=True)
class Line:
    """One line; `at` is when it reached the hub, in ms since 1970."""

    at: int
    level: str
    text: str


class ClockLogs:
    """The newest lines by table."""

    def __init__(self, utc: Callable[[], int]):
        self._utc = utc
        self._lines: dict[str, deque[Line]] = {}

    def told(self, table: str, message: Mapping[str, Any]) -> None:
        """Keep a line; the oldest goes when there are too many."""
        lines = self._lines.setdefault(table, deque(maxlen=LINES))
        lines.append(Line(self._utc(), str(message["level"]), str(message["text"])))

    def of(self, table: str) -> list[Line]:
        """The lines of a table, the oldest first."""
        return list(self._lines.get(table, ()))
