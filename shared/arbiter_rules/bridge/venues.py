"""Split venues: which of a club's teams has to play elsewhere."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from arbiter_rules.bridge.parameters import Parameters, standard
from arbiter_rules.errors import FieldError
from arbiter_rules.trace import Decision, Trace

Origin = Literal["promoted", "stayed", "relegated"]
_ORDER: dict[Origin, int] = {"promoted": 0, "stayed": 1, "relegated": 2}


@dataclass(frozen=True, slots=True)
class ClubTeam:
    """A club's team in the series. `last_place` is its place of the season before, for teams that stayed."""

    team: str
    origin: Origin
    last_place: int | None = None


def venue_order(teams: Sequence[ClubTeam]) -> Decision[tuple[str, ...]]:
    """The club's teams in the order in which they have to play elsewhere."""
    for index, team in enumerate(teams):
        if (team.origin == "stayed") != (team.last_place is not None):
            raise FieldError(
                f"teams[{index}].last_place",
                repr(team.last_place),
                "a place if, and only if, the team stayed",
            )
    # [rule SBF Delade orter(2)] Newcomers from below, then the worst placed, then newcomers from above.
    order = sorted(teams, key=lambda team: (_ORDER[team.origin], -(team.last_place or 0)))
    trace = Trace()
    names = tuple(team.team for team in order)
    trace.note("SBF Delade orter(2)", "venues.order", names, origins=tuple(team.origin for team in order))
    return trace.decide(names)


def may_agree(day: date, parameters: Parameters | None = None) -> Decision[bool]:
    """Whether a club may still agree on another order. The year of the last day is lost and must be configured."""
    last = (parameters or standard()).day("venue.agreement_by")
    trace = Trace()
    in_time = day <= last  # [rule SBF Delade orter(3)]
    trace.note(
        "SBF Delade orter(3)", "venues.agree" if in_time else "venues.late", in_time, last=last.isoformat()
    )
    return trace.decide(in_time)
