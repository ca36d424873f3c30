"""Bodies of the correspondence chess requests: strict, without extra keys. Days are calendar dates."""

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from arbiter_rules.correspondence.appeals import Decider
from arbiter_rules.correspondence.board import Side
from arbiter_rules.correspondence.card import Medium, Route
from arbiter_rules.correspondence.endings import Result
from arbiter_rules.correspondence.events import Cause, Disputed, EventKind
from arbiter_rules.correspondence.leave import NoticeRoute
from arbiter_rules.correspondence.spelling import Spelling

#: JSON has no dates, so a day comes as text; everything else is strict.
Day = Annotated[date, Field(strict=False, examples=["2002-03-04"])]
Days = Annotated[int, Field(ge=0, le=400)]
Text = Annotated[str, Field(max_length=2000)]
Score = Annotated[str, Field(max_length=20_000, description="numbered moves in any notation")]
Fen = Annotated[str, Field(max_length=100, description="position in Forsyth-Edwards notation")]
Readings = Annotated[
    dict[str, str], Field(max_length=40, description="policy switches that differ from their default")
]


class Strict(BaseModel):
    """The base of all bodies."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class CardBody(Strict):
    """One transmission, as written."""

    by: Side = Field(examples=["black"])
    repeats: Text = Field("", examples=["1. 5254"])
    move: Text = Field("", examples=["1… 5755"])
    arrival: Day | None = Field(None, description="when the partner's move arrived")
    dispatch: Day | None = Field(None, description="when it was sent, as stated")
    postmark: Day | None = Field(None, description="the postmark, which governs")
    received: Day | None = Field(None, description="when the partner received it")
    days: Days | None = Field(None, description="days used, as stated")
    total: Annotated[int, Field(ge=0, le=4000)] | None = None
    proposals: list[Text] = Field([], max_length=50, examples=[["1… 5755 2. 7163"]])
    offer: Text = Field("", description="the words of a draw offer")
    accepts: Text = Field("", description="the words of an acceptance")
    resigns: Text = Field("", description="the words of a resignation")
    signed: bool = True
    corrected: bool = False
    medium: Medium = "post"
    route: Route = "direct"
    long_think: bool = Field(False, description="announces more than ten days for the next own move")
    reports_difference: bool = False
    sets_days: Days | None = None
    claims: bool = False
    acknowledges: bool | None = None
    remarks: Text = ""


class EventBody(Strict):
    """What happens besides cards; each kind has its own fields."""

    kind: EventKind = Field(examples=["reminder"])
    on: Day
    by: Side | None = None
    side: Side | None = None
    arrival: Day | None = None
    accepts: bool | None = None
    upheld: bool | None = None
    days: Days | None = None
    move: Annotated[int, Field(ge=1, le=500)] | None = None
    what: Disputed | None = None
    cause: Cause | None = None
    result: Result | None = None
    reason: Text | None = None
    moves: Text | None = None


class CardEntry(CardBody):
    """A card in a list of entries."""

    kind: Literal["card"] = "card"


class NoticeBody(Strict):
    """A notice of leave."""

    to: Annotated[str, Field(max_length=100, description="a partner's name, or director")]
    sent: Day
    route: NoticeRoute = "card"
    accepted: bool = Field(False, description="late, but declared timely by the director")


class LeaveBody(Strict):
    """A leave of a player, in all games of the tournament."""

    player: Annotated[str, Field(max_length=100)]
    first: Day
    last: Day
    notices: list[NoticeBody] = Field([], max_length=200)
    special: bool = False
    early_end_told: bool = False


class GameBody(Strict):
    """A game with its entries in the order of their days."""

    id: Annotated[str, Field(min_length=1, max_length=40, examples=["1"])]
    white: Annotated[str, Field(max_length=100)]
    black: Annotated[str, Field(max_length=100)]
    fen: Fen | None = None
    start_letter: Day | None = None
    transit: Annotated[int, Field(ge=0, le=60)] | None = Field(None, description="average days in the post")
    consent: list[Side] = Field([], max_length=2)
    entries: list[CardEntry | EventBody] = Field([], max_length=2000)


class AppealBody(Strict):
    """A player's case against a ruling."""

    player: Annotated[str, Field(max_length=100)]
    game: Annotated[str, Field(max_length=40)] | None = None
    by: Decider = "director"
    dated: Day
    received: Day
    filed: Day | None = None
    documents: bool = True
    fee_paid: Day | None = None
    admitted: bool | None = None


class TournamentBody(Strict):
    """A tournament as a document."""

    name: Annotated[str, Field(min_length=1, max_length=200, examples=["Testturnier 2002"])]
    code: Annotated[str, Field(max_length=40)] = ""
    start: Day
    end: Day | None = None
    players: list[Annotated[str, Field(min_length=1, max_length=100)]] = Field(
        min_length=2, max_length=200, examples=[["Anna Albers", "Bernd Brandt"]]
    )
    leaves: list[LeaveBody] = Field([], max_length=1000)
    games: list[GameBody] = Field([], max_length=1000)
    appeals: list[AppealBody] = Field([], max_length=500)
    report_suffices: bool = False
    policy: Readings = {}


class SpanBody(Strict):
    """Days from the first to the last, both included."""

    first: Day
    last: Day


class MoveQuery(Strict):
    """Read one written move."""

    text: Text = Field(examples=["Sg1-f3 (7163)"])
    fen: Fen | None = None
    moves: Score = Field("", description="moves up to here", examples=["1. 5254 5755"])
    strict: bool = Field(False, description="only the four exact spellings")
    policy: Readings = {}


class CardQuery(Strict):
    """Check a card against the game so far."""

    card: CardBody
    moves: Score = Field("", examples=["1. 5254"])
    fen: Fen | None = None
    partner_card: CardBody | None = Field(None, description="the card that this one answers")
    open_proposals: list[Text] = Field([], max_length=50)
    open_offer: bool = False
    consent: list[Side] = Field([], max_length=2)
    start: Day | None = None
    leaves: list[SpanBody] = Field([], max_length=50)
    routed: bool = False
    restricted: bool = False
    policy: Readings = {}


class MoveTimeQuery(Strict):
    """The days of one move."""

    arrival: Day
    postmark: Day
    leaves: list[SpanBody] = Field([], max_length=50)
    notice: Day | None = Field(None, description="when a long think was announced")
    transit: Annotated[int, Field(ge=0, le=60)] | None = None
    policy: Readings = {}


class WhatIfQuery(Strict):
    """What each day of sending would mean."""

    arrival: Day
    used: Days = Field(0, description="days used in this cycle before the move")
    move_index: int = Field(1, ge=1, le=500, description="place of the move in the cycle")
    leaves: list[SpanBody] = Field([], max_length=50)
    notice: Day | None = None
    send_on: Day | None = Field(None, description="the day whose steps are given")
    span: int = Field(45, ge=1, le=200, description="how many days to look ahead")
    policy: Readings = {}


class ClaimQuery(Strict):
    """A claim of exceeded time."""

    side: Side = Field("black", description="who exceeded his time")
    index: int = Field(ge=1, le=500, description="place of the exceeding move in its cycle", examples=[7])
    total: int = Field(ge=0, le=4000, description="days used up to and with it", examples=[57])
    move: Annotated[int, Field(ge=1, le=500)] | None = Field(None, description="its number in the game")
    answering: Annotated[int, Field(ge=1, le=500)] | None = Field(
        None, description="the move the card answers"
    )
    ordinal: int = Field(1, ge=1, le=20)
    duties_kept: bool = True
    policy: Readings = {}


class ReminderQuery(Strict):
    """Deadlines around a reminder."""

    postmark: Day
    informed: bool = Field(False, description="the partner announced a long think")
    rests: list[SpanBody] = Field([], max_length=50)
    transit: Annotated[int, Field(ge=0, le=60)] | None = None
    reminded: Day | None = None
    answer_received: Day | None = None
    policy: Readings = {}


class LeavePlanQuery(Strict):
    """A planned leave."""

    start: Day = Field(description="start of the tournament")
    first: Day
    last: Day
    taken: list[SpanBody] = Field([], max_length=50)
    partners: list[Annotated[str, Field(max_length=100)]] = Field([], max_length=200)
    policy: Readings = {}


class LeaveApplyQuery(Strict):
    """A leave applied to one move."""

    first: Day
    last: Day
    arrival: Day
    postmark: Day
    partner_told: bool = True
    policy: Readings = {}


class AppealQuery(Strict):
    """An appeal."""

    by: Decider = "director"
    dated: Day
    received: Day
    as_of: Day
    filed: Day | None = None
    documents: bool = True
    fee_paid: Day | None = None
    admitted: bool | None = None
    leaves: list[SpanBody] = Field([], max_length=50)
    policy: Readings = {}


class AuditQuery(Strict):
    """A tournament to audit as of a day."""

    tournament: TournamentBody
    as_of: Day
    notation: Spelling = "numeric"


class GameQuery(AuditQuery):
    """One game of a tournament."""

    game: Annotated[str, Field(max_length=40)]


class DeadlineQuery(AuditQuery):
    """The deadlines of a tournament, or of one player."""

    player: Annotated[str, Field(max_length=100)] | None = None


class StepOut(BaseModel):
    """One step of a ruling, with its sentence in the asker's language."""

    paragraph: str = Field(examples=["BdF § 14(1)"])
    reading: str
    inputs: dict[str, Any]
    result: Any
    switch: str | None
    text: str


class SwitchOut(BaseModel):
    """A policy switch that mattered."""

    id: str
    reading: str
    default: bool
    paragraph: str


class RulingOut(BaseModel):
    """A ruling: the value, why, and which readings of the regulation mattered."""

    value: Any
    steps: list[StepOut]
    switches: list[SwitchOut]
    policy: str = Field(examples=["BdF-TO-2002-10-26"])


class GamesOut(BaseModel):
    """Games that were read."""

    games: list[dict[str, Any]]
