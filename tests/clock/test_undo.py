"""Undo and redo: edge cases 22 and 42 to 44, and the public report T7."""

from clock.kit import events, in_phase, orders, refusals, running, set_clock, signals, types

from arbiter_clock.undo import DEPTH


def test_t7_undo_of_a_wrong_pause_gives_back_a_clock_that_ran_on():
    # Edge case 22.
    clock = running()
    clock.handle("pause", 20_000)
    effects = clock.handle("undo", 23_000)
    assert (types(effects), signals(effects)) == (["undo"], ["undo"])
    state = clock.snapshot(23_000)
    assert (state["phase"], state["remaining_ms"], state["elapsed_ms"]) == ("run", 17_000, 23_000)
    assert clock.deadline() == 40_000


# [rule DBU 4.5(b)]
def test_t7_undo_of_a_penalty_rules_that_the_stroke_was_in_time():
    clock = running()
    clock.expire(40_001, 40_001)
    clock.handle("undo", 45_000)
    state = clock.snapshot(45_000)
    assert (state["phase"], state["penalties_a"], state["points_b"]) == ("rolling", 0, 0)
    assert state["elapsed_ms"] == 40_000
    assert clock.expire(90_000, 90_000) == []
    (start,) = events(clock.handle("start", 90_000))
    assert (start["striker"], start["gap_ms"]) == ("b", 50_000)


def test_t7_start_right_after_an_undo_is_exactly_one_new_start():
    clock = running()
    clock.handle("undo", 5_000)
    assert clock.snapshot(5_000)["phase"] == "ready"
    (start,) = events(clock.handle("start", 5_080))
    assert (start["stroke"], start["remaining_ms"], start["reason"]) == (1, 40_000, "stroke")
    assert clock.deadline() == 45_080


def test_edge_case_22_a_deadline_that_passed_meanwhile_asks_and_books_nothing():
    clock = running()
    clock.handle("pause", 20_000)
    effects = clock.handle("undo", 40_001)
    assert (types(effects), signals(effects)) == (["undo"], ["ask"])
    assert clock.expire(90_000, 90_000) == []
    state = clock.snapshot(90_000)
    assert (state["phase"], state["remaining_ms"], state["penalties_a"]) == ("paused", 0, 0)
    assert state["borderline"]


def test_edge_case_22_at_the_very_deadline_the_clock_still_runs():
    clock = running()
    clock.handle("pause", 20_000)
    clock.handle("undo", 40_000)
    assert clock.snapshot(40_000)["phase"] == "run"
    assert types(clock.expire(40_001, 40_001)) == ["penalty"]


def asked():
    """A clock that asks, since 50 000."""
    clock = running()
    clock.handle("pause", 20_000)
    clock.handle("undo", 50_000)
    return clock


def test_when_asked_start_says_that_there_was_no_stroke():
    clock = asked()
    clock.handle("start", 55_000)
    (penalty,) = events(clock.expire(55_001, 55_001))
    assert (penalty["at"], penalty["n"]) == (55_000, 1)
    assert clock.deadline() == 75_000


def test_when_asked_shot_says_that_there_was_one():
    clock = asked()
    (shot,) = events(clock.handle("shot", 55_000))
    assert (shot["paused"], shot["elapsed_ms"]) == (True, 40_000)
    assert clock.snapshot(55_000)["penalties_a"] == 0


def test_when_asked_undo_held_leads_back_to_the_pause_and_from_there_to_a_restart():
    clock = asked()
    clock.handle("redo", 51_000)
    state = clock.snapshot(51_000)
    assert (state["phase"], state["remaining_ms"], state["borderline"]) == ("paused", 20_000, False)
    clock.handle("start", 55_000)
    clock.handle("restart", 56_000)
    assert clock.deadline() == 96_000


def test_undo_of_a_wrong_shot_gives_back_the_running_clock():
    clock = running()
    clock.handle("shot", 30_000)
    clock.handle("undo", 33_000)
    state = clock.snapshot(33_000)
    assert (state["phase"], state["remaining_ms"], state["elapsed_ms"]) == ("run", 7_000, 33_000)
    clock = running()
    clock.handle("shot", 30_000)
    clock.handle("undo", 43_000)
    assert clock.snapshot(43_000)["borderline"]


# [rule DBU 4.5(b)]
def test_edge_case_43_one_undo_takes_back_the_second_penalty_with_the_turn_and_the_free_ball():
    clock = running()
    clock.expire(60_001, 60_001)
    clock.handle("undo", 70_000)
    state = clock.snapshot(70_000)
    assert (state["phase"], state["striker"], state["free_ball"]) == ("rolling", "a", None)
    assert (state["penalties_a"], state["points_b"], state["elapsed_ms"]) == (1, 2, 60_000)


def test_edge_case_43_one_undo_takes_back_a_set_that_ended_by_penalty():
    clock = running(to_go_b=2)
    clock.expire(40_001, 40_001)
    assert clock.snapshot(40_001)["phase"] == "set_end"
    clock.handle("undo", 50_000)
    state = clock.snapshot(50_000)
    assert (state["phase"], state["to_go_b"], state["penalties_a"]) == ("rolling", 2, 0)


def test_edge_case_44_undo_goes_back_step_by_step_and_redo_forth_again():
    clock = running()
    clock.handle("pause", 10_000)
    clock.handle("start", 15_000)
    clock.handle("shot", 20_000)
    seen = [clock.snapshot(30_000)]
    for t, phase in ((21_000, "run"), (21_100, "paused"), (21_200, "run"), (21_300, "ready")):
        clock.handle("undo", t)
        state = clock.snapshot(t)
        assert state["phase"] == phase
    assert refusals(clock.handle("undo", 21_400)) == ["nothing_to_undo"]
    for t, phase in ((22_000, "run"), (22_100, "paused"), (22_200, "run"), (22_300, "rolling")):
        clock.handle("redo", t)
        assert clock.snapshot(t)["phase"] == phase
    assert refusals(clock.handle("redo", 22_400)) == ["nothing_to_redo"]
    assert clock.snapshot(30_000) == seen[0]


def test_edge_case_44_the_steps_are_named_by_their_events():
    clock = running()
    clock.handle("pause", 10_000)
    clock.handle("start", 15_000)
    undone = [events(clock.handle("undo", t))[0]["undoes"] for t in (16_000, 16_100, 16_200)]
    assert undone == [4, 3, 2]
    redone = [events(clock.handle("redo", t))[0]["redoes"] for t in (17_000, 17_100, 17_200)]
    assert redone == [2, 3, 4]
    assert [events(clock.handle("undo", 18_000))[0]["undoes"]] == [4]


def test_edge_case_44_a_new_step_ends_what_can_be_redone():
    clock = running()
    clock.handle("pause", 10_000)
    clock.handle("undo", 11_000)
    clock.handle("shot", 12_000)
    assert refusals(clock.handle("redo", 13_000)) == ["nothing_to_redo"]


def test_redo_of_a_penalty_books_it_again_and_its_period_has_run_on():
    clock = running()
    clock.expire(40_001, 40_001)
    clock.handle("undo", 45_000)
    clock.handle("redo", 50_000)
    state = clock.snapshot(50_000)
    assert (state["phase"], state["period"], state["remaining_ms"]) == ("run", 2, 10_000)
    assert (state["penalties_a"], state["to_go_b"]) == (1, 48)
    clock.handle("undo", 51_000)
    clock.handle("redo", 60_001)
    state = clock.snapshot(60_001)
    assert (state["phase"], state["remaining_ms"], state["penalties_a"]) == ("paused", 0, 1)


def test_edge_case_42_a_penalty_can_be_withdrawn_until_the_next_stroke_is_played():
    clock = running()
    clock.expire(40_001, 40_001)
    clock.handle("shot", 45_000)
    clock.handle("start", 50_000)
    for t in (51_000, 51_100):
        clock.handle("undo", t)
    assert [events(clock.handle("undo", 51_200))[0]["undoes"]] == [3]
    assert clock.snapshot(51_200)["penalties_a"] == 0
    clock = running()
    clock.expire(40_001, 40_001)
    clock.handle("shot", 45_000)
    clock.handle("start", 50_000)
    clock.handle("shot", 55_000)
    for t in (56_000, 56_100):
        clock.handle("undo", t)
    assert refusals(clock.handle("undo", 56_200)) == ["nothing_to_undo"]
    assert clock.snapshot(56_200)["penalties_a"] == 1


def test_undo_of_swap_foul_extension_and_set_end():
    clock = running()
    clock.handle("swap", 1_000)
    clock.handle("undo", 2_000)
    state = clock.snapshot(2_000)
    assert (state["striker"], state["remaining_ms"]) == ("a", 38_000)
    clock.handle("shot", 3_000)
    clock.handle("foul", 4_000)
    clock.handle("undo", 5_000)
    assert clock.snapshot(5_000)["foul"] is None
    clock.handle("set_end", 6_000)
    clock.handle("undo", 7_000)
    state = clock.snapshot(7_000)
    assert (state["phase"], state["elapsed_ms"]) == ("rolling", 3_000)
    clock = running("wpa")
    clock.handle("start", 0)
    clock.handle("ext", 10_000)
    clock.handle("undo", 11_000)
    assert clock.deadline() == 60_000
    assert events(clock.handle("ext", 12_000))[0]["left"] == 0


def test_undo_of_a_restart_leads_back_to_the_time_that_had_resumed():
    clock = running()
    clock.handle("pause", 10_000)
    clock.handle("start", 20_000)
    clock.handle("restart", 21_000)
    clock.handle("undo", 22_000)
    assert clock.snapshot(22_000)["remaining_ms"] == 28_000
    clock.handle("undo", 23_000)
    assert clock.snapshot(23_000)["remaining_ms"] == 30_000


def test_a_set_begins_without_a_way_back():
    clock = set_clock()
    assert refusals(clock.handle("undo", 1_000)) == ["nothing_to_undo"]
    clock = running()
    clock.handle("pause", 1_000)
    clock.handle("undo", 2_000)
    clock.handle("redo", 3_000)
    clock.handle("set_end", 4_000)
    clock.handle("undo", 5_000)
    clock.handle("redo", 6_000)
    clock.handle("swap", 6_500)
    clock.handle("undo", 7_000)
    clock.handle("redo", 7_500)
    clock.handle("set_start", 8_000, orders(2))
    assert refusals(clock.handle("undo", 9_000)) == ["nothing_to_undo"]
    clock = running()
    clock.handle("undo", 1_000)
    clock.handle("set_start", 2_000, orders())
    assert refusals(clock.handle("redo", 3_000)) == ["nothing_to_redo"]


def test_the_way_back_is_bounded():
    clock = running()
    for t in range(1_000, 81_000, 2_000):
        clock.handle("swap", t)
    last = clock.seq
    undone = [events(clock.handle("undo", 81_000))[0]["undoes"] for _ in range(DEPTH)]
    assert undone == list(range(last, last - DEPTH, -1))
    assert refusals(clock.handle("undo", 81_000)) == ["nothing_to_undo"]
    assert DEPTH == 16


def test_an_order_of_the_direction_is_not_undone_with_a_step():
    clock = running()
    clock.handle("pause", 10_000)
    clock.handle("limit", 11_000, {"state": "off", "by": "TL"})
    clock.handle("undo", 12_000)
    state = clock.snapshot(12_000)
    assert (state["phase"], state["limit"], state["remaining_ms"]) == ("run", "off", None)
    assert state["elapsed_ms"] == 12_000
    assert clock.deadline() is None


def test_undo_does_not_take_back_what_the_hub_told_of_the_score():
    clock = running()
    clock.handle("pause", 10_000)
    clock.handle("points_to_go", 11_000, {"a": 7, "b": 9, "as_of_seq": 3})
    clock.handle("undo", 12_000)
    state = clock.snapshot(12_000)
    assert (state["to_go_a"], state["to_go_b"]) == (7, 9)


def test_a_penalty_withdrawn_after_the_limit_was_lifted_still_counts_back():
    clock = running()
    clock.expire(40_001, 40_001)
    clock.handle("limit", 41_000, {"state": "off", "by": "TL"})
    clock.handle("undo", 42_000)
    state = clock.snapshot(42_000)
    assert (state["phase"], state["penalties_a"], state["elapsed_ms"]) == ("rolling", 0, None)


def test_idle_has_nothing_to_undo():
    assert refusals(in_phase("idle").handle("undo", 1_000)) == ["idle"]


def test_an_order_for_the_next_set_is_not_undone_with_a_step():
    clock = running()
    clock.handle("pause", 10_000)
    clock.handle("limit", 11_000, {"state": "armed", "by": "TL"})
    clock.handle("undo", 12_000)
    assert clock.state.armed
    assert clock.deadline() == 40_000


def test_undo_and_redo_are_signalled_and_only_what_is_open_asks():
    clock = running()
    clock.handle("shot", 10_000)
    assert signals(clock.handle("undo", 11_000)) == ["undo"]
    assert signals(clock.handle("undo", 12_000)) == ["undo"]
    assert signals(clock.handle("redo", 13_000)) == ["undo"]
    assert signals(clock.handle("redo", 14_000)) == ["undo"]
    assert signals(clock.handle("undo", 50_000)) == ["ask"]
