"""Whose turn it is: alternate, until a miss, so many shots; SWAP; extensions: edge cases 28 and 46."""

from clock.kit import events, orders, refusals, running, set_clock, signals, types


def strikers(clock, strokes, at=0):
    """Who plays each of the next strokes, 10 s apart."""
    played = []
    for number in range(strokes):
        t = at + number * 10_000
        clock.handle("start", t)
        played.append(clock.snapshot(t)["striker"])
        clock.handle("shot", t + 3_000)
    return "".join(played)


def test_five_pins_alternates_after_every_stroke():
    clock = set_clock()
    assert strikers(clock, 5) == "ababa"


def test_the_striker_changes_with_the_next_start_not_with_the_shot():
    clock = running()
    clock.handle("shot", 5_000)
    assert clock.snapshot(5_000)["striker"] == "a"


def test_until_a_miss_the_same_player_goes_on_and_swap_says_that_he_missed():
    clock = set_clock("wpa")
    assert strikers(clock, 3) == "aaa"
    clock.handle("swap", 29_000)
    assert strikers(clock, 2, 30_000) == "bb"


def test_until_a_miss_a_foul_ends_the_turn():
    clock = set_clock("wpa")
    assert strikers(clock, 1) == "a"
    clock.handle("foul", 4_000)
    assert strikers(clock, 2, 10_000) == "bb"


def test_eurokegel_has_two_shots_a_turn():
    clock = set_clock("dbu-eurokegel")
    assert strikers(clock, 6) == "aabbaa"
    clock = set_clock("dbu-eurokegel")
    clock.handle("start", 0)
    clock.handle("shot", 3_000)
    clock.handle("foul", 4_000)
    assert strikers(clock, 3, 10_000) == "bba"


def test_a_turn_lost_by_time_passes_whatever_the_mode():
    for name in ("dbu-5-kegel", "dbu-eurokegel", "dbu-bk-2"):
        clock = running(name)
        clock.expire(60_001, 60_001)
        assert strikers(clock, 1, 70_000) == "b"


def test_edge_case_28_swap_changes_the_striker_and_not_the_time():
    clock = running()
    (swap,) = events(clock.handle("swap", 15_000))
    assert swap == {"type": "swap", "striker": "b", "t": 15_000}
    assert clock.deadline() == 40_000
    (penalty,) = events(clock.expire(40_001, 40_001))
    assert (penalty["striker"], penalty["to"]) == ("b", "a")
    # What was booked before stays where it was.
    clock.handle("swap", 42_000)
    state = clock.snapshot(42_000)
    assert (state["penalties_b"], state["points_a"], state["striker"]) == (1, 2, "a")


def test_the_free_ball_goes_with_the_striker():
    clock = running()
    clock.expire(60_001, 60_001)
    clock.handle("swap", 65_000)
    assert clock.snapshot(65_000)["free_ball"] == "a"


def test_edge_case_46_five_pins_has_no_extension():
    clock = running()
    before = clock.snapshot(10_000)
    assert refusals(clock.handle("ext", 10_000)) == ["no_extension"]
    assert clock.snapshot(10_000) == before


def test_an_extension_is_added_once_a_set():
    clock = running("wpa")
    (extension,) = events(clock.handle("ext", 10_000))
    assert extension == {"type": "extension", "player": "a", "ms": 25_000, "left": 0, "t": 10_000}
    assert clock.deadline() == 85_000
    assert refusals(clock.handle("ext", 11_000)) == ["no_extension_left"]
    clock.handle("swap", 12_000)
    effects = clock.handle("ext", 13_000)
    assert (types(effects), signals(effects)) == (["extension"], ["extension"])


def test_extensions_come_back_with_the_set_or_with_the_match():
    for name, again in (("wpa", "extension"), ("ultimate-pool", None)):
        clock = running(name)
        clock.handle("ext", 1_000)
        clock.handle("set_end", 2_000)
        clock.handle("set_start", 3_000, orders(2))
        clock.handle("start", 4_000)
        assert types(clock.handle("ext", 5_000)) == ([again] if again else [])
        clock.handle("set_end", 6_000)
        clock.handle("set_start", 7_000, orders(1))
        clock.handle("start", 8_000)
        assert types(clock.handle("ext", 9_000)) == ["extension"]


def test_the_break_may_be_without_extension():
    clock = running("chinese-8-ball")
    assert refusals(clock.handle("ext", 1_000)) == ["no_extension_left"]
    clock.handle("shot", 2_000)
    clock.handle("start", 10_000)
    assert types(clock.handle("ext", 11_000)) == ["extension"]


def test_without_a_limit_there_is_nothing_to_extend():
    clock = running("wpa", limit=False)
    assert refusals(clock.handle("ext", 1_000)) == ["no_limit"]


def test_three_cushion_takes_its_time_outs_by_itself():
    clock = running("umb-3-cushion")
    assert refusals(clock.handle("ext", 1_000)) == ["no_extension"]
    for left, deadline in ((2, 60_000), (1, 90_000), (0, 120_000)):
        (extension,) = events(clock.expire(deadline - 29_999, deadline - 29_999))
        assert (extension["left"], extension["ms"], extension["t"]) == (left, 30_000, deadline - 30_000)
        assert clock.deadline() == deadline
    (penalty,) = events(clock.expire(120_001, 120_001))
    assert (penalty["points"], penalty["turn_lost"], penalty["free_ball"]) == (0, True, None)


def test_a_first_period_may_depend_on_the_stroke_and_on_the_match_clock():
    clock = running("wpa")
    assert clock.deadline() == 60_000
    clock.handle("shot", 1_000)
    clock.handle("start", 10_000)
    assert clock.deadline() == 45_000
    clock = running("snooker-shoot-out")
    clock.handle("shot", 1_000)
    clock.handle("start", 299_999)
    assert clock.deadline() == 314_999
    clock.handle("shot", 299_999)
    clock.handle("start", 300_000)
    assert clock.deadline() == 310_000
    (penalty,) = events(clock.expire(310_001, 310_001))
    assert (penalty["points"], penalty["free_ball"]) == (5, "b")


def test_edge_case_47_training_starts_the_next_stroke_by_itself():
    clock = running("training")
    clock.handle("shot", 5_000)
    assert clock.deadline() == 15_000
    assert clock.expire(15_000, 15_000) == []
    (start,) = events(clock.expire(15_040, 15_040))
    assert (start["t"], start["striker"], start["gap_ms"], start["reason"]) == (15_000, "b", 10_000, "stroke")


def test_training_stands_still_when_nobody_plays_any_more():
    # Else a clock that was left alone would fill its journal with penalties.
    clock = running("training", to_go_a=None, to_go_b=None)
    clock.handle("shot", 5_000)
    clock.expire(86_400_000, 86_400_000)
    state = clock.snapshot(86_400_000)
    assert (state["phase"], state["striker"], clock.seq, clock.deadline()) == ("turn_lost", "a", 6, None)


def test_a_start_that_came_by_itself_can_be_taken_back():
    clock = running("training")
    clock.handle("shot", 5_000)
    clock.expire(15_001, 15_001)
    clock.handle("undo", 16_000)
    assert clock.expire(90_000, 90_000) == []
    assert clock.snapshot(90_000)["phase"] == "rolling"
    (start,) = events(clock.handle("start", 91_000))
    assert (start["striker"], start["gap_ms"]) == ("b", None)
    # Before its moment it still comes.
    clock = running("training")
    clock.handle("shot", 5_000)
    clock.handle("foul", 6_000)
    clock.handle("undo", 14_999)
    assert [event["t"] for event in events(clock.expire(15_001, 15_001))] == [15_000]
    clock = running("training")
    clock.handle("shot", 5_000)
    clock.handle("foul", 6_000)
    clock.handle("undo", 15_000)
    assert events(clock.expire(90_000, 90_000)) == []


def test_a_penalty_withdrawn_in_training_waits_for_start():
    clock = running("training")
    clock.expire(40_001, 40_001)
    clock.handle("undo", 55_000)
    assert clock.expire(90_000, 90_000) == []


def test_warnings_are_signalled_once_each_as_time_passes_them():
    clock = running()
    warned = []
    for t in range(0, 60_500, 70):
        warned.extend([(t // 1000, name) for name in signals(clock.expire(t, t))])
    assert warned == [
        (30, "warning"),
        (35, "warning"),
        (40, "penalty"),
        (50, "warning"),
        (55, "warning"),
        (60, "turn_lost"),
    ]


def test_a_warning_comes_again_only_for_a_new_period():
    clock = running()
    clock.expire(31_000, 31_000)
    clock.handle("pause", 32_000)
    clock.handle("start", 40_000)
    assert clock.expire(41_000, 41_000) == []
    clock.handle("pause", 42_000)
    clock.handle("restart", 50_000)
    assert signals(clock.expire(80_000, 80_000)) == ["warning"]
