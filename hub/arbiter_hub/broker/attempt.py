"""One attempt to be connected: one paho client, from its connect to its end, on the asyncio loop."""

import asyncio
import socket
import ssl
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion, MQTTProtocolVersion
from paho.mqtt.packettypes import PacketTypes
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode
from paho.mqtt.subscribeoptions import SubscribeOptions

from arbiter_hub.broker.base import Address
from arbiter_hub.log import logger

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


class _ClosingSocket(ssl.SSLSocket):
    """Closes when hands were not shaken, which paho forgets."""

    def do_handshake(self, block: bool = False) -> None:
        try:
            super().do_handshake(block)
        except OSError:
            self.close()
            raise


class Attempt:
    """One client object, from its connect to its end."""

    def __init__(
        self,
        generation: int,
        address: Address,
        client_id: str,
        subscriptions: tuple[Subscription, ...],
        *,
        left: frozenset[str],
        deliver: Callable[[Incoming], None],
        on_up: Callable[[], None],
        mqtt5: bool,
        keepalive_s: int,
    ):
        self.version_refused = False
        self.leaving = False
        self._generation = generation
        self._address = address
        self._subscriptions, self._left = subscriptions, left
        #: What was asked for and is not granted yet, by packet id.
        self._asked: dict[int | None, tuple[Subscription, ...]] = {}
        self._up = False
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

    def follow(
        self, subscriptions: tuple[Subscription, ...], new: tuple[Subscription, ...], left: frozenset[str]
    ) -> None:
        """Take other subscriptions: once connected ask for the `new` ones only, and give up those in `left`."""
        gone = left - self._left
        self._subscriptions, self._left = subscriptions, left
        if self.client.is_connected():
            self._unsubscribe(gone)
            self._subscribe(new)

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
        if self._address.tls:
            context = ssl.create_default_context(cafile=self._address.ca)
            context.sslsocket_class = _ClosingSocket
            if self._address.certificate is not None:
                context.load_cert_chain(*self._address.certificate)
            self.client.tls_set_context(context)  # pyright: ignore[reportUnknownMemberType] - untyped there
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
        self, _client: mqtt.Client, _data: object, _flags: object, code: ReasonCode, _properties: object
    ) -> None:
        if code.is_failure:
            self.version_refused = self._mqtt5 and code.getName() == "Unsupported protocol version"
            self.end(f"refused: {code.getName()}")
            return
        self._unsubscribe(self._left)
        self._subscribe(self._subscriptions)

    def _subscribe(self, subscriptions: tuple[Subscription, ...]) -> None:
        if not subscriptions:
            return
        if self._mqtt5:
            _, mid = self.client.subscribe(
                [
                    (
                        wanted.filter,
                        SubscribeOptions(
                            qos=wanted.qos, noLocal=True, retainAsPublished=wanted.mark_retained
                        ),
                    )
                    for wanted in subscriptions
                ]
            )
        else:
            _, mid = self.client.subscribe([(wanted.filter, wanted.qos) for wanted in subscriptions])
        self._asked[mid] = subscriptions

    def _unsubscribe(self, filters: frozenset[str]) -> None:
        if filters:
            self.client.unsubscribe(sorted(filters))

    def _subscribed(
        self, _client: mqtt.Client, _data: object, mid: int, codes: list[ReasonCode], _properties: object
    ) -> None:
        asked = self._asked.pop(mid)
        refused = [wanted.filter for wanted, code in zip(asked, codes, strict=True) if code.is_failure]
        if refused:
            self.end("subscriptions refused: " + ", ".join(refused))
        elif not self._up:
            self._up = True
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
