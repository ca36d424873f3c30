"""What requests of the bridge service may hold: strict, without extra keys."""

from datetime import date, datetime
from typing import Annotated, Any, Literal

from pydantic import Field

from arbiter_hub.api.models import Strict
from arbiter_rules.bridge.parameters import Parameters, standard
from arbiter_rules.bridge.readings import policy
from arbiter_rules.policy import Policy

Day = Annotated[date, Field(strict=False, examples=["2009-10-24"])]
Moment = Annotated[datetime, Field(strict=False, examples=["2009-10-24T10:00:00"])]
Name = Annotated[str, Field(min_length=1, max_length=120)]
Imps = Annotated[int, Field(ge=0, le=1000)]
Vp = Annotated[int, Field(ge=0, le=30)]
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
    lowered: dict[str, int] = Field({}, max_length=100, examples=[{"1D": 2}])
    banned: list[str] = Field([], max_length=100, examples=[[]])
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
    bid: str | None = Field(None, pattern=r"^[1-7](C|D|H|S|NT)$", examples=["1C"])
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


class LatenessBody(RulingBody):
    """How late a team was."""

    late_ms: int = Field(ge=0, le=86_400_000, examples=[390_000])


class LawBookBody(RulingBody):
    """A penalty of the law book."""

    imps: int = Field(ge=1, le=99, examples=[6])
    confirmed: bool = False


Conduct = Literal["left-table", "mobile-phone", "exchanged-information", "intoxicated"]


class ConductBody(RulingBody):
    """An offence against good conduct, and the team's earlier ones."""

    offence: Literal["left-table", "mobile-phone", "exchanged-information", "intoxicated"]
    earlier: list[Literal["left-table", "mobile-phone", "exchanged-information", "intoxicated"]] = Field(
        [], max_length=100
    )


class WalkoverBody(RulingBody):
    """A walkover: the opponent's other results, and what the offender's opponents got."""

    own_results: list[Vp] = Field([], max_length=100, examples=[[18, 22, 9]])
    against_offender: list[Vp] = Field([], max_length=100, examples=[[25, 19]])
    series_ended: bool = True
    scale: str = Field("25-0-24-candidate", max_length=60)


class FineBody(RulingBody):
    """Walkovers of a team in the season."""

    matches: int = Field(ge=1, le=3, examples=[1])
    full_round: bool = False


class DayBody(RulingBody):
    """A question about a day."""

    day: Day


class LineUpBody(RulingBody):
    """Four players in each half."""

    first_half: list[Name] = Field(max_length=8, examples=[["A", "B", "C", "D"]])
    second_half: list[Name] = Field(max_length=8, examples=[["A", "B", "E", "F"]])


class TransferBody(RulingBody):
    """A change of representation club."""

    day: Day
    consents: list[Literal["old-club", "new-club", "old-district", "new-district"]] = Field([], max_length=4)
    earlier_this_year: int = Field(0, ge=0, le=9)


class AppearanceBody(Strict):
    """A match in which the player took part."""

    team: Name
    club: Name
    division: Division
    round: Name
    day: Day
    match: Name


class MovementBody(Strict):
    """A player's matches of the season."""

    player: Name
    appearances: list[AppearanceBody] = Field(min_length=1, max_length=200)
    dispensations: list[Name] = Field([], max_length=50)


class SubstituteBody(RulingBody):
    """An ineligible substitute: of another club, or without a paid fee."""

    offence: Literal["wrong-club", "unpaid-fee"]
    first_offence: Day
    as_of: Day
    matches: int = Field(1, ge=1, le=99)
    settled: Day | None = Field(None, description="day on which the request or the fee came in")
    accepted: bool | None = Field(None, description="answer to the request, null while there is none")


class OvercallBody(Strict):
    """An overcall of an opening bid; whether it gives the opening side the right to its notes."""

    opening_natural_suit: bool
    directly_behind: bool
    overcall_natural: bool
    overcall_strong: bool
    overcall_points: bool = Field(description="promises four cards in one specified suit")


class ResultBody(Strict):
    """A result of two teams in a series."""

    id: Name
    home: Name
    away: Name
    home_imps: Imps
    away_imps: Imps


class DeductionBody(Strict):
    """Victory points taken from a team."""

    team: Name
    victory_points: Vp
    reason: Name


class StandingsBody(RulingBody):
    """A series on its own."""

    teams: list[Name] = Field(min_length=1, max_length=60)
    results: list[ResultBody] = Field([], max_length=2000)
    deductions: list[DeductionBody] = Field([], max_length=500)
    scale: str = Field("25-0-24-candidate", max_length=60)


class SeasonPointsBody(RulingBody):
    """A player's points in a series at the end, in halves and thirds as text (`61/2`)."""

    division: int = Field(ge=1, le=4)
    earned: str = Field(pattern=r"^[0-9]{1,6}(/[1-9][0-9]{0,4})?$")
    place: int = Field(ge=1, le=30)


class ProtestBody(RulingBody):
    """A protest."""

    subject: Name = Field(examples=["ineligible-substitute"])
    day: Day
    division: Division


class DistrictsBody(RulingBody):
    """Teams that played, by district."""

    teams: dict[str, int] = Field(min_length=1, max_length=100, examples=[{"Skåne": 60, "Gotland": 4}])


class ClubTeamBody(Strict):
    """A club's team in the series."""

    team: Name
    origin: Literal["promoted", "stayed", "relegated"]
    last_place: int | None = Field(None, ge=1, le=30)


class VenuesBody(Strict):
    """A club's teams in one series."""

    teams: list[ClubTeamBody] = Field(min_length=1, max_length=30)


class MasterPointsBody(RulingBody):
    """A match and who played which halves."""

    division: int = Field(ge=1, le=4, examples=[1])
    home_vp: Vp = Field(examples=[18])
    away_vp: Vp = Field(examples=[12])
    walkover: bool = False
    halves: dict[str, Literal[1, 2]] = Field(
        {}, max_length=8, description="halves by player of the home team"
    )


class FeesBody(RulingBody):
    """A team's fees."""

    division: int = Field(ge=1, le=4, examples=[4])
    district_fee: int = Field(0, ge=0, le=10_000)
    matches: int = Field(0, ge=0, le=50)
    last_rounds_mil: list[int] | None = Field(
        None, max_length=4, description="distances of the two last rounds"
    )


class JourneyBody(Strict):
    """A round's journey, one way."""

    round: Name
    day: Day
    tenths_of_mil: int = Field(ge=0, le=50_000, examples=[325])
    means: Literal["car", "other"] = "car"
    cost: int = Field(0, ge=0, le=1_000_000)
    players: int = Field(0, ge=0, le=20)
    asked: Day | None = None
    approved: bool = False


class TravelBody(RulingBody):
    """All journeys of a team in a series."""

    journeys: list[JourneyBody] = Field(min_length=1, max_length=30)


class StaffBody(RulingBody):
    """Staff at a venue."""

    non_playing_directors: int = Field(0, ge=0, le=99)
    playing_directors: int = Field(0, ge=0, le=99)
    match_manager: bool = False


class PublicationBody(RulingBody):
    """Starts of a round: the central one, the venue's own, and the central end."""

    central_start: Moment
    own_start: Moment
    round_ends: Moment


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


class BoardsBody(RulingBody):
    """A match's number of boards."""

    division: Division
    boards: int = Field(ge=1, le=200)


class HalfBody(RulingBody):
    """Start of a half."""

    start: Moment


class DealSheetsBody(RulingBody):
    """Teams at a venue."""

    teams: int = Field(ge=1, le=500)


class PromotionNoticeBody(RulingBody):
    """A district's notice of a promoted team."""

    day: Day
    club: str = Field(max_length=200)
    team: str = Field(max_length=200)
    contact: str = Field(max_length=200)
    address: str = Field(max_length=300)
    phone: str = Field(max_length=60)
    email: str = Field(max_length=200)


class DeadlineBody(RulingBody):
    """Something that has a last day, and the day on which it was done."""

    what: Literal["team-count-notice", "venue-agreement", "division-4-fee"]
    day: Day


class RefundBody(Strict):
    """Why a team asks for its entry fee back."""

    disqualified: bool = False
    district_short: bool = False


class PlaceBody(Strict):
    """A team's final place."""

    division: int = Field(ge=1, le=4)
    place: int = Field(ge=1, le=30)


class LeagueSystemBody(RulingBody):
    """A system in a division of the league; without a level the recommended one holds."""

    system: str = Field(min_length=1, max_length=20_000)
    division: int = Field(ge=1, le=4)
    boards_per_half: int = Field(12, ge=1, le=64)
    level: Literal["A", "B", "C"] | None = None
    most_dots: int | None = Field(None, ge=0, le=500)
