"""How fast correspondence games are audited, beside what the bare `chess` library does in the same run."""

import random
from collections.abc import Callable
from datetime import date, timedelta
from time import process_time

import chess

from arbiter_rules.correspondence import numeric
from arbiter_rules.correspondence.audit import audit_game, audit_tournament
from arbiter_rules.correspondence.board import side_to_move
from arbiter_rules.correspondence.card import Card
from arbiter_rules.correspondence.endings import may_have_ended
from arbiter_rules.correspondence.game import Game
from arbiter_rules.correspondence.tournament import Tournament

MOVES = 80
GAMES = 200
START = date(2002, 1, 1)
AS_OF = date(2010, 1, 1)


def score(seed: int) -> list[chess.Move]:
    """Legal moves of a game that lasts 80 moves of each side."""
    chance = random.Random(seed)
    while True:
        board = chess.Board()
        while len(board.move_stack) < 2 * MOVES:
            moves = list(board.generate_legal_moves())
            if not moves or may_have_ended(board):
                break
            board.push(chance.choice(moves))
        else:
            return board.move_stack


def posted(moves: list[chess.Move], name: str) -> Game:
    """The game as cards that take up to six days each and two days in the post."""
    cards: list[Card] = []
    board = chess.Board()
    sent, last = START, ""
    for ply, move in enumerate(moves):
        arrival = sent + timedelta(days=2)
        used = (ply * 7) % 6
        sent = arrival + timedelta(days=used)
        written = f"{board.fullmove_number}{'.' if board.turn else '…'} {numeric.spell(move)}"
        cards.append(
            Card(
                by=side_to_move(board), repeats=last, move=written, arrival=arrival, dispatch=sent, days=used
            )
        )
        board.push(move)
        last = written
    return Game(id=name, white="Anna", black="Bernd", entries=tuple(cards))


def best(work: Callable[[], object], times: int) -> float:
    """The shortest of several runs, in seconds of the processor, so that other programs do not count."""
    found = []
    for _ in range(times):
        begin = process_time()
        work()
        found.append(process_time() - begin)
    return min(found)


def bare(moves: list[chess.Move]) -> None:
    """What the library does with moves that are known to be legal."""
    board = chess.Board()
    for move in moves:
        board.push(move)


def main() -> list[tuple[str, str, str]]:
    """Rows (figure, value, goal)."""
    moves = score(1)
    game = posted(moves, "g")
    digits = [numeric.spell(move) for move in moves]
    one = best(lambda: audit_game(game, START, AS_OF), 30)
    pushes = len(moves) / best(lambda: bare(moves), 200)
    plies = len(moves) / best(lambda: numeric.replay(chess.Board(), digits), 200)
    games = tuple(posted(score(seed), str(seed)) for seed in range(GAMES))
    whole = Tournament(name="T", start=START, players=("Anna", "Bernd"), games=games)
    all_games = best(lambda: audit_tournament(whole, AS_OF), 3)
    return [
        (f"audit of a game of {MOVES} moves", f"{one * 1000:.1f} ms", "≤ 10 ms"),
        (
            "numeric moves read, proved legal and played",
            f"{plies:,.0f} plies/s, {plies / pushes:.0%} of the library's {pushes:,.0f} bare pushes",
            "≥ 50 %",
        ),
        (f"audit of a tournament of {GAMES} games", f"{all_games:.2f} s", "≤ 2 s"),
    ]
