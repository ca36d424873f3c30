"""Which ball player A plays, noted wrongly and put right by the referee: edge case 30."""

from clock.kit import (
    Journal,
    events,
    everything,
    in_phase,
    new_clock,
    orders,
    refusals,
    running,
    set_clock,
    signals,
)
from expect import raised, refused

from arbiter_clock.machine import IllegalEvent
from arbiter_clock.readout import BALL_WHITE, BALL_YELLOW, face
from arbiter_clock.state import PHASES


def balls(ball, by="SR"):
    return {"ball_a": ball, "by": by}


# [rule DBU 4.2]
def test_edge_case_30_the_balls_are_put_right_in_every_phase_of_a_set_and_nothing_else_changes():
    for phase in PHASES[1:]:
        clock = in_phase(phase)
        t = 30_000 if phase == "run" else 90_000
        before, deadline = clock.snapshot(t), clock.deadline()
        effects = clock.handle("balls", t, balls("yellow", "Schiedsrichterin Åker"))
        assert events(effects) == [
            {"type": "balls", "ball_a": "yellow", "by": "Schiedsrichterin Åker", "t": t}
        ], phase
        assert signals(effects)[-1] == "balls"
        after = clock.snapshot(t)
        assert after["ball_a"] == "yellow"
        after["ball_a"] = "white"
        after["restored"] = before["restored"]
        assert after == before, phase
        assert clock.deadline() == deadline


# [rule DBU 4.2]
def test_the_lamp_of_the_strikers_ball_follows():
    clock = running()
    assert face(clock.snapshot(1_000), 1_000)[3] & 3 == BALL_WHITE
    clock.handle("balls", 1_000, balls("yellow"))
    assert face(clock.snapshot(1_000), 1_000)[3] & 3 == BALL_YELLOW


def test_without_a_set_there_are_no_balls_to_correct():
    clock = new_clock()
    before = everything(clock)
    raised(IllegalEvent, clock.handle, "balls", 1_000, balls("yellow"))
    assert everything(clock) == before


def test_what_is_right_already_is_refused_and_changes_nothing():
    for phase in PHASES[1:]:
        clock = in_phase(phase)
        t = 30_000 if phase == "run" else 90_000
        before = everything(clock)
        assert refusals(clock.handle("balls", t, balls("white"))) == ["unchanged"]
        assert everything(clock) == before, phase


def test_another_ball_or_nobody_is_no_correction():
    clock = set_clock()
    before = everything(clock)
    for data, field in (
        ({"by": "SR"}, "ball_a"),
        (balls("red"), "ball_a"),
        (balls(None), "ball_a"),
        (balls(1), "ball_a"),
        ({"ball_a": "yellow"}, "by"),
        (balls("yellow", ""), "by"),
        (balls("yellow", "x" * 65), "by"),
        (balls("yellow", 7), "by"),
    ):
        assert refused(clock.handle, "balls", 1_000, data) == field
        assert everything(clock) == before
    clock.handle("balls", 1_000, balls("yellow", "x" * 64))
    assert clock.state.ball_a == "yellow"


def test_undo_takes_the_correction_back_and_leaves_the_running_time_alone():
    clock = running()
    clock.handle("balls", 10_000, balls("yellow"))
    assert events(clock.handle("undo", 12_000)) == [{"type": "undo", "undoes": 3, "t": 12_000}]
    assert (clock.snapshot(12_000)["ball_a"], clock.deadline()) == ("white", 40_000)
    assert events(clock.handle("redo", 13_000)) == [{"type": "redo", "redoes": 3, "t": 13_000}]
    assert (clock.snapshot(13_000)["ball_a"], clock.deadline()) == ("yellow", 40_000)


def test_a_step_before_the_correction_is_undone_after_it():
    clock = set_clock()
    clock.handle("start", 1_000)
    clock.handle("balls", 2_000, balls("yellow"))
    clock.handle("undo", 3_000)
    clock.handle("undo", 4_000)
    assert (clock.state.phase, clock.state.ball_a) == ("ready", "white")


def test_an_undone_penalty_leaves_the_correction_that_came_before_it():
    clock = running()
    clock.handle("balls", 10_000, balls("yellow"))
    clock.expire(40_001, 40_001)
    clock.handle("undo", 42_000)
    state = clock.snapshot(42_000)
    assert (state["phase"], state["penalties_a"], state["ball_a"]) == ("rolling", 0, "yellow")


def test_the_correction_outlives_a_power_cut_and_can_be_undone_after_it():
    journal = Journal(new_clock())
    journal.handle("set_start", 0, orders())
    journal.handle("balls", 5_000, balls("yellow"))
    journal.reboot()
    assert journal.clock.state.ball_a == "yellow"
    journal.handle("undo", 500)
    assert journal.clock.state.ball_a == "white"
    journal.reboot()
    assert journal.clock.state.ball_a == "white"
    journal.handle("redo", 500)
    assert journal.clock.state.ball_a == "yellow"


def test_the_balls_stay_for_the_next_set_begun_at_the_table():
    clock = running()
    clock.handle("balls", 5_000, balls("yellow"))
    clock.handle("set_end", 10_000)
    (event,) = events(clock.handle("restart", 13_000))
    assert (event["type"], event["ball_a"]) == ("set_start", "yellow")
