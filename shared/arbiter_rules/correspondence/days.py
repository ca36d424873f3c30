"""Counting days (§§ 12-14): calendar days from the arrival of the partner's move to the own postmark.

No hours, no zones, no transit. Leave rests the count: days of a leave are not counted, and what arrives during
a leave counts as arrived on the day after it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from arbiter_rules.correspondence.figures import FIGURES
from arbiter_rules.correspondence.policy import DEFAULT
from arbiter_rules.policy import Policy
from arbiter_rules.trace import Decision, Trace

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Days from `first` to `last`, both included; `last` may be the day before `first`: no day at all."""

    first: date
    last: date

    def __contains__(self, day: date) -> bool:
        return self.first <= day <= self.last

    @property
    def days(self) -> int:
        """How many days it has."""
        return (self.last - self.first).days + 1

    def overlap(self, first: date, last: date) -> int:
        """How many of its days lie from `first` to `last`."""
        return max(0, (min(self.last, last) - max(self.first, first)).days + 1)


def effective_arrival(arrival: date, leaves: Sequence[Span]) -> date:
    """The day on which a move counts as arrived."""
    # [rule BdF § 24(2)c]
    for leave in sorted(leaves):
        if arrival in leave:
            arrival = leave.last + DAY
    return arrival


def net_days(arrival: date, postmark: date, leaves: Sequence[Span] = ()) -> int:
    """Days used for one move: those after the effective arrival up to the postmark that are not leave.

    Never negative; an own postmark before the arrival is reported by the card's check, and counts as 0 here.
    """
    # [rule BdF § 12(1); BdF § 14(1)]
    if not leaves:
        return max(0, (postmark - arrival).days)
    start = effective_arrival(arrival, leaves)
    resting = sum(leave.overlap(start + DAY, postmark) for leave in leaves)
    return max(0, (postmark - start).days - resting)


def count(arrival: date, postmark: date, leaves: Sequence[Span] = ()) -> Decision[int]:
    """`net_days` with its steps."""
    trace = Trace()
    start = effective_arrival(arrival, leaves)
    if start != arrival:
        trace.note("BdF § 24(2)c", "days.arrival_moved", start.isoformat(), arrival=arrival.isoformat())
    days = net_days(arrival, postmark, leaves)
    resting = max(0, (postmark - start).days) - days
    if resting:
        # [rule BdF § 24(2)b]
        trace.note("BdF § 24(2)b", "days.leave_rests", resting)
    trace.note(
        "BdF § 14(1)",
        "days.counted",
        days,
        arrival=start.isoformat(),
        postmark=postmark.isoformat(),
        leave=resting,
    )
    return trace.decide(days)


def after(start: date, days: int, rests: Sequence[Span] = ()) -> date:
    """The day on which `days` have passed since `start`, days of rest not counted."""
    day = start + timedelta(days=days)
    if not rests:
        return day
    while True:
        resting = sum(rest.overlap(start + DAY, day) for rest in rests)
        later = start + timedelta(days=days + resting)
        if later == day:
            return day
        day = later


def last_notice_day(
    arrival: date, leaves: Sequence[Span] = (), policy: Policy = DEFAULT, transit: int = 0
) -> date:
    """The last day on which the notice of a long think is dispatched in good time."""
    # [rule BdF § 13(1)]
    start = effective_arrival(arrival, leaves)
    reading = policy["long_think_notice"]
    free = FIGURES.long_think
    if reading == "by_day_9":
        free -= 1
    elif reading == "arrives_by_day_10":
        free -= transit
    return after(start, max(0, free), leaves)


def long_think(
    net: int,
    arrival: date,
    notice: date | None,
    leaves: Sequence[Span] = (),
    *,
    policy: Policy = DEFAULT,
    transit: int = 0,
) -> Decision[int]:
    """The days that § 13 adds to a move of `net` days: 5 once if it took more than 10 without timely notice."""
    trace = Trace()
    if net <= FIGURES.long_think:
        trace.note("BdF § 13(1)", "long_think.free", 0, days=net, free=FIGURES.long_think)
        return trace.decide(0)
    latest = last_notice_day(arrival, leaves, policy, transit)
    told = notice.isoformat() if notice else None
    if notice is not None and notice <= latest:
        trace.note(
            "BdF § 13(1)",
            "long_think.told",
            0,
            switch="long_think_notice",
            days=net,
            notice=told,
            latest=latest.isoformat(),
        )
        return trace.decide(0)
    # [rule BdF § 13(2)]
    penalty = FIGURES.long_think_penalty
    trace.note(
        "BdF § 13(2)",
        "long_think.not_told" if notice is None else "long_think.told_late",
        penalty,
        switch=None if notice is None else "long_think_notice",
        days=net,
        notice=told,
        latest=latest.isoformat(),
    )
    return trace.decide(penalty)


def estimate(own_postmark: date, received: date, transit: int) -> Decision[int]:
    """Days to set for a partner's card without dates: time away less the average transit there and back."""
    # [rule BdF § 14(3)]
    days = max(0, (received - own_postmark).days - 2 * transit)
    trace = Trace()
    trace.note(
        "BdF § 14(3)",
        "days.estimated",
        days,
        postmark=own_postmark.isoformat(),
        received=received.isoformat(),
        transit=transit,
    )
    return trace.decide(days)


def lost_by_query(
    first: tuple[date, date], query: tuple[date, date], answer: tuple[date, date], policy: Policy = DEFAULT
) -> Decision[int]:
    """The days of a move that had to be queried; each pair is arrival and postmark.

    The guilty player bears his own thinking days, the receiver's query days and his days for the correction.
    The receiver is charged nothing.
    """
    # [rule BdF § 8(2)]
    own = net_days(*first) + net_days(*answer)
    asking = net_days(*query)
    transit = (query[0] - first[1]).days + (answer[0] - query[1]).days
    charged = own + asking + (max(0, transit) if policy["query_time"] == "with_transit" else 0)
    trace = Trace()
    trace.note(
        "BdF § 8(2)",
        "days.query_charged",
        charged,
        switch="query_time",
        own=own,
        asking=asking,
        transit=transit,
    )
    return trace.decide(charged)
