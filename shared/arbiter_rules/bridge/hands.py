"""Every way to hold thirteen cards in four suits: 560 length vectors with shape, points and frequency."""

from dataclasses import dataclass
from functools import cache
from itertools import product
from math import comb
from typing import Literal

Lengths = tuple[int, int, int, int]
Shape = tuple[int, int, int, int]
ShapeClass = Literal["balanced", "semibalanced", "unbalanced"]

#: Suits in the order of a length vector.
SUITS = ("C", "D", "H", "S")
MAJORS = ("H", "S")
MINORS = ("C", "D")

# [rule SBF 2.2(7)] [rule SBF 2.2(8)] [rule SBF 2.2(9)] Three shapes each; whatever has a singleton or void is neither.
BALANCED: frozenset[Shape] = frozenset({(4, 3, 3, 3), (4, 4, 3, 2), (5, 3, 3, 2)})
SEMIBALANCED: frozenset[Shape] = frozenset({(5, 4, 2, 2), (6, 3, 2, 2), (7, 2, 2, 2)})

#: High-card points of the k best honours of a suit (ace 4, king 3, queen 2, jack 1). [rule SBF 2.2(1)]
_TOP = (0, 4, 7, 9, 10)
#: High-card points that a suit of so many cards cannot avoid: beyond nine cards honours must be among them.
_FORCED = {10: 1, 11: 3, 12: 6, 13: 10}
HP_MAX = 37


@dataclass(frozen=True, slots=True)
class Distribution:
    """One length vector. `points` are distribution points, `deals` the number of 13-card hands that have it;
    high-card points of such a hand run from `hp_min` to `hp_max` without a gap."""

    lengths: Lengths
    shape: Shape
    shape_class: ShapeClass
    points: int
    deals: int
    hp_min: int
    hp_max: int


def shape_class(shape: Shape) -> ShapeClass:
    """Balanced, semibalanced or unbalanced."""
    if shape in BALANCED:
        return "balanced"
    return "semibalanced" if shape in SEMIBALANCED else "unbalanced"


def distribution_points(lengths: Lengths) -> int:
    """Void 3, singleton 2, doubleton 1."""
    return sum(max(0, 3 - length) for length in lengths)  # [rule SBF 2.2(2)]


def resembles_balanced(shape: Shape) -> bool:
    """Whether a natural bid in no trumps may contain the shape now and then.

    The semibalanced shapes, and those without a void whose two longest suits have at most nine cards.
    """
    return shape in SEMIBALANCED or (shape[3] > 0 and shape[0] + shape[1] <= 9)  # [rule SBF 4.7(2)]


def _distribution(lengths: Lengths) -> Distribution:
    longest_first = sorted(lengths, reverse=True)
    shape = (longest_first[0], longest_first[1], longest_first[2], longest_first[3])
    deals = 1
    for length in lengths:
        deals *= comb(13, length)
    return Distribution(
        lengths,
        shape,
        shape_class(shape),
        distribution_points(lengths),
        deals,
        sum(_FORCED.get(length, 0) for length in lengths),
        sum(_TOP[min(length, 4)] for length in lengths),
    )


@cache
def distributions() -> tuple[Distribution, ...]:
    """All 560 length vectors."""
    return tuple(
        _distribution((clubs, diamonds, hearts, 13 - clubs - diamonds - hearts))
        for clubs, diamonds, hearts in product(range(14), repeat=3)
        if clubs + diamonds + hearts <= 13
    )


def is_strong(hp: int, points: int) -> bool:
    """At least 15 high-card points, or 18 with distribution points; counted, never upgraded."""
    return hp >= 15 or hp + points >= 18  # [rule SBF 2.2(4)] [rule SBF 4.6(1)]


def is_weak(hp: int) -> bool:
    """Fewer than 8 high-card points."""
    return hp < 8  # [rule SBF 2.2(5)]
