"""LIN files through endplay, with guards: each record is cut out and handed over alone.

Left to itself the library drops records without names (as in files of shown matches), and takes a board without a
claim or a full play as made. Here a record is scored only if its tricks are known.
"""

import importlib.util
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from arbiter_hub.errors import RefusedError
from arbiter_rules.bridge.auction import read_auction
from arbiter_rules.bridge.contracts import PASSED_OUT, Contract, Seat, vulnerable
from arbiter_rules.bridge.deals import read_deal
from arbiter_rules.bridge.import_report import ImportReport
from arbiter_rules.bridge.table_results import Room, TableRecord
from arbiter_rules.errors import FieldError

Report = ImportReport[TableRecord]
Pairs = list[tuple[str, str]]

#: What a record needs; everything else (names, chat, layout) is passed over.
KEPT = ("md", "sv", "ah", "mb", "pc", "mc")
STRAINS = {"clubs": "C", "diamonds": "D", "hearts": "H", "spades": "S", "nt": "NT"}
RISKS = {"passed": 0, "doubled": 1, "redoubled": 2}
SEATS: Mapping[str, Seat] = {"north": "N", "east": "E", "south": "S", "west": "W"}
_VULNERABLE = {"o": "", "n": "NS", "e": "EW", "b": "NSEW"}
_FULL_PLAY = 52


def has_endplay() -> bool:
    """Whether the optional library is installed."""
    return importlib.util.find_spec("endplay") is not None


def read_lin(text: str) -> Report:
    """All records. A record named `o5` is board 5 in the open room, `c5` in the closed one; without names the first
    record of a board is the open room's."""
    if not has_endplay():
        raise RefusedError(422, "file", "a LIN file", "PBN, CSV or USEBIO, as endplay is not installed")
    report = Report()
    seen: dict[int, int] = {}
    for number, pairs in enumerate(_records(text), start=1):
        try:
            record = _record(pairs, seen, number, report)
        except FieldError as error:
            report.refuse(number, error)
        else:
            report.read.append(record)
    return report


def _records(text: str) -> Iterator[Pairs]:
    """The pairs of each record: a new one begins at `qx`, or at a second deal."""
    parts = text.replace("\r", "").replace("\n", "").split("|")
    current: Pairs = []
    for key, value in zip(parts[::2], parts[1::2], strict=False):
        begun = {name for name, _ in current}
        if "md" in begun and key in ("qx", "pn", "md"):
            yield current
            current = []
        if key == "qx":
            current = [pair for pair in current if pair[0] not in ("qx", "vg", "rs")]
        current.append((key, value))
    if any(name == "md" for name, _ in current):
        yield current


def _record(pairs: Pairs, seen: dict[int, int], number: int, report: Report) -> TableRecord:
    named = dict(pairs)
    board, room = _place(named, seen)
    parsed = _parsed(pairs)
    deal = read_deal(parsed.deal.to_pbn(), "deal").pbn()
    calls = [value.rstrip("!") for key, value in pairs if key == "mb" and value]
    for at, call in enumerate(read_auction(calls), start=1):
        if call.problem is not None:
            report.ignore(number, f"board {board}.auction[{at}]", call.problem)
    contract = _contract(parsed.contract, calls)
    if contract is None or contract == PASSED_OUT:
        return TableRecord(board, room, contract, None, None, False, deal)
    declarer = SEATS[parsed.contract.declarer.name]
    vul = _VULNERABLE.get(named.get("sv", "").lower())
    vulnerable_side = vulnerable(board, declarer) if vul is None else declarer in vul
    played = sum(key == "pc" for key, _ in pairs)
    if "mc" not in named and played < _FULL_PLAY:
        report.ignore(number, f"board {board}", "kept, not scored: no claim and no full play")
        return TableRecord(board, room, contract, declarer, None, vulnerable_side, deal)
    tricks = contract.level + 6 + parsed.contract.result
    if not 0 <= tricks <= 13:
        raise FieldError(f"board {board}.mc", named.get("mc", ""), "tricks from 0 to 13")
    return TableRecord(board, room, contract, declarer, tricks, vulnerable_side, deal)


def _place(named: Mapping[str, str], seen: dict[int, int]) -> tuple[int, Room]:
    """Board and room."""
    label = named.get("qx", "").split(",")[0]
    digits = named.get("ah", "").removeprefix("Board").strip() or label[1:]
    if not digits.isdecimal() or not 1 <= int(digits) <= 999:
        raise FieldError("board", digits, "a number from 1 to 999, in ah or qx")
    board = int(digits)
    seen[board] = seen.get(board, 0) + 1
    rooms: dict[str, Literal["open", "closed"]] = {"o": "open", "c": "closed"}
    return board, rooms.get(label[:1].lower(), "open" if seen[board] % 2 else "closed")


def _parsed(pairs: Pairs) -> Any:
    """The board as endplay reads it."""
    from endplay.parsers.lin import loads  # noqa: PLC0415 - an optional extra

    played = sum(key == "pc" for key, _ in pairs)
    # An unfinished play without a claim makes the library stumble; its result would not count anyway.
    keys = KEPT if played >= _FULL_PLAY else tuple(key for key in KEPT if key != "pc")
    text = "pn|,,,|" + "".join(f"{key}|{value}|" for key, value in pairs if key in keys and value)
    try:
        (board,) = loads(text)
    except Exception as error:  # noqa: BLE001 - the library has no error of its own
        raise FieldError("record", f"{type(error).__name__}: {error}", "a board in LIN") from None
    return board


def _contract(parsed: Any, calls: list[str]) -> Contract | None:
    """The contract; a board passed out is one, a board without an auction has none."""
    if not calls:
        return None
    if parsed is None or parsed.level == 0:
        return PASSED_OUT
    return Contract(parsed.level, STRAINS[parsed.denom.name], RISKS[parsed.penalty.name])
