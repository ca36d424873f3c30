"""IMP across the field: cross-IMPs and Butler over all tables that played the same deals.

The regulation orders the comparison but not its method, so divisor, datum and rounding are parameters.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from arbiter_rules.bridge.imps import imps
from arbiter_rules.bridge.readings import DEFAULT
from arbiter_rules.errors import FieldError
from arbiter_rules.policy import Policy
from arbiter_rules.trace import Decision, Trace

Method = Literal["cross-total", "cross-average", "butler-mean", "butler-median", "butler-trimmed"]
METHODS: tuple[Method, ...] = (
    "cross-total",
    "cross-average",
    "butler-mean",
    "butler-median",
    "butler-trimmed",
)
Adjusted = Literal["plus", "average", "minus"]

HIGHEST_SCORE = 7600


@dataclass(frozen=True, slots=True)
class TableResult:
    """One board at one table, from north-south's side: points, or an artificial adjusted score for each side,
    or neither (not scored)."""

    pool: str
    board: int
    ns: str
    ew: str
    score: int | None = None
    adjusted: tuple[Adjusted, Adjusted] | None = None


@dataclass(frozen=True, slots=True)
class BoardIaf:
    """A board: IMPs of north-south at each table in the order given (None: not scored), the datum of Butler."""

    ns: tuple[Fraction | None, ...]
    ew: tuple[Fraction | None, ...]
    datum: int | None
    comparisons: int


@dataclass(frozen=True, slots=True)
class PairIaf:
    """A pair's sum over its boards; `boards` counts those that were scored."""

    pair: str
    boards: int
    imps: Fraction


def common_pool(division: int, series: str, common_deals: bool = False) -> Decision[str | None]:
    """The pool in which a series' tables are compared; None if its deals are not common."""
    trace = Trace()
    if division == 1:
        pool: str | None = "division-1"  # [rule SBF Givar(1)] [rule SBF Spelform(4)]
        trace.note("SBF Givar(1)", "iaf.pool-elite", pool)
    elif division == 2:
        pool = "division-2"  # [rule SBF Givar(2)] one pool over all its series, apart from division 1
        trace.note("SBF Givar(2)", "iaf.pool-second", pool)
    else:
        pool = series if common_deals else None  # [rule SBF Givar(13)] [rule SBF Spelform(5)]
        trace.note("SBF Givar(13)", "iaf.pool-series" if common_deals else "iaf.pool-none", pool)
    return trace.decide(pool)


def board_iaf(
    results: Sequence[TableResult],
    method: Method = "cross-average",
    adjusted_imps: int = 3,
    policy: Policy = DEFAULT,
) -> BoardIaf:
    """IMPs of one board. A single result has nothing to be compared with and gets 0."""
    scores = [result.score for result in results if result.score is not None]
    for score in scores:
        if score % 10 or abs(score) > HIGHEST_SCORE:
            raise FieldError("score", score, f"a multiple of 10 from -{HIGHEST_SCORE} to {HIGHEST_SCORE}")
    comparisons = max(len(scores) - 1, 0)
    datum = None
    if method in ("cross-total", "cross-average"):
        by_score = _cross(scores, method, policy)
        unit = comparisons if method == "cross-total" else 1
    else:
        datum = _datum(scores, method, policy) if scores else None
        by_score = {
            score: Fraction(imps(score - (datum or 0))) if comparisons else Fraction(0)
            for score in set(scores)
        }
        unit = 1
    worth = {"plus": adjusted_imps * unit, "average": 0, "minus": -adjusted_imps * unit}
    ns: list[Fraction | None] = []
    ew: list[Fraction | None] = []
    for result in results:
        if result.score is not None:
            ns.append(by_score[result.score])
            ew.append(-by_score[result.score])
        elif result.adjusted is not None:
            ns.append(Fraction(worth[result.adjusted[0]]))
            ew.append(Fraction(worth[result.adjusted[1]]))
        else:
            ns.append(None)
            ew.append(None)
    return BoardIaf(tuple(ns), tuple(ew), datum, comparisons)


def _cross(scores: Sequence[int], method: Method, policy: Policy) -> dict[int, Fraction]:
    """IMPs against every other table, summed, by score; equal scores are compared once and counted."""
    counts = Counter(scores)
    divisor = 1
    if method == "cross-average":
        divisor = max(len(scores) - (policy["iaf-divisor"] == "comparisons"), 1)
    return {
        score: Fraction(sum(imps(score - other) * count for other, count in counts.items()), divisor)
        for score in counts
    }


def _datum(scores: Sequence[int], method: Method, policy: Policy) -> int:
    """The score to beat, in tens: mean, median, or the mean without the tenth at either end (at least one)."""
    ordered = sorted(scores)
    if method == "butler-median":
        middle = len(ordered) // 2
        exact = Fraction(ordered[middle] + ordered[-middle - 1], 2)
    else:
        cut = max(1, len(ordered) // 10) if method == "butler-trimmed" else 0
        kept = ordered[cut : len(ordered) - cut] if len(ordered) > 2 * cut else ordered
        exact = Fraction(sum(kept), len(kept))
    return round_to_ten(exact, policy)


def round_to_ten(exact: Fraction, policy: Policy = DEFAULT) -> int:
    """The nearest multiple of ten; what lies in the middle goes away from zero, or up, as the policy says."""
    tens, rest = divmod(exact, 10)
    up = rest > 5 or (rest == 5 and (exact > 0 or policy["datum-rounding"] == "towards-plus"))
    return int(tens + up) * 10


def across_field(
    results: Iterable[TableResult],
    method: Method = "cross-average",
    adjusted_imps: int = 3,
    policy: Policy = DEFAULT,
) -> Decision[tuple[PairIaf, ...]]:
    """The sum of every pair, best first. Only tables of one pool are compared with each other."""
    boards: Mapping[tuple[str, int], list[TableResult]] = defaultdict(list)
    count = 0
    for result in results:
        boards[result.pool, result.board].append(result)
        count += 1
    sums: dict[str, Fraction] = defaultdict(Fraction)
    played: Counter[str] = Counter()
    for tables in boards.values():
        board = board_iaf(tables, method, adjusted_imps, policy)
        for result, ns, ew in zip(tables, board.ns, board.ew, strict=True):
            for pair, value in ((result.ns, ns), (result.ew, ew)):
                sums[pair] += value or 0
                played[pair] += value is not None
    trace = Trace()
    # [rule SBF Givar(6)] After each central weekend; how is not laid down.
    switch = "iaf-divisor" if method == "cross-average" else "datum-rounding" if "butler" in method else None
    trace.note("SBF Givar(6)", f"iaf.{method}", len(sums), switch=switch, boards=len(boards), results=count)
    ordered = sorted(sums, key=lambda pair: (-sums[pair], pair))
    return trace.decide(tuple(PairIaf(pair, played[pair], sums[pair]) for pair in ordered))
