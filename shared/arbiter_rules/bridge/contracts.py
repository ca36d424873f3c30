"""Contracts and what they score (law 77), in English and Swedish notation."""

import re
from dataclasses import dataclass
from typing import Literal

from arbiter_rules.errors import FieldError

Seat = Literal["N", "E", "S", "W"]
SEATS: tuple[Seat, ...] = ("N", "E", "S", "W")

#: Swedish seats: Norr, Öst, Syd, Väst.
SWEDISH_SEATS: dict[str, Seat] = {"N": "N", "Ö": "E", "S": "S", "V": "W", "E": "E", "W": "W"}
#: Swedish honours: Ess, Kung, Dam, knekt; ten as T or 10.
SWEDISH_RANKS = {"E": "A", "K": "K", "D": "Q", "KN": "J", "KN.": "J"}

_CONTRACT = re.compile(
    r"(?P<level>[1-7])\s?(?P<strain>NT|N|SANG|KL|RU|HJ|SP|[CDHS♣♦♥♠])\s?(?P<risk>XX|X|RD|DD|D|\*\*|\*)?",
    re.IGNORECASE,
)
_RESULT = re.compile(r"(?:=|[+-]\d{1,2}|\d{1,2})")
_STRAINS = {
    "N": "NT",
    "SANG": "NT",
    "KL": "C",
    "RU": "D",
    "HJ": "H",
    "SP": "S",
    "♣": "C",
    "♦": "D",
    "♥": "H",
    "♠": "S",
}
_RISKS = {"": 0, "X": 1, "D": 1, "*": 1, "XX": 2, "RD": 2, "DD": 2, "**": 2}


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract; `risk` is 0, 1 for doubled, 2 for redoubled. Level 0 is the board passed out."""

    level: int
    strain: str = "NT"
    risk: int = 0

    def __str__(self) -> str:
        return f"{self.level}{self.strain}{'X' * self.risk}" if self.level else "Pass"


PASSED_OUT = Contract(0)


def parse_contract(text: str, field: str = "contract") -> Contract:
    """Read `4Sx`, `4 sp D`, `3NT`, `Pass`; FieldError for anything else, `?` included."""
    plain = text.strip()
    if plain.lower() in ("pass", "p", "passed out", "utpass", "rundpass"):
        return PASSED_OUT
    match = _CONTRACT.fullmatch(plain)
    if match is None:
        raise FieldError(field, text, "a contract such as 3NT, 4Sx, 4 sp D, or Pass")
    strain = match["strain"].upper()
    return Contract(int(match["level"]), _STRAINS.get(strain, strain), _RISKS[(match["risk"] or "").upper()])


def parse_seat(text: str, field: str = "declarer") -> Seat:
    """Read a seat in English or Swedish."""
    seat = SWEDISH_SEATS.get(text.strip().upper()[:1]) if text.strip() else None
    if seat is None:
        raise FieldError(field, text, "N, E, S, W (or N, Ö, S, V)")
    return seat


def parse_tricks(text: str, contract: Contract, field: str = "result") -> int:
    """Read tricks taken: `10`, or `=`, `+1`, `-2` beside the contract; en dash and minus sign count as a hyphen."""
    plain = text.strip().replace("–", "-").replace("−", "-")
    if not _RESULT.fullmatch(plain):
        raise FieldError(field, text, "=, +1, -2, or tricks from 0 to 13")
    if plain == "=":
        tricks = contract.level + 6
    elif plain[0] in "+-":
        tricks = contract.level + 6 + int(plain)
    else:
        tricks = int(plain)
    if not 0 <= tricks <= 13:
        raise FieldError(field, text, "tricks from 0 to 13")
    return tricks


def contract_score(contract: Contract, tricks: int, vulnerable: bool) -> int:
    """Points for the declaring side, negative when the contract failed. [rule SBF Lag 77]"""
    if contract.level == 0:
        return 0
    if not 0 <= tricks <= 13:
        raise FieldError("tricks", tricks, "0 to 13")
    over = tricks - contract.level - 6
    return _made(contract, over, vulnerable) if over >= 0 else -_down(contract.risk, -over, vulnerable)


def _made(contract: Contract, over: int, vulnerable: bool) -> int:
    each = 20 if contract.strain in ("C", "D") else 30
    factor = 2**contract.risk
    odd = (each * contract.level + (10 if contract.strain == "NT" else 0)) * factor
    bonus = (500 if vulnerable else 300) if odd >= 100 else 50
    if contract.level == 6:
        bonus += 750 if vulnerable else 500
    elif contract.level == 7:
        bonus += 1500 if vulnerable else 1000
    overtrick = each if contract.risk == 0 else (100 if vulnerable else 50) * factor
    return odd + bonus + over * overtrick + 50 * contract.risk


def _down(risk: int, down: int, vulnerable: bool) -> int:
    if risk == 0:
        return down * (100 if vulnerable else 50)
    doubled = 300 * down - 100 if vulnerable else (100, 300, 500)[min(down, 3) - 1] + 300 * max(0, down - 3)
    return doubled * risk


#: Who is vulnerable on board 1, 2, … 16, then again: "-" none, "N" north-south, "E" east-west, "B" both.
_VULNERABILITY = "-NEBNEB-EB-NB-NE"


def vulnerable(board: int, seat: Seat) -> bool:
    """Whether the side of `seat` is vulnerable on a board of that number. [rule SBF Lag 2]"""
    if board < 1:
        raise FieldError("board", board, "1 or more")
    side = _VULNERABILITY[(board - 1) % 16]
    return side in ("B", "N" if seat in ("N", "S") else "E")


def dealer(board: int) -> Seat:
    """Who deals on a board of that number."""
    if board < 1:
        raise FieldError("board", board, "1 or more")
    return SEATS[(board - 1) % 4]
