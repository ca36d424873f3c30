"""Appeals: the timeline W18, instances, fee and documents."""

from datetime import timedelta

import pytest
from correspondence.builders import day

from arbiter_rules.correspondence.appeals import Objection, Ruling, deadline, state
from arbiter_rules.correspondence.audit import audit_tournament
from arbiter_rules.correspondence.days import Span
from arbiter_rules.correspondence.leave import DIRECTOR, Leave, Notice
from arbiter_rules.correspondence.policy import DEFAULT
from arbiter_rules.correspondence.tournament import AppealCase, Tournament
from arbiter_rules.errors import FieldError

RULING = Ruling(by="director", dated=day("02-18"), received=day("02-20"))
LAST = day("03-06")


@pytest.mark.rule("BdF § 29(2)")
@pytest.mark.parametrize(("received", "last"), [("02-20", "03-06"), ("10-26", "11-09")])
def test_w18_objection_and_fee_are_due_two_weeks_after_receipt(received: str, last: str):
    ruling = Ruling(by="director", dated=day(received), received=day(received))

    assert deadline(ruling).value == day(last)


@pytest.mark.rule("BdF § 29(2)")
def test_the_two_weeks_begin_with_the_decision_by_policy_and_rest_on_leave():
    assert deadline(RULING, policy=DEFAULT.with_readings(appeal_start="decision")).value == day("03-04")
    assert deadline(RULING, [Span(day("03-01"), day("03-10"))]).value == day("03-16")


@pytest.mark.rule("BdF § 29(1)")
@pytest.mark.parametrize(
    ("by", "objection", "as_of", "found", "missing"),
    [
        pytest.param("director", None, LAST, "open", ("objection", "fee"), id="still open on the last day"),
        pytest.param(
            "director", None, LAST + timedelta(1), "final", ("objection", "fee"), id="lapsed unused"
        ),
        pytest.param(
            "director", Objection(filed=LAST, fee_paid=LAST), LAST, "first_instance", (), id="in time"
        ),
        pytest.param(
            "director",
            Objection(filed=LAST, fee_paid=None),
            LAST,
            "first_instance",
            ("fee",),
            id="fee still to pay",
        ),
        pytest.param(
            "director", Objection(filed=LAST), LAST + timedelta(1), "lapsed", ("fee",), id="fee never paid"
        ),
        pytest.param(
            "director",
            Objection(filed=LAST, fee_paid=LAST + timedelta(1)),
            LAST + timedelta(2),
            "lapsed",
            ("fee",),
            id="fee a day late",
        ),
        pytest.param(
            "director",
            Objection(filed=LAST + timedelta(1), fee_paid=LAST),
            LAST + timedelta(2),
            "lapsed",
            (),
            id="a day late",
        ),
        pytest.param(
            "director",
            Objection(filed=LAST, fee_paid=LAST, documents=False),
            LAST,
            "first_instance",
            ("documents",),
            id="documents missing",
        ),
        pytest.param(
            "tournament_committee",
            Objection(filed=LAST, fee_paid=LAST),
            LAST,
            "awaiting_admission",
            (),
            id="second instance needs admission",
        ),
        pytest.param(
            "tournament_committee",
            Objection(filed=LAST, fee_paid=LAST, admitted=False),
            LAST,
            "final",
            (),
            id="not admitted",
        ),
        pytest.param(
            "tournament_committee",
            Objection(filed=LAST, fee_paid=LAST, admitted=True),
            LAST,
            "second_instance",
            (),
            id="admitted",
        ),
        pytest.param("playing_committee", None, LAST, "final", (), id="last instance"),
    ],
)
@pytest.mark.rule("BdF § 29(3)")
def test_where_an_appeal_stands(
    by: str, objection: Objection | None, as_of: object, found: str, missing: tuple[str, ...]
):
    ruling = Ruling(by=by, dated=RULING.dated, received=RULING.received)

    appeal = state(ruling, objection, as_of).value

    assert (appeal.state, appeal.missing) == (found, missing)
    assert appeal.fee == (0 if by == "playing_committee" else 20)


def test_an_objection_before_the_ruling_is_refused():
    with pytest.raises(FieldError) as caught:
        state(RULING, Objection(filed=day("02-17")), LAST)
    assert caught.value.field == "objection.filed"


def tournament(*cases: AppealCase, leave: Leave | None = None) -> Tournament:
    return Tournament(
        name="T",
        start=day("01-01"),
        players=("Anna", "Bernd"),
        leaves=(leave,) if leave else (),
        appeals=cases,
    )


def owed(whole: Tournament, as_of: str) -> list[tuple[str | None, str, object]]:
    audit = audit_tournament(whole, day(as_of)).value
    return [(each.player, each.duty.code, each.duty.due) for each in audit.duties]


@pytest.mark.rule("BdF § 29(2)")
@pytest.mark.rule("BdF § 29(3)")
def test_an_appeal_shows_what_is_still_to_be_done_by_its_last_day():
    case = AppealCase(player="Anna", ruling=RULING, game="1")
    assert owed(tournament(case), "03-01") == [("Anna", "duty.may_object", LAST)]
    assert owed(tournament(case), "03-07") == []

    filed = AppealCase(player="Anna", ruling=RULING, objection=Objection(filed=day("02-25"), documents=False))
    assert owed(tournament(filed), "03-01") == [
        ("Anna", "duty.appeal_documents", LAST),
        ("Anna", "duty.appeal_fee", LAST),
    ]
    second = Ruling(by="tournament_committee", dated=RULING.dated, received=RULING.received)
    paid = Objection(filed=day("02-25"), fee_paid=day("02-25"))
    admission = AppealCase(player="Anna", ruling=second, objection=paid)
    assert owed(tournament(admission), "03-01") == [(None, "duty.admit_appeal", None)]


@pytest.mark.rule("BdF § 24(2)b")
@pytest.mark.rule("BdF § 25(2)b")
@pytest.mark.parametrize(("told", "last"), [(True, "03-16"), (False, "03-06")])
def test_a_leave_rests_the_period_of_an_appeal_if_the_director_knows_of_it(told: bool, last: str):
    notices = (Notice(DIRECTOR, day("02-01")),) if told else ()
    leave = Leave("Anna", Span(day("03-01"), day("03-10")), notices)

    found = owed(tournament(AppealCase(player="Anna", ruling=RULING), leave=leave), "02-28")

    assert ("Anna", "duty.may_object", day(last)) in found
