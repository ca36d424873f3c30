"""The broker's side of MQTT 3.1.1, as far as the tests of the client need it: packets out, packets in."""


def connack(present=0, code=0):
    return bytes((0x20, 2, present, code))


def suback(packet_id, *codes):
    return bytes((0x90, 2 + len(codes))) + packet_id.to_bytes(2, "big") + bytes(codes)


def puback(packet_id):
    return b"\x40\x02" + packet_id.to_bytes(2, "big")


PINGRESP = b"\xd0\x00"


def publish(topic, payload, *, qos=0, retain=0, dup=0, packet_id=1):
    name = topic.encode()
    body = len(name).to_bytes(2, "big") + name
    if qos:
        body += packet_id.to_bytes(2, "big")
    body += payload
    return bytes((0x30 | dup << 3 | qos << 1 | retain,)) + length(len(body)) + body


def length(number):
    """The variable length of a fixed header."""
    out = b""
    while number > 127:
        out += bytes((number % 128 + 128,))
        number //= 128
    return out + bytes((number,))


def split(data):
    """The packets in what a client sent: (first byte, body)."""
    packets = []
    at = 0
    while at < len(data):
        first = data[at]
        at += 1
        size = shift = 0
        while True:
            byte = data[at]
            at += 1
            size |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        packets.append((first, data[at : at + size]))
        assert at + size <= len(data), "a packet is cut off"
        at += size
    return packets


def online(client, now=0, present=0, subscribed=True):
    """Bring a client online; returns the packets that it sent after CONNECT."""
    client.connect(now)
    client.take_output()
    client.receive(connack(present), now)
    sent = split(client.take_output())
    for first, body in sent:
        if first == 0x82 and subscribed:
            codes, at = [], 2
            while at < len(body):
                at += 2 + int.from_bytes(body[at : at + 2], "big")
                codes.append(body[at])
                at += 1
            client.receive(suback(int.from_bytes(body[:2], "big"), *codes), now)
    return sent
