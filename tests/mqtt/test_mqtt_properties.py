"""The MQTT client against random bytes, random cuts, and texts that do not fit a packet."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from mqtt.broker_double import connack, online, puback, publish, split

from arbiter_clock.errors import FieldError
from arbiter_clock.mqtt import Client, ProtocolError

GARBAGE = st.binary(max_size=300) | st.lists(
    st.sampled_from(
        [connack(), puback(1), publish("t", b"x", qos=1), b"\x32\xff\x7f", b"\x30\x02\x00\x00", b"\xd0\x00"]
    ),
    max_size=12,
).map(b"".join)


def size(client: Client) -> int:
    """Bytes that a client holds on to."""
    sent = sum(len(message.packet) for message in client._sent)
    return sent + client._output_size + len(client._acks) + len(client._reader._buffer)


@settings(deadline=None, max_examples=300)
@given(GARBAGE, st.booleans(), st.lists(st.integers(1, 50), max_size=20))
@example(b"\x30\xff\xff\xff\x7f" + bytes(200), True, [1])
def test_garbage_gives_events_or_a_protocol_error_and_holds_no_memory(
    data: bytes, accepted: bool, cuts: list[int]
) -> None:
    client = Client("d", buffer=64, window=2, subscriptions=(("t", 1),))
    client.connect(0)
    if accepted:
        client.receive(connack(), 0)
    at = 0
    try:
        for cut in [*cuts, len(data)]:
            for event in client.receive(data[at : at + cut], 0):
                assert event[0] in ("connected", "subscribed", "published", "message", "oversize")
            at += cut
            assert size(client) < 64 + 1024 + 200
    except ProtocolError:
        pass
    client.lost()
    online(client)
    assert client.receive(publish("t", b"x"), 0)[-1] == ("message", "t", b"x", 0, False, False)


@settings(deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 1), st.binary(max_size=150), st.booleans()), min_size=1, max_size=8),
    st.lists(st.integers(1, 40), max_size=30),
)
def test_any_cut_gives_every_message_once_and_in_order(
    samples: list[tuple[int, bytes, bool]], cuts: list[int]
) -> None:
    client = Client("d", buffer=100)
    online(client)
    stream = b"".join(
        publish("a/b", payload, qos=qos, retain=retain, packet_id=number)
        for number, (qos, payload, retain) in enumerate(samples, start=1)
    )
    events: list[tuple[object, ...]] = []
    at = 0
    for cut in [*cuts, len(stream)]:
        events += client.receive(stream[at : at + cut], 0)
        at += cut
    kinds = ["message" if 5 + 2 * qos + len(payload) <= 100 else "oversize" for qos, payload, _ in samples]
    assert [event[0] for event in events] == kinds
    assert [event[2] for event in events if event[0] == "message"] == [
        payload for kind, (_, payload, _) in zip(kinds, samples, strict=True) if kind == "message"
    ]
    acknowledged = [
        int.from_bytes(body, "big") for first, body in split(client.take_output()) if first == 0x40
    ]
    assert acknowledged == [number for number, (qos, _, _) in enumerate(samples, start=1) if qos]


@settings(deadline=None)
@given(st.lists(st.sampled_from(["publish", "puback", "lost", "known", "new"]), max_size=40))
def test_no_accepted_message_is_lost_whatever_happens_to_the_connection(steps: list[str]) -> None:
    client = Client("d", window=3)
    online(client)
    waiting: list[int] = []
    for step in steps:
        if step == "publish":
            packet_id = client.publish("t", b"x", qos=1, retain=False, now=0)
            assert (packet_id is not None) == (client.online and len(waiting) < 3)
            if packet_id is not None:
                waiting.append(packet_id)
        elif step == "puback" and client.online and waiting:
            assert client.receive(puback(waiting[0]), 0) == [("published", waiting[0])]
            waiting.pop(0)
        elif step == "lost":
            client.lost()
        elif step in ("known", "new"):
            client.lost()
            first = 0x3A if step == "known" else 0x32
            assert online(client, present=int(step == "known")) == [
                (first, b"\x00\x01t" + packet_id.to_bytes(2, "big") + b"x") for packet_id in waiting
            ]
        client.take_output()


def test_text_longer_than_its_length_field_is_refused() -> None:
    client = Client("x" * 65_536)
    with pytest.raises(FieldError):
        client.connect(0)


@pytest.mark.parametrize(("size", "head"), [(16_380, b"\x30\xff\x7f"), (16_381, b"\x30\x80\x80\x01")])
def test_very_long_packets_have_a_length_of_three_bytes(size: int, head: bytes) -> None:
    client = Client("d")
    online(client)
    client.publish("t", bytes(size), qos=0, retain=False, now=0)
    packet = client.take_output()
    assert packet.startswith(head)
    assert split(packet) == [(0x30, b"\x00\x01t" + bytes(size))]
