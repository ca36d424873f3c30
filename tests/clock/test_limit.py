"""Who switches the time limit on, and when: edge case 45, and the public report T18."""

from clock.kit import events, in_phase, new_clock, orders, running, set_clock
from expect import refused

from arbiter_clock.presets import NAMES


# [rule DBU 4.5]
def test_t18_the_limit_is_off_unless_the_direction_orders_it():
    for name in NAMES:
        assert new_clock(name).snapshot(0)["limit"] == "off"
        clock = new_clock(name)
        clock.handle("set_start", 0, orders(limit=False))
        clock.handle("start", 1_000)
        assert clock.snapshot(1_000)["limit"] == "off"
        assert clock.expire(200_000, 200_000) == [] or name == "training"


# [rule DBU 4.5]
def test_an_order_counts_from_the_next_set():
    clock = running(limit=False)
    (event,) = events(clock.handle("limit", 10_000, {"state": "armed", "by": "TL Müller"}))
    assert event == {"type": "limit", "state": "armed", "by": "TL Müller", "code": None, "t": 10_000}
    state = clock.snapshot(10_000)
    assert (state["limit"], state["limit_by"], state["remaining_ms"]) == ("armed", "TL Müller", None)
    assert clock.expire(100_000, 100_000) == []
    clock.handle("set_end", 110_000)
    clock.handle("restart", 120_000)
    state = clock.snapshot(120_000)
    assert (state["phase"], state["set"], state["limit"], state["limit_by"]) == (
        "ready",
        2,
        "on",
        "TL Müller",
    )
    clock.handle("start", 121_000)
    assert clock.deadline() == 161_000


# [rule DBU 4.5]
def test_edge_case_45_an_order_in_mid_set_never_limits_the_set_under_way():
    for phase in ("ready", "run", "rolling", "paused"):
        clock = set_clock(limit=False)
        for kind in {
            "ready": (),
            "run": ("start",),
            "rolling": ("start", "shot"),
            "paused": ("start", "pause"),
        }[phase]:
            clock.handle(kind, 1_000)
        clock.handle("limit", 2_000, {"state": "armed", "by": "TL"})
        assert clock.snapshot(2_000)["phase"] == phase
        assert clock.snapshot(2_000)["remaining_ms"] is None
        assert clock.deadline() is None


# [rule DBU 4.5]
def test_an_order_counts_for_one_set_only():
    clock = new_clock()
    clock.handle("limit", 0, {"state": "armed", "by": "TL"})
    clock.handle("restart", 1_000)
    assert clock.snapshot(1_000)["limit"] == "on"
    clock.handle("set_end", 2_000)
    clock.handle("restart", 4_000)
    assert clock.snapshot(4_000)["limit"] == "off"


def test_the_hubs_set_start_settles_the_limit_of_its_set():
    clock = new_clock()
    clock.handle("limit", 0, {"state": "armed", "by": "TL"})
    (event,) = events(clock.handle("set_start", 1_000, orders(limit=False)))
    assert event["limit"] is False
    assert clock.snapshot(1_000)["limit"] == "off"


# [rule DBU 4.5]
def test_nobody_below_the_direction_may_order_it():
    clock = new_clock()
    for role in ("referee", "scorer", "anyone"):
        assert refused(clock.handle, "limit", 0, {"state": "armed", "by": "R", "role": role}) == "role"
        assert clock.snapshot(0)["limit"] == "off"
    clock.handle("limit", 0, {"state": "armed", "by": "TL", "role": "direction"})
    assert clock.snapshot(0)["limit"] == "armed"


def test_a_preset_may_let_the_referee_or_anyone_order_it():
    clock = new_clock("wpa")
    clock.handle("limit", 0, {"state": "armed", "by": "R", "role": "referee"})
    assert refused(clock.handle, "limit", 0, {"state": "armed", "by": "S", "role": "scorer"}) == "role"
    clock = new_clock("training")
    clock.handle("limit", 0, {"state": "armed", "by": "S", "role": "scorer"})
    assert clock.snapshot(0)["limit"] == "armed"


def test_training_is_limited_by_itself_when_its_set_begins_on_the_device():
    clock = new_clock("training")
    clock.handle("restart", 0)
    assert clock.snapshot(0)["limit"] == "on"


def test_an_order_taken_back_lifts_the_limit_at_once_and_booked_penalties_stay():
    clock = running()
    clock.expire(40_001, 40_001)
    clock.handle("limit", 45_000, {"state": "off", "by": "TL"})
    assert clock.deadline() is None
    state = clock.snapshot(50_000)
    assert (state["phase"], state["period"], state["limit"], state["remaining_ms"]) == ("run", 1, "off", None)
    assert (state["penalties_a"], state["points_b"], state["elapsed_ms"]) == (1, 2, 50_000)
    clock = in_phase("paused")
    clock.handle("limit", 45_000, {"state": "off", "by": "TL"})
    assert clock.snapshot(45_000)["remaining_ms"] is None
    clock = in_phase("turn_lost")
    clock.handle("limit", 70_000, {"state": "off", "by": "TL"})
    assert clock.snapshot(70_000)["phase"] == "turn_lost"


def test_an_order_is_accepted_in_every_phase():
    for phase in ("idle", "ready", "run", "rolling", "turn_lost", "paused", "set_end", "restored"):
        for order in ("armed", "off"):
            clock = in_phase(phase)
            clock.handle("limit", 100_000, {"state": order, "by": "TL"})
            assert clock.state.armed == (order == "armed")


def test_an_order_that_does_not_fit_changes_nothing():
    clock = new_clock()
    for data, field in (
        ({"by": "TL"}, "state"),
        ({"state": "on", "by": "TL"}, "state"),
        ({"state": "armed"}, "by"),
        ({"state": "armed", "by": ""}, "by"),
        ({"state": "armed", "by": "x" * 65}, "by"),
        ({"state": "armed", "by": 7}, "by"),
        ({"state": "armed", "by": "TL", "role": "player"}, "role"),
        ({"state": "armed", "by": "TL", "role": 1}, "role"),
        ({"state": "armed", "by": "TL", "code": 0}, "code"),
        ({"state": "armed", "by": "TL", "code": 100_000}, "code"),
        ({"state": "armed", "by": "TL", "code": True}, "code"),
        ({"state": "armed", "by": "TL", "code": "1"}, "code"),
    ):
        assert refused(clock.handle, "limit", 0, data) == field
        assert (clock.seq, clock.snapshot(0)["limit"]) == (0, "off")
    clock.handle("limit", 0, {"state": "armed", "by": "x" * 64})


# [rule DBU 4.5]
def test_an_order_by_code_is_an_order_and_its_number_is_told():
    for number in (1, 99_999):
        clock = running(limit=False)
        order = {"state": "armed", "by": "Turnierleitung (Code)", "role": "direction", "code": number}
        (event,) = events(clock.handle("limit", 10_000, order))
        assert event["code"] == number
        assert (clock.snapshot(10_000)["limit"], clock.deadline()) == ("armed", None)
        clock.handle("set_end", 11_000)
        assert events(clock.handle("restart", 13_000))[0]["limit"] is True


# [rule DBU 4.5]
def test_an_order_for_the_next_set_leaves_a_limited_set_limited():
    clock = running()
    clock.handle("limit", 10_000, {"state": "armed", "by": "TL"})
    assert clock.deadline() == 40_000
    assert clock.snapshot(10_000)["limit"] == "on"
    clock.handle("set_end", 11_000)
    assert events(clock.handle("restart", 13_000))[0]["limit"] is True


def test_a_role_must_be_one_even_where_anyone_may_order():
    assert (
        refused(new_clock("training").handle, "limit", 0, {"state": "off", "by": "x", "role": "cat"})
        == "role"
    )
