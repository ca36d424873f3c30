"""Strokes and their time, case by case of the specification's edge cases 1 to 11, 14 and 16 to 18."""

from clock.kit import events, in_phase, refusals, running, set_clock, signals, types

from arbiter_clock.readout import seconds


# [rule DBU 4.5(a)]
def test_start_gives_forty_seconds_from_the_press():
    clock = set_clock()
    effects = clock.handle("start", 5_000)
    assert events(effects) == [
        {
            "type": "start",
            "set": 1,
            "stroke": 1,
            "striker": "a",
            "period": 1,
            "remaining_ms": 40_000,
            "gap_ms": None,
            "reason": "stroke",
            "t": 5_000,
        }
    ]
    assert clock.deadline() == 45_000
    assert clock.snapshot(5_001)["remaining_ms"] == 39_999


# Edge case 9.  [rule DBU 4.5(a)]
def test_t2_a_stroke_at_exactly_forty_seconds_is_in_time_however_late_it_is_processed():
    clock = running()
    assert clock.expire(40_045, 39_999) == []
    (shot,) = events(clock.handle("shot", 40_000))
    assert (shot["type"], shot["period"], shot["elapsed_ms"], shot["paused"]) == ("shot", 1, 40_000, False)
    assert types(clock.expire(50_000, 50_000)) == []
    assert clock.snapshot(50_000)["penalties_a"] == 0


# [rule DBU 4.5(b)]
def test_t2_a_stroke_one_millisecond_later_costs_a_penalty_and_is_a_borderline_case():
    clock = running()
    effects = clock.handle("shot", 40_001)
    assert types(effects) == ["penalty", "shot", "borderline"]
    penalty, shot, borderline = events(effects)
    assert (penalty["points"], penalty["to"], penalty["n"], penalty["at"]) == (2, "b", 1, 40_000)
    assert (shot["period"], shot["elapsed_ms"]) == (2, 40_001)
    assert (borderline["late_ms"], borderline["penalty"]) == (1, 3)
    assert signals(effects) == ["penalty", "shot", "borderline"]
    assert clock.snapshot(40_001)["borderline"]


# [rule DBU 4.5(b)]
def test_forty_seconds_cost_two_points_and_leave_twenty_seconds_from_that_moment():
    clock = running()
    assert types(clock.expire(40_000, 40_000)) == []
    effects = clock.expire(40_137, 40_137)
    assert events(effects) == [
        {
            "type": "penalty",
            "set": 1,
            "stroke": 1,
            "striker": "a",
            "to": "b",
            "n": 1,
            "points": 2,
            "at": 40_000,
            "turn_lost": False,
            "free_ball": None,
            "set_end": False,
            "t": 40_000,
        }
    ]
    state = clock.snapshot(40_137)
    assert (state["phase"], state["period"], state["remaining_ms"]) == ("run", 2, 19_863)
    assert (state["penalties_a"], state["points_b"], state["to_go_b"]) == (1, 2, 48)


# [rule DBU 4.5(b)]
def test_sixty_seconds_cost_two_more_the_turn_and_give_the_free_ball():
    clock = running()
    clock.expire(40_001, 40_001)
    effects = clock.expire(60_001, 60_001)
    (penalty,) = events(effects)
    assert (penalty["n"], penalty["at"], penalty["points"], penalty["striker"]) == (2, 60_000, 2, "a")
    assert (penalty["turn_lost"], penalty["free_ball"], penalty["set_end"]) == (True, "b", False)
    assert signals(effects) == ["turn_lost"]
    state = clock.snapshot(60_001)
    assert (state["phase"], state["striker"], state["free_ball"]) == ("turn_lost", "b", "b")
    assert (state["penalties_a"], state["points_b"], state["penalties_b"], state["points_a"]) == (2, 4, 0, 0)


# [rule DBU 4.5(b)]
def test_a_stroke_in_the_last_period_is_legal_and_the_penalty_stands():
    # Edge case 10: the cue touches the ball too late, but within the 20 s.
    clock = running()
    clock.expire(41_500, 41_500)
    (shot,) = events(clock.handle("shot", 60_000))
    assert (shot["period"], shot["elapsed_ms"]) == (2, 60_000)
    assert clock.snapshot(60_000)["points_b"] == 2


def test_an_expiry_waits_until_the_inputs_are_drained_up_to_the_deadline():
    clock = running()
    assert types(clock.expire(40_050, 39_999)) == []
    assert types(clock.expire(40_050, 40_000)) == ["penalty"]
    assert types(clock.expire(60_050, 59_999)) == []


def test_t3_both_penalties_carry_their_deadlines_when_the_loop_stood_still_for_a_minute():
    clock = running()
    first, second = events(clock.expire(75_000, 75_000))
    assert (first["t"], second["t"]) == (40_000, 60_000)
    assert clock.snapshot(75_000)["phase"] == "turn_lost"


def test_t17_an_expiry_stays_visible_until_somebody_acts():
    # Edge case 14.
    clock = running()
    clock.expire(60_001, 60_001)
    assert types(clock.expire(3_600_000, 3_600_000)) == []
    assert clock.snapshot(3_600_000)["phase"] == "turn_lost"


def test_edge_case_1_nothing_starts_the_time_but_the_referee():
    clock = set_clock()
    assert clock.deadline() is None
    assert clock.expire(3_600_000, 3_600_000) == []
    clock = in_phase("rolling")
    assert clock.deadline() is None


def test_edge_case_2_a_second_start_within_three_seconds_restarts_the_forty_seconds():
    clock = running()
    (start,) = events(clock.handle("start", 3_000))
    assert (start["reason"], start["remaining_ms"], start["stroke"]) == ("too_early", 40_000, 1)
    assert clock.deadline() == 43_000
    (start,) = events(clock.handle("start", 6_000))
    assert start["reason"] == "too_early"


def test_edge_case_5_a_second_start_after_three_seconds_is_refused():
    clock = running()
    before = clock.snapshot(3_001)
    assert refusals(clock.handle("start", 3_001)) == ["running"]
    assert clock.snapshot(3_001) == before
    clock.expire(40_001, 40_001)
    assert refusals(clock.handle("start", 41_001)) == ["running"]


def test_edge_case_3_a_late_start_is_not_dated_back_and_the_gap_is_told():
    clock = in_phase("rolling")
    (start,) = events(clock.handle("start", 25_500))
    assert (start["gap_ms"], start["remaining_ms"]) == (15_500, 40_000)
    clock = running()
    clock.expire(60_001, 60_001)
    (start,) = events(clock.handle("start", 70_000))
    assert start["gap_ms"] == 10_000


def test_edge_case_4_a_shot_without_start_counts_with_unknown_time():
    clock = set_clock()
    effects = clock.handle("shot", 1_000)
    (shot,) = events(effects)
    assert (shot["stroke"], shot["striker"], shot["period"], shot["elapsed_ms"]) == (1, "a", None, None)
    assert signals(effects) == ["shot", "untimed"]
    (shot,) = events(clock.handle("shot", 20_000))
    assert (shot["stroke"], shot["striker"], shot["elapsed_ms"]) == (2, "b", None)
    assert clock.snapshot(20_000)["elapsed_ms"] is None


# [rule DBU 4.5(a)]
def test_edge_case_6_the_opening_stroke_has_the_same_forty_seconds():
    clock = running()
    first = clock.deadline()
    clock.handle("shot", 10_000)
    clock.handle("start", 100_000)
    assert (first, clock.deadline()) == (40_000, 140_000)


# [rule DBU 4.5(b)]
def test_edge_case_7_the_free_ball_has_its_forty_seconds_from_the_referees_start():
    clock = running()
    clock.expire(60_001, 60_001)
    assert clock.deadline() is None
    (start,) = events(clock.handle("start", 64_000))
    assert (start["striker"], start["remaining_ms"], start["stroke"]) == ("b", 40_000, 2)
    assert clock.snapshot(64_000)["free_ball"] == "b"
    clock.handle("shot", 70_000)
    assert clock.snapshot(70_000)["free_ball"] is None


# [rule DBU 4.2]
def test_edge_case_8_the_strikers_ball_is_known_in_every_phase():
    for phase in ("ready", "run", "rolling", "turn_lost", "paused", "set_end", "restored"):
        state = in_phase(phase).snapshot(90_000)
        assert state["ball_a"] == "white"
        assert state["striker"] in ("a", "b")


# [rule DBU 4.5(b)]
def test_edge_case_13_a_stroke_played_after_the_turn_was_lost_costs_no_third_penalty():
    clock = running()
    clock.expire(60_001, 60_001)
    for kind, t in (("shot", 60_500), ("foul", 61_500), ("pause", 64_000), ("ext", 65_000)):
        assert types(clock.handle(kind, t)) in ([], ["borderline"])
    clock.expire(900_000, 900_000)
    state = clock.snapshot(900_000)
    assert (state["phase"], state["penalties_a"], state["points_b"]) == ("turn_lost", 2, 4)


def test_edge_case_16_a_time_penalty_and_a_foul_in_one_stroke_are_both_told():
    clock = running()
    clock.expire(40_001, 40_001)
    clock.handle("shot", 45_000)
    (foul,) = events(clock.handle("foul", 46_000))
    assert foul == {"type": "foul", "set": 1, "stroke": 1, "player": "a", "to": "b", "t": 46_000}
    state = clock.snapshot(46_000)
    assert (state["penalties_a"], state["foul"]) == (1, "a")


def test_a_foul_is_marked_once_and_forgotten_with_the_next_stroke():
    clock = in_phase("rolling")
    effects = clock.handle("foul", 11_000)
    assert (types(effects), signals(effects)) == (["foul"], ["foul"])
    assert clock.handle("foul", 12_000) == []
    clock.handle("start", 20_000)
    assert clock.snapshot(20_000)["foul"] is None


def test_edge_case_17_a_set_that_ends_while_the_time_runs_costs_nothing():
    clock = running()
    (end,) = events(clock.handle("set_end", 39_000))
    assert end == {"type": "set_end", "set": 1, "by": "hub", "t": 39_000}
    assert clock.expire(90_000, 90_000) == []
    state = clock.snapshot(90_000)
    assert (state["phase"], state["penalties_a"], state["remaining_ms"]) == ("set_end", 0, None)


def test_t5_every_second_of_a_run_is_shown_and_none_is_negative():
    # Edge case 18.
    clock = running()
    shown = []
    for t in range(0, 60_001, 250):
        clock.expire(t, t)
        remaining = clock.snapshot(t)["remaining_ms"]
        if remaining is not None and (not shown or shown[-1] != seconds(remaining)):
            shown.append(seconds(remaining))
    assert shown == list(range(40, -1, -1)) + list(range(20, -1, -1))


# Edge cases 33 and 40: there is neither network nor wall time in the clock.
def test_t15_the_clock_needs_nobody_for_a_whole_stroke():
    clock = running()
    for t in range(10_000, 100_000, 77):
        clock.expire(t, t)
    state = clock.snapshot(100_000)
    assert (state["phase"], state["penalties_a"], state["points_b"]) == ("turn_lost", 2, 4)


def test_without_a_limit_strokes_are_timed_and_nothing_expires():
    clock = running(limit=False)
    assert clock.deadline() is None
    assert clock.expire(90_000, 90_000) == []
    (shot,) = events(clock.handle("shot", 90_000))
    assert (shot["period"], shot["elapsed_ms"]) == (1, 90_000)


def test_an_input_out_of_order_counts_as_simultaneous_with_the_latest():
    clock = running()
    clock.handle("pause", 10_000)
    (resume,) = events(clock.handle("start", 9_000))
    assert resume["t"] == 10_000
    clock.expire(20_000, 15_000)
    (shot,) = events(clock.handle("shot", 14_000))
    assert shot["t"] == 15_000


def test_the_tick_counters_wrap_does_not_concern_the_clock():
    # Edge case 41: the firmware unwraps; the clock compares plain whole numbers around 2**30 and above.
    base = 2**30 - 20_000
    clock = set_clock()
    clock.handle("start", base)
    assert types(clock.expire(base + 40_000, base + 40_000)) == []
    assert types(clock.expire(base + 40_001, base + 40_001)) == ["penalty"]
    assert clock.snapshot(base + 50_000)["remaining_ms"] == 10_000
    base = 2**33
    clock.handle("shot", base)
    clock.handle("start", base + 1_000)
    assert clock.deadline() == base + 41_000
