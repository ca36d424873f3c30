"""Average and high run, as on a carom score sheet."""

from fractions import Fraction

import pytest

from arbiter_rules.billiards.averages import Averages, averages
from arbiter_rules.errors import FieldError


def test_averages_of_a_match():
    assert averages([0, 3, 12, 0, 5]) == Averages(points=20, innings=5, average=Fraction(4), high_run=12)


@pytest.mark.parametrize(
    ("runs", "shown"),
    [([], "-"), ([0], "0.000"), ([1, 1, 0], "0.666"), ([40, 27], "33.500"), ([1] * 1999 + [0], "0.999")],
    ids=["before the first innings", "nothing made", "cut, not rounded", "above ten", "just below one"],
)
def test_the_average_is_shown_with_three_decimals_and_cut(runs: list[int], shown: str):
    assert averages(runs).shown() == shown


def test_a_negative_innings_is_refused_by_its_number():
    with pytest.raises(FieldError) as refused:
        averages([3, -1])

    assert refused.value.field == "innings[2]"
