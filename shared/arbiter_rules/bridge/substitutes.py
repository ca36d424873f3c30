"""Ineligible substitutes: the fourteen days within which an offence can be put right, and what follows if not."""

from dataclasses import dataclass
from datetime import date, timedelta
from typing import Literal

from arbiter_rules.bridge.parameters import Parameters, standard
from arbiter_rules.bridge.readings import DEFAULT
from arbiter_rules.errors import FieldError
from arbiter_rules.policy import Policy
from arbiter_rules.trace import Decision, Trace

State = Literal["pending", "cleared", "disqualified"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Where an offence stands: `deadline` is the last day on which it can be put right; `victory_points` are lost
    whatever comes."""

    state: State
    deadline: date
    victory_points: int


def deadline(first_offence: date, policy: Policy = DEFAULT, parameters: Parameters | None = None) -> date:
    """The last day in time."""
    days = (parameters or standard()).integer("roster.days_to_cure")
    return first_offence + timedelta(
        days=days - 1 if policy["fourteen-days"] == "same-day-is-first" else days
    )


def wrong_club(
    first_offence: date,
    as_of: date,
    applied: date | None = None,
    accepted: bool | None = None,
    *,
    policy: Policy = DEFAULT,
    parameters: Parameters | None = None,
) -> Decision[Outcome]:
    """A player who represents another club but has not played for it this season.

    `applied` is the day on which the request for a change of club came in with all its papers; `accepted` is the
    answer, None while there is none.
    """
    last = deadline(first_offence, policy, parameters)
    in_time = applied is not None and applied <= last  # [rule SBF Reserv(3)] [rule SBF Deltagande(7)]
    trace = Trace()
    if in_time and accepted is True:
        state: State = "cleared"
    elif (in_time and accepted is None) or (applied is None and as_of <= last):
        state = "pending"
    else:
        state = "disqualified"
    trace.note(
        "SBF Reserv(3)",
        f"substitute.club-{state}",
        state,
        switch="fourteen-days",
        first_offence=first_offence.isoformat(),
        deadline=last.isoformat(),
        applied=applied.isoformat() if applied else None,
    )
    return trace.decide(Outcome(state, last, 0))


def unpaid_fee(
    first_offence: date,
    as_of: date,
    matches: int,
    paid: date | None = None,
    *,
    policy: Policy = DEFAULT,
    parameters: Parameters | None = None,
) -> Decision[Outcome]:
    """A player without a paid membership, who played one or both halves in so many matches before paying."""
    if matches < 1:
        raise FieldError("matches", matches, "1 or more")
    figures = parameters or standard()
    last = deadline(first_offence, policy, figures)
    trace = Trace()
    points = matches * figures.integer("roster.unpaid_vp")  # [rule SBF Reserv(4)]
    trace.note("SBF Reserv(4)", "substitute.unpaid", points, matches=matches)
    if paid is not None and paid <= last:
        state: State = "cleared"
    else:
        state = "pending" if paid is None and as_of <= last else "disqualified"  # [rule SBF Reserv(5)]
    trace.note(
        "SBF Reserv(5)",
        f"substitute.fee-{state}",
        state,
        switch="fourteen-days",
        first_offence=first_offence.isoformat(),
        deadline=last.isoformat(),
        paid=paid.isoformat() if paid else None,
    )
    return trace.decide(Outcome(state, last, points))


def may_protest(
    subject: str, day: date, division: int, parameters: Parameters | None = None
) -> Decision[bool]:
    """Whether a protest can still be heard: only about ineligible substitutes, and until the division's last day."""
    figures = parameters or standard()
    trace = Trace()
    if subject != "ineligible-substitute":
        trace.note("SBF Resultat(1)", "protest.final", False, subject=subject)  # [rule SBF Resultat(1)]
        return trace.decide(False)
    last = figures.day("protest.national" if division <= 3 else "protest.division_4")
    in_time = day <= last  # [rule SBF Reserv(1)]
    trace.note(
        "SBF Reserv(1)", "protest.in-time" if in_time else "protest.late", in_time, last=last.isoformat()
    )
    return trace.decide(in_time)


def disqualification_effects() -> Decision[tuple[str, ...]]:
    """What a disqualification leaves untouched and what it does not."""
    trace = Trace()
    trace.note("SBF Reserv(6)", "disqualified.fees-kept", False)  # [rule SBF Reserv(6)]
    trace.note("SBF Reserv(7)", "disqualified.master-points-kept", True)  # [rule SBF Reserv(7)]
    return trace.decide(("results-struck", "fees-not-refunded", "master-points-kept"))
