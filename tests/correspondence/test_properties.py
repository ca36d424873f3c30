"""What holds for every game, leave and text, looked for with generated ones."""

from datetime import date, timedelta
from itertools import permutations

import chess
from correspondence.builders import SHUTTLE, START, Script
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter_rules.correspondence import days, notation, numeric
from arbiter_rules.correspondence.audit import audit_game, audit_tournament
from arbiter_rules.correspondence.days import Span
from arbiter_rules.correspondence.game import fold
from arbiter_rules.correspondence.leave import DIRECTOR, Leave, Notice, ended_early
from arbiter_rules.correspondence.spelling import SPELLINGS, spell
from arbiter_rules.correspondence.state import GameState
from arbiter_rules.correspondence.tournament import Tournament

DAYS = st.dates(date(2002, 1, 1), date(2003, 12, 31))
SPANS = st.builds(
    lambda first, length: Span(first, first + timedelta(days=length)), DAYS, st.integers(-1, 41)
)
CARDS = st.lists(st.tuples(st.integers(0, 34), st.booleans(), st.booleans()), min_size=1, max_size=24)


def written(cards: list[tuple[int, bool, bool]], transit: int = 2, claims: bool = True) -> Script:
    """A game of these cards: days, whether a long think was announced, whether the card claims."""
    script = Script(transit=transit)
    for used, announced, claim in cards:
        if announced:
            script.event("long_think", script.arrival, by=script.by)
        script.card(used, claims=claim and claims)
    return script


def clocks(state: GameState) -> tuple[list[int], list[int]]:
    return state.white.account.days, state.black.account.days


@settings(deadline=None)
@given(DAYS, DAYS, st.lists(SPANS, max_size=3))
def test_days_are_never_negative(arrival: date, sent: date, leaves: list[Span]):
    assert days.net_days(arrival, sent, leaves) >= 0


@settings(deadline=None)
@given(DAYS, st.integers(0, 90), SPANS)
def test_a_notified_leave_never_adds_days(arrival: date, used: int, leave: Span):
    sent = arrival + timedelta(days=used)
    actual = ended_early(leave, [sent])

    assert days.net_days(arrival, sent, [actual]) <= days.net_days(arrival, sent)


@settings(deadline=None)
@given(DAYS, st.integers(0, 90), SPANS)
def test_counting_by_hand_agrees(arrival: date, used: int, leave: Span):
    sent = arrival + timedelta(days=used)
    start = leave.last + days.DAY if arrival in leave else arrival
    counted = [
        start + timedelta(days=n)
        for n in range(1, max(0, (sent - start).days) + 1)
        if start + timedelta(days=n) not in leave
    ]

    assert days.net_days(arrival, sent, [leave]) == len(counted)


@settings(deadline=None)
@given(DAYS, st.integers(0, 60), st.integers(1, 30))
def test_an_early_end_by_a_move_on_the_day_after_the_leave_is_none(first: date, before: int, length: int):
    leave = Span(first, first + timedelta(days=length))
    arrival, sent = first - timedelta(days=before), leave.last + days.DAY

    assert days.net_days(arrival, sent, [ended_early(leave, [sent])]) == days.net_days(arrival, sent, [leave])


@settings(max_examples=40, deadline=None)
@given(CARDS, st.integers(0, 9), st.integers(0, 9))
def test_transit_changes_no_clock(cards: list[tuple[int, bool, bool]], one: int, other: int):
    near, far = written(cards, one, claims=False), written(cards, other, claims=False)

    assert clocks(near.fold()) == clocks(far.fold())


@settings(max_examples=60, deadline=None)
@given(CARDS)
def test_a_ledger_adds_up_to_its_entries(cards: list[tuple[int, bool, bool]]):
    state = written(cards).fold()

    for side in (state.white, state.black):
        assert sum(side.account.days) == sum(entry.days for entry in side.account.entries)
        assert all(entry.days >= 0 for entry in side.account.entries)
        by_move = [0] * side.account.made
        for entry in side.account.entries:
            by_move[entry.move - 1] += entry.days
        assert by_move == side.account.days


@settings(max_examples=40, deadline=None)
@given(CARDS, st.integers(0, 23))
def test_the_audit_of_a_prefix_agrees_with_the_audit_of_the_whole(
    cards: list[tuple[int, bool, bool]], cut: int
):
    whole = written(cards)
    place = min(cut, len(cards) - 1)
    day = [entry.sent for entry in whole.entries if hasattr(entry, "sent")][place]
    prefix = [entry for entry in whole.entries if (entry.sent if hasattr(entry, "sent") else entry.on) <= day]
    short = whole.game(entries=tuple(prefix))

    as_of = audit_game(whole.game(), START, day)
    alone = audit_game(short, START, day)

    assert as_of.value.duties == alone.value.duties
    assert as_of.value.ledger == alone.value.ledger
    assert as_of.steps == alone.steps
    later = fold(whole.game(), START)
    assert as_of.value.state.plies == later.plies[: len(as_of.value.state.plies)]


@settings(max_examples=60, deadline=None)
@given(CARDS)
def test_a_claim_never_lowers_the_opponents_time_nor_the_claimants(cards: list[tuple[int, bool, bool]]):
    with_claims = written(cards).fold()
    without = written(cards, claims=False).fold()

    assert clocks(with_claims) == clocks(without)
    for side in ("white", "black"):
        for found in with_claims[side].exceedances:
            assert found.carried is None or 0 <= found.carried <= found.control.overhang


@settings(max_examples=15, deadline=None)
@given(st.lists(CARDS, min_size=3, max_size=3))
def test_the_order_of_a_tournaments_games_changes_nothing(games: list[list[tuple[int, bool, bool]]]):
    leave = Leave(
        "Anna",
        Span(date(2002, 2, 1), date(2002, 2, 20)),
        (Notice("Bernd", date(2002, 1, 2)), Notice(DIRECTOR, date(2002, 1, 2))),
    )
    built = [written(cards).game(id=str(place)) for place, cards in enumerate(games)]

    def audited(order: tuple[int, ...]):
        whole = Tournament(
            name="T",
            start=START,
            players=("Anna", "Bernd"),
            leaves=(leave,),
            games=tuple(built[place] for place in order),
        )
        audit = audit_tournament(whole, date(2004, 1, 1)).value
        return audit.duties, {key: clocks(game.state) for key, game in audit.games.items()}, audit.leave

    first, *others = [audited(order) for order in permutations(range(3))]
    assert all(each == first for each in others)


@st.composite
def positions(draw: st.DrawFn) -> chess.Board:
    board = chess.Board()
    for _ in range(draw(st.integers(0, 40))):
        moves = sorted(board.generate_legal_moves(), key=lambda move: move.uci())
        if not moves:
            break
        board.push(draw(st.sampled_from(moves)))
    return board


@settings(max_examples=40, deadline=None)
@given(positions())
def test_every_legal_move_spells_and_reads_back_in_every_notation(board: chess.Board):
    for move in board.generate_legal_moves():
        assert numeric.read(board, numeric.spell(move)).move == move
    for move in list(board.generate_legal_moves())[:6]:
        for form in SPELLINGS:
            assert notation.interpret(board, spell(board, move, form)).move == move


NOISE = st.sampled_from(["", " ", "!", "?", "+", "#", "!?", " Schach", " schlägt", "††", "  "])


@settings(max_examples=60, deadline=None)
@given(positions(), NOISE, NOISE, st.data())
def test_noise_around_a_move_changes_nothing(
    board: chess.Board, before: str, after: str, data: st.DataObject
):
    moves = list(board.generate_legal_moves())
    if not moves:
        return
    move = data.draw(st.sampled_from(moves))
    text = spell(board, move, data.draw(st.sampled_from(SPELLINGS)))

    assert notation.interpret(board, f"{before} {text}{after}").move == move


@settings(max_examples=60, deadline=None)
@given(NOISE, NOISE)
def test_noise_around_a_cards_text_changes_nothing(before: str, after: str):
    plain = Script().card(0).card(0)
    decorated = Script()
    decorated.card(0, move=f"{before} 1. {SHUTTLE[0]}{after}")
    decorated.card(0, repeats=f"{before} 1. {SHUTTLE[0]} {after}", move=f"1… {SHUTTLE[1]}{after}{before}")

    assert plain.fold().board.fen() == decorated.fold().board.fen()


@settings(deadline=None)
@given(st.text(max_size=30))
def test_no_text_breaks_the_reader(text: str):
    reading = notation.interpret(chess.Board(), text)

    assert (reading.move is not None) == (reading.kind == "valid")
