"""The quick reader and the codec are of one mind, whatever comes."""

import json
from typing import Any

import pytest
from hub.device import penalty, state_of
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from arbiter_clock import wire
from arbiter_clock.errors import FieldError
from arbiter_clock.wire_schema import DELIVERY
from arbiter_hub.services.decoding import decode

EVENT = {
    "v": 1,
    "epoch": "0badcafe",
    "seq": 1,
    "boot": 1,
    "t": 5,
    "utc": None,
    "type": "penalty",
    **penalty(),
}
VALID = (("event", wire.encode("event", EVENT)), ("state", wire.encode("state", state_of("0badcafe"))))

#: Other processes may be busy; how long an example takes says nothing.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def outcome(reader: Any, kind: str, payload: bytes) -> tuple[str, Any]:
    try:
        return "message", reader(kind, payload)
    except FieldError as error:
        return "refused", (error.field, error.found, error.allowed)


def agree(kind: str, payload: bytes) -> None:
    assert outcome(decode, kind, payload) == outcome(wire.decode, kind, payload)


@pytest.mark.parametrize(("kind", "payload"), VALID)
def test_valid_messages_are_read_as_they_were_written(kind: str, payload: bytes) -> None:
    assert decode(kind, payload) == json.loads(payload)
    agree(kind, payload)


@PATIENT
@given(st.sampled_from(VALID), st.data())
def test_damaged_messages_have_the_same_outcome(valid: tuple[str, bytes], data: st.DataObject) -> None:
    kind, payload = valid
    at = data.draw(st.integers(0, len(payload)))
    cut = data.draw(st.integers(0, 8))
    new = data.draw(
        st.binary(max_size=8) | st.sampled_from([b'"', b"{", b"}", b",", b"1e5", b"\\ud800", b" ", b"-0"])
    )
    agree(kind, payload[:at] + new + payload[at + cut :])


@PATIENT
@given(st.sampled_from(sorted(DELIVERY)), st.binary(max_size=300))
@example("event", b"\xef\xbb\xbf{}")
@example("event", b'{"v":1,"v":1}')
@example("event", b'{"v":1.0}')
@example("event", b'{"v":NaN}')
@example("event", b'{"v":' + b"1" * 17 + b"}")
@example("event", b'{"v":' * 150 + b"1" + b"}" * 150)
@example("event", b"[]")
@example("log", b'{"v":1,"level":"info","text":"' + b"a" * 1_024 + b'"}')
@example("log", '{"v":1,"level":"info","text":"\u00e4"}'.encode("utf-16"))
@example("log", b'{"v":1,"level":"info","text":"\\ud83d\\ude00 \\u00e4"}')
@example("log", b'{"v":1,"level":"info","text":"\\ud83d"}')
def test_any_bytes_have_the_same_outcome(kind: str, payload: bytes) -> None:
    agree(kind, payload)


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(FieldError, match="kind"):
        decode("gossip", b"{}")
