"""IMP across the field: cross-IMPs, Butler, adjusted scores, pools."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter_rules.bridge.across_field import (
    METHODS,
    TableResult,
    across_field,
    board_iaf,
    common_pool,
    round_to_ten,
)
from arbiter_rules.bridge.readings import policy
from arbiter_rules.errors import FieldError


def tables(*scores: int | None, pool: str = "p", board: int = 1) -> list[TableResult]:
    return [TableResult(pool, board, f"ns{at}", f"ew{at}", score) for at, score in enumerate(scores, start=1)]


@pytest.mark.rule("SBF Givar(6)")
def test_cross_imps_of_five_tables_t7() -> None:
    board = board_iaf(tables(140, 420, -50, 170, 140), "cross-total")
    assert board.ns == (-3, 30, -26, 2, -3)
    assert sum(board.ns) == 0
    assert board.ew == (3, -30, 26, -2, 3)


@pytest.mark.rule("SBF Givar(6)")
def test_cross_imps_on_average_t9() -> None:
    board = board_iaf(tables(620, 170, 140, 140, -100), "cross-average")
    assert [float(value or 0) for value in board.ns] == [10.5, -0.25, -1.25, -1.25, -7.75]
    by_tables = board_iaf(
        tables(620, 170, 140, 140, -100), "cross-average", policy=policy({"iaf-divisor": "tables"})
    )
    assert by_tables.ns[0] == Fraction(42, 5)


@pytest.mark.rule("SBF Givar(6)")
def test_butler_without_the_extremes_t9() -> None:
    board = board_iaf(tables(-650, -170, -1440, 100, -170, -200), "butler-trimmed")
    assert board.datum == -300
    assert board.ns == (-8, 4, -15, 9, 4, 3)


@pytest.mark.rule("SBF Givar(6)")
def test_butler_by_mean_and_median() -> None:
    assert board_iaf(tables(100, 200, 600), "butler-mean").datum == 300
    assert board_iaf(tables(100, 200, 600), "butler-median").datum == 200
    assert board_iaf(tables(100, 200, 220, 600), "butler-median").datum == 210
    assert board_iaf(tables(100, 200), "butler-trimmed").datum == 150


@pytest.mark.parametrize(
    ("exact", "away", "plus"),
    [
        ("-305", -310, -300),
        ("305", 310, 310),
        ("304", 300, 300),
        ("-304", -300, -300),
        ("-306", -310, -310),
        ("0", 0, 0),
    ],
)
@pytest.mark.rule("SBF Givar(6)")
def test_a_datum_in_the_middle_is_rounded_as_the_policy_says_t9(exact: str, away: int, plus: int) -> None:
    assert round_to_ten(Fraction(exact)) == away
    assert round_to_ten(Fraction(exact), policy({"datum-rounding": "towards-plus"})) == plus


@pytest.mark.parametrize("method", METHODS)
def test_a_single_result_has_nothing_to_be_compared_with_t9(method) -> None:
    assert board_iaf(tables(420), method).ns == (0,)
    assert board_iaf([], method).ns == ()
    assert board_iaf(tables(None), method).ns == (None,)


@pytest.mark.rule("SBF Givar(6)")
def test_adjusted_scores_bring_a_fixed_number_of_imps() -> None:
    adjusted = TableResult("p", 1, "nsx", "ewx", None, ("plus", "minus"))
    average = TableResult("p", 1, "nsy", "ewy", None, ("average", "plus"))
    results = [*tables(420, -50, 420), adjusted, average]
    assert board_iaf(results).ns[3:] == (3, 0)
    assert board_iaf(results).ew[3:] == (-3, 3)
    assert board_iaf(results, adjusted_imps=2).ns[3] == 2
    assert board_iaf(results, "cross-total").ns[3] == 6


@pytest.mark.parametrize("score", [415, 7610, -7610])
def test_scores_that_cannot_be_are_refused(score: int) -> None:
    with pytest.raises(FieldError, match="score"):
        board_iaf(tables(score))


@pytest.mark.rule("SBF Givar(1)")
@pytest.mark.rule("SBF Givar(2)")
@pytest.mark.rule("SBF Givar(13)")
@pytest.mark.rule("SBF Spelform(4)")
@pytest.mark.rule("SBF Spelform(5)")
def test_only_tables_with_the_same_deals_are_compared() -> None:
    assert common_pool(1, "E").value == "division-1"
    assert common_pool(2, "2a").value == common_pool(2, "2b").value == "division-2"
    assert common_pool(3, "3a").value is None
    assert common_pool(3, "3a", common_deals=True).value == "3a"
    results = [*tables(420, -50, pool="x"), *tables(420, 420, pool="y")]
    pairs = {pair.pair: pair for pair in across_field(results, "cross-total").value}
    assert pairs["ns1"].imps == 10
    assert pairs["ns1"].boards == 2
    assert next(pair.pair for pair in across_field(results, "cross-total").value) == "ew2"


scores = st.lists(st.integers(-760, 760).map(lambda tens: tens * 10), min_size=1, max_size=12)


@settings(max_examples=60, deadline=None)
@given(scores)
def test_cross_imps_sum_to_nought(values: list[int]) -> None:
    for method in ("cross-total", "cross-average"):
        board = board_iaf(tables(*values), method)
        assert sum(value or 0 for value in board.ns) == 0


def test_an_average_of_unscored_boards_counts_no_board() -> None:
    pairs = across_field(tables(None, 420, 430)).value
    assert {pair.pair: pair.boards for pair in pairs}["ns1"] == 0
