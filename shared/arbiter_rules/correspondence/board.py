"""The board, behind guards: what the `chess` library lets pass and a correspondence game must not.

The library takes a king moved onto its own rook for castling, even in `move in board.legal_moves`; it takes a
move from a square to itself for a null move; `push` plays anything. `lawful` is therefore the only question
asked here, and it agrees with the set of generated moves (a test compares them over all squares).
"""

from typing import Literal

import chess

from arbiter_rules.errors import FieldError

Side = Literal["white", "black"]
SIDES: tuple[Side, Side] = ("white", "black")

#: A position with one of these faults cannot be played on. Castling rights and en passant squares that do not
#: fit are cleaned instead, because printed positions often carry them.
_FATAL = (
    chess.STATUS_NO_WHITE_KING
    | chess.STATUS_NO_BLACK_KING
    | chess.STATUS_TOO_MANY_KINGS
    | chess.STATUS_TOO_MANY_WHITE_PAWNS
    | chess.STATUS_TOO_MANY_BLACK_PAWNS
    | chess.STATUS_PAWNS_ON_BACKRANK
    | chess.STATUS_TOO_MANY_WHITE_PIECES
    | chess.STATUS_TOO_MANY_BLACK_PIECES
)


def side_to_move(board: chess.Board) -> Side:
    """The side whose turn it is."""
    return "white" if board.turn else "black"


def other(side: Side) -> Side:
    """The partner of `side`."""
    return "black" if side == "white" else "white"


def position(fen: str | None = None) -> chess.Board:
    """A board from a FEN, or the initial position; FieldError if it cannot be played on."""
    if fen is None:
        return chess.Board()
    try:
        board = chess.Board(fen)
    except ValueError as error:
        raise FieldError("fen", fen, "a position in Forsyth-Edwards notation") from error
    if board.status() & _FATAL:
        raise FieldError("fen", fen, "a position with one king a side and no pawn on the first or last rank")
    board.castling_rights = board.clean_castling_rights()
    if not board.has_legal_en_passant():
        board.ep_square = None
    return board


def lawful(board: chess.Board, move: chess.Move) -> bool:
    """Whether FIDE's rules allow `move` here as written, castling as a king's move of two squares only."""
    # [rule BdF § 31(1)]
    return (
        move.from_square != move.to_square
        and move.drop is None
        and not (board.occupied_co[board.turn] | board.kings) & chess.BB_SQUARES[move.to_square]
        and board.is_legal(move)
    )


def pushed(board: chess.Board, move: chess.Move) -> chess.Board:
    """The position after a move, on a board of its own without history."""
    after = board.copy(stack=False)
    after.push(move)
    return after
