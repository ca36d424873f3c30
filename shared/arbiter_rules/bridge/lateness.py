"""A late team: victory points by started five-minute period, and what happens after half an hour."""

from dataclasses import dataclass
from typing import Literal

from arbiter_rules.bridge.parameters import Parameters, standard
from arbiter_rules.bridge.readings import DEFAULT
from arbiter_rules.errors import FieldError
from arbiter_rules.policy import Policy
from arbiter_rules.trace import Decision, Trace

MINUTE = 60_000


@dataclass(frozen=True, slots=True)
class Lateness:
    """`victory_points` to deduct, None where the committee decides; `must_wait` tells the opponents' duty."""

    victory_points: int | None
    decided_by: Literal["rule", "committee"]
    must_wait: bool


def lateness(
    late_ms: int, policy: Policy = DEFAULT, parameters: Parameters | None = None
) -> Decision[Lateness]:
    """What a delay of so many milliseconds costs."""
    if late_ms < 0:
        raise FieldError("late_ms", late_ms, "0 or more")
    figures = parameters or standard()
    trace = Trace()
    period = figures.integer("lateness.period_minutes") * MINUTE
    limit = figures.integer("lateness.limit_minutes") * MINUTE
    if late_ms > limit:
        # [rule SBF Försening(3)] The opponents need not wait; if the match is played all the same, the
        # committee sets the penalty.
        trace.note("SBF Försening(3)", "late.committee", None, late_ms=late_ms, limit_ms=limit)
        return trace.decide(Lateness(None, "committee", False))
    if policy["lateness-edge"] == "next-period":
        periods = min(late_ms // period + 1, limit // period) if late_ms else 0
    else:
        periods = -(-late_ms // period)
    points = periods * figures.integer("lateness.vp_per_period")  # [rule SBF Försening(2)]
    trace.note(
        "SBF Försening(2)",
        "late.periods" if points else "late.in-time",
        points,
        switch="lateness-edge",
        late_ms=late_ms,
        periods=periods,
    )
    return trace.decide(Lateness(points, "rule", True))
