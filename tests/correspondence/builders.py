"""Games for the tests: cards by the number of days they take, over moves that never run out."""

from collections.abc import Iterable
from datetime import date, timedelta
from itertools import cycle
from typing import Any

import chess

from arbiter_rules.correspondence import numeric, scoresheet
from arbiter_rules.correspondence.board import Side, position
from arbiter_rules.correspondence.card import Card
from arbiter_rules.correspondence.events import Entry, Event
from arbiter_rules.correspondence.game import Game, fold
from arbiter_rules.correspondence.policy import DEFAULT
from arbiter_rules.correspondence.state import GameState
from arbiter_rules.policy import Policy

START = date(2002, 1, 1)
#: Knights out and home again: legal for ever, if nobody claims a repetition.
SHUTTLE = ("7163", "7866", "6371", "6678")


def day(text: str) -> date:
    """A day of 2002 from month and day, or a full date."""
    return date.fromisoformat(text if len(text) == 10 else f"2002-{text}")


def moves_of(text: str, fen: str | None = None) -> list[chess.Move]:
    """The moves of a numbered score."""
    return scoresheet.replay(position(fen), text)


class Script:
    """Writes the entries of one game. Each card arrives `transit` days after it was sent."""

    def __init__(self, moves: Iterable[str] = (), *, start: date = START, transit: int = 2):
        self.start = start
        self.transit = transit
        self.entries: list[Entry] = []
        self._moves = iter(moves or cycle(SHUTTLE))
        self._ply = 0
        self._last = ""
        self.sent = start - timedelta(days=transit)

    @property
    def by(self) -> Side:
        """The side whose card comes next."""
        return "black" if self._ply % 2 else "white"

    @property
    def arrival(self) -> date:
        """When the last card arrived."""
        return self.sent + timedelta(days=self.transit)

    def number(self, ply: int) -> str:
        return f"{ply // 2 + 1}{'…' if ply % 2 else '.'}"

    def card(self, used: int = 0, **fields: Any) -> "Script":
        """The next card: a move after `used` days; any field of the card may be set otherwise."""
        move = next(self._moves)
        sent = self.arrival + timedelta(days=used)
        written = {
            "by": self.by,
            "repeats": self._last,
            "move": f"{self.number(self._ply)} {move}",
            "arrival": self.arrival,
            "dispatch": sent,
            "days": used,
        } | fields
        card = Card(**written)
        self.entries.append(card)
        self.sent = card.sent or card.received or sent
        if card.move:
            self._last = card.move
            self._ply += 1
        return self

    def cards(self, *days: int) -> "Script":
        """Several cards, the sides in turn."""
        for each in days:
            self.card(each)
        return self

    def event(self, kind: Any, on: date, **fields: Any) -> "Script":
        """An event."""
        self.entries.append(Event(kind=kind, on=on, **fields))
        return self

    def game(self, **fields: Any) -> Game:
        """The game written so far."""
        return Game(
            **({"id": "g", "white": "Anna", "black": "Bernd", "entries": tuple(self.entries)} | fields)
        )

    def fold(self, policy: Policy = DEFAULT, **fields: Any) -> GameState:
        """The state after all entries."""
        return fold(self.game(**fields), self.start, policy=policy)


def totals(state: GameState, side: Side) -> list[int]:
    """The running totals of a side, cycle by cycle."""
    return [control.total for control in state[side].account.controls()]


def codes(state: GameState) -> list[str]:
    """The codes of everything remarked."""
    return [remark.finding.code for remark in state.remarks]


def numerics(moves: Iterable[chess.Move]) -> list[str]:
    """Moves as digits."""
    return [numeric.spell(move) for move in moves]
