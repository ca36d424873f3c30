"""Reminders: the timeline W11 with every number, routes, refusals."""

import pytest
from correspondence.builders import Script, codes, day

from arbiter_rules.correspondence.days import Span
from arbiter_rules.correspondence.duties import duties
from arbiter_rules.correspondence.policy import DEFAULT
from arbiter_rules.correspondence.reminders import director_notice_due, merged, refusal_until, reminder_due
from arbiter_rules.errors import FieldError

MARCH_4 = day("03-04")


@pytest.mark.rule("BdF § 16(1)")
@pytest.mark.rule("BdF § 13(1)")
@pytest.mark.parametrize(
    ("fields", "due"),
    [
        pytest.param({}, "03-20", id="after 16 days"),
        pytest.param({"informed": True}, "03-30", id="after 26 days when told"),
        pytest.param({"rests": (Span(day("03-10"), day("03-19")),)}, "03-30", id="ten days of leave"),
        pytest.param(
            {"policy": DEFAULT.with_readings(reminder_convention="full_days")}, "03-21", id="full days"
        ),
        pytest.param(
            {"policy": DEFAULT.with_readings(reminder_from="expected_arrival"), "transit": 3},
            "03-23",
            id="from arrival",
        ),
    ],
)
def test_w11_the_reminder_is_due(fields: dict[str, object], due: str):
    assert reminder_due(MARCH_4, **fields).value == day(due)


@pytest.mark.rule("BdF § 16(4)")
def test_w11_the_director_is_told_after_14_more_days():
    assert director_notice_due(day("03-21")).value == day("04-04")


@pytest.mark.rule("BdF § 16(3)")
def test_w11_an_answer_off_the_route_can_be_refused_for_three_days():
    assert refusal_until(day("04-10")).value == day("04-13")


def waiting() -> Script:
    """White sent on 4 March; nothing has come since."""
    return Script(start=MARCH_4).card(0)


def due(script: Script, code: str, as_of: str):
    state = script.fold()
    return [duty.due for duty in duties(state, day(as_of)) if duty.code == code]


@pytest.mark.rule("BdF § 16(1)")
@pytest.mark.rule("BdF § 16(2)")
@pytest.mark.rule("BdF § 16(4)")
def test_w11_in_a_game_reminder_and_director_follow_each_other():
    script = waiting()
    assert due(script, "duty.remind", "03-10") == [day("03-20")]

    script.event("long_think", day("03-08"), by="black")
    assert due(script, "duty.remind", "03-10") == [day("03-30")]

    script = waiting().event("reminder", day("03-21"), by="white")
    assert due(script, "duty.tell_director", "03-22") == [day("04-04")]
    assert due(script, "duty.answer_via_director", "03-22") == [None]
    assert due(script, "duty.remind", "03-22") == []

    script.event("director_told", day("04-05"), by="white")
    assert due(script, "duty.director_acts", "04-06") == [None]
    assert due(script, "duty.tell_director", "04-06") == []


def off_route(*, refused: str | None) -> Script:
    script = waiting().event("reminder", day("03-21"), by="white")
    script.card(0, arrival=day("03-06"), dispatch=day("04-08"), received=day("04-10"), days=33)
    if refused:
        script.event("refusal", day(refused), by="white")
    return script


@pytest.mark.rule("BdF § 16(3)")
@pytest.mark.parametrize(("refused", "plies"), [(None, 2), ("04-13", 1), ("04-14", 2)])
def test_an_answer_off_the_route_holds_unless_refused_in_time(refused: str | None, plies: int):
    state = off_route(refused=refused).fold()

    assert len(state.plies) == plies
    assert ("reminder.refused" in codes(state)) == (plies == 1)
    assert ("reminder.refusal_late" in codes(state)) == (refused == "04-14")


@pytest.mark.rule("BdF § 16(3)")
def test_a_refused_answer_leaves_the_reminder_standing_and_books_nothing():
    state = off_route(refused="04-12").fold()

    assert state.black.account.days == []
    assert state.reminder == day("03-21")


@pytest.mark.rule("BdF § 16(3)")
def test_the_right_to_refuse_is_shown_until_it_ends():
    script = off_route(refused=None)

    assert due(script, "duty.may_refuse", "04-13") == [day("04-13")]
    assert due(script, "duty.may_refuse", "04-14") == []


@pytest.mark.rule("BdF § 30(2)")
def test_an_ordered_route_binds_every_card():
    script = waiting().event("route_ordered", MARCH_4).card(0)

    assert "card.off_route" in codes(script.fold())


@pytest.mark.rule("BdF § 16(1)")
@pytest.mark.parametrize(
    ("kind", "by", "field"),
    [
        ("reminder", "black", "entries[1].reminder.by"),
        ("director_told", "white", "entries[1].director_told"),
        ("refusal", "black", "entries[1].refusal.by"),
        ("query", "black", "entries[1].query.by"),
        ("long_think", "white", "entries[1].long_think.by"),
        ("claim_answer", "white", "entries[1].claim_answer"),
        ("claim_finding", None, "entries[1].claim_finding"),
        ("director_answer", "white", "entries[1].director_answer.by"),
        ("days_set", "white", "entries[1].days_set.by"),
        ("dispute", "white", "entries[1].dispute.what"),
        ("irregularity", "white", "entries[1].irregularity.move"),
        ("adjustment", "white", "entries[1].adjustment.side"),
        ("ruling", None, "entries[1].ruling.result"),
        ("retraction", None, "entries[1].retraction.by"),
    ],
)
def test_an_event_without_meaning_is_refused_with_its_place(kind: str, by: str | None, field: str):
    fields = {"days": 3} if kind == "days_set" else {}
    script = waiting().event(kind, day("03-05"), by=by, **fields)

    with pytest.raises(FieldError) as caught:
        script.fold()
    assert caught.value.field == field


def test_leaves_of_both_players_rest_a_deadline_once_a_day():
    spans = [
        Span(day("03-10"), day("03-12")),
        Span(day("03-11"), day("03-14")),
        Span(day("05-02"), day("05-01")),
    ]

    assert merged(spans) == [Span(day("03-10"), day("03-14"))]
    assert merged([*spans, Span(day("03-16"), day("03-16"))])[1:] == [Span(day("03-16"), day("03-16"))]


@pytest.mark.rule("BdF § 16(1)")
def test_before_the_first_move_black_reminds_16_days_after_the_start():
    """Nothing expires when the first move takes longer."""
    script = Script(start=MARCH_4)

    assert due(script, "duty.remind", "03-10") == [day("03-20")]
    assert script.fold().status.phase == "running"
