"""Two real games end to end, short numeric games by name, and the exceedances that these rules find (W15, W16)."""

from datetime import timedelta

import chess
import pytest
from correspondence.builders import moves_of, numerics, totals
from correspondence.iccf_games import G1, G2, ServerGame

from arbiter_rules.correspondence import notation, pgn
from arbiter_rules.correspondence.board import position
from arbiter_rules.correspondence.card import Card
from arbiter_rules.correspondence.events import Entry, Event
from arbiter_rules.correspondence.game import Game, fold
from arbiter_rules.correspondence.state import GameState


def replayed(game: ServerGame) -> chess.Board:
    board = chess.Board()
    for text in game.moves:
        move = notation.interpret(board, text).move
        assert move is not None
        board.push(move)
    return board


def as_post(game: ServerGame, *, claims_for: str = "", announce: str = "") -> GameState:
    """The game as if by post: sent day = arrival day. One side claims at once, after due reminders, and the
    other may announce its long thinks."""
    entries: list[Entry] = []
    board = chess.Board()
    last, number_of_claims = "", 0
    for place, text in enumerate(game.moves):
        side = "black" if place % 2 else "white"
        move = notation.interpret(board, text).move
        assert move is not None
        sent = game.days[place]
        arrival = game.days[place - 1] if place else sent
        days = (sent - arrival).days
        if days > 10 and side == announce:
            entries.append(Event(kind="long_think", on=arrival, by=side))
        if days > 16 and side != claims_for:
            wait = 26 if side == announce else 16
            if days > wait:
                on = arrival + timedelta(days=wait)
                entries.append(Event(kind="reminder", on=on, by="black" if side == "white" else "white"))
        written = f"{place // 2 + 1}{'…' if place % 2 else '.'} {text}"
        board.push(move)
        claims = False
        if side == claims_for and not number_of_claims:
            state = fold(Game(id="g", white="w", black="b", entries=tuple(entries)), game.days[0])
            partner = state.white if side == "black" else state.black
            claims = any(each.state == "open" for each in partner.exceedances)
            number_of_claims += claims
        entries.append(
            Card(
                by=side,
                repeats=last,
                move=written,
                arrival=arrival,
                dispatch=sent,
                days=days,
                route="director",
                claims=claims,
            )
        )
        last = written
    return fold(Game(id="g", white="w", black="b", entries=tuple(entries)), game.days[0])


@pytest.mark.rule("BdF § 14(1)")
def test_g1_calendar_days_and_final_position():
    assert (len(G1.moves), sum(G1.days_used(0)), sum(G1.days_used(1))) == (132, 47, 92)
    assert replayed(G1).fen() == "8/4kp2/8/8/5P2/4P2n/2K5/8 w - - 2 67"


@pytest.mark.rule("BdF § 14(1)")
def test_g2_calendar_days():
    assert (len(G2.moves), sum(G2.days_used(0)), sum(G2.days_used(1))) == (146, 166, 33)
    assert replayed(G2).fullmove_number == 74


@pytest.mark.rule("BdF § 17")
@pytest.mark.rule("BdF § 20(3)")
def test_w15_black_of_g1_without_notices_exceeds_at_8_and_again_at_11():
    assert G1.days_used(1)[:11] == [0, 3, 0, 5, 1, 9, 7, 23, 2, 9, 21]

    state = as_post(G1, claims_for="white")

    first, second = state.black.exceedances[:2]
    assert (first.control.move, first.control.total, first.control.overhang, first.carried) == (8, 53, 23, 3)
    assert totals(state, "black")[8:11] == [5, 14, 40]
    assert (second.control.move, second.ordinal, second.control.limit) == (11, 2, 30)


@pytest.mark.rule("BdF § 13(2)")
@pytest.mark.rule("BdF § 20(2)")
def test_w15_black_of_g1_with_notices_carries_nothing_and_exceeds_at_11_too():
    state = as_post(G1, claims_for="white", announce="black")

    first, second = state.black.exceedances[:2]
    assert (first.control.total, first.control.overhang, first.carried) == (48, 18, 0)
    assert totals(state, "black")[8:11] == [2, 11, 32]
    assert second.control.move == 11


@pytest.mark.rule("BdF § 17")
def test_w15_black_of_g1_never_claimed_and_never_fined():
    state = as_post(G1, announce="black")

    found = totals(state, "black")
    assert (found[7], found[10], found[20]) == (48, 80, 84)
    assert [(each.control.move, each.control.limit) for each in state.black.exceedances] == [
        (8, 30),
        (11, 60),
    ]


@pytest.mark.rule("BdF § 13(2)")
@pytest.mark.parametrize(
    ("announce", "first", "second"), [("", (7, 36), (16, 31)), ("white", (7, 31), (24, 68))]
)
def test_w16_white_of_g2_exceeds_again_at_16_or_at_24_as_penalties_apply(
    announce: str, first: tuple[int, int], second: tuple[int, int]
):
    assert G2.days_used(0)[1:16] == [0, 1, 1, 1, 2, 26, 13, 1, 5, 1, 0, 1, 2, 1, 2]
    assert G2.days_used(0)[16:24] == [2, 0, 0, 6, 4, 20, 2, 8]

    state = as_post(G2, claims_for="black", announce=announce)

    found = [(each.control.move, each.control.total) for each in state.white.exceedances]
    assert found[:2] == [first, second]


@pytest.mark.parametrize(
    ("score", "ending"),
    [
        pytest.param("1. 6263 5755 2. 7274 4884", "checkmate", id="fool's mate"),
        pytest.param("1. 5254 5755 2. 6134 2836 3. 4185 7866 4. 8567", "checkmate", id="scholar's mate"),
        pytest.param(
            "1. 4244 4745 2. 3234 5755 3. 4455 4544 4. 5253 6824 5. 3142 4453 6. 4224 5362 7. 5152 62714",
            "",
            id="Lasker trap",
        ),
        pytest.param("1. 5254 5756 2. 5455 4745 3. 5546", "", id="white en passant"),
        pytest.param("1. 8283 4745 2. 8384 4544 3. 5254 4453", "", id="black en passant"),
        pytest.param(
            "1. 4244 4745 2. 2133 7866 3. 3164 5756 4. 4143 6857 5. 5131 5878", "", id="opposite castling"
        ),
        pytest.param(
            "1. 4244 4745 2. 7163 2836 3. 5253 3865 4. 6152 4847 5. 5171 5838", "", id="black long castling"
        ),
    ],
)
@pytest.mark.rule("BdF Annex(1)")
def test_short_numeric_games_replay_and_spell_the_same(score: str, ending: str):
    moves = moves_of(score)

    assert pgn.write_numeric(moves) == score
    board = position()
    for move in moves:
        board.push(move)
    assert board.is_checkmate() == (ending == "checkmate")


@pytest.mark.rule("BdF Annex(3)")
@pytest.mark.parametrize(
    ("text", "piece"),
    [("27184", chess.KNIGHT), ("27381", chess.QUEEN), ("27182", chess.ROOK), ("27383", chess.BISHOP)],
)
def test_capture_promotions(text: str, piece: chess.PieceType):
    moves = moves_of("1. 5254 4745 2. 5445 3736 3. 4536 7866 4. 3627 2847 5. " + text)

    assert moves[-1].promotion == piece


def test_morphys_opera_game_ends_in_mate_by_the_rook():
    score = """1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5
    10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8#"""
    moves = moves_of(score)

    digits = numerics(moves)
    assert digits[22] == "5131"
    assert digits[-3:] == ["2328", "4728", "4148"]
    assert pgn.write_numeric(moves).endswith("16. 2328 4728 17. 4148")
