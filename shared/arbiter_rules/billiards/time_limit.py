"""Whether a set is played with the time limit: only the direction decides, and never for a set that has begun.

Times are integer milliseconds of one clock. An order is data; nothing here arms anything.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, cast

from arbiter_rules.errors import FieldError
from arbiter_rules.policy import Policy, Switch
from arbiter_rules.trace import Decision, Trace

State = Literal["armed", "off"]
Scope = Literal["next_set", "remaining"]
MatchTime = Literal["gross", "net"]

SWITCHES = (
    Switch(
        "limit.threshold_scope",
        "DBU 4.5",
        ("next_set", "remaining"),
        "The text says the next set; whether the following sets are limited too is left open.",
    ),
    Switch(
        "limit.threshold_from",
        "DBU 4.5",
        ("when_passed", "after_the_sets"),
        "Whether the next set may come before the counted number of sets has been played.",
    ),
    Switch(
        "limit.match_time", "DBU 4.5", ("gross", "net"), "Whether pauses count into the time of the match."
    ),
)
POLICY = Policy("DBU 4.5", SWITCHES)


@dataclass(frozen=True, slots=True)
class Order:
    """What the direction ordered, by whom, and at which set: the number of sets begun when it was given."""

    state: State
    scope: Scope
    by: str
    sets_begun: int


@dataclass(frozen=True, slots=True)
class Threshold:
    """`sets` are to be finished within `limit_ms` of the match's first stroke, as the announcement reads the rule."""

    sets: int
    limit_ms: int
    policy: Policy = POLICY

    @property
    def scope(self) -> Scope:
        """Which sets an order is for that the threshold has led to."""
        return cast("Scope", self.policy["limit.threshold_scope"])

    @property
    def clock(self) -> MatchTime:
        """Whether pauses count into the time."""
        return cast("MatchTime", self.policy["limit.match_time"])

    @property
    def first_set(self) -> int:
        """The first set that can be limited, were the threshold exceeded at once."""
        # [rule DBU 4.5] "the next set": of the match, or after those that were counted
        return self.sets + 1 if self.policy["limit.threshold_from"] == "after_the_sets" else 1


def limited(orders: Sequence[Order], set_number: int) -> Decision[Order | None]:
    """The order under which the set is played with the limit, or None: then there is no limit.

    The last order given before the set began decides. `orders` are in the order in which they were given.
    """
    trace = Trace()
    known = [order for order in orders if order.sets_begun < set_number]  # [rule DBU 4.5]
    if not known:
        trace.note("DBU 4.5", "limit.not_ordered", False, set=set_number)
        return trace.decide(None)
    last = known[-1]
    holds = last.state == "armed" and (last.scope == "remaining" or set_number == last.sets_begun + 1)
    trace.note(
        "DBU 4.5",
        "limit.ordered" if holds else "limit.not_for_this_set",
        holds,
        set=set_number,
        by=last.by,
        state=last.state,
        scope=last.scope,
    )
    return trace.decide(last if holds else None)


def exceeded(threshold: Threshold, set_ends: Sequence[int], now: int) -> Decision[bool]:
    """Whether the threshold is exceeded: more than its time has passed and fewer sets than its number were
    finished in it. `set_ends` and `now` count from the first stroke, gross or net as the threshold reads the rule.
    Exactly at the limit is not exceeded.
    """
    trace = Trace()
    in_time = sum(1 for end in set_ends if end <= threshold.limit_ms)
    result = now > threshold.limit_ms and in_time < threshold.sets  # [rule DBU 4.5]
    trace.note(
        "DBU 4.5", "threshold.exceeded" if result else "threshold.kept", result,
        switch="limit.match_time",
        clock=threshold.clock, sets=threshold.sets, finished=in_time, limit_ms=threshold.limit_ms, now_ms=now,
    )  # fmt: skip
    return trace.decide(result)


def set_to_limit(threshold: Threshold, sets_begun: int, best_of: int) -> Decision[int | None]:
    """The first set that may be limited now that the threshold is exceeded: the next to begin, or by the stricter
    reading the one after the counted sets; None if no such set can be played."""
    trace = Trace()
    number = max(sets_begun + 1, threshold.first_set)
    result = number if number <= best_of else None
    trace.note("DBU 4.5", "threshold.next_set", result, switch="limit.threshold_from", sets_begun=sets_begun)
    return trace.decide(result)


_MINUTES = re.compile(r"(\d{1,4})\s*(?:minuten|minute|min\.?|minuter|minut|minutes|')?", re.IGNORECASE)


def parse_minutes(text: str) -> int | None:
    """A time in minutes as people and other programs write it ("60", "60 Minuten", with whatever space between),
    in milliseconds. Empty text and 0 mean that there is none. FieldError for anything else."""
    bare = " ".join(text.split())
    if not bare:
        return None
    match = _MINUTES.fullmatch(bare)
    if match is None:
        raise FieldError("minutes", text, "a whole number of minutes, or nothing")
    return int(match.group(1)) * 60_000 or None
