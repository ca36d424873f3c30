"""The table: every cell it has takes a step or refuses, every cell it does not have raises and changes nothing."""

from clock.kit import everything, in_phase, orders, refusals
from expect import raised

from arbiter_clock import wire
from arbiter_clock.machine import TABLE, IllegalEvent
from arbiter_clock.state import PHASES

DATA = {
    "set_start": orders(2),
    "limit": {"state": "armed", "by": "TL"},
    "points_to_go": {"a": 5, "b": 5, "as_of_seq": 1},
    "balls": {"ball_a": "yellow", "by": "SR"},
    "preset": {"name": "dbu-5-kegel"},
}


def cells(legal):
    for kind in sorted(TABLE):
        for place, phase in enumerate(PHASES):
            if (TABLE[kind][place] is not None) == legal:
                yield kind, phase


def test_the_table_has_a_cell_for_every_phase():
    assert len(TABLE) == 15
    for kind in TABLE:
        assert len(TABLE[kind]) == len(PHASES)
    assert len(list(cells(legal=True))) + len(list(cells(legal=False))) == 15 * 8


# Edge case 37: of two controllers the one that comes second gets an error.
def test_every_illegal_pair_raises_and_changes_nothing():
    pairs = list(cells(legal=False))
    assert len(pairs) == 15
    for kind, phase in pairs:
        clock = in_phase(phase)
        before = everything(clock)
        error = raised(IllegalEvent, clock.handle, kind, 100_000, DATA.get(kind))
        assert (error.kind, error.phase) == (kind, phase)
        assert str(error) == "no step for " + kind + " in phase " + phase
        assert everything(clock) == before


def test_an_illegal_input_does_not_even_commit_an_overdue_deadline():
    clock = in_phase("run")
    raised(IllegalEvent, clock.handle, "set_start", 45_000, orders(2))
    assert clock.snapshot(45_000)["penalties_a"] == 0
    assert clock.deadline() == 40_000


def test_an_unknown_input_raises_in_every_phase():
    for phase in PHASES:
        clock = in_phase(phase)
        before = everything(clock)
        assert raised(IllegalEvent, clock.handle, "dance", 100_000).kind == "dance"
        assert everything(clock) == before


def test_every_legal_pair_takes_one_step_or_refuses():
    for kind, phase in cells(legal=True):
        clock = in_phase(phase)
        seq = clock.seq
        t = 30_000 if phase == "run" else 90_000
        effects = clock.handle(kind, t, DATA.get(kind))
        assert clock.seq - seq == len([effect for effect in effects if effect[0] == "event"]) <= 1
        for effect in effects:
            if effect[0] == "event":
                assert effect[1]["t"] == t
                assert effect[2] == clock.pack_state(t)
        clock.snapshot(100_000)


def test_a_refused_press_changes_nothing():
    for kind, phase in cells(legal=True):
        clock = in_phase(phase)
        before = everything(clock)
        t = 30_000 if phase == "run" else 90_000
        if refusals(clock.handle(kind, t, DATA.get(kind))):
            assert everything(clock) == before


def test_commands_are_never_refused_quietly():
    for kind, phase in cells(legal=True):
        if kind in DATA:
            clock = in_phase(phase)
            if phase != "idle":
                assert refusals(clock.handle(kind, 30_000 if phase == "run" else 90_000, DATA[kind])) == []


def test_events_have_exactly_the_fields_of_the_wire_contract():
    seen = set()
    for kind, phase in cells(legal=True):
        clock = in_phase(phase)
        for effect in clock.handle(kind, 45_000 if phase == "run" else 90_000, DATA.get(kind)):
            if effect[0] == "event":
                message = {"v": 1, "epoch": "0badcafe", "seq": 7, "boot": 3, "utc": None}
                message.update(effect[1])
                assert wire.decode("event", wire.encode("event", message)) == message
                seen.add(message["type"])
        state = {"v": 1, "epoch": "0badcafe", "seq": 7, "boot": 3, "utc": None}
        state.update(clock.snapshot(90_000))
        assert wire.decode("state", wire.encode("state", state)) == state
    assert {
        "set_start",
        "start",
        "shot",
        "foul",
        "penalty",
        "pause",
        "resume",
        "swap",
        "set_end",
        "limit",
        "balls",
    } <= seen
