"""The hub's connection to the broker: paho-mqtt on the asyncio loop.

Every attempt builds a new client. That way nothing of a broken one is left: not its socket, not its packet ids. Each
has a generation number, and an acknowledgement is sent only on the connection that delivered the message.

A message is acknowledged by whoever has stored it (`manual_ack`). The session is persistent: what arrives while the
hub is away waits at the broker. The connection counts as up once every subscription is granted. It is given up when
nothing has been read for two keepalives, whatever the socket says.
"""

import asyncio
import socket
import ssl
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from arbiter_hub.broker.base import Address
from arbiter_hub.log import logger
from arbiter_hub.metrics import Metrics

BACKOFF_S = (0.1, 0.25, 0.5, 1.0, 2.0, 5.0)
SESSION_EXPIRY_S = 24 * 3600
RECEIVE_MAXIMUM = 2_000
READS_A_TURN = 64

log = logger("mqtt")


@dataclass(slots=True)
class Incoming:
    """One message as it came. `generation` and `mid` are needed to acknowledge it."""

    generation: int
    mid: int
    qos: int
    retain: bool
    topic: str
    payload: bytes


@dataclass(frozen=True, slots=True)
class Subscription:
    """A topic filter. `mark_retained`: the retain flag tells how it was published, where MQTT 5 is spoken."""

    filter: str
    qos: int
    mark_retained: bool = False


class Connection:
    """A connection that is always being made. All methods belong to the event loop's thread."""

    def __init__(
        self,
        client_id: str,
        subscriptions: Sequence[Subscription],
        *,
        on_message: Callable[[Incoming], None],
        on_up: Callable[[], None],
        on_down: Callable[[], None],
        metrics: Metrics,
        keepalive_s: int = 15,
    ):
        self.generation = 0
        self.connected = False
        self._client_id = client_id
        self._subscriptions = tuple(subscriptions)
        self._on_message, self._on_up, self._on_down = on_message, on_up, on_down
        self._metrics = metrics
        self._keepalive_s = keepalive_s
        self._attempt: _Attempt | None = None
        self._task: asyncio.Task[None] | None = None
        self._mqtt5 = True
        self._up = asyncio.Event()

    def start(self, address: Address) -> None:
        """Begin to connect."""
        self._mqtt5 = address.mqtt5
        self._task = asyncio.create_task(self._run(address), name="mqtt")

    async def stop(self) -> None:
        """Send what is waiting, say goodbye and end."""
        if self._task is not None:
            if self._attempt is not None:
                await self._attempt.say_goodbye()
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def wait_until_up(self) -> None:
        """Return once connected and subscribed."""
        await self._up.wait()

    def publish(self, topic: str, payload: bytes, *, qos: int = 1, retain: bool = False) -> bool:
        """Hand a message to the broker; False if there is no connection, and then nothing is sent later either."""
        if not self.connected or self._attempt is None:
            return False
        return (
            self._attempt.client.publish(topic, payload, qos=qos, retain=retain).rc
            == MQTTErrorCode.MQTT_ERR_SUCCESS
        )

    def acknowledge(self, messages: Sequence[Incoming]) -> None:
        """Tell the broker that these are stored, in the order in which they arrived. Those that an earlier
        connection delivered are left out: the broker delivers them again, and their packet ids mean others now."""
        attempt = self._attempt
        if attempt is None:
            return
        for message in messages:
            if message.qos and message.generation == self.generation:
                attempt.client.ack(message.mid, message.qos)

    def pause(self) -> None:
        """Read no more, so that the broker has to wait: what was read is not stored yet."""
        if self._attempt is not None:
            self._attempt.pause()

    def resume(self) -> None:
        """Read again."""
        if self._attempt is not None:
            self._attempt.resume()

    async def _run(self, address: Address) -> None:
        failures = 0
        while True:
            self.generation += 1
            attempt = self._attempt = _Attempt(
                self.generation,
                address,
                self._client_id,
                self._subscriptions,
                deliver=self._on_message,
                on_up=self._went_up,
                mqtt5=self._mqtt5,
                keepalive_s=self._keepalive_s,
            )
            was_up = False
            try:
                reason = await attempt.run()
                was_up = self.connected
                if attempt.version_refused:
                    log.info("the broker does not speak MQTT 5; 3.1.1 is taken")
                    self._mqtt5 = False
                    continue
                if not attempt.leaving:
                    log.warning("connection to the broker lost", reason=reason, was_up=was_up)
            except (OSError, ValueError) as error:
                log.warning(
                    "the broker cannot be reached", host=address.host, port=address.port, error=str(error)
                )
            finally:
                self._went_down()
                await attempt.close()
            failures = 0 if was_up else failures + 1
            await asyncio.sleep(BACKOFF_S[min(failures, len(BACKOFF_S) - 1)])

    def _went_up(self) -> None:
        self.connected = True
        self._metrics.connects.inc()
        self._metrics.connected.set(1)
        self._up.set()
        self._on_up()

    def _went_down(self) -> None:
        if self.connected:
            self.connected = False
            self._metrics.connected.set(0)
            self._up.clear()
            self._on_down()


class _Attempt:
    """One client object, from its connect to its end."""

    def __init__(
        self,
        generation: int,
        address: Address,
        client_id: str,
        subscriptions: tuple[Subscription, ...],
        *,
        deliver: Callable[[Incoming], None],
        on_up: Callable[[], None],
        mqtt5: bool,
        keepalive_s: int,
    ):
        self.version_refused = False
        self.leaving = False
        self._generation = generation
        self._address = address
        self._subscriptions = subscriptions
        self._deliver, self._on_up = deliver, on_up
        self._mqtt5, self._keepalive_s = mqtt5, keepalive_s
        self._loop = asyncio.get_running_loop()
        self._thread = threading.get_ident()
        self._ended: asyncio.Future[str] = self._loop.create_future()
        self._read_at = self._loop.time()
        self._delivered = 0
        self._closed = False
        self._paused = False
        self.client = self._build(client_id)

    def _build(self, client_id: str) -> mqtt.Client:
        client = mqtt.Client(
            CallbackAPIVersion.VERSION2,
            client_id=client_id,
            clean_session=None if self._mqtt5 else False,
            protocol=MQTTProtocolVersion.MQTTv5 if self._mqtt5 else MQTTProtocolVersion.MQTTv311,
            reconnect_on_failure=False,
            manual_ack=True,
        )
        if self._address.user is not None:
            client.username_pw_set(self._address.user, self._address.password)
        if self._address.tls:
            client.tls_set_context(ssl.create_default_context(cafile=self._address.ca))  # pyright: ignore[reportUnknownMemberType] - untyped there
        client.on_socket_open = self._guard(self._socket_open)
        client.on_socket_close = self._guard(self._socket_close)
        client.on_socket_register_write = self._guard(self._register_write)
        client.on_socket_unregister_write = self._guard(self._unregister_write)
        client.on_connect = self._guard(self._connected)
        client.on_subscribe = self._guard(self._subscribed)
        client.on_message = self._guard(self._message)
        client.on_disconnect = self._guard(self._disconnected)
        return client

    async def run(self) -> str:
        """Connect and serve until the end; why it ended. OSError if it cannot be reached."""
        # Name look-up, TCP and TLS of paho block, so they run in a thread.
        async with asyncio.timeout(15):
            await self._loop.run_in_executor(None, self._connect)
        while not self._ended.done():
            await asyncio.wait([self._ended], timeout=0.5)
            self.client.loop_misc()
            if self._loop.time() - self._read_at > 2 * self._keepalive_s:
                self.end("silence")
        return self._ended.result()

    async def close(self) -> None:
        """Drop the socket."""
        self._closed = True
        # The client outlives this until it is collected, and then would call back from any thread.
        self.client.on_disconnect = self.client.on_message = None
        self.client.on_socket_open = self.client.on_socket_close = None
        self.client.on_socket_register_write = self.client.on_socket_unregister_write = None
        sock = self.client.socket()
        if isinstance(sock, socket.socket):
            self._forget(sock)
            sock.close()

    async def say_goodbye(self) -> None:
        """Flush and send DISCONNECT."""
        self.leaving = True
        if self.client.is_connected():
            self.client.disconnect()
            async with asyncio.timeout(1):
                await asyncio.wait([self._ended])

    def pause(self) -> None:
        """Stop reading."""
        sock = self.client.socket()
        if not self._paused and isinstance(sock, socket.socket):
            self._paused = True
            _remove(self._loop.remove_reader, sock)

    def resume(self) -> None:
        """Go on reading."""
        sock = self.client.socket()
        if self._paused and isinstance(sock, socket.socket):
            self._paused = False
            self._socket_open(self.client, None, sock)

    def end(self, reason: str) -> None:
        """Give the attempt up."""
        if not self._ended.done():
            self._ended.set_result(reason)

    def _connect(self) -> None:
        properties: Properties | None = None
        if self._mqtt5:
            properties = Properties(PacketTypes.CONNECT)
            properties.SessionExpiryInterval = SESSION_EXPIRY_S
            properties.ReceiveMaximum = RECEIVE_MAXIMUM
        self.client.connect(
            self._address.host,
            self._address.port,
            keepalive=self._keepalive_s,
            clean_start=False if self._mqtt5 else mqtt.MQTT_CLEAN_START_FIRST_ONLY,
            properties=properties,
        )

    def _guard(self, callback: Callable[..., None]) -> Any:
        """No exception may leave a callback: paho would hide it, or stop reading for ever."""

        def guarded(*arguments: Any) -> None:
            try:
                callback(*arguments)
            except Exception as error:  # noqa: BLE001 - see above
                log.error("a callback failed", callback=callback.__name__, error=repr(error))
                reason = f"callback failed: {error!r}"
                self._in_loop(lambda: self.end(reason))

        return guarded

    def _in_loop(self, action: Callable[[], None]) -> None:
        if threading.get_ident() == self._thread:
            action()
        else:
            self._loop.call_soon_threadsafe(action)

    def _socket_open(self, _client: mqtt.Client, _data: object, sock: socket.socket) -> None:
        def watch() -> None:
            if not self._closed and sock.fileno() >= 0:
                self._loop.add_reader(sock, self._guard(self._readable))

        self._in_loop(watch)

    def _socket_close(self, _client: mqtt.Client, _data: object, sock: socket.socket) -> None:
        self._in_loop(lambda: self._forget(sock))

    def _register_write(self, client: mqtt.Client, _data: object, sock: socket.socket) -> None:
        def watch() -> None:
            if not self._closed and sock.fileno() >= 0:
                self._loop.add_writer(sock, self._guard(lambda: self._writable(client)))

        self._in_loop(watch)

    @staticmethod
    def _writable(client: mqtt.Client) -> None:
        client.loop_write()

    def _unregister_write(self, _client: mqtt.Client, _data: object, sock: socket.socket) -> None:
        self._in_loop(lambda: _remove(self._loop.remove_writer, sock))

    def _forget(self, sock: socket.socket) -> None:
        _remove(self._loop.remove_reader, sock)
        _remove(self._loop.remove_writer, sock)

    def _readable(self) -> None:
        self._read_at = self._loop.time()
        enough = self._delivered + READS_A_TURN
        while self._delivered < enough:
            before = self._delivered
            self.client.loop_read()
            sock = self.client.socket()
            more = isinstance(sock, ssl.SSLSocket) and sock.pending() > 0
            if self._paused or (not more and self._delivered == before):
                break

    def _connected(
        self, client: mqtt.Client, _data: object, _flags: object, code: ReasonCode, _properties: object
    ) -> None:
        if code.is_failure:
            self.version_refused = self._mqtt5 and code.getName() == "Unsupported protocol version"
            self.end(f"refused: {code.getName()}")
            return
        if self._mqtt5:
            client.subscribe(
                [
                    (
                        wanted.filter,
                        SubscribeOptions(
                            qos=wanted.qos, noLocal=True, retainAsPublished=wanted.mark_retained
                        ),
                    )
                    for wanted in self._subscriptions
                ]
            )
        else:
            client.subscribe([(wanted.filter, wanted.qos) for wanted in self._subscriptions])

    def _subscribed(
        self, _client: mqtt.Client, _data: object, _mid: int, codes: list[ReasonCode], _properties: object
    ) -> None:
        refused = [
            wanted.filter for wanted, code in zip(self._subscriptions, codes, strict=True) if code.is_failure
        ]
        if refused:
            self.end("subscriptions refused: " + ", ".join(refused))
        else:
            self._on_up()

    def _message(self, _client: mqtt.Client, _data: object, message: mqtt.MQTTMessage) -> None:
        self._delivered += 1
        try:
            topic = message.topic
        except UnicodeDecodeError as error:
            topic = bytes(error.object).decode("utf-8", "backslashreplace")
        self._deliver(
            Incoming(
                self._generation,
                message.mid,
                message.qos,
                bool(message.retain),
                topic,
                bytes(message.payload),
            )
        )

    def _disconnected(
        self, _client: mqtt.Client, _data: object, _flags: object, code: ReasonCode, _properties: object
    ) -> None:
        if self._mqtt5 and not self._delivered and code.getName() == "Unsupported protocol version":
            self.version_refused = True
        self._in_loop(lambda: self.end(code.getName()))


def _remove(remove: Callable[[Any], bool], sock: socket.socket) -> None:
    if sock.fileno() >= 0:
        remove(sock)
