"""Conditional moves: the timeline W12 in all its branches, and what a proposal may not do."""

import pytest
from correspondence.builders import Script, codes, moves_of, numerics

from arbiter_rules.correspondence import conditional
from arbiter_rules.correspondence.board import position
from arbiter_rules.correspondence.scoresheet import parse

BEFORE = "5254 5755 7163 2836 6125 1716 2514 7866 5171 6857 6151 2725"
PROPOSAL = "7… 4746 8. 3233 5878 9. 8283"


def w12(*proposals: str) -> Script:
    """The game up to White's 7. 1423, three days, with the proposals."""
    script = Script((*BEFORE.split(), "1423", *["?"] * 9))
    script.cards(*[0] * 12)
    return script.card(3, proposals=proposals or (PROPOSAL,))


@pytest.mark.rule("BdF § 6")
@pytest.mark.rule("BdF § 7(1)")
@pytest.mark.rule("BdF § 7(2)")
def test_w12_full_acceptance_plays_the_whole_line():
    script = w12().card(6, repeats="7. 1423 4746 8. 3233 5878 9. 8283", move="9… 3615")

    state = script.fold()

    assert state.board.fen() == "r1bq1rk1/2p1bppp/p2p1n2/np2p3/4P3/1BP2N1P/PP1P1PP1/RNBQR1K1 w - - 1 10"
    assert state.black.account.days[6:] == [0, 0, 6]
    assert state.white.account.days[6:] == [3, 0, 0]
    assert [ply.conditional for ply in state.plies[13:]] == [True, True, True, True, False]
    assert "acceptance.taken" in codes(state)


@pytest.mark.rule("BdF § 6")
def test_w12_partial_acceptance_lets_the_rest_lapse():
    script = w12().card(6, repeats="7. 1423 4746 8. 3233", move="8… 3847")

    state = script.fold()

    assert numerics(ply.move for ply in state.plies[12:]) == ["1423", "4746", "3233", "3847"]
    assert state.black.account.days[6:] == [0, 6]
    assert state.white.account.days[6:] == [3, 0]
    assert state.tree == {}


@pytest.mark.rule("BdF § 6")
def test_w12_ignored_proposals_lapse():
    state = w12().card(6, repeats="7. 1423", move="7… 5878").fold()

    assert numerics(ply.move for ply in state.plies[12:]) == ["1423", "5878"]
    assert state.black.account.days[6:] == [6]
    assert "acceptance.ignored" in codes(state)


@pytest.mark.rule("BdF § 6")
def test_w12_the_last_proposed_move_binds_only_with_an_own_answer():
    state = w12().card(6, repeats="7. 1423 4746", move="8. 3233").fold()

    assert numerics(ply.move for ply in state.plies[12:]) == ["1423", "4746"]
    assert state.to_move == "white"
    assert state.black.account.days[6:] == [6]
    assert "acceptance.trailing" in codes(state)


@pytest.mark.rule("BdF § 7(1)")
@pytest.mark.parametrize(
    ("repeats", "move", "fault"),
    [
        ("8. 3233 7. 1423 4746", "8… 3847", "card.repetition_differs"),
        ("7. 1423 4746 9. 3233", "9… 3847", "acceptance.order"),
        ("7. 1423 4746 3233", "8… 3847", "acceptance.order"),
        ("7. 1423 4746 8. 4244", "8… 5878", "acceptance.not_proposed"),
        ("7. 1423 5878 8. 3233", "8… 4746", "acceptance.not_proposed"),
        ("7. 1423 4746 8. 3233", "8… 3899", "acceptance.unreadable"),
    ],
)
def test_w12_any_other_order_or_number_is_no_acceptance(repeats: str, move: str, fault: str):
    state = w12().card(6, repeats=repeats, move=move).fold()

    assert len(state.plies) == 13
    assert fault in codes(state)
    assert state.void_card is not None


@pytest.mark.rule("BdF § 6")
def test_lines_that_begin_alike_share_their_branch_and_each_branch_can_be_taken():
    script = w12(PROPOSAL, "7… 4746 8. 3233 3615 9. 2332", "7… 5878 8. 3233")

    short = script.card(6, repeats="7. 1423 4746 8. 3233 3615 9. 2332", move="9… 3735").fold()

    assert numerics(ply.move for ply in short.plies[12:]) == ["1423", "4746", "3233", "3615", "2332", "3735"]


@pytest.mark.rule("BdF § 8(1)")
def test_two_answers_to_one_move_make_the_branch_doubtful():
    script = w12(PROPOSAL, "7… 4746 8. 4244")
    assert "proposal.two_answers" in codes(script.fold())

    state = script.card(6, repeats="7. 1423 4746 8. 3233", move="8… 3847").fold()

    assert "acceptance.not_proposed" in codes(state)


@pytest.mark.rule("BdF § 6")
@pytest.mark.parametrize(
    ("line", "code"),
    [
        pytest.param("7… 4746 8. 3233 5878 9. 8285", "proposal.ends", id="illegal at the end"),
        pytest.param("8… 4746 9. 3233", "proposal.stale", id="another position"),
        pytest.param("7… 4746 9. 3233", "proposal.misnumbered", id="a number skipped"),
        pytest.param("", "proposal.empty", id="empty"),
        pytest.param("7… 4746 8. gebe auf", "proposal.not_a_move", id="a resignation"),
        pytest.param("7… 4746 8. Remis", "proposal.not_a_move", id="a draw offer"),
    ],
)
def test_what_a_proposal_may_not_do_is_said_and_its_legal_beginning_stays(line: str, code: str):
    state = w12(line).fold()

    assert code in codes(state)
    assert len(state.plies) == 13
    if code == "proposal.ends":
        taken = w12(line).card(6, repeats="7. 1423 4746 8. 3233", move="8… 5878").fold()
        assert len(taken.plies) == 16


@pytest.mark.rule("BdF § 6")
def test_a_tree_is_shown_as_lines():
    board = position()
    for move in moves_of(" ".join(BEFORE.split()) + " 1423"):
        board.push(move)

    tree, findings = conditional.plant(
        board, [PROPOSAL, "7… 5878 8. 3233", "7… 3615 8. 2345", "7… 3615 8. 3233", "7… 6654"]
    )

    assert conditional.lines(board, tree) == [
        ["4746", "3233", "5878", "8283"],
        ["5878", "3233"],
        ["3615", "?"],
    ]
    assert [each.code for each in findings] == ["proposal.two_answers"]


@pytest.mark.rule("BdF § 7(1)")
def test_nothing_can_be_accepted_where_nothing_was_proposed():
    taken = conditional.accept(position(), {}, parse("1. 5254 5755 2. 7163"))

    assert taken.fault == "acceptance.not_proposed"
