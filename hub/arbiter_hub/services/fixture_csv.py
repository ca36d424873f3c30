"""A tournament's matches as a CSV file: checked as a whole, and every fault named by its row.

The first line names the columns, in any order and letter case: number, a, b and, if wanted, club_a, club_b, table.
Commas, semicolons and tabs separate; a byte order mark is passed over. UTF-8 only.
"""

import csv
import io
import re
from dataclasses import dataclass

from arbiter_clock.canonical_json import is_text
from arbiter_clock.errors import FieldError
from arbiter_hub.settings import NAME_PATTERN

REQUIRED = ("number", "a", "b")
OPTIONAL = ("club_a", "club_b", "table")
MOST_ROWS = 2_000
MOST_BYTES = 256_000
_TEXT_BYTES = 120


@dataclass(frozen=True, slots=True)
class Fixture:
    """A match to be played."""

    number: int
    a: str
    club_a: str
    b: str
    club_b: str
    table: str | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a file holds: its matches, and what does not fit. With a single fault nothing of it is to be stored."""

    fixtures: tuple[Fixture, ...]
    faults: tuple[FieldError, ...]


def read_fixtures(content: bytes, taken: frozenset[int] = frozenset()) -> Sheet:
    """Read a file; `taken` are numbers that the tournament has already. FieldError if it is no such file at all."""
    if len(content) > MOST_BYTES:
        raise FieldError("file", f"{len(content)} bytes", f"at most {MOST_BYTES} bytes")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FieldError("file", f"byte {error.start}", "text in UTF-8") from None
    lines = text.splitlines()
    if not lines:
        raise FieldError("file", "nothing", "a line with the names of the columns")
    separator = max(";,\t", key=lines[0].count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        rows = [row for row in reader if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise FieldError("file", str(error), "lines of cells") from None
    columns = [cell.strip().casefold() for cell in rows[0]]
    _check_columns(columns)
    if len(rows) > MOST_ROWS + 1:
        raise FieldError("file", f"{len(rows) - 1} rows", f"at most {MOST_ROWS} rows")
    fixtures: list[Fixture] = []
    faults: list[FieldError] = []
    numbers = set(taken)
    for position, row in enumerate(rows[1:], start=1):
        try:
            fixture = _fixture(f"row[{position}]", columns, row)
            if fixture.number in numbers:
                raise FieldError(f"row[{position}].number", fixture.number, "a number that occurs once")
            numbers.add(fixture.number)
            fixtures.append(fixture)
        except FieldError as fault:
            faults.append(fault)
    return Sheet(tuple(fixtures), tuple(faults))


def _check_columns(columns: list[str]) -> None:
    known = ", ".join((*REQUIRED, *OPTIONAL))
    for column in columns:
        if column not in REQUIRED and column not in OPTIONAL:
            raise FieldError("columns", column, known)
        if columns.count(column) > 1:
            raise FieldError("columns", f"{column} twice", "each column once")
    for column in REQUIRED:
        if column not in columns:
            raise FieldError("columns", f"no {column}", known)


def _fixture(where: str, columns: list[str], row: list[str]) -> Fixture:
    if len(row) != len(columns):
        raise FieldError(where, f"{len(row)} cells", f"{len(columns)} cells")
    cells = {column: " ".join(cell.split()) for column, cell in zip(columns, row, strict=True)}
    number = cells["number"]
    if not re.fullmatch(r"[1-9][0-9]{0,5}", number):
        raise FieldError(f"{where}.number", number, "a whole number from 1 to 999999")
    for column, cell in cells.items():
        if not is_text(cell) or len(cell.encode()) > _TEXT_BYTES:
            raise FieldError(
                f"{where}.{column}", cell, f"at most {_TEXT_BYTES} bytes without control characters"
            )
    for column in ("a", "b"):
        if not cells[column]:
            raise FieldError(f"{where}.{column}", "nothing", "a player's name")
    if (cells["a"], cells.get("club_a")) == (cells["b"], cells.get("club_b")):
        raise FieldError(f"{where}.b", cells["b"], "another player than a")
    table = cells.get("table") or None
    if table is not None and not re.fullmatch(NAME_PATTERN, table):
        raise FieldError(f"{where}.table", table, "the name of a table: small letters, digits, hyphens")
    return Fixture(
        int(number), cells["a"], cells.get("club_a", ""), cells["b"], cells.get("club_b", ""), table
    )
