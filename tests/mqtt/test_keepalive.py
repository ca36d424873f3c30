"""Pings, dead peers and silent brokers; all times are given."""

from expect import raised
from mqtt.broker_double import PINGRESP, connack, online, puback, publish, suback

from arbiter_clock.mqtt import Client, ProtocolError

PINGREQ = b"\xc0\x00"


def _online(now=0, **options):
    client = Client("d", keepalive_s=10, **options)
    online(client, now)
    return client


def test_a_ping_is_sent_at_seven_tenths_of_the_keepalive():
    client = _online(1000)
    assert client.deadline() == 8000
    client.poll(7999)
    assert client.take_output() == b""
    client.poll(8000)
    assert client.take_output() == PINGREQ
    client.poll(8001)
    assert client.take_output() == b""


def test_a_peer_that_does_not_answer_the_ping_is_dead_when_the_keepalive_is_over():
    client = _online(0)
    client.poll(7000)
    assert client.deadline() == 10_000
    client.poll(9999)
    assert "PINGREQ" in raised(ProtocolError, client.poll, 10_000).reason


def test_an_answered_ping_is_repeated_after_the_next_silence():
    client = _online(0)
    client.poll(7000)
    client.take_output()
    client.receive(PINGRESP, 7100)
    assert client.deadline() == 14_000
    client.poll(14_000)
    assert client.take_output() == PINGREQ


def test_any_packet_shows_that_the_peer_is_alive():
    client = _online(0)
    client.poll(7000)
    client.receive(publish("t", b"x"), 7500)
    client.poll(10_500)
    assert client.online


def test_sending_alone_does_not_hide_a_silent_peer():
    client = _online(0)
    for now in range(0, 7001, 500):
        client.publish("t", b"x", qos=0, retain=False, now=now)
        client.take_output()
    client.poll(7000)
    assert client.take_output() == PINGREQ


def test_hearing_alone_does_not_let_the_broker_forget_us():
    client = _online(0)
    for now in range(0, 7001, 500):
        client.receive(publish("t", b"x"), now)
    client.poll(7000)
    assert client.take_output() == PINGREQ


def test_traffic_both_ways_needs_no_ping():
    client = _online(0)
    for now in range(0, 60_000, 1000):
        client.receive(publish("t", b"x", qos=1), now)
        assert client.take_output() == b"\x40\x02\x00\x01"
        client.poll(now)
        assert client.take_output() == b""


def test_a_broker_that_does_not_answer_connect_is_dead():
    client = Client("d", keepalive_s=10)
    client.connect(500)
    assert client.deadline() == 3500
    client.poll(3499)
    assert "CONNECT" in raised(ProtocolError, client.poll, 3500).reason


def test_a_broker_that_does_not_answer_subscribe_is_dead():
    client = Client("d", keepalive_s=10, subscriptions=(("t", 1),))
    client.connect(0)
    client.receive(connack(), 1000)
    assert client.deadline() == 4000
    assert "SUBSCRIBE" in raised(ProtocolError, client.poll, 4000).reason
    client.receive(suback(1, 1), 4000)
    client.poll(4000)


def test_a_broker_that_does_not_acknowledge_a_message_is_dead():
    client = _online(0)
    client.publish("t", b"x", qos=1, retain=False, now=1000)
    client.publish("t", b"y", qos=1, retain=False, now=2000)
    assert client.deadline() == 4000
    client.receive(puback(1), 3000)
    client.poll(4999)
    assert "PUBLISH" in raised(ProtocolError, client.poll, 5000).reason


def test_messages_that_wait_for_a_connection_are_not_late():
    client = _online(0)
    client.publish("t", b"x", qos=1, retain=False, now=1000)
    client.lost()
    assert client.deadline() is None
    client.poll(900_000)
    client.connect(900_000)
    client.poll(902_000)
    client.receive(connack(1), 902_000)
    client.poll(904_999)
    assert "PUBLISH" in raised(ProtocolError, client.poll, 905_000).reason


def test_a_new_connection_owes_no_answer_and_no_ping():
    client = _online(0)
    client.poll(7000)
    client.lost()
    online(client, 100_000)
    client.poll(106_999)
    assert client.take_output() == b""
    client.poll(107_000)
    assert client.take_output() == PINGREQ
