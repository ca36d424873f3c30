"""Threshold mode: the direction is told when too few sets were finished in time, and decides.

Nothing is armed here. What the direction orders then is an order like any other, for the next set to begin.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from arbiter_hub.services.match_model import ActiveMatch
from arbiter_hub.services.scoring import Scoring
from arbiter_rules.billiards.time_limit import exceeded, set_to_limit

State = Literal["waiting", "running", "exceeded", "ordered", "too_late", "decided"]


@dataclass(frozen=True, slots=True)
class Watch:
    """A match's threshold, as it stands.

    waiting    no stroke has been played        running   within the time, or enough sets were finished in it
    exceeded   the direction may order the limit for `set_to_limit`          ordered   and has done so
    too_late   exceeded, but no further set can be played                    decided   the match is over
    """

    table: str
    match: int
    sets: int
    limit_ms: int
    elapsed_ms: int
    finished: int
    state: State
    set_to_limit: int | None


class Thresholds:
    """Watches the matches that have a threshold."""

    def __init__(self, scoring: Scoring, utc: Callable[[], int]):
        self._scoring, self._utc = scoring, utc

    def all(self) -> list[Watch]:
        """Every match with a threshold that is on a table."""
        return [
            _watch(table, active, self._utc()) for table, active in self._scoring.with_thresholds().items()
        ]


def _watch(table: str, active: ActiveMatch, now: int) -> Watch:
    threshold, score, times = active.threshold, active.log.score, active.times
    assert threshold is not None  # noqa: S101 - only such matches are asked for
    elapsed = times.since_begin(now)
    state: State = "running"
    following: int | None = None
    if score.winner is not None:
        state = "decided"
    elif times.begun is None:
        state = "waiting"
    elif exceeded(threshold, times.ends_since_begin, elapsed).value:
        following = set_to_limit(threshold, score.current.number, score.rules.best_of).value
        if following is None:
            state = "too_late"
        else:
            state = "ordered" if active.limit_order(following) is not None else "exceeded"
    return Watch(
        table,
        active.stored.id,
        threshold.sets,
        threshold.limit_ms,
        elapsed,
        len(times.set_ends),
        state,
        following,
    )
