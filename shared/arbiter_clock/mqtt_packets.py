"""MQTT 3.1.1 packets: what a client writes, and a reader that takes bytes in any fragments.

Section numbers in comments are those of the OASIS standard of 29 October 2014.
"""

from arbiter_clock.canonical_json import is_utf8
from arbiter_clock.errors import FieldError

CONNACK = 2
PUBLISH = 3
PUBACK = 4
SUBACK = 9
PINGRESP = 13

PINGREQ_BYTES = b"\xc0\x00"
DISCONNECT_BYTES = b"\xe0\x00"

DUP = 0x08
RETAIN = 0x01


class ProtocolError(Exception):
    """The peer broke the protocol, refused us or fell silent. Close the connection; `reason` says why in words."""

    def __init__(self, reason: str):
        super().__init__(reason)
        self.reason = reason


def connect(
    client_id: str,
    keepalive_s: int,
    *,
    username: "str | None",
    password: "str | None",
    will: "tuple[str, bytes] | None",
) -> bytes:
    """CONNECT for a persistent session; the will (topic, payload) is retained, QoS 1."""
    flags = 0
    rest = _text(client_id)
    if will is not None:
        flags |= 0x04 | 0x08 | 0x20  # will, its QoS 1, its retain
        rest += _text(will[0]) + len(will[1]).to_bytes(2, "big") + will[1]
    if username is not None:
        flags |= 0x80
        rest += _text(username)
    if password is not None:
        flags |= 0x40
        rest += _text(password)
    head = b"\x00\x04MQTT\x04" + bytes((flags,)) + keepalive_s.to_bytes(2, "big")
    return _packet(0x10, head + rest)


def publish(topic: str, payload: bytes, qos: int, retain: bool, packet_id: int) -> bytearray:
    """PUBLISH of QoS 0 (packet id unused) or 1; a bytearray, because a resend sets DUP in its first byte."""
    name = topic.encode()
    if not 0 < len(name) <= 0xFFFF or "+" in topic or "#" in topic:
        raise FieldError("topic", topic, "a topic of at most 65535 bytes without wildcards")
    # Filled in place: a copy for each part would fragment the device's heap with every message.
    size = 2 + len(name) + 2 * qos + len(payload)
    head = _head(0x30 | qos << 1 | (RETAIN if retain else 0), size)
    packet = bytearray(len(head) + size)
    packet[: len(head)] = head
    at = len(head)
    packet[at : at + 2] = len(name).to_bytes(2, "big")
    at += 2
    packet[at : at + len(name)] = name
    at += len(name)
    if qos:
        packet[at : at + 2] = packet_id.to_bytes(2, "big")
        at += 2
    packet[at:] = payload
    return packet


def puback(packet_id: int) -> bytes:
    """PUBACK."""
    return b"\x40\x02" + packet_id.to_bytes(2, "big")


def subscribe(packet_id: int, filters: "tuple[tuple[str, int], ...]") -> bytes:
    """SUBSCRIBE to (filter, QoS) pairs."""
    body = packet_id.to_bytes(2, "big")
    for topic_filter, qos in filters:
        body += _text(topic_filter) + bytes((qos,))
    return _packet(0x82, body)


def _text(text: str) -> bytes:
    data = text.encode()
    if len(data) > 0xFFFF:
        raise FieldError("text", str(len(data)) + " bytes", "at most 65535 bytes")
    return len(data).to_bytes(2, "big") + data


def _packet(first: int, body: bytes) -> bytes:
    return _head(first, len(body)) + body


def _head(first: int, length: int) -> bytes:
    head = bytes((first,))
    while length > 0x7F:
        head += bytes((length & 0x7F | 0x80,))
        length >>= 7
    return head + bytes((length,))


class Reader:
    """Puts packets together from fragments in one buffer of fixed size; what is longer is passed over, not kept.

    After `feed` has returned True a packet is complete: `type`, `flags`, `length` as announced, `body` (valid until the
    next `feed`), cut to the buffer's size when `length` is greater.
    """

    def __init__(self, size: int):
        self._buffer = bytearray(size)
        self._view = memoryview(self._buffer)
        self.type = 0
        self.flags = 0
        self.length = 0
        self.reset()

    def reset(self) -> None:
        """Forget a packet that is only half there: a new connection begins."""
        self._shift = -7  # -7: the first byte is next; 0..21: a byte of the length; 28: the body
        self._seen = 0

    @property
    def body(self) -> memoryview:
        """The body of the complete packet, as much of it as the buffer holds."""
        return self._view[: min(self.length, len(self._buffer))]

    def feed(self, data: memoryview, at: int) -> "tuple[bool, int]":
        """Take bytes from `data[at:]`; (a packet is complete, where to go on). ProtocolError for a bad header."""
        end = len(data)
        while at < end and self._shift < 28:
            byte = data[at]
            at += 1
            if self._shift < 0:
                self.type, self.flags = byte >> 4, byte & 0x0F
                self.length = 0
                self._shift = 0
                continue
            self.length |= (byte & 0x7F) << self._shift
            if byte < 0x80:
                self._shift = 28
            elif self._shift == 21:
                raise ProtocolError("a packet length of more than four bytes")  # 2.2.3
            else:
                self._shift += 7
        if self._shift < 28:
            return False, at
        count = min(end - at, self.length - self._seen)
        keep = min(count, len(self._buffer) - self._seen)
        if keep > 0:
            self._view[self._seen : self._seen + keep] = data[at : at + keep]
        self._seen += count
        at += count
        if self._seen < self.length:
            return False, at
        self.reset()
        return True, at


def topic_of(body: memoryview) -> str:
    """The topic at the beginning of a PUBLISH body; ProtocolError if it is none (3.3.2.1, 1.5.3)."""
    size = body[0] << 8 | body[1] if len(body) >= 2 else -1
    if size < 1 or len(body) < 2 + size:
        raise ProtocolError("a PUBLISH without a topic")
    data = bytes(body[2 : 2 + size])
    if not is_utf8(data) or b"\x00" in data or b"+" in data or b"#" in data:
        raise ProtocolError("a PUBLISH whose topic is not a topic name")
    return str(data, "utf-8")
