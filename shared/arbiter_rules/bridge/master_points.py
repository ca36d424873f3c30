"""Master points: what a match is worth, how a team's players share it, bonus and conversion."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import ceil
from typing import Literal

from arbiter_rules.bridge.parameters import Parameters, standard
from arbiter_rules.bridge.readings import DEFAULT
from arbiter_rules.errors import FieldError
from arbiter_rules.policy import Policy
from arbiter_rules.trace import Decision, Trace

Colour = Literal["gold", "silver"]


@dataclass(frozen=True, slots=True)
class MatchPoints:
    """Points of the two teams, in the colour of the division."""

    colour: Colour
    home: Fraction
    away: Fraction


def colour_of(division: int) -> Colour:
    """Gold in divisions 1 and 2, silver below."""
    return "gold" if division <= 2 else "silver"


def match_points(
    division: int,
    home_vp: Decimal,
    away_vp: Decimal,
    *,
    walkover: bool = False,
    policy: Policy = DEFAULT,
    parameters: Parameters | None = None,
) -> Decision[MatchPoints]:
    """What the two teams get for a match. A win is 18-12 or better; anything closer is a draw."""
    if not 1 <= division <= 4:
        raise FieldError("division", division, "1 to 4")
    figures = parameters or standard()
    trace = Trace()
    worth = figures.integer(f"points.match.{division}")  # [rule SBF Priser(3)]
    colour = colour_of(division)
    trace.note("SBF Priser(3)", "points.worth", worth, division=division, colour=colour)
    if walkover:
        trace.note("SBF WO(6)", "points.walkover", 0)  # [rule SBF WO(6)]
        return trace.decide(MatchPoints(colour, Fraction(0), Fraction(0)))
    won = figures.integer("points.won_from_vp")
    half = Fraction(0) if policy["master-point-split"] == "won-only" else Fraction(worth, 2)
    home = away = half
    if max(home_vp, away_vp) >= won:  # [rule SBF Bronsregler(1)]
        home, away = (Fraction(worth), Fraction(0)) if home_vp > away_vp else (Fraction(0), Fraction(worth))
    reading = "points.draw" if home == away else "points.won"
    trace.note(
        "SBF Bronsregler(1)",
        reading,
        (str(home), str(away)),
        switch="master-point-split",
        home_vp=str(home_vp),
        away_vp=str(away_vp),
    )
    return trace.decide(MatchPoints(colour, home, away))


def shares(team_points: Fraction, halves: Mapping[str, int]) -> dict[str, Fraction]:
    """A team's points by player; who played one half gets half of what a player of both gets."""
    total = sum(halves.values())
    for player, count in halves.items():
        if count not in (1, 2):
            raise FieldError(f"halves.{player}", count, "1 or 2")
    return {
        player: team_points * count / total for player, count in halves.items()
    }  # [rule SBF Bronsregler(2)]


@dataclass(frozen=True, slots=True)
class SeasonPoints:
    """A player's points at the end: registered by colour, and what counts for the ranking (as earned)."""

    gold: int
    silver: int
    ranking_gold: int
    ranking_silver: int


def season_points(
    division: int,
    earned: Fraction,
    place: int,
    parameters: Parameters | None = None,
) -> Decision[SeasonPoints]:
    """A player's points in one series at the end of the season; decimals go up once, here.

    The winners of division 1 get a bonus; the first two of a division 3 series have silver turned into gold, at
    a rate that the organiser must configure. The ranking counts what was earned.
    """
    figures = parameters or standard()
    trace = Trace()
    colour = colour_of(division)
    plain = ceil(earned)  # [rule SBF Bronsregler(3)]
    ranking = (plain, 0) if colour == "gold" else (0, plain)
    gold, silver = ranking
    if division == 1 and place == 1:
        percent = figures.integer("points.winner_bonus_percent")  # [rule SBF Priser(4)]
        gold = ceil(earned * (100 + percent) / 100)
        trace.note("SBF Priser(4)", "points.bonus", gold, earned=str(earned), percent=percent)
    elif division == 3 and place <= figures.integer("points.converted_teams"):
        rate = figures.integer("points.silver_per_gold")  # [rule SBF Priser(5)]
        gold, silver = ceil(earned / rate), 0
        trace.note("SBF Priser(5)", "points.converted", gold, earned=str(earned), rate=rate)
    # [rule SBF Priser(6)] The ranking counts what was earned, before bonus and conversion.
    trace.note("SBF Priser(6)", "points.ranking", ranking, earned=str(earned))
    return trace.decide(SeasonPoints(gold, silver, *ranking))


def prizes(division: int, place: int) -> Decision[tuple[str, ...]]:
    """A diploma for the winner of every series, medals for the first three of division 1."""
    trace = Trace()
    won: list[str] = []
    if place == 1:
        won.append("diploma")
        trace.note("SBF Priser(1)", "prize.diploma", True)  # [rule SBF Priser(1)]
    if division == 1 and place <= 3:
        won.append(("gold-medal", "silver-medal", "bronze-medal")[place - 1])
        trace.note("SBF Priser(2)", "prize.medal", won[-1], place=place)  # [rule SBF Priser(2)]
    return trace.decide(tuple(won))
