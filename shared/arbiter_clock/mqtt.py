"""MQTT 3.1.1 client without I/O: bytes and the time go in, events and bytes to send come out.

Theory of operation. The shell opens a TCP connection, calls `connect`, and from then on gives what it reads to
`receive`, sends what `take_output` gives, and calls `poll` at `deadline`. When either raises ProtocolError, or the
connection breaks, it closes the connection, calls `lost`, and begins again. The session is persistent:

- Every connect subscribes to all filters, also when the broker still knows the session: it costs one packet, and
  most brokers send the retained messages again, which spares a device that has just booted some resends.
- QoS 1 messages without PUBACK stay in a window of a few. If the broker knows the session they are sent again with
  DUP and the same packet id, if not they are sent again as new. Either way they come before anything newer.
- PINGREQ goes out when for 0.7 of the keepalive nothing was sent or nothing was heard. The broker has the other 0.3
  to answer it, and as long to answer CONNECT, SUBSCRIBE and PUBLISH; then the peer counts as dead.
- A message that is larger than the buffer is acknowledged, passed over and reported, so that it neither costs
  memory nor comes again with every connect.

Events: ("connected", session_present), ("subscribed",), ("published", packet_id),
("message", topic, payload, qos, retain, dup), ("oversize", topic, bytes).
"""

from arbiter_clock import mqtt_packets as packets
from arbiter_clock.errors import FieldError
from arbiter_clock.mqtt_packets import ProtocolError

__all__ = ["Client", "ProtocolError"]

_OFFLINE = 0
_CONNECTING = 1
_ONLINE = 2

_ACKS_MAX = 1024  # brokers keep some tens of messages in flight, so 256 unsent PUBACKs are a fault
_QOS0_MAX = 2 * 1024  # with more than this waiting to be sent, a QoS 0 message is refused
_REFUSALS = (
    "",
    "protocol version",
    "client id",
    "server unavailable",
    "bad user name or password",
    "not authorised",
)


class _Sent:
    """A QoS 1 message on its way."""

    def __init__(self, packet_id: int, packet: bytearray, at: int):
        self.packet_id = packet_id
        self.packet = packet
        self.at = at


class Client:
    """One session with a broker.

    subscriptions  (filter, QoS 0 or 1) pairs
    will           (topic, payload), sent retained with QoS 1 by the broker when the connection breaks
    window         QoS 1 messages that may wait for their PUBACK
    buffer         bytes of the largest packet that can be received
    strays         counter of PUBACKs for no message of ours
    """

    def __init__(
        self,
        client_id: str,
        *,
        subscriptions: "tuple[tuple[str, int], ...]" = (),
        will: "tuple[str, bytes] | None" = None,
        username: "str | None" = None,
        password: "str | None" = None,
        keepalive_s: int = 30,
        window: int = 4,
        buffer: int = 4352,
    ):
        if password is not None and username is None:
            raise FieldError("username", "nothing", "a user name when there is a password")
        if not 5 <= keepalive_s <= 0xFFFF:
            raise FieldError("keepalive_s", keepalive_s, "a whole number from 5 to 65535")
        self._client_id = client_id
        self._subscriptions = subscriptions
        self.will = will
        self._username = username
        self._password = password
        self._keepalive_s = keepalive_s
        self._answer_ms = keepalive_s * 300
        self._ping_ms = keepalive_s * 700
        self._window = window
        self._reader = packets.Reader(buffer)
        self._phase = _OFFLINE
        self._output: list[bytes | bytearray] = []
        self._output_size = 0
        self._acks = bytearray()
        self._sent: list[_Sent] = []
        self._last_id = 0
        self._subscribe_id = 0
        self._asked: int | None = None  # when CONNECT or SUBSCRIBE went out that is not answered yet
        self._pinged: int | None = None
        self._last_sent = 0
        self._last_heard = 0
        self.strays = 0

    @property
    def online(self) -> bool:
        """Whether the broker has accepted the connection."""
        return self._phase == _ONLINE

    @property
    def free(self) -> int:
        """QoS 1 messages that `publish` will take now."""
        return self._window - len(self._sent) if self._phase == _ONLINE else 0

    def connect(self, now: int) -> None:
        """A transport is open: greet the broker."""
        self._reader.reset()
        self._drop_output()
        self._phase = _CONNECTING
        self._asked = now
        self._pinged = None
        self._last_sent = self._last_heard = now
        self._send(
            packets.connect(
                self._client_id,
                self._keepalive_s,
                username=self._username,
                password=self._password,
                will=self.will,
            ),
            now,
        )

    def disconnect(self, now: int) -> None:
        """Say goodbye, so that the broker does not send the will; send the output, then close."""
        if self._phase == _ONLINE:
            self._send(packets.DISCONNECT_BYTES, now)
        self._phase = _OFFLINE

    def lost(self) -> None:
        """The transport is gone. Unacknowledged QoS 1 messages are kept for the next connection."""
        self._phase = _OFFLINE
        self._drop_output()

    def publish(self, topic: str, payload: bytes, *, qos: int, retain: bool, now: int) -> "int | None":
        """Queue a message; its packet id (0 at QoS 0), or None when it is refused: offline, or window full."""
        if self._phase != _ONLINE:
            return None
        if qos == 0:
            if self._output_size > _QOS0_MAX:
                return None
            self._send(packets.publish(topic, payload, 0, retain, 0), now)
            return 0
        if len(self._sent) >= self._window:
            return None
        packet_id = self._new_id()
        packet = packets.publish(topic, payload, 1, retain, packet_id)
        self._sent.append(_Sent(packet_id, packet, now))
        self._send(packet, now)
        return packet_id

    def take_output(self) -> bytearray:
        """All bytes that wait to be sent."""
        data = bytearray(len(self._acks) + self._output_size)
        at = 0
        for chunk in [self._acks] + self._output:
            data[at : at + len(chunk)] = chunk
            at += len(chunk)
        self._drop_output()
        return data

    def next_output(self) -> "bytes | bytearray":
        """The next of the bytes that wait to be sent, without a copy of them all; empty when there are none."""
        if self._acks:
            acks = bytes(self._acks)
            self._acks = bytearray()
            return acks
        if not self._output:
            return b""
        packet = self._output.pop(0)
        self._output_size -= len(packet)
        return packet

    def receive(self, data: "bytes | bytearray | memoryview", now: int) -> "list[tuple[object, ...]]":
        """Take what the transport read and give what it meant. ProtocolError: close the connection."""
        events: list[tuple[object, ...]] = []
        view = memoryview(data)
        at = 0
        self._last_heard = now
        while at < len(view):
            complete, at = self._reader.feed(view, at)
            if complete:
                self._pinged = None
                self._take_packet(events, now)
            if len(self._acks) > _ACKS_MAX:
                raise ProtocolError("more to acknowledge than can be sent")
        return events

    def poll(self, now: int) -> None:
        """Ping when due; ProtocolError when the broker has not answered in time."""
        if self._phase == _OFFLINE:
            return
        for since, what in self._waits():
            if since is not None and now - since >= self._answer_ms:
                raise ProtocolError("no answer to " + what + " within " + str(self._answer_ms) + " ms")
        if self._phase == _ONLINE and self._pinged is None and now >= self._ping_at():
            self._pinged = now
            self._send(packets.PINGREQ_BYTES, now)

    def deadline(self) -> "int | None":
        """When `poll` has something to do next; None when offline."""
        if self._phase == _OFFLINE:
            return None
        due = [since + self._answer_ms for since, _ in self._waits() if since is not None]
        if self._phase == _ONLINE and self._pinged is None:
            due.append(self._ping_at())
        return min(due)

    def _waits(self) -> "tuple[tuple[int | None, str], ...]":
        oldest = self._sent[0].at if self._phase == _ONLINE and self._sent else None
        asked = "CONNECT" if self._phase == _CONNECTING else "SUBSCRIBE"
        return (self._asked, asked), (self._pinged, "PINGREQ"), (oldest, "PUBLISH")

    def _ping_at(self) -> int:
        return min(self._last_sent, self._last_heard) + self._ping_ms

    def _send(self, packet: bytes | bytearray, now: int) -> None:
        self._output.append(packet)
        self._output_size += len(packet)
        self._last_sent = now

    def _drop_output(self) -> None:
        self._output = []
        self._output_size = 0
        self._acks = bytearray()

    def _new_id(self) -> int:
        """The next packet id that is not in use; there are more ids than the window is wide."""
        used = [sent.packet_id for sent in self._sent]
        while True:
            self._last_id = self._last_id % 0xFFFF + 1
            if self._last_id not in used and self._last_id != self._subscribe_id:
                return self._last_id

    def _take_packet(self, events: "list[tuple[object, ...]]", now: int) -> None:
        reader = self._reader
        kind = reader.type
        if self._phase == _CONNECTING:
            if kind != packets.CONNACK:
                raise ProtocolError("a packet before CONNACK")
            self._take_connack(events, now)
        elif self._phase == _OFFLINE:
            raise ProtocolError("a packet without a connection")
        elif kind == packets.PUBLISH:
            self._take_publish(events, now)
        elif kind == packets.PUBACK and reader.flags == 0 and reader.length == 2:
            self._take_puback(events)
        elif kind == packets.SUBACK and reader.flags == 0:
            self._take_suback(events)
        elif kind != packets.PINGRESP or reader.flags or reader.length:
            raise ProtocolError("an unexpected or malformed packet of type " + str(kind))

    def _take_connack(self, events: "list[tuple[object, ...]]", now: int) -> None:
        body = self._reader.body
        if self._reader.flags or self._reader.length != 2 or body[0] > 1:
            raise ProtocolError("a malformed CONNACK")
        code = body[1]
        if code:
            raise ProtocolError(
                "refused: " + (_REFUSALS[code] if code < len(_REFUSALS) else "code " + str(code))
            )
        present = body[0] == 1
        self._phase = _ONLINE
        self._asked = None
        if self._subscriptions:
            self._subscribe_id = 0
            self._subscribe_id = self._new_id()
            self._asked = now
            self._send(packets.subscribe(self._subscribe_id, self._subscriptions), now)
        for sent in self._sent:
            if present:
                sent.packet[0] |= packets.DUP  # 4.4
            else:
                sent.packet[0] &= ~packets.DUP & 0xFF
            sent.at = now
            self._send(sent.packet, now)
        events.append(("connected", present))

    def _take_publish(self, events: "list[tuple[object, ...]]", now: int) -> None:
        reader = self._reader
        body = reader.body
        qos = reader.flags >> 1 & 3
        dup = bool(reader.flags & packets.DUP)
        if qos > 1 or (dup and qos == 0):
            raise ProtocolError("a PUBLISH with flags " + str(reader.flags))
        topic = packets.topic_of(body)
        at = 2 + (body[0] << 8 | body[1])
        if qos:
            packet_id = body[at] << 8 | body[at + 1] if len(body) >= at + 2 else 0
            if packet_id == 0:
                raise ProtocolError("a PUBLISH without a packet id")
            at += 2
            self._acks.extend(packets.puback(packet_id))
            self._last_sent = now
        if reader.length > len(body):
            events.append(("oversize", topic, reader.length))
        else:
            events.append(("message", topic, bytes(body[at:]), qos, bool(reader.flags & packets.RETAIN), dup))

    def _take_puback(self, events: "list[tuple[object, ...]]") -> None:
        packet_id = self._reader.body[0] << 8 | self._reader.body[1]
        for sent in self._sent:
            if sent.packet_id == packet_id:
                self._sent.remove(sent)
                events.append(("published", packet_id))
                return
        self.strays += 1

    def _take_suback(self, events: "list[tuple[object, ...]]") -> None:
        body = self._reader.body
        count = len(self._subscriptions)
        if self._asked is None or len(body) != 2 + count or (body[0] << 8 | body[1]) != self._subscribe_id:
            raise ProtocolError("a SUBACK that does not fit the SUBSCRIBE")
        for index in range(count):
            topic_filter, qos = self._subscriptions[index]
            if body[2 + index] != qos:
                raise ProtocolError("subscription refused: " + topic_filter)
        self._asked = None
        events.append(("subscribed",))
