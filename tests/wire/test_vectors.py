"""Wire vectors: the same bytes on both interpreters, and the same field named for every bad input."""

import json
from binascii import unhexlify

from expect import lines, refused

from arbiter_clock import wire
from arbiter_clock.wire_fields import COMMAND_TYPES, EVENT_TYPES, KINDS


def _valid():
    for line in lines(__file__, "wire", "valid.jsonl"):
        vector = json.loads(line)
        yield vector["kind"], vector["payload"]


def test_valid_messages_decode_and_encode_to_the_very_bytes():
    for kind, text in _valid():
        payload = text.encode()
        message = wire.decode(kind, payload)
        assert message == json.loads(text), text
        assert wire.encode(kind, message) == payload, text


def test_valid_messages_cover_every_kind_and_type():
    kinds = set()
    types = set()
    for kind, text in _valid():
        kinds.add(kind)
        if kind in ("event", "cmd"):
            types.add((kind, json.loads(text)["type"]))
    assert kinds == set(KINDS)
    assert len(types) == len(EVENT_TYPES) + len(COMMAND_TYPES)


def test_white_space_and_another_order_of_keys_are_accepted():
    message = wire.decode("ack", b' {\t"seq" : 7 ,\r\n "epoch":"0a1b2c3d","v":1 } ')
    assert wire.encode("ack", message) == b'{"v":1,"epoch":"0a1b2c3d","seq":7}'


def test_escapes_are_read_and_not_written():
    text = r'{"v":1,"txn":"x","ok":false,"error":"\u00fc\/\ud83d\ude00\"\\"}'
    message = wire.decode("reply", text.encode())
    assert message["error"] == 'ü/😀"\\'
    assert wire.encode("reply", message) == '{"v":1,"txn":"x","ok":false,"error":"ü/😀\\"\\\\"}'.encode()


def test_bad_input_is_refused_by_the_name_of_its_field():
    for line in lines(__file__, "wire", "invalid.jsonl"):
        vector = json.loads(line)
        payload = unhexlify(vector["hex"]) if "hex" in vector else vector["payload"].encode()
        assert refused(wire.decode, vector["kind"], payload) == vector["field"], vector["name"]
