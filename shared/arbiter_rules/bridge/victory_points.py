"""Victory points: scales as data with their provenance, and the WBF's scale by formula.

An answer from a scale that nobody has checked against an official table says so (`verified` False).
"""

import tomllib
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import cache, cached_property
from itertools import pairwise
from typing import cast

from arbiter_rules.bridge.parameters import MARKS, TABLES, Mark
from arbiter_rules.errors import FieldError
from arbiter_rules.trace import Decision, Trace

#: Smallest margin, winner's and loser's victory points.
ScaleRow = tuple[int, Decimal, Decimal]

MOST_BOARDS = 128
CENT = Decimal("0.01")


@dataclass(frozen=True)
class Scale:
    """A scale for matches of `boards` boards. Rows are sorted by margin; the last one holds for every larger margin."""

    id: str
    boards: int
    rows: tuple[ScaleRow, ...]
    mark: Mark
    verified: bool
    source: str

    @cached_property
    def _margins(self) -> list[int]:
        return [row[0] for row in self.rows]

    @property
    def average(self) -> Decimal:
        """Victory points of each side in a draw."""
        return self.rows[0][1]

    @property
    def top(self) -> Decimal:
        """The most victory points that a win can bring."""
        return self.rows[-1][1]

    @property
    def blitz(self) -> int:
        """The smallest margin that leaves the loser nothing."""
        return self.rows[-1][0]

    def row(self, margin: int) -> ScaleRow:
        """The row that holds for a margin, 0 or more."""
        return self.rows[bisect_right(self._margins, margin) - 1]

    def least_margin(self, winner: int) -> int:
        """The smallest margin that brings the winner at least so many victory points."""
        for margin, points, _ in self.rows:
            if points >= winner:
                return margin
        raise FieldError("victory_points", winner, f"at most {self.top}")


@dataclass(frozen=True, slots=True)
class Award:
    """Victory points of a match, and whether the scale has been verified."""

    home: Decimal
    away: Decimal
    scale: str
    mark: Mark
    verified: bool


def victory_points(
    scale: Scale, home_imps: int, away_imps: int, boards: int | None = None
) -> Decision[Award]:
    """The victory points of a match, IMPs as the two sides won them.

    A match of fewer boards is still taken from the scale for the full number.
    """
    for name, value in (("home_imps", home_imps), ("away_imps", away_imps)):
        if value < 0:
            raise FieldError(name, value, "0 or more")
    trace = Trace()
    if boards is not None and boards != scale.boards:
        # [rule SBF Försening(4)] Fewer boards, same table.
        trace.note("SBF Försening(4)", "vp.fewer-boards", scale.boards, boards=boards)
    margin = abs(home_imps - away_imps)
    least, winner, loser = scale.row(margin)
    home, away = (winner, loser) if home_imps >= away_imps else (loser, winner)
    # [rule SBF Poängavdrag(2)] The table itself is lost; whatever scale is loaded says where it comes from.
    trace.note(
        "SBF Poängavdrag(2)",
        "vp.award" if scale.verified else "vp.award-unverified",
        (str(home), str(away)),
        margin=margin,
        row=least,
        scale=scale.id,
        mark=scale.mark,
    )
    return trace.decide(Award(home, away, scale.id, scale.mark, scale.verified))


def check_scale(rows: Sequence[ScaleRow], field: str = "scale.rows") -> tuple[ScaleRow, ...]:
    """The rows of a 25-0 or 20-0 scale, if they make one; FieldError names the first that does not fit."""
    if len(rows) < 2 or rows[0][0] != 0 or rows[0][1] != rows[0][2]:
        raise FieldError(f"{field}[1]", repr(rows[:1]), "margin 0 with a draw, and at least one further row")
    total, top = rows[0][1] * 2, rows[-1][1]
    for number, (before, row) in enumerate(pairwise(rows), start=2):
        where = f"{field}[{number}]"
        if row[0] <= before[0]:
            raise FieldError(f"{where}.margin", row[0], f"more than {before[0]}")
        if row[1] < before[1] or row[1] > top:
            raise FieldError(f"{where}.winner", row[1], f"from {before[1]} to {top}")
        if row[2] > before[2] or row[2] < 0:
            raise FieldError(f"{where}.loser", row[2], f"from 0 to {before[2]}")
        if row[1] < top and row[1] + row[2] != total:
            raise FieldError(f"{where}.loser", row[2], f"{total - row[1]}, until the winner has {top}")
    if rows[-1][2] != 0:
        raise FieldError(f"{field}[{len(rows)}].loser", rows[-1][2], "0 in the last row")
    return tuple(rows)


def read_scale(entry: Mapping[str, object], where: str = "scale") -> Scale:
    """A scale from data: id, boards, mark, verified, source, rows of [margin, winner, loser]."""
    mark = str(entry.get("mark"))
    if mark not in MARKS:
        raise FieldError(f"{where}.mark", mark, " | ".join(MARKS))
    boards = entry.get("boards")
    if type(boards) is not int or not 1 <= boards <= MOST_BOARDS:
        raise FieldError(f"{where}.boards", repr(boards), f"1 to {MOST_BOARDS}")
    raw = entry.get("rows")
    if not isinstance(raw, list):
        raise FieldError(f"{where}.rows", str(entry.get("rows")), "a list of [margin, winner, loser]")
    rows: list[ScaleRow] = []
    for number, row in enumerate(cast("list[object]", raw), start=1):
        cells = _cells(row)
        if len(cells) != 3 or any(type(cell) is not int for cell in cells):
            raise FieldError(f"{where}.rows[{number}]", repr(row), "[margin, winner, loser] in whole numbers")
        margin, winner, loser = cast("list[int]", cells)
        rows.append((margin, Decimal(winner), Decimal(loser)))
    return Scale(
        str(entry.get("id")),
        boards,
        check_scale(rows, f"{where}.rows"),
        cast("Mark", mark),
        entry.get("verified") is True,
        str(entry.get("source")),
    )


def _cells(row: object) -> list[object]:
    return cast("list[object]", row) if isinstance(row, list) else []


@cache
def scales() -> Mapping[str, Scale]:
    """The scales as shipped, by id."""
    with (TABLES / "victory_points.toml").open("rb") as file:
        document = tomllib.load(file)
    entries = cast("list[Mapping[str, object]]", document["scale"])
    found = [read_scale(entry, f"scale[{number}]") for number, entry in enumerate(entries, start=1)]
    return {scale.id: scale for scale in found}


def scale_by_id(scale_id: str) -> Scale:
    """A shipped scale, or `wbf-20-0-<boards>` by formula."""
    shipped = scales().get(scale_id)
    if shipped is not None:
        return shipped
    prefix, _, boards = scale_id.rpartition("-")
    if prefix == "wbf-20-0" and boards.isdecimal() and 1 <= int(boards) <= MOST_BOARDS:
        return wbf_scale(int(boards))
    raise FieldError("scale", scale_id, ", ".join([*scales(), f"wbf-20-0-1 to wbf-20-0-{MOST_BOARDS}"]))


@cache
def wbf_scale(boards: int) -> Scale:
    """The WBF's continuous 20-0 scale, two decimals, concavity corrected. [rule SBF WBF 20-0]

    A win by M IMPs brings 10 + 10 (1 - t^(3M/B)) / (1 - t^3), B = 15 sqrt(boards), t the golden ratio less one.
    Rounding to cents makes some steps larger than the step before; each such entry is raised by a cent until
    every step is at most as large as the one before it.
    """
    if not 1 <= boards <= MOST_BOARDS:
        raise FieldError("boards", boards, f"1 to {MOST_BOARDS}")
    golden = (Decimal(5).sqrt() - 1) / 2
    blitz = 15 * Decimal(boards).sqrt()
    values: list[Decimal] = []
    while len(values) < blitz:
        raw = 10 + 10 * (1 - golden ** (3 * len(values) / blitz)) / (1 - golden**3)
        values.append(raw.quantize(CENT, ROUND_HALF_UP))
    values.append(Decimal("20.00"))
    changed = True
    while changed:
        changed = False
        for at in range(1, len(values) - 1):
            if values[at] - values[at - 1] < values[at + 1] - values[at]:
                values[at] += CENT
                changed = True
    rows = tuple((margin, value, 20 - value) for margin, value in enumerate(values))
    return Scale(
        f"wbf-20-0-{boards}", boards, check_scale(rows), "FOUND", True, "WBF technical report, by formula"
    )
