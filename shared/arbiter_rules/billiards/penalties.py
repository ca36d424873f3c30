"""What points do to a set: who gets them, how much of them counts, and whether the set is over."""

from dataclasses import dataclass

from arbiter_rules.errors import FieldError
from arbiter_rules.trace import Decision, Trace


@dataclass(frozen=True, slots=True)
class Credit:
    """Points that count for one player: `gained` of those given, the new `total`, and whether that wins the set."""

    gained: int
    total: int
    wins_set: bool


def credit(total: int, points: int, distance: int | None, *, time_penalty: bool = False) -> Decision[Credit]:
    """Credit `points` to a player who has `total`; `distance` is the number of points that wins, None for none.

    Negative points are a correction; a total never falls below 0. FieldError if `total` is not possible.
    """
    if total < 0 or (distance is not None and total >= distance):
        raise FieldError("total", str(total), "from 0 to below the distance, as the set goes on")
    trace = Trace()
    if time_penalty:
        trace.note("DBU 4.5(b)", "penalty.to_opponent", points)  # [rule DBU 4.5(b)]
    reached = max(0, total + points)
    wins = distance is not None and reached >= distance
    if distance is not None and wins:
        if reached > distance:
            trace.note("5K 3.1", "distance.cut", distance, total=total, points=points)
        reached = min(reached, distance)  # [rule 5K 3.1]
        trace.note("5K 3.1", "distance.reached", distance)
    return trace.decide(Credit(reached - total, reached, wins))
