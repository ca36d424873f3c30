"""The table: victory points, the tie-break with its reason, deductions, shared places, order of arrival."""

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from math import inf

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter_rules.bridge.readings import policy
from arbiter_rules.bridge.standings import Adjustment, Booked, quotient, standings
from arbiter_rules.bridge.walkover import Side
from arbiter_rules.errors import FieldError

TEAMS = ("a", "b", "c", "d")


def match(name: str, home: str, away: str, vp: tuple[int, int], imps: tuple[int, int], **facts) -> Booked:
    return Booked(
        name, home, away, Side(Decimal(vp[0]), *imps), Side(Decimal(vp[1]), imps[1], imps[0]), **facts
    )


def order(table) -> list[tuple[int, str, str | None]]:
    return [(line.place, line.team, line.separated_by) for line in table.value]


TIED = [
    match("1", "a", "b", (20, 10), (60, 36)),
    match("2", "c", "d", (20, 10), (30, 6)),
    match("3", "a", "c", (15, 15), (40, 40)),
    match("4", "b", "d", (15, 15), (0, 0)),
]


@pytest.mark.rule("SBF Tillägg(95)")
def test_the_quotient_of_imps_separates_equal_teams() -> None:
    table = standings(TEAMS, TIED)
    assert order(table) == [
        (1, "c", "imp-quotient"),
        (2, "a", "imp-quotient"),
        (3, "b", "imp-quotient"),
        (4, "d", "imp-quotient"),
    ]
    assert table.value[0].quotient == Fraction(70, 46)
    assert table.switches == ("tie-break",)


@pytest.mark.rule("SBF Tillägg(95)")
def test_the_tie_break_can_be_configured_t27() -> None:
    matches = [
        match("1", "a", "b", (16, 14), (30, 25)),
        match("2", "a", "c", (13, 17), (10, 22)),
        match("3", "b", "c", (15, 15), (40, 38)),
        match("4", "d", "b", (14, 16), (0, 4)),
        match("5", "d", "a", (15, 15), (10, 10)),
    ]
    assert order(standings(TEAMS, matches))[:2] == [(1, "b", None), (2, "a", None)]
    tied = [match("1", "a", "b", (16, 14), (10, 5)), match("2", "c", "a", (16, 14), (9, 1)),
            match("3", "b", "d", (16, 14), (90, 1)), match("4", "c", "d", (14, 16), (1, 2))]  # fmt: skip
    assert [team for _, team, _ in order(standings(TEAMS, tied))] == ["b", "c", "a", "d"]
    for method, expected in (
        ("imp-difference", ["b", "c", "a", "d"]),
        ("head-to-head", ["a", "b", "c", "d"]),
    ):
        table = standings(TEAMS, tied, policy=policy({"tie-break": method}))
        assert sorted(team for _, team, _ in order(table)) == sorted(expected)
        assert {reason for _, _, reason in order(table)} <= {method, "lot"}


@pytest.mark.rule("SBF Tillägg(95)")
def test_what_is_still_equal_shares_a_place() -> None:
    table = standings(
        TEAMS, [match("1", "a", "b", (15, 15), (20, 20)), match("2", "c", "d", (15, 15), (9, 9))]
    )
    assert order(table) == [(1, team, "lot") for team in TEAMS]
    assert all(line.shared for line in table.value)


def test_a_table_without_matches_is_all_noughts_t22() -> None:
    table = standings(TEAMS, [])
    assert [(line.place, line.victory_points, line.quotient, line.shared) for line in table.value] == [
        (1, 0, None, True)
    ] * 4


@pytest.mark.parametrize(
    ("won", "lost", "expected"), [(3, 2, Fraction(3, 2)), (3, 0, inf), (0, 0, None), (0, 3, 0)]
)
def test_quotients_without_lost_imps_are_infinite_or_nothing_t22(won: int, lost: int, expected) -> None:
    assert quotient(won, lost) == expected


@pytest.mark.rule("SBF Poängavdrag(3)")
def test_a_deduction_takes_from_one_team_only_and_below_nought() -> None:
    deduction = Adjustment("b", Decimal(12), "SBF Trivsel(6)", "mobile-phone")
    matches = [match("1", "a", "b", (20, 10), (60, 36))]
    lines = {line.team: line for line in standings(("a", "b"), matches, [deduction]).value}
    assert (lines["a"].victory_points, lines["b"].victory_points, lines["b"].deducted) == (20, -2, 12)
    floor = policy({"negative-total": "floor-at-zero"})
    lines = {line.team: line for line in standings(("a", "b"), matches, [deduction], policy=floor).value}
    assert lines["b"].victory_points == 0


def test_struck_teams_come_last_and_provisional_results_are_marked() -> None:
    matches = [match("1", "b", "c", (18, 0), (15, 0), kind="walkover", provisional=True)]
    table = standings(("a", "b", "c"), matches, struck=frozenset({"a"}))
    assert [(line.team, line.struck, line.provisional) for line in table.value] == [
        ("b", False, True),
        ("c", False, True),
        ("a", True, False),
    ]
    assert [(line.won, line.drawn, line.lost) for line in table.value] == [(1, 0, 0), (0, 0, 1), (0, 0, 0)]


def test_bad_input_is_refused() -> None:
    good = match("1", "a", "b", (20, 10), (60, 36))
    with pytest.raises(FieldError, match="each team once"):
        standings(("a", "a"), [])
    with pytest.raises(FieldError, match="each match once"):
        standings(TEAMS, [good, good])
    with pytest.raises(FieldError, match="two different teams"):
        standings(("a",), [replace(good, home="a", away="a")])
    with pytest.raises(FieldError, match="a team of the series"):
        standings(("a",), [good])
    with pytest.raises(FieldError, match=r"adjustment\.team"):
        standings(("a", "b"), [good], [Adjustment("z", Decimal(1), "SBF Trivsel(6)", "x")])


results = st.lists(st.tuples(st.integers(0, 99), st.integers(0, 99)), min_size=6, max_size=6)


@settings(max_examples=60, deadline=None)
@given(
    results, st.permutations(range(6)), st.sampled_from(["imp-quotient", "head-to-head", "imp-difference"])
)
def test_the_table_does_not_depend_on_the_order_of_arrival(imps, arrival, method: str) -> None:
    pairs = [("a", "b"), ("c", "d"), ("a", "c"), ("b", "d"), ("a", "d"), ("b", "c")]
    matches = [
        match(str(number), *pair, (15 + (ours > theirs), 15 + (theirs > ours)), (ours, theirs))
        for number, (pair, (ours, theirs)) in enumerate(zip(pairs, imps, strict=True))
    ]
    chosen = policy({"tie-break": method})
    one = standings(TEAMS, matches, policy=chosen).value
    other = standings(TEAMS, [matches[index] for index in arrival], policy=chosen).value
    assert one == other
