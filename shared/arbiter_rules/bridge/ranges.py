"""Tables that map ranges to a value, checked for gaps, overlaps and inverted ranges when they are loaded."""

from bisect import bisect_right
from collections.abc import Sequence

from arbiter_rules.errors import FieldError

#: From, to (None: and above), value.
Row = tuple[int, int | None, int]


class RangeTable:
    """A table over the whole numbers from 0 on."""

    def __init__(self, rows: Sequence[Row], field: str):
        self.rows = check_ranges(rows, field)
        self._starts = [row[0] for row in self.rows]
        self._values = [row[2] for row in self.rows]

    def __getitem__(self, number: int) -> int:
        """The value for a number, 0 or more."""
        return self._values[bisect_right(self._starts, number) - 1]


def check_ranges(rows: Sequence[Row], field: str) -> tuple[Row, ...]:
    """The rows, if they cover all whole numbers from 0 once and the values rise; FieldError names the first bad one."""
    if not rows:
        raise FieldError(field, "no rows", "at least one row")
    expected = 0
    before = None
    for number, (low, high, value) in enumerate(rows, start=1):
        where = f"{field}[{number}]"
        if low != expected:
            problem = "a gap" if low > expected else "an overlap"
            raise FieldError(f"{where}.from", f"{low} ({problem})", str(expected))
        if high is None and number < len(rows):
            raise FieldError(f"{where}.to", "nothing", "an end, except in the last row")
        if high is not None and number == len(rows):
            raise FieldError(f"{where}.to", high, "no end in the last row")
        if high is not None and high < low:
            raise FieldError(f"{where}.to", f"{high} (inverted)", f"{low} or more")
        if before is not None and value <= before:
            raise FieldError(f"{where}.value", value, f"more than {before}")
        before = value
        expected = -1 if high is None else high + 1
    return tuple(rows)
