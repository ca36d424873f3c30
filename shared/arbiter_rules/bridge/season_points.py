"""Master points of a season: what each player earned in each series, with the walkovers and strikes of the rules."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from datetime import date
from fractions import Fraction

from arbiter_rules.bridge.master_points import Colour, colour_of, match_points, shares
from arbiter_rules.bridge.season import Season
from arbiter_rules.bridge.victory_points import victory_points


@dataclass(frozen=True, slots=True)
class Earned:
    """A player's points in one team, not rounded, before bonus and conversion."""

    player: str
    team: str
    colour: Colour
    points: Fraction
    matches: int


def earned_points(season: Season, as_of: date) -> tuple[Earned, ...]:
    """Points earned by the day. Matches of a team that was struck later keep their points; walkovers bring none.

    Matches whose line-ups are not registered cannot be shared out and are left out.
    """
    points: dict[tuple[str, str], Fraction] = defaultdict(Fraction)
    matches: Counter[tuple[str, str]] = Counter()
    for match in season.matches.values():
        if match.day > as_of or match.walkover is not None:  # [rule SBF WO(6)]
            continue
        division = season.series[match.series].division
        award = victory_points(season.scale, match.home_imps, match.away_imps).value
        # [rule SBF Reserv(7)] A later strike does not take these back.
        won = match_points(
            min(division, 4), award.home, award.away, policy=season.policy, parameters=season.parameters
        ).value
        for team, total, first, second in (
            (match.home, won.home, match.home_first, match.home_second),
            (match.away, won.away, match.away_first, match.away_second),
        ):
            halves = Counter((*first, *second))
            for player, share in shares(total, halves).items():
                points[player, team] += share
                matches[player, team] += 1
    return tuple(
        Earned(
            player,
            team,
            colour_of(season.series[season.teams[team].series].division),
            value,
            matches[player, team],
        )
        for (player, team), value in sorted(points.items())
    )
