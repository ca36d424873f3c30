"""After a power cut: edge cases 31, 32 and 38, and the public report T16."""

from clock.kit import Journal, events, new_clock, orders, refusals, running, set_clock, signals, types
from expect import refused


def cut(steps, until=None, t=100, remaining_ms=None, name="dbu-5-kegel", **changed):
    """A clock whose power was cut after (kind, t) steps and an expiry at `until`; (journal, effects of power_on)."""
    journal = Journal(new_clock(name))
    journal.handle("set_start", 0, orders(**changed))
    for kind, at in steps:
        journal.handle(kind, at)
    if until is not None:
        journal.expire(until)
    return journal, journal.reboot(t, remaining_ms)


# [rule DBU 4.5(b)]
def test_t16_a_penalty_survives_a_power_cut_exactly_once():
    journal, effects = cut([("start", 1_000)], 45_000)
    assert events(effects) == [
        {
            "type": "restored",
            "cause": "power_on",
            "phase": "run",
            "period": 2,
            "remaining_ms": 20_000,
            "t": 100,
        }
    ]
    state = journal.clock.snapshot(100)
    assert (state["phase"], state["period"], state["restored"]) == ("restored", 2, True)
    assert (state["penalties_a"], state["points_b"], state["to_go_b"]) == (1, 2, 48)
    assert (state["limit"], state["limit_by"], state["striker"], state["stroke"]) == ("on", "TL", "a", 1)
    assert journal.clock.seq == 4
    assert journal.clock.expire(900_000, 900_000) == []


# [rule DBU 4.5(b)]
def test_edge_case_31_start_gives_the_full_period_again():
    journal, _ = cut([("start", 1_000)], 45_000)
    (start,) = events(journal.handle("start", 5_000))
    assert (start["reason"], start["period"], start["remaining_ms"]) == ("restored", 2, 20_000)
    state = journal.clock.snapshot(5_000)
    assert (state["phase"], state["restored"], state["elapsed_ms"]) == ("run", False, 40_000)
    journal, _ = cut([("start", 1_000)])
    (start,) = events(journal.handle("start", 5_000))
    assert (start["period"], start["remaining_ms"]) == (1, 40_000)


def test_edge_case_31_pause_goes_on_with_what_the_journal_says_was_left():
    journal, _ = cut([("start", 1_000), ("pause", 11_000)])
    assert journal.clock.snapshot(100)["remaining_ms"] == 30_000
    (resume,) = events(journal.handle("pause", 5_000))
    assert resume["remaining_ms"] == 30_000
    assert journal.clock.deadline() == 35_000


def test_edge_case_32_a_checkpoint_tells_better_what_was_left():
    journal, effects = cut([("start", 1_000)], remaining_ms=12_345)
    assert events(effects)[0]["remaining_ms"] == 12_345
    assert journal.clock.snapshot(100)["elapsed_ms"] == 27_655
    (resume,) = events(journal.handle("pause", 200))
    assert resume["remaining_ms"] == 12_345


def test_a_checkpoint_never_gives_more_than_the_journal_nor_less_than_nothing():
    for told, left in ((40_001, 40_000), (40_000, 40_000), (0, 0), (-5, 0)):
        journal, _ = cut([("start", 1_000)], remaining_ms=told)
        assert journal.clock.snapshot(100)["remaining_ms"] == left
    journal, effects = cut([("start", 1_000)], remaining_ms=5_000, limit=False)
    assert events(effects)[0]["remaining_ms"] is None


def test_phases_without_a_stroke_stay_as_they_were():
    for steps, phase in (([], "ready"), ([("start", 1_000), ("shot", 5_000)], "rolling")):
        journal, effects = cut(steps)
        (event,) = events(effects)
        assert (event["phase"], event["period"], event["remaining_ms"]) == (phase, None, None)
        state = journal.clock.snapshot(100)
        assert (state["phase"], state["restored"]) == (phase, True)
    journal, _ = cut([("start", 1_000)], 70_000)
    state = journal.clock.snapshot(100)
    assert (state["phase"], state["striker"], state["free_ball"]) == ("turn_lost", "b", "b")
    (start,) = events(journal.handle("start", 200))
    assert (start["gap_ms"], start["remaining_ms"]) == (None, 40_000)


def test_between_sets_nothing_is_restored():
    journal, effects = cut([("start", 1_000), ("set_end", 5_000)])
    assert effects == []
    assert journal.clock.snapshot(100)["phase"] == "set_end"
    clock = new_clock()
    assert clock.power_on(100, "power_on") == []
    assert clock.snapshot(100)["phase"] == "idle"


def test_a_stroke_played_while_the_clock_was_away_counts():
    journal, _ = cut([("start", 1_000)])
    (shot,) = events(journal.handle("shot", 3_000))
    assert (shot["paused"], shot["period"], shot["elapsed_ms"]) == (True, 1, 0)


def test_a_hold_of_start_after_a_restart_adds_nothing():
    journal, _ = cut([("start", 1_000)])
    assert journal.clock.handle("restart", 2_000) == []


# [rule DBU 4.5(b)]
def test_a_penalty_can_be_withdrawn_after_the_power_cut():
    journal, _ = cut([("start", 1_000)], 45_000)
    (undo,) = events(journal.handle("undo", 5_000))
    assert undo["undoes"] == 3
    state = journal.clock.snapshot(5_000)
    assert (state["phase"], state["penalties_a"], state["elapsed_ms"]) == ("rolling", 0, 40_000)
    (start,) = events(journal.handle("start", 9_000))
    assert (start["striker"], start["gap_ms"]) == ("b", None)


def test_undo_into_a_stroke_of_the_earlier_boot_waits_for_the_referee():
    journal, _ = cut([("start", 1_000), ("pause", 11_000)])
    journal.handle("undo", 5_000)
    state = journal.clock.snapshot(5_000)
    assert (state["phase"], state["period"], state["remaining_ms"]) == ("restored", 1, 30_000)
    assert state["elapsed_ms"] == 10_000
    journal.handle("redo", 6_000)
    state = journal.clock.snapshot(6_000)
    assert (state["phase"], state["remaining_ms"]) == ("restored", 30_000)


def test_the_whole_way_back_is_rebuilt():
    def story():
        journal = Journal(set_clock())
        journal.records.append(({"type": "set_start", "t": 0, "by": "TL"}, journal.clock.pack_state(0)))
        for kind, t in (
            ("start", 1_000),
            ("pause", 5_000),
            ("start", 9_000),
            ("swap", 10_000),
            ("shot", 12_000),
        ):
            journal.handle(kind, t)
        journal.handle("undo", 13_000)
        journal.handle("undo", 13_500)
        journal.handle("redo", 14_000)
        return journal

    live, cut_off = story(), story()
    cut_off.reboot()
    undone = [events(live.handle("undo", 20_000))[0]["undoes"] for _ in range(4)]
    assert undone == [5, 4, 3, 2]
    assert [events(cut_off.handle("undo", 20_000))[0]["undoes"] for _ in range(4)] == undone
    assert refusals(cut_off.handle("undo", 20_000)) == ["nothing_to_undo"]
    redone = [events(live.handle("redo", 21_000))[0]["redoes"] for _ in range(5)]
    assert redone == [2, 3, 4, 5, 6]
    assert [events(cut_off.handle("redo", 21_000))[0]["redoes"] for _ in range(5)] == redone
    assert cut_off.clock.snapshot(21_000)["phase"] == live.clock.snapshot(21_000)["phase"] == "rolling"


def test_a_borderline_ruling_is_rebuilt_with_its_redo():
    def story():
        journal = Journal(new_clock())
        journal.handle("set_start", 0, orders())
        journal.handle("start", 1_000)
        journal.handle("shot", 41_500)
        journal.handle("undo", 43_000)
        return journal

    for undo_again in (False, True):
        journal = story()
        if undo_again:
            journal.handle("redo", 44_000)
            journal.handle("limit", 44_500, {"state": "armed", "by": "TL 2"})
        journal.reboot()
        assert journal.clock.limit_by == ("TL 2" if undo_again else "TL")
        state = journal.clock.snapshot(100)
        assert (state["phase"], state["penalties_a"]) == ("rolling", 1 if undo_again else 0)
        if not undo_again:
            assert events(journal.handle("redo", 200))[0]["redoes"] == 3
        assert journal.clock.snapshot(200)["penalties_a"] == 1
        assert events(journal.handle("undo", 300))[0]["undoes"] == 4
        assert events(journal.handle("undo", 400))[0]["undoes"] == 3
        assert journal.clock.snapshot(400)["penalties_a"] == 0


def test_two_power_cuts_are_survived_like_one():
    journal, _ = cut([("start", 1_000), ("pause", 11_000)])
    journal.handle("pause", 2_000)
    journal.reboot()
    state = journal.clock.snapshot(100)
    assert (state["phase"], state["remaining_ms"]) == ("restored", 30_000)
    assert events(journal.handle("undo", 300))[0]["undoes"] == 5
    assert journal.clock.snapshot(300)["remaining_ms"] == 30_000


def test_a_journal_that_has_lost_its_beginning_shortens_the_way_back_only():
    journal = Journal(running())
    journal.records = [({"type": "start", "t": 0}, b"")] * 2
    for kind, t in (("pause", 5_000), ("start", 9_000), ("undo", 9_500), ("undo", 9_600)):
        journal.handle(kind, t)
    journal.reboot(first=4)
    state = journal.clock.snapshot(100)
    assert (state["phase"], state["remaining_ms"]) == ("restored", 40_000 - 9_600)
    assert refusals(journal.clock.handle("undo", 200)) == ["nothing_to_undo"]
    assert refusals(journal.clock.handle("redo", 200)) == ["nothing_to_redo"]
    assert types(journal.clock.handle("start", 300)) == ["start"]


def test_the_score_as_of_an_event_is_known_after_a_power_cut():
    journal, _ = cut([("start", 1_000)], 45_000)
    journal.handle("points_to_go", 200, {"a": 30, "b": 9, "as_of_seq": 2})
    assert journal.clock.snapshot(200)["to_go_b"] == 7


def test_edge_case_38_a_device_that_takes_over_waits_for_start_with_the_hubs_figures():
    clock = new_clock()
    clock.handle("set_start", 50, orders(3, striker="b", to_go_a=12, to_go_b=4))
    state = clock.snapshot(50)
    assert (state["phase"], state["set"], state["striker"], state["to_go_b"]) == ("ready", 3, "b", 4)


def test_the_match_clock_goes_on_after_a_power_cut_and_through_undo():
    for start, length in ((11_099, 15_000), (11_100, 10_000)):
        journal, _ = cut([("start", 1_000), ("shot", 290_000)], name="snooker-shoot-out")
        journal.handle("start", start)
        assert journal.clock.deadline() == start + length
        journal.handle("undo", start + 100)
        journal.handle("undo", start + 200)
        journal.handle("redo", start + 300)
        journal.handle("start", 11_400)
        assert journal.clock.deadline() == 21_400


def test_the_match_clock_begins_with_the_first_start_that_stands():
    clock = running("snooker-shoot-out")
    clock.handle("undo", 100_000 - 90_000)
    clock.handle("redo", 11_000)
    clock.handle("undo", 12_000)
    clock.handle("start", 100_000)
    clock.handle("shot", 101_000)
    clock.handle("start", 399_999)
    assert clock.deadline() == 414_999
    journal, _ = cut([("start", 1_000), ("undo", 2_000)], name="snooker-shoot-out")
    journal.handle("redo", 5_000)
    assert journal.clock.state.match_origin is None
    journal.handle("shot", 6_000)
    journal.handle("start", 10_000)
    assert journal.clock.state.match_origin == 10_000


def test_the_way_back_after_a_power_cut_ends_where_it_ended_before():
    journal, _ = cut([("start", 1_000), ("shot", 2_000), ("start", 9_000), ("shot", 12_000)])
    assert [events(journal.handle("undo", 200))[0]["undoes"] for _ in range(2)] == [5, 4]
    assert refusals(journal.clock.handle("undo", 300)) == ["nothing_to_undo"]
    journal = Journal(new_clock())
    journal.handle("set_start", 0, orders())
    journal.handle("start", 1_000)
    journal.handle("set_end", 5_000)
    journal.handle("set_start", 6_000, orders(2))
    journal.reboot()
    assert refusals(journal.clock.handle("undo", 200)) == ["nothing_to_undo"]
    data = {"a": 1, "b": 1, "as_of_seq": 3}
    assert refused(journal.clock.handle, "points_to_go", 300, data) == "as_of_seq"


def test_a_damaged_record_ends_the_way_back_at_its_place():
    journal = Journal(new_clock())
    journal.handle("set_start", 0, orders())
    for kind, t in (("start", 1_000), ("pause", 5_000), ("start", 9_000), ("undo", 10_000), ("swap", 11_000)):
        journal.handle(kind, t)
    clock = new_clock()
    for seq, (event, state) in enumerate(journal.records, start=1):
        if seq != 4:
            clock.replay(seq, event, state)
    clock.power_on(50, "power_on")
    assert events(clock.handle("undo", 100))[0]["undoes"] == 6
    assert refusals(clock.handle("undo", 200)) == ["nothing_to_undo"]


def test_a_restart_is_signalled():
    _, effects = cut([("start", 1_000)])
    assert signals(effects) == ["restored"]


def test_the_match_clock_goes_on_after_a_power_cut_between_sets():
    journal, _ = cut([("start", 1_000), ("set_end", 301_000)], name="snooker-shoot-out")
    journal.handle("set_start", 1_000, orders(2))
    journal.handle("start", 2_000)
    journal.handle("shot", 3_000)
    journal.handle("start", 4_000)
    assert journal.clock.deadline() == 14_000
