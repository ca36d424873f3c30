"""Numeric <-> move <-> SAN <-> German over every opening line that Debian's pgn-extract ships."""

from pathlib import Path

import chess
import chess.pgn
import pytest

from arbiter_rules.correspondence import notation, numeric
from arbiter_rules.correspondence.spelling import spell

LINES = Path("/usr/share/pgn-extract/eco.pgn")


@pytest.mark.rule("BdF Annex(1)")
def test_every_opening_line_survives_the_round_trip():
    assert LINES.exists(), "install the Debian package pgn-extract"
    lines = plies = castlings = 0
    with LINES.open(encoding="latin-1") as file:
        while game := chess.pgn.read_game(file):
            assert not game.errors
            lines += bool(game.variations)  # the file begins with a comment
            board = game.board()
            for move in game.mainline_moves():
                plies += 1
                castlings += board.is_castling(move)
                digits = numeric.spell(move)
                assert numeric.read(board, digits).move == move
                if plies % 7 == 0:
                    assert notation.interpret(board, board.san(move)).move == move
                    assert notation.interpret(board, spell(board, move, "german_long")).move == move
                    assert notation.interpret(board, spell(board, move, "german_short")).move == move
                board.push(move)

    assert (lines, plies, castlings) == (2014, 20697, 727)
