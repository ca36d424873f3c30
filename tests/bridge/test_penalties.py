"""Lateness, law-book penalties and conduct, in victory points."""

import pytest

from arbiter_rules.bridge.lateness import lateness
from arbiter_rules.bridge.penalties import conduct_penalty, law_book_penalty
from arbiter_rules.bridge.readings import policy
from arbiter_rules.errors import FieldError


@pytest.mark.rule("SBF Försening(2)")
@pytest.mark.parametrize(
    ("minutes", "points"),
    [(0, 0), (0.5, 1), (5, 1), (5.1, 2), (10, 2), (29.9, 6), (30, 6)],
)
def test_a_victory_point_for_each_started_five_minutes(minutes: float, points: int) -> None:
    value = lateness(round(minutes * 60_000)).value
    assert (value.victory_points, value.decided_by, value.must_wait) == (points, "rule", True)


@pytest.mark.rule("SBF Försening(3)")
def test_after_thirty_minutes_the_committee_decides() -> None:
    for late in (30 * 60_000 + 1, 31 * 60_000):
        value = lateness(late).value
        assert (value.victory_points, value.decided_by, value.must_wait) == (None, "committee", False)


@pytest.mark.rule("SBF Försening(2)")
@pytest.mark.parametrize(("minutes", "points"), [(0, 0), (4.9, 1), (5, 2), (29.9, 6), (30, 6)])
def test_the_edge_can_be_read_the_other_way(minutes: float, points: int) -> None:
    other = policy({"lateness-edge": "next-period"})
    assert lateness(round(minutes * 60_000), other).value.victory_points == points


def test_nobody_is_late_by_less_than_nothing() -> None:
    with pytest.raises(FieldError, match="late_ms"):
        lateness(-1)


@pytest.mark.rule("SBF Poängavdrag(1)")
def test_imp_penalties_become_victory_points() -> None:
    assert law_book_penalty(3).value == 1
    assert law_book_penalty(6).value == 2
    assert law_book_penalty(9, confirmed=True).value == 3
    assert law_book_penalty(9, confirmed=True).steps[0].reading == "penalty.law-book-confirmed"


@pytest.mark.parametrize(("imps", "confirmed"), [(9, False), (4, True), (0, True), (-3, True), (1, False)])
def test_other_imp_penalties_are_refused(imps: int, confirmed: bool) -> None:
    with pytest.raises(FieldError, match="imps"):
        law_book_penalty(imps, confirmed=confirmed)


@pytest.mark.rule("SBF Trivsel(4)")
def test_leaving_the_table_is_warned_first() -> None:
    first = conduct_penalty("left-table").value
    assert (first.victory_points, first.warning) == (0, True)
    second = conduct_penalty("left-table", ("mobile-phone", "left-table")).value
    assert (second.victory_points, second.warning) == (2, False)
    assert conduct_penalty("left-table", ("mobile-phone",)).value.warning


@pytest.mark.rule("SBF Trivsel(6)")
def test_a_mobile_phone_costs_each_time() -> None:
    assert conduct_penalty("mobile-phone").value.victory_points == 2
    assert conduct_penalty("mobile-phone", ("mobile-phone",)).value.victory_points == 2


@pytest.mark.rule("SBF Trivsel(3)")
@pytest.mark.rule("SBF Trivsel(5)")
def test_worse_offences_have_other_consequences() -> None:
    assert conduct_penalty("exchanged-information").value.consequences == ("loses-by-walkover",)
    assert conduct_penalty("intoxicated").value.consequences == (
        "leaves-the-room",
        "reported-to-disciplinary-board",
    )
