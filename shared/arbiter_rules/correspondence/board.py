"""The board, behind guards: what the `chess` library lets pass and a correspondence game must not.

The library takes a king moved onto its own rook for castling, even in `move in board.legal_moves`; it takes a
move from a square to itself for a null move; `push` plays anything. `lawful` is therefore the only question
asked here, and it agrees with the set of generated moves (a test compares them over all squares).
"""

from typing import Final, Literal

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

_LAST_RANKS: Final = chess.BB_RANK_1 | chess.BB_RANK_8
# From each square, what a rook and a bishop reach on an empty board; the library's masks lack the edges.
_LINES: Final = [
    chess.BB_RANK_ATTACKS[square][0] | chess.BB_FILE_ATTACKS[square][0] for square in chess.SQUARES
]
_DIAGONALS: Final = [chess.BB_DIAG_ATTACKS[square][0] for square in chess.SQUARES]


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


def lawful(board: chess.Board, move: chess.Move) -> bool:  # noqa: C901, PLR0911 - each question in turn, none twice
    """Whether FIDE's rules allow `move` here as written, castling as a king's move of two squares only.

    `Board.is_legal` takes twice as long as playing the move. It is asked for castling, en passant, double steps
    and promotions; the rest is told from the library's own attack tables.
    """
    # [rule BdF § 31(1)]
    start, end = move.from_square, move.to_square
    origin, target = chess.BB_SQUARES[start], chess.BB_SQUARES[end]
    turn = board.turn
    own = board.occupied_co[turn]
    if not own & origin or (own | board.kings) & target or move.drop:
        return False
    if move.promotion:
        return board.is_legal(move)
    king = board.kings & own
    if king & origin:
        if not chess.BB_KING_ATTACKS[start] & target:
            return board.is_legal(move)
        return _unattacked(board, end, origin, target)
    if board.pawns & origin:
        if target & _LAST_RANKS:
            return False
        if (end - start if turn else start - end) == 8:
            if board.occupied & target:
                return False
        elif not chess.BB_PAWN_ATTACKS[turn][start] & target & board.occupied:
            return board.is_legal(move)
    elif not _reaches(board, start, origin, target):
        return False
    return _unattacked(board, king.bit_length() - 1, origin, target)


def _reaches(board: chess.Board, start: chess.Square, origin: chess.Bitboard, target: chess.Bitboard) -> bool:
    """Whether the knight, bishop, rook or queen on `start` reaches `target`."""
    if board.knights & origin:
        return bool(chess.BB_KNIGHT_ATTACKS[start] & target)
    occupied = board.occupied
    if not board.rooks & origin and (
        chess.BB_DIAG_ATTACKS[start][chess.BB_DIAG_MASKS[start] & occupied] & target
    ):
        return True
    return not board.bishops & origin and bool(
        (
            chess.BB_RANK_ATTACKS[start][chess.BB_RANK_MASKS[start] & occupied]
            | chess.BB_FILE_ATTACKS[start][chess.BB_FILE_MASKS[start] & occupied]
        )
        & target
    )


def _unattacked(
    board: chess.Board, king: chess.Square, origin: chess.Bitboard, target: chess.Bitboard
) -> bool:
    """Whether the own king on `king` is safe once the piece on `origin` stands on `target`."""
    turn = board.turn
    enemies = board.occupied_co[not turn] & ~target
    if (
        chess.BB_KNIGHT_ATTACKS[king] & board.knights
        | chess.BB_PAWN_ATTACKS[turn][king] & board.pawns
        | chess.BB_KING_ATTACKS[king] & board.kings
    ) & enemies:
        return False
    straight = (board.rooks | board.queens) & enemies & _LINES[king]
    diagonal = (board.bishops | board.queens) & enemies & _DIAGONALS[king]
    occupied = board.occupied & ~origin | target
    if straight and straight & (
        chess.BB_RANK_ATTACKS[king][chess.BB_RANK_MASKS[king] & occupied]
        | chess.BB_FILE_ATTACKS[king][chess.BB_FILE_MASKS[king] & occupied]
    ):
        return False
    return not (diagonal and diagonal & chess.BB_DIAG_ATTACKS[king][chess.BB_DIAG_MASKS[king] & occupied])


def pushed(board: chess.Board, move: chess.Move) -> chess.Board:
    """The position after a move, on a board of its own without history."""
    after = board.copy(stack=False)
    after.push(move)
    return after
