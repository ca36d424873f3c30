"""Threshold mode: the direction is told when too few sets were finished in time, and decides.

What the direction orders then is an order like any other. Nothing is armed here unless the direction has ordered it
with the tournament, beforehand and by name; then it is ordered once, in that name. That a threshold was exceeded when
no further set could be limited is written into the match's log, once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

from arbiter_hub.log import logger
from arbiter_hub.services.match_model import ActiveMatch, Idempotency
from arbiter_hub.services.scoring import Scoring
from arbiter_rules.billiards.time_limit import MatchTime, Scope, exceeded, set_to_limit

log = logger("thresholds")

State = Literal["waiting", "running", "postponed", "exceeded", "ordered", "too_late", "decided"]

#: Who has written what nobody entered.
HUB: Final = "hub"


@dataclass(frozen=True, slots=True)
class Watch:
    """A match's threshold, as it stands.

    waiting    no stroke has been played        running   within the time, or enough sets were finished in it
    exceeded   the direction may order the limit for `set_to_limit`          ordered   and has done so
    postponed  exceeded; the announcement limits no set before `set_to_limit`, so the direction is asked later
    too_late   exceeded, but no further set can be played                    decided   the match is over

    `elapsed_ms` counts as the announcement reads the rule (`clock`); both ways of counting stand beside it.
    """

    table: str
    match: int
    sets: int
    limit_ms: int
    elapsed_ms: int
    finished: int
    state: State
    set_to_limit: int | None
    clock: MatchTime
    gross_ms: int
    net_ms: int
    scope: Scope


class Thresholds:
    """Watches the matches that have a threshold."""

    def __init__(self, scoring: Scoring, utc: Callable[[], int]):
        self._scoring, self._utc = scoring, utc

    def all(self) -> list[Watch]:
        """Every match with a threshold that is on a table."""
        return [
            _watch(table, active, self._utc()) for table, active in self._scoring.with_thresholds().items()
        ]

    async def act(self) -> None:
        """Give the orders that the direction has given beforehand, each once: a match whose limit was ordered since,
        or ordered off again, is the direction's."""
        for watch in self.all():
            active = self._scoring.with_thresholds().get(watch.table)
            if active is None or active.stored.id != watch.match:
                continue  # another match has begun since, which the next look sees
            if watch.state == "too_late" and not any(one.type == "threshold" for one in active.log.entries):
                # [rule DBU 4.5] There is no next set that could be limited.
                data = {"set": active.log.score.current.number, "elapsed_ms": watch.elapsed_ms}
                once = Idempotency(f"threshold of match {watch.match}", "no set is left")
                await self._scoring.enter(watch.table, "threshold", data, HUB, once)
                log.info("a threshold was exceeded and no set is left", table=watch.table)
            # [rule DBU 4.5] The direction alone decides, here by the announcement of the tournament.
            if watch.state == "exceeded" and active.auto_by is not None and not active.orders:
                await self._scoring.order_limit(watch.table, "armed", watch.scope, active.auto_by)
                log.info("the limit was ordered beforehand", table=watch.table, by=active.auto_by)


def _watch(table: str, active: ActiveMatch, now: int) -> Watch:
    threshold, score, times = active.threshold, active.log.score, active.times
    assert threshold is not None  # noqa: S101 - only such matches are asked for
    elapsed = times.elapsed(now, threshold.clock)
    state: State = "running"
    following: int | None = None
    if score.winner is not None:
        state = "decided"
    elif times.begun is None:
        state = "waiting"
    elif exceeded(threshold, times.ends(threshold.clock), elapsed).value:
        following = set_to_limit(threshold, score.current.number, score.rules.best_of).value
        if following is None:
            state = "too_late"
        elif active.limit_order(following) is not None:
            state = "ordered"
        else:
            state = "exceeded" if following == score.current.number + 1 else "postponed"
    return Watch(
        table,
        active.stored.id,
        threshold.sets,
        threshold.limit_ms,
        elapsed,
        len(times.set_ends),
        state,
        following,
        threshold.clock,
        times.elapsed(now),
        times.elapsed(now, "net"),
        threshold.scope,
    )
