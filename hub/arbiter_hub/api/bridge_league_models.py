"""What questions about the league may hold: strict, without extra keys."""

from typing import Literal

from pydantic import Field

from arbiter_hub.api.bridge_models import Day, Division, Imps, MatchVp, Moment, Name, RulingBody, Vp
from arbiter_hub.api.models import Strict


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

    own_results: list[MatchVp] = Field([], max_length=100, examples=[[18, 22, 9]])
    against_offender: list[MatchVp] = Field([], max_length=100, examples=[[25, 19]])
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
    home_vp: MatchVp = Field(examples=[18])
    away_vp: MatchVp = Field(examples=[12])
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
