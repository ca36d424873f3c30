"""What a committee should look at: offences that the rule book finds in a season, and dates that come up."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal

from arbiter_rules.bridge.roster import Appearance, line_up, movement
from arbiter_rules.bridge.schedule import boards_of_match, form
from arbiter_rules.bridge.season import Match, Season
from arbiter_rules.bridge.season_report import offenders, unpaid
from arbiter_rules.bridge.substitutes import unpaid_fee, wrong_club
from arbiter_rules.errors import MissingValueError

Outcome = Literal["disqualified", "committee", "pending", "cleared", "note"]


@dataclass(frozen=True, slots=True)
class Alarm:
    """Something found: `outcome` is what the rule says follows; `disqualified` still takes a decision to strike."""

    key: str
    paragraph: str
    day: date
    subject: str
    team: str
    outcome: Outcome
    deadline: date | None = None


@dataclass(frozen=True, slots=True)
class Deadline:
    """A date of the season; None if its year is lost and nobody has configured it."""

    key: str
    day: date | None
    passed: bool


def season_alarms(season: Season, as_of: date) -> tuple[Alarm, ...]:
    """All alarms of the day, in order."""
    matches = [match for match in season.matches.values() if match.day <= as_of]
    found = [
        *_line_ups(season, matches),
        *_moves(season, matches),
        *_clubs(season, matches, as_of),
        *_fees(season, as_of),
        *_walkovers(season, matches),
        *_forms(season, as_of),
    ]
    return tuple(sorted(found, key=lambda alarm: (alarm.day, alarm.key, alarm.subject)))


def season_deadlines(season: Season, as_of: date) -> tuple[Deadline, ...]:
    """The dates of the season, those that are lost included."""
    keys = (
        "transfer.first_day",
        "venue.agreement_by",
        "withdrawal.first",
        "transfer.last_day",
        "withdrawal.second",
        "withdrawal.third",
        "report.division_4_teams",
        "fee.division_4_by",
        "protest.national",
        "report.promoted",
        "protest.division_4",
    )
    found: list[Deadline] = []
    for key in keys:
        try:
            day = season.parameters.day(key)
        except MissingValueError:
            found.append(Deadline(key, None, False))
        else:
            found.append(Deadline(key, day, day < as_of))
    return tuple(found)


def _sides(match: Match) -> Iterator[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    yield match.home, match.home_first, match.home_second
    yield match.away, match.away_first, match.away_second


def _line_ups(season: Season, matches: list[Match]) -> Iterator[Alarm]:
    for match in matches:
        if not boards_of_match(season.series[match.series].division, match.boards, season.parameters).value:
            yield Alarm("boards", "SBF Försening(4)", match.day, match.id, match.home, "note")
        for team, first, second in _sides(match):
            if first and not line_up(first, second, season.parameters).value.legal:
                yield Alarm("line-up", "SBF Deltagande(12)", match.day, match.id, team, "disqualified")


def _moves(season: Season, matches: list[Match]) -> Iterator[Alarm]:
    appearances: dict[str, list[Appearance]] = defaultdict(list)
    for match in matches:
        division = season.series[match.series].division
        for team, first, second in _sides(match):
            club = season.teams[team].club
            for player in sorted({*first, *second}):
                appearances[player].append(
                    Appearance(player, team, club, division, match.round, match.day, match.id)
                )
    dispensations = frozenset(
        ruling.match for ruling in season.rulings.values() if ruling.kind == "dispensation"
    )
    for player, entries in appearances.items():
        if len({entry.team for entry in entries}) > 1:
            for violation in movement(entries, dispensations).value:
                where = violation.appearance
                yield Alarm(
                    violation.key, violation.paragraph, where.day, player, where.team, violation.outcome
                )


def _clubs(season: Season, matches: list[Match], as_of: date) -> Iterator[Alarm]:
    """Players of another club, unless they changed in time. [rule SBF Deltagande(2)] [rule SBF Deltagande(5)]"""
    first: dict[tuple[str, str], date] = {}
    for match in matches:
        for team, *halves in _sides(match):
            for player in {player for half in halves for player in half}:
                if season.players[player].club != season.teams[team].club:
                    key = (player, team)
                    first[key] = min(first.get(key, match.day), match.day)
    for (player, team), day in first.items():
        who = season.players[player]
        outcome = wrong_club(
            day, as_of, who.applied, who.accepted, policy=season.policy, parameters=season.parameters
        ).value
        yield Alarm("wrong-club", "SBF Reserv(3)", day, player, team, outcome.state, outcome.deadline)


def _fees(season: Season, as_of: date) -> Iterator[Alarm]:
    for player, team, first, count in unpaid(season, as_of):
        paid = season.players[player].paid
        outcome = unpaid_fee(
            first, as_of, count, paid, policy=season.policy, parameters=season.parameters
        ).value
        yield Alarm("unpaid", "SBF Reserv(5)", first, player, team, outcome.state, outcome.deadline)


def _walkovers(season: Season, matches: list[Match]) -> Iterator[Alarm]:
    count: dict[str, int] = defaultdict(int)
    most = season.parameters.integer("walkover.excluded_at")
    for match in sorted(matches, key=lambda match: (match.day, match.id)):
        for team in offenders(match):
            count[team] += 1
            if count[team] == most:
                yield Alarm("three-walkovers", "SBF WO(9)", match.day, match.id, team, "disqualified")


def _forms(season: Season, as_of: date) -> Iterator[Alarm]:
    sizes = {
        series.id: (series.division, sum(team.series == series.id for team in season.teams.values()))
        for series in season.series.values()
    }
    for departure in form(sizes, season.parameters).value:
        yield Alarm("form", departure.paragraph, as_of, departure.field, "", "note")
