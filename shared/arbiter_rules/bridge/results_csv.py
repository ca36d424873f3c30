"""Results from a table of values (CSV), with English or Swedish headings and notation.

Columns: board, room, contract, declarer, result; in Swedish bricka, rum, kontrakt, spelförare, resultat. Separated
by comma, semicolon or tab. A contract may carry its result (`4Sx-1`) and be `Pass`. A column `deal` holds the
deal in PBN's form, a column `kort` the same with the Swedish letters E K D kn.
"""

import csv
import io
import re

from arbiter_rules.bridge.contracts import PASSED_OUT, parse_contract, parse_seat, parse_tricks, vulnerable
from arbiter_rules.bridge.deals import read_deal
from arbiter_rules.bridge.import_report import ImportReport
from arbiter_rules.bridge.table_results import TableRecord, read_room
from arbiter_rules.errors import FieldError

HEADINGS = {
    "board": "board",
    "bricka": "board",
    "giv": "board",
    "room": "room",
    "table": "room",
    "rum": "room",
    "bord": "room",
    "contract": "contract",
    "kontrakt": "contract",
    "declarer": "declarer",
    "spelförare": "declarer",
    "spf": "declarer",
    "result": "result",
    "tricks": "result",
    "resultat": "result",
    "stick": "result",
    "deal": "deal",
    "kort": "swedish_deal",
}
NEEDED = ("board", "room", "contract", "declarer")
MOST_ROWS = 20_000
_JOINED = re.compile(r"(?P<contract>.*?[^\d=+\-–−])\s*(?P<result>=|[+\-–−]\d{1,2})")


def read_csv(text: str) -> ImportReport[TableRecord]:
    """Read all rows; a row that does not fit is refused with its line, columns that nobody knows are ignored."""
    report: ImportReport[TableRecord] = ImportReport()
    first = text.lstrip("\ufeff").split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    rows = csv.reader(io.StringIO(text.lstrip("\ufeff")), delimiter=delimiter)
    columns: dict[str, int] = {}
    no_headings: list[str] = []
    for position, heading in enumerate(next(rows, no_headings)):
        meaning = HEADINGS.get(heading.strip().lower())
        if meaning is None:
            report.ignore(1, heading.strip(), "a column nobody asked for")
        else:
            columns.setdefault(meaning, position)
    missing = [name for name in NEEDED if name not in columns]
    if missing:
        raise FieldError(
            "csv.headings", first.strip(), "the columns " + ", ".join(NEEDED) + " and perhaps result"
        )
    for row in rows:
        if not any(cell.strip() for cell in row):
            continue
        if len(report.read) + len(report.refused) >= MOST_ROWS:
            raise FieldError("csv", "too many rows", f"at most {MOST_ROWS}")
        try:
            report.read.append(_record(row, columns))
        except FieldError as error:
            report.refuse(rows.line_num, error)
    return report


def _record(row: list[str], columns: dict[str, int]) -> TableRecord:
    cells = {name: row[at].strip() if at < len(row) else "" for name, at in columns.items()}
    if not cells["board"].isdecimal() or not 1 <= int(cells["board"]) <= 999:
        raise FieldError("board", cells["board"], "a number from 1 to 999")
    board = int(cells["board"])
    room = read_room(cells["room"])
    text, result = cells["contract"], cells.get("result", "")
    joined = _JOINED.fullmatch(text)
    if joined and not result:
        text, result = joined["contract"], joined["result"]
    contract = parse_contract(text)
    deal = _deal(cells)
    if contract == PASSED_OUT:
        return TableRecord(board, room, contract, None, None, False, deal)
    declarer = parse_seat(cells["declarer"])
    tricks = parse_tricks(result, contract)
    return TableRecord(board, room, contract, declarer, tricks, vulnerable(board, declarer), deal)


def _deal(cells: dict[str, str]) -> str:
    """The deal in PBN's form; empty if the row has none."""
    if cells.get("deal"):
        return read_deal(cells["deal"]).pbn()
    swedish = cells.get("swedish_deal", "")
    return read_deal(swedish, "kort", swedish=True).pbn() if swedish else ""
