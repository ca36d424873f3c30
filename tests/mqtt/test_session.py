"""Connecting, subscribing and resending."""

from expect import raised, refused
from mqtt.broker_double import connack, online, puback, publish, split, suback

from arbiter_clock.mqtt import Client, ProtocolError

SUBSCRIPTIONS = (("arbiter/1/s/t/cmd", 1), ("arbiter/1/s/t/score", 0))


def _reason(call, *args):
    return raised(ProtocolError, call, *args).reason


def test_connect_packet_has_will_user_and_persistent_session():
    client = Client("dev", will=("w/t", b"gone"), username="u", password="pä", keepalive_s=60)  # noqa: S106 - no secret
    client.connect(0)
    assert split(client.take_output()) == [
        (0x10, b"\x00\x04MQTT\x04\xec\x00\x3c\x00\x03dev\x00\x03w/t\x00\x04gone\x00\x01u\x00\x03p\xc3\xa4")
    ]


def test_connect_packet_without_extras_has_only_the_client_id():
    client = Client("dev")
    client.connect(0)
    assert client.take_output() == b"\x10\x0f\x00\x04MQTT\x04\x00\x00\x1e\x00\x03dev"


def test_user_name_goes_without_password_but_not_the_other_way():
    client = Client("d", username="u")
    client.connect(0)
    assert split(client.take_output())[0][1][7] == 0x80
    assert refused(Client, "d", password="p") == "username"  # noqa: S106 - no secret


def test_keepalive_is_from_five_seconds_to_what_the_packet_holds():
    Client("d", keepalive_s=5)
    Client("d", keepalive_s=65535)
    assert refused(Client, "d", keepalive_s=4) == "keepalive_s"
    assert refused(Client, "d", keepalive_s=65536) == "keepalive_s"


def test_the_will_may_change_between_connections():
    client = Client("d", will=("t", b"1"))
    client.connect(0)
    client.lost()
    client.will = ("t", b"22")
    client.connect(1)
    assert client.take_output().endswith(b"\x00\x0222")


def test_connack_brings_the_client_online_and_it_subscribes():
    client = Client("d", subscriptions=SUBSCRIPTIONS)
    client.connect(0)
    client.take_output()
    assert not client.online
    assert client.receive(connack(0), 5) == [("connected", False)]
    assert client.online
    assert split(client.take_output()) == [
        (0x82, b"\x00\x01\x00\x11arbiter/1/s/t/cmd\x01\x00\x13arbiter/1/s/t/score\x00")
    ]
    assert client.receive(suback(1, 1, 0), 6) == [("subscribed",)]


def test_a_known_session_subscribes_again_because_of_the_retained_messages():
    client = Client("d", subscriptions=SUBSCRIPTIONS)
    client.connect(0)
    client.take_output()
    assert client.receive(connack(1), 5) == [("connected", True)]
    assert [first for first, _ in split(client.take_output())] == [0x82]


def test_without_subscriptions_nothing_is_subscribed():
    assert online(Client("d")) == []


def test_a_refused_connection_says_why():
    for code, reason in (
        (1, "protocol version"),
        (4, "bad user name or password"),
        (5, "not authorised"),
        (6, "code 6"),
    ):
        client = Client("d")
        client.connect(0)
        assert _reason(client.receive, connack(0, code), 0) == "refused: " + reason
        assert not client.online


def test_a_refused_or_lowered_subscription_is_an_error():
    for codes in ((0x80, 0), (0, 0), (1, 1), (1, 0x80)):
        client = Client("d", subscriptions=SUBSCRIPTIONS)
        online(client, subscribed=False)
        assert _reason(client.receive, suback(1, *codes), 0).startswith(
            "subscription refused: arbiter/1/s/t/"
        )


def test_a_suback_that_nobody_asked_for_is_an_error():
    client = Client("d", subscriptions=SUBSCRIPTIONS)
    online(client)
    assert "SUBACK" in _reason(client.receive, suback(1, 1, 0), 0)
    for answer in (suback(2, 1, 0), suback(1, 1), suback(1, 1, 0, 0)):
        client = Client("d", subscriptions=SUBSCRIPTIONS)
        online(client, subscribed=False)
        assert "SUBACK" in _reason(client.receive, answer, 0)


def test_offline_nothing_is_published():
    client = Client("d")
    for qos in (0, 1):
        assert client.publish("t", b"x", qos=qos, retain=False, now=0) is None
    client.connect(0)
    assert client.publish("t", b"x", qos=1, retain=False, now=0) is None
    assert client.free == 0


def test_qos_one_is_published_until_the_window_is_full_and_again_after_a_puback():
    client = Client("d", window=2)
    online(client)
    assert client.free == 2
    assert client.publish("t", b"a", qos=1, retain=False, now=0) == 1
    assert client.publish("t", b"b", qos=1, retain=True, now=0) == 2
    assert client.free == 0
    assert client.publish("t", b"c", qos=1, retain=False, now=0) is None
    assert split(client.take_output()) == [(0x32, b"\x00\x01t\x00\x01a"), (0x33, b"\x00\x01t\x00\x02b")]
    assert client.receive(puback(2), 1) == [("published", 2)]
    assert client.publish("t", b"c", qos=1, retain=False, now=0) == 3


def test_a_puback_for_nothing_is_counted_and_harmless():
    client = Client("d")
    online(client)
    assert client.receive(puback(9), 0) == []
    assert client.strays == 1


def test_a_known_session_gets_unacknowledged_messages_with_dup_and_the_same_id():
    client = Client("d", window=3)
    online(client)
    for payload in (b"a", b"b", b"c"):
        client.publish("t", payload, qos=1, retain=False, now=0)
    client.take_output()
    client.receive(puback(2), 1)
    client.lost()
    assert online(client, 10, present=1) == [(0x3A, b"\x00\x01t\x00\x01a"), (0x3A, b"\x00\x01t\x00\x03c")]


def test_a_lost_session_gets_unacknowledged_messages_as_new_ones_after_subscribing():
    client = Client("d", subscriptions=SUBSCRIPTIONS)
    online(client)
    client.publish("t", b"a", qos=1, retain=False, now=0)
    client.lost()
    online(client, 10, present=1)
    client.lost()
    sent = online(client, 20, present=0)
    assert [first for first, _ in sent] == [0x82, 0x32]
    assert client.receive(puback(int.from_bytes(sent[1][1][3:5], "big")), 21) == [("published", 2)]


def test_packet_ids_skip_zero_and_those_in_use():
    client = Client("d", subscriptions=SUBSCRIPTIONS, window=2)
    online(client)
    held = client.publish("t", b"a", qos=1, retain=False, now=0)
    assert held == 2
    for number in range(3, 65536):
        assert client.publish("t", b"", qos=1, retain=False, now=0) == number
        client.receive(puback(number), 0)
        client.take_output()
    assert client.publish("t", b"", qos=1, retain=False, now=0) == 3


def test_qos_zero_is_refused_while_too_much_waits_to_be_sent():
    client = Client("d")
    online(client)
    count = 0
    while client.publish("t", bytes(100), qos=0, retain=False, now=0) == 0:
        count += 1
    assert 19 <= count <= 21
    client.take_output()
    assert client.publish("t", b"x", qos=0, retain=False, now=0) == 0
    assert client.take_output() == b"\x30\x04\x00\x01tx"


def test_a_topic_to_publish_on_has_no_wildcards():
    client = Client("d")
    online(client)
    for topic in ("", "a/+", "a/#"):
        assert refused(client.publish, topic, b"", qos=1, retain=False, now=0) == "topic"
    assert client.free == 4
    assert client.take_output() == b""


def test_long_packets_have_a_length_of_two_bytes():
    client = Client("d")
    online(client)
    for size, head in ((124, b"\x30\x7f"), (125, b"\x30\x80\x01")):
        client.publish("t", bytes(size), qos=0, retain=False, now=0)
        packet = client.take_output()
        assert packet[: len(head)] == head
        assert split(packet) == [(0x30, b"\x00\x01t" + bytes(size))]


def test_goodbye_is_said_only_when_online():
    client = Client("d")
    client.disconnect(0)
    assert client.take_output() == b""
    online(client)
    client.disconnect(0)
    assert client.take_output() == b"\xe0\x00"
    assert not client.online


def test_losing_the_transport_drops_what_was_not_sent():
    client = Client("d")
    online(client)
    client.publish("t", b"x", qos=0, retain=False, now=0)
    client.lost()
    assert client.take_output() == b""


def test_a_packet_cut_off_by_a_broken_connection_is_forgotten():
    client = Client("d")
    online(client)
    client.receive(publish("t", b"hello")[:4], 0)
    client.lost()
    online(client)
    assert client.receive(publish("t", b"x"), 0) == [("message", "t", b"x", 0, False, False)]


def test_a_new_connection_begins_with_connect_and_nothing_that_waited():
    client = Client("d")
    online(client)
    client.publish("t", b"x", qos=0, retain=False, now=0)
    client.connect(1)
    assert [first for first, _ in split(client.take_output())] == [0x10]


def test_a_subscription_may_have_any_packet_id():
    client = Client("d", subscriptions=SUBSCRIPTIONS)
    online(client)
    for _ in range(300):
        packet_id = client.publish("t", b"", qos=1, retain=False, now=0)
        client.receive(puback(packet_id), 0)
        client.take_output()
    client.lost()
    online(client, subscribed=False)
    assert client.receive(suback(302, 1, 0), 0) == [("subscribed",)]
