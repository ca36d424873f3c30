"""What comes in: messages, fragments, oversize packets and broken ones."""

from expect import raised
from mqtt.broker_double import PINGRESP, connack, length, online, puback, publish, split

from arbiter_clock.mqtt import Client, ProtocolError


def _online(**options):
    client = Client("d", **options)
    online(client)
    return client


def test_qos_zero_is_delivered_and_not_acknowledged():
    client = _online()
    assert client.receive(publish("a/b", b"x", retain=1), 0) == [("message", "a/b", b"x", 0, True, False)]
    assert client.take_output() == b""


def test_qos_one_is_delivered_and_acknowledged():
    client = _online()
    packet = publish("a/b", b"x", qos=1, packet_id=0x1234)
    assert client.receive(packet, 0) == [("message", "a/b", b"x", 1, False, False)]
    assert client.take_output() == b"\x40\x02\x12\x34"


def test_what_waits_goes_out_piece_by_piece_in_the_same_order():
    client = _online()
    client.publish("a", b"x", qos=0, retain=False, now=0)
    client.receive(publish("a/b", b"x", qos=1, packet_id=0x1234), 0)
    client.publish("b", b"y", qos=0, retain=False, now=0)
    assert bytes(client.next_output()) == b"\x40\x02\x12\x34"
    assert bytes(client.next_output()) == publish("a", b"x")
    assert bytes(client.take_output()) == publish("b", b"y")
    assert client.next_output() == b""
    client.publish("c", b"z", qos=0, retain=False, now=0)
    assert bytes(client.next_output()) == publish("c", b"z")
    assert client.take_output() == b""


def test_a_redelivered_message_says_so_and_is_acknowledged_again():
    client = _online()
    packet = publish("t", b"x", qos=1, dup=1, packet_id=7)
    for _ in range(2):
        assert client.receive(packet, 0) == [("message", "t", b"x", 1, False, True)]
        assert client.take_output() == b"\x40\x02\x00\x07"


def test_an_empty_payload_is_a_message():
    assert _online().receive(publish("t", b""), 0) == [("message", "t", b"", 0, False, False)]


def test_topics_are_utf8():
    assert _online().receive(publish("tür/桌", b""), 0)[0][1] == "tür/桌"


def test_packets_are_the_same_however_they_are_cut():
    stream = (
        publish("a", b"1")
        + puback(1)
        + PINGRESP
        + publish("b", bytes(200), qos=1, packet_id=3)
        + publish("c", b"")
        + publish("d", bytes(130), qos=1, packet_id=4)
    )
    expected = None
    for size in (len(stream), 1, 2, 3, 5, 7, 64, 128, 131):
        client = _online(buffer=150)
        client.publish("t", b"x", qos=1, retain=False, now=0)
        client.take_output()
        events = []
        for at in range(0, len(stream), size):
            events += client.receive(memoryview(stream)[at : at + size], 0)
        events.append(client.take_output())
        expected = expected or events
        assert events == expected, size
    assert [event[0] for event in expected[:-1]] == ["message", "published", "oversize", "message", "message"]


def test_every_single_cut_gives_the_same_events():
    stream = publish("a", b"1", qos=1, packet_id=2) + publish("b", b"22") + puback(1)
    for cut in range(len(stream) + 1):
        client = _online()
        client.publish("t", b"x", qos=1, retain=False, now=0)
        events = client.receive(stream[:cut], 0) + client.receive(stream[cut:], 0)
        assert [event[:2] for event in events] == [("message", "a"), ("message", "b"), ("published", 1)], cut


def test_a_packet_may_fill_the_buffer_and_no_more():
    client = _online(buffer=100)
    assert client.receive(publish("t", bytes(97)), 0) == [("message", "t", bytes(97), 0, False, False)]
    assert client.receive(publish("t", bytes(98)), 0) == [("oversize", "t", 101)]


def test_an_oversize_message_is_acknowledged_and_the_next_one_is_read():
    client = _online(buffer=32)
    head = publish("arbiter/cmd", b"", qos=1, packet_id=9)[2:]
    assert client.receive(b"\x32" + length(len(head) + 1_000_000) + head, 0) == []
    for _ in range(999):
        assert client.receive(bytes(1000), 0) == []
    assert client.receive(bytes(1000) + publish("t", b"x"), 0) == [
        ("oversize", "arbiter/cmd", 1_000_015),
        ("message", "t", b"x", 0, False, False),
    ]
    assert client.take_output() == b"\x40\x02\x00\x09"


def test_a_topic_longer_than_the_buffer_is_an_error():
    client = _online(buffer=32)
    assert "topic" in raised(ProtocolError, client.receive, publish("t" * 40, b""), 0).reason


def test_broken_packets_are_protocol_errors():
    good = publish("t", b"x", qos=1)
    for name, packet in (
        ("PUBLISH with QoS 2", b"\x34" + good[1:]),
        ("PUBLISH with QoS 3", b"\x36" + good[1:]),
        ("DUP at QoS 0", publish("t", b"x", dup=1)),
        ("PUBLISH without a body", b"\x30\x00"),
        ("PUBLISH with half a length", b"\x30\x01\x00"),
        ("PUBLISH with an empty topic", publish("", b"x")),
        ("PUBLISH shorter than its topic", b"\x30\x04\x00\x05ab"),
        ("wildcard in the topic", publish("a/+", b"x")),
        ("wildcard at the end of the topic", publish("a/#", b"x")),
        ("NUL in the topic", publish("a\x00", b"x")),
        ("bad UTF-8 in the topic", b"\x30\x03\x00\x01\xff"),
        ("packet id 0", publish("t", b"x", qos=1, packet_id=0)),
        ("packet id missing", b"\x32\x03\x00\x01t"),
        ("packet id cut off", b"\x32\x04\x00\x01t\x00"),
        ("length of five bytes", b"\x30\xff\xff\xff\xff\x01"),
        ("length that goes on", b"\x30\x80\x80\x80\x80"),
        ("second CONNACK", connack()),
        ("PUBACK of three bytes", b"\x40\x03\x00\x01\x00"),
        ("PUBACK with flags", b"\x42\x02\x00\x01"),
        ("SUBACK with flags", b"\x91\x03\x00\x01\x00"),
        ("PINGRESP with a body", b"\xd0\x01\x00"),
        ("PINGRESP with flags", b"\xd1\x00"),
        ("PUBREC", b"\x50\x02\x00\x01"),
        ("PUBREL", b"\x62\x02\x00\x01"),
        ("PUBCOMP", b"\x70\x02\x00\x01"),
        ("UNSUBACK", b"\xb0\x02\x00\x01"),
        ("CONNECT", b"\x10\x00"),
        ("SUBSCRIBE", b"\x82\x00"),
        ("PINGREQ", b"\xc0\x00"),
        ("DISCONNECT", b"\xe0\x00"),
        ("type 0", b"\x00\x00"),
        ("type 15", b"\xf0\x00"),
        ("oversize PUBACK", b"\x40" + length(500) + bytes(500)),
    ):
        assert raised(ProtocolError, _online(buffer=64).receive, packet, 0).reason, name


def test_malformed_connacks_are_protocol_errors():
    for packet in (b"\x20\x00", b"\x20\x03\x00\x00\x00", b"\x21\x02\x00\x00", b"\x20\x02\x02\x00"):
        client = Client("d")
        client.connect(0)
        assert raised(ProtocolError, client.receive, packet, 0).reason == "a malformed CONNACK"


def test_nothing_may_come_before_connack():
    client = Client("d")
    client.connect(0)
    assert raised(ProtocolError, client.receive, publish("t", b"x"), 0).reason == "a packet before CONNACK"


def test_a_packet_without_a_connection_is_an_error():
    assert raised(ProtocolError, Client("d").receive, PINGRESP, 0).reason == "a packet without a connection"


def test_acknowledgements_that_nobody_sends_do_not_pile_up():
    client = _online()
    packet = publish("t", b"", qos=1)
    for _ in range(256):
        client.receive(packet, 0)
    assert "acknowledge" in raised(ProtocolError, client.receive, packet, 0).reason
    assert len(split(client.take_output())) == 257
