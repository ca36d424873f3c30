"""The figures that carom players compare: average, high run, best set. Exact fractions, rounded only for show."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from arbiter_rules.errors import FieldError


@dataclass(frozen=True, slots=True)
class Averages:
    """Points, innings, general average (points per innings; None before the first innings) and high run."""

    points: int
    innings: int
    average: Fraction | None
    high_run: int

    def shown(self) -> str:
        """The average with three decimals, cut and not rounded, as carom score sheets have it; "-" without one."""
        if self.average is None:
            return "-"
        thousandths = self.average.numerator * 1000 // self.average.denominator
        return f"{thousandths // 1000}.{thousandths % 1000:03d}"


def averages(runs: Sequence[int]) -> Averages:
    """From the points of each innings, in order. FieldError for a negative one."""
    for number, run in enumerate(runs, start=1):
        if run < 0:
            raise FieldError(f"innings[{number}]", run, "0 or more points")
    points = sum(runs)
    return Averages(
        points=points,
        innings=len(runs),
        average=Fraction(points, len(runs)) if runs else None,
        high_run=max(runs, default=0),
    )
