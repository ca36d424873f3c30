"""A tournament's matches as a CSV file: checked as a whole, and every fault named by its row.

The first line names the columns, in any order and letter case: number, a, b and, if wanted, club_a, club_b, table,
site, or their names in German or Swedish.
Commas, semicolons and tabs separate; a byte order mark is passed over. UTF-8 only.
"""

import csv
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from arbiter_clock.canonical_json import is_text
from arbiter_clock.errors import FieldError
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.services.csv_import import (
    MATCH_COLUMNS,
    NOTHING,
    ONE_SITE,
    table_of,
    text_of_at_most,
    too_large,
)
from arbiter_hub.sites import Sites

#: The names of each column; the first is the field's own.
COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "number": ("number", "no", "no.", "nummer", "nr", "nr.", "spiel", "spiel nr.", "match", "matchnummer"),
    "a": ("a", *MATCH_COLUMNS["player_a"]),
    "b": ("b", *MATCH_COLUMNS["player_b"]),
    **{name: MATCH_COLUMNS[name] for name in ("club_a", "club_b", "table", "site")},
}
REQUIRED = ("number", "a", "b")
_FIELDS: Final = {name: field for field, names in COLUMNS.items() for name in names}
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
    #: What the file calls each of its columns.
    names: Mapping[str, str]

    def column(self, fault: FieldError) -> str | None:
        """The column of a fault as the file calls it; None where the row as a whole does not fit, or has no such."""
        return self.names.get(fault.field.rpartition("]")[2].removeprefix("."))


def read_fixtures(
    content: bytes, taken: frozenset[int] = frozenset(), sites: Sites = ONE_SITE, at: str = ""
) -> Sheet:
    """Read a file; `taken` are numbers that the tournament has already, and tables are at the site `at` unless the
    file says otherwise. FieldError if it is no such file at all."""
    if len(content) > MOST_BYTES:
        raise FieldError("file", *too_large(len(content), MOST_BYTES))
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        found = Phrase(N_("byte {byte}"), byte=error.start)
        raise FieldError("file", found, Phrase(N_("text in UTF-8"))) from None
    lines = text.splitlines()
    if not lines:
        raise FieldError("file", NOTHING, Phrase(N_("a line with the names of the columns")))
    separator = max(";,\t", key=lines[0].count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    try:
        rows = [row for row in reader if any(cell.strip() for cell in row)]
    except csv.Error as error:
        raise FieldError("file", str(error), Phrase(N_("lines of cells"))) from None
    heading = [" ".join(cell.split()) for cell in rows[0]]
    columns = _columns(heading)
    if len(rows) > MOST_ROWS + 1:
        found = Phrase(N_("{count} rows"), count=len(rows) - 1)
        raise FieldError("file", found, Phrase(N_("at most {most} rows"), most=MOST_ROWS))
    fixtures: list[Fixture] = []
    faults: list[FieldError] = []
    numbers = set(taken)
    for position, row in enumerate(rows[1:], start=1):
        try:
            fixture = _fixture(f"row[{position}]", columns, row, sites, at)
            if fixture.number in numbers:
                once = Phrase(N_("a number that occurs once"))
                raise FieldError(f"row[{position}].number", fixture.number, once)
            numbers.add(fixture.number)
            fixtures.append(fixture)
        except FieldError as fault:
            faults.append(fault)
    return Sheet(tuple(fixtures), tuple(faults), dict(zip(columns, heading, strict=True)))


def _columns(heading: list[str]) -> list[str]:
    """The fields that the columns of a file are."""
    known = ", ".join(COLUMNS)
    columns: list[str] = []
    for name in heading:
        field = _FIELDS.get(name.casefold())
        if field is None:
            raise FieldError("columns", name, known)
        if field in columns:
            found = Phrase(N_("{column} twice"), column=name)
            raise FieldError("columns", found, Phrase(N_("each column once")))
        columns.append(field)
    for column in REQUIRED:
        if column not in columns:
            raise FieldError("columns", Phrase(N_("no {column}"), column=column), known)
    return columns


def _fixture(where: str, columns: list[str], row: list[str], sites: Sites, at: str) -> Fixture:
    if len(row) != len(columns):
        count = N_("{count} cells")
        raise FieldError(where, Phrase(count, count=len(row)), Phrase(count, count=len(columns)))
    cells = {column: " ".join(cell.split()) for column, cell in zip(columns, row, strict=True)}
    number = cells["number"]
    if not re.fullmatch(r"[1-9][0-9]{0,5}", number):
        allowed = Phrase(N_("a whole number from {low} to {high}"), low=1, high=999_999)
        raise FieldError(f"{where}.number", number, allowed)
    for column, cell in cells.items():
        if not is_text(cell) or len(cell.encode()) > _TEXT_BYTES:
            raise FieldError(f"{where}.{column}", cell, text_of_at_most(_TEXT_BYTES))
    for column in ("a", "b"):
        if not cells[column]:
            raise FieldError(f"{where}.{column}", NOTHING, Phrase(N_("a player's name")))
    if (cells["a"], cells.get("club_a")) == (cells["b"], cells.get("club_b")):
        raise FieldError(f"{where}.b", cells["b"], Phrase(N_("another player than a")))
    try:
        table = table_of(cells, sites, at)
    except FieldError as fault:
        raise FieldError(f"{where}.{fault.field}", fault.found, fault.allowed) from None
    return Fixture(
        int(number), cells["a"], cells.get("club_a", ""), cells["b"], cells.get("club_b", ""), table
    )
