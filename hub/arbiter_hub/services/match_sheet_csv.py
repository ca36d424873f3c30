"""A match sheet for a spreadsheet: one record a line, in a table whose columns are the same for all of them.

UTF-8 with a byte order mark and semicolons, as spreadsheets of Germany and Sweden open it by a double click. Names of
columns and records are English in every language, as programs read them.
"""

import csv
from collections.abc import Iterable
from datetime import UTC, datetime
from io import StringIO
from typing import Final

from arbiter_hub.services.match_sheet import MatchSheet

COLUMNS: Final = (
    "record", "set", "stroke", "at", "player", "to", "points", "points_a", "points_b", "winner", "by", "value", "text",
)  # fmt: skip

#: A spreadsheet takes a cell that begins so for a formula.
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")

Line = dict[str, object]


def to_csv(sheet: MatchSheet) -> bytes:
    """The sheet. `player` (of a set: who began it), `to` and `winner` are a or b; times are ISO 8601 in UTC."""
    target = StringIO()
    target.write("\ufeff")
    writer: csv.DictWriter[str] = csv.DictWriter(
        target, COLUMNS, restval="", delimiter=";", lineterminator="\r\n"
    )
    writer.writeheader()
    for line in _lines(sheet):
        writer.writerow({name: _cell(value) for name, value in line.items()})
    return target.getvalue().encode("utf-8")


def _lines(sheet: MatchSheet) -> Iterable[Line]:
    facts = {
        "match": sheet.number,
        "table": sheet.table,
        "title": sheet.title,
        "discipline": sheet.discipline,
        "edition": sheet.edition,
        "preset": sheet.preset,
        "distance": sheet.distance,
        "best_of": sheet.best_of,
        "threshold_sets": None if sheet.threshold is None else sheet.threshold.sets,
        "threshold_ms": None if sheet.threshold is None else sheet.threshold.limit_ms,
        "threshold_clock": None if sheet.threshold is None else sheet.threshold.clock,
        "threshold_scope": None if sheet.threshold is None else sheet.threshold.scope,
        "threshold_first_set": None if sheet.threshold is None else sheet.threshold.first_set,
        "threshold_no_next_set_at": _iso(sheet.played.no_next_set_at),
        "began_at": _iso(sheet.began_at),
        "ended_at": _iso(sheet.ended_at),
        "gross_ms": sheet.played.gross_ms,
        "net_ms": sheet.played.net_ms,
        "complete": "yes" if sheet.complete else "no",
    }
    for name, value in facts.items():
        yield {"record": "match", "value": name, "text": value}
    yield {"record": "result", "points_a": sheet.a.sets, "points_b": sheet.b.sets, "winner": sheet.winner}
    for player, side in (("a", sheet.a), ("b", sheet.b)):
        figures = {
            "name": side.name,
            "club": side.club,
            "ball": side.ball,
            "sets": side.sets,
            "penalties": side.penalties,
            "strokes": side.strokes,
            "innings": side.innings,
            "average": side.average,
            "high_run": side.high_run,
        }
        for name, value in figures.items():
            yield {"record": "player", "player": player, "value": name, "text": value}
    yield from _course(sheet)


def _course(sheet: MatchSheet) -> Iterable[Line]:
    for one in sheet.sets:
        yield {
            "record": "set", "set": one.number, "at": _iso(one.ended_at), "player": one.starts,
            "points_a": one.points[0], "points_b": one.points[1], "winner": one.winner, "by": one.limited_by,
            "value": one.ended_by,
        }  # fmt: skip
        for player, points in zip("ab", one.penalty_points, strict=True):
            yield {"record": "penalty_points", "set": one.number, "to": player, "points": points}
    for order in sheet.orders:
        yield {
            "record": "order", "set": order.from_set, "at": _iso(order.at), "by": order.by, "value": order.state,
            "text": order.scope,
        }  # fmt: skip
    for penalty in sheet.penalties:
        yield {
            "record": "penalty", "set": penalty.set, "stroke": penalty.stroke, "at": _iso(penalty.at),
            "player": penalty.against, "to": penalty.to, "points": penalty.points,
            "value": "counts" if penalty.counts else "taken_back", "text": penalty.n,
        }  # fmt: skip
    for correction in sheet.corrections:
        yield {
            "record": correction.action, "set": correction.set, "at": _iso(correction.at),
            "player": correction.player, "points": correction.points, "by": correction.by,
            "value": correction.what, "text": correction.note,
        }  # fmt: skip
    for warning in sheet.warnings:
        yield {
            "record": "disqualification" if warning.disqualified else "warning", "set": warning.set,
            "at": _iso(warning.at), "player": warning.player, "by": warning.by, "value": warning.n,
            "text": warning.note,
        }  # fmt: skip
    for note in sheet.notes:
        yield {"record": "note", "at": _iso(note.at), "by": note.by, "text": note.text}


def _iso(at: int | None) -> str | None:
    return None if at is None else datetime.fromtimestamp(at // 1000, UTC).isoformat().replace("+00:00", "Z")


def _cell(value: object) -> object:
    """The value; a text that a spreadsheet would run is quoted."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
