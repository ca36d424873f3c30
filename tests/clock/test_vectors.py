"""The scripts in tests/vectors/clock: inputs, the events they give, and the state at the end.

A file holds `preset`, `steps`, `events`, `refused` (reasons in order) and `snapshot`. A step is [kind, t, data] for
`handle`, ["expire", now, drained_to], or ["power_cut", t, {cause, remaining_ms}]: a new clock from the events so far.
"""

import json
import os

from clock.kit import Journal, events, new_clock, refusals
from expect import lines


def names():
    root = __file__.rsplit("/", 2)[0]
    return sorted(os.listdir(root + "/vectors/clock"))  # noqa: PTH208 - no pathlib on the device


def script(name):
    return json.loads("".join(lines(__file__, "clock", name)))


def take(journal, step):
    """The effects of one step of a script."""
    kind, t, data = step
    if kind == "expire":
        return journal.keep(journal.clock.expire(t, data))
    if kind == "power_cut":
        return journal.reboot(t, data.get("remaining_ms"), cause=data["cause"])
    return journal.handle(kind, t, data)


def test_there_are_scripts():
    assert len(names()) >= 20


def test_every_script_gives_its_events_and_its_state():
    for name in names():
        told = script(name)
        journal = Journal(new_clock(told["preset"]))
        found, refused = [], []
        for step in told["steps"]:
            effects = take(journal, step)
            found += events(effects)
            refused += refusals(effects)
        assert found == told["events"], name
        assert refused == told["refused"], name
        assert journal.clock.snapshot(told["snapshot"]["t"]) == told["snapshot"], name
        assert journal.clock.seq == len(found), name


def test_t16_a_power_cut_after_any_step_of_any_script_keeps_what_was_booked():
    kept = ("set", "stroke", "striker", "ball_a", "free_ball", "foul", "limit", "limit_by")
    kept += ("penalties_a", "penalties_b", "points_a", "points_b", "to_go_a", "to_go_b")
    for name in names():
        told = script(name)
        journal = Journal(new_clock(told["preset"]))
        for step in told["steps"]:
            take(journal, step)
            if step[0] == "points_to_go":
                continue  # told by the hub, which tells it again
            before = journal.clock.snapshot(0)
            other = Journal(journal.clock)
            other.records = list(journal.records)
            other.reboot()
            after = other.clock.snapshot(100)
            for field in kept:
                assert after[field] == before[field], (name, step, field)
            if before["phase"] in ("run", "paused", "restored"):
                assert after["phase"] == "restored", (name, step)
                assert after["period"] == before["period"], (name, step)
            else:
                assert after["phase"] == before["phase"], (name, step)
