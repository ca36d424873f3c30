"""Deductions in victory points: law-book penalties given in IMPs, and the rules of conduct."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from arbiter_rules.bridge.parameters import Parameters, standard
from arbiter_rules.errors import FieldError
from arbiter_rules.trace import Decision, Trace

Conduct = Literal["left-table", "mobile-phone", "exchanged-information", "intoxicated"]


def law_book_penalty(
    imps: int, *, confirmed: bool = False, parameters: Parameters | None = None
) -> Decision[int]:
    """Victory points for a law-book penalty of so many IMPs.

    The regulation gives 3 and 6 IMPs. Other multiples of 3 follow the same rate if the director confirms it;
    anything else is refused.
    """
    figures = parameters or standard()
    rate = figures.integer("penalty.imps_per_vp")
    given = (rate, 2 * rate)
    if imps not in given and not (confirmed and imps > 0 and imps % rate == 0):
        raise FieldError(
            "imps", imps, f"{given[0]} or {given[1]}; another multiple of {rate} only if confirmed"
        )
    trace = Trace()
    points = imps // rate  # [rule SBF Poängavdrag(1)]
    reading = "penalty.law-book" if imps in given else "penalty.law-book-confirmed"
    trace.note("SBF Poängavdrag(1)", reading, points, imps=imps)
    return trace.decide(points)


@dataclass(frozen=True, slots=True)
class ConductRuling:
    """What an offence brings: points to deduct from the team, a warning, and further consequences by key."""

    victory_points: int
    warning: bool = False
    consequences: tuple[str, ...] = ()


def conduct_penalty(
    offence: Conduct, earlier: Sequence[Conduct] = (), parameters: Parameters | None = None
) -> Decision[ConductRuling]:
    """The ruling on one offence, given the same team's earlier ones. The opponents' points do not change."""
    figures = parameters or standard()
    trace = Trace()
    if offence == "left-table":
        first = "left-table" not in earlier
        points = 0 if first else figures.integer("penalty.left_table_vp")  # [rule SBF Trivsel(4)]
        trace.note("SBF Trivsel(4)", "conduct.warning" if first else "conduct.left-table", points)
        return trace.decide(ConductRuling(points, warning=first))
    if offence == "mobile-phone":
        points = figures.integer("penalty.mobile_phone_vp")  # [rule SBF Trivsel(6)]
        trace.note("SBF Trivsel(6)", "conduct.mobile-phone", points)
        return trace.decide(ConductRuling(points))
    if offence == "exchanged-information":
        trace.note("SBF Trivsel(5)", "conduct.walkover", 0)  # [rule SBF Trivsel(5)]
        return trace.decide(ConductRuling(0, consequences=("loses-by-walkover",)))
    trace.note("SBF Trivsel(3)", "conduct.intoxicated", 0)  # [rule SBF Trivsel(3)]
    return trace.decide(ConductRuling(0, consequences=("leaves-the-room", "reported-to-disciplinary-board")))
