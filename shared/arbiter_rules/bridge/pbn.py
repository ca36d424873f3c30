"""Tags of a PBN file, board by board, tolerant where the format is and exact where a result depends on it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from arbiter_rules.bridge.contracts import PASSED_OUT, Contract, Seat, parse_contract, parse_seat, vulnerable
from arbiter_rules.bridge.deals import read_deal
from arbiter_rules.bridge.import_report import ImportReport
from arbiter_rules.bridge.table_results import Room, TableRecord, read_room
from arbiter_rules.errors import FieldError

_TAG = re.compile(r'\[\s*([A-Za-z][A-Za-z0-9_]*)\s*"((?:[^"\\]|\\.)*)"\s*\]')
_RESULT = re.compile(r"(?:(NS|EW)\s+)?(\d{1,2})", re.IGNORECASE)
#: Tags after which lines of data follow.
_SECTIONS = ("Auction", "Play")
_TABLES = (
    "OptimumResultTable",
    "TotalScoreTable",
    "ScoreTable",
    "ActionTable",
    "AuctionTimeTable",
    "PlayTimeTable",
)
_BOTH, _NONE = ("all", "both"), ("none", "love", "-", "")
MOST_BOARDS = 5000


@dataclass
class RawBoard:
    """The tags of one board, with the line where it starts."""

    line: int
    tags: dict[str, str] = field(default_factory=dict[str, str])


def scan(text: str, report: ImportReport[TableRecord]) -> list[RawBoard]:
    """Split a file into boards. A tag that comes a second time starts the next board, blank line or not."""
    boards: list[RawBoard] = []
    current: RawBoard | None = None
    in_section = False
    blank = True
    for number, line in enumerate(_without_comments(text), start=1):
        content = line.strip()
        tag = _TAG.fullmatch(content)
        if not content:
            current, blank, in_section = None, True, False
        elif tag:
            name, value = tag.groups()
            if current is None or name in current.tags:
                if current is not None and not blank:
                    report.ignore(number, name, "a new board without a blank line before it")
                current = RawBoard(number)
                boards.append(current)
            current.tags[name] = value
            in_section = name in _SECTIONS or name in _TABLES
            blank = False
            if name in _TABLES and "\\n" in value:
                report.ignore(number, name, "not a table section: its rows are written into the tag")
        elif not in_section and not content.startswith("%"):
            report.ignore(number, "text", content)
    if len(boards) > MOST_BOARDS:
        raise FieldError("pbn", f"{len(boards)} boards", f"at most {MOST_BOARDS}")
    return boards


def _without_comments(text: str) -> Iterator[str]:
    """The lines without `{…}` and `;…` comments; a line that held nothing else is not a blank line."""
    inside = False
    for line in text.splitlines():
        kept = ""
        had_comment = inside
        for part in re.split(r'("(?:[^"\\]|\\.)*"|[{};])', line):
            if inside:
                inside = part != "}"
            elif part == "{":
                inside = had_comment = True
            elif part == ";":
                had_comment = True
                break
            else:
                kept += part
        yield "%" if had_comment and not kept.strip() else kept


def read_pbn(text: str) -> ImportReport[TableRecord]:
    """All boards with what their tags say of contract and result."""
    report: ImportReport[TableRecord] = ImportReport()
    previous: dict[str, str] = {}
    rooms: dict[tuple[int, str], int] = {}
    for board in scan(text, report):
        tags = _inherit(board, previous, report)
        previous = tags
        if "BidSystemNS" in tags or "BidSystemEW" in tags or "BidSystem" in tags:
            report.ignore(board.line, "BidSystem", "a label, not the pair's declared system")
        try:
            record = _record(tags, rooms)
        except FieldError as error:
            report.refuse(board.line, error)
            continue
        if record.score is None:
            report.ignore(board.line, f"board {record.board}", "kept, not scored: no contract or result")
        report.read.append(record)
    return report


def _inherit(board: RawBoard, previous: dict[str, str], report: ImportReport[TableRecord]) -> dict[str, str]:
    """`#` stands for the value of the board before."""
    tags: dict[str, str] = {}
    for name, value in board.tags.items():
        if value.startswith("#"):
            if name not in previous:
                report.ignore(board.line, name, "# without a board before it")
            tags[name] = previous.get(name, "")
        else:
            tags[name] = value
    return tags


def _record(tags: dict[str, str], rooms: dict[tuple[int, str], int]) -> TableRecord:
    number = tags.get("Board", "").strip()
    if not number.isdecimal() or not 1 <= int(number) <= 999:
        raise FieldError("Board", number, "a number from 1 to 999")
    board = int(number)
    deal = read_deal(tags["Deal"], "Deal").pbn() if tags.get("Deal") else ""
    room = _room(tags, rooms, board, deal)
    contract = _contract(tags)
    if contract is None or contract == PASSED_OUT:
        return TableRecord(board, room, contract, None, None, False, deal)
    text = tags.get("Declarer", "").strip().lstrip("^")
    declarer = parse_seat(text, "Declarer") if text and text != "?" else None
    if declarer is None:
        return TableRecord(board, room, contract, None, None, False, deal)
    tricks = _tricks(tags, declarer)
    return TableRecord(board, room, contract, declarer, tricks, _vulnerable(tags, board, declarer), deal)


def _room(tags: dict[str, str], rooms: dict[tuple[int, str], int], board: int, deal: str) -> Room:
    """The room named, or else the open room for the first record of a board and the closed one for the next."""
    named = tags.get("Room") or tags.get("Table")
    if named:
        return read_room(named, "Room")
    rooms[board, deal] = rooms.get((board, deal), 0) + 1
    return "open" if rooms[board, deal] % 2 else "closed"


def _contract(tags: dict[str, str]) -> Contract | None:
    text = tags.get("Contract", "").strip()
    return parse_contract(text, "Contract") if text and text != "?" else None


def _tricks(tags: dict[str, str], declarer: Seat) -> int | None:
    text = tags.get("Result", "").strip().lstrip("^")
    if text in ("", "?"):
        return None
    match = _RESULT.fullmatch(text)
    if match is None or int(match[2]) > 13:
        raise FieldError("Result", text, "tricks from 0 to 13, perhaps after NS or EW")
    tricks = int(match[2])
    theirs = match[1] is not None and (match[1].upper() == "NS") != (declarer in ("N", "S"))
    return 13 - tricks if theirs else tricks


def _vulnerable(tags: dict[str, str], board: int, declarer: Seat) -> bool:
    if "Vulnerable" not in tags:
        return vulnerable(board, declarer)
    text = tags["Vulnerable"].strip().lower()
    if text in _BOTH or text in _NONE:
        return text in _BOTH
    if text not in ("ns", "ew"):
        raise FieldError("Vulnerable", tags["Vulnerable"], "None, Love, -, NS, EW, All or Both")
    return declarer.lower() in text
