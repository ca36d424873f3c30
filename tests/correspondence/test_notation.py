"""Reading and writing moves: numeric, German, English; tolerant and strict; the guards around the library."""

import random

import chess
import pytest
from correspondence.builders import moves_of

from arbiter_rules.correspondence import notation, numeric, spelling
from arbiter_rules.correspondence.board import lawful, position
from arbiter_rules.correspondence.policy import DEFAULT
from arbiter_rules.correspondence.scoresheet import NumberedMove, parse, replay
from arbiter_rules.errors import FieldError

ANNEX = "1. 5254 5755 2. 7163 2836 3. 6125 1716 4. 2514 7866 5. 5171 6654"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
POSITIONS = [
    chess.STARTING_FEN,
    KIWIPETE,
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1",
]


@pytest.mark.rule("BdF Annex(1)")
@pytest.mark.rule("BdF Annex(2)")
def test_the_annex_line_gives_its_position():
    board = chess.Board()
    replay(board, ANNEX)

    assert board.fen() == "r1bqkb1r/1ppp1ppp/p1n5/4p3/B3n3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 6"
    assert board.peek() == chess.Move.from_uci("f6e4")


@pytest.mark.rule("BdF Annex(2)")
@pytest.mark.rule("BdF Annex(4)")
def test_castling_is_written_as_the_kings_path_and_signs_are_left_out():
    board = position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")

    assert [numeric.spell(move) for move in board.generate_castling_moves()] == ["5171", "5131"]
    board.turn = chess.BLACK
    assert [numeric.spell(move) for move in board.generate_castling_moves()] == ["5878", "5838"]


@pytest.mark.rule("BdF § 31(1)")
@pytest.mark.parametrize("fen", POSITIONS)
def test_the_guard_agrees_with_the_generated_moves_over_all_squares(fen: str):
    """`in board.legal_moves` lets a king onto his own rook, and `push` plays anything."""
    board = position(fen)
    generated = set(board.generate_legal_moves())

    for start in chess.SQUARES:
        for end in chess.SQUARES:
            for promotion in (None, chess.QUEEN, chess.KNIGHT):
                move = chess.Move(start, end, promotion)
                assert lawful(board, move) == (move in generated)


@pytest.mark.parametrize(
    ("fen", "nodes"),
    [(POSITIONS[0], 8902), (POSITIONS[2], 2812), (POSITIONS[3], 9467)],
    ids=["start", "rooks and pawns", "promotions"],
)
def test_the_library_counts_the_known_number_of_moves(fen: str, nodes: int):
    def count(board: chess.Board, depth: int) -> int:
        total = 0
        for move in board.generate_legal_moves():
            assert lawful(board, move)
            if depth == 1:
                total += 1
                continue
            board.push(move)
            total += count(board, depth - 1)
            board.pop()
        return total

    assert count(position(fen), 3) == nodes


@pytest.mark.rule("BdF § 2(1)")
@pytest.mark.rule("BdF § 3")
@pytest.mark.parametrize(
    ("fen", "text", "move", "form"),
    [
        (None, "5254", "5254", "numeric"),
        (None, "e4", "5254", "neutral"),
        (None, "e2-e4", "5254", "neutral"),
        (None, "e2e4", "5254", "neutral"),
        (None, "Sg1-f3", "7163", "german"),
        (None, "Sg1 - f3", "7163", "german"),
        (None, "Sf3", "7163", "german"),
        (None, "Nf3", "7163", "english"),
        (None, "♘f3", "7163", "english"),
        (None, "g1f3", "7163", "coordinates"),
        (None, "7163 (Sg1-f3)", "7163", "numeric"),
        (KIWIPETE, "Dxf6", "6366", "german"),
        (KIWIPETE, "Qf3xf6", "6366", "english"),
        (KIWIPETE, "0-0", "5171", "neutral"),
        (KIWIPETE, "O-O-O", "5131", "neutral"),
        (KIWIPETE, "o - o", "5171", "neutral"),
        (POSITIONS[4], "d7xc8D", "47381", "german"),
        (POSITIONS[4], "dxc8=N+", "47384", "english"),
        (POSITIONS[4], "d7 c8 ", None, "none"),
        (POSITIONS[4], "dxc8 T", "47382", "german"),
        (POSITIONS[4], "dxc8/L", "47383", "german"),
        (POSITIONS[4], "d7c8q", "47381", "english"),
    ],
)
def test_the_usual_notations_read(fen: str | None, text: str, move: str | None, form: str):
    reading = notation.interpret(position(fen), text)

    if move is None:
        assert reading.move is None
    else:
        assert reading.move is not None
        assert (numeric.spell(reading.move), reading.form, reading.kind) == (move, form, "valid")


@pytest.mark.rule("BdF § 8(1)")
@pytest.mark.rule("BdF § 9")
@pytest.mark.rule("BdF Annex(3)")
@pytest.mark.parametrize(
    ("fen", "text", "kind", "reason"),
    [
        (None, "", "incomplete", "move.missing"),
        (None, "Schach!", "incomplete", "move.missing"),
        (None, "525", "incomplete", "move.square_missing"),
        (None, "Sf", "incomplete", "move.square_missing"),
        (None, "5250", "doubtful", "move.not_a_numeric_form"),
        (None, "5259", "doubtful", "move.not_a_numeric_form"),
        (None, "525455", "doubtful", "move.not_a_numeric_form"),
        (None, "52545", "doubtful", "move.not_a_numeric_form"),
        (None, "Springer f3", "doubtful", "move.notations_disagree"),
        (None, "Bauer", "doubtful", "move.unreadable"),
        (None, "1111", "impossible", "move.impossible.no_move"),
        (None, "5354", "impossible", "move.impossible.empty_square"),
        (None, "5755", "impossible", "move.impossible.partners_piece"),
        (None, "1112", "impossible", "move.impossible.own_piece"),
        (None, "5255", "impossible", "move.impossible.piece_cannot"),
        (None, "Sf5", "impossible", "move.impossible.piece_cannot"),
        (None, "Lg1-f3", "impossible", "move.impossible.other_piece"),
        (None, "Sb3-c5", "impossible", "move.impossible.empty_square"),
        (None, "0-0", "impossible", "move.impossible.castling"),
        (None, "e2-e4D", "impossible", "move.extra_digit"),
        (None, "5254 d4", "doubtful", "move.notations_disagree"),
        ("4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1", "5243", "impossible", "move.impossible.king_attacked"),
        ("4k3/8/8/8/8/8/N7/4K1N1 w - - 0 1", "Sa2-c3", "valid", "move.valid"),
        ("4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1", "Se2", "doubtful", "move.ambiguous"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "a8", "incomplete", "move.promotion_missing"),
        ("r7/P6k/8/8/8/8/8/K7 w - - 0 1", "1718", "impossible", "move.impossible.piece_cannot"),
        ("8/P6k/8/8/8/8/8/K7 w - - 0 1", "17185", "doubtful", "move.not_a_numeric_form"),
    ],
)
def test_each_fault_has_its_class_and_reason(fen: str | None, text: str, kind: str, reason: str):
    reading = notation.interpret(position(fen), text)

    assert (reading.kind, reading.reason) == (kind, reason)
    assert (reading.move is None) == (kind != "valid")


@pytest.mark.rule("BdF Annex(3)")
@pytest.mark.parametrize("text", ["52541", "e2-e4D"])
def test_a_promotion_of_nothing_is_impossible_or_doubtful_by_policy(text: str):
    doubtful = DEFAULT.with_readings(extra_digit="doubtful")

    assert notation.interpret(position(), text).kind == "impossible"
    ruling = notation.read(position(), text, doubtful)
    assert ruling.value.kind == "doubtful"
    assert ruling.switches == ("extra_digit",)


@pytest.mark.rule("BdF § 10")
@pytest.mark.parametrize(
    "text",
    [
        "Sf6xe4",
        "Sf6 x e4+",
        "Sf6:e4#",
        "Sf6e4 schlägt",
        "Sf6-e4 †",
        "Sf6×e4!?",
        "Sf6xe4 Schach und Matt",
        "Se4 ++",
        "Sf6xe4 e.p.",
    ],
)
def test_chess_signs_are_ignored_missing_superfluous_or_wrong(text: str):
    board = position()
    replay(board, "1. 5254 7866 2. 2133 2836 3. 4244")

    reading = notation.interpret(board, text)

    assert reading.move == chess.Move.from_uci("f6e4")


@pytest.mark.rule("BdF § 5")
def test_a_slip_that_is_a_legal_move_binds():
    """After 1. e4 e5 2. Nf3 Nc6 the move 6124 for 6125 is a bishop's move to b4's neighbour and stays one."""
    board = position()
    replay(board, "1. 5254 5755 2. 7163 2836")

    assert notation.interpret(board, "6152").kind == "valid"


@pytest.mark.rule("BdF § 3")
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("7163", "valid"),
        ("Sg1-f3", "valid"),
        ("Sf3", "valid"),
        ("Nf3", "valid"),
        ("Sf3!", "doubtful"),
        ("g1f3", "doubtful"),
    ],
)
def test_strict_reading_wants_one_of_the_four_spellings(text: str, kind: str):
    assert notation.read(position(), text, strict=True).value.kind == kind


def test_strict_reading_leaves_what_is_no_move_as_it_is():
    assert notation.read(position(), "5255", strict=True).value.kind == "impossible"


@pytest.mark.rule("BdF Annex(3)")
@pytest.mark.parametrize(
    ("fen", "move", "spelled"),
    [
        (None, "g1f3", ("7163", "Sg1-f3", "Sf3", "Nf3")),
        (KIWIPETE, "e1c1", ("5131", "O-O-O", "O-O-O", "O-O-O")),
        (KIWIPETE, "d5e6", ("4556", "d5xe6", "dxe6", "dxe6")),
        (POSITIONS[4], "d7c8q", ("47381", "d7xc8D", "dxc8D", "dxc8=Q")),
        ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", "a1a8", ("1118", "Ta1-a8#", "Ta8#", "Ra8#")),
    ],
)
def test_a_move_spells_in_all_four_notations_and_reads_back(
    fen: str | None, move: str, spelled: tuple[str, ...]
):
    board = position(fen)
    legal = chess.Move.from_uci(move)

    written = tuple(spelling.spell(board, legal, form).replace("=D", "D") for form in spelling.SPELLINGS)

    assert written == spelled
    assert {notation.interpret(board, text).move for text in written} == {legal}


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("7. 1423 4746 8. 3233", [(7, "white", "1423"), (7, "black", "4746"), (8, "white", "3233")]),
        ("7… 4746", [(7, "black", "4746")]),
        ("7... 4746", [(7, "black", "4746")]),
        ("7. ... 4746", [(7, "black", "4746")]),
        ("7 1423", [(7, "white", "1423")]),
        ("5254 5755", [(None, None, "5254"), (None, None, "5755")]),
        ("12. O - O Sg8 - f6", [(12, "white", "O-O"), (12, "black", "Sg8-f6")]),
        ("4. S x e4", [(4, "white", "Sxe4")]),
        ("7. 1423 (Sb1-d2) 4746", [(7, "white", "1423 (Sb1-d2)"), (7, "black", "4746")]),
        ("… e5", [(None, None, "e5")]),
        ("", []),
    ],
)
def test_numbers_sides_and_moves_of_a_card_are_told_apart(
    text: str, moves: list[tuple[int | None, str | None, str]]
):
    assert parse(text) == tuple(NumberedMove(*move) for move in moves)


def test_a_score_names_the_first_move_that_does_not_fit_and_stops_before_it():
    board = chess.Board()
    with pytest.raises(FieldError) as caught:
        replay(board, "1. e4 e5 2. Ke3 Nc6")
    assert (caught.value.field, caught.value.found) == ("moves[3]", "Ke3")
    assert len(board.move_stack) == 2

    with pytest.raises(FieldError) as caught:
        replay(chess.Board(), "1. e4 2. d4")
    assert caught.value.found == "2. d4"
    with pytest.raises(FieldError) as caught:
        replay(chess.Board(), "1. e4 e5 2… d4")
    assert caught.value.allowed == "move 2."
    with pytest.raises(FieldError) as caught:
        replay(chess.Board(), "1. e4 2… Ke6", field="score")
    assert (caught.value.field, caught.value.allowed) == ("score[2]", "move 1…")
    with pytest.raises(FieldError) as caught:
        replay(chess.Board(), "1. e4 1… Ke6")
    assert "1…" in caught.value.allowed


def test_a_score_may_end_with_its_result_and_need_not_be_numbered():
    assert len(moves_of("1. e4 e5 1/2-1/2")) == 2
    assert len(moves_of("5254 5755 7163")) == 3


@pytest.mark.parametrize(
    "fen",
    [
        "",
        "nonsense",
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "4k3/8/8/8/8/8/8/P3K3 w - - 0 1",
        "kk6/8/8/8/8/8/8/K7 w - - 0 1",
    ],
    ids=["empty", "unreadable", "no kings", "pawn on the first rank", "two kings"],
)
def test_a_position_that_cannot_be_played_on_is_refused(fen: str):
    with pytest.raises(FieldError) as caught:
        position(fen)
    assert caught.value.field == "fen"


def test_rights_and_en_passant_squares_that_do_not_fit_are_cleaned():
    assert position("4k3/8/8/8/8/8/8/4K3 w KQkq - 0 1").castling_rights == 0
    assert position("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1").ep_square is None
    assert position("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1").ep_square == chess.D3


@pytest.mark.rule("BdF Annex(1)")
def test_a_numeric_replay_proves_every_move_and_names_the_first_that_is_not_valid():
    board = chess.Board()
    assert len(numeric.replay(board, ["5254", "5755", "7163"])) == 3
    assert board.fullmove_number == 2

    for text, reason in (
        ("9999", "not_a_numeric_form"),
        ("5853", "piece_cannot"),
        ("1111", "partners_piece"),
    ):
        with pytest.raises(FieldError) as caught:
            numeric.replay(board, [text])
        assert caught.value.field == "moves[1]"
        assert reason in caught.value.allowed
    assert len(board.move_stack) == 3


@pytest.mark.rule("BdF § 31(1)")
def test_the_guard_agrees_with_the_library_along_random_games():
    chance = random.Random(20021026)
    candidates = {chess.Move(start, end) for start in chess.SQUARES for end in chess.SQUARES}
    for _ in range(3):
        board = chess.Board()
        for ply in range(90):
            generated = set(board.generate_legal_moves())
            if not generated:
                break
            if ply % 6 == 0:
                found = {move for move in candidates if lawful(board, move)}
                assert found == {move for move in generated if not move.promotion}
            board.push(chance.choice(sorted(generated, key=chess.Move.uci)))
