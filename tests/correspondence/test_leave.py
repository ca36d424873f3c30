"""Leave: the timelines W7 to W9 with every number, notices, entitlement and planning."""

from datetime import date

import pytest
from correspondence.builders import Script, day

from arbiter_rules.correspondence import days, leave
from arbiter_rules.correspondence.audit import audit_tournament
from arbiter_rules.correspondence.days import Span
from arbiter_rules.correspondence.leave import DIRECTOR, Leave, Notice
from arbiter_rules.correspondence.policy import DEFAULT
from arbiter_rules.correspondence.tournament import Tournament, leaves_taken, view
from arbiter_rules.errors import FieldError

JULY = Span(day("07-01"), day("07-14"))
JUNE = Span(day("06-01"), day("06-21"))
TOLD = (Notice("Bernd", day("05-20")), Notice("Clara", day("05-20")), Notice(DIRECTOR, day("05-20")))


def tournament(script: Script, *leaves: Leave, **fields: object) -> Tournament:
    games = fields.pop("games", (script.game(),))
    return Tournament(
        **{
            "name": "Testturnier",
            "start": script.start,
            "players": ("Anna", "Bernd", "Clara"),
            "leaves": leaves,
            "games": games,
        }
        | fields
    )


def white_thinks(arrival: str, sent: str, notices: tuple[Notice, ...], span: Span = JULY, **fields: object):
    """The days booked for White's second move between two days, with this leave of White's."""
    script = Script(start=day("05-25"), transit=1).card(0).card(0)
    script.sent = day(arrival) - days.DAY
    script.card((day(sent) - day(arrival)).days)
    whole = tournament(script, Leave("Anna", span, notices, **fields))
    account = audit_tournament(whole, day("12-31")).value.games["g"].state.white.account
    return account.days[1]


@pytest.mark.rule("BdF § 25(3)")
@pytest.mark.parametrize(("route", "total"), [("direct", 11), ("director", 6), ("card", 6)])
def test_w7_a_direct_notice_without_a_move_costs_five_days(route: str, total: int):
    assert white_thinks("06-28", "07-18", (Notice("Bernd", day("06-25"), route),)) == total


@pytest.mark.rule("BdF § 24(2)c")
@pytest.mark.parametrize(
    ("arrival", "sent", "used"),
    [
        ("07-05", "07-17", 2),
        ("06-30", "07-15", 1),
        ("07-01", "07-15", 0),
        ("07-14", "07-15", 0),
        ("07-15", "07-15", 0),
    ],
)
def test_w8_what_arrives_on_leave_counts_from_the_day_after_it(arrival: str, sent: str, used: int):
    assert days.net_days(day(arrival), day(sent), [JULY]) == used
    assert white_thinks(arrival, sent, (Notice("Bernd", day("06-25")),)) == used


@pytest.mark.rule("BdF § 24(3)")
@pytest.mark.rule("BdF § 24(3)b")
@pytest.mark.rule("BdF § 24(2)")
def test_w9_a_move_sent_on_leave_ends_it_in_all_games():
    game_a = Script(start=day("05-20"), transit=1).card(0).card(0)
    game_a.sent = day("05-27")
    game_a.card(18)
    game_b = Script(start=day("05-20"), transit=1).card(0).card(0)
    game_b.sent = day("06-04")
    game_b.card(6)
    whole = tournament(
        game_a,
        Leave("Anna", JUNE, TOLD),
        games=(game_a.game(id="A"), game_b.game(id="B", black="Clara")),
    )

    audit = audit_tournament(whole, day("06-15")).value

    assert audit.games["B"].state.white.account.days[1] == 0
    assert audit.games["A"].state.white.account.days[1] == 8
    taken = audit.leave["Anna"]
    assert taken.taken[0].actual == Span(day("06-01"), day("06-10"))
    assert taken.remaining == 32
    told = [
        (owed.duty.facts["to"], owed.duty.due)
        for owed in audit.duties
        if owed.duty.code == "duty.tell_early_end"
    ]
    assert told == [(DIRECTOR, day("06-11")), ("Bernd", None), ("Clara", None)]


@pytest.mark.rule("BdF § 24(3)")
def test_a_move_sent_on_the_first_day_leaves_no_leave_at_all():
    assert leave.ended_early(JUNE, [day("06-01")]).days == 0
    assert leave.ended_early(JUNE, [day("05-31"), day("06-22")]) == JUNE
    assert leave.ended_early(JUNE, [day("06-22"), day("06-21"), day("06-20")]).days == 19


@pytest.mark.rule("BdF § 24(3)")
@pytest.mark.parametrize(("reading", "last"), [("move_or_its_stand_in", "06-07"), ("move", "06-21")])
def test_an_acceptance_ends_a_leave_as_a_move_does_by_policy(reading: str, last: str):
    script = Script(start=day("05-20")).card(0).card(0, offer="Remis?")
    script.sent = day("06-01")
    script.card(5, move="", accepts="angenommen")

    whole = tournament(script, Leave("Anna", JUNE, TOLD), policy=DEFAULT.with_readings(early_end_by=reading))

    taken = leaves_taken(whole)["Anna"][0]
    assert taken.actual.last == day(last)
    assert taken.by_stand_in
    assert "early_end_by" in audit_tournament(whole, day("12-31")).switches


@pytest.mark.rule("BdF § 25(1)")
@pytest.mark.rule("BdF § 25(2)a")
@pytest.mark.parametrize(
    ("notices", "used"),
    [
        pytest.param((Notice("Bernd", day("06-30")),), 6, id="the day before it begins"),
        pytest.param((Notice("Bernd", day("07-01")),), 20 + 5, id="too late, and more than ten days"),
        pytest.param((Notice("Bernd", day("07-01"), accepted=True),), 6, id="late, but accepted"),
        pytest.param((), 25, id="not told"),
    ],
)
def test_towards_a_partner_who_was_not_told_the_time_runs_on(notices: tuple[Notice, ...], used: int):
    assert white_thinks("06-28", "07-18", notices) == used


@pytest.mark.rule("BdF § 25(2)b")
def test_without_notice_to_the_director_deadlines_run_but_thinking_rests():
    script = Script(start=day("06-20")).card(0)
    game = script.game()
    untold = tournament(script, Leave("Anna", JULY, (Notice("Bernd", day("06-25")),)))
    told = tournament(
        script, Leave("Anna", JULY, (Notice("Bernd", day("06-25")), Notice(DIRECTOR, day("06-25"))))
    )

    def reminder(whole: Tournament) -> date:
        audit = audit_tournament(whole, day("06-29")).value
        return next(owed.duty.due for owed in audit.duties if owed.duty.code == "duty.remind")

    assert reminder(untold) == day("07-06")
    assert reminder(told) == day("07-20")
    views = view(game, leaves_taken(untold))["white"]
    assert (views.thinking, views.deadlines) == ((JULY,), ())


@pytest.mark.rule("BdF § 25(3)")
@pytest.mark.parametrize(("reading", "total"), [("add", 21), ("max", 16)])
def test_the_penalties_of_both_paragraphs_add_up_or_not_by_policy(reading: str, total: int):
    script = Script(start=day("05-25"), transit=1).card(0).card(0)
    script.sent = day("06-22")
    script.card(25)
    told = Leave("Anna", JULY, (Notice("Bernd", day("06-25"), "direct"),))
    whole = tournament(script, told, policy=DEFAULT.with_readings(penalty_stack=reading))

    state = audit_tournament(whole, day("12-31")).value.games["g"].state

    assert state.white.account.days[1] == total
    assert "penalty_stack" in state.switches


@pytest.mark.rule("BdF § 25(3)")
def test_a_direct_notice_is_charged_once_and_only_to_a_move_sent_after_it():
    script = Script(start=day("05-25"), transit=1).card(0).card(0).card(0).card(0)
    script.sent = day("06-27")
    script.card(20).card(0).card(0)
    told = Leave("Anna", JULY, (Notice("Bernd", day("06-25"), "direct"),))

    account = audit_tournament(tournament(script, told), day("12-31")).value.games["g"].state.white.account

    assert account.days == [0, 0, 6 + 5, 0]


@pytest.mark.rule("BdF § 24(1)")
def test_the_entitlement_is_42_days_in_each_tournament_year():
    start = date(2002, 3, 15)
    across = Leave("Anna", Span(date(2003, 2, 20), date(2003, 3, 10)))
    special = Leave("Anna", Span(date(2002, 5, 1), date(2002, 5, 31)), special=True)
    taken = [(across, across.span), (special, special.span)]

    assert leave.days_by_year(start, across.span) == {1: 9, 2: 10}
    assert leave.remaining(start, 1, taken) == 33
    assert leave.remaining(start, 2, taken) == 32
    by_date = DEFAULT.with_readings(leave_year="start_date")
    assert leave.days_by_year(start, across.span, by_date) == {1: 19}
    assert leave.tournament_year(start, 1) == Span(date(2002, 3, 1), date(2003, 2, 28))
    assert leave.tournament_year(start, 2, by_date) == Span(date(2003, 3, 15), date(2004, 3, 14))
    assert leave.tournament_year(date(2004, 2, 29), 1, by_date).last == date(2005, 2, 28)


@pytest.mark.rule("BdF § 24(1)")
@pytest.mark.parametrize(("last", "allowed", "left"), [("07-12", True, 0), ("07-13", False, -1)])
def test_a_plan_shows_what_is_left_and_refuses_the_43rd_day(last: str, allowed: bool, left: int):
    ruling = leave.plan(
        Span(day("06-01"), day(last)), player="Anna", start=day("01-01"), taken=(), partners=("Bernd",)
    )

    assert ruling.value.allowed is allowed
    assert ruling.value.remaining == {1: left}


@pytest.mark.rule("BdF § 24(2)")
@pytest.mark.rule("BdF § 25(1)")
def test_a_plan_names_whom_to_tell_by_when_and_by_which_route():
    ruling = leave.plan(JULY, player="Anna", start=day("01-01"), taken=(), partners=("Bernd", "Clara"))

    plan = ruling.value
    assert [(notice.to, notice.latest, notice.direct_costs) for notice in plan.notices] == [
        ("Bernd", day("06-30"), 5),
        ("Clara", day("06-30"), 5),
        (DIRECTOR, day("06-30"), 0),
    ]
    assert plan.arrivals_count_from == day("07-15")
    assert not plan.too_short
    short = leave.plan(
        Span(day("07-01"), day("07-06")), player="Anna", start=day("01-01"), taken=(), partners=()
    )
    assert short.value.too_short


@pytest.mark.rule("BdF § 24(1)")
@pytest.mark.parametrize(
    ("spans", "end", "field"),
    [
        pytest.param([("07-14", "07-01")], None, "leaves[0].last", id="backwards"),
        pytest.param([("2001-12-31", "01-10")], None, "leaves[0].first", id="before the tournament"),
        pytest.param([("06-01", "06-10")], "06-09", "leaves[0].first", id="beyond the end"),
        pytest.param([("06-10", "06-20"), ("06-01", "06-10")], None, "leaves", id="overlapping"),
    ],
)
def test_leaves_that_cannot_be_are_refused(spans: list[tuple[str, str]], end: str | None, field: str):
    leaves = [Leave("Anna", Span(day(first), day(last))) for first, last in spans]

    with pytest.raises(FieldError) as caught:
        leave.check(leaves, day("01-01"), day(end) if end else None)

    assert caught.value.field == field


def test_leaves_side_by_side_are_allowed():
    leaves = [
        Leave("Anna", Span(day("06-11"), day("06-20"))),
        Leave("Anna", Span(day("06-01"), day("06-10"))),
    ]

    leave.check(leaves, day("01-01"), day("12-31"))
    leave.check(leaves, day("01-01"), None, DEFAULT.with_readings(leave_year="start_date"))


@pytest.mark.rule("BdF § 25(1)")
@pytest.mark.rule("BdF § 24(1)")
def test_a_planned_leave_has_to_be_told_and_days_too_many_go_to_the_director():
    script = Script(start=day("05-20")).card(0)
    long = Span(day("07-01"), day("08-15"))

    audit = audit_tournament(tournament(script, Leave("Anna", long, TOLD[:1])), day("06-01")).value

    codes = [(owed.player, owed.duty.code, owed.duty.facts.get("to")) for owed in audit.duties]
    assert ("Anna", "duty.tell_leave", DIRECTOR) in codes
    assert ("Anna", "duty.tell_leave", "Bernd") not in codes
    assert (None, "duty.rule_on_leave", None) in codes
    assert audit.leave["Anna"].overdrawn == {1: 4}
    assert audit.leave["Anna"].on_leave is None
    during = audit_tournament(tournament(script, Leave("Anna", long, TOLD[:1])), day("07-05")).value
    assert during.leave["Anna"].on_leave == long


@pytest.mark.rule("BdF § 24(3)b")
def test_an_early_end_that_was_told_is_no_longer_owed():
    script = Script(start=day("05-20")).card(0).card(0)
    script.sent = day("06-01")
    script.card(3)
    told = Leave("Anna", JUNE, TOLD, early_end_told=True)

    audit = audit_tournament(tournament(script, told), day("06-15")).value

    assert "duty.tell_early_end" not in [owed.duty.code for owed in audit.duties]


@pytest.mark.rule("BdF § 25(3)")
def test_the_earliest_notice_counts_and_an_accepted_one_before_all():
    first, second = Notice("Bernd", day("06-02"), "direct"), Notice("Bernd", day("06-01"))

    assert Leave("Anna", JULY, (first, second)).notice_to("Bernd") == second
    assert Leave("Anna", JULY).notice_to("Bernd") is None
    assert Leave("Anna", JULY).penalty("Bernd") == 0


@pytest.mark.rule("BdF § 24(3)")
def test_a_card_without_a_move_ends_no_leave():
    script = Script(start=day("05-20")).card(0).card(0)
    script.sent = day("06-01")
    script.card(3, move="", remarks="Urlaubsgrüße")

    assert leaves_taken(tournament(script, Leave("Anna", JUNE, TOLD)))["Anna"][0].actual == JUNE
