"""Numbered moves as they stand on a card or a scoresheet: "7. 1423 4746 8. 3233", "7… 4746"."""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import chess

from arbiter_rules.correspondence import notation
from arbiter_rules.correspondence.board import Side, side_to_move
from arbiter_rules.correspondence.policy import DEFAULT
from arbiter_rules.errors import FieldError
from arbiter_rules.policy import Policy

#: A number counts as one only with a dot behind it, or as up to three digits in front of a move, so that
#: "5254 5755" is never taken for move 5254.
_PART: Final = re.compile(
    r"(?P<number>(?<![\w.-])\d{1,3})(?:(?P<dots>(?:\s*[.…])+)|(?=\s+[^\s.…]))"
    r"|(?P<ellipsis>[.…]+(?=\s))"
    r"|(?P<text>[^\s()]+(?:\s*\([^()]*\))?)"
)
#: What nearly every card carries: one numeric move with its number.
_PLAIN: Final = re.compile(r"(\d{1,3})([.…]) ?(\d{4,5})")
_DASHES: Final = re.compile(r"(?<=\S)\s*[-‐‑‒–—−]\s*(?=\S)")
_CAPTURES: Final = re.compile(r"(?<=[A-Za-z1-8])\s+[x×:]\s+(?=[a-h])")
RESULTS: Final = ("1-0", "0-1", "1/2-1/2", "½-½", "*")


@dataclass(frozen=True, slots=True)
class NumberedMove:
    """A move as written: number and side where the text gives them, and the text of the move itself."""

    number: int | None
    side: Side | None
    text: str


@lru_cache(maxsize=4096)
def parse(text: str) -> tuple[NumberedMove, ...]:
    """Split a text into its moves; the second move behind a number is Black's of that number."""
    if plain := _PLAIN.fullmatch(text):
        return (NumberedMove(int(plain[1]), "white" if plain[2] == "." else "black", plain[3]),)
    moves: list[NumberedMove] = []
    number: int | None = None
    side: Side | None = None
    joined = _CAPTURES.sub("x", _DASHES.sub("-", notation.without_words(text)))
    for part in _PART.finditer(joined):
        if part["number"]:
            number = int(part["number"])
            side = "white" if (part["dots"] or ".").strip() == "." else "black"
        elif part["ellipsis"]:
            side = "black"
        else:
            moves.append(NumberedMove(number, side if number is not None else None, part["text"]))
            if side == "white":
                side = "black"
            else:
                number, side = None, None
    return tuple(moves)


def replay(
    board: chess.Board, text: str, policy: Policy = DEFAULT, *, field: str = "moves"
) -> list[chess.Move]:
    """Play a numbered score on `board` and give its moves.

    FieldError names the first move that is not valid, or whose number is wrong; a result at the end is allowed.
    The board then stands before that move.
    """
    played: list[chess.Move] = []
    for ply, written in enumerate(parse(text), start=1):
        if written.text in RESULTS:
            continue
        where = f"{field}[{ply}]"
        expected = f"{board.fullmove_number}{'.' if board.turn else '…'}"
        side = side_to_move(board)
        if written.number is not None and (written.number, written.side) != (board.fullmove_number, side):
            found = f"{written.number}{'.' if written.side == 'white' else '…'} {written.text}"
            raise FieldError(where, found, f"move {expected}")
        reading = notation.interpret(board, written.text, policy)
        if reading.move is None:
            raise FieldError(where, written.text, f"a valid move for {expected} ({reading.reason})")
        board.push(reading.move)
        played.append(reading.move)
    return played
