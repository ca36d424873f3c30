"""A whole system: its total, its class, and whether it may be played."""

from datetime import date

import pytest

from arbiter_rules.bridge.notation import parse_system
from arbiter_rules.bridge.readings import policy
from arbiter_rules.bridge.system import (
    Contest,
    allsvenskan_contest,
    classify,
    legality,
    phase_contest,
    recommended_level,
    system_dots,
)
from arbiter_rules.errors import FieldError, MissingValueError

#: 5 + 3 + 2 dots, then 7 more.
TEN = "1D 0-7 any\n1C 11-13 bal | 17+ any\n2C 5-9, 6+D | 22+"
SEVENTEEN = TEN + "\n1S 0-7 any"


@pytest.mark.rule("SBF 2.1(1)")
@pytest.mark.rule("SBF 2.4(6)")
@pytest.mark.parametrize(
    ("text", "total", "system_class"),
    [("1H 5+H", 0, "C"), ("1S 0-7 any", 7, "C"), (TEN, 10, "B"), (SEVENTEEN, 17, "A")],
)
def test_a_system_has_the_sum_of_its_dots_and_a_class(text: str, total: int, system_class: str) -> None:
    value = system_dots(parse_system(text)).value
    assert (value.total, value.system_class) == (total, system_class)


@pytest.mark.rule("SBF 2.4(6)")
@pytest.mark.parametrize(("total", "expected"), [(0, "C"), (7, "C"), (8, "B"), (10, "B"), (11, "A")])
def test_class_limits(total: int, expected: str) -> None:
    assert classify(total) == expected


@pytest.mark.rule("SBF 2.5(2)")
@pytest.mark.rule("SBF 2.5(3)")
def test_variations_are_counted_once_with_the_dearest() -> None:
    text = "1S [pos 1-2] 11+, 5+S\n1S [after own odd pass] 0-7 any\nPass [pos 1-2] 8-14 any"
    value = system_dots(parse_system(text)).value
    spade = value.bids[0]
    assert [variant.dots for variant in spade.variants] == [0, 7]
    assert (spade.dots, value.total, value.odd_pass, value.strong_pass) == (7, 7, True, False)


@pytest.mark.rule("SBF 2.4(1)")
@pytest.mark.parametrize(
    ("points", "boards", "level"),
    [("gold", 8, "A"), ("gold", 7, "B"), ("silver", 8, "B"), ("silver", 7, "C"), ("bronze", 24, "B")],
)
def test_the_level_recommended_depends_on_points_and_boards(points, boards: int, level: str) -> None:
    assert recommended_level(points, boards).value == level


@pytest.mark.rule("SBF 3.2(1)")
@pytest.mark.rule("SBF 3.6(2)")
@pytest.mark.parametrize(
    ("contest", "limit", "legal"),
    [
        (Contest("gold", 12), None, True),
        (Contest("silver", 12), 10, False),
        (Contest("silver", 12, "B", 17), 17, True),
        (Contest("silver", 4), 7, False),
        (Contest("silver", 4, "C", 16), 16, False),
        (Contest("gold", 12, "D", 17), 17, True),
        (Contest("gold", 12, "D", 17, banned=frozenset({"1S"})), 17, False),
        (Contest("gold", 12, "D", 99, banned=frozenset({"2NT"})), 99, True),
    ],
    ids=["A", "B", "B raised", "C", "C raised", "D", "D with the bid banned", "D with another bid banned"],
)
def test_legality_per_level(contest: Contest, limit: int | None, legal: bool) -> None:
    ruling = legality(system_dots(parse_system(SEVENTEEN), contest).value, contest)
    assert (ruling.value.limit, ruling.value.legal) == (limit, legal)
    assert ruling.steps[-1].paragraph == "SBF 3.6(2)"


@pytest.mark.rule("SBF 1(1)")
@pytest.mark.rule("SBF 1(2)")
def test_a_bronze_contest_is_outside_unless_it_takes_the_rules() -> None:
    system = system_dots(parse_system(SEVENTEEN)).value
    assert not legality(system, Contest("bronze", 12)).value.regulated
    assert legality(system, Contest("bronze", 12)).value.legal
    assert not legality(system, Contest("bronze", 12, voluntary=True)).value.legal


@pytest.mark.rule("SBF 2.4(3)")
def test_an_organiser_may_lower_dots_and_a_higher_figure_changes_nothing() -> None:
    contest = Contest("silver", 12, lowered={"1D": 2, "1C": 7})
    value = system_dots(parse_system(TEN), contest).value
    assert [(bid.dots, bid.lowered_from) for bid in value.bids] == [(2, 5), (3, None), (2, None)]
    with pytest.raises(FieldError, match=r"lowered\.1D"):
        system_dots(parse_system(TEN), Contest("silver", 12, lowered={"1D": -1}))


@pytest.mark.rule("SBF 4.2(1)")
@pytest.mark.rule("SBF 2.4(2)")
@pytest.mark.rule("SBF 2.4(4)")
@pytest.mark.rule("SBF 2.4(5)")
def test_levels_change_in_the_liberal_direction_only() -> None:
    assert Contest("silver", 12, "B", 10).most_dots == 10
    with pytest.raises(FieldError, match="10 or more at level B"):
        Contest("silver", 12, "B", 9)
    with pytest.raises(FieldError, match="7 or more at level C"):
        Contest("silver", 4, "C", 6)
    with pytest.raises(FieldError, match="level B, C or D only"):
        Contest("gold", 12, "A", 20)
    with pytest.raises(FieldError, match="no bans"):
        Contest("gold", 12, "B", banned=frozenset({"2D"}))
    with pytest.raises(MissingValueError, match="most_dots"):
        Contest("gold", 12, "D")
    with pytest.raises(FieldError, match="boards_in_a_row"):
        Contest("gold", 0)


@pytest.mark.rule("SBF 2.4(1)")
def test_the_league_plays_for_gold_above_and_silver_below() -> None:
    assert legality(system_dots(parse_system(TEN)).value, allsvenskan_contest(2, 12)).value.level == "A"
    assert legality(system_dots(parse_system(TEN)).value, allsvenskan_contest(3, 12)).value.level == "B"


@pytest.mark.rule("SBF 2.4(7)")
def test_phases_may_have_rules_of_their_own() -> None:
    phases = {date(2009, 10, 1): Contest("silver", 4), date(2009, 11, 1): Contest("gold", 12)}
    assert phase_contest(phases, date(2009, 10, 31)).value.points == "silver"
    assert phase_contest(phases, date(2009, 11, 1)).value.points == "gold"
    (step,) = phase_contest(phases, date(2009, 10, 31)).steps
    assert (step.paragraph, step.result) == ("SBF 2.4(7)", "2009-10-01")
    with pytest.raises(FieldError, match="a phase has begun"):
        phase_contest(phases, date(2009, 9, 30))


def test_readings_reach_the_total() -> None:
    text = "1C 0-7 any"
    assert system_dots(parse_system(text)).value.total == 3
    assert system_dots(parse_system(text), policy=policy({"weak-minor": "both-minors"})).value.total == 5


@pytest.mark.rule("SBF 3.3(2)")
def test_no_trumps_that_can_be_unbalanced_are_found() -> None:
    system = system_dots(parse_system("1NT 12-14 bal\n2NT 5-10, 5+m, 5+W\n3NT 20+ 4441")).value
    assert [str(call) for call in system.unbalanced_no_trumps] == ["2NT"]
