"""Players and matches as CSV files: read as a whole, and every fault named by row, column, what was found and what is
allowed. Nothing here stores anything.

The first line names the columns, in any order and letter case, in German, English or Swedish. Semicolons, commas and
tabs separate. Text is UTF-8, with a byte order mark or without. Other encodings are not guessed, as a wrong guess
spoils names without anybody noticing: a Windows-1252 file is taken only when that is said, and the answer says so too.
"""

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final, Generic, Literal, TypeVar

from arbiter_clock import presets
from arbiter_clock.canonical_json import is_text
from arbiter_clock.errors import FieldError
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.sites import KEY_PATTERN, Sites
from arbiter_rules.billiards.statistics import discipline_named
from arbiter_rules.billiards.time_limit import Threshold, parse_minutes

MOST_BYTES: Final = 1_000_000
MOST_ROWS: Final = 2_000
#: What the wire takes of a name or title.
MOST_TEXT: Final = 120

#: A hub that has no further site.
ONE_SITE: Final = Sites("")

Encoding = Literal["utf-8", "windows-1252"]
Ball = Literal["white", "yellow"]
PlayerId = Literal["a", "b"]

#: What stands where something should.
NOTHING: Final = Phrase(N_("nothing"))
TABLE_NAME: Final = Phrase(N_("the name of a table: small letters, digits and hyphens, at most 32"))

#: The names of each column; the first is the field's own.
PLAYER_COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "name": ("name", "spieler", "player", "spelare", "namn"),
    "club": ("club", "verein", "klubb", "förening"),
}
MATCH_COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "title": ("title", "titel", "runde", "round", "omgång"),
    "discipline": ("discipline", "disziplin", "gren"),
    "preset": ("preset", "uhr", "clock", "klocka"),
    "distance": ("distance", "distanz", "distans"),
    "best_of": ("best of", "best_of", "sätze", "sets", "set"),
    "player_a": ("player a", "player_a", "spieler a", "spelare a", "a"),
    "club_a": ("club a", "club_a", "verein a", "klubb a"),
    "player_b": ("player b", "player_b", "spieler b", "spelare b", "b"),
    "club_b": ("club b", "club_b", "verein b", "klubb b"),
    "ball_a": ("ball a", "ball_a", "spielball a", "boll a"),
    "starts": ("starts", "starting player", "anstoß", "beginner", "börjar"),
    "table": ("table", "tisch", "bord"),
    "site": ("site", "spielort", "spelplats"),
    "threshold": ("threshold", "schwellenwert", "shot-clock-schwellenwert", "zeitgrenze", "tidsgräns"),
    "threshold_sets": ("threshold sets", "threshold_sets", "schwellensätze", "sätze bis grenze", "gränsset"),
}
REQUIRED_OF_PLAYER: Final = ("name",)
REQUIRED_OF_MATCH: Final = ("player_a", "player_b")

_BALLS: Final[Mapping[str, Ball]] = {
    "white": "white", "weiß": "white", "weiss": "white", "vit": "white",
    "yellow": "yellow", "gelb": "yellow", "gul": "yellow",
}  # fmt: skip
_NO_DISTANCE: Final = ("-", "ohne", "none", "ingen")


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """A player of a file. `row` is counted as a spreadsheet does: the names of the columns are row 1."""

    row: int
    name: str
    club: str


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match of a file. No threshold means that there is no time limit."""

    row: int
    title: str
    discipline: str
    preset: str
    distance: int | None
    best_of: int
    player_a: str
    club_a: str
    player_b: str
    club_b: str
    ball_a: Ball
    starts: PlayerId | None
    table: str | None
    threshold: Threshold | None


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in a file that does not fit; `field` is None where the row as a whole does not."""

    row: int
    field: str | None
    found: str
    allowed: str


Row = TypeVar("Row", PlayerRow, MatchRow)


@dataclass(frozen=True, slots=True)
class Sheet(Generic[Row]):
    """What a file holds. With a single fault nothing of it is to be stored."""

    encoding: Encoding
    delimiter: str
    rows: tuple[Row, ...]
    faults: tuple[Fault, ...]
    #: What the file calls each of its columns.
    names: Mapping[str, str]

    @property
    def good(self) -> bool:
        return bool(self.rows) and not self.faults

    def with_faults(self, more: list[Fault]) -> "Sheet[Row]":
        """The same with further faults, in the order of the rows."""
        ordered = sorted((*self.faults, *more), key=lambda fault: fault.row)
        return replace(self, faults=tuple(ordered))


def read_players(content: bytes, encoding: Encoding = "utf-8") -> Sheet[PlayerRow]:
    """Players with their clubs; FieldError if the file is no table at all."""
    seen: dict[tuple[str, str], int] = {}

    def make(row: int, cells: Mapping[str, str]) -> PlayerRow:
        name, club = _name(cells, "name"), _text(cells, "club")
        first = seen.setdefault((name.casefold(), club.casefold()), row)
        if first != row:
            raise FieldError(
                "name", name, Phrase(N_("a player who is there once, and is in row {row} already"), row=first)
            )
        return PlayerRow(row, name, club)

    return _read(content, encoding, PLAYER_COLUMNS, REQUIRED_OF_PLAYER, make)


def read_matches(content: bytes, encoding: Encoding = "utf-8", sites: Sites = ONE_SITE) -> Sheet[MatchRow]:
    """Matches on tables of these sites; FieldError if the file is no table at all."""

    def make(row: int, cells: Mapping[str, str]) -> MatchRow:
        return _match(row, cells, table_of(cells, sites))

    return _read(content, encoding, MATCH_COLUMNS, REQUIRED_OF_MATCH, make)


def table_of(cells: Mapping[str, str], sites: Sites, at: str = "") -> str | None:
    """The hub's name of the table that a row names: with its site before it, or in a column of its own, by name or
    title, or else at the site `at`."""
    table, site = cells.get("table", ""), cells.get("site", "")
    if not table and not site:
        return None
    if not re.fullmatch(KEY_PATTERN, table):
        raise FieldError("table", table or NOTHING, TABLE_NAME)
    named = table.rpartition(".")[0]
    if named and site and sites.called(site) != named:
        raise FieldError("site", site, named)
    return sites.located(table, sites.called(site) if site else at)


def too_large(size: int, most: int) -> tuple[Phrase, Phrase]:
    """(found, allowed) of a file with too many bytes."""
    return Phrase(N_("{size} bytes"), size=size), Phrase(N_("at most {most} bytes"), most=most)


def text_of_at_most(most: int) -> Phrase:
    """What a cell may hold."""
    return Phrase(N_("at most {most} bytes without control characters"), most=most)


def _read(
    content: bytes,
    encoding: Encoding,
    names: Mapping[str, tuple[str, ...]],
    required: tuple[str, ...],
    make: Callable[[int, Mapping[str, str]], Row],
) -> Sheet[Row]:
    text = _decoded(content, encoding)
    delimiter = max(";,\t", key=text.partition("\n")[0].count)
    lines = _lines(text, delimiter)
    try:
        _, heading = next(lines)
        columns, faults = _columns(heading, names, required)
        called = {} if faults else dict(zip(columns, heading, strict=True))
        rows: list[Row] = []
        for row, cells in lines if not faults else ():
            if len(rows) + len(faults) >= MOST_ROWS:
                raise FieldError(
                    "file",
                    Phrase(N_("more than {most} rows"), most=MOST_ROWS),
                    Phrase(N_("at most {most} rows"), most=MOST_ROWS),
                )
            try:
                rows.append(make(row, _cells(columns, cells)))
            except FieldError as fault:
                faults.append(Fault(row, fault.field or None, fault.found, fault.allowed))
    except StopIteration:
        raise FieldError("file", NOTHING, Phrase(N_("a line with the names of the columns"))) from None
    except csv.Error as error:
        raise FieldError("file", str(error), Phrase(N_("lines of cells, with quotes in pairs"))) from None
    return Sheet(encoding, delimiter, tuple(rows), tuple(faults), called)


def _decoded(content: bytes, encoding: Encoding) -> str:
    if len(content) > MOST_BYTES:
        raise FieldError("file", *too_large(len(content), MOST_BYTES))
    try:
        return content.decode("utf-8-sig" if encoding == "utf-8" else "cp1252")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        byte = f"0x{content[error.start]:02x}"
        found = Phrase(N_("byte {byte} in line {line}"), byte=byte, line=line)
        utf_8 = N_("UTF-8 (in a spreadsheet: save as 'CSV UTF-8'), or say that it is windows-1252")
        windows = N_("letters of windows-1252")
        raise FieldError("file", found, Phrase(utf_8 if encoding == "utf-8" else windows)) from None


def _lines(text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """The lines with anything in them, each with its number as a spreadsheet counts."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    for number, cells in enumerate(reader, start=1):
        # Any white space will do, as programs write non-breaking spaces too.
        plain = [" ".join(cell.split()) for cell in cells]
        if any(plain):
            yield number, plain


def _columns(
    heading: list[str], names: Mapping[str, tuple[str, ...]], required: tuple[str, ...]
) -> tuple[list[str], list[Fault]]:
    fields = {name.casefold(): field for field, known in names.items() for name in known}
    columns: list[str] = []
    faults: list[Fault] = []
    for name in heading:
        field = fields.get(name.casefold())
        if field is None:
            faults.append(
                Fault(1, name or None, name or Phrase(N_("a column without a name")), ", ".join(names))
            )
        elif field in columns:
            faults.append(
                Fault(
                    1, field, Phrase(N_("{name}, a second time"), name=name), Phrase(N_("each column once"))
                )
            )
        else:
            columns.append(field)
    faults += [
        Fault(1, field, NOTHING, Phrase(N_("a column of this name")))
        for field in required
        if field not in columns
    ]
    return columns, faults


def _cells(columns: list[str], cells: list[str]) -> Mapping[str, str]:
    # Spreadsheets leave out empty cells at the end of a line, or add some.
    extra = cells[len(columns) :]
    if any(extra):
        raise FieldError(
            "",
            Phrase(N_("{count} cells"), count=len(cells)),
            Phrase(N_("at most {most} cells"), most=len(columns)),
        )
    filled = cells[: len(columns)] + [""] * (len(columns) - len(cells))
    return dict(zip(columns, filled, strict=True))


def _match(row: int, cells: Mapping[str, str], table: str | None) -> MatchRow:
    player_a, player_b = _name(cells, "player_a"), _name(cells, "player_b")
    club_a, club_b = _text(cells, "club_a"), _text(cells, "club_b")
    if (player_a.casefold(), club_a.casefold()) == (player_b.casefold(), club_b.casefold()):
        raise FieldError("player_b", player_b, Phrase(N_("another player than player_a")))
    best_of = _number(cells, "best_of", 1, 99) or 3
    if best_of % 2 == 0:
        raise FieldError("best_of", best_of, Phrase(N_("an odd number of sets")))
    return MatchRow(
        row=row,
        title=_text(cells, "title"),
        discipline=_discipline(cells),
        preset=_preset(cells),
        distance=_distance(cells),
        best_of=best_of,
        player_a=player_a,
        club_a=club_a,
        player_b=player_b,
        club_b=club_b,
        ball_a=_ball(cells),
        starts=_starts(cells, player_a, player_b),
        table=table,
        threshold=_threshold(cells, best_of),
    )


def _text(cells: Mapping[str, str], field: str) -> str:
    text = cells.get(field, "")
    if not is_text(text) or len(text.encode()) > MOST_TEXT:
        raise FieldError(field, text, text_of_at_most(MOST_TEXT))
    return text


def _name(cells: Mapping[str, str], field: str) -> str:
    text = _text(cells, field)
    if not text:
        raise FieldError(field, NOTHING, Phrase(N_("a name")))
    return text


def _number(cells: Mapping[str, str], field: str, low: int, high: int) -> int | None:
    text = cells.get(field, "")
    if not text:
        return None
    if not re.fullmatch(r"[0-9]{1,6}", text) or not low <= int(text) <= high:
        raise FieldError(field, text, Phrase(N_("a whole number from {low} to {high}"), low=low, high=high))
    return int(text)


def _discipline(cells: Mapping[str, str]) -> str:
    text = cells.get("discipline", "") or "5-Kegel"
    found = discipline_named(text)
    if found is None:
        known = "5-Kegel, EuroKegel, BK-2, BK-2plus, Karambol, Pool, Snooker"
        raise FieldError("discipline", text, Phrase(N_("one of {expected}"), expected=known))
    return found.name


def _preset(cells: Mapping[str, str]) -> str:
    name = cells.get("preset", "") or presets.DEFAULT
    if name not in presets.NAMES:
        raise FieldError("preset", name, Phrase(N_("one of {expected}"), expected=", ".join(presets.NAMES)))
    return name


def _distance(cells: Mapping[str, str]) -> int | None:
    if "distance" not in cells:
        return 50
    if cells["distance"].casefold() in _NO_DISTANCE:
        return None
    found = _number(cells, "distance", 1, 60_000)
    if found is None:
        raise FieldError("distance", NOTHING, Phrase(N_("a whole number from 1 to 60000, or - for none")))
    return found


def _ball(cells: Mapping[str, str]) -> Ball:
    text = cells.get("ball_a", "")
    ball = _BALLS.get(text.casefold() or "white")
    if ball is None:
        raise FieldError("ball_a", text, Phrase(N_("white or yellow")))
    return ball


def _starts(cells: Mapping[str, str], player_a: str, player_b: str) -> PlayerId | None:
    text = cells.get("starts", "").casefold()
    if not text:
        return None
    sides: tuple[tuple[PlayerId, str], ...] = (("a", player_a), ("b", player_b))
    found: list[PlayerId] = [side for side, name in sides if text in (side, name.casefold())]
    if len(found) != 1:
        raise FieldError(
            "starts",
            cells["starts"],
            Phrase(N_("a, b, {player_a} or {player_b}"), player_a=player_a, player_b=player_b),
        )
    return found[0]


def _threshold(cells: Mapping[str, str], best_of: int) -> Threshold | None:
    """The time as the federation's programs write it; the sets default to as many as a match at least has."""
    text = cells.get("threshold", "")
    try:
        limit_ms = parse_minutes(text)
    except FieldError as fault:
        allowed = Phrase(N_("a whole number of minutes, or nothing"))
        raise FieldError("threshold", fault.found, allowed) from None
    sets = _number(cells, "threshold_sets", 1, best_of)
    if limit_ms is None:
        return None
    return Threshold(best_of // 2 + 1 if sets is None else sets, limit_ms)
