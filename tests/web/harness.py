"""The hub's own pages and streams, fed by a test instead of a broker, and a browser to look at them."""

import asyncio
import re
import socket
import threading
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import uvicorn
from hub.device import state_of
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from web.browser import executable

from arbiter_hub.app import create_app
from arbiter_hub.services.scoring import ActiveMatch
from arbiter_hub.settings import Settings
from arbiter_hub.store.matches import StoredMatch
from arbiter_rules.billiards.match import Entry, MatchLog, Rules

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

#: Phone, laptop, television.
SIZES = {"phone": (390, 844), "laptop": (1366, 768), "tv": (1920, 1080)}


def clock(**changes: Any) -> dict[str, Any]:
    """A `state` message of a clock in the first period of a stroke, with some fields changed."""
    playing: dict[str, Any] = {
        "epoch": "0badcafe",
        "seq": 10,
        "t": 100_000,
        "edition": "DBU special provisions, section 4.5",
        "phase": "run",
        "period": 1,
        "running": True,
        "remaining_ms": 36_000,
        "elapsed_ms": 4_000,
        "set": 2,
        "stroke": 7,
        "to_go_a": 26,
        "to_go_b": 12,
    }
    return state_of(**{**playing, **changes})


def tick(state: Mapping[str, Any], after_ms: int) -> dict[str, Any]:
    """The `tick` that a running clock sends `after_ms` after `state`."""
    return {
        "v": 1,
        "epoch": state["epoch"],
        "seq": state["seq"],
        "t": state["t"] + after_ms,
        "phase": state["phase"],
        "period": state["period"],
        "remaining_ms": max(0, state["remaining_ms"] - after_ms),
    }


def side(name: str, club: str, ball: str, points: int, sets: int) -> dict[str, Any]:
    """One player of a `score` message."""
    return {
        "name": name,
        "club": club,
        "ball": ball,
        "points": points,
        "sets": sets,
        "penalties": 0,
        "penalty_points": 0,
    }


def score(**changes: Any) -> dict[str, Any]:
    """A `score` message of a match in its second set, with some fields changed."""
    return {
        "v": 1,
        "version": 3,
        "table": "1",
        "match": "m1",
        "title": "Vereinsmeisterschaft 2026",
        "discipline": "5-Kegel",
        "preset": "dbu-5-kegel",
        "edition": "DBU special provisions, section 4.5",
        "distance": 50,
        "best_of": 3,
        "set": 2,
        "a": side("Annegret Vogelsang", "BC Musterstadt 1927", "white", 24, 1),
        "b": side("Bernd Keller", "BSV Beispielhausen", "yellow", 38, 0),
        "striker": "a",
        "free_ball": None,
        "limit": {"state": "on", "by": "Turnierleitung", "at": 1_796_060_400_000},
        "result": None,
        "as_of": None,
        **changes,
    }


def played_match(strokes: Sequence[tuple[str, int | None]], distance: int = 50) -> ActiveMatch:
    """A match whose log has one set with these strokes, (player, ms or None where nobody timed), and a penalty."""
    stored = StoredMatch(
        id=1,
        table="1",
        title="Halbfinale",
        discipline="5-Kegel",
        preset="dbu-5-kegel",
        edition="",
        distance=distance,
        best_of=3,
        players={
            "a": {"name": "Annegret Vogelsang", "club": "", "ball": "white"},
            "b": {"name": "Bernd Keller", "club": "", "ball": "yellow"},
        },
        base_rank=0,
        base_seq=0,
        created_at=0,
        closed_at=None,
    )
    events: list[dict[str, Any]] = [
        {"type": "set_start", "set": 1, "striker": "a", "limit": True, "by": "TL"}
    ]
    for number, (player, elapsed_ms) in enumerate(strokes, start=1):
        period = None if elapsed_ms is None else 1 if elapsed_ms <= 40_000 else 2
        shot = {"set": 1, "stroke": number, "striker": player, "period": period, "elapsed_ms": elapsed_ms}
        if period == 2:
            opponent = "b" if player == "a" else "a"
            penalty = {"set": 1, "stroke": number, "striker": player, "to": opponent, "n": 1, "points": 2}
            events.append(
                {"type": "penalty", **penalty, "turn_lost": False, "free_ball": None, "set_end": False}
            )
        events.append({"type": "shot", "paused": False, **shot})
    entries = [
        Entry(
            (1, seq, 1, seq),
            f"hub:{seq}",
            "points",
            {"set": 1, "player": event["striker"], "points": (event["elapsed_ms"] or 0) // 1000 % 4},
        )
        for seq, event in enumerate(events, start=1)
        if event["type"] == "shot"
    ]
    entries += [
        Entry(
            (1, seq, 0, 0),
            f"0badcafe:{seq}",
            event["type"],
            {"boot": 1, "t": seq * 1000, "seq": seq, **event},
        )
        for seq, event in enumerate(events, start=1)
    ]
    return ActiveMatch(stored, MatchLog(Rules(distance, 3), entries))


class BoardServer:
    """The hub's app on a free port of loopback. Its hub is never started: the test says what the boards are."""

    def __init__(self, data: Path):
        self.app = create_app(Settings(data=data, sse_heartbeat_s=0.5))
        self.live = self.app.state.hub.live
        config = uvicorn.Config(self.app, lifespan="off", log_level="error", timeout_graceful_shutdown=1)
        self._socket = socket.create_server(("127.0.0.1", 0))
        self._server = uvicorn.Server(config)
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.do(self.live.close)
        self._server.should_exit = True
        self._thread.join(10)
        assert not self._thread.is_alive(), "the server did not stop"

    @property
    def port(self) -> int:
        return self._socket.getsockname()[1]

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def do(self, action: Callable[..., object], *arguments: object, **options: object) -> None:
        """Call `action` on the server's loop and wait until it is done."""
        done = threading.Event()

        def act() -> None:
            action(*arguments, **options)
            done.set()

        self._loop.call_soon_threadsafe(act)
        assert done.wait(10), "the server's loop is stuck"

    def state(self, table: str, message: Mapping[str, Any]) -> None:
        """A snapshot of the table's clock arrives now."""
        self.do(lambda: self.live.state(table, message, self.app.state.hub.now(), retained=False))

    def tick(self, table: str, message: Mapping[str, Any]) -> None:
        """A tick of the table's clock arrives now."""
        self.do(lambda: self.live.tick(table, message, self.app.state.hub.now()))

    def score(self, table: str, message: Mapping[str, Any]) -> None:
        """The table's score changes now."""
        self.do(self.live.score, table, message)

    def link(self, table: str, link: str) -> None:
        """The table's clock comes or goes."""
        self.do(self.live.link, table, link)

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Do asynchronous work on the server's loop and return its result."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    def token(self) -> str:
        """A token of the direction; opens the store, which is closed otherwise."""
        hub = self.app.state.hub

        async def make() -> str:
            await hub.store.open()
            return (await hub.accounts.add_token("M. Muster", "direction", None))[1]

        return self.run(make())

    def match(self, table: str, match: ActiveMatch) -> None:
        """A match that has been played on the table, as if it had been read from the store."""
        self.app.state.hub.scoring._active[table] = match

    def look_for_silence(self) -> None:
        """What the hub does a few times a second."""
        self.do(lambda: self.live.look_for_silence(self.app.state.hub.now()))

    def show(self, table: str, **changes: Any) -> dict[str, Any]:
        """A table in play with its clock connected; returns the clock's state."""
        message = clock(**changes)
        self.link(table, "ready")
        self.score(table, score(table=table))
        self.state(table, message)
        return message

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._server.serve(sockets=[self._socket]))
        self._loop.run_until_complete(self.app.state.hub.store.close())
        self._loop.run_until_complete(self._loop.shutdown_asyncgens())
        self._loop.close()


@contextmanager
def chromium() -> Iterator[Browser]:
    """A headless browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=executable(playwright), args=ARGUMENTS)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def visitor(
    browser: Browser,
    url: str,
    size: str = "laptop",
    language: str = "de-DE",
    expected: str = "$^",
    **options: Any,
) -> Iterator[Page]:
    """A page of a fresh visitor.

    Whatever the browser complains about on its console fails the test, unless it matches `expected`.
    """
    width, height = SIZES[size]
    context: BrowserContext = browser.new_context(
        base_url=url, viewport={"width": width, "height": height}, locale=language, **options
    )
    complaints: list[str] = []
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    context.on(
        "console",
        lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None,
    )
    try:
        yield context.new_page()
    finally:
        context.close()
    assert [complaint for complaint in complaints if not re.search(expected, complaint)] == []
