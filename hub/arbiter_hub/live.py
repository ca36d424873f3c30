"""What viewers see of each table, and the fan-out to them.

A board is the newest state, tick, score and link of one table. Every change gives it a new version out of one
counter that never falls, also not over a restart, as it starts at the wall clock. A viewer has no queue: it
remembers which versions it has seen and is handed the newest of each board, so a slow one skips and never lags.

Ticks are not pushed; viewers run the clock locally. A tick changes the version only when it tells something new:
the time after a late join, a correction above 250 ms, or life after silence.
The hub counts nothing here: with no tick for 3 s while the clock runs a board is stale, and that is all.
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Iterable, Mapping
from typing import Literal

Link = Literal["ready", "lost", "unknown"]
Message = Mapping[str, object]

STALE_MS = 3_000
CORRECTION_MS = 250


class Board:
    """One table. Times are monotonic milliseconds of this process."""

    def __init__(self, table: str, version: int):
        self.table = table
        self.version = version
        self.clock: Message | None = None
        self.tick: Message | None = None
        self.score: Message | None = None
        self.link: Link = "unknown"
        #: When that was told, ms since 1970; None if nobody has.
        self.link_since: int | None = None
        self.panel = False
        self.stale = False
        #: When the newest state or tick arrived; None while all we have is retained, so of unknown age.
        self.heard: int | None = None
        self._text: tuple[str, str] | None = None

    @property
    def running(self) -> bool:
        """Whether the clock runs, as far as the device has told."""
        return self.clock is not None and self.clock.get("running") is True

    def remaining(self, now: int) -> int | None:
        """What a viewer shows now (ms), or None if the device has not told; never below 0."""
        source = self.tick or self.clock
        value = source.get("remaining_ms") if source is not None else None
        if not isinstance(value, int) or (self.running and self.heard is None):
            return None
        return max(0, value - (now - self.heard)) if self.running and self.heard is not None else value

    def is_silent(self, now: int) -> bool:
        """Whether the clock runs and nothing was heard of it for 3 s."""
        return self.running and (self.heard is None or now - self.heard >= STALE_MS)

    def changed(self, version: int) -> None:
        """Take the new version and forget the text made of the old one."""
        self.version = version
        self._text = None

    def render(self, now: int) -> str:
        """The JSON of this version; only the age is made anew for each viewer."""
        if self._text is None:
            head = json.dumps({"version": self.version, "table": self.table, "clock": self.clock})
            rest = {
                "tick": self.tick,
                "score": self.score,
                "link": self.link,
                "link_since": self.link_since,
                "stale": self.stale,
                "panel": self.panel,
            }
            self._text = (head[:-1] + ', "age_ms": ', ", " + json.dumps(rest)[1:])
        age = "null" if self.heard is None else str(max(0, now - self.heard))
        return self._text[0] + age + self._text[1]


class Viewer:
    """One open stream: what it has seen, and a bell."""

    def __init__(self, tables: frozenset[str] | None, seen: int):
        self.tables = tables
        self.bell = asyncio.Event()
        self.bell.set()
        self._floor = seen
        self._seen: dict[str, int] = {}

    def unseen(self, boards: Iterable[Board]) -> list[Board]:
        """The boards that have changed since this viewer was last handed them, oldest change first."""
        wanted = [
            board
            for board in boards
            if (self.tables is None or board.table in self.tables)
            and board.version > self._seen.get(board.table, self._floor)
        ]
        wanted.sort(key=lambda board: board.version)
        for board in wanted:
            self._seen[board.table] = board.version
        return wanted


class Live:
    """All boards and all viewers. `start_version` must be above every version of earlier runs (ms since 1970)."""

    def __init__(self, start_version: int):
        self.closing = asyncio.Event()
        self._version = start_version
        self._first = start_version
        self._boards: dict[str, Board] = {}
        self._viewers: set[Viewer] = set()

    def board(self, table: str) -> Board:
        """The board of a table; an empty one appears with the first mention."""
        board = self._boards.get(table)
        if board is None:
            board = self._boards[table] = Board(table, self._next())
            self._ring(board)
        return board

    def __contains__(self, table: str) -> bool:
        return table in self._boards

    @property
    def tables(self) -> tuple[str, ...]:
        """Known tables, site by site with the home first; numbers in numeric order before names."""
        return tuple(sorted(self._boards, key=_place))

    def forget(self, tables: Iterable[str]) -> None:
        """These tables are shown no longer."""
        for table in tables:
            self._boards.pop(table, None)

    @property
    def viewers(self) -> int:
        return len(self._viewers)

    def state(self, table: str, message: Message, now: int, *, retained: bool) -> None:
        """A snapshot from the device. A retained one is of unknown age until a tick or a change arrives."""
        board = self.board(table)
        board.clock, board.tick = message, None
        board.heard = None if retained else now
        board.stale = board.is_silent(now)
        self._changed(board)

    def tick(self, table: str, message: Message, now: int) -> None:
        """A tick from the device; ignored when it is not about the state that is shown."""
        board = self.board(table)
        if board.clock is None or board.clock.get("epoch") != message.get("epoch"):
            return
        shown, told = board.remaining(now), message.get("remaining_ms")
        news = (
            board.stale
            or shown is None
            or not isinstance(told, int)
            or abs(told - shown) > CORRECTION_MS
            or message.get("phase") != board.clock.get("phase")
        )
        board.tick, board.heard = message, now
        board.stale = board.is_silent(now)
        if news:
            self._changed(board)
        else:
            board.changed(board.version)

    def score(self, table: str, message: Message) -> None:
        """The newest score."""
        board = self.board(table)
        board.score = message
        self._changed(board)

    def link(self, table: str, link: Link, at: int | None = None) -> None:
        """Whether the device is there, as was told at `at`, ms since 1970."""
        board = self.board(table)
        if board.link != link:
            board.link, board.link_since = link, at
            self._changed(board)

    def panel(self, table: str, *, present: bool) -> None:
        """Whether a simulated clock of this table can be pressed."""
        board = self.board(table)
        if board.panel != present:
            board.panel = present
            self._changed(board)

    def unreachable(self) -> None:
        """The broker is gone: nobody knows whether the devices are there."""
        for table in self.tables:
            self.link(table, "unknown")

    def look_for_silence(self, now: int) -> None:
        """Mark boards stale; call it a few times a second."""
        for board in self._boards.values():
            silent = board.is_silent(now)
            if silent != board.stale:
                board.stale = silent
                self._changed(board)

    def boards(self, tables: Iterable[str] | None = None) -> list[Board]:
        """The boards of some tables, or all."""
        return [self._boards[name] for name in (self.tables if tables is None else tables)]

    async def watch(
        self,
        tables: Iterable[str] | None,
        seen: int | None,
        *,
        heartbeat_s: float,
        lifetime_s: float,
        gap_s: float = 0.04,
    ) -> AsyncGenerator[list[Board], None]:
        """Changed boards, newest version each, at most one list every `gap_s`; an empty list is a heartbeat.

        `seen` is the version a returning viewer has; one that this run never gave is taken as none.
        Ends after `lifetime_s`, and at once when the hub closes.
        """
        known = seen if seen is not None and self._first <= seen <= self._version else -1
        viewer = Viewer(None if tables is None else frozenset(tables), known)
        self._viewers.add(viewer)
        loop = asyncio.get_running_loop()
        end = loop.time() + lifetime_s
        try:
            while not self.closing.is_set() and loop.time() < end:
                try:
                    async with asyncio.timeout(min(heartbeat_s, end - loop.time())):
                        await viewer.bell.wait()
                except TimeoutError:
                    yield []
                    continue
                viewer.bell.clear()
                boards = viewer.unseen(self._boards.values())
                if boards:
                    yield boards
                    await asyncio.sleep(gap_s)
        finally:
            self._viewers.discard(viewer)

    def close(self) -> None:
        """End every stream; the web server waits for them before it shuts down."""
        self.closing.set()
        for viewer in self._viewers:
            viewer.bell.set()

    def _changed(self, board: Board) -> None:
        board.changed(self._next())
        self._ring(board)

    def _ring(self, board: Board) -> None:
        for viewer in self._viewers:
            if viewer.tables is None or board.table in viewer.tables:
                viewer.bell.set()

    def _next(self) -> int:
        self._version += 1
        return self._version


def _place(key: str) -> tuple[str, bool, int, str]:
    site, _, name = key.rpartition(".")
    return site, not name.isdigit(), len(name), name
