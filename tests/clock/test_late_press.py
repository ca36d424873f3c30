"""Presses that come too late, or too close after another: edge cases 5, 11 and 12, and the public reports T1 and T2."""

from clock.kit import events, orders, refusals, running, set_clock, signals, types


def lost():
    """A clock whose player has let the 60 s go by, at 60 001."""
    clock = running()
    clock.expire(60_001, 60_001)
    return clock


def test_t1_trailing_presses_after_an_automatic_switch_are_one_swallowed_gesture():
    clock = lost()
    offered = []
    for t in (60_120, 60_122, 60_300, 60_480, 60_910, 61_300):
        effects = clock.handle("shot", t)
        offered.extend(events(effects))
        assert clock.snapshot(t)["phase"] == "turn_lost"
    (borderline,) = offered
    assert borderline == {
        "type": "borderline",
        "set": 1,
        "stroke": 1,
        "striker": "a",
        "penalty": 4,
        "late_ms": 120,
        "t": 60_120,
    }
    (start,) = events(clock.handle("start", 64_000))
    assert (start["striker"], start["stroke"], start["remaining_ms"]) == ("b", 2, 40_000)


def test_t1_trailing_presses_of_start_do_not_start_the_opponents_time():
    clock = lost()
    for t in (60_120, 60_300, 61_200):
        clock.handle("start", t)
        assert clock.snapshot(t)["phase"] == "turn_lost"
    assert types(clock.handle("start", 62_201)) == ["start"]


def test_t1_a_button_that_presses_for_ever_is_heard_again_after_the_cap():
    clock = lost()
    for t in list(range(60_120, 65_000, 180)) + [65_000]:
        clock.handle("shot", t)
        assert clock.snapshot(t)["phase"] == "turn_lost"
    (shot,) = events(clock.handle("shot", 65_001))
    assert (shot["striker"], shot["elapsed_ms"]) == ("b", None)


def test_the_lock_out_ends_a_second_after_the_last_press():
    clock = lost()
    assert clock.handle("start", 61_000) == []
    assert clock.handle("start", 62_000) == []
    assert types(clock.handle("start", 63_001)) == ["start"]
    clock = lost()
    assert types(clock.handle("start", 61_001)) == ["start"]


def test_edge_case_12_undo_within_five_seconds_rules_that_the_stroke_was_in_time():
    clock = lost()
    clock.handle("shot", 60_200)
    assert clock.snapshot(65_200)["borderline"]
    (undo,) = events(clock.handle("undo", 65_200))
    assert undo == {"type": "undo", "undoes": 4, "t": 65_200}
    state = clock.snapshot(65_200)
    assert (state["phase"], state["striker"], state["free_ball"]) == ("rolling", "a", None)
    assert (state["penalties_a"], state["points_b"], state["elapsed_ms"]) == (1, 2, 60_000)
    assert not state["borderline"]


def test_edge_case_11_undo_after_a_late_shot_withdraws_the_penalty_and_keeps_the_shot():
    clock = running()
    clock.handle("shot", 40_900)
    (undo,) = events(clock.handle("undo", 45_900))
    assert undo["undoes"] == 3
    state = clock.snapshot(45_900)
    assert (state["phase"], state["penalties_a"], state["points_b"]) == ("rolling", 0, 0)
    assert state["elapsed_ms"] == 40_000
    (start,) = events(clock.handle("start", 50_000))
    assert (start["striker"], start["gap_ms"]) == ("b", 9_100)


def test_edge_case_11_after_five_seconds_undo_takes_back_the_shot_alone():
    clock = running()
    clock.handle("shot", 40_900)
    assert not clock.snapshot(45_901)["borderline"]
    (undo,) = events(clock.handle("undo", 45_901))
    assert undo["undoes"] == 4
    state = clock.snapshot(45_901)
    assert (state["phase"], state["period"], state["penalties_a"]) == ("run", 2, 1)
    assert state["remaining_ms"] == 60_000 - 45_901


def test_edge_case_11_a_shot_is_late_for_one_second_only():
    clock = running()
    assert types(clock.handle("shot", 41_000)) == ["penalty", "shot", "borderline"]
    clock = running()
    assert types(clock.handle("shot", 41_001)) == ["penalty", "shot"]
    assert not clock.snapshot(41_001)["borderline"]


def test_a_borderline_ruling_can_be_redone_and_undone_again():
    clock = running()
    clock.handle("shot", 40_900)
    before = clock.snapshot(50_000)
    clock.handle("undo", 42_000)
    (redo,) = events(clock.handle("redo", 43_000))
    assert redo == {"type": "redo", "redoes": 3, "t": 43_000}
    assert clock.snapshot(50_000) == before
    # The offer is over with it: step by step from here.
    assert [event["undoes"] for event in events(clock.handle("undo", 43_500))] == [4]
    assert [event["undoes"] for event in events(clock.handle("undo", 44_000))] == [3]
    assert clock.snapshot(44_000)["phase"] == "rolling"
    assert [event["undoes"] for event in events(clock.handle("undo", 44_500))] == [2]
    assert refusals(clock.handle("undo", 45_000)) == ["nothing_to_undo"]


def test_after_a_borderline_ruling_undo_goes_on_with_the_shot_and_asks():
    clock = running()
    clock.handle("shot", 40_900)
    clock.handle("undo", 42_000)
    effects = clock.handle("undo", 43_000)
    assert (types(effects), signals(effects)) == (["undo"], ["ask"])
    state = clock.snapshot(43_000)
    assert (state["phase"], state["period"], state["remaining_ms"]) == ("paused", 1, 0)
    assert state["borderline"]


def test_a_stroke_after_a_pause_is_no_late_press():
    clock = running()
    clock.expire(40_001, 40_001)
    clock.handle("pause", 40_200)
    clock.handle("start", 40_300)
    assert types(clock.handle("shot", 40_400)) == ["shot"]


def test_a_late_press_after_a_set_that_ended_by_penalty_is_offered_too():
    clock = running(to_go_b=2)
    clock.expire(40_001, 40_001)
    assert types(clock.handle("shot", 40_500)) == ["borderline"]
    assert clock.handle("shot", 40_600) == []
    clock.handle("restart", 41_100)
    assert clock.snapshot(41_100)["phase"] == "set_end"
    clock.handle("undo", 44_000)
    state = clock.snapshot(44_000)
    assert (state["phase"], state["penalties_a"], state["to_go_b"]) == ("rolling", 0, 2)
    clock = running(to_go_b=2)
    clock.expire(40_001, 40_001)
    assert refusals(clock.handle("shot", 41_001)) == ["set_end"]


def test_a_late_hold_in_a_lost_turn_marks_no_foul():
    clock = lost()
    clock.handle("shot", 60_200)
    assert clock.handle("foul", 61_200) == []


def test_the_borderline_case_is_closed_by_the_next_decision():
    clock = lost()
    clock.handle("shot", 60_200)
    clock.handle("start", 62_000)
    assert not clock.snapshot(62_000)["borderline"]


def test_edge_case_5_shots_in_one_gesture_are_one_stroke():
    clock = running()
    clock.handle("shot", 10_000)
    for t in (10_003, 10_180, 10_360, 11_360):
        assert clock.handle("shot", t) == []
    (shot,) = events(clock.handle("shot", 12_361))
    assert (shot["stroke"], shot["striker"]) == (2, "b")
    clock = set_clock()
    clock.handle("shot", 1_000)
    assert clock.handle("shot", 1_900) == []


def test_a_second_press_of_pause_within_a_second_does_not_resume():
    clock = running()
    clock.handle("pause", 10_000)
    assert clock.handle("pause", 11_000) == []
    assert types(clock.handle("pause", 12_001)) == ["resume"]
    clock.handle("pause", 13_002)
    assert types(clock.handle("start", 13_100)) == ["resume"]


def test_a_second_press_of_start_after_it_resumed_does_not_restart():
    clock = running()
    clock.handle("pause", 1_000)
    clock.handle("start", 5_000)
    assert clock.handle("start", 5_200) == []
    assert clock.snapshot(5_200)["remaining_ms"] == 38_800
    # Its shot is heard at once.
    assert types(clock.handle("shot", 5_300)) == ["shot"]


def test_a_late_press_after_the_hub_has_ended_the_set_belongs_to_nothing():
    clock = running()
    clock.expire(40_001, 40_001)
    clock.handle("set_end", 40_200)
    assert refusals(clock.handle("shot", 40_500)) == ["set_end"]


def test_a_new_set_and_an_undo_end_the_gesture():
    clock = running(to_go_b=2)
    clock.expire(40_001, 40_001)
    clock.handle("set_start", 40_300, orders(2))
    assert types(clock.handle("shot", 40_600)) == ["shot"]
    clock.handle("undo", 40_700)
    assert types(clock.handle("shot", 40_800)) == ["shot"]


def test_a_step_after_the_late_shot_is_what_undo_means_from_then_on():
    for kind, t in (("shot", 42_000), ("foul", 41_200), ("swap", 41_200)):
        clock = running()
        clock.handle("shot", 40_200)
        seq = clock.seq + 1
        assert types(clock.handle(kind, t)) == [kind]
        assert not clock.snapshot(t)["borderline"]
        assert [event["undoes"] for event in events(clock.handle("undo", 43_000))] == [seq]
        assert clock.snapshot(43_000)["penalties_a"] == 1
    clock = lost()
    clock.handle("shot", 60_200)
    assert types(clock.handle("shot", 62_000)) == ["shot"]
    assert [event["undoes"] for event in events(clock.handle("undo", 63_000))] == [6]
    assert clock.snapshot(63_000)["phase"] == "turn_lost"


def test_start_claims_no_stroke_and_leaves_the_offer_to_the_shot():
    clock = lost()
    assert clock.handle("start", 60_100) == []
    assert types(clock.handle("shot", 60_400)) == ["borderline"]


def test_a_wrong_start_after_a_late_press_is_taken_back_before_the_penalty():
    clock = lost()
    clock.handle("shot", 60_200)
    clock.handle("start", 62_000)
    clock.handle("undo", 63_000)
    state = clock.snapshot(63_000)
    assert (state["phase"], state["striker"], state["free_ball"]) == ("turn_lost", "b", "b")
    clock.handle("undo", 64_000)
    state = clock.snapshot(64_000)
    assert (state["phase"], state["striker"], state["penalties_a"]) == ("rolling", "a", 1)


def test_the_end_of_the_offer_is_told_once_because_displays_show_it():
    clock = running()
    clock.handle("shot", 40_900)
    assert clock.expire(45_900, 45_900) == []
    # A press of UNDO that is not yet certain is waited for.
    assert clock.expire(46_500, 45_900) == []
    assert clock.snapshot(45_900)["borderline"]
    assert signals(clock.expire(46_500, 45_901)) == ["lapsed"]
    assert clock.expire(46_600, 46_600) == []
    clock = running()
    clock.handle("shot", 40_900)
    clock.handle("undo", 43_000)
    assert clock.expire(90_000, 90_000) == []


def test_a_shot_is_no_borderline_case_when_undo_would_not_mean_the_penalty():
    clock = lost()
    clock.handle("swap", 60_100)
    assert clock.handle("shot", 60_400) == []
    clock = lost()
    for kind, t in (("undo", 60_100), ("redo", 60_200)):
        clock.handle(kind, t)
    assert types(clock.handle("shot", 60_400)) == ["shot"]
