"""Results of boards at tables, and the match that they make: every board at both tables, or it is not complete."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from arbiter_rules.bridge.contracts import Contract, Seat, contract_score
from arbiter_rules.bridge.imps import imps
from arbiter_rules.errors import FieldError

Room = Literal["open", "closed"]
_ROOMS: dict[str, Room] = {
    "open": "open",
    "öppna": "open",
    "öppen": "open",
    "o": "open",
    "ö": "open",
    "1": "open",
    "closed": "closed",
    "slutna": "closed",
    "sluten": "closed",
    "c": "closed",
    "s": "closed",
    "2": "closed",
}


@dataclass(frozen=True, slots=True)
class TableRecord:
    """A board at a table. `tricks` None: kept, but not scored. `deal` in PBN's form, if it is known."""

    board: int
    room: Room
    contract: Contract | None
    declarer: Seat | None
    tricks: int | None
    vulnerable: bool
    deal: str = ""

    @property
    def score(self) -> int | None:
        """Points from north-south's side; 0 for a board passed out, None if it is not scored."""
        if self.contract is not None and self.contract.level == 0:
            return 0
        if self.contract is None or self.declarer is None or self.tricks is None:
            return None
        points = contract_score(self.contract, self.tricks, self.vulnerable)
        return points if self.declarer in ("N", "S") else -points


def read_room(text: str, field: str = "room") -> Room:
    """Open or closed room, in English or Swedish, or table 1 or 2."""
    room = _ROOMS.get(text.strip().lower())
    if room is None:
        raise FieldError(field, text, "open or closed (öppna, slutna), or table 1 or 2")
    return room


@dataclass(frozen=True, slots=True)
class BoardScore:
    """A board of a match: points of north-south in both rooms, IMPs of the team north-south in the open room."""

    board: int
    open: int
    closed: int
    imps: int


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The boards, and the sums of IMPs that the two teams won."""

    boards: tuple[BoardScore, ...]
    home_imps: int
    away_imps: int


def match_score(records: Sequence[TableRecord], boards: int = 24) -> MatchScore:
    """The match: the home team sits north-south in the open room. Every board needs a result in both rooms."""
    found: dict[int, dict[Room, int]] = defaultdict(dict)
    for record in records:
        if record.score is None:
            continue
        if record.room in found[record.board]:
            raise FieldError(f"board {record.board}.{record.room}", "two results", "one result in each room")
        found[record.board][record.room] = record.score
    count = sum(map(len, found.values()))
    if count != 2 * boards:
        raise FieldError("records", f"{count} table results", f"{2 * boards}: {boards} boards in two rooms")
    lines: list[BoardScore] = []
    for board, rooms in sorted(found.items()):
        if len(rooms) != 2:
            raise FieldError(
                f"board {board}", f"a result in the {next(iter(rooms))} room only", "one in each room"
            )
        lines.append(BoardScore(board, rooms["open"], rooms["closed"], imps(rooms["open"] - rooms["closed"])))
    home = sum(line.imps for line in lines if line.imps > 0)
    away = -sum(line.imps for line in lines if line.imps < 0)
    return MatchScore(tuple(lines), home, away)
