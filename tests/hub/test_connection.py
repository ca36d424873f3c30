"""The hub's connection: it comes back after whatever happens to the broker, and tells everybody again."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from hub.device import Device, eventually, state_of
from hub.harness import MATCH, Mosquitto, mosquitto, running

from arbiter_hub.broker.base import Address, free_port
from arbiter_hub.broker.connection import Connection, Incoming, Subscription
from arbiter_hub.metrics import Metrics
from arbiter_hub.settings import Settings
from arbiter_hub.terminal import Scoreboard, subscriber


async def test_t10_after_a_broker_restart_a_display_is_right_within_two_seconds(
    settings: Settings, tmp_path: Any
) -> None:
    """T10 (b): the broker forgets everything; the hub and the clock publish again what is retained."""
    with mosquitto(tmp_path / "own") as own:
        async with running(settings.model_copy(update={"broker_port": own.port})) as hub:
            device = Device(own.port, settings.site)
            device.connect()
            await hub.post("1/match", MATCH)
            await hub.post("1/set_start", {"striker": "a", "by": "Schreiber"})
            run = state_of(device.epoch, 1, phase="run", period=1, running=True, remaining_ms=40_000)
            device.publish("state", run)
            await eventually(lambda: device.confirmed_seq == 1)
            device.drop()
            own.kill()
            await eventually(lambda: not hub.hub.connection.connected)
            assert (await hub.api.get("/healthz")).json()["broker"] == "unreachable"
            own.start()
            await hub.hub.connection.wait_until_up()
            display = Scoreboard(settings.site, "1")
            screen = subscriber(Address("127.0.0.1", own.port), display)
            screen.connect("127.0.0.1", own.port)
            screen.loop_start()
            device.connect()
            device.publish("state", {**run, "remaining_ms": 37_500})
            board = display.live.board("1")
            await eventually(lambda: board.score is not None and board.clock is not None, 2.0)
            assert board.score is not None
            assert board.score["set"] == 1
            assert device.confirmed_seq == 1
            for client in (screen, device._client):
                client.disconnect()
                client.loop_stop()


async def test_t10_a_reset_while_the_clock_stands_reaches_the_display(
    settings: Settings, make_device: Callable[..., Device]
) -> None:
    """T10 (a): stopped, then reset to 40; a state that changes only its time is still a state."""
    async with running(settings) as hub:
        with make_device() as device:
            for remaining in (17_000, 40_000):
                stopped = state_of(device.epoch, 1, phase="paused", period=1, remaining_ms=remaining)
                device.publish("state", stopped)
                await eventually(
                    lambda remaining=remaining: hub.hub.live.board("1").remaining(hub.hub.now()) == remaining
                )


async def test_the_will_of_an_old_connection_does_not_override_a_newer_ready(
    settings: Settings, make_device: Callable[..., Device]
) -> None:
    async with running(settings) as hub:
        device = make_device()
        device.connect()
        old_will = device.status("lost")
        await eventually(lambda: hub.hub.live.board("1").link == "ready")
        device.drop()
        await eventually(lambda: hub.hub.live.board("1").link == "lost")
        device.connect()
        await eventually(lambda: hub.hub.live.board("1").link == "ready")
        device.publish("status", old_will)
        device.publish("state", state_of(device.epoch))
        await eventually(lambda: hub.hub.live.board("1").clock is not None)
        assert hub.hub.live.board("1").link == "ready"
        with make_device(epoch="00000002") as other:
            await eventually(lambda: hub.hub.live.board("1").clock is not None)
            other.publish("log", {"v": 1, "level": "info", "text": "hello"})
            device.publish("status", device.status("lost"))
            other.publish("state", state_of(other.epoch, stroke=9))
            await eventually(lambda: (hub.hub.live.board("1").clock or {}).get("stroke") == 9)
            assert hub.hub.live.board("1").link == "ready"
        device.__exit__()


class Listener:
    """A connection on its own, with what it heard."""

    def __init__(self, subscriptions: tuple[str, ...] = ("t/#",), **more: Any):
        self.heard: list[Incoming] = []
        self.fails = False
        self.changes: list[str] = []
        self.connection = Connection(
            "listener",
            [Subscription(one, 1) for one in subscriptions],
            on_message=self._take,
            on_up=lambda: self.changes.append("up"),
            on_down=lambda: self.changes.append("down"),
            metrics=Metrics(),
            **more,
        )

    def _take(self, message: Incoming) -> None:
        self.heard.append(message)
        if self.fails:
            self.fails = False
            raise RuntimeError("a bug")


async def test_a_message_is_delivered_again_on_the_next_connection_until_it_is_acknowledged(
    broker: Mosquitto,
) -> None:
    listener = Listener()
    listener.connection.start(Address("127.0.0.1", broker.port))
    await listener.connection.wait_until_up()
    listener.connection.publish("t/own", b"own messages are not heard with MQTT 5")
    with Device(broker.port, "elsewhere") as device:
        device._client.publish("t/1", b"one", qos=1)
        await eventually(lambda: len(listener.heard) == 1)
    listener.fails = True
    with Device(broker.port, "elsewhere") as device:
        device._client.publish("t/2", b"two", qos=1)
        await eventually(lambda: listener.connection.generation == 2 and listener.connection.connected)
    await eventually(lambda: [one.payload for one in listener.heard] == [b"one", b"two", b"one", b"two"])
    first, again = listener.heard[:2], listener.heard[2:]
    listener.connection.acknowledge(first)  # of an earlier connection: means nothing
    listener.connection.acknowledge(again)
    await listener.connection.stop()
    assert listener.changes == ["up", "down", "up", "down"]
    assert not listener.connection.publish("t/1", b"too late")


async def test_a_broker_that_falls_silent_is_given_up_after_two_keepalives() -> None:
    quiet = asyncio.Event()
    pumps: list[asyncio.Task[None]] = []
    connections = 0

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal connections
        connections += 1
        await reader.read(1000)
        writer.write(b"\x20\x02\x00\x00")  # CONNACK
        await reader.read(1000)
        writer.write(b"\x90\x03\x00\x01\x01")  # SUBACK
        await quiet.wait()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    listener = Listener(keepalive_s=2)
    listener.connection.start(Address("127.0.0.1", server.sockets[0].getsockname()[1], mqtt5=False))
    await listener.connection.wait_until_up()
    await eventually(lambda: connections == 2, 10)
    await listener.connection.stop()
    quiet.set()
    server.close()
    await asyncio.gather(*pumps)


async def test_refused_subscriptions_are_no_connection() -> None:
    attempts = 0

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal attempts
        attempts += 1
        await reader.read(1000)
        writer.write(b"\x20\x02\x00\x00")
        await reader.read(1000)
        writer.write(b"\x90\x03\x00\x01\x80")
        await reader.read(1000)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    listener = Listener()
    listener.connection.start(Address("127.0.0.1", server.sockets[0].getsockname()[1], mqtt5=False))
    await eventually(lambda: attempts >= 2)
    assert not listener.connection.connected
    await listener.connection.stop()
    server.close()


async def test_a_broker_without_mqtt_5_is_spoken_to_in_3_1_1() -> None:
    versions: list[int] = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        hello = await reader.read(1000)
        versions.append(hello[8])
        writer.write(b"\x20\x02\x00\x01" if hello[8] == 5 else b"\x20\x02\x00\x00")
        if hello[8] == 4:
            await reader.read(1000)
            writer.write(b"\x90\x03\x00\x01\x01")
            await reader.read(1000)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    listener = Listener()
    listener.connection.start(Address("127.0.0.1", server.sockets[0].getsockname()[1]))
    await eventually(lambda: versions[-1:] == [4])
    await listener.connection.stop()
    server.close()


async def test_a_broker_that_is_not_there_is_tried_again(broker: Mosquitto) -> None:
    port = free_port()
    listener = Listener()
    listener.connection.start(Address("127.0.0.1", port))
    await eventually(lambda: listener.connection.generation >= 2)

    async def forward(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", broker.port)

        async def pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
            with contextlib.suppress(OSError):
                while data := await source.read(4096):
                    sink.write(data)
            sink.close()

        await asyncio.gather(pump(reader, back), pump(there, writer))

    server = await asyncio.start_server(forward, "127.0.0.1", port)
    async with asyncio.timeout(8):
        await listener.connection.wait_until_up()
    await listener.connection.stop()
    server.close()
