"""Whether a clock is there, by what it and its last wills tell."""

from __future__ import annotations

import pytest

from arbiter_hub.services.presence import Presence


def status(status: str, boot: int, connection: int, device: str = "arbiter-1") -> dict[str, object]:
    return {"status": status, "device": device, "boot": boot, "connection": connection}


def test_a_will_of_an_earlier_connection_or_of_a_device_that_was_replaced_changes_nothing():
    presence = Presence()
    assert presence.told("1", status("ready", 5, 10), retained=False) == "ready"
    assert presence.told("1", status("lost", 5, 9), retained=False) is None
    assert presence.told("1", status("lost", 5, 10), retained=False) == "lost"
    assert presence.told("1", status("ready", 1, 1, "arbiter-2"), retained=False) == "ready"
    assert presence.told("1", status("lost", 5, 10), retained=False) is None


@pytest.mark.parametrize("number", [(1, 1), (4, 99), (5, 1)])
def test_a_clock_whose_numbers_begin_again_is_there_once_it_says_so_itself(number):
    presence = Presence()
    presence.told("1", status("ready", 5, 10), retained=False)
    presence.told("1", status("lost", 5, 10), retained=False)
    assert presence.told("1", status("ready", *number), retained=True) is None, "a broker keeps what is old"
    assert presence.told("1", status("ready", *number), retained=False) == "ready"
    assert presence.told("1", status("lost", *number), retained=False) == "lost"
