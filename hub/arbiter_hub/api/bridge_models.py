"""What requests of the bridge service may hold: strict, without extra keys."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import Field, NaiveDatetime

from arbiter_hub.api.models import Strict
from arbiter_rules.bridge.fields import FIRST_YEAR, LAST_YEAR
from arbiter_rules.bridge.parameters import Parameters, standard
from arbiter_rules.bridge.readings import policy
from arbiter_rules.policy import Policy

#: Days and local times at a venue; the bounds leave room for what is counted from them.
Day = Annotated[
    date, Field(strict=False, ge=date(FIRST_YEAR, 1, 1), le=date(LAST_YEAR, 12, 31), examples=["2009-10-24"])
]
Moment = Annotated[
    NaiveDatetime,
    Field(
        strict=False,
        ge=datetime(FIRST_YEAR, 1, 1),  # noqa: DTZ001 - local time at a venue
        le=datetime(LAST_YEAR, 12, 31),  # noqa: DTZ001 - local time at a venue
        examples=["2009-10-24T10:00:00"],
    ),
]
Name = Annotated[str, Field(min_length=1, max_length=120)]
Imps = Annotated[int, Field(ge=0, le=1000)]
Vp = Annotated[int, Field(ge=0, le=30)]
#: What one side can get in a match.
MatchVp = Annotated[int, Field(ge=0, le=25)]
Bid = Annotated[str, Field(pattern=r"^[1-7](C|D|H|S|NT)$")]
Division = Annotated[int, Field(ge=1, le=9, examples=[2])]
PolicyBody = Annotated[
    dict[str, str],
    Field(max_length=50, description="readings that differ from the recommended ones", examples=[{}]),
]
ParametersBody = Annotated[
    dict[str, int | str],
    Field(max_length=100, description="figures that the organiser sets, dates as text", examples=[{}]),
]


class RulingBody(Strict):
    """The base of all questions: readings and figures that the organiser chose."""

    policy: PolicyBody = Field(default_factory=dict[str, str])
    parameters: ParametersBody = Field(default_factory=dict[str, int | str])

    @property
    def readings(self) -> Policy:
        """The policy; PolicyError for a switch that does not exist."""
        return policy(self.policy)

    @property
    def figures(self) -> Parameters:
        """The figures; FieldError for a key that does not exist or a value that does not fit."""
        return standard().configured({key: _dated(value) for key, value in self.parameters.items()})


def _dated(value: int | str) -> object:
    if isinstance(value, str):
        try:
            return date.fromisoformat(value)
        except ValueError:
            return value
    return value


class ContestBody(Strict):
    """What the organiser decided."""

    points: Literal["gold", "silver", "bronze"] = "gold"
    boards_in_a_row: int = Field(12, ge=1, le=200, description="against one pair, breaks ignored")
    level: Literal["A", "B", "C", "D"] | None = None
    most_dots: int | None = Field(None, ge=0, le=500)
    lowered: dict[Bid, Annotated[int, Field(ge=0, le=7)]] = Field({}, max_length=100, examples=[{"1D": 2}])
    banned: list[Bid] = Field([], max_length=100, examples=[[]])
    voluntary: bool = Field(False, description="a bronze contest that takes the rules")


class EncounterBody(Strict):
    """When and against whom; gives the duties their dates."""

    start: Moment
    boards: int = Field(12, ge=1, le=200)
    team: bool = True
    opponents_known: Moment | None = None
    announce_by: Moment | None = None
    director_present: bool = True


class SystemBody(RulingBody):
    """A system to be checked."""

    system: str = Field(
        min_length=1, max_length=20_000, examples=["1C 11-13 bal | 17+ any\n2D [pos 1-3] 5-10, 6+M"]
    )
    contest: ContestBody = Field(default_factory=lambda: ContestBody.model_validate({}))
    encounter: EncounterBody | None = None


class AlertBody(Strict):
    """A call in its auction."""

    kind: Literal["bid", "pass", "double", "redouble"] = "bid"
    role: Literal["opening", "response", "rebid", "overcall", "advance"] = Field(examples=["opening"])
    bid: Bid | None = Field(None, examples=["1C"])
    level: int = Field(1, ge=1, le=7, description="of the auction, for calls that are no bid")
    meaning: str = Field("", max_length=400, examples=["11-20, 3+C"])
    screens: bool = False
    deviation: bool = False
    other_information: bool = False
    preemptive: bool = False
    preference_or_support: bool = False
    declining_1nt: bool = False
    replaces_opening: bool = False
    shows_something: bool = False
    shows_strength: bool = False
    for_penalty: bool = False
    take_out: bool = False
    first_defensive_double: bool = False
    partner_has_bid: bool = False


class SeatingBody(Strict):
    """Which teams announced an A system."""

    home_announced: bool
    away_announced: bool


class OvercallBody(Strict):
    """An overcall of an opening bid; whether it gives the opening side the right to its notes."""

    opening_natural_suit: bool
    directly_behind: bool
    overcall_natural: bool
    overcall_strong: bool
    overcall_points: bool = Field(description="promises four cards in one specified suit")


class OffenceBody(Strict):
    """An offence by a pair."""

    faulty_declaration: bool = False
    too_many_dots: bool = False
    banned_bid: bool = False
    empty_explanation: bool = False
    special_duty_broken: Literal[1, 2, 3, 4] | None = None
    repeated: bool = False
    boards: int = Field(24, ge=1, le=200)
    team: bool = True
    director_present: bool = True
    convicted_before: bool = False


class ContractBody(Strict):
    """A contract and its result."""

    contract: str = Field(max_length=20, examples=["4Sx"])
    result: str = Field(max_length=4, examples=["-1"])
    vulnerable: bool = False


class VictoryPointsBody(Strict):
    """A match; `scale` by id, or `rows` of [margin, winner, loser]."""

    home_imps: Imps = Field(examples=[47])
    away_imps: Imps = Field(examples=[31])
    boards: int = Field(24, ge=1, le=128)
    scale: str = Field("25-0-24-candidate", max_length=60)
    rows: list[list[int]] | None = Field(None, max_length=200)


class TvpBody(Strict):
    """A TVP file."""

    text: str = Field(max_length=50_000, examples=["[VP]\nMAX=20\nDEUCE=10\nNULL=30\n5=12"])
    boards: int = Field(24, ge=1, le=128)


class IafRow(Strict):
    """One board at one table."""

    pool: str = Field("1", max_length=60)
    board: int = Field(ge=1, le=999)
    ns: Name
    ew: Name
    score: int | None = Field(None, ge=-7600, le=7600)
    adjusted: list[Literal["plus", "average", "minus"]] | None = Field(None, min_length=2, max_length=2)


class IafBody(RulingBody):
    """Results of tables that are to be compared."""

    results: list[IafRow] = Field(
        min_length=1, max_length=50_000, examples=[[{"board": 1, "ns": "A", "ew": "B", "score": 420}]]
    )
    method: Literal["cross-total", "cross-average", "butler-mean", "butler-median", "butler-trimmed"] = (
        "cross-average"
    )
    adjusted_imps: Literal[2, 3] = 3


class SeasonBody(Strict):
    """A season as a document, as JSON or as TOML text."""

    document: dict[str, Any] | None = None
    toml: str | None = Field(None, max_length=2_000_000)


class SeasonReportBody(SeasonBody):
    """A season and the day as of which it is told."""

    as_of: Day


class AdditionBody(Strict):
    """A result, a penalty or a decision, as it stands in a document."""

    data: dict[str, Any] = Field(examples=[{"id": "m1", "series": "E", "round": "1", "day": "2009-10-24"}])
    by: Name = Field(examples=["TK"])
