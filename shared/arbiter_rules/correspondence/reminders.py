"""Reminders (§ 16) and the deadlines around them."""

from collections.abc import Sequence
from datetime import date, timedelta

from arbiter_rules.correspondence.days import Span, after
from arbiter_rules.correspondence.figures import FIGURES
from arbiter_rules.correspondence.policy import DEFAULT
from arbiter_rules.policy import Policy
from arbiter_rules.trace import Decision, Trace


def reminder_due(
    postmark: date,
    *,
    informed: bool = False,
    rests: Sequence[Span] = (),
    transit: int = 0,
    policy: Policy = DEFAULT,
) -> Decision[date]:
    """The day on which the waiting player must remind.

    `postmark` is that of his own last card; `informed` that the partner announced a long think in good time;
    `rests` are the leaves of either player that rest this deadline; `transit` the average days in the post.
    """
    # [rule BdF § 16(1)]
    # [rule BdF § 13(1)]
    wait = FIGURES.reminder_after_notice if informed else FIGURES.reminder
    start = postmark
    switch = "reminder_convention"
    if policy["reminder_from"] == "expected_arrival":
        start += timedelta(days=transit)
        switch = "reminder_from"
    full = policy["reminder_convention"] == "full_days"
    due = after(start, wait + full, merged(rests))
    trace = Trace()
    trace.note(
        "BdF § 13(1)" if informed else "BdF § 16(1)",
        "reminder.due",
        due.isoformat(),
        switch=switch,
        postmark=postmark.isoformat(),
        wait=wait,
    )
    return trace.decide(due)


def director_notice_due(sent: date, rests: Sequence[Span] = ()) -> Decision[date]:
    """The day on which the director is to be told that a reminder sent on `sent` brought no answer."""
    # [rule BdF § 16(4)]
    due = after(sent, FIGURES.director_notice, merged(rests))
    trace = Trace()
    trace.note(
        "BdF § 16(4)",
        "reminder.director",
        due.isoformat(),
        sent=sent.isoformat(),
        wait=FIGURES.director_notice,
    )
    return trace.decide(due)


def refusal_until(received: date, rests: Sequence[Span] = ()) -> Decision[date]:
    """The last day on which an answer that did not come through the director can be refused."""
    # [rule BdF § 16(3)]
    last = after(received, FIGURES.refusal, merged(rests))
    trace = Trace()
    trace.note(
        "BdF § 16(3)",
        "reminder.refusal",
        last.isoformat(),
        received=received.isoformat(),
        wait=FIGURES.refusal,
    )
    return trace.decide(last)


def merged(rests: Sequence[Span]) -> list[Span]:
    """The same days without overlaps, so that a day on which both players are on leave rests once."""
    found: list[Span] = []
    for rest in sorted(rests):
        if found and rest.first <= found[-1].last + timedelta(days=1):
            found[-1] = Span(found[-1].first, max(found[-1].last, rest.last))
        elif rest.days > 0:
            found.append(rest)
    return found
