"""Counting days: the timelines W1, W2, W13, W17 and W20 with every number."""

from datetime import date

import pytest
from correspondence.builders import Script, codes, day, totals

from arbiter_rules.correspondence import days
from arbiter_rules.correspondence.days import Span
from arbiter_rules.correspondence.policy import DEFAULT

MAY_3 = day("05-03")


@pytest.mark.rule("BdF § 12(1)")
@pytest.mark.rule("BdF § 14(1)")
def test_w1_transit_is_excluded_and_ten_days_are_free():
    script = Script()
    for by_white, arrival, sent in (
        (True, None, "01-02"),
        (False, "01-04", "01-09"),
        (True, "01-11", "01-11"),
        (False, "01-14", "01-24"),
        (True, "01-26", "02-06"),
    ):
        assert (script.by == "white") == by_white
        script.card(arrival=day(arrival) if arrival else None, dispatch=day(sent), days=None)

    state = script.fold()

    assert state.white.account.days == [1, 0, 16]
    assert state.black.account.days == [5, 10]
    assert totals(state, "white") == [1, 1, 17]
    assert totals(state, "black") == [5, 15]
    assert [(entry.days, entry.reason) for entry in state.white.account.entries] == [
        (1, "thinking"),
        (0, "thinking"),
        (11, "thinking"),
        (5, "long_think"),
    ]


@pytest.mark.rule("BdF § 13(1)")
@pytest.mark.rule("BdF § 13(2)")
@pytest.mark.parametrize(
    ("sent", "notice", "total"),
    [
        pytest.param("05-13", None, 10, id="a: ten days are free"),
        pytest.param("05-14", None, 16, id="b: eleven days untold"),
        pytest.param("05-24", "05-12", 21, id="c: told in time"),
        pytest.param("05-24", "05-14", 26, id="d: told on the eleventh day"),
        pytest.param("05-24", "05-13", 21, id="e: told on the tenth day"),
    ],
)
def test_w2_a_long_think_costs_five_days_unless_told_in_time(sent: str, notice: str | None, total: int):
    net = days.net_days(MAY_3, day(sent))

    extra = days.long_think(net, MAY_3, day(notice) if notice else None).value

    assert net + extra == total


@pytest.mark.rule("BdF § 13(1)")
def test_w2c_the_partner_waits_26_days_after_a_notice():
    script = Script(start=day("04-29")).card(0).card(0)
    script.event("long_think", script.arrival, by="white").card(21)

    state = script.fold()

    assert state.white.account.days[-1] == 21
    assert state.white.informed


@pytest.mark.rule("BdF § 24(2)b")
@pytest.mark.parametrize(("sent", "net", "total"), [("05-20", 10, 10), ("05-21", 11, 16)])
def test_w2f_leave_days_do_not_count_towards_a_long_think(sent: str, net: int, total: int):
    leave = (Span(day("05-06"), day("05-12")),)

    used = days.net_days(MAY_3, day(sent), leave)

    assert used == net
    assert used + days.long_think(used, MAY_3, None, leave).value == total


@pytest.mark.rule("BdF § 13(1)")
@pytest.mark.parametrize(
    ("reading", "transit", "last"),
    [("by_day_10", 3, "05-13"), ("by_day_9", 3, "05-12"), ("arrives_by_day_10", 3, "05-10")],
)
def test_the_last_day_of_the_notice_follows_the_policy(reading: str, transit: int, last: str):
    policy = DEFAULT.with_readings(long_think_notice=reading)

    latest = days.last_notice_day(MAY_3, policy=policy, transit=transit)

    assert latest == day(last)
    assert days.long_think(15, MAY_3, latest, policy=policy, transit=transit).value == 0
    late = latest + days.DAY
    ruling = days.long_think(15, MAY_3, late, policy=policy, transit=transit)
    assert ruling.value == 5
    assert ruling.switches == ("long_think_notice",)


@pytest.mark.rule("BdF § 8(1)")
@pytest.mark.rule("BdF § 8(2)")
def test_w13_the_loss_of_a_query_goes_to_the_guilty():
    first, query, answer = (
        (day("03-01"), day("03-04")),
        (day("03-06"), day("03-07")),
        (day("03-09"), day("03-11")),
    )

    assert days.lost_by_query(first, query, answer).value == 6
    with_transit = DEFAULT.with_readings(query_time="with_transit")
    assert days.lost_by_query(first, query, answer, with_transit).value == 10


@pytest.mark.rule("BdF § 8(2)")
@pytest.mark.rule("BdF § 9")
@pytest.mark.parametrize(("reading", "total"), [("think_days", 6), ("with_transit", 10)])
def test_w13_in_a_game_the_receiver_is_charged_nothing(reading: str, total: int):
    script = Script().cards(*[0] * 22)
    script.sent = day("02-27")
    script.card(by="white", move="12. 3355", arrival=day("03-01"), dispatch=day("03-04"), days=3)
    script._ply -= 1
    script._last = "11… 7866"
    script.event("query", day("03-07"), by="black", arrival=day("03-06"))
    script.card(move="12. 6371", arrival=day("03-09"), dispatch=day("03-11"), days=2)

    state = script.fold(DEFAULT.with_readings(query_time=reading))

    assert state.white.account.days[11] == total
    assert sum(state.black.account.days) == 0
    assert "query_time" in state.switches
    assert "move.impossible.empty_square" in codes(state)
    assert sum(entry.days for entry in state.white.account.entries if entry.move == 12) == total


@pytest.mark.rule("BdF § 14(3)")
def test_w17_missing_data_are_estimated_from_the_average_transit():
    ruling = days.estimate(day("04-02"), day("04-15"), 2)

    assert ruling.value == 9
    assert ruling.paragraphs == ("BdF § 14(3)",)
    assert days.estimate(day("04-02"), day("04-05"), 2).value == 0


@pytest.mark.rule("BdF § 14(3)")
def test_w17_in_a_game_the_estimate_has_to_be_told_and_can_be_set():
    script = Script(start=day("04-02"))
    script.card(0)
    script.card(arrival=None, dispatch=None, received=day("04-15"), days=None)
    game = script.game(transit=2)

    state = script.fold(transit=2)

    assert game.transit == 2
    assert state.black.account.days == [9]
    assert state.unknown_days == ("black", 1, 9)
    assert "days.estimated" in codes(state)

    script.card(0, arrival=day("04-15"), sets_days=7)
    told = script.fold(transit=2)

    assert told.black.account.days == [7]
    assert told.unknown_days is None
    assert sum(entry.days for entry in told.black.account.entries) == 7


@pytest.mark.rule("BdF § 14(3)")
def test_without_a_day_of_receipt_or_a_transit_nothing_is_estimated():
    script = Script().card(0).card(arrival=None, days=None)

    state = script.fold()

    assert state.black.account.days == [0]
    assert state.black.account.entries[-1].reason == "missing"


@pytest.mark.rule("BdF § 14(1)")
@pytest.mark.rule("BdF § 14(2)")
@pytest.mark.parametrize(
    ("arrival", "sent", "used"),
    [
        pytest.param("2002-03-30", "2002-04-01", 2, id="summer time does not matter"),
        pytest.param("2004-02-27", "2004-03-02", 4, id="leap year"),
        pytest.param("2002-02-27", "2002-03-02", 3, id="common year"),
        pytest.param("2002-05-05", "2002-05-05", 0, id="same day"),
        pytest.param("2002-01-01", "2002-01-02", 1, id="next day"),
        pytest.param("2002-01-03", "2002-01-06", 3, id="lying in the letterbox and at the post box counts"),
        pytest.param("2002-05-05", "2002-05-04", 0, id="never negative"),
    ],
)
def test_w20_days_are_calendar_days(arrival: str, sent: str, used: int):
    assert days.net_days(date.fromisoformat(arrival), date.fromisoformat(sent)) == used


@pytest.mark.rule("BdF § 14(1)")
def test_w20_a_postmark_before_the_arrival_is_reported():
    script = Script().card(0).card(0, dispatch=day("01-02"), arrival=day("01-05"))

    state = script.fold()

    assert "card.date_order" in codes(state)
    assert state.black.account.days == [0]


@pytest.mark.rule("BdF § 12(1)")
def test_a_count_says_what_rested_and_when_it_began():
    leave = (Span(day("07-01"), day("07-14")),)

    ruling = days.count(day("07-05"), day("07-17"), leave)

    assert ruling.value == 2
    assert [step.reading for step in ruling.steps] == ["days.arrival_moved", "days.counted"]
    before = days.count(day("06-25"), day("07-20"), leave)
    assert [step.reading for step in before.steps] == ["days.leave_rests", "days.counted"]
    assert days.count(day("06-01"), day("06-03")).value == 2


def test_rests_beyond_the_deadline_do_not_move_it():
    rests = [Span(day("03-10"), day("03-19"))]

    assert days.after(day("03-04"), 5, rests) == day("03-09")
    assert days.after(day("03-04"), 6, rests) == day("03-20")
    assert days.after(day("03-04"), 6) == day("03-10")
