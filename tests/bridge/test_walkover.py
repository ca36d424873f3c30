"""Walkovers: best of three, provisional until the series ends, fines, exclusion, withdrawal."""

from datetime import date
from decimal import Decimal

import pytest

from arbiter_rules.bridge.readings import policy
from arbiter_rules.bridge.victory_points import read_scale, scale_by_id
from arbiter_rules.bridge.walkover import check_authority, walkover, walkover_fine, withdrawal_fine
from arbiter_rules.errors import FieldError

SCALE = scale_by_id("25-0-24-candidate")


def points(*values: int) -> list[Decimal]:
    return [Decimal(value) for value in values]


@pytest.mark.rule("SBF WO(2)")
@pytest.mark.rule("SBF WO(3.2)")
def test_until_the_series_ends_the_fixed_award_stands() -> None:
    value = walkover(SCALE, points(25, 25), points(25)).value
    assert (value.opponent.victory_points, value.opponent.imps_won, value.opponent.imps_lost) == (18, 15, 0)
    assert (value.option, value.provisional, value.verified) == (2, True, False)
    assert (value.offender.victory_points, value.offender.imps_won, value.offender.imps_lost) == (
        0,
        0,
        SCALE.blitz,
    )


@pytest.mark.rule("SBF WO(3)")
@pytest.mark.rule("SBF WO(3.1)")
@pytest.mark.rule("SBF WO(3.3)")
@pytest.mark.rule("SBF WO(4)")
@pytest.mark.rule("SBF WO(5)")
@pytest.mark.parametrize(
    ("own", "met", "award", "option", "imps"),
    [
        (points(17, 17, 17, 17, 17, 17, 17, 17, 17, 17, 18), (), 18, 2, 15),
        (points(18, 18, 18, 18, 19), (), 19, 1, 20),
        (points(18, 18), (), 18, 2, 15),
        (points(20), points(22, 23), 23, 3, 40),
        (points(23), points(22, 23), 23, 1, 40),
        (points(25), points(25), 25, 1, 53),
        ((), (), 18, 2, 15),
        ((), points(19), 19, 3, 20),
    ],
    ids=[
        "17.09",
        "18.2",
        "exactly 18",
        "22.5 of the met",
        "equal: own first",
        "25",
        "nothing played",
        "only met",
    ],
)
def test_the_best_of_three_rounded_up(own, met, award: int, option: int, imps: int) -> None:
    value = walkover(SCALE, own, met, series_ended=True).value
    assert (value.opponent.victory_points, value.option, value.opponent.imps_won) == (award, option, imps)
    assert not value.provisional


@pytest.mark.rule("SBF WO(3.2)")
def test_the_fixed_award_can_be_read_from_the_scale() -> None:
    scale = read_scale({"id": "other", "boards": 24, "mark": "CONFIGURED", "source": "-",
                        "rows": [[0, 15, 15], [10, 19, 11], [30, 25, 5], [60, 25, 0]]})  # fmt: skip
    assert (
        walkover(scale, policy=policy({"walkover-option-2": "scale-row"})).value.opponent.victory_points == 19
    )
    assert walkover(scale).value.opponent.victory_points == 18


@pytest.mark.rule("SBF WO(1)")
@pytest.mark.rule("SBF Försening(6)")
def test_only_the_right_body_awards_a_walkover() -> None:
    assert check_authority(3, "TK").value == "TK"
    assert check_authority(4, "Dfb").value == "Dfb"
    for division, body in ((3, "Dfb"), (4, "TK"), (1, "TL")):
        with pytest.raises(FieldError, match="decided_by"):
            check_authority(division, body)


@pytest.mark.rule("SBF WO(8)")
@pytest.mark.rule("SBF WO(9)")
def test_fines_grow_and_three_walkovers_exclude() -> None:
    found = [walkover_fine(count).value for count in (1, 2, 3)]
    assert [(fine.kronor, fine.excluded) for fine in found] == [(300, False), (600, False), (1200, True)]
    assert walkover_fine(2, full_round=True).value.excluded
    for count in (0, 4):
        with pytest.raises(FieldError, match="matches"):
            walkover_fine(count)


@pytest.mark.rule("SBF WO(10)")
@pytest.mark.parametrize(
    ("day", "kronor"),
    [
        (date(2009, 7, 1), 0),
        (date(2009, 7, 2), 300),
        (date(2009, 9, 1), 300),
        (date(2009, 9, 2), 600),
        (date(2009, 9, 15), 600),
        (date(2009, 9, 16), 1200),
    ],
)
def test_a_withdrawal_is_fined_from_the_day_after(day: date, kronor: int) -> None:
    assert withdrawal_fine(day).value == kronor
