"""The table of a series: victory points, then the tie-break, with the reason for each place."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from itertools import groupby
from math import inf
from typing import Literal

from arbiter_rules.bridge.readings import DEFAULT
from arbiter_rules.bridge.walkover import Side
from arbiter_rules.errors import FieldError
from arbiter_rules.policy import Policy
from arbiter_rules.trace import Decision, Trace

MatchKind = Literal["played", "walkover"]


@dataclass(frozen=True, slots=True)
class Booked:
    """A match as it counts in the table."""

    match: str
    home: str
    away: str
    home_side: Side
    away_side: Side
    kind: MatchKind = "played"
    provisional: bool = False


@dataclass(frozen=True, slots=True)
class Adjustment:
    """Victory points taken from one team; the opponents' points do not change."""

    team: str
    victory_points: Decimal
    paragraph: str
    reason: str


@dataclass
class _Tally:
    team: str
    struck: bool
    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    points: Decimal = Decimal(0)
    deducted: Decimal = Decimal(0)
    imps_won: int = 0
    imps_lost: int = 0
    meetings: list[tuple[str, Decimal]] = field(default_factory=list[tuple[str, Decimal]])


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the table. `quotient` is None when no IMP was won or lost; `separated_by` names what decided the
    place among teams with equal points; a shared place is drawn by lot where one is needed."""

    place: int
    shared: bool
    team: str
    played: int
    won: int
    drawn: int
    lost: int
    victory_points: Decimal
    deducted: Decimal
    imps_won: int
    imps_lost: int
    quotient: Fraction | float | None
    separated_by: str | None
    struck: bool
    provisional: bool


def quotient(won: int, lost: int) -> Fraction | float | None:
    """IMPs won by IMPs lost: infinite if none was lost, None if there were none at all."""
    if lost:
        return Fraction(won, lost)
    return inf if won else None


def standings(
    teams: Sequence[str],
    matches: Iterable[Booked],
    adjustments: Iterable[Adjustment] = (),
    *,
    struck: frozenset[str] = frozenset(),
    policy: Policy = DEFAULT,
) -> Decision[tuple[Standing, ...]]:
    """The table. Matches of struck teams must have been left out already; struck teams come last."""
    tallies = {team: _Tally(team, team in struck) for team in teams}
    if len(tallies) != len(teams):
        raise FieldError("teams", ", ".join(teams), "each team once")
    provisional = _book(tallies, matches)
    for adjustment in adjustments:
        if adjustment.team not in tallies:
            raise FieldError("adjustment.team", adjustment.team, "a team of the series")
        tally = tallies[adjustment.team]
        tally.deducted += adjustment.victory_points
        tally.points -= adjustment.victory_points  # [rule SBF Poängavdrag(3)]
    if policy["negative-total"] == "floor-at-zero":
        for tally in tallies.values():
            tally.points = max(tally.points, Decimal(0))
    trace = Trace()
    return trace.decide(_ranked(list(tallies.values()), provisional, policy, trace))


def _book(tallies: dict[str, _Tally], matches: Iterable[Booked]) -> set[str]:
    """Add all matches; the teams with a result that may still change."""
    seen: set[str] = set()
    provisional: set[str] = set()
    for match in matches:
        if match.match in seen:
            raise FieldError("match", match.match, "each match once")
        seen.add(match.match)
        if match.home == match.away:
            raise FieldError(f"match {match.match}", match.home, "two different teams")
        for team, side, opponent, theirs in (
            (match.home, match.home_side, match.away, match.away_side),
            (match.away, match.away_side, match.home, match.home_side),
        ):
            if team not in tallies:
                raise FieldError(f"match {match.match}", team, "a team of the series")
            _add(tallies[team], side, opponent, theirs)
            if match.provisional:
                provisional.add(team)
    return provisional


def _add(tally: _Tally, side: Side, opponent: str, theirs: Side) -> None:
    tally.played += 1
    if side.victory_points > theirs.victory_points:
        tally.won += 1
    elif side.victory_points < theirs.victory_points:
        tally.lost += 1
    else:
        tally.drawn += 1
    tally.points += side.victory_points
    tally.imps_won += side.imps_won
    tally.imps_lost += side.imps_lost
    tally.meetings.append((opponent, side.victory_points))


def _ranked(
    tallies: list[_Tally], provisional: set[str], policy: Policy, trace: Trace
) -> tuple[Standing, ...]:
    def level(tally: _Tally) -> tuple[bool, Decimal]:
        return tally.struck, -tally.points

    lines: list[Standing] = []
    tallies.sort(key=lambda tally: (*level(tally), tally.team))
    for _, group in groupby(tallies, key=level):
        for equals, reason in _break_tie(list(group), policy, trace):
            place = len(lines) + 1
            lines.extend(
                _line(tally, place, len(equals) > 1, reason, tally.team in provisional) for tally in equals
            )
    return tuple(lines)


def _break_tie(tied: list[_Tally], policy: Policy, trace: Trace) -> list[tuple[list[_Tally], str | None]]:
    """Teams with equal points in groups of one place, each with what separated it; lot where nothing does."""
    if len(tied) == 1:
        return [(tied, None)]
    method = policy["tie-break"]
    keys = {tally.team: _key(tally, tied, method) for tally in tied}
    ordered = sorted(tied, key=lambda tally: (tuple(-part for part in keys[tally.team]), tally.team))
    # [rule SBF Tillägg(95)] IMPs won by IMPs lost, higher first; what is still equal shares the place.
    trace.note(
        "SBF Tillägg(95)",
        f"tie.{method}",
        tuple(tally.team for tally in ordered),
        switch="tie-break",
        points=str(tied[0].points),
        keys=tuple(tuple(_plain(part) for part in keys[tally.team]) for tally in ordered),
    )
    groups = [list(group) for _, group in groupby(ordered, key=lambda tally: keys[tally.team])]
    return [(group, method if len(group) == 1 else "lot") for group in groups]


def _key(tally: _Tally, tied: list[_Tally], method: str) -> tuple[Fraction | float, ...]:
    ratio = quotient(tally.imps_won, tally.imps_lost)
    by_quotient = -1.0 if ratio is None else ratio
    balance = Fraction(tally.imps_won - tally.imps_lost)
    if method == "imp-quotient":
        return (by_quotient,)
    if method == "imp-difference":
        return (balance,)
    others = {other.team for other in tied}
    return Fraction(
        sum((points for opponent, points in tally.meetings if opponent in others), Decimal(0))
    ), balance


def _plain(part: Fraction | float) -> float | str:
    return "inf" if part == inf else round(float(part), 5)


def _line(tally: _Tally, place: int, shared: bool, reason: str | None, provisional: bool) -> Standing:
    return Standing(
        place,
        shared,
        tally.team,
        tally.played,
        tally.won,
        tally.drawn,
        tally.lost,
        tally.points,
        tally.deducted,
        tally.imps_won,
        tally.imps_lost,
        quotient(tally.imps_won, tally.imps_lost),
        reason,
        tally.struck,
        provisional,
    )


def final_table(lines: Sequence[tuple[str, int, bool]], field: str = "table") -> tuple[Standing, ...]:
    """A final table of (team, place, struck) from the top, for rulings that need no more than the places.

    FieldError for a team that stands twice, a struck team above one that is not, or a place that does not follow:
    every place is one more than the teams above, or shared with the team before.
    """
    teams = [team for team, _, _ in lines]
    if len(set(teams)) != len(teams):
        raise FieldError(f"{field}.team", ", ".join(teams), "each team once")
    counts = Counter(place for _, place, _ in lines)
    for index, (team, place, struck) in enumerate(lines):
        before = lines[index - 1] if index else ("", 0, False)
        if place != index + 1 and place != before[1]:
            shared = f" or {before[1]}" if index else ""
            raise FieldError(f"{field}.place of {team}", place, f"{index + 1}{shared}")
        if before[2] and not struck:
            raise FieldError(f"{field}.struck of {before[0]}", True, "struck teams last")
    nothing = Decimal(0)
    return tuple(
        Standing(
            place, counts[place] > 1, team, 0, 0, 0, 0, nothing, nothing, 0, 0, None, None, struck, False
        )
        for team, place, struck in lines
    )
