"""Who may play for whom: the line-up of a match, changes of club, and moves between teams of a club."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from arbiter_rules.bridge.parameters import Parameters, standard
from arbiter_rules.bridge.readings import DEFAULT
from arbiter_rules.errors import FieldError
from arbiter_rules.policy import Policy
from arbiter_rules.trace import Decision, Trace


@dataclass(frozen=True, slots=True)
class LineUp:
    """Whether a team's line-up of one match is in order; a breach disqualifies the team."""

    legal: bool
    players: int
    changes: int


def line_up(
    first_half: Collection[str], second_half: Collection[str], parameters: Parameters | None = None
) -> Decision[LineUp]:
    """The line-up by half. Each half has four different players; at most six in the match, two changes at half-time."""
    figures = parameters or standard()
    trace = Trace()
    per_half = figures.integer("roster.players_per_half")
    for name, half in (("first_half", first_half), ("second_half", second_half)):
        if len(set(half)) != per_half or len(half) != per_half:
            raise FieldError(name, ", ".join(half) or "nobody", f"{per_half} different players")
    players = len(set(first_half) | set(second_half))
    changes = len(set(second_half) - set(first_half))
    most_players = figures.integer("roster.players_per_match")
    most_changes = figures.integer("roster.changes_at_half")
    # [rule SBF Deltagande(10)] [rule SBF Deltagande(11)]
    trace.note(
        "SBF Deltagande(10)", "roster.players", players <= most_players, players=players, limit=most_players
    )
    trace.note(
        "SBF Deltagande(11)", "roster.changes", changes <= most_changes, changes=changes, limit=most_changes
    )
    legal = players <= most_players and changes <= most_changes
    if not legal:
        trace.note("SBF Deltagande(12)", "roster.disqualified", True)  # [rule SBF Deltagande(12)]
    return trace.decide(LineUp(legal, players, changes))


@dataclass(frozen=True, slots=True)
class Transfer:
    """Whether a change of representation club stands, and whether it was free."""

    allowed: bool
    free: bool


def transfer(
    day: date,
    consents: Collection[Literal["old-club", "new-club", "old-district", "new-district"]] = (),
    earlier_this_year: int = 0,
    policy: Policy = DEFAULT,
    parameters: Parameters | None = None,
) -> Decision[Transfer]:
    """A change of club on a day. Outside the window it takes four consents, and once a year at most."""
    figures = parameters or standard()
    trace = Trace()
    first, last = figures.day("transfer.first_day"), figures.day("transfer.last_day")
    inside = first < day < last if policy["transfer-window"] == "between" else first <= day <= last
    # [rule SBF Deltagande(3)]
    trace.note(
        "SBF Deltagande(3)",
        "transfer.free" if inside else "transfer.not-free",
        inside,
        switch="transfer-window",
        day=day.isoformat(),
        first=first.isoformat(),
        last=last.isoformat(),
    )
    if inside:
        return trace.decide(Transfer(True, True))
    missing = tuple(
        each for each in ("old-club", "new-club", "old-district", "new-district") if each not in consents
    )
    allowed = not missing and earlier_this_year == 0  # [rule SBF Deltagande(4)]
    reading = "transfer.consented" if allowed else "transfer.refused"
    trace.note("SBF Deltagande(4)", reading, allowed, missing=missing, earlier=earlier_this_year)
    return trace.decide(Transfer(allowed, False))


@dataclass(frozen=True, slots=True)
class Appearance:
    """A player in a match: for which team of which club, in which division and round, and when."""

    player: str
    team: str
    club: str
    division: int
    round: str
    day: date
    match: str


@dataclass(frozen=True, slots=True)
class Violation:
    """A rule broken by an appearance. `outcome` says who decides: the rule itself or the committee."""

    key: str
    paragraph: str
    appearance: Appearance
    outcome: Literal["disqualified", "committee"]


def movement(
    appearances: Sequence[Appearance], dispensations: Collection[str] = ()
) -> Decision[tuple[Violation, ...]]:
    """What is wrong with one player's appearances of the season, in the order of the days.

    `dispensations` are matches for which the district let the player return to division 4.
    """
    trace = Trace()
    found: list[Violation] = []
    order = sorted(appearances, key=lambda each: (each.day, each.match))
    for index, each in enumerate(order):
        for key, paragraph, outcome in _broken(each, order[:index], dispensations):
            found.append(Violation(key, paragraph, each, outcome))
            trace.note(
                paragraph, f"move.{key}", outcome, player=each.player, team=each.team, match=each.match
            )
    return trace.decide(tuple(found))


def _broken(
    each: Appearance, before: Sequence[Appearance], dispensations: Collection[str]
) -> list[tuple[str, str, Literal["disqualified", "committee"]]]:
    broken: list[tuple[str, str, Literal["disqualified", "committee"]]] = []
    if before and before[0].club != each.club:
        # [rule SBF Deltagande(13)] [rule SBF Reserv(2)] The team of the later club is out, automatically.
        broken.append(("two-clubs", "SBF Reserv(2)", "disqualified"))
        return broken
    others = [other for other in before if other.team != each.team]
    excused = each.division >= 4 and each.match in dispensations  # [rule SBF Deltagande(18)]
    if any(other.division < each.division for other in before) and not excused:
        broken.append(("lower-division", "SBF Deltagande(16)", "committee"))  # [rule SBF Deltagande(16)]
    if any(other.division == each.division for other in others):
        broken.append(("same-division", "SBF Deltagande(14)", "committee"))  # [rule SBF Deltagande(14)]
    if any(other.round == each.round for other in others):
        # [rule SBF Deltagande(15)] [rule SBF Deltagande(17)] In division 4 the district says what a round is.
        broken.append(("same-round", "SBF Deltagande(15)", "committee"))
    return broken


def team_contact(email: str, field: str = "email") -> str:
    """A team's e-mail address; every team must have one. [rule SBF Deltagande(8)]"""
    name, at, domain = email.strip().partition("@")
    if not (name and at and "." in domain) or any(char.isspace() for char in email.strip()):
        raise FieldError(field, email or "nothing", "an e-mail address")
    return email.strip()
