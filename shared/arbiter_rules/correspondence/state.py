"""The state of one game while its events are folded into it. Only this package's folds write to it."""

from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType
from typing import Literal

import chess

from arbiter_rules.correspondence.board import Side, other, side_to_move
from arbiter_rules.correspondence.card import Card
from arbiter_rules.correspondence.claims import Exceedance
from arbiter_rules.correspondence.conditional import Tree
from arbiter_rules.correspondence.days import Span
from arbiter_rules.correspondence.endings import Result
from arbiter_rules.correspondence.findings import Finding, finding
from arbiter_rules.correspondence.reading import Form
from arbiter_rules.correspondence.time_control import Account, Entry
from arbiter_rules.correspondence.transmission import Position
from arbiter_rules.policy import Policy
from arbiter_rules.trace import Decision, Step, T, Value

Phase = Literal["running", "suspended", "adjudication", "awaiting_director", "finished"]

#: Who a duty binds: a side of a game, a player in the whole tournament, or the director.
Party = Literal["white", "black", "player", "director"]


@dataclass(frozen=True, slots=True)
class Status:
    """Where a game stands: the phase, the reason for it, and the result ("*" while there is none)."""

    phase: Phase = "running"
    reason: str = ""
    result: Result = "*"
    since: date | None = None


# [rule BdF § 11(1)]
@dataclass(frozen=True, slots=True)
class Played:
    """A half-move on the board: the number of the card that brought it, and whether it was a proposal."""

    move: chess.Move
    side: Side
    number: int
    on: date | None
    conditional: bool


@dataclass(frozen=True, slots=True)
class Remark:
    """A finding with the day and the place in the game's list of events where it arose."""

    at: int
    on: date | None
    party: Party
    finding: Finding


@dataclass(slots=True)
class PerSide:
    """What is kept for each side.

    leaves     leaves of which the partner was told in time: they rest the thinking time in this game
    deadlines  leaves of which the director was told: they rest the player's own deadlines
    penalties  days still to be added to the next own move for direct notices of leave, by the notice's day
    waiting_from  the day from which this side waits: the postmark of its last valid card, or of its query
    notice     the day on which a long think for the pending move was announced
    pending    entries on the pending move that wait for it to be made, and `pending_net` own days among them
    last_sent_void, query_sent   the postmarks of a void card and of the query about it
    breaches   duties of §§ 15 and 16 that were not kept
    published  the day on which the player published the game, while the director lacks his copy
    """

    account: Account
    leaves: tuple[Span, ...] = ()
    deadlines: tuple[Span, ...] = ()
    penalties: list[tuple[date, int]] = field(default_factory=list[tuple[date, int]])
    waiting_from: date | None = None
    last_card: Card | None = None
    notice: date | None = None
    informed: bool = False
    pending: list[Entry] = field(default_factory=list[Entry])
    pending_net: int = 0
    last_sent_void: date | None = None
    query_sent: date | None = None
    first_arrival: date | None = None
    breaches: list[str] = field(default_factory=list[str])
    exceedances: list[Exceedance] = field(default_factory=list[Exceedance])
    records: list[str] = field(default_factory=list[str])
    queries: list[date] = field(default_factory=list[date])
    published: date | None = None


@dataclass(slots=True)
class GameState:
    """One game as far as its events have been folded."""

    policy: Policy
    start_board: chess.Board
    board: chess.Board
    start: date
    white: PerSide
    black: PerSide
    transit: int | None = None
    consent: frozenset[Side] = frozenset()
    plies: list[Played] = field(default_factory=list[Played])
    status: Status = Status()
    remarks: list[Remark] = field(default_factory=list[Remark])
    steps: list[Step] = field(default_factory=list[Step])
    switches: dict[str, None] = field(default_factory=dict[str, None])
    tree: Tree = field(default_factory=Tree)
    offer_by: Side | None = None
    signed_only: str = ""
    forms: dict[Side, Form] = field(default_factory=dict[Side, Form])
    void_card: tuple[Card, Side] | None = None
    unknown_days: tuple[Side, int, int] | None = None
    reminder: date | None = None
    last_reminder_by: Side | None = None
    director_told: date | None = None
    off_route: date | None = None
    off_route_at: int = -1
    refused: bool = False
    ordered: bool = False
    restricted: bool = False
    irregular: bool = False
    at: int = -1

    def __getitem__(self, side: Side) -> PerSide:
        return self.white if side == "white" else self.black

    @property
    def to_move(self) -> Side:
        """The side whose move is awaited."""
        return side_to_move(self.board)

    def position(self) -> Position:
        """What the next card is checked against."""
        plies = self.plies
        side = self.to_move
        partner = self[other(side)]
        return Position(
            board=self.board,
            last=plies[-1].move if plies else None,
            before=plies[-2].move if len(plies) > 1 else None,
            tree=self.tree,
            offer=self.offer_by == other(side),
            consent=self.consent,
            forms=self.forms,
            partner_card=partner.last_card,
            start=self.start,
            leaves=self[side].leaves,
            routed=self.ordered or self.reminder is not None,
            restricted=self.restricted,
        )

    def remark(self, on: date | None, party: Party, found: Finding) -> None:
        """Note a finding at the event that is being folded."""
        self.remarks.append(Remark(self.at, on, party, found))

    def say(
        self, on: date, party: Party, code: str, paragraph: str, consequence: str, **facts: Value
    ) -> None:
        """Note a finding that is a consequence, not a defect of a card."""
        self.remark(on, party, finding(code, paragraph, "notice", consequence, **facts))

    def adopt(self, decision: Decision[T]) -> T:
        """Take over the steps of a ruling and return its value."""
        for step in decision.steps:
            self.step(step)
        return decision.value

    def step(self, step: Step) -> None:
        """Add a step, and remember its switch."""
        self.steps.append(step)
        if step.switch:
            self.switches[step.switch] = None


NO_FACTS: MappingProxyType[str, Value] = MappingProxyType({})
