"""What the regulation makes of a season on a day: tables, awards, strikes, fines, moves between divisions.

A pure function of the document and the date, so that a strike and its repeal can be replayed for any day. The
rule book proposes (see season_alarms.py); only a decision in the document strikes a team's results.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Literal

from arbiter_rules.bridge.lateness import lateness
from arbiter_rules.bridge.penalties import Conduct, conduct_penalty, law_book_penalty
from arbiter_rules.bridge.promotion import NATIONAL, Movements, movements
from arbiter_rules.bridge.season import Match, Penalty, Season, Series
from arbiter_rules.bridge.standings import Adjustment, Booked, Standing, standings
from arbiter_rules.bridge.substitutes import unpaid_fee
from arbiter_rules.bridge.victory_points import victory_points
from arbiter_rules.bridge.walkover import Fine, Side, walkover, walkover_fine, withdrawal_fine
from arbiter_rules.errors import FieldError
from arbiter_rules.trace import Decision, Step, Trace

Status = Literal["played", "walkover", "struck"]


@dataclass(frozen=True, slots=True)
class MatchReport:
    """A match as it counts on the day, with the steps that led there. Sides are None when the match is struck."""

    match: Match
    status: Status
    home: Side | None
    away: Side | None
    provisional: bool
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class SeriesReport:
    """One series: its table with the steps of its tie-breaks, matches, and penalties by team."""

    series: Series
    ended: bool
    table: tuple[Standing, ...]
    table_steps: tuple[Step, ...]
    matches: tuple[MatchReport, ...]
    adjustments: tuple[Adjustment, ...]


@dataclass(frozen=True, slots=True)
class SeasonReport:
    """A season on a day. `movements` is None until all national series have ended."""

    as_of: date
    series: tuple[SeriesReport, ...]
    struck: Mapping[str, str]
    fines: Mapping[str, int]
    movements: Decision[Movements] | None
    undecided: tuple[str, ...]
    scale: str
    verified: bool


def season_report(season: Season, as_of: date) -> SeasonReport:
    """Everything that counts on the day: what happened later is left out."""
    struck = strikes(season, as_of)
    matches: dict[str, list[Match]] = defaultdict(list)
    for match in season.matches.values():
        if match.day <= as_of:
            matches[match.series].append(match)
    teams: dict[str, list[str]] = defaultdict(list)
    for team in season.teams.values():
        teams[team.series].append(team.id)
    penalties, undecided = _adjustments(season, as_of)
    reports = tuple(
        _series(season, series, teams[series.id], matches[series.id], penalties=penalties, struck=struck)
        for series in season.series.values()
    )
    moves, waiting = _movements(season, reports)
    return SeasonReport(
        as_of,
        reports,
        struck,
        _fines(season, as_of),
        moves,
        (*undecided, *waiting),
        season.scale.id,
        season.scale.verified,
    )


def strikes(season: Season, as_of: date) -> dict[str, str]:
    """The teams whose results are struck on the day, each with the decision that says so. [rule SBF Deltagande(12)]"""
    struck: dict[str, str] = {}
    for ruling in sorted(season.rulings.values(), key=lambda ruling: (ruling.day, ruling.id)):
        if ruling.day > as_of:
            break
        if ruling.kind in ("disqualify", "exclude", "withdraw"):
            struck[ruling.team] = ruling.id
        elif ruling.kind == "reinstate":
            struck.pop(ruling.team, None)
    return struck


def _series(
    season: Season,
    series: Series,
    teams: Sequence[str],
    matches: Sequence[Match],
    *,
    penalties: Mapping[str, Sequence[Adjustment]],
    struck: Mapping[str, str],
) -> SeriesReport:
    live = len([team for team in teams if team not in struck])
    counted = [match for match in matches if match.home not in struck and match.away not in struck]
    ended = live > 1 and len(counted) >= series.meetings * live * (live - 1) // 2
    played = {match.id: _played(season, match) for match in counted if match.walkover is None}
    reports: list[MatchReport] = []
    booked: list[Booked] = []
    for match in sorted(matches, key=lambda match: (match.day, match.id)):
        if match.home in struck or match.away in struck:
            reports.append(_struck(match, struck))
            continue
        report = played.get(match.id) or _walkover(season, match, played, ended)
        reports.append(report)
        home, away = report.home or _NOTHING, report.away or _NOTHING
        kind = "played" if match.walkover is None else "walkover"
        booked.append(Booked(match.id, match.home, match.away, home, away, kind, report.provisional))
    adjustments = [each for team in teams if team not in struck for each in penalties.get(team, ())]
    table = standings(
        teams, booked, adjustments, struck=frozenset(struck).intersection(teams), policy=season.policy
    )
    return SeriesReport(series, ended, table.value, table.steps, tuple(reports), tuple(adjustments))


_NOTHING = Side(Decimal(0), 0, 0)


def _played(season: Season, match: Match) -> MatchReport:
    award = victory_points(season.scale, match.home_imps, match.away_imps, match.boards)
    home = Side(award.value.home, match.home_imps, match.away_imps)
    away = Side(award.value.away, match.away_imps, match.home_imps)
    return MatchReport(match, "played", home, away, False, award.steps)


def _struck(match: Match, struck: Mapping[str, str]) -> MatchReport:
    """Both sides lose the result. [rule SBF Reserv(2)]"""
    trace = Trace()
    for team in (match.home, match.away):
        if team in struck:
            trace.note("SBF Reserv(2)", "match.struck", None, team=team, decision=struck[team])
    return MatchReport(match, "struck", None, None, False, trace.decide(None).steps)


def _walkover(season: Season, match: Match, played: Mapping[str, MatchReport], ended: bool) -> MatchReport:
    """Averages take played matches only: neither side's other walkovers count."""
    if match.walkover == "both":
        loss = Side(Decimal(0), 0, season.scale.blitz)
        trace = Trace()
        trace.note("SBF WO(2)", "wo.both", 0, imps_lost=season.scale.blitz)
        return MatchReport(match, "walkover", loss, loss, False, trace.decide(None).steps)
    offender, opponent = (match.home, match.away) if match.walkover == "home" else (match.away, match.home)
    own: list[Decimal] = []
    met: list[Decimal] = []
    for report in played.values() if ended else ():
        for team, side, other in (
            (report.match.home, report.home, report.match.away),
            (report.match.away, report.away, report.match.home),
        ):
            if side is not None and team == opponent:
                own.append(side.victory_points)
            if side is not None and other == offender:
                met.append(side.victory_points)
    award = walkover(
        season.scale, own, met, series_ended=ended, policy=season.policy, parameters=season.parameters
    )
    home, away = award.value.offender, award.value.opponent
    if match.walkover == "away":
        home, away = away, home
    return MatchReport(match, "walkover", home, away, award.value.provisional, award.steps)


def _adjustments(season: Season, as_of: date) -> tuple[dict[str, list[Adjustment]], tuple[str, ...]]:
    """Deductions by team, and the penalties that wait for the committee."""
    found: dict[str, list[Adjustment]] = defaultdict(list)
    undecided: list[str] = []
    conduct: dict[str, list[Conduct]] = defaultdict(list)
    for penalty in sorted(season.penalties.values(), key=lambda penalty: (penalty.day, penalty.id)):
        if penalty.day > as_of:
            break
        points, paragraph = _points(season, penalty, conduct[penalty.team])
        if points is None:
            undecided.append(penalty.id)
        elif points:
            found[penalty.team].append(Adjustment(penalty.team, Decimal(points), paragraph, penalty.kind))
    for player, team, first, count in unpaid(season, as_of):
        outcome = unpaid_fee(
            first,
            as_of,
            count,
            season.players[player].paid,
            policy=season.policy,
            parameters=season.parameters,
        )
        found[team].append(
            Adjustment(team, Decimal(outcome.value.victory_points), "SBF Reserv(4)", f"unpaid: {player}")
        )
    return found, tuple(undecided)


def _points(season: Season, penalty: Penalty, earlier: list[Conduct]) -> tuple[int | None, str]:
    if penalty.kind == "late":
        late = lateness(penalty.late_ms, season.policy, season.parameters).value
        return late.victory_points, "SBF Försening(2)"
    if penalty.kind == "law-book":
        law = law_book_penalty(penalty.imps, confirmed=penalty.confirmed, parameters=season.parameters)
        return law.value, "SBF Poängavdrag(1)"
    if penalty.kind == "committee":
        return penalty.victory_points, "SBF Försening(3)"
    ruling = conduct_penalty(penalty.kind, tuple(earlier), season.parameters)
    earlier.append(penalty.kind)
    return ruling.value.victory_points, ruling.steps[0].paragraph


def unpaid(season: Season, as_of: date) -> list[tuple[str, str, date, int]]:
    """Players who played before paying: player, team, day of the first such match, and the number of them."""
    found: dict[tuple[str, str], list[date]] = defaultdict(list)
    for match in season.matches.values():
        if match.day > as_of:
            continue
        for team, line_up in (
            (match.home, {*match.home_first, *match.home_second}),
            (match.away, {*match.away_first, *match.away_second}),
        ):
            for player in line_up:
                paid = season.players[player].paid
                if paid is None or paid > match.day:
                    found[player, team].append(match.day)
    return [(player, team, min(days), len(days)) for (player, team), days in sorted(found.items())]


def _fines(season: Season, as_of: date) -> dict[str, int]:
    """Fines in kronor by team, for walkovers and withdrawals."""
    walkovers: dict[str, int] = defaultdict(int)
    for match in season.matches.values():
        if match.day <= as_of:
            for team in offenders(match):
                walkovers[team] += 1
    most = season.parameters.integer("walkover.excluded_at")
    fines = {team: fine(season, min(count, most)).kronor for team, count in walkovers.items()}
    for ruling in season.rulings.values():
        if ruling.kind == "withdraw" and ruling.day <= as_of:
            amount = withdrawal_fine(ruling.day, season.parameters).value
            fines[ruling.team] = fines.get(ruling.team, 0) + amount
    return dict(sorted((team, amount) for team, amount in fines.items() if amount))


def offenders(match: Match) -> tuple[str, ...]:
    """The teams that left a walkover."""
    if match.walkover == "both":
        return match.home, match.away
    return {"home": (match.home,), "away": (match.away,)}.get(match.walkover or "", ())


def fine(season: Season, count: int) -> Fine:
    """The fine for so many walkovers of the season."""
    return walkover_fine(count, parameters=season.parameters).value


def _movements(
    season: Season, reports: Sequence[SeriesReport]
) -> tuple[Decision[Movements] | None, tuple[str, ...]]:
    """Promotion and relegation once every national series has ended; a shared place that matters is waited for."""
    national = {
        report.series.id: (report.series.division, report.table)
        for report in reports
        if report.series.division in NATIONAL
    }
    if not national or not all(report.ended for report in reports if report.series.id in national):
        return None, ()
    try:
        return movements(national, policy=season.policy, parameters=season.parameters), ()
    except FieldError as error:
        return None, (error.field,)
