"""What the clock says fits the contract: the events and states of all its scripts in tests/vectors/clock."""

import json
import os

from expect import lines

from arbiter_clock import wire

HEAD = {"v": 1, "epoch": "0a1b2c3d", "seq": 1, "boot": 1, "utc": None}


def _scripts():
    for name in sorted(os.listdir(__file__.rsplit("/", 2)[0] + "/vectors/clock")):  # noqa: PTH208 - no pathlib there
        yield name, json.loads("".join(lines(__file__, "clock", name)))


def _with_head(message):
    message.update(HEAD)
    return message


def test_every_event_of_every_script_can_be_sent():
    types = set()
    for name, script in _scripts():
        for event in script["events"]:
            message = _with_head(event)
            types.add(message["type"])
            assert wire.decode("event", wire.encode("event", message)) == message, name
    assert len(types) >= 12


def test_every_state_at_the_end_of_a_script_can_be_sent():
    for name, script in _scripts():
        message = _with_head(script["snapshot"])
        assert wire.decode("state", wire.encode("state", message)) == message, name
