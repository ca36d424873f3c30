"""Leave (§§ 24-25): per player and tournament, never per game.

A leave rests the player's thinking times and deadlines in all games. Whether it does so in one game depends on
whether that partner was told in time; whether it excuses missed deadlines depends on whether the director was.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise
from typing import Literal, get_args

from arbiter_rules.correspondence.days import DAY, Span
from arbiter_rules.correspondence.figures import FIGURES
from arbiter_rules.correspondence.policy import DEFAULT
from arbiter_rules.errors import FieldError
from arbiter_rules.policy import Policy
from arbiter_rules.trace import Decision, Trace

DIRECTOR = "director"

#: How a notice of leave travelled: on a move card, by a postcard through the director, or by one sent directly.
NoticeRoute = Literal["card", "director", "direct"]
NOTICE_ROUTES: tuple[NoticeRoute, ...] = get_args(NoticeRoute)


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice of leave to one partner or the director; `accepted` if the director declared a late one timely."""

    to: str
    sent: date
    route: NoticeRoute = "card"
    accepted: bool = False


@dataclass(frozen=True, slots=True)
class Leave:
    """A leave as planned; `special` is leave that the director granted beyond the entitlement.

    `early_end_told` says whether the director has been told that it ended early.
    """

    player: str
    span: Span
    notices: tuple[Notice, ...] = ()
    special: bool = False
    early_end_told: bool = False

    def notice_to(self, recipient: str) -> Notice | None:
        """The earliest notice to a partner or to the director."""
        own = [notice for notice in self.notices if notice.to == recipient]
        return min(own, key=lambda notice: (not notice.accepted, notice.sent)) if own else None

    def told(self, recipient: str) -> bool:
        """Whether `recipient` was told before the leave began, or the director accepted a later notice."""
        # [rule BdF § 25(1)]
        notice = self.notice_to(recipient)
        return notice is not None and (notice.accepted or notice.sent < self.span.first)

    def penalty(self, partner: str) -> int:
        """The days that a direct notice without a move adds to the next own move against `partner`."""
        # [rule BdF § 25(3)]
        notice = self.notice_to(partner)
        return FIGURES.leave_notice_penalty if notice and notice.route == "direct" else 0


def ended_early(planned: Span, dispatches: Iterable[date]) -> Span:
    """The span that remains when moves dispatched during the leave end it on the day before."""
    # [rule BdF § 24(3)]
    inside = [day for day in dispatches if day in planned]
    return Span(planned.first, min(inside) - DAY) if inside else planned


def year_of(start: date, day: date, policy: Policy = DEFAULT) -> int:
    """The number of the tournament year, from 1, in which `day` lies; below 1 before the first."""
    # [rule BdF § 24(1)]
    first = start.replace(day=1) if policy["leave_year"] == "month" else start
    months = (day.year - first.year) * 12 + day.month - first.month - (day.day < first.day)
    return months // 12 + 1


def days_by_year(start: date, span: Span, policy: Policy = DEFAULT) -> dict[int, int]:
    """The days of a leave by tournament year; one that crosses the boundary is split."""
    years: dict[int, int] = {}
    day = span.first
    while day <= span.last:
        year = year_of(start, day, policy)
        years[year] = years.get(year, 0) + 1
        day += DAY
    return years


def remaining(start: date, year: int, leaves: Iterable[tuple[Leave, Span]], policy: Policy = DEFAULT) -> int:
    """Days of the entitlement left in a tournament year; special leave is not counted against it."""
    # [rule BdF § 24(1)]
    used = sum(days_by_year(start, span, policy).get(year, 0) for leave, span in leaves if not leave.special)
    return FIGURES.leave_entitlement - used


def check(leaves: Sequence[Leave], start: date, end: date | None, policy: Policy = DEFAULT) -> None:
    """Refuse leaves that cannot be: outside the tournament, overlapping, or beyond the entitlement.

    All leaves are of one player. FieldError names the first that does not fit.
    """
    first = min(start, start.replace(day=1) if policy["leave_year"] == "month" else start)
    for number, leave in enumerate(leaves):
        where = f"leaves[{number}]"
        span = leave.span
        if span.last < span.first:
            raise FieldError(f"{where}.last", span.last.isoformat(), f"{span.first.isoformat()} or later")
        if span.first < first or (end is not None and span.last > end):
            allowed = f"from {first.isoformat()} to {end.isoformat() if end else 'the end of the tournament'}"
            raise FieldError(
                f"{where}.first", f"{span.first.isoformat()} to {span.last.isoformat()}", allowed
            )
    ordered = sorted(leaves, key=lambda leave: leave.span)
    for earlier, later in pairwise(ordered):
        if later.span.first <= earlier.span.last:
            raise FieldError(
                "leaves",
                later.span.first.isoformat(),
                f"after {earlier.span.last.isoformat()}, the leave before",
            )


def overdrawn(start: date, leaves: Sequence[tuple[Leave, Span]], policy: Policy = DEFAULT) -> dict[int, int]:
    """Days taken beyond the entitlement, by tournament year."""
    years = {year for _, span in leaves for year in days_by_year(start, span, policy)}
    left = {year: remaining(start, year, leaves, policy) for year in sorted(years)}
    return {year: -days for year, days in left.items() if days < 0}


@dataclass(frozen=True, slots=True)
class PlannedNotice:
    """Who has to be told of a leave, by when, and what each route costs."""

    to: str
    latest: date
    free_routes: tuple[NoticeRoute, ...]
    direct_costs: int


@dataclass(frozen=True, slots=True)
class LeavePlan:
    """What a planned leave means."""

    days: int
    by_year: Mapping[int, int]
    remaining: Mapping[int, int]
    too_short: bool
    allowed: bool
    notices: tuple[PlannedNotice, ...]
    arrivals_count_from: date


def plan(
    span: Span,
    *,
    player: str,
    start: date,
    taken: Sequence[tuple[Leave, Span]],
    partners: Sequence[str],
    policy: Policy = DEFAULT,
) -> Decision[LeavePlan]:
    """Plan a leave: days by year, what is left afterwards, and whom to tell by when."""
    trace = Trace()
    leave = Leave(player, span)
    by_year = days_by_year(start, span, policy)
    everything = [*taken, (leave, span)]
    left = {year: remaining(start, year, everything, policy) for year in by_year}
    for year, days in by_year.items():
        trace.note("BdF § 24(1)", "leave.days", left[year], switch="leave_year", year=year, days=days)
    # [rule BdF § 24(2)]
    too_short = span.days < FIGURES.leave_minimum
    if too_short:
        trace.note("BdF § 24(2)", "leave.short", span.days, should_be=FIGURES.leave_minimum)
    latest = span.first - DAY
    trace.note("BdF § 25(1)", "leave.tell_before", latest.isoformat(), partners=len(partners))
    routes: tuple[NoticeRoute, ...] = ("card", "director")
    notices = [PlannedNotice(partner, latest, routes, FIGURES.leave_notice_penalty) for partner in partners]
    notices.append(PlannedNotice(DIRECTOR, latest, ("direct",), 0))
    trace.note("BdF § 24(2)c", "leave.arrivals_count_from", (span.last + DAY).isoformat())
    return trace.decide(
        LeavePlan(
            days=span.days,
            by_year=by_year,
            remaining=left,
            too_short=too_short,
            allowed=all(days >= 0 for days in left.values()),
            notices=tuple(notices),
            arrivals_count_from=span.last + DAY,
        )
    )


def tournament_year(start: date, year: int, policy: Policy = DEFAULT) -> Span:
    """The first and last day of a tournament year."""
    first = start.replace(day=1) if policy["leave_year"] == "month" else start
    return Span(_in_year(first, year - 1), _in_year(first, year) - timedelta(days=1))


def _in_year(day: date, years: int) -> date:
    try:
        return day.replace(year=day.year + years)
    except ValueError:  # 29 February
        return date(day.year + years, 3, 1)
