"""A clock as the broker sees one: it keeps its events until the hub confirms them, and answers commands.

It has no clock inside: the test says what happens.
"""

import asyncio
import threading
import time
from collections.abc import Callable
from typing import Any, Self

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

from arbiter_clock import wire

VERSION = wire.VERSION


def state_of(epoch: str, seq: int = 0, **changes: Any) -> dict[str, Any]:
    """A `state` message of a clock that waits for the first stroke, with some fields changed."""
    return {
        "v": VERSION,
        "epoch": epoch,
        "seq": seq,
        "boot": 1,
        "t": 1_000,
        "utc": None,
        "preset": "dbu-5-kegel",
        "edition": "",
        "phase": "ready",
        "period": None,
        "running": False,
        "remaining_ms": None,
        "elapsed_ms": None,
        "limit": "on",
        "limit_by": "Turnierleitung",
        "set": 1,
        "stroke": 0,
        "striker": "a",
        "ball_a": "white",
        "free_ball": None,
        "foul": None,
        "penalties_a": 0,
        "penalties_b": 0,
        "points_a": 0,
        "points_b": 0,
        "to_go_a": None,
        "to_go_b": None,
        "borderline": False,
        "restored": False,
        **changes,
    }


def set_start(number: int = 1, *, limit: bool = True, striker: str = "a") -> dict[str, Any]:
    """Fields of a `set_start` event."""
    return {
        "set": number,
        "striker": striker,
        "ball_a": "white",
        "preset": "dbu-5-kegel",
        "limit": limit,
        "by": "Turnierleitung",
    }


def penalty(striker: str = "a", n: int = 1, number: int = 1, **changes: Any) -> dict[str, Any]:
    """Fields of a `penalty` event against `striker` in set `number`."""
    to = "b" if striker == "a" else "a"
    last = n == 2
    return {
        "set": number,
        "stroke": 1,
        "striker": striker,
        "to": to,
        "n": n,
        "points": 2,
        "at": 40_000,
        "turn_lost": last,
        "free_ball": to if last else None,
        "set_end": False,
        **changes,
    }


class Device:
    """One clock on a table; connected while the `with` block runs."""

    def __init__(self, port: int, site: str, table: str = "1", epoch: str = "0badcafe", boot: int = 1):
        self.epoch, self.site, self.table, self.boot = epoch, site, table, boot
        self.journal: list[dict[str, Any]] = []
        self.confirmed: dict[str, Any] | None = None
        self.confirmations: list[int] = []
        self.scores: list[dict[str, Any]] = []
        self.commands: list[dict[str, Any]] = []
        self.answers = True
        self.refuses: str | None = None
        self.connection = 0
        self._port = port
        self._subscribed = threading.Event()
        self._client = self._build()

    def __enter__(self) -> Self:
        self.connect()
        return self

    def __exit__(self, *_: object) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def connect(self) -> None:
        """Connect and say `ready`."""
        self.connection += 1
        lost = wire.encode("status", self.status("lost"))
        self._client.will_set(self.topic("status"), lost, qos=1, retain=True)
        self._client.connect("127.0.0.1", self._port, keepalive=30)
        self._client.loop_start()
        assert self._subscribed.wait(10)
        self.publish("status", self.status("ready"))

    def drop(self) -> None:
        """Vanish without a goodbye, so that the broker publishes the will; `connect` comes back."""
        self._client._sock_close()
        self._client.loop_stop()
        self._subscribed.clear()
        self._client = self._build()

    def status(self, status: str) -> dict[str, Any]:
        """A `status` message of this connection."""
        return {
            "v": VERSION,
            "status": status,
            "device": f"clock-{self.table}-{self.epoch}",
            "firmware": "test",
            "boot": self.boot,
            "connection": self.connection,
            "reset": "power-on",
            "epoch": self.epoch,
        }

    def topic(self, kind: str) -> str:
        return wire.topic(self.site, self.table, kind)

    def event(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Journal an event without sending it."""
        seq = self.journal[-1]["seq"] + 1 if self.journal else 1
        head = {
            "v": VERSION,
            "epoch": self.epoch,
            "seq": seq,
            "boot": self.boot,
            "t": 1000 * seq,
            "utc": None,
        }
        if kind == "limit":
            fields.setdefault("code", None)
        made = {**head, "type": kind, **fields}
        wire.encode("event", made)
        self.journal.append(made)
        return made

    def emit(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Journal an event and send it."""
        made = self.event(kind, **fields)
        self.publish("event", made)
        return made

    def set_start(self, number: int = 1, *, limit: bool = True, striker: str = "a") -> dict[str, Any]:
        """A set begins."""
        return self.emit("set_start", **set_start(number, limit=limit, striker=striker))

    def publish(self, kind: str, message: dict[str, Any]) -> None:
        """Send a message as the contract says."""
        qos, retained = (0, False) if kind in ("tick", "log") else (1, kind in ("status", "state"))
        self.raw(kind, wire.encode(kind, message), qos=qos, retain=retained)

    def raw(self, kind: str, payload: bytes, *, qos: int = 1, retain: bool = False) -> None:
        """Send whatever bytes, and wait until the broker has them."""
        info = self._client.publish(self.topic(kind), payload, qos=qos, retain=retain)
        info.wait_for_publish(10)

    @property
    def confirmed_seq(self) -> int:
        """How far the hub has confirmed this journal."""
        confirmed = self.confirmed
        return confirmed["seq"] if confirmed is not None and confirmed["epoch"] == self.epoch else 0

    def _build(self) -> mqtt.Client:
        client = mqtt.Client(
            CallbackAPIVersion.VERSION2, client_id=f"device-{self.site}-{self.table}-{self.epoch}"
        )
        client.on_connect = self._on_connect
        client.on_subscribe = lambda *_: self._subscribed.set()
        client.on_message = self._on_message
        return client

    def _on_connect(self, client: mqtt.Client, *_: object) -> None:
        client.subscribe([(self.topic(kind), 1) for kind in ("cmd", "ack", "score")])

    def _on_message(self, _client: mqtt.Client, _data: object, message: mqtt.MQTTMessage) -> None:
        kind = wire.parse_topic(message.topic)[2]
        if not message.payload:
            return  # a retained topic that was cleared
        body = wire.decode(kind, bytes(message.payload))
        if kind == "ack":
            self.confirmed = body
            self.confirmations.append(body["seq"])
        elif kind == "score":
            self.scores.append(body)
        else:
            self.commands.append(body)
            self._obey(body)

    def _obey(self, command: dict[str, Any]) -> None:
        if not self.answers:
            return
        reply = {"v": VERSION, "txn": command["txn"], "ok": self.refuses is None, "error": self.refuses}
        payloads = [("reply", wire.encode("reply", reply))]
        if command["type"] == "set_start" and self.refuses is None:
            data = {key: command["data"][key] for key in ("set", "striker", "ball_a", "limit", "by")}
            made = self.event("set_start", preset="dbu-5-kegel", **data)
            payloads.append(("event", wire.encode("event", made)))
        for kind, payload in payloads:
            self._client.publish(self.topic(kind), payload, qos=1)


async def eventually(what: Callable[[], Any], within_s: float = 20.0) -> Any:
    """Wait for a condition in other processes or threads; what it gave."""
    end = time.monotonic() + within_s
    while time.monotonic() < end:
        result = what()
        if result:
            return result
        await asyncio.sleep(0.01)
    raise AssertionError(f"still not so after {within_s} s: {what}")
