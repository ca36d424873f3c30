"""Pause, dispute and disturbance: edge cases 19 to 27."""

from clock.kit import events, in_phase, refusals, running, types
from expect import refused

from arbiter_clock.buttons import Buttons
from arbiter_clock.commands import PAUSE_REASONS


def test_edge_case_19_a_pause_keeps_what_was_left():
    clock = running()
    (pause,) = events(clock.handle("pause", 12_345, {"reason": "cleaning"}))
    assert pause == {"type": "pause", "period": 1, "remaining_ms": 27_655, "reason": "cleaning", "t": 12_345}
    assert clock.deadline() is None
    assert clock.expire(900_000, 900_000) == []
    state = clock.snapshot(900_000)
    assert (state["phase"], state["remaining_ms"], state["elapsed_ms"]) == ("paused", 27_655, 12_345)
    (resume,) = events(clock.handle("start", 900_000))
    assert resume == {"type": "resume", "period": 1, "remaining_ms": 27_655, "t": 900_000}
    assert clock.deadline() == 927_655
    (shot,) = events(clock.handle("shot", 910_000))
    assert shot["elapsed_ms"] == 22_345


def test_pause_resumes_as_start_does():
    clock = in_phase("paused")
    assert types(clock.handle("pause", 20_000)) == ["resume"]


def test_the_reason_of_a_pause_is_the_referee_unless_said():
    clock = running()
    (pause,) = events(clock.handle("pause", 1_000))
    assert pause["reason"] == "referee"
    for reason in PAUSE_REASONS:
        clock = running()
        assert events(clock.handle("pause", 1_000, {"reason": reason}))[0]["reason"] == reason
    clock = running()
    assert refused(clock.handle, "pause", 1_000, {"reason": "tea"}) == "reason"
    assert clock.snapshot(1_000)["phase"] == "run"


# [rule DBU 4.5(a)]
def test_edge_cases_20_and_21_start_held_in_a_pause_gives_the_whole_period_again():
    clock = in_phase("paused")
    clock.handle("start", 60_000)
    (start,) = events(clock.handle("restart", 61_000))
    assert (start["reason"], start["period"], start["remaining_ms"]) == ("restart", 1, 40_000)
    assert (start["stroke"], start["gap_ms"]) == (1, None)
    assert clock.deadline() == 101_000
    assert clock.snapshot(61_000)["elapsed_ms"] == 0


def test_a_hold_without_its_press_restarts_out_of_the_pause():
    clock = in_phase("paused")
    assert types(clock.handle("restart", 60_000)) == ["start"]
    assert clock.deadline() == 100_000


# [rule DBU 4.5(b)]
def test_a_restart_in_the_last_period_gives_its_twenty_seconds_so_that_a_stroke_costs_two_penalties_at_most():
    clock = running()
    clock.expire(45_000, 45_000)
    clock.handle("pause", 45_000)
    clock.handle("restart", 50_000)
    state = clock.snapshot(50_000)
    assert (state["period"], state["remaining_ms"], state["elapsed_ms"]) == (2, 20_000, 40_000)
    clock.expire(70_001, 70_001)
    assert clock.snapshot(70_001)["penalties_a"] == 2


def test_start_held_restarts_only_what_its_own_press_has_resumed():
    clock = running()
    assert clock.handle("restart", 1_000) == []
    clock.handle("pause", 10_000)
    clock.handle("start", 20_000)
    assert types(clock.handle("restart", 23_000)) == ["start"]
    clock = in_phase("paused")
    clock.handle("start", 20_000)
    assert clock.handle("restart", 23_001) == []
    assert clock.snapshot(23_001)["remaining_ms"] == 30_000 - 3_001


def test_edge_case_23_a_long_pause_does_not_end_by_itself():
    clock = in_phase("paused")
    clock.expire(7_200_000, 7_200_000)
    assert clock.snapshot(7_200_000)["phase"] == "paused"


def test_edge_case_24_a_pause_at_the_very_deadline_comes_before_it():
    clock = running()
    assert types(clock.expire(40_030, 39_999)) == []
    assert types(clock.handle("pause", 40_000)) == ["pause"]
    state = clock.snapshot(40_000)
    assert (state["remaining_ms"], state["penalties_a"]) == (0, 0)
    clock = running()
    assert types(clock.handle("pause", 40_001)) == ["penalty", "pause"]
    clock = running()
    assert events(clock.handle("pause", 39_980))[0]["remaining_ms"] == 20


def test_edge_case_25_a_shot_in_a_pause_counts_and_is_marked():
    clock = in_phase("paused")
    (shot,) = events(clock.handle("shot", 30_000))
    assert (shot["paused"], shot["period"], shot["elapsed_ms"]) == (True, 1, 10_000)
    assert clock.snapshot(30_000)["phase"] == "rolling"


def test_edge_cases_26_and_27_pauses_are_told_with_their_reason():
    for reason in ("toilet", "equipment", "injury"):
        clock = running()
        assert events(clock.handle("pause", 5_000, {"reason": reason}))[0]["reason"] == reason


def test_there_is_nothing_to_pause_outside_a_stroke():
    for phase in ("idle", "ready", "rolling", "turn_lost", "set_end"):
        assert refusals(in_phase(phase).handle("pause", 90_000)) == [phase]


def test_a_pause_without_limit_keeps_the_strokes_time():
    clock = running(limit=False)
    (pause,) = events(clock.handle("pause", 5_000))
    assert pause["remaining_ms"] is None
    assert not clock.snapshot(6_000)["borderline"]
    clock.handle("start", 10_000)
    (shot,) = events(clock.handle("shot", 12_000))
    assert shot["elapsed_ms"] == 7_000


# [rule DBU 4.5(b)]
def test_start_held_gives_the_whole_period_even_if_less_was_left_than_the_hold_takes():
    buttons = Buttons()
    clock = running()
    clock.handle("pause", 39_500)
    buttons.edge(0, 1, 50_000)
    for now in range(50_000, 51_010, 5):
        for kind, t in buttons.poll(now):
            clock.handle(kind, t)
        clock.expire(now, buttons.drained_to(now))
    state = clock.snapshot(51_010)
    assert (state["period"], state["remaining_ms"], state["penalties_a"]) == (1, 39_990, 0)


def test_start_let_go_in_time_lets_the_rest_of_the_period_run_out_at_its_moment():
    buttons = Buttons()
    clock = running()
    clock.handle("pause", 39_900)
    buttons.edge(0, 1, 50_000)
    booked = []
    for now in range(50_000, 50_500, 5):
        if now == 50_300:
            buttons.edge(0, 0, now)
        for kind, t in buttons.poll(now):
            clock.handle(kind, t)
        booked += [(now, event["at"]) for event in events(clock.expire(now, buttons.drained_to(now)))]
    assert booked == [(50_330, 50_100)]


def test_nothing_comes_before_a_hold_that_has_restarted():
    clock = running()
    clock.handle("pause", 39_500)
    clock.handle("start", 50_000)
    clock.handle("restart", 51_000)
    assert events(clock.handle("undo", 50_900))[0]["t"] == 51_000


def test_a_hold_that_comes_too_late_for_its_press_does_not_stop_the_period():
    clock = running()
    clock.handle("pause", 39_500)
    clock.handle("start", 50_000)
    assert types(clock.handle("restart", 53_001)) == ["penalty"]
