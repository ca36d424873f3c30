"""Travel refunds of a whole series, in whole kronor; distances in whole mil (10 km)."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from arbiter_rules.bridge.parameters import Parameters, standard
from arbiter_rules.bridge.readings import DEFAULT
from arbiter_rules.errors import FieldError
from arbiter_rules.policy import Policy
from arbiter_rules.trace import Decision, Trace

Means = Literal["car", "other"]


@dataclass(frozen=True, slots=True)
class Journey:
    """One round: tenths of a mil from the club to the venue, one way, and by what means.

    For other means than a car: what it cost, how many players went, when the office was asked and whether it agreed.
    """

    round: str
    day: date
    tenths_of_mil: int
    means: Means = "car"
    cost: int = 0
    players: int = 0
    asked: date | None = None
    approved: bool = False


@dataclass(frozen=True, slots=True)
class Refund:
    """Kronor by car (for the series) and by other means; `refused` are rounds that get nothing, with the paragraph."""

    car: int
    other: int
    refused: tuple[tuple[str, str], ...]

    @property
    def total(self) -> int:
        return self.car + self.other


def travel_refund(
    journeys: Sequence[Journey], policy: Policy = DEFAULT, parameters: Parameters | None = None
) -> Decision[Refund]:
    """A team's refund: by car per mil beyond its own share of the series, by other means the cost less a deduction."""
    figures = parameters or standard()
    trace = Trace()
    rounds = [journey.round for journey in journeys]
    if len(set(rounds)) != len(rounds):  # [rule SBF Resor(2)]
        raise FieldError("journeys.round", ", ".join(rounds), "one means of transport a round")
    tenths = 0
    other = 0
    refused: list[tuple[str, str]] = []
    for journey in journeys:
        if journey.tenths_of_mil < 0 or journey.cost < 0:
            raise FieldError(f"journeys.{journey.round}", "a negative figure", "0 or more")
        if journey.means == "car":
            tenths += journey.tenths_of_mil
        else:
            other += _other(journey, figures, trace, refused)
    factor = 1 if policy["travel-distance"] == "one-way" else 2
    own = figures.integer("travel.own_mil") * 10
    counted = max(0, tenths * factor - own)  # [rule SBF Resor(4)]
    car = counted * figures.integer("travel.car_per_mil") // 10  # [rule SBF Resor(3)]
    trace.note(
        "SBF Resor(4)",
        "travel.own-share",
        counted / 10,
        switch="travel-distance",
        mil=tenths * factor / 10,
        own=own // 10,
    )
    trace.note("SBF Resor(3)", "travel.car", car, rate=figures.integer("travel.car_per_mil"))
    return trace.decide(Refund(car, other, tuple(refused)))


def _other(journey: Journey, figures: Parameters, trace: Trace, refused: list[tuple[str, str]]) -> int:
    weeks = figures.integer("travel.ask_weeks")
    last = journey.day - timedelta(weeks=weeks)
    if journey.asked is None or journey.asked > last or not journey.approved:  # [rule SBF Resor(5)]
        trace.note("SBF Resor(5)", "travel.not-approved", 0, round=journey.round, last=last.isoformat())
        refused.append((journey.round, "SBF Resor(5)"))
        return 0
    most = figures.integer("travel.most_players")
    if not 1 <= journey.players <= most:  # [rule SBF Resor(1)]
        raise FieldError(f"journeys.{journey.round}.players", journey.players, f"1 to {most}")
    refund = max(
        0, journey.cost - journey.players * figures.integer("travel.other_per_player")
    )  # [rule SBF Resor(6)]
    trace.note(
        "SBF Resor(6)",
        "travel.other",
        refund,
        round=journey.round,
        cost=journey.cost,
        players=journey.players,
    )
    return refund
