"""What every broker must do, shown on the embedded one and on the supervised mosquitto."""

import asyncio
import contextlib
import os
import queue
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
import pytest
from hub.device import eventually
from hub.harness import accepts
from paho.mqtt.enums import CallbackAPIVersion

from arbiter_hub.broker.base import Address, Broker, free_port, own_port
from arbiter_hub.broker.choice import make_broker
from arbiter_hub.broker.mosquitto import MosquittoBroker
from arbiter_hub.metrics import Metrics
from arbiter_hub.settings import Settings

ROOT = "arbiter/1/club/1"


def own_settings(tmp_path: Path, mode: str, **more: Any) -> Settings:
    return Settings(data=tmp_path, broker=mode, broker_port=0, clocks=2, log_level="error", **more)


@pytest.fixture(params=["embedded", "mosquitto"])
async def broker(request: pytest.FixtureRequest, tmp_path: Path) -> Any:
    made = make_broker(own_settings(tmp_path, request.param), Metrics())
    await made.start()
    yield made
    await made.stop()
    assert not accepts(made.address.port)


class Client:
    """A plain paho client that keeps what it hears."""

    def __init__(self, address: Address, name: str, *, clean: bool = True, keepalive: int = 30):
        self.heard: queue.SimpleQueue[tuple[str, bytes, bool]] = queue.SimpleQueue()
        self.gone = False
        self.granted: list[Any] | None = None
        self.mids: list[int] = []
        self.paho = mqtt.Client(
            CallbackAPIVersion.VERSION2,
            client_id=name,
            clean_session=clean,
            manual_ack=True,
            reconnect_on_failure=False,
        )
        if address.user is not None:
            self.paho.username_pw_set(address.user, address.password)
        self.paho.on_message = self._message
        self.paho.on_disconnect = self._disconnect
        self.paho.on_subscribe = self._subscribed
        self._address, self._keepalive = address, keepalive

    def connect(self) -> "Client":
        self.paho.connect(self._address.host, self._address.port, self._keepalive)
        self.paho.loop_start()
        return self

    def vanish(self) -> None:
        """Stop reading and writing, but keep the socket open."""
        self.paho.loop_stop()

    def close(self) -> None:
        self.paho.disconnect()
        self.paho.loop_stop()
        sock = self.paho.socket()
        if sock is not None:
            sock.close()

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        self.paho.publish(topic, payload, qos=1, retain=retain).wait_for_publish(5)

    async def subscribe(self, topic: str) -> None:
        self.paho.subscribe(topic, 1)
        await eventually(lambda: self.granted is not None)

    async def next(self, within_s: float = 5.0) -> tuple[str, bytes, bool]:
        await eventually(lambda: not self.heard.empty(), within_s)
        return self.heard.get()

    def _message(self, _client: object, _data: object, message: mqtt.MQTTMessage) -> None:
        self.mids.append(message.mid)
        self.heard.put((message.topic, bytes(message.payload), bool(message.retain)))

    def _disconnect(self, *_: object) -> None:
        self.gone = True

    def _subscribed(
        self, _client: object, _data: object, _mid: int, codes: list[Any], _properties: object
    ) -> None:
        self.granted = codes


@pytest.fixture
def client(broker: Broker) -> Any:
    made: list[Client] = []

    def connect(name: str, address: Address | None = None, **more: Any) -> Client:
        made.append(Client(address or broker.address, name, **more))
        return made[-1]

    yield connect
    for one in made:
        one.close()


async def test_a_retained_message_greets_who_comes_late_and_can_be_cleared(
    client: Callable[..., Client],
) -> None:
    writer = client("w").connect()
    writer.publish(f"{ROOT}/state", b"one", retain=True)
    reader = client("r").connect()
    await reader.subscribe(f"{ROOT}/state")
    assert await reader.next() == (f"{ROOT}/state", b"one", True)
    writer.publish(f"{ROOT}/state", b"", retain=True)
    other = client("o").connect()
    await other.subscribe(f"{ROOT}/state")
    writer.publish(f"{ROOT}/state", b"live")
    assert (await other.next())[1] == b"live"


async def test_the_will_is_published_when_the_keepalive_runs_out(client: Callable[..., Client]) -> None:
    reader = client("r").connect()
    await reader.subscribe(f"{ROOT}/status")
    device = client("d", keepalive=1)
    device.paho.will_set(f"{ROOT}/status", b"lost", qos=1)
    device.connect()
    await eventually(device.paho.is_connected)
    device.vanish()
    assert (await reader.next(10))[1] == b"lost"


async def test_what_was_not_acknowledged_is_delivered_again(client: Callable[..., Client]) -> None:
    reader = client("r", clean=False).connect()
    await reader.subscribe(f"{ROOT}/event")
    client("w").connect().publish(f"{ROOT}/event", b"event")
    await reader.next()
    reader.close()
    again = client("r", clean=False).connect()
    assert (await again.next())[1] == b"event"
    again.paho.ack(again.mids[-1], 1)


async def test_what_is_published_while_a_session_sleeps_waits_for_it(client: Callable[..., Client]) -> None:
    reader = client("r", clean=False).connect()
    await reader.subscribe(f"{ROOT}/event")
    reader.close()
    client("w").connect().publish(f"{ROOT}/event", b"event")
    again = client("r", clean=False).connect()
    assert (await again.next())[1] == b"event"


async def test_a_second_connection_with_the_same_name_takes_over(client: Callable[..., Client]) -> None:
    first = client("same").connect()
    await eventually(first.paho.is_connected)
    second = client("same").connect()
    await eventually(lambda: first.gone)
    await eventually(second.paho.is_connected)


async def test_a_broker_that_is_killed_is_started_again(broker: Broker) -> None:
    pid = broker.pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    await eventually(lambda: broker.pid not in (None, pid) and accepts(broker.address.port))


async def test_a_taken_port_is_one_clear_sentence(tmp_path: Path) -> None:
    port = free_port()
    listener = await asyncio.start_server(lambda *_: None, "127.0.0.1", port)
    for mode in ("embedded", "mosquitto"):
        made = make_broker(own_settings(tmp_path, mode).model_copy(update={"broker_port": port}), Metrics())
        with pytest.raises(OSError, match=f"port {port} on 127.0.0.1 is taken"):
            await made.start()
    listener.close()
    await listener.wait_closed()


def test_the_usual_port_is_left_to_whoever_has_it() -> None:
    assert own_port(4711) == 4711
    assert own_port(0) != 1883
    assert own_port(None) > 0


async def test_a_missing_program_is_one_clear_error(tmp_path: Path) -> None:
    made = make_broker(own_settings(tmp_path, "mosquitto", mosquitto="/nonexistent/mosquitto"), Metrics())
    with pytest.raises(OSError, match=r"exited with code|No such file"):
        await made.start()


# Access control exists with mosquitto only.


@pytest.fixture
async def guarded(tmp_path: Path) -> Any:
    made = MosquittoBroker(own_settings(tmp_path, "mosquitto"), Metrics())
    await made.start()
    yield made
    await made.stop()


@pytest.mark.parametrize("user", ["nobody", "wrong password"])
async def test_nobody_comes_in_without_a_password(guarded: MosquittoBroker, user: str) -> None:
    right = guarded.clock_address("1")
    address = (
        Address(right.host, right.port)
        if user == "nobody"
        else Address(right.host, right.port, right.user, "x")
    )
    stranger = Client(address, "s").connect()
    await eventually(lambda: stranger.gone)
    stranger.close()


@pytest.mark.parametrize(("publisher", "table", "kind", "passes"), [
    ("clock-1", "1", "event", True),
    ("clock-1", "1", "status", True),
    ("clock-1", "2", "event", False),
    ("clock-1", "1", "cmd", False),
    ("clock-1", "1", "ack", False),
    ("clock-1", "1", "score", False),
    ("scoreboard", "1", "event", False),
    ("scoreboard", "1", "score", False),
    ("hub", "2", "cmd", True),
])  # fmt: skip
async def test_a_client_publishes_only_what_its_user_may(
    guarded: MosquittoBroker, publisher: str, table: str, kind: str, passes: bool
) -> None:
    watcher = Client(guarded.address, "watcher").connect()
    await watcher.subscribe("arbiter/1/club/#")
    addresses = {
        "hub": guarded.address,
        "scoreboard": guarded.scoreboard_address(),
        "clock-1": guarded.clock_address("1"),
    }
    sender = Client(addresses[publisher], "sender").connect()
    sender.publish(f"arbiter/1/club/{table}/{kind}", b"x")
    checker = Client(guarded.address, "checker").connect()
    checker.publish("arbiter/1/club/9/log", b"end")
    heard = await watcher.next()
    assert heard[1] == (b"x" if passes else b"end")
    for one in (watcher, sender, checker):
        one.close()


@pytest.mark.parametrize(("reader", "topic", "passes"), [
    ("clock-1", "arbiter/1/club/1/cmd", True),
    ("clock-1", "arbiter/1/club/2/cmd", False),
    ("clock-1", "arbiter/1/club/+/cmd", False),
    ("scoreboard", "arbiter/1/club/2/score", True),
    ("scoreboard", "arbiter/1/club/2/cmd", False),
])  # fmt: skip
async def test_a_client_hears_only_what_its_user_may(
    guarded: MosquittoBroker, reader: str, topic: str, passes: bool
) -> None:
    address = guarded.scoreboard_address() if reader == "scoreboard" else guarded.clock_address("1")
    listener = Client(address, "listener").connect()
    await listener.subscribe(topic)
    sender = Client(guarded.address, "sender").connect()
    kind = topic.rpartition("/")[2]
    sender.publish(f"arbiter/1/club/2/{kind}" if "/1/cmd" not in topic else topic, b"x", retain=False)
    await asyncio.sleep(0.1)
    assert listener.heard.empty() is not passes
    for one in (listener, sender):
        one.close()


async def test_a_clock_of_a_further_table_is_admitted_at_once_and_after_a_restart(
    tmp_path: Path, guarded: MosquittoBroker
) -> None:
    address = guarded.admit("vip")
    assert guarded.admit("vip") == address

    async def speaks() -> bool:
        watcher = Client(guarded.address, "watcher").connect()
        await watcher.subscribe("arbiter/1/club/vip/log")
        clock = Client(address, "clock").connect()
        with contextlib.suppress(RuntimeError, ValueError):
            clock.publish("arbiter/1/club/vip/log", b"x")
        await asyncio.sleep(0.1)
        heard = not watcher.heard.empty()
        watcher.close()
        clock.close()
        return heard

    for _ in range(30):
        if await speaks():
            break
    else:
        raise AssertionError("the clock is not admitted")
    again = MosquittoBroker(own_settings(tmp_path, "mosquitto"), Metrics())
    again._load_passwords()
    assert again.clock_address("vip").password == address.password


def test_secrets_of_the_broker_are_private_and_kept(tmp_path: Path, guarded: MosquittoBroker) -> None:
    folder = tmp_path / "mosquitto"
    assert {path.name: path.stat().st_mode & 0o777 for path in folder.iterdir() if path.suffix != ".db"} == {
        "credentials.json": 0o600,
        "passwords": 0o600,
        "acl": 0o600,
        "mosquitto.conf": 0o600,
    }
    stored = (folder / "passwords").read_text("utf-8")
    address = guarded.address
    assert address.password
    assert address.password not in stored
    again = MosquittoBroker(own_settings(tmp_path, "mosquitto"), Metrics())
    again._load_passwords()
    assert again.address.password == address.password
