"""A season as a document: clubs, series, teams, players, matches, penalties and decisions.

The document is plain data (TOML or JSON), read by season_read.py, which checks every field and every reference
before anything is used. What the regulation makes of it is worked out in season_report.py, as of any date.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from arbiter_rules.bridge.parameters import Parameters
from arbiter_rules.bridge.victory_points import Scale
from arbiter_rules.policy import Policy

Who = Literal["home", "away", "both"]
PenaltyKind = Literal[
    "late", "law-book", "left-table", "mobile-phone", "exchanged-information", "intoxicated", "committee"
]
DecisionKind = Literal["disqualify", "exclude", "withdraw", "reinstate", "dispensation"]

PENALTIES = (
    "late",
    "law-book",
    "left-table",
    "mobile-phone",
    "exchanged-information",
    "intoxicated",
    "committee",
)
DECISIONS = ("disqualify", "exclude", "withdraw", "reinstate", "dispensation")
MOST_IMPS = 1000
DAY_MS = 86_400_000


@dataclass(frozen=True, slots=True)
class Club:
    id: str
    name: str
    district: str = ""


@dataclass(frozen=True, slots=True)
class Series:
    """`meetings` is how often each pair of teams meets."""

    id: str
    division: int
    name: str = ""
    meetings: int = 1
    common_deals: bool = False


@dataclass(frozen=True, slots=True)
class Team:
    """`players` is the team's own list; substitutes may come from elsewhere."""

    id: str
    name: str
    club: str
    series: str
    email: str
    players: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Player:
    """`club` is the representation club; `paid` the day on which the membership fee came in. `applied` and
    `accepted` belong to a request for a change of club after an offence."""

    id: str
    name: str
    club: str
    paid: date | None = None
    applied: date | None = None
    accepted: bool | None = None


@dataclass(frozen=True, slots=True)
class Match:
    """A result, or a walkover by one or both sides. Line-ups may be empty; otherwise both halves are given."""

    id: str
    series: str
    round: str
    day: date
    home: str
    away: str
    home_imps: int = 0
    away_imps: int = 0
    boards: int = 24
    walkover: Who | None = None
    decided_by: str = ""
    home_first: tuple[str, ...] = ()
    home_second: tuple[str, ...] = ()
    away_first: tuple[str, ...] = ()
    away_second: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Penalty:
    """`late_ms` for a late team, `imps` for the law book (`confirmed` beyond 3 and 6), `victory_points` where the
    committee decided."""

    id: str
    team: str
    day: date
    kind: PenaltyKind
    late_ms: int = 0
    imps: int = 0
    victory_points: int = 0
    confirmed: bool = False
    note: str = ""


@dataclass(frozen=True, slots=True)
class Ruling:
    """A decision of committee or district; `match` for a dispensation."""

    id: str
    team: str
    day: date
    kind: DecisionKind
    match: str = ""
    note: str = ""


@dataclass(frozen=True)
class Season:
    """A whole season, checked."""

    id: str
    name: str
    scale: Scale
    policy: Policy
    parameters: Parameters
    clubs: Mapping[str, Club]
    series: Mapping[str, Series]
    teams: Mapping[str, Team]
    players: Mapping[str, Player]
    matches: Mapping[str, Match] = field(default_factory=dict[str, Match])
    penalties: Mapping[str, Penalty] = field(default_factory=dict[str, Penalty])
    rulings: Mapping[str, Ruling] = field(default_factory=dict[str, Ruling])
