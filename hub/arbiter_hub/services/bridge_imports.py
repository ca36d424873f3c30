"""Result files: PBN, LIN, CSV and USEBIO, told by their name, read as a whole or not at all.

PBN is split and checked by the rule book first and then read by endplay too; a board that the two read
differently is refused. LIN is in bridge_lin.py. USEBIO is read by defusedxml.
"""

from collections.abc import Callable
from pathlib import PurePath
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from arbiter_hub.errors import RefusedError
from arbiter_hub.services.bridge_lin import has_endplay, read_lin
from arbiter_rules.bridge.contracts import PASSED_OUT, parse_contract, parse_seat, parse_tricks, vulnerable
from arbiter_rules.bridge.import_report import ImportReport, decode
from arbiter_rules.bridge.pbn import read_pbn
from arbiter_rules.bridge.results_csv import read_csv
from arbiter_rules.bridge.table_results import TableRecord
from arbiter_rules.errors import FieldError

Report = ImportReport[TableRecord]


def read_file(name: str, data: bytes) -> Report:
    """Read a file by the ending of its name; FieldError if nothing of it can be read."""
    ending = PurePath(name).suffix.lower()
    if ending == ".xml":
        return read_usebio(data)
    if ending not in READERS:
        raise RefusedError(422, "file.name", name, "a name that ends in .xml, " + ", ".join(READERS))
    return READERS[ending](decode(data))


def read_checked_pbn(text: str) -> Report:
    """PBN, with endplay as a second reader where it is installed."""
    report = read_pbn(text)
    if not has_endplay():
        report.ignore(0, "endplay", "not installed: the file was read once, not twice")
        return report
    for record in report.read:
        theirs = contract_score_by_endplay(record)
        if theirs != record.score:
            error = FieldError(f"board {record.board}", theirs, f"{record.score}, as the board was read here")
            report.refuse(0, error)
    return report


def contract_score_by_endplay(record: TableRecord) -> int | None:
    """What endplay makes of the deal and the contract; only of what it reads soundly."""
    from endplay.types import Contract, Deal, Vul  # noqa: PLC0415 - an optional extra

    if record.deal:
        Deal(record.deal)
    if record.score is None or record.contract is None or record.contract.level == 0:
        return record.score
    over = (record.tricks or 0) - record.contract.level - 6
    text = f"{record.contract.level}{record.contract.strain}{record.declarer}{'x' * record.contract.risk}"
    contract = Contract(text + ("=" if over == 0 else f"{over:+d}"))
    score = contract.score(Vul.both if record.vulnerable else Vul.none)
    return score if record.declarer in ("N", "S") else -score


def read_usebio(data: bytes) -> Report:
    """USEBIO: the traveller lines of each board, the first as the open room, the second as the closed one."""
    try:
        root: Element = fromstring(data)
    except (ParseError, DefusedXmlException, ValueError) as error:
        raise FieldError("file", type(error).__name__, "well-formed XML without entities") from None
    report = Report()
    for place, board in enumerate(root.iter("BOARD"), start=1):
        number = (board.findtext("BOARD_NUMBER") or "").strip()
        for at, line in enumerate(board.iter("TRAVELLER_LINE")):
            try:
                report.read.append(_usebio_record(number, line, at))
            except FieldError as error:
                report.refuse(place, error)
    return report


def _usebio_record(number: str, line: Element, at: int) -> TableRecord:
    if not number.isdecimal() or not 1 <= int(number) <= 999:
        raise FieldError("BOARD_NUMBER", number, "a number from 1 to 999")
    if at > 1:
        raise FieldError(f"board {number}.TRAVELLER_LINE", "a third line", "one line in each room")
    board = int(number)
    room = "closed" if at else "open"
    contract = parse_contract(line.findtext("CONTRACT") or "", "CONTRACT")
    if contract == PASSED_OUT:
        return TableRecord(board, room, contract, None, None, False)
    declarer = parse_seat(line.findtext("PLAYED_BY") or "", "PLAYED_BY")
    tricks = parse_tricks(line.findtext("TRICKS") or "", contract, "TRICKS")
    return TableRecord(board, room, contract, declarer, tricks, vulnerable(board, declarer))


READERS: dict[str, Callable[[str], Report]] = {
    ".pbn": read_checked_pbn,
    ".lin": read_lin,
    ".csv": read_csv,
    ".tsv": read_csv,
}
