"""Auctions: what was called, with calls flagged that the laws do not allow as they stand (they may be accepted)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from arbiter_rules.bridge.agreement import STRAINS, Call
from arbiter_rules.errors import FieldError

_BID = re.compile(r"([1-7])(NT|N|[CDHS])", re.IGNORECASE)
_OTHER = {
    "P": "pass",
    "PASS": "pass",
    "AP": "pass",
    "X": "double",
    "D": "double",
    "XX": "redouble",
    "RD": "redouble",
}


@dataclass(frozen=True, slots=True)
class Called:
    """One call; `bid` for a bid, `problem` names what is wrong with it ("insufficient", "inadmissible")."""

    kind: str
    bid: Call | None
    problem: str | None


def read_auction(calls: Sequence[str]) -> tuple[Called, ...]:
    """Read calls in turn; FieldError for what is no call at all."""
    found: list[Called] = []
    highest: Call | None = None
    risk = "none"
    for number, text in enumerate(calls, start=1):
        plain = text.strip().upper()
        match = _BID.fullmatch(plain)
        if match:
            bid = Call(int(match[1]), "NT" if match[2].startswith("N") else match[2])
            enough = highest is None or _rank(bid) > _rank(highest)
            found.append(Called("bid", bid, None if enough else "insufficient"))
            highest, risk = (bid, "none") if enough else (highest, risk)
        elif plain in _OTHER:
            kind = _OTHER[plain]
            fits = kind == "pass" or (
                highest is not None and risk == ("none" if kind == "double" else "double")
            )
            found.append(Called(kind, None, None if fits else "inadmissible"))
            risk = kind if fits and kind != "pass" else risk
        else:
            raise FieldError(f"auction[{number}]", text, "1C to 7NT, Pass, X or XX")
    return tuple(found)


def _rank(bid: Call) -> tuple[int, int]:
    return bid.level, STRAINS.index(bid.strain)
