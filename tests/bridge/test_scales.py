"""IMPs and victory points: tables that are checked, results of real matches, the WBF's formula, TVP files."""

from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter_rules.bridge.imps import imp_table, imps
from arbiter_rules.bridge.ranges import RangeTable, check_ranges
from arbiter_rules.bridge.tvp import read_tvp
from arbiter_rules.bridge.victory_points import (
    check_scale,
    read_scale,
    scale_by_id,
    scales,
    victory_points,
    wbf_scale,
)
from arbiter_rules.errors import FieldError

CANDIDATE = scale_by_id("25-0-24-candidate")


@pytest.mark.rule("SBF Lag 78B")
@pytest.mark.parametrize(
    ("points", "expected"),
    [
        (0, 0),
        (10, 0),
        (20, 1),
        (40, 1),
        (50, 2),
        (420, 9),
        (430, 10),
        (1490, 16),
        (1500, 17),
        (3990, 23),
        (4000, 24),
    ],
)
def test_imps_by_difference(points: int, expected: int) -> None:
    assert imps(points) == expected


@pytest.mark.rule("SBF Lag 78B")
@settings(max_examples=60, deadline=None)
@given(st.integers(-15_200, 15_200))
def test_imps_are_antisymmetric(difference: int) -> None:
    assert imps(difference) == -imps(-difference)
    assert 0 <= imps(abs(difference)) <= 24


def test_an_inverted_range_in_a_table_is_refused_bug_t3() -> None:
    rows = [(low, high, value) for low, high, value in imp_table().rows if low < 3000]
    with pytest.raises(FieldError, match="2490"):
        check_ranges([*rows, (3000, 2490, 22), (3500, None, 23)], "imp.row")
    assert imp_table()[3490] == 22


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([], "no rows"),
        ([(0, 5, 1), (7, None, 2)], "a gap"),
        ([(0, 5, 1), (5, None, 2)], "an overlap"),
        ([(0, 5, 1), (6, 5, 2), (7, None, 3)], "inverted"),
        ([(0, None, 1), (6, None, 2)], "except in the last row"),
        ([(0, 5, 1), (6, 9, 2)], "no end in the last row"),
        ([(0, 5, 1), (6, None, 1)], "more than 1"),
        ([(1, None, 1)], "a gap"),
    ],
)
def test_ranges_that_are_no_table_are_refused(rows, message: str) -> None:
    with pytest.raises(FieldError, match=message):
        RangeTable(rows, "table")


@pytest.mark.rule("SBF Poängavdrag(2)")
def test_the_scale_of_the_league_says_that_it_is_not_verified() -> None:
    decision = victory_points(CANDIDATE, 40, 20)
    assert (decision.value.home, decision.value.away) == (19, 11)
    assert not decision.value.verified
    assert decision.steps[0].reading == "vp.award-unverified"
    assert decision.steps[0].inputs["mark"] == "DERIVED"


@pytest.mark.rule("SBF WO(3.2)")
def test_eighteen_victory_points_begin_at_fifteen_imps() -> None:
    assert CANDIDATE.least_margin(18) == 15
    assert CANDIDATE.row(14)[1] == 17
    assert CANDIDATE.average == 15
    assert CANDIDATE.top == 25
    with pytest.raises(FieldError, match="at most 25"):
        CANDIDATE.least_margin(26)


@pytest.mark.rule("SBF Försening(4)")
def test_fewer_boards_still_use_the_scale_for_all() -> None:
    decision = victory_points(CANDIDATE, 15, 0, boards=20)
    assert decision.value.home == 18
    assert decision.steps[0].paragraph == "SBF Försening(4)"
    assert len(victory_points(CANDIDATE, 15, 0, boards=24).steps) == 1


def test_negative_imps_are_refused() -> None:
    for pair in ((-1, 0), (0, -1)):
        with pytest.raises(FieldError, match="imps"):
            victory_points(CANDIDATE, *pair)


NORDIC = [
    (22, 21, 15, 15), (8, 10, 15, 15), (30, 32, 15, 15), (38, 35, 16, 14), (17, 27, 13, 17), (36, 25, 17, 13),
    (12, 28, 11, 19), (17, 35, 11, 19), (12, 33, 10, 20), (72, 49, 20, 10), (17, 43, 9, 21), (18, 47, 8, 22),
    (16, 51, 7, 23), (12, 47, 7, 23), (60, 11, 25, 4), (0, 59, 2, 25), (21, 88, 1, 25), (14, 95, 0, 25),
    (91, 0, 25, 0),
]  # fmt: skip
PAU = [
    (5, 16, 14),
    (10, 17, 13),
    (11, 17, 13),
    (15, 18, 12),
    (17, 19, 11),
    (21, 19, 11),
    (23, 20, 10),
    (46, 24, 6),
    (50, 25, 5),
]
GYOR = [(2, 16), (3, 16), (4, 16), (6, 17), (7, 17), (21, 22), (22, 22), (25, 23), (26, 23)]


@pytest.mark.parametrize(("home", "away", "home_vp", "away_vp"), NORDIC)
def test_matches_of_sixteen_boards_t10(home: int, away: int, home_vp: int, away_vp: int) -> None:
    award = victory_points(scale_by_id("25-0-16-candidate"), home, away).value
    assert (award.home, award.away) == (home_vp, away_vp)


@pytest.mark.parametrize(("margin", "winner", "loser"), PAU)
def test_matches_of_twenty_boards_t11(margin: int, winner: int, loser: int) -> None:
    award = victory_points(scale_by_id("25-0-20-candidate"), 17, 17 + margin).value
    assert (award.home, award.away) == (loser, winner)


def test_matches_of_thirty_two_and_eight_boards_t12() -> None:
    assert victory_points(scale_by_id("25-0-32-candidate"), 82, 61).value.home == 18
    assert victory_points(scale_by_id("25-0-16-candidate"), 21, 0).value.home == 20
    for margin, winner in GYOR:
        assert victory_points(scale_by_id("25-0-8-candidate"), margin, 0).value.home == winner


@pytest.mark.rule("SBF WBF 20-0")
@pytest.mark.parametrize(
    ("margin", "points"),
    [(0, "10.00"), (1, "10.25"), (5, "11.23"), (10, "12.33"), (20, "14.26"), (37, "16.77"), (51, "18.29"),
     (70, "19.79"), (73, "19.97"), (74, "20.00"), (200, "20.00")],
)  # fmt: skip
def test_the_continuous_scale_has_its_concavity_correction_t4(margin: int, points: str) -> None:
    award = victory_points(scale_by_id("wbf-20-0-24"), margin, 0).value
    assert award.home == Decimal(points)
    assert award.home + award.away == 20
    assert award.verified


@pytest.mark.rule("SBF WBF 20-0")
@pytest.mark.parametrize("boards", [1, 8, 16, 20, 24, 32, 128])
def test_every_step_of_the_continuous_scale_is_at_most_the_one_before(boards: int) -> None:
    values = [row[1] for row in wbf_scale(boards).rows]
    steps = [after - before for before, after in pairwise(values)]
    assert steps == sorted(steps, reverse=True)


@pytest.mark.parametrize("scale_id", [*scales(), "wbf-20-0-24"])
@settings(max_examples=40, deadline=None)
@given(home=st.integers(0, 300), away=st.integers(0, 300), more=st.integers(0, 50))
def test_scales_are_symmetric_and_monotone(scale_id: str, home: int, away: int, more: int) -> None:
    scale = scale_by_id(scale_id)
    award, swapped = victory_points(scale, home, away).value, victory_points(scale, away, home).value
    assert (award.home, award.away) == (swapped.away, swapped.home)
    better = victory_points(scale, home + more, away).value
    assert better.home >= award.home
    assert better.away <= award.away
    assert award.home + award.away <= 2 * scale.average


@pytest.mark.parametrize("scale_id", ["", "25-0-24", "wbf-20-0-0", "wbf-20-0-129", "wbf-20-0-x"])
def test_an_unknown_scale_is_refused(scale_id: str) -> None:
    with pytest.raises(FieldError, match="scale"):
        scale_by_id(scale_id)


def test_a_continuous_scale_needs_boards() -> None:
    with pytest.raises(FieldError, match="boards"):
        wbf_scale(0)


def rows(*entries: tuple[int, int, int]):
    return [(margin, Decimal(winner), Decimal(loser)) for margin, winner, loser in entries]


@pytest.mark.parametrize(
    ("entries", "field"),
    [
        ([(0, 15, 15)], r"rows\[1\]"),
        ([(1, 15, 15), (9, 25, 0)], r"rows\[1\]"),
        ([(0, 16, 14), (9, 25, 0)], r"rows\[1\]"),
        ([(0, 15, 15), (0, 16, 14), (9, 25, 0)], r"rows\[2\].margin"),
        ([(0, 15, 15), (3, 14, 16), (9, 25, 0)], r"rows\[2\].winner"),
        ([(0, 15, 15), (3, 26, 4), (9, 25, 0)], r"rows\[2\].winner"),
        ([(0, 15, 15), (3, 16, 15), (9, 25, 0)], r"rows\[2\].loser"),
        ([(0, 15, 15), (3, 25, 16), (9, 25, 0)], r"rows\[2\].loser"),
        ([(0, 15, 15), (3, 25, 5), (9, 25, 1)], r"rows\[3\].loser"),
        ([(0, 15, 15), (3, 25, 5), (9, 25, -1)], r"rows\[3\].loser"),
    ],
)
def test_rows_that_are_no_scale_are_refused(entries, field: str) -> None:
    with pytest.raises(FieldError, match=field):
        check_scale(rows(*entries))


def test_a_scale_is_read_from_data() -> None:
    entry = {"id": "mine", "boards": 24, "mark": "CONFIGURED", "verified": True, "source": "the paper",
             "rows": [[0, 15, 15], [9, 25, 0]]}  # fmt: skip
    assert read_scale(entry).verified
    for change, field in (
        ({"mark": "SURE"}, "mark"),
        ({"boards": 0}, "boards"),
        ({"boards": "24"}, "boards"),
        ({"rows": 3}, "rows"),
        ({"rows": [[0, 15]]}, r"rows\[1\]"),
        ({"rows": [0]}, r"rows\[1\]"),
        ({"rows": [[0, 15, "15"]]}, r"rows\[1\]"),
    ):
        with pytest.raises(FieldError, match=field):
            read_scale({**entry, **change})


TVP = """; a comment
[GENERAL]
MAX=99
[VP]
MAX=20 ; the top
DEUCE=10
NULL=30
5=12
12=15
20=18
25=18
"""


def test_a_tvp_file_of_a_twenty_nought_scale_is_imported() -> None:
    result = read_tvp(TVP, "club", 16)
    assert [(row[0], int(row[1]), int(row[2])) for row in result.scale.rows] == [
        (0, 10, 10), (5, 12, 8), (12, 15, 5), (20, 18, 2), (30, 20, 0),
    ]  # fmt: skip
    assert result.notices == ("tvp.rows-repeated",)
    assert not result.scale.verified


def test_a_tvp_file_of_a_twenty_five_nought_scale_needs_the_loser() -> None:
    text = "[VP]\nMAX=25\nDEUCE=15\nNULL=50\n10=18\n"
    with pytest.raises(FieldError, match="winner's column only"):
        read_tvp(text, "club", 24)
    result = read_tvp(text + "60=25,4\n70=25,0\n", "club", 24)
    assert [(row[0], int(row[1]), int(row[2])) for row in result.scale.rows] == [
        (0, 15, 15), (10, 18, 12), (50, 25, 5), (60, 25, 4), (70, 25, 0),
    ]  # fmt: skip
    assert result.notices == ("tvp.loser-column",)


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("", "tvp.MAX"),
        ("[VP]\nMAX=20\nDEUCE=10", "tvp.NULL"),
        ("[VP]\nMAX=10\nDEUCE=10\nNULL=9", "tvp.MAX"),
        ("[VP]\nMAX=21\nDEUCE=10\nNULL=9", "tvp.MAX"),
        ("[VP]\nMAX=20\nDEUCE=10\nNULL=9\n5", "line 5"),
        ("[VP]\nMAX=20\nDEUCE=10\nNULL=9\n5=x", "line 5"),
        ("[VP]\nMAX=20\nDEUCE=10\nNULL=9\n5=12,", "line 5"),
        ("[VP]\nMAX=20\nDEUCE=10\nNULL=9\n5=12\n5=13", "line 6"),
        ("[VP]\nMAX=20\nDEUCE=10\nNULL=9\n5=20", "tvp.NULL"),
        ("[VP]\nMAX=20\nDEUCE=10\nNULL=9\n12=19", "tvp.NULL"),
        ("[VP]\nMAX=20\nDEUCE=10\nNULL=9\n5=12\n7=11", "tvp.rows"),
        ("\n" * 501, "tvp"),
    ],
)
def test_a_tvp_file_that_does_not_fit_is_refused(text: str, field: str) -> None:
    with pytest.raises(FieldError, match=field):
        read_tvp(text, "club", 24)
