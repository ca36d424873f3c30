"""A real broker, a stand-in for the hub and simulated clocks, all on loopback and all ended with the test."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import socket
import time
from typing import TYPE_CHECKING, Any

import paho.mqtt.client as paho
import pytest
import pytest_asyncio

import bundle
from sim.panel_client import SimulatedClock

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator
    from pathlib import Path

Message = dict[str, Any]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Broker:
    """mosquitto on a loopback port that stays the same over stops and starts."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self._config = folder / "mosquitto.conf"
        self._config.write_text(f"listener {self.port} 127.0.0.1\nallow_anonymous true\n")
        self._process: asyncio.subprocess.Process | None = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    async def start(self) -> None:
        program = shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
        assert program, "mosquitto is not installed"
        self._process = await asyncio.create_subprocess_exec(
            program,
            "-c",
            str(self._config),
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        for _ in range(200):
            with contextlib.suppress(OSError):
                _, writer = await asyncio.open_connection("127.0.0.1", self.port)
                writer.close()
                await writer.wait_closed()
                return
            await asyncio.sleep(0.01)
        raise AssertionError("mosquitto did not open its port")

    async def stop(self) -> None:
        if self._process and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()


class Hub:
    """What the hub does towards clocks: collects what they publish, confirms events, sends commands.

    `acking` off leaves every event unconfirmed. Commands get a fresh txn and the present time.
    """

    def __init__(self, port: int, *, acking: bool = True) -> None:
        self._port = port
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Condition()
        self._txn = 0
        self.acking = acking
        self.messages: list[tuple[str, Message]] = []
        self.raw: list[bytes] = []
        self._done: dict[tuple[str, str], set[int]] = {}
        self._client = paho.Client(paho.CallbackAPIVersion.VERSION2, "test-hub")
        self._client.reconnect_delay_set(1, 1)
        self._client.on_connect = lambda client, *_: self._connected(client)
        self.subscribed = 0
        self._client.on_subscribe = lambda *_: self._loop.call_soon_threadsafe(self._subscribed)
        self._client.on_message = lambda _c, _u, message: self._loop.call_soon_threadsafe(
            self._arrived, message
        )
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()

    def _connected(self, client: paho.Client) -> None:
        client.subscribe("arbiter/1/#", 1)
        for root, epoch in self._done:
            self._acknowledge(root, epoch)

    def _subscribed(self) -> None:
        self.subscribed += 1
        self._loop.create_task(self._tell())

    async def close(self) -> None:
        self._client.disconnect()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.to_thread(self._client.loop_stop), 5)
        await asyncio.sleep(0)

    def _arrived(self, message: paho.MQTTMessage) -> None:
        kind = message.topic.rpartition("/")[2]
        if kind in {"cmd", "ack"}:
            return
        body = json.loads(message.payload)
        self.messages.append((message.topic, body))
        if kind == "event":
            self.raw.append(message.payload)
            if self.acking:
                self._confirm(message.topic.rpartition("/")[0], body["epoch"], body["seq"])
        self._loop.create_task(self._tell())

    async def _tell(self) -> None:
        async with self._news:
            self._news.notify_all()

    def _confirm(self, root: str, epoch: str, seq: int) -> None:
        self._done.setdefault((root, epoch), set()).add(seq)
        self._acknowledge(root, epoch)

    def _acknowledge(self, root: str, epoch: str) -> None:
        stored = self._done[root, epoch]
        highest = 0
        while highest + 1 in stored:
            highest += 1
        self._client.publish(
            f"{root}/ack", json.dumps({"v": 1, "epoch": epoch, "seq": highest}), qos=1, retain=True
        )

    def of(self, kind: str, root: str = "") -> list[Message]:
        """Bodies of all messages of a kind, of one table or of all."""
        return [
            body for topic, body in self.messages if topic.startswith(root) and topic.endswith("/" + kind)
        ]

    def events_of(self, root: str) -> list[Message]:
        """Events as the hub would store them: each once, in the order of their numbers."""
        once = {(body["epoch"], body["seq"]): body for body in self.of("event", root)}
        return [once[key] for key in sorted(once)]

    @property
    def events(self) -> list[Message]:
        """The events of the only table."""
        return self.events_of("")

    async def wait(self, wanted: Callable[[], Any], timeout: float = 15) -> Any:  # noqa: ASYNC109  own message
        """Wait until `wanted()` is true and return its value."""
        try:
            async with asyncio.timeout(timeout), self._news:
                await self._news.wait_for(wanted)
        except TimeoutError:
            kinds = [(topic, body.get("type") or body.get("phase")) for topic, body in self.messages[-12:]]
            raise TimeoutError(f"not within {timeout} s; the last messages: {kinds}") from None
        return wanted()

    async def command(
        self,
        kind: str,
        data: Message,
        *,
        table: str = "1",
        role: str = "direction",
        expect_seq: int | None = None,
        retain: bool = False,
        timeout: float = 15,  # noqa: ASYNC109  handed on
        **changes: Any,
    ) -> Message:
        """Send a command and wait for its reply."""
        self._txn += 1
        body = {
            "v": 1,
            "txn": f"t{self._txn}",
            "issued_at": int(time.time() * 1000),
            "ttl_ms": 5000,
            "role": role,
            "expect_seq": expect_seq,
            "type": kind,
            "data": data,
        } | changes
        self._client.publish(f"arbiter/1/hall/{table}/cmd", json.dumps(body), qos=1, retain=retain)
        return await self.wait(
            lambda: next((reply for reply in self.of("reply") if reply["txn"] == body["txn"]), None), timeout
        )

    async def start_set(self, *, limit: bool = True, to_go: int | None = None, table: str = "1") -> None:
        """Begin a set as the hub does; with `limit`, ordered by the direction."""
        reply = await self.command(
            "set_start",
            {
                "set": 1,
                "striker": "a",
                "ball_a": "white",
                "limit": limit,
                "by": "Turnierleitung",
                "to_go_a": to_go,
                "to_go_b": to_go,
            },
            table=table,
        )
        assert reply["ok"], reply


@pytest.fixture(autouse=True)
def undisturbed(request: pytest.FixtureRequest) -> Iterator[None]:
    """Let a test that measures time, and the processes it starts, run before all others where that is allowed."""
    if request.node.get_closest_marker("timing") is None:
        yield
        return
    usual = os.getpriority(os.PRIO_PROCESS, 0)
    with contextlib.suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, 0, -15)
    yield
    with contextlib.suppress(PermissionError):
        os.setpriority(os.PRIO_PROCESS, 0, usual)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, int]]:
    """The compiled bundle and its sizes."""
    folder = tmp_path_factory.mktemp("bundle")
    return folder, bundle.build(folder)


@pytest.fixture(scope="session")
def images(built: tuple[Path, dict[str, int]], tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """Images of the present firmware, of one that calls itself 9.9.9, and of one that cannot even be imported."""
    old = (built[0] / bundle.IMAGE).read_bytes()
    new = old.replace(bundle.version().encode(), b"9.9.9")
    assert len(new) == len(old)
    folder = tmp_path_factory.mktemp("broken")
    package = shutil.copytree(built[0] / bundle.SLOT, folder / "slot") / "arbiter_device"
    (package / "app.mpy").unlink()
    (package / "app.py").write_text('raise RuntimeError("no good")\n', "utf-8")
    bundle.build_image(folder / "slot", folder / "broken.romfs")
    return {"old": old, "new": new, "broken": (folder / "broken.romfs").read_bytes()}


@pytest_asyncio.fixture
async def broker(tmp_path: Path) -> AsyncIterator[Broker]:
    one = Broker(tmp_path)
    await one.start()
    yield one
    await one.stop()


@pytest_asyncio.fixture
async def hub(broker: Broker) -> AsyncIterator[Hub]:
    one = Hub(broker.port)
    await one.wait(lambda: one.subscribed)
    yield one
    await one.close()


@pytest.fixture
def clock(tmp_path: Path) -> Iterator[Callable[..., SimulatedClock]]:
    """Make a clock; `name` tells devices apart, and the same name keeps the same flash.

    B9: the ticks of every clock wrap two real seconds after its power has come, unless the options say otherwise.
    """
    made: list[SimulatedClock] = []

    def make(name: str = "device", options: tuple[str, ...] = (), **more: Any) -> SimulatedClock:
        start = 2**30 - 2000 * more.get("factor", 1)
        made.append(SimulatedClock(tmp_path / name, options=("--ticks-start", str(start), *options), **more))
        return made[-1]

    yield make
    for one in made:
        print("\n".join(one.output))  # noqa: T201  shown when the test has failed
