"""Reading a written move in any of the usual notations (§ 3), tolerantly or strictly.

Tolerant: signs and words for captures, checks and the like are ignored (§ 10), German and English letters
both read, spaces and brackets do not matter. Strict: the text is exactly one of the four spellings.
Nothing is ever guessed: a text with several readings is doubtful, and a legal move binds although another
one looks meant (§ 5).
"""

import re
import unicodedata
from typing import Final

import chess

from arbiter_rules.correspondence import numeric
from arbiter_rules.correspondence.board import lawful
from arbiter_rules.correspondence.policy import DEFAULT
from arbiter_rules.correspondence.reading import Form, Reading
from arbiter_rules.correspondence.spelling import SPELLINGS, spell
from arbiter_rules.policy import Policy
from arbiter_rules.trace import Decision, Trace

_PIECES: Final[dict[str, tuple[chess.PieceType, Form]]] = {
    "K": (chess.KING, "neutral"),
    "D": (chess.QUEEN, "german"),
    "T": (chess.ROOK, "german"),
    "L": (chess.BISHOP, "german"),
    "S": (chess.KNIGHT, "german"),
    "Q": (chess.QUEEN, "english"),
    "R": (chess.ROOK, "english"),
    "B": (chess.BISHOP, "english"),
    "N": (chess.KNIGHT, "english"),
}
_FIGURINES: Final = str.maketrans("♔♕♖♗♘♚♛♜♝♞♙♟", "KQRBNKQRBN  ")
_WORDS: Final = re.compile(
    r"\b(?:schach\s*und\s*matt|schachmatt|schach|matt|schlägt|schlaegt|gardez|check\s*mate|checkmate|check|mate"
    r"|takes|captures|en\s+passant|e\.\s*p\.?)(?!\w)",
    re.IGNORECASE,
)
_SIGNS: Final = str.maketrans("", "", "+#†‡!?*;\"'")
_DASHES: Final = re.compile(r"\s*[-‐‑‒–—−]\s*")
_CAPTURES: Final = re.compile(r"(?<=[A-Za-z1-8])\s*[x×:]\s*(?=[a-h])")
_EQUALS: Final = re.compile(r"\s*=\s*|(?<=[a-h][18])(?:\s+|/)(?=[DTLSQRBN]\b)")
_LONE_SIGNS: Final = re.compile(r"(?<!\S)[+#†‡!?]+(?!\S)")
_GAPS: Final = re.compile(r"[\s()\[\],/]+")
_CASTLING: Final = re.compile(r"[Oo0]-?[Oo0](-?[Oo0])?")
_ALGEBRAIC: Final = re.compile(
    r"(?P<piece>[KDTLSQRBN]?)(?P<file>[a-h]?)(?P<rank>[1-8]?)-?(?P<target>[a-h][1-8])(?P<promotion>[DTLSQRBNdtlsqrbn]?)"
)
_FRAGMENT: Final = re.compile(r"[KDTLSQRBN]?[a-h]?[1-8]?-?[a-h]?")


def read(
    board: chess.Board, text: str, policy: Policy = DEFAULT, *, strict: bool = False
) -> Decision[Reading]:
    """Read `text` as a move of the side to move; the steps say why."""
    trace = Trace()
    reading = interpret(board, text, policy)
    if strict and reading.move is not None:
        move = reading.move
        if text not in {spell(board, move, form) for form in SPELLINGS}:
            reading = Reading(
                "doubtful",
                "move.not_exact",
                "BdF § 3",
                form=reading.form,
                candidates=(numeric.spell(move),),
            )
    trace.note(
        reading.paragraph,
        reading.reason,
        reading.kind,
        switch=reading.switch,
        text=text,
        candidates=reading.candidates,
    )
    return trace.decide(reading)


def interpret(board: chess.Board, text: str, policy: Policy = DEFAULT) -> Reading:
    """Read `text` tolerantly, without a trace; `read` is the same with one."""
    if text.isdigit() and text.isascii():
        return numeric.read(board, text, policy)
    tokens = split(text)
    if not tokens:
        return Reading("incomplete", "move.missing", "BdF § 2(1)")
    readings = [_token(board, token, policy) for token in tokens]
    first = readings[0]
    if all(
        reading.kind == first.kind and reading.move == first.move and reading.candidates == first.candidates
        for reading in readings
    ):
        return first
    # [rule BdF § 2(1)]
    meant = {numeric.spell(reading.move) for reading in readings if reading.move}
    return Reading(
        "doubtful",
        "move.notations_disagree",
        "BdF § 2(1)",
        form=first.form,
        candidates=tuple(sorted(meant.union(*(reading.candidates for reading in readings)))),
    )


def without_words(text: str) -> str:
    """The text without words for captures and checks, and without signs that stand alone."""
    # [rule BdF § 10]
    return _LONE_SIGNS.sub(" ", _WORDS.sub(" ", text))


def split(text: str) -> list[str]:
    """The spellings in a text, without signs: "Sf6 x e4+! (6654)" gives ["Sf6e4", "6654"]."""
    # [rule BdF § 10]
    text = unicodedata.normalize("NFC", text).translate(_FIGURINES)
    text = _WORDS.sub(" ", text).translate(_SIGNS)
    text = _EQUALS.sub("", _CAPTURES.sub("", _DASHES.sub("-", text)))
    tokens = (token.strip(".-") for token in _GAPS.split(text))
    return [token for token in tokens if token]


def _token(board: chess.Board, token: str, policy: Policy) -> Reading:
    if token.isdigit() and token.isascii():
        return numeric.read(board, token, policy)
    if castling := _CASTLING.fullmatch(token):
        return _castling(board, castling)
    if algebraic := _ALGEBRAIC.fullmatch(token):
        return _algebraic(board, algebraic, policy)
    if _FRAGMENT.fullmatch(token):
        return Reading("incomplete", "move.square_missing", "BdF § 8(1)")
    return Reading("doubtful", "move.unreadable", "BdF § 3")


def _castling(board: chess.Board, match: re.Match[str]) -> Reading:
    """Castling by signs; it has to be the king's own, from its home square."""
    # [rule BdF Annex(2)]
    rank = 0 if board.turn else 7
    king = chess.square(4, rank)
    move = chess.Move(king, chess.square(2 if match[1] else 6, rank))
    if board.king(board.turn) == king and board.is_castling(move) and lawful(board, move):
        return Reading("valid", "move.valid", "BdF § 2(1)", move, "neutral")
    return Reading("impossible", "move.impossible.castling", "BdF § 9", form="neutral")


def _algebraic(board: chess.Board, match: re.Match[str], policy: Policy) -> Reading:
    piece, form = _PIECES.get(match["piece"], (chess.PAWN, "neutral"))
    both_squares = bool(match["file"] and match["rank"])
    if both_squares and not match["piece"]:
        form = "neutral" if _is_pawn(board, match) else "coordinates"
    target = chess.parse_square(match["target"])
    promotion = _PIECES[match["promotion"].upper()] if match["promotion"] else None
    if promotion and form == "neutral":
        form = promotion[1]
    fitting = [
        move
        for move in board.generate_legal_moves(_origins(board, match, piece, both_squares), chess.BB_ALL)
        if move.to_square == target
    ]
    moves = [move for move in fitting if move.promotion == (promotion[0] if promotion else None)]
    if not match["piece"] and not match["file"]:
        pushes = [move for move in moves if not board.is_capture(move)]
        if not pushes and moves:
            # A capture whose sign and file are missing is possible, the advance as written is not.
            return _doubtful(moves, "move.pawn_file_missing", form)
        moves = pushes
    if len(moves) > 1:
        return _doubtful(moves, "move.ambiguous", form)
    if moves:
        return Reading("valid", "move.valid", "BdF § 2(1)", moves[0], form)
    if promotion is None and any(move.promotion for move in fitting):
        return Reading(
            "incomplete",
            "move.promotion_missing",
            "BdF Annex(3)",
            form=form,
            candidates=tuple(numeric.spell(move) for move in fitting),
        )
    if promotion and fitting and not any(move.promotion for move in fitting):
        kind = "impossible" if policy["extra_digit"] == "impossible" else "doubtful"
        return Reading(kind, "move.extra_digit", "BdF Annex(3)", form=form, switch="extra_digit")
    return Reading("impossible", _why(board, match, target), "BdF § 9", form=form)


def _is_pawn(board: chess.Board, match: re.Match[str]) -> bool:
    return board.piece_type_at(chess.parse_square(match["file"] + match["rank"])) == chess.PAWN


def _origins(
    board: chess.Board, match: re.Match[str], piece: chess.PieceType, both_squares: bool
) -> chess.Bitboard:
    """The squares from which the piece written may come."""
    # Both squares and no letter name the piece well enough.
    origins = board.occupied if both_squares and not match["piece"] else board.pieces_mask(piece, board.turn)
    if match["file"]:
        origins &= chess.BB_FILES["abcdefgh".index(match["file"])]
    if match["rank"]:
        origins &= chess.BB_RANKS[int(match["rank"]) - 1]
    return origins


def _why(board: chess.Board, match: re.Match[str], target: chess.Square) -> str:
    if match["file"] and match["rank"]:
        start = chess.parse_square(match["file"] + match["rank"])
        found = board.piece_type_at(start)
        named = _PIECES[match["piece"]][0] if match["piece"] else found
        if found is not None and found != named:
            return "move.impossible.other_piece"
        return numeric.why_impossible(board, chess.Move(start, target))
    return "move.impossible.piece_cannot"


def _doubtful(moves: list[chess.Move], reason: str, form: Form) -> Reading:
    candidates = tuple(sorted(numeric.spell(move) for move in moves))
    return Reading("doubtful", reason, "BdF § 8(1)", form=form, candidates=candidates)
