"""One game: its data, and the fold of its dated entries into a state, as of any day."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from arbiter_rules.correspondence import folding, rulings
from arbiter_rules.correspondence.board import Side, position
from arbiter_rules.correspondence.card import Card
from arbiter_rules.correspondence.days import Span
from arbiter_rules.correspondence.events import Entry, day_of
from arbiter_rules.correspondence.policy import DEFAULT
from arbiter_rules.correspondence.state import GameState, PerSide
from arbiter_rules.correspondence.time_control import Account
from arbiter_rules.errors import FieldError
from arbiter_rules.policy import Policy


@dataclass(frozen=True, slots=True, kw_only=True)
class Game:
    """A game of a tournament.

    white, black   the players' names as the tournament lists them
    fen            the position it starts from, None for the initial one
    start_letter   when the letter that starts the game reached White, for the policy that counts from it
    transit        the average days in the post between the two, None if not known
    consent        who has agreed to fax or e-mail
    entries        cards and events in the order of their days
    """

    id: str
    white: str
    black: str
    fen: str | None = None
    start_letter: date | None = None
    transit: int | None = None
    consent: frozenset[Side] = frozenset()
    entries: tuple[Entry, ...] = field(default=())

    def player(self, side: Side) -> str:
        """The name of the player of a side."""
        return self.white if side == "white" else self.black


@dataclass(frozen=True, slots=True)
class LeaveView:
    """The leaves of one side as they count in this game: for the thinking time, for his own deadlines, and the
    days that direct notices add, each with the day of the notice."""

    thinking: tuple[Span, ...] = ()
    deadlines: tuple[Span, ...] = ()
    penalties: tuple[tuple[date, int], ...] = ()


NO_LEAVE = LeaveView()


def fold(
    game: Game,
    start: date,
    *,
    as_of: date | None = None,
    leaves: Mapping[Side, LeaveView] | None = None,
    policy: Policy = DEFAULT,
) -> GameState:
    """Fold the entries up to and with the day `as_of` (all of them if None).

    FieldError names the entry that is out of order or has no meaning where it stands.
    """
    refused: dict[int, int] = {}
    while True:
        state = _fresh(game, start, leaves or {}, policy)
        refusal = _run(state, game.entries, as_of, refused)
        if refusal is None:
            folding.settle(state, as_of)
            return state
        refused[state.off_route_at] = refusal


def _fresh(game: Game, start: date, leaves: Mapping[Side, LeaveView], policy: Policy) -> GameState:
    board = position(game.fen)
    first = board.fullmove_number
    # [rule BdF § 14(1)]
    if policy["first_move_start"] == "start_letter" and game.start_letter is not None:
        start = game.start_letter
    white = PerSide(Account("white", first if board.turn else first + 1))
    black = PerSide(Account("black", first))
    for own in (white, black):
        view = leaves.get(own.account.side, NO_LEAVE)
        own.leaves, own.deadlines = view.thinking, view.deadlines
        own.penalties = list(view.penalties)
    return GameState(
        policy,
        board.copy(stack=False),
        board,
        start,
        white,
        black,
        transit=game.transit,
        consent=game.consent,
    )


def _run(
    state: GameState, entries: Sequence[Entry], as_of: date | None, refused: Mapping[int, int]
) -> int | None:
    """Fold the entries without the cards that were refused, by place, and their refusals.

    Stops at a refusal that takes an earlier card back, and gives its place.
    """
    before: date | None = None
    for place, entry in enumerate(entries):
        day = day_of(entry)
        if day is None:
            raise FieldError(
                f"entries[{place}]", "no date", "a postmark, a dispatch date or a day of receipt"
            )
        if before is not None and day < before:
            raise FieldError(
                f"entries[{place}]", day.isoformat(), f"{before.isoformat()} or later, as before it"
            )
        if as_of is not None and day > as_of:
            return None
        before = day
        state.at = place
        if isinstance(entry, Card) and place in refused:
            state.say(day, entry.by, "reminder.refused", "BdF § 16(3)", "consequence.answer_again")
            continue
        if place in refused.values():
            continue
        try:
            if isinstance(entry, Card):
                folding.fold_card(state, entry, day)
            else:
                rulings.fold_event(state, entry)
        except FieldError as error:
            raise FieldError(f"entries[{place}].{error.field}", error.found, error.allowed) from error
        if state.refused:
            return place
    return None
