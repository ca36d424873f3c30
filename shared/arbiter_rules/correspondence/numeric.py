"""The numeric notation of the annex: four digits, and a fifth for a promotion."""

from collections.abc import Iterable
from functools import cache
from typing import Final

import chess

from arbiter_rules.correspondence.board import lawful
from arbiter_rules.correspondence.policy import DEFAULT
from arbiter_rules.correspondence.reading import Reading
from arbiter_rules.errors import FieldError
from arbiter_rules.policy import Policy

# [rule BdF Annex(3)]
PROMOTIONS: Final[dict[str, chess.PieceType]] = {
    "1": chess.QUEEN,
    "2": chess.ROOK,
    "3": chess.BISHOP,
    "4": chess.KNIGHT,
}
_DIGITS: Final = {piece: digit for digit, piece in PROMOTIONS.items()}
_SQUARES: Final = {
    # [rule BdF Annex(1)]
    f"{file}{rank}": chess.square(file - 1, rank - 1)
    for file in range(1, 9)
    for rank in range(1, 9)
}
_NAMES: Final = {square: name for name, square in _SQUARES.items()}
_LAST_RANKS: Final = chess.BB_RANK_1 | chess.BB_RANK_8


def spell(move: chess.Move) -> str:
    """The digits of a move. Castling is the king's path, en passant a plain diagonal."""
    # [rule BdF Annex(2); BdF Annex(4)]
    return (
        _NAMES[move.from_square]
        + _NAMES[move.to_square]
        + (_DIGITS[move.promotion] if move.promotion else "")
    )


def read(board: chess.Board, digits: str, policy: Policy = DEFAULT) -> Reading:
    """Read a text of digits only. A legal move is binding even if another was meant (§ 5)."""
    # [rule BdF § 5]
    move = _move(digits)
    if move is None:
        return _malformed(digits)
    promotes = promotes_pawn(board, move)
    if promotes and move.promotion is None:
        return _promotion_missing(board, move)
    if move.promotion and not promotes:
        kind = "impossible" if policy["extra_digit"] == "impossible" else "doubtful"
        return Reading(kind, "move.extra_digit", "BdF Annex(3)", form="numeric", switch="extra_digit")
    if lawful(board, move):
        return Reading("valid", "move.valid", "BdF § 2(1)", move, "numeric")
    return Reading("impossible", why_impossible(board, move), "BdF § 9", form="numeric")


def replay(board: chess.Board, digits: Iterable[str]) -> list[chess.Move]:
    """Prove and play moves in numeric notation without their numbers, one after the other.

    FieldError names the first that is not valid; the board then stands before it.
    """
    played: list[chess.Move] = []
    for text in digits:
        move = _move(text)
        # The full reading is needed for the reason only; what `lawful` accepts it would accept too.
        if move is None or not lawful(board, move):
            reason = read(board, text).reason
            raise FieldError(
                f"moves[{len(played) + 1}]", text, f"a valid move in numeric notation ({reason})"
            )
        board.push(move)
        played.append(move)
    return played


def promotes_pawn(board: chess.Board, move: chess.Move) -> bool:
    """Whether the move takes a pawn of the side to move to the last rank."""
    return bool(
        chess.BB_SQUARES[move.to_square] & _LAST_RANKS
        and chess.BB_SQUARES[move.from_square] & board.pawns & board.occupied_co[board.turn]
    )


def why_impossible(board: chess.Board, move: chess.Move) -> str:
    """The key of the sentence that says why a move cannot be carried out as written."""
    # [rule BdF § 9]
    piece = board.piece_at(move.from_square)
    if piece is None:
        return "move.impossible.empty_square"
    if piece.color != board.turn:
        return "move.impossible.partners_piece"
    if move.from_square == move.to_square:
        return "move.impossible.no_move"
    target = board.color_at(move.to_square)
    if target == board.turn:
        return "move.impossible.own_piece"
    if board.is_pseudo_legal(move):
        return "move.impossible.king_attacked"
    return "move.impossible.piece_cannot"


@cache
def _move(digits: str) -> chess.Move | None:
    """The move that the digits spell, or None if they are not four squares' digits and perhaps a piece's."""
    start, end, piece = _SQUARES.get(digits[:2]), _SQUARES.get(digits[2:4]), digits[4:]
    if start is None or end is None or (piece and piece not in PROMOTIONS):
        return None
    return chess.Move(start, end, PROMOTIONS.get(piece))


def _malformed(digits: str) -> Reading:
    if len(digits) < 4:
        return Reading("incomplete", "move.square_missing", "BdF § 8(1)", form="numeric")
    return Reading("doubtful", "move.not_a_numeric_form", "BdF Annex(1)", form="numeric")


def _promotion_missing(board: chess.Board, move: chess.Move) -> Reading:
    choices = [chess.Move(move.from_square, move.to_square, piece) for piece in PROMOTIONS.values()]
    if not lawful(board, choices[0]):
        return Reading("impossible", why_impossible(board, choices[0]), "BdF § 9", form="numeric")
    return Reading(
        "incomplete",
        "move.promotion_missing",
        "BdF Annex(3)",
        form="numeric",
        candidates=tuple(spell(choice) for choice in choices),
    )
