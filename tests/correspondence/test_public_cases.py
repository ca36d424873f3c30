"""Cases that went wrong elsewhere, by the number of the list in which they were collected."""

from datetime import timedelta

import chess
import pytest
from correspondence.builders import Script, codes, day, moves_of, totals

from arbiter_rules.correspondence import days, notation, pgn
from arbiter_rules.correspondence.audit import audit_tournament
from arbiter_rules.correspondence.board import position
from arbiter_rules.correspondence.days import Span
from arbiter_rules.correspondence.duties import duties
from arbiter_rules.correspondence.endings import ending
from arbiter_rules.correspondence.leave import DIRECTOR, Leave, Notice
from arbiter_rules.correspondence.time_control import limit
from arbiter_rules.correspondence.tournament import Tournament


def read(fen: str | None, text: str) -> tuple[str, str]:
    reading = notation.interpret(position(fen), text)
    return reading.kind, reading.reason


@pytest.mark.rule("BdF Annex(2)")
def test_case_1_a_rook_on_the_kings_square_is_a_rook():
    board = position("4k3/8/8/8/8/8/7K/4R3 w - - 0 1")

    move = notation.interpret(board, "5171").move

    assert move is not None
    assert not board.is_castling(move)
    assert board.san(move).startswith("R")


@pytest.mark.rule("BdF Annex(2)")
@pytest.mark.parametrize(
    ("text", "kind"), [("5181", "impossible"), ("5111", "impossible"), ("5171", "valid"), ("5131", "valid")]
)
def test_case_2_castling_is_the_kings_path_and_not_his_way_onto_the_rook(text: str, kind: str):
    board = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")

    reading = notation.interpret(board, text)

    assert reading.kind == kind
    assert reading.move is None or board.is_castling(reading.move)


@pytest.mark.rule("BdF Annex(3)")
def test_case_3_a_promotion_without_its_digit_is_incomplete():
    fen = "8/6P1/8/8/8/8/7k/K7 w - - 0 43"

    assert read(fen, "7778") == ("incomplete", "move.promotion_missing")
    move = notation.interpret(position(fen), "77782").move
    assert move == chess.Move(chess.G7, chess.G8, chess.ROOK)


@pytest.mark.rule("BdF Annex(3)")
def test_case_4_a_digit_on_a_move_that_promotes_nothing_is_impossible():
    assert read(None, "52541") == ("impossible", "move.extra_digit")


@pytest.mark.rule("BdF Annex(3)")
def test_case_6_a_capture_promotion_needs_its_digit_too():
    fen = "1n5k/2P5/8/8/8/8/8/K7 w - - 0 1"

    assert read(fen, "3728")[0] == "incomplete"
    assert position(fen).san(notation.interpret(position(fen), "37281").move).startswith("cxb8=Q")


@pytest.mark.rule("BdF § 2(1)")
def test_case_7_digits_are_never_taken_for_a_move_number():
    script = Script(["5254", "5755"]).card(0, move="5254")

    assert "card.number_missing" in codes(script.fold())


def test_case_8_a_numeric_pgn_gives_its_moves():
    game = pgn.read("1. 5254 5755 *")[0]

    assert [move.uci() for move in game.moves] == ["e2e4", "e7e5"]


@pytest.mark.rule("BdF Annex(1)")
def test_case_10_en_passant_may_block_a_check():
    assert read("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1", "5443")[0] == "valid"


@pytest.mark.rule("BdF § 9")
def test_case_11_en_passant_that_opens_a_check_is_impossible():
    score = """1.e4 e5 2.Nf3 Nc6 3.Bb5 f5 4.Nc3 fxe4 5.Nxe4 d5 6.Nxe5 dxe4 7.Nxc6 Qg5 8.Qe2 Nf6 9.Nxa7+ Bd7
    10.Bxd7+ Nxd7 11.f4"""
    board = position()
    for move in moves_of(score):
        board.push(move)

    assert notation.interpret(board, "5463").kind == "impossible"


@pytest.mark.rule("BdF § 9")
def test_case_13_castling_rights_without_a_rook_are_cleaned():
    fen = "2r1k1r1/1Bq2pp1/4pn1p/1p5P/3P2R1/R1pN2P1/2Q1PP2/6K1 b kq - 0 1"

    assert position(fen).castling_rights == 0
    assert read(fen, "5878")[0] == "impossible"


@pytest.mark.rule("BdF § 31(2)")
def test_cases_14_and_15_only_a_hundred_half_moves_break_a_game_off():
    assert ending(position("8/8/8/8/4k3/8/3K2p1/5r2 w - - 50 119")).value is None
    assert ending(position("8/8/8/8/4k3/8/3K2p1/5r2 w - - 99 119")).value is None
    assert ending(position("8/8/8/8/4k3/8/3K2p1/5r2 w - - 100 119")).value == "fifty_moves"


@pytest.mark.rule("BdF § 17")
def test_case_19_three_blocks_have_three_limits():
    assert [limit(index) for index in (10, 20, 30)] == [30, 60, 90]


@pytest.mark.rule("BdF § 24(2)b")
@pytest.mark.parametrize(("announced", "total"), [(True, 11), (False, 16)])
def test_case_20_a_leave_in_the_middle_keeps_the_days_before_it(announced: bool, total: int):
    leave = [Span(day("07-01"), day("07-14"))]
    net = days.net_days(day("06-25"), day("07-20"), leave)

    assert net == 11
    assert net + days.long_think(net, day("06-25"), day("06-26") if announced else None, leave).value == total


@pytest.mark.rule("BdF § 24(1)")
def test_case_22_a_leave_ends_by_itself_and_its_days_never_grow():
    leave = Leave("Anna", Span(day("07-01"), day("07-14")), (Notice(DIRECTOR, day("06-01")),))
    script = Script(start=day("06-20")).card(0)
    whole = Tournament(
        name="T", start=script.start, players=("Anna", "Bernd"), leaves=(leave,), games=(script.game(),)
    )

    accounts = [audit_tournament(whole, day("06-25") + timedelta(d)).value.leave["Anna"] for d in range(40)]

    assert accounts[-1].on_leave is None
    assert accounts[8].on_leave is not None
    assert {account.remaining for account in accounts} == {28}


@pytest.mark.rule("BdF § 7(1)")
def test_case_24_a_full_acceptance_plays_every_move():
    script = Script(["5254", "5755", "?", "?"]).card(0, proposals=("1… 5755 2. 7163 2836 3. 6125",))
    script.card(4, repeats="1. 5254 5755 2. 7163 2836 3. 6125", move="3… 1716")

    assert len(script.fold().plies) == 6


@pytest.mark.rule("BdF § 6")
def test_case_25_a_proposal_about_an_earlier_position_is_stale():
    script = Script(["5254", "5755", "7163"]).card(0).card(0).card(0, proposals=("1… 3735 2. 4244",))

    state = script.fold()

    assert "proposal.stale" in codes(state)
    assert (len(state.plies), state.tree) == (3, {})


@pytest.mark.rule("BdF § 6")
def test_case_26_a_conditional_resignation_is_not_foreseen():
    script = Script(["5254"]).card(0, proposals=("1… 5755 2. Aufgabe",))

    assert "proposal.not_a_move" in codes(script.fold())


@pytest.mark.rule("BdF § 2(1)c")
def test_cases_27_and_28_an_offer_lapses_with_a_move_and_is_never_the_offerers_to_accept():
    script = Script().card(0, offer="Remis?").card(0)
    assert script.fold().offer_by is None

    own = Script().card(0, offer="Remis?").card(0, by="white", move="", accepts="Remis")
    assert own.fold().status.phase == "running"


@pytest.mark.rule("BdF § 16(1)")
def test_case_29_a_slow_first_move_expires_nothing():
    state = Script().fold()

    assert state.status.phase == "running"
    assert [d.due for d in duties(state, day("01-08")) if d.code == "duty.remind"] == [day("01-17")]


@pytest.mark.rule("BdF § 8(1)")
def test_case_31_a_pawn_capture_without_its_file_is_doubtful():
    fen = "2rq1rk1/pb2bppp/1p2p3/n1ppPn2/2PP4/PP3N2/1B1NQPPP/RB3RK1 b - - 4 13"

    assert read(fen, "c4") == ("doubtful", "move.pawn_file_missing")


@pytest.mark.rule("BdF § 10")
def test_case_32_a_missing_capture_sign_does_not_matter():
    assert read("4k3/8/8/8/5p2/8/8/4KR2 w - - 0 1", "Tf4")[0] == "valid"


@pytest.mark.rule("BdF § 3")
@pytest.mark.parametrize("text", ["0-0", "O-O", "o-o", "O - O"])
def test_case_33_every_spelling_of_castling_is_castling(text: str):
    assert read("4k3/8/8/8/8/8/8/4K2R w K - 0 1", text)[0] == "valid"


@pytest.mark.rule("BdF § 5")
def test_case_36_a_legal_move_that_was_not_meant_binds():
    state = Script(["5254", "5756", "6152"]).cards(0, 0, 0).fold()

    assert (len(state.plies), codes(state)) == (3, [])


@pytest.mark.rule("BdF § 9")
def test_case_37_an_illegal_move_found_later_is_flagged_for_the_director():
    script = Script().cards(0, 0, 0)
    script.event("irregularity", script.sent, by="black", move=1)

    state = script.fold()

    assert state.irregular
    assert len(state.plies) == 3


def test_case_38_a_fragment_that_begins_with_black_is_numbered_so():
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    moves = moves_of("1… 5755 2. 7163", fen)

    assert pgn.write_numeric(moves, fen).startswith("1… 5755 2. 7163")
    assert "1... e5" in pgn.write(moves, event="T", white="a", black="b", fen=fen)
    script = Script(["5755"], start=day("01-01"))
    script._ply = 1
    state = script.card(3).fold(fen=fen)
    assert [(ply.side, ply.number) for ply in state.plies] == [("black", 1)]
    assert totals(state, "black") == [3]


@pytest.mark.rule("BdF § 13(2)")
def test_case_39_23_days_are_23_or_28_and_never_doubled():
    assert 23 + days.long_think(23, day("01-01"), day("01-02")).value == 23
    assert 23 + days.long_think(23, day("01-01"), None).value == 28


@pytest.mark.rule("BdF § 14(1)")
def test_case_41_the_next_day_is_one_day_whatever_the_hour():
    assert days.net_days(day("01-01"), day("01-02")) == 1


@pytest.mark.rule("BdF § 17")
def test_case_42_only_the_player_to_move_uses_time():
    script = Script().card(1).card(4)
    audit = audit_tournament(
        Tournament(name="T", start=script.start, players=("Anna", "Bernd"), games=(script.game(),)),
        day("02-01"),
    ).value.games["g"]

    assert audit.running is not None
    assert audit.running.move == 2
    assert audit.state.black.account.total == 4
