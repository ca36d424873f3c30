"""Remote control by MQTT: every action of a table as one command, for stream decks and home automation.

A command goes to `arbiter-remote/1/<site>/<table>/<action>` and holds {"token", "body", "id", "key"}: an API token,
what the HTTP call of the same name would hold, and if wanted a name for the answer and an idempotency key. It is
carried out as that very HTTP call, so roles, bounds and refusals are the same. The answer {"id", "status", "body"}
goes to `.../answer`.

Off unless a setting asks for it. Commands are not retained and wait nowhere: the subscription is QoS 0, so the broker
keeps none for a hub that is away, and an order of yesterday is never carried out today.
"""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, cast

from starlette.types import ASGIApp, Message

from arbiter_clock.errors import FieldError
from arbiter_hub.broker.base import REMOTE_ROOT, Address
from arbiter_hub.broker.connection import Connection, Incoming, Subscription
from arbiter_hub.log import logger
from arbiter_hub.metrics import Metrics
from arbiter_hub.settings import Settings
from arbiter_hub.sites import Sites

ANSWER: Final = "answer"
#: POST routes below /api/v1/tables/{table}/ that a command may ask for.
ACTIONS: Final = (
    "limit", "match", "set_start", "set_end", "points", "strokes", "undo", "redo", "corrections", "notes", "press",
    "warnings", "disqualifications", "moved_penalties", "start_time", "balls",
    "void_strokes",
)  # fmt: skip
KEYS: Final = ("token", "body", "id", "key")
MOST_BYTES: Final = 4_096
#: Commands that are carried out at a time; further ones are refused.
AT_ONCE: Final = 16

log = logger("remote control")


@dataclass(frozen=True, slots=True)
class Command:
    """One command as it came."""

    table: str
    action: str
    token: str
    body: Mapping[str, Any]
    id: str
    key: str | None


def parse(topic: str, payload: bytes) -> Command:
    """A command; FieldError names what does not fit."""
    *_, table, action = topic.split("/")
    if action not in ACTIONS:
        raise FieldError("action", action, "one of " + ", ".join(ACTIONS))
    if len(payload) > MOST_BYTES:
        raise FieldError("payload", f"{len(payload)} bytes", f"at most {MOST_BYTES} bytes")
    try:
        found = json.loads(payload)
    except (ValueError, RecursionError):
        raise FieldError("payload", payload[:40].decode("utf-8", "replace"), "a JSON object") from None
    if not isinstance(found, dict):
        raise FieldError("payload", type(found).__name__, "a JSON object")
    values = cast("dict[str, Any]", found)
    for name in values:
        if name not in KEYS:
            raise FieldError(name[:40], "an unknown key", "only " + ", ".join(KEYS))
    body = values.get("body", {})
    if not isinstance(body, dict):
        raise FieldError("body", type(body).__name__, "a JSON object")
    key = values.get("key")
    return Command(
        table=table,
        action=action,
        token=_text(values.get("token"), "token"),
        body=cast("dict[str, Any]", body),
        id=_text(values.get("id", ""), "id"),
        key=None if key is None else _text(key, "key"),
    )


def _text(value: object, field: str) -> str:
    if not isinstance(value, str) or len(value) > 128 or not value.isascii() or not value.isprintable():
        raise FieldError(
            field, "nothing" if value is None else "***", "at most 128 printable ASCII characters"
        )
    return value


async def call(app: ASGIApp, command: Command) -> tuple[int, Any]:
    """Carry a command out as the HTTP call that it stands for; status and body of the answer."""
    body = json.dumps(command.body).encode()
    headers = {"content-type": "application/json", "authorization": f"Bearer {command.token}"}
    if command.key is not None:
        headers["idempotency-key"] = command.key
    path = f"/api/v1/tables/{command.table}/{command.action}"
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("mqtt", 0),
        "server": ("hub", 0),
    }
    status = 0
    parts: list[bytes] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message: Message) -> None:
        nonlocal status
        if message["type"] == "http.response.start":
            status = message["status"]
        else:
            parts.append(message.get("body", b""))

    await app(scope, receive, send)
    return status, json.loads(b"".join(parts))


class RemoteControl:
    """Listens for commands while it is started."""

    def __init__(self, app: ASGIApp, settings: Settings, sites: Sites):
        self._app, self._settings, self._sites = app, settings, sites
        sites.watch(self._follow)
        self._connection: Connection | None = None
        self._running: set[asyncio.Task[None]] = set()

    def start(self, address: Address) -> None:
        """Connect, if the setting says so."""
        if not self._settings.remote_control:
            return
        self._connection = Connection(
            f"arbiter-remote-{self._settings.site}",
            self._subscriptions(),
            on_message=self._received,
            on_up=lambda: None,
            on_down=lambda: None,
            metrics=Metrics(),
            keepalive_s=self._settings.broker_keepalive_s,
        )
        self._connection.start(address)

    def _subscriptions(self) -> list[Subscription]:
        return [
            Subscription(f"{REMOTE_ROOT}/{site}/+/+", 0, mark_retained=True) for site in self._sites.names
        ]

    def _follow(self) -> None:
        if self._connection is not None:
            self._connection.follow(self._subscriptions())

    async def stop(self) -> None:
        """Finish what is being carried out, and say goodbye."""
        await asyncio.gather(*self._running, return_exceptions=True)
        if self._connection is not None:
            await self._connection.stop()
            self._connection = None

    def _received(self, incoming: Incoming) -> None:
        if incoming.retain or not incoming.payload or incoming.topic.endswith(f"/{ANSWER}"):
            return  # our own where the broker sends it back, or what nobody just now asked for
        if len(self._running) >= AT_ONCE:
            self._answer(
                incoming.topic, "", 429, FieldError("commands", len(self._running), f"at most {AT_ONCE}")
            )
            return
        task = asyncio.create_task(self._carry_out(incoming), name="remote control")
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _carry_out(self, incoming: Incoming) -> None:
        try:
            command = parse(incoming.topic, incoming.payload)
            *_, site, table, _action = incoming.topic.split("/")
            command = replace(command, table=self._sites.key(site, table))
        except FieldError as error:
            self._answer(incoming.topic, "", 422, error)
            return
        try:
            status, body = await call(self._app, command)
        except Exception as error:  # noqa: BLE001 - a fault of the hub is answered, as over HTTP
            log.error("a command failed", table=command.table, action=command.action, error=repr(error))
            status, body = 500, FieldError("hub", "a fault", "what the hub's log says")
        log.info("a command was carried out", table=command.table, action=command.action, status=status)
        self._answer(incoming.topic, command.id, status, body)

    def _answer(self, topic: str, name: str, status: int, body: Any) -> None:
        if isinstance(body, FieldError):
            body = {"field": body.field, "found": body.found, "allowed": body.allowed}
        payload = json.dumps({"id": name, "status": status, "body": body}, ensure_ascii=False).encode()
        if self._connection is not None:
            self._connection.publish(topic.rpartition("/")[0] + f"/{ANSWER}", payload)
