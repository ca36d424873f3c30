"""Properties of the clock under any sequence of inputs."""

import pytest
from clock.kit import Journal, everything, orders
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter_clock import wire
from arbiter_clock.machine import TABLE, Clock, IllegalEvent
from arbiter_clock.presets import NAMES, preset
from arbiter_clock.readout import face
from arbiter_clock.state import PHASES

#: What the referee may do at any moment; the balls he has corrected at the hub.
PRESSES = ("start", "restart", "shot", "foul", "pause", "undo", "redo", "swap", "ext", "balls")


def data_of(kind: str, clock: Clock) -> dict[str, object] | None:
    if kind == "set_start":
        return orders(clock.state.set + 1, to_go_b=6)
    if kind == "limit":
        return {"state": "off", "by": "TL"}
    if kind == "points_to_go":
        return {"a": 9, "b": 7, "as_of_seq": clock.seq}
    if kind == "balls":
        return {"ball_a": "white" if clock.state.ball_a == "yellow" else "yellow", "by": "SR"}
    if kind == "preset":
        return {"name": clock.preset.name}
    return None


gaps = st.sampled_from([0, 1, 30, 200, 999, 1_001, 2_999, 5_000, 9_000, 20_000, 39_999, 40_000, 61_000])
presses = st.tuples(st.sampled_from([*PRESSES, "expire"]), gaps)
inputs = st.one_of(presses, presses, presses, st.tuples(st.sampled_from(sorted(TABLE)), gaps))
presets = st.sampled_from([NAMES[0], *NAMES])


def start(name: str) -> Journal:
    journal = Journal(Clock(preset(name)))
    journal.handle("set_start", 0, orders(to_go_a=9, to_go_b=9))
    return journal


def play(journal: Journal, steps: list[tuple[str, int]], t: int = 0) -> int:
    for kind, gap in steps:
        t += gap
        if kind == "expire":
            journal.expire(t)
        else:
            before = everything(journal.clock, t)
            try:
                journal.handle(kind, t, data_of(kind, journal.clock))
            except IllegalEvent:
                assert everything(journal.clock, t) == before
    return t


@settings(deadline=None, max_examples=150)
@given(presets, st.lists(inputs, max_size=40))
def test_whatever_is_pressed_events_states_and_faces_are_valid(
    name: str, steps: list[tuple[str, int]]
) -> None:
    journal = start(name)
    t = play(journal, steps)
    common = {"v": 1, "epoch": "0badcafe", "seq": 1, "boot": 1, "utc": None}
    for event, packed in journal.records:
        wire.encode("event", common | event)
        assert len(packed) == 27
    assert journal.clock.seq == len(journal.records)
    state = journal.clock.snapshot(t)
    wire.encode("state", common | state)
    assert len(face(state, t)[0]) == 2
    remaining = state["remaining_ms"]
    assert remaining is None or 0 <= remaining <= 120_000


@pytest.mark.rule("DBU 4.5(b)")
@settings(deadline=None, max_examples=150)
@given(st.lists(presses, max_size=60))
def test_a_stroke_never_costs_more_than_two_penalties_and_four_points(steps: list[tuple[str, int]]) -> None:
    journal = start("dbu-5-kegel")
    journal.clock.state.goal = [None, None]
    play(journal, steps)
    standing: dict[int, dict] = {}
    withdrawn: dict[int, dict] = {}
    for seq, (event, _) in enumerate(journal.records, start=1):
        if event["type"] == "penalty":
            standing[seq] = event
        elif event["type"] == "undo" and event["undoes"] in standing:
            withdrawn[event["undoes"]] = standing.pop(event["undoes"])
        elif event["type"] == "redo" and event["redoes"] in withdrawn:
            standing[event["redoes"]] = withdrawn.pop(event["redoes"])
    state = journal.clock.snapshot(0)
    assert state["penalties_a"] + state["penalties_b"] == len(standing)
    assert state["points_a"] + state["points_b"] == 2 * len(standing)
    by_stroke: dict[int, list[int]] = {}
    for event in standing.values():
        by_stroke.setdefault(event["stroke"], []).append(event["n"])
    for numbers in by_stroke.values():
        assert numbers in ([1], [2], [1, 2])


@settings(deadline=None, max_examples=150)
@given(presets, st.lists(presses, max_size=25), st.sampled_from(PRESSES), gaps)
def test_undo_and_redo_bring_back_the_same_state(
    name: str, steps: list[tuple[str, int]], last: str, gap: int
) -> None:
    journal = start(name)
    t = play(journal, steps) + gap
    clock = journal.clock
    seq = clock.seq
    journal.handle(last, t, data_of(last, clock))
    if last in ("undo", "redo") or clock.seq != seq + 1 or clock.snapshot(t)["borderline"]:
        return
    after = clock.snapshot(t)
    journal.handle("undo", t)
    journal.handle("redo", t)
    assert clock.snapshot(t) == after


@settings(deadline=None, max_examples=100)
@given(presets, st.lists(presses, max_size=30), st.integers(0, 30))
def test_a_clock_rebuilt_from_its_journal_goes_the_same_way_back(
    name: str, steps: list[tuple[str, int]], at: int
) -> None:
    journal = start(name)
    play(journal, steps[:at])
    t = play(journal, steps[at:], journal.clock.now)
    rebuilt = Clock(preset(name))
    for seq, (event, packed) in enumerate(journal.records, start=1):
        rebuilt.replay(seq, event, packed)
    live = journal.clock
    live.gesture.clear()
    assert rebuilt.seq == live.seq
    assert rebuilt.pack_state(t) == live.pack_state(t)
    for kind in ("redo",) * 3 + ("undo",) * 20 + ("redo",) * 20:
        ours = [effect[1:] for effect in live.handle(kind, t) if effect[0] == "event"]
        theirs = [effect[1:] for effect in rebuilt.handle(kind, t) if effect[0] == "event"]
        assert ours == theirs


@pytest.mark.rule("DBU 4.5(a)")
@settings(deadline=None)
@given(st.integers(0, 2**34), st.integers(0, 40_000), st.integers(0, 200))
def test_a_stroke_within_forty_seconds_is_in_time_however_late_it_is_processed(
    begin: int, elapsed: int, late: int
) -> None:
    journal = start("dbu-5-kegel")
    journal.handle("start", begin)
    for now in range(begin + elapsed, begin + elapsed + late, 7):
        journal.keep(journal.clock.expire(now, begin + elapsed - 1))
    journal.handle("shot", begin + elapsed)
    event = journal.records[-1][0]
    assert (event["type"], event["elapsed_ms"], event["period"]) == ("shot", elapsed, 1)
    assert journal.clock.snapshot(begin + elapsed)["penalties_a"] == 0


@settings(deadline=None)
@given(st.lists(st.integers(0, 80), min_size=200, max_size=400), st.integers(0, 999))
def test_t3_penalties_are_exact_whatever_the_jitter_of_the_loop(jitter: list[int], phase: int) -> None:
    journal = start("dbu-5-kegel")
    journal.handle("start", phase)
    now = phase
    for pause in jitter + [250] * 300:
        now += pause
        journal.keep(journal.clock.expire(now, now - 1))
    penalties = [event for event, _ in journal.records if event["type"] == "penalty"]
    assert [event["at"] - phase for event in penalties] == [40_000, 60_000]


def test_phases_are_numbered_for_ever() -> None:
    # Their numbers are in journals.
    assert PHASES == ("idle", "ready", "run", "rolling", "turn_lost", "paused", "set_end", "restored")


cuts = st.tuples(st.just("power cut"), st.sampled_from([0, 50, 5_000]))
late = st.tuples(st.just("late round"), st.sampled_from([1, 40, 900]))


@settings(deadline=None, max_examples=150)
@given(presets, st.lists(st.one_of(inputs, inputs, inputs, cuts, late), max_size=50))
def test_moments_never_go_back_and_an_open_borderline_case_is_what_undo_decides(
    name: str, steps: list[tuple[str, int]]
) -> None:
    journal = start(name)
    t, told = 0, 0
    for kind, gap in steps:
        if kind == "power cut":
            t = gap
            told = len(journal.records)
            journal.reboot(t)
        elif kind == "late round":
            t += gap
            journal.keep(journal.clock.expire(t, t - gap))
        else:
            t = play(journal, [(kind, gap)], t)
        moments = [event["t"] for event, _ in journal.records[told:]]
        assert moments == sorted(moments)
        clock = journal.clock
        state = clock.snapshot(t)
        if state["borderline"] and state["phase"] != "paused":
            undone = journal.handle("undo", t)[0][1]["undoes"]
            assert journal.records[undone - 1][0]["type"] == "penalty"
