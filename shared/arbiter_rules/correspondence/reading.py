"""What was read from a written move: its class, the move if there is one, and why."""

from dataclasses import dataclass
from typing import Literal

import chess

#: § 2 valid, § 9 impossible, § 8 doubtful and incomplete: gültig, unmöglich, zweifelhaft, unvollständig.
MoveClass = Literal["valid", "impossible", "doubtful", "incomplete"]

#: How a move is written. "neutral" is what every algebraic notation shares: pawn moves and castling.
Form = Literal["numeric", "german", "english", "coordinates", "neutral", "none"]


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of a written move.

    kind        its class; only a valid move has `move`
    reason      key of the sentence that gives the reason, "move.valid" for a valid one
    paragraph   the paragraph the reason comes from, "BdF § 9"
    form        the notation it was written in
    candidates  the moves that the text could mean, in numeric notation, when it is doubtful or incomplete
    switch      the policy switch that decided its class, if one did
    """

    kind: MoveClass
    reason: str
    paragraph: str
    move: chess.Move | None = None
    form: Form = "none"
    candidates: tuple[str, ...] = ()
    switch: str | None = None
