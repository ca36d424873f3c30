"""Sets and the score that the hub tells: edge cases 15 and 30, and R3 to R7 where a penalty reaches the distance."""

from clock.kit import events, in_phase, new_clock, orders, refusals, running, set_clock, signals, types
from expect import refused


def test_set_start_makes_the_table_ready():
    clock = new_clock()
    effects = clock.handle("set_start", 500, orders(2, striker="b", ball_a="yellow", by="Turnierleitung"))
    assert events(effects) == [
        {
            "type": "set_start",
            "set": 2,
            "striker": "b",
            "ball_a": "yellow",
            "preset": "dbu-5-kegel",
            "limit": True,
            "by": "Turnierleitung",
            "t": 500,
        }
    ]
    state = clock.snapshot(500)
    assert (state["phase"], state["set"], state["stroke"], state["striker"]) == ("ready", 2, 0, "b")
    assert (state["ball_a"], state["limit"], state["limit_by"]) == ("yellow", "on", "Turnierleitung")
    assert (state["to_go_a"], state["to_go_b"]) == (50, 50)


def test_a_set_starts_with_no_penalties_of_the_one_before():
    clock = running()
    clock.expire(60_001, 60_001)
    clock.handle("set_end", 61_000)
    clock.handle("set_start", 62_000, orders(2, to_go_a=None, to_go_b=None))
    state = clock.snapshot(62_000)
    assert (state["penalties_a"], state["points_b"], state["free_ball"], state["foul"]) == (0, 0, None, None)
    assert (state["to_go_a"], state["to_go_b"]) == (None, None)


def test_edge_case_30_sides_and_balls_can_be_put_right_before_the_first_stroke():
    clock = set_clock()
    clock.handle("set_start", 1_000, orders(ball_a="yellow", striker="b"))
    state = clock.snapshot(1_000)
    assert (state["ball_a"], state["striker"], state["set"]) == ("yellow", "b", 1)


def test_a_set_start_that_does_not_fit_changes_nothing():
    clock = in_phase("set_end")
    before = clock.snapshot(100_000)
    for changed, field in (
        ({"set": 0}, "set"),
        ({"set": 256}, "set"),
        ({"set": True}, "set"),
        ({"striker": "c"}, "striker"),
        ({"ball_a": "red"}, "ball_a"),
        ({"limit": 1}, "limit"),
        ({"limit": None}, "limit"),
        ({"by": ""}, "by"),
        ({"to_go_a": -1}, "to_go_a"),
        ({"to_go_b": 60_001}, "to_go_b"),
        ({"to_go_b": "2"}, "to_go_b"),
    ):
        assert refused(clock.handle, "set_start", 100_000, orders(**changed)) == field
        assert clock.snapshot(100_000) == before
    clock.handle("set_start", 100_000, orders(255, to_go_a=0, to_go_b=60_000))
    assert clock.snapshot(100_000)["to_go_b"] == 60_000


def test_without_a_hub_start_held_begins_the_next_set():
    clock = new_clock()
    assert refusals(clock.handle("start", 1_000)) == ["idle"]
    (event,) = events(clock.handle("restart", 2_000))
    assert (event["set"], event["striker"], event["ball_a"], event["by"]) == (1, "a", "white", "referee")
    assert event["limit"] is False
    clock.handle("set_end", 5_000, {"by": "referee"})
    (event,) = events(clock.handle("restart", 9_000))
    assert event["set"] == 2
    clock = in_phase("set_end")
    clock.state.set = 255
    assert events(clock.handle("restart", 90_000))[0]["set"] == 255


# [rule DBU 4.5(b)]
def test_edge_case_15_a_penalty_that_reaches_the_distance_ends_the_set_and_the_twenty_seconds_never_start():
    for to_go, ends in ((1, True), (2, True), (3, False)):
        clock = running(to_go_b=to_go)
        effects = clock.expire(40_001, 40_001)
        (penalty,) = events(effects)
        assert (penalty["n"], penalty["points"], penalty["set_end"]) == (1, 2, ends)
        assert (penalty["turn_lost"], penalty["free_ball"]) == (False, None)
        state = clock.snapshot(40_001)
        assert state["phase"] == ("set_end" if ends else "run")
        assert state["to_go_b"] == max(0, to_go - 2)
        assert (clock.deadline() is None) == ends
        assert signals(effects) == (["penalty", "set_end"] if ends else ["penalty"])


# [rule DBU 4.5(b)]
def test_the_second_penalty_can_end_the_set_too():
    for to_go, ends in ((3, True), (4, True), (5, False)):
        clock = running(to_go_b=to_go)
        clock.expire(40_001, 40_001)
        (penalty,) = events(clock.expire(60_001, 60_001))
        assert (penalty["set_end"], penalty["turn_lost"]) == (ends, not ends)
        assert penalty["free_ball"] == (None if ends else "b")
        assert clock.snapshot(60_001)["phase"] == ("set_end" if ends else "turn_lost")


def test_the_strikers_own_distance_does_not_end_the_set_by_his_penalty():
    clock = running(to_go_a=1)
    clock.expire(40_001, 40_001)
    assert clock.snapshot(40_001)["phase"] == "run"


def test_when_nobody_told_the_score_the_set_does_not_end_by_a_penalty():
    clock = running(to_go_a=None, to_go_b=None)
    clock.expire(60_001, 60_001)
    assert clock.snapshot(60_001)["phase"] == "turn_lost"


def test_points_to_go_count_as_of_an_event_and_later_penalties_come_off():
    clock = running()
    clock.expire(40_001, 40_001)
    assert clock.seq == 3
    assert clock.handle("points_to_go", 41_000, {"a": 20, "b": 10, "as_of_seq": 2}) == []
    state = clock.snapshot(41_000)
    assert (state["to_go_a"], state["to_go_b"]) == (20, 8)
    clock.handle("points_to_go", 42_000, {"a": 20, "b": 8, "as_of_seq": 3})
    assert clock.snapshot(42_000)["to_go_b"] == 8
    clock.expire(60_001, 60_001)
    assert clock.snapshot(60_001)["to_go_b"] == 6
    clock.handle("undo", 61_000)
    assert clock.snapshot(61_000)["to_go_b"] == 8
    # The hub has seen the penalty and not yet its undo.
    clock.handle("points_to_go", 62_000, {"a": 20, "b": 3, "as_of_seq": 4})
    assert clock.snapshot(62_000)["to_go_b"] == 5


def test_points_to_go_of_another_set_or_of_the_future_are_refused():
    clock = running()
    clock.handle("set_end", 10_000)
    clock.handle("set_start", 20_000, orders(2))
    assert clock.seq == 4
    for seq in (3, 5):
        data = {"a": 1, "b": 1, "as_of_seq": seq}
        assert refused(clock.handle, "points_to_go", 21_000, data) == "as_of_seq"
        assert clock.snapshot(21_000)["to_go_a"] == 50
    clock.handle("points_to_go", 21_000, {"a": 1, "b": 1, "as_of_seq": 4})
    for data, field in (
        ({"a": -1, "b": 0, "as_of_seq": 4}, "a"),
        ({"a": 0, "b": 60_001, "as_of_seq": 4}, "b"),
        ({"a": 0, "b": 0}, "as_of_seq"),
    ):
        assert refused(clock.handle, "points_to_go", 21_000, data) == field


def test_points_to_go_that_are_too_old_are_refused():
    clock = running(to_go_a=None, to_go_b=None)
    t = 0
    for _ in range(9):
        t += 60_001
        clock.expire(t, t)
        t += 2_000
        clock.handle("start", t)
    assert refused(clock.handle, "points_to_go", t, {"a": 1, "b": 1, "as_of_seq": 1}) == "as_of_seq"
    clock.handle("points_to_go", t, {"a": 100, "b": 100, "as_of_seq": clock.seq})
    assert clock.snapshot(t)["to_go_a"] == 100


def test_the_hub_may_end_a_set_in_every_phase_of_it():
    for phase in ("ready", "run", "rolling", "turn_lost", "paused", "restored"):
        clock = in_phase(phase)
        effects = clock.handle("set_end", 100_000, {"by": "referee"})
        assert types(effects)[-1] == "set_end"
        assert clock.snapshot(100_000)["phase"] == "set_end"
    assert refused(in_phase("run").handle, "set_end", 20_000, {"by": "player"}) == "by"


def test_a_set_that_ended_by_penalty_just_before_the_hub_ended_it_is_over_once():
    clock = running(to_go_b=2)
    effects = clock.handle("set_end", 40_500)
    assert (types(effects), refusals(effects)) == (["penalty"], ["over"])


def test_the_preset_changes_between_sets():
    for phase in ("idle", "set_end"):
        clock = in_phase(phase)
        assert clock.handle("preset", 100_000, {"name": "wpa"}) == []
        assert clock.snapshot(100_000)["preset"] == "wpa"
        assert refused(clock.handle, "preset", 100_000, {"name": "chess"}) == "name"


# [rule DBU 4.5(b)]
def test_a_free_ball_ends_with_the_set():
    clock = running(to_go_a=2)
    clock.expire(60_001, 60_001)
    clock.handle("start", 62_000)
    assert clock.snapshot(62_000)["free_ball"] == "b"
    (penalty,) = events(clock.expire(102_001, 102_001))
    assert (penalty["set_end"], penalty["striker"], penalty["to"]) == (True, "b", "a")
    assert clock.snapshot(102_001)["free_ball"] is None


def test_a_command_that_does_not_fit_does_not_even_commit_an_overdue_deadline():
    clock = running()
    assert refused(clock.handle, "points_to_go", 40_500, {"a": 1, "b": 1, "as_of_seq": 9}) == "as_of_seq"
    assert clock.deadline() == 40_000


def test_points_of_both_players_count_for_the_score_as_of_an_event():
    clock = running()
    clock.expire(40_001, 40_001)
    clock.handle("shot", 45_000)
    clock.handle("start", 50_000)
    clock.expire(90_001, 90_001)
    assert clock.seq == 6
    clock.handle("points_to_go", 91_000, {"a": 30, "b": 30, "as_of_seq": 5})
    state = clock.snapshot(91_000)
    assert (state["to_go_a"], state["to_go_b"]) == (28, 30)
    clock.handle("points_to_go", 92_000, {"a": 30, "b": 30, "as_of_seq": 2})
    state = clock.snapshot(92_000)
    assert (state["to_go_a"], state["to_go_b"]) == (28, 28)


def test_sets_begun_on_the_device_are_one_match():
    clock = new_clock("ultimate-pool")
    clock.handle("limit", 0, {"state": "armed", "by": "TL"})
    clock.handle("restart", 1_000)
    clock.handle("start", 2_000)
    assert events(clock.handle("ext", 3_000))[0]["left"] == 0
    clock.handle("limit", 4_000, {"state": "armed", "by": "TL"})
    clock.handle("set_end", 5_000)
    clock.handle("restart", 8_000)
    clock.handle("start", 9_000)
    assert refusals(clock.handle("ext", 10_000)) == ["no_extension_left"]


def test_the_match_clock_begins_anew_with_a_match():
    clock = running("snooker-shoot-out")
    clock.handle("set_end", 400_000)
    clock.handle("set_start", 401_000, orders(2))
    clock.handle("start", 402_000)
    assert clock.deadline() == 417_000
    clock.handle("shot", 403_000)
    clock.handle("start", 404_000)
    assert clock.deadline() == 414_000
    clock.handle("set_end", 405_000)
    clock.handle("set_start", 406_000, orders(1))
    clock.handle("start", 407_000)
    clock.handle("shot", 408_000)
    clock.handle("start", 409_000)
    assert clock.deadline() == 424_000


def test_a_set_that_begins_after_a_power_cut_is_not_restored():
    clock = set_clock()
    clock.power_on(50, "power_on")
    assert clock.snapshot(50)["restored"]
    clock.handle("set_start", 100, orders())
    assert not clock.snapshot(100)["restored"]


# [rule DBU 4.5(b)]
def test_a_late_score_ends_the_set_that_a_penalty_has_decided_and_no_second_penalty_falls():
    for phase, until in (("run", 40_001), ("turn_lost", 60_001)):
        clock = running()
        clock.expire(until, until)
        assert clock.snapshot(until)["phase"] == phase
        (end,) = events(clock.handle("points_to_go", until, {"a": 9, "b": 2, "as_of_seq": 2}))
        assert end == {"type": "set_end", "set": 1, "by": "hub", "t": until}
        assert clock.expire(90_000, 90_000) == []
        state = clock.snapshot(90_000)
        assert (state["phase"], state["to_go_b"], state["free_ball"]) == ("set_end", 0, None)
        # Told again it is no news.
        assert clock.handle("points_to_go", 91_000, {"a": 9, "b": 2, "as_of_seq": 2}) == []


def test_a_late_score_that_leaves_a_point_missing_changes_only_what_is_missing():
    clock = running()
    clock.expire(40_001, 40_001)
    assert clock.handle("points_to_go", 41_000, {"a": 9, "b": 3, "as_of_seq": 2}) == []
    assert (clock.snapshot(41_000)["phase"], clock.snapshot(41_000)["to_go_b"]) == ("run", 1)
    # The hub has withdrawn nothing and counted everything: it ends the set itself.
    assert clock.handle("points_to_go", 42_000, {"a": 9, "b": 0, "as_of_seq": 3}) == []
    assert clock.snapshot(42_000)["phase"] == "run"


def test_a_withdrawn_penalty_decides_no_set_when_the_score_comes_late():
    clock = running()
    clock.expire(40_001, 40_001)
    clock.handle("undo", 41_000)
    assert clock.handle("points_to_go", 42_000, {"a": 9, "b": 2, "as_of_seq": 2}) == []
    assert clock.snapshot(42_000)["to_go_b"] == 2
    # As of the penalty two fewer were missing; its withdrawal gives them back.
    assert clock.handle("points_to_go", 43_000, {"a": 9, "b": 1, "as_of_seq": 3}) == []
    assert (clock.snapshot(43_000)["phase"], clock.snapshot(43_000)["to_go_b"]) == ("rolling", 3)
