"""A move written out: numeric, German long and short algebraic, English (SAN)."""

from typing import Final, Literal, get_args

import chess

from arbiter_rules.correspondence import numeric

Spelling = Literal["numeric", "german_long", "german_short", "english"]
SPELLINGS: tuple[Spelling, ...] = get_args(Spelling)

GERMAN_LETTERS: Final[dict[chess.PieceType, str]] = {
    chess.PAWN: "",
    chess.KNIGHT: "S",
    chess.BISHOP: "L",
    chess.ROOK: "T",
    chess.QUEEN: "D",
    chess.KING: "K",
}
_TO_GERMAN: Final = str.maketrans("NBRQ", "SLTD")


def spell(board: chess.Board, move: chess.Move, form: Spelling) -> str:
    """Write a move that is legal on `board`; a check or a mate carries its sign in the algebraic forms."""
    if form == "numeric":
        return numeric.spell(move)
    san = board.san(move)
    if form == "english":
        return san
    if form == "german_short":
        return san.translate(_TO_GERMAN)
    return _german_long(board, move, san)


def _german_long(board: chess.Board, move: chess.Move, san: str) -> str:
    if board.is_castling(move):
        return san
    start, end = chess.square_name(move.from_square), chess.square_name(move.to_square)
    sign = "x" if board.is_capture(move) else "-"
    letter = GERMAN_LETTERS[board.piece_type_at(move.from_square) or chess.PAWN]
    promoted = GERMAN_LETTERS[move.promotion] if move.promotion else ""
    suffix = san[-1] if san[-1] in "+#" else ""
    return f"{letter}{start}{sign}{end}{promoted}{suffix}"
