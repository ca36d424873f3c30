"""Walkovers: what both sides get, fines, exclusion, and withdrawals."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction
from math import ceil
from typing import Literal

from arbiter_rules.bridge.parameters import Parameters, standard
from arbiter_rules.bridge.readings import DEFAULT
from arbiter_rules.bridge.victory_points import Scale
from arbiter_rules.errors import FieldError
from arbiter_rules.policy import Policy
from arbiter_rules.trace import Decision, Trace

Authority = Literal["TK", "Dfb"]


@dataclass(frozen=True, slots=True)
class Side:
    """What one side books: victory points, IMPs won and lost. The two sides do not mirror each other."""

    victory_points: Decimal
    imps_won: int
    imps_lost: int


@dataclass(frozen=True, slots=True)
class Walkover:
    """The award: to the offender, to the opponent, by which of the three options, and whether it may still change."""

    offender: Side
    opponent: Side
    option: Literal[1, 2, 3]
    provisional: bool
    verified: bool


def check_authority(division: int, decided_by: str) -> Decision[Authority]:
    """Who may award a walkover: the committee, in division 4 and below the district."""
    allowed: Authority = "TK" if division <= 3 else "Dfb"
    if decided_by != allowed:  # [rule SBF WO(1)] [rule SBF Försening(6)]
        raise FieldError("decided_by", decided_by, allowed)
    trace = Trace()
    trace.note("SBF WO(1)", "wo.authority", allowed, division=division)
    return trace.decide(allowed)


def walkover(
    scale: Scale,
    own_results: Sequence[Decimal] = (),
    against_offender: Sequence[Decimal] = (),
    *,
    series_ended: bool = False,
    policy: Policy = DEFAULT,
    parameters: Parameters | None = None,
) -> Decision[Walkover]:
    """The award of one walkover.

    own_results       the opponent's victory points in its other played matches
    against_offender  what the teams that played the offender got in those matches
    Both averages count only once the series has ended; until then the fixed award stands, provisionally.
    """
    figures = parameters or standard()
    trace = Trace()
    offender = Side(Decimal(0), 0, scale.blitz)  # [rule SBF WO(2)]
    trace.note("SBF WO(2)", "wo.offender", 0, imps_lost=scale.blitz, scale=scale.id)
    fixed_imps = figures.integer("walkover.fixed_imps")
    if policy["walkover-option-2"] == "scale-row":
        fixed = int(scale.row(fixed_imps)[1])
    else:
        fixed = figures.integer("walkover.fixed_vp")
    # [rule SBF WO(3.2)] The fixed award is always there.
    trace.note("SBF WO(3.2)", "wo.fixed", fixed, switch="walkover-option-2", imps=fixed_imps)
    best = fixed
    option: Literal[1, 2, 3] = 2
    options: tuple[tuple[Literal[1, 3], Sequence[Decimal], str], ...] = (
        (1, own_results, "wo.own-average"),
        (3, against_offender, "wo.met-average"),
    )
    if series_ended:
        for number, results, reading in options:
            paragraph = f"SBF WO(3.{number})"
            if not results:
                trace.note(paragraph, f"{reading}-none", None)
                continue
            average = Fraction(sum(results, Decimal(0))) / len(
                results
            )  # [rule SBF WO(3.1)] [rule SBF WO(3.3)]
            points = ceil(average)  # [rule SBF WO(4)] decimals always go up
            trace.note(paragraph, reading, points, average=round(float(average), 4), matches=len(results))
            if points > best:
                best, option = points, number
    # [rule SBF WO(3)] The best of the three; [rule SBF WO(5)] IMPs are the smallest margin for that result.
    margin = fixed_imps if option == 2 else scale.least_margin(best)
    reading = "wo.award" if series_ended else "wo.award-provisional"
    trace.note("SBF WO(3)", reading, best, option=option, imps=margin)
    opponent = Side(Decimal(best), margin, 0)
    return trace.decide(Walkover(offender, opponent, option, not series_ended, scale.verified))


@dataclass(frozen=True, slots=True)
class Fine:
    """A fine in kronor, and whether the team is excluded."""

    kronor: int
    excluded: bool


def walkover_fine(
    matches: int, full_round: bool = False, parameters: Parameters | None = None
) -> Decision[Fine]:
    """The fine for walkovers in so many matches of the season; three matches are a full round, and exclude.

    Beyond the third the team is out, so more cannot occur.
    """
    figures = parameters or standard()
    most = figures.integer("walkover.excluded_at")
    if not 1 <= matches <= most:
        raise FieldError("matches", matches, f"1 to {most}")
    trace = Trace()
    key = "full_round" if full_round or matches == most else "one_match" if matches == 1 else "two_matches"
    kronor = figures.integer(f"walkover.fine.{key}")  # [rule SBF WO(8)]
    trace.note("SBF WO(8)", f"wo.fine-{key.replace('_', '-')}", kronor, matches=matches)
    excluded = full_round or matches >= most  # [rule SBF WO(9)]
    if excluded:
        trace.note("SBF WO(9)", "wo.excluded", True, matches=matches)
    return trace.decide(Fine(kronor, excluded))


def withdrawal_fine(day: date, parameters: Parameters | None = None) -> Decision[int]:
    """The fine in kronor for a team that withdraws on a day; "after" a date means from the day that follows it."""
    figures = parameters or standard()
    trace = Trace()
    fine = 0
    for step, key in (("first", "one_match"), ("second", "two_matches"), ("third", "full_round")):
        if day > figures.day(f"withdrawal.{step}"):  # [rule SBF WO(10)]
            fine = figures.integer(f"walkover.fine.{key}")
    trace.note("SBF WO(10)", "wo.withdrawal" if fine else "wo.withdrawal-free", fine, day=day.isoformat())
    return trace.decide(fine)
