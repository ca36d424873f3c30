"""PGN and numeric scores: nothing is dropped silently, and what is written reads back."""

from datetime import date
from io import StringIO

import chess
import chess.pgn
import pytest
from correspondence.builders import moves_of

from arbiter_rules.correspondence import pgn
from arbiter_rules.errors import FieldError

DATED = """[Event "BdF 2002"]
[White "A \\"x\\" B"]
[Result "1-0"]

% a line for programs
1. e4 {[%ccsnt 2002.10.02,12:56]} e5 {a comment} (1... c5 2. Nf3 (2. c3)) 2. Nf3 $1 {[%ccsnt 2002.10.05]} 2... Nc6
; to the end of the line
3. Bb5 1-0
"""


def test_the_library_alone_would_give_an_empty_game_and_no_error():
    game = chess.pgn.read_game(StringIO("1. 5254 5755 *"))
    assert game is not None
    assert (list(game.mainline_moves()), game.errors) == ([], [])

    assert len(pgn.read("1. 5254 5755 *")[0].moves) == 2


def test_headers_comments_variations_and_dates_are_told_apart():
    game = pgn.read("\ufeff" + DATED)[0]

    assert game.headers["White"] == 'A "x" B'
    assert [move.uci() for move in game.moves] == ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5"]
    assert game.sent == (date(2002, 10, 2), None, date(2002, 10, 5), None, None)
    assert game.result == "1-0"


def test_several_games_in_one_file_and_german_letters_read():
    games = pgn.read('[Event "x"]\n\n1. e4 e5 *\n\n[Event "y"]\n{ [not a header "x"]\n} 1. Sf3 d5 *\n')

    assert [len(game.moves) for game in games] == [2, 2]


def test_a_game_that_ended_before_its_first_move_has_its_result():
    assert pgn.read('[Event "x"]\n\n0-1')[0].result == "0-1"


@pytest.mark.parametrize(
    ("text", "field", "found"),
    [
        ("", "pgn", "no game"),
        ("\n \n", "pgn", "no game"),
        ('[Event "x"]\n\n*', "games[0].moves", "no moves"),
        ("1. e4 e5 2. Ke3", "games[0].moves[3]", "Ke3"),
        ("1. 5254 5756 2. 5255", "games[0].moves[3]", "5255"),
        ('[Event "x"]\n\n1. e4 *\n\n[Event "y"]\n\nhello', "games[1].moves[1]", "hello"),
        ('[FEN "x"]\n\n1. e4', "fen", "x"),
        ("1. e4 {[%ccsnt 2002.13.40]}", "games[0].moves[1].ccsnt", "[%ccsnt 2002.13.40"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, field: str, found: str):
    with pytest.raises(FieldError) as caught:
        pgn.read(text)
    assert (caught.value.field, caught.value.found) == (field, found)


@pytest.mark.rule("BdF § 28")
@pytest.mark.parametrize("event", ["", "?", " "])
def test_a_game_is_not_published_without_its_tournament(event: str):
    with pytest.raises(FieldError) as caught:
        pgn.write([], event=event, white="a", black="b")
    assert caught.value.field == "event"


@pytest.mark.rule("BdF § 28")
def test_what_is_written_reads_back_with_days_time_control_and_mode():
    moves = moves_of("1. 5254 5755 2. 7163")
    sent = (date(2002, 1, 2), None, date(2002, 1, 11))

    text = pgn.write(
        moves,
        event="BdF 2002",
        white="A",
        black="B",
        start=date(2002, 1, 1),
        sent=sent,
        result="*",
        termination="adjudication pending",
        medium="email",
    )

    game = pgn.read(text)[0]
    assert (game.moves, game.sent) == (tuple(moves), sent)
    assert (game.headers["TimeControl"], game.headers["Mode"]) == ("10/2592000", "EM")
    assert game.headers["Termination"] == "adjudication pending"
    assert chess.pgn.parse_time_control(game.headers["TimeControl"]).parts[0].time == 2592000


def test_a_game_from_a_position_keeps_it():
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"

    text = pgn.write(moves_of("1. 5254", fen), event="T", white="a", black="b", fen=fen)

    assert pgn.read(text)[0].fen == fen
