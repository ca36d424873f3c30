"""What questions about the form of the league may hold: numbers, days, final places, phases, venues."""

from typing import Literal

from pydantic import Field

from arbiter_hub.api.bridge_models import ContestBody, Day, Division, Moment, Name, RulingBody
from arbiter_hub.api.models import Strict


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


class PlacedBody(Strict):
    """A team's line in a final table; teams that share a place have the same number."""

    team: Name
    place: int = Field(ge=1, le=60)
    struck: bool = False


class CupBody(Strict):
    """The final table of division 1 from the top, and the teams that decline the cup."""

    table: list[PlacedBody] = Field(min_length=1, max_length=60)
    declined: list[Name] = Field([], max_length=60)


class FinalSeriesBody(Strict):
    """A series with its final table from the top."""

    division: int = Field(ge=1, le=3)
    table: list[PlacedBody] = Field(min_length=1, max_length=60)


class PromotionBody(RulingBody):
    """The final tables of divisions 1 to 3, by series."""

    series: dict[Name, FinalSeriesBody] = Field(min_length=1, max_length=100)


class PhaseBody(Strict):
    """A phase of a contest and the day on which it begins."""

    begins: Day
    contest: ContestBody


class PhasesBody(Strict):
    """A contest in phases, and the day that is asked about."""

    phases: list[PhaseBody] = Field(min_length=1, max_length=20)
    day: Day


class SeriesSizeBody(Strict):
    """A series' division and number of teams."""

    division: Division
    teams: int = Field(ge=1, le=60)


class FormBody(RulingBody):
    """All series of a season."""

    series: dict[Name, SeriesSizeBody] = Field(min_length=1, max_length=200)


class PoolBody(Strict):
    """A series whose tables are to be compared."""

    division: Division
    series: Name
    common_deals: bool = False


class AuthorityBody(Strict):
    """Who awarded a walkover."""

    division: Division
    decided_by: Name = Field(examples=["TK"])
