"""A tournament: players, leaves, games; and how the leaves count in each game (§§ 24-25)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date

from arbiter_rules.correspondence.appeals import Objection, Ruling
from arbiter_rules.correspondence.board import SIDES, Side, other
from arbiter_rules.correspondence.card import Card
from arbiter_rules.correspondence.days import Span
from arbiter_rules.correspondence.events import day_of
from arbiter_rules.correspondence.game import Game, LeaveView
from arbiter_rules.correspondence.leave import DIRECTOR, Leave, ended_early
from arbiter_rules.correspondence.policy import DEFAULT
from arbiter_rules.policy import Policy


@dataclass(frozen=True, slots=True, kw_only=True)
class AppealCase:
    """A player's case against a ruling, perhaps about one game."""

    player: str
    ruling: Ruling
    objection: Objection | None = None
    game: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tournament:
    """A tournament by post.

    name      the exact designation, without which no game may be published (§ 28)
    code      the designation on cards
    end       the last day, None while it is running
    report_suffices  a report of the result is accepted in the place of the game record (§ 27)
    """

    name: str
    code: str = ""
    start: date
    end: date | None = None
    players: tuple[str, ...]
    leaves: tuple[Leave, ...] = ()
    games: tuple[Game, ...] = ()
    appeals: tuple[AppealCase, ...] = ()
    report_suffices: bool = False
    policy: Policy = DEFAULT

    def games_of(self, player: str) -> Iterator[tuple[Game, Side]]:
        """The games of a player, each with his side."""
        for game in self.games:
            for side in SIDES:
                if game.player(side) == player:
                    yield game, side


@dataclass(frozen=True, slots=True)
class LeaveTaken:
    """A leave as it really was: `actual` is shorter than planned if a move ended it early.

    `by_stand_in` says that the policy on acceptances and resignations decided about its end.
    """

    leave: Leave
    actual: Span
    by_stand_in: bool = False

    @property
    def ended_early(self) -> bool:
        return self.actual != self.leave.span


def leaves_taken(tournament: Tournament, as_of: date | None = None) -> dict[str, list[LeaveTaken]]:
    """The leaves by player. A move sent in any game ends the leave in all games of the tournament."""
    # [rule BdF § 24(2); BdF § 24(3)]
    found: dict[str, list[LeaveTaken]] = {player: [] for player in tournament.players}
    for leave in tournament.leaves:
        known = _known(leave, as_of)
        moves, stand_ins = _dispatches(tournament, leave.player, as_of)
        by_moves, by_all = ended_early(leave.span, moves), ended_early(leave.span, (*moves, *stand_ins))
        actual = by_moves if tournament.policy["early_end_by"] == "move" else by_all
        found[leave.player].append(LeaveTaken(known, actual, by_moves != by_all))
    return found


def view(game: Game, taken: Mapping[str, list[LeaveTaken]]) -> dict[Side, LeaveView]:
    """How the leaves of both players count in one game."""
    views: dict[Side, LeaveView] = {}
    for side in SIDES:
        partner = game.player(other(side))
        own = taken.get(game.player(side), [])
        if own:
            # [rule BdF § 25(2)a]
            thinking = tuple(each.actual for each in own if each.leave.told(partner))
            # [rule BdF § 25(2)b]
            deadlines = tuple(each.actual for each in own if each.leave.told(DIRECTOR))
            views[side] = LeaveView(thinking, deadlines, tuple(_penalties(own, partner)))
    return views


def _penalties(own: list[LeaveTaken], partner: str) -> Iterator[tuple[date, int]]:
    # [rule BdF § 25(3)]
    for each in own:
        notice = each.leave.notice_to(partner)
        days = each.leave.penalty(partner)
        if notice is not None and days:
            yield notice.sent, days


def _known(leave: Leave, as_of: date | None) -> Leave:
    """The leave with the notices sent by a day."""
    if as_of is None:
        return leave
    return replace(leave, notices=tuple(notice for notice in leave.notices if notice.sent <= as_of))


def _dispatches(tournament: Tournament, player: str, as_of: date | None) -> tuple[list[date], list[date]]:
    """The days on which a player sent moves in any of his games, and those on which he sent what stands for one."""
    moves: list[date] = []
    stand_ins: list[date] = []
    for game, side in tournament.games_of(player):
        for entry in game.entries:
            day = day_of(entry)
            if (
                isinstance(entry, Card)
                and entry.by == side
                and day is not None
                and (as_of is None or day <= as_of)
            ):
                if entry.stands_in:
                    stand_ins.append(day)
                elif entry.move:
                    moves.append(day)
    return moves, stand_ins
