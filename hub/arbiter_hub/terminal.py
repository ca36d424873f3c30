"""`arbiter scoreboard`: a table's scoreboard in the terminal, straight from the broker, without the hub."""

import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion
from rich.align import Align
from rich.console import Console, Group, RenderableType
from rich.live import Live as Screen
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from arbiter_clock import wire
from arbiter_clock.errors import FieldError
from arbiter_hub.broker.base import Address
from arbiter_hub.live import Board, Live
from arbiter_hub.services.presence import Presence

KINDS = ("status", "state", "tick", "score")
REFRESH_HZ = 10
BALLS = {"white": ("○", "white"), "yellow": ("●", "yellow")}
PHASES = {
    "idle": "no set",
    "ready": "ready",
    "run": "running",
    "rolling": "stroke played",
    "turn_lost": "time out, turn lost",
    "paused": "paused",
    "set_end": "set over",
    "restored": "power was cut; the referee decides",
}


class Listener(Protocol):
    """Whoever reads along at the broker. `connected` is told by the client; messages come in its thread."""

    connected: bool

    def topics(self) -> list[tuple[str, int]]:
        """What to subscribe to, with QoS."""
        ...

    def receive(self, topic: str, payload: bytes, *, retained: bool) -> None:
        """Take a message."""
        ...


class Scoreboard:
    """What the broker tells of one table. Messages arrive in paho's thread, rendering happens in another."""

    def __init__(self, site: str, table: str):
        self.live = Live(0)
        self.table = table
        self.connected = False
        self._site = site
        self._presence = Presence()
        self._lock = threading.Lock()

    def topics(self) -> list[tuple[str, int]]:
        """What to subscribe to."""
        return [(wire.topic(self._site, self.table, kind), 1) for kind in KINDS]

    def receive(self, topic: str, payload: bytes, *, retained: bool) -> None:
        """Take a message; one that does not parse changes nothing."""
        with self._lock:
            try:
                kind = wire.parse_topic(topic)[2]
                message = wire.decode(kind, payload)
            except FieldError:
                return
            now = _now()
            if kind == "state":
                self.live.state(self.table, message, now, retained=retained)
            elif kind == "tick":
                self.live.tick(self.table, message, now)
            elif kind == "score":
                self.live.score(self.table, message)
            elif (link := self._presence.told(self.table, message, retained=retained)) is not None:
                self.live.link(self.table, link)

    def render(self) -> RenderableType:
        """The scoreboard as it is now."""
        with self._lock:
            now = _now()
            self.live.look_for_silence(now)
            return draw(self.live.board(self.table), now, connected=self.connected)


def draw(board: Board, now: int, *, connected: bool) -> RenderableType:
    """One table; times are rounded up to whole seconds, as on the clock itself."""
    score = board.score
    title = f"Table {board.table}"
    parts: list[RenderableType] = []
    if score is None:
        parts.append(Align.center(Text("no match", style="dim")))
    else:
        title = f"{title} · {score['title']}" if score["title"] else title
        parts.append(_players(score))
    parts.append(Align.center(_clock(board, now)))
    foot = "" if connected else "no connection to the broker"
    if connected and board.link != "ready":
        foot = f"clock: {board.link}"
    return Panel(Group(*parts), title=title, subtitle=foot, width=64)


def _players(score: Mapping[str, Any]) -> Table:
    grid = Table(expand=True, box=None)
    grid.add_column("")
    grid.add_column(
        f"set {score['set']} · to {score['distance']}" if score["distance"] else f"set {score['set']}"
    )
    for heading in ("points", "sets", "time"):
        grid.add_column(heading, justify="right")
    for player in ("a", "b"):
        side = score[player]
        sign, colour = BALLS[side["ball"]]
        name = Text.assemble(
            (f"{sign} ", colour), (side["name"], "bold" if score["striker"] == player else "")
        )
        if score["free_ball"] == player:
            name.append(" FREIER BALL", "reverse")
        mark = "▶" if score["striker"] == player else ""
        penalties = f"{side['penalties']}×" if side["penalties"] else ""
        grid.add_row(mark, name, str(side["points"]), str(side["sets"]), penalties)
    return grid


def _clock(board: Board, now: int) -> Text:
    if board.clock is None:
        return Text("no clock", style="dim")
    phase = str(board.clock["phase"])
    if board.stale:
        return Text("? – nothing heard of the clock", style="bold yellow")
    text = Text()
    remaining = board.remaining(now)
    if phase in ("run", "paused", "restored") and remaining is not None:
        text.append(f"{-(-remaining // 1000)} s  ", "bold red" if remaining <= 10_000 else "bold green")
    text.append(PHASES[phase])
    limit = board.clock["limit"]
    text.append(
        "  · limit on" if limit == "on" else "  · limit armed" if limit == "armed" else "  · no limit", "dim"
    )
    return text


def show(address: Address, site: str, table: str, console: Console, *, once: bool = False) -> int:
    """Draw until Ctrl-C, or `once` as soon as there is something to show; 1 if the broker cannot be reached."""
    board = Scoreboard(site, table)

    def draw() -> int:
        if once:
            return _show_once(board, console)
        with Screen(console=console, refresh_per_second=REFRESH_HZ, get_renderable=board.render):
            while True:
                time.sleep(1)

    return read_along(address, board, console, draw)


def _show_once(board: Scoreboard, console: Console, within_s: float = 5.0) -> int:
    end = time.monotonic() + within_s
    while time.monotonic() < end:
        if board.table in board.live and board.live.board(board.table).score is not None:
            console.print(board.render())
            return 0
        time.sleep(0.05)
    console.print(f"arbiter: nothing is known of table {board.table}")
    return 1


def read_along(address: Address, listener: Listener, console: Console, work: Callable[[], int]) -> int:
    """Do `work` while the listener hears what it wants; its exit code, 0 after Ctrl-C, or 1 and a line on the
    console if the broker cannot be reached."""
    client = subscriber(address, listener)
    try:
        client.connect(address.host, address.port, keepalive=15)
    except OSError as error:
        console.print(f"arbiter: no broker at {address.host}:{address.port} ({error})")
        return 1
    client.loop_start()
    try:
        return work()
    except KeyboardInterrupt:
        return 0
    finally:
        client.disconnect()
        client.loop_stop()


def subscriber(address: Address, listener: Listener) -> mqtt.Client:
    client = mqtt.Client(CallbackAPIVersion.VERSION2)
    if address.user is not None:
        client.username_pw_set(address.user, address.password)
    if address.tls:
        client.tls_set(ca_certs=None if address.ca is None else str(address.ca))  # pyright: ignore[reportUnknownMemberType] - untyped there

    def on_connect(
        client: mqtt.Client, _data: object, _flags: object, code: Any, _properties: object
    ) -> None:
        listener.connected = not code.is_failure
        if listener.connected:
            client.subscribe(listener.topics())

    def on_disconnect(*_arguments: object) -> None:
        listener.connected = False

    def on_message(_client: mqtt.Client, _data: object, message: mqtt.MQTTMessage) -> None:
        listener.receive(message.topic, bytes(message.payload), retained=bool(message.retain))

    client.on_connect = on_connect
    client.on_disconnect = on_disconnect
    client.on_message = on_message
    return client


def _now() -> int:
    return time.monotonic_ns() // 1_000_000
