"""How games end: by position, by word, by the director; the fifty-move fixture."""

import chess
import pytest
from correspondence.builders import SHUTTLE, Script, codes, day, moves_of

from arbiter_rules.correspondence import endings
from arbiter_rules.correspondence.board import position
from arbiter_rules.correspondence.duties import duties, rateable, records_conflict
from arbiter_rules.correspondence.policy import DEFAULT

#: From the initial position: no capture, no pawn move, no check, no position twice.
FIFTY = """
1. 7183 2816 2. 8375 1628 3. 7554 7886 4. 5435 8878 5. 2113 2836 6. 3554 8665 7. 5475 6544 8. 7556 3628
9. 1325 4465 10. 8171 6553 11. 2513 2836 12. 5635 1828 13. 3556 5365 14. 1334 3615 15. 5644 6573 16. 3426 7385
17. 4423 2818 18. 2634 1536 19. 3453 3624 20. 1121 7888 21. 5365 8566 22. 2335 6678 23. 6573 7866 24. 7385 8878
25. 8573 2445 26. 7181 6674 27. 3514 4553 28. 7354 7466 29. 1435 6645 30. 5433 7888 31. 3543 4524 32. 3325 5365
33. 8171 6553 34. 4364 5365 35. 6476 1828 36. 2533 6586 37. 2111 8674 38. 7684 7486 39. 3325 8878 40. 8463 2416
41. 2533 1624 42. 3314 8665 43. 6355 2445 44. 5534 2818 45. 1433 6546 46. 3325 4524 47. 3453 7888 48. 1121 1828
49. 5345 8878 50. 4564 4654
"""


def played(text: str, **fields: object) -> Script:
    words = [word for word in text.split() if not word.endswith(".")]
    script = Script(words, start=day("01-01"), transit=0)
    for _ in words:
        script.card(0, **fields)
    return script


@pytest.mark.rule("BdF § 31(2)")
def test_after_fifty_moves_the_game_is_broken_off_for_adjudication():
    state = played(FIFTY).fold()

    assert state.board.fen() == "1rbqkbr1/pppppppp/8/1N6/1n2nN2/8/PPPPPPPP/1RBQKBR1 w - - 100 51"
    assert (state.status.phase, state.status.reason, state.status.result) == (
        "adjudication",
        "fifty_moves",
        "*",
    )
    assert "duty.adjudicate" in [duty.code for duty in duties(state, day("12-31"))]


@pytest.mark.rule("BdF § 31(2)")
def test_at_99_half_moves_the_game_goes_on_although_the_library_would_let_it_be_claimed():
    script = played(FIFTY)
    script.entries.pop()

    state = script.fold()

    assert state.board.can_claim_fifty_moves()
    assert state.status.phase == "running"


@pytest.mark.rule("BdF § 31(2)")
def test_fifty_half_moves_are_not_fifty_moves():
    board = position("8/8/8/8/4k3/8/3K2p1/5r2 w - - 50 119")

    assert endings.ending(board).value is None
    wrong = DEFAULT.with_readings(fifty="50_half_moves")
    assert endings.ending(board, wrong).value == "fifty_moves"


@pytest.mark.rule("BdF § 31(2)")
@pytest.mark.parametrize(("reading", "ended"), [("mate", "checkmate"), ("abort", "fifty_moves")])
def test_a_mate_on_the_hundredth_half_move_comes_first_by_policy(reading: str, ended: str):
    board = position("R5k1/5ppp/8/8/8/8/8/7K b - - 100 80")

    assert endings.ending(board, DEFAULT.with_readings(mate_at_100=reading)).value == ended


@pytest.mark.rule("BdF § 31(2)")
def test_neither_castling_nor_a_quiet_move_resets_but_promotion_and_en_passant_do():
    castled = position("4k3/8/8/8/8/8/8/4K2R w K - 99 80")
    castled.push(chess.Move.from_uci("e1g1"))
    promoted = position("4k3/P7/8/8/8/8/8/4K3 w - - 99 80")
    promoted.push(chess.Move.from_uci("a7a8q"))
    passed = position("4k3/8/8/3pP3/8/8/8/4K3 w - d6 99 80")
    passed.push(chess.Move.from_uci("e5d6"))

    assert endings.quiet(castled)
    assert not endings.quiet(promoted)
    assert not endings.quiet(passed)


@pytest.mark.rule("BdF § 31(1)")
@pytest.mark.parametrize(
    ("fen", "ended", "result"),
    [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "checkmate", "0-1"),
        ("R5k1/5ppp/8/8/8/8/8/7K b - - 1 40", "checkmate", "1-0"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate", "1/2-1/2"),
        ("7k/8/6K1/8/8/8/8/6B1 b - - 0 1", "dead_position", None),
        ("7k/8/6K1/8/8/8/8/6R1 b - - 0 1", None, None),
    ],
)
def test_mate_stalemate_and_dead_position_end_a_game(fen: str, ended: str | None, result: str | None):
    board = position(fen)

    assert endings.ending(board).value == ended
    if result:
        assert endings.result_of(board) == result


@pytest.mark.rule("BdF § 31(1)")
def test_a_dead_position_ends_a_game_at_once():
    fen = "7k/8/6K1/8/8/8/5p2/6B1 w - - 0 1"
    script = Script(["7162", "8878"], start=day("01-01"))
    script.card(0).card(0)

    state = script.fold(fen=fen)

    assert (state.status.phase, state.status.result) == ("finished", "1/2-1/2")
    assert len(state.plies) == 1
    assert "card.after_end" in codes(state)


@pytest.mark.rule("BdF § 31(1)")
def test_moves_after_mate_are_refused_and_change_nothing():
    script = played("1. 6263 5755 2. 7274 4884")
    over = script.fold()
    script._moves = iter(["5152", "5756"])
    script.card(0).card(0, by="white")

    state = script.fold()

    assert (over.status.reason, over.status.result) == ("checkmate", "0-1")
    assert state.board.fen() == over.board.fen()
    assert codes(state)[-2:] == ["card.after_end", "card.after_end"]


@pytest.mark.rule("BdF § 31(1)")
def test_a_repetition_counts_only_when_it_is_claimed_and_later_laws_do_not_apply():
    script = played(" ".join(SHUTTLE * 8))
    assert script.fold().status.phase == "running"

    script.event("repetition_claim", day("01-01"), by="white")
    assert (script.fold().status.reason, script.fold().status.result) == ("repetition", "1/2-1/2")


@pytest.mark.rule("BdF § 31(1)")
def test_a_twofold_repetition_is_refused():
    script = played(" ".join(SHUTTLE))
    script.event("repetition_claim", day("01-01"), by="white")

    state = script.fold()

    assert state.status.phase == "running"
    assert "ending.no_repetition" in codes(state)


@pytest.mark.rule("BdF § 2(1)c")
def test_an_offer_is_accepted_with_the_next_card():
    script = Script().card(0, offer="Remis?").card(2, move="", accepts="Remis angenommen")

    state = script.fold()

    assert (state.status.reason, state.status.result) == ("agreement", "1/2-1/2")


@pytest.mark.rule("BdF § 2(1)c")
def test_an_offer_lapses_with_a_move_and_its_own_player_never_cancels_or_accepts_it():
    script = Script().card(0, offer="Remis?")
    assert script.fold().offer_by == "white"

    script.card(2)
    lapsed = script.fold()
    assert lapsed.offer_by is None
    script.card(0, move="", accepts="doch Remis")
    assert "card.no_open_offer" in codes(script.fold())

    own = Script().card(0, offer="Remis?").card(0, by="white", move="", accepts="angenommen")
    assert own.fold().status.phase == "running"


@pytest.mark.rule("BdF § 2(1)b")
def test_an_offer_on_a_void_move_stands_by_policy():
    script = Script().card(0, move="1. 5256", offer="Remis?")

    assert script.fold().offer_by is None
    assert script.fold(DEFAULT.with_readings(offer_on_void_move="stands")).offer_by == "white"


@pytest.mark.rule("BdF § 2(1)c")
@pytest.mark.parametrize(("cards", "result"), [(1, "1-0"), (2, "0-1")])
def test_a_resignation_ends_the_game(cards: int, result: str):
    script = Script().cards(*[0] * cards).card(0, move="", resigns="Ich gebe auf")

    assert (script.fold().status.reason, script.fold().status.result) == ("resignation", result)


@pytest.mark.rule("BdF § 2(3)")
@pytest.mark.parametrize(
    ("script", "what"),
    [
        (Script().card(0).card(0, move="", resigns="1-0"), "resignation"),
        (Script().card(0, offer="=").card(0, move="", accepts="einverstanden"), "acceptance"),
        (Script().card(0, offer="Remis?").card(0, move="", accepts="="), "acceptance"),
        (Script().card(0, offer="="), "offer"),
    ],
)
def test_signs_lose_their_effect_when_they_are_disputed(script: Script, what: str):
    script.event("dispute", script.sent, by="white", what=what)

    state = script.fold()

    assert state.status.phase == "running"
    assert state.offer_by is None
    assert "dispute.made" in codes(state)


@pytest.mark.rule("BdF § 4")
def test_a_move_cannot_be_taken_back():
    script = Script().card(0)
    script.event("retraction", script.sent, by="white")

    state = script.fold()

    assert len(state.plies) == 1
    assert "retraction.ineffective" in codes(state)


@pytest.mark.rule("BdF § 26(1)")
@pytest.mark.rule("BdF § 26(2)")
@pytest.mark.parametrize("cause", ["withdrawal", "death", "unfounded_resignation"])
def test_a_withdrawal_is_scored_by_the_director_only(cause: str):
    script = Script().card(0)
    script.event("withdrawal", script.sent, by="black", cause=cause)

    state = script.fold()
    assert (state.status.phase, state.status.result) == ("awaiting_director", "*")
    assert "duty.decide_scoring" in [duty.code for duty in duties(state, day("12-31"))]

    script.event("ruling", script.sent, result="1-0")
    assert (script.fold().status.phase, script.fold().status.result) == ("finished", "1-0")


@pytest.mark.rule("BdF § 27(1)")
@pytest.mark.rule("BdF § 27(2)")
def test_after_the_end_both_send_the_record_and_only_then_may_it_be_scored():
    script = Script().card(0).card(0, move="", resigns="Ich gebe auf")
    ended = script.sent

    state = script.fold()
    owed = [(duty.party, duty.due) for duty in duties(state, ended) if duty.code == "duty.send_record"]
    assert owed == [("white", ended), ("black", ended)]
    assert [d.code for d in duties(state, ended, report=True) if "report" in d.code] == [
        "duty.report_result"
    ] * 2
    assert not rateable(state)

    script.event("record", ended, by="white", moves="1. 7163")
    state = script.fold()
    assert rateable(state)
    assert "rateable" in state.switches
    assert [duty.party for duty in duties(state, ended) if duty.code == "duty.send_record"] == ["black"]
    assert not rateable(script.fold(DEFAULT.with_readings(rateable="both_records")))

    script.event("record", ended, by="black", moves="1. 7181")
    assert records_conflict(script.fold())


@pytest.mark.rule("BdF § 9")
def test_an_irregularity_found_later_is_flagged_and_cuts_nothing_off():
    script = Script().cards(0, 0, 0)
    script.event("irregularity", script.sent, by="white", move=1, reason="ungültig")

    state = script.fold()

    assert len(state.plies) == 3
    assert "duty.rule_on_irregularity" in [duty.code for duty in duties(state, day("12-31"))]


@pytest.mark.rule("BdF § 31(1)")
def test_the_scores_of_the_fixture_replay():
    assert len(moves_of(FIFTY)) == 100
