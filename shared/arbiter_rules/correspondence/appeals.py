"""Appeals against the director's decisions (§ 29): instances, period, documents, fee."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from arbiter_rules.correspondence.days import Span, after
from arbiter_rules.correspondence.figures import FIGURES
from arbiter_rules.correspondence.policy import DEFAULT
from arbiter_rules.errors import FieldError
from arbiter_rules.policy import Policy
from arbiter_rules.trace import Decision, Trace

#: The first instance is the tournament committee, the second the playing committee, which is the last.
Instance = Literal["tournament_committee", "playing_committee"]
Decider = Literal["director"] | Instance
INSTANCES: tuple[Decider, ...] = ("director", "tournament_committee", "playing_committee")
AppealState = Literal["open", "lapsed", "first_instance", "awaiting_admission", "second_instance", "final"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """A decision against which an appeal may go: by whom, its date, when it was received."""

    by: Decider
    dated: date
    received: date


@dataclass(frozen=True, slots=True, kw_only=True)
class Objection:
    """An objection: the day it reached the director or was sent to him, the documents, the fee."""

    filed: date
    documents: bool = True
    fee_paid: date | None = None
    admitted: bool | None = None


@dataclass(frozen=True, slots=True)
class Appeal:
    """The state of an appeal: who decides, what is missing, until when something can be done."""

    state: AppealState
    instance: Instance | None
    deadline: date
    fee: int
    missing: tuple[str, ...]


def deadline(ruling: Ruling, rests: Sequence[Span] = (), policy: Policy = DEFAULT) -> Decision[date]:
    """The last day for objection, documents and fee."""
    # [rule BdF § 29(2)]
    start = ruling.received if policy["appeal_start"] == "receipt" else ruling.dated
    last = after(start, FIGURES.objection, rests)
    trace = Trace()
    trace.note(
        "BdF § 29(2)",
        "appeal.deadline",
        last.isoformat(),
        switch="appeal_start",
        start=start.isoformat(),
        wait=FIGURES.objection,
    )
    return trace.decide(last)


def state(
    ruling: Ruling,
    objection: Objection | None,
    as_of: date,
    rests: Sequence[Span] = (),
    policy: Policy = DEFAULT,
) -> Decision[Appeal]:
    """Where an appeal stands on a day.

    Against the director's ruling it goes to the tournament committee; against that committee's to the playing
    committee, if it is admitted. A ruling of the playing committee is final. FieldError if the objection or
    its fee is dated before the ruling was received.
    """
    trace = Trace()
    last = trace.adopt(deadline(ruling, rests, policy))
    fee = FIGURES.objection_fee
    # [rule BdF § 29(1)]
    if ruling.by == "playing_committee":
        trace.note("BdF § 29(1)", "appeal.last_instance", "final")
        return trace.decide(Appeal("final", None, last, 0, ()))
    instance: Instance = "tournament_committee" if ruling.by == "director" else "playing_committee"
    if objection is None:
        lapsed = as_of > last
        trace.note("BdF § 29(2)", "appeal.lapsed" if lapsed else "appeal.open", last.isoformat())
        return trace.decide(
            Appeal(
                "final" if lapsed else "open", None if lapsed else instance, last, fee, ("objection", "fee")
            )
        )
    if objection.filed < ruling.dated:
        raise FieldError(
            "objection.filed", objection.filed.isoformat(), f"{ruling.dated.isoformat()} or later"
        )
    missing: list[str] = []
    late = objection.filed > last
    # [rule BdF § 29(3)]
    paid = objection.fee_paid
    if paid is None or paid > last:
        missing.append("fee")
    if not objection.documents:
        missing.append("documents")
    unpaid_for_good = "fee" in missing and (paid is not None or as_of > last)
    if late or unpaid_for_good:
        trace.note(
            "BdF § 29(3)" if unpaid_for_good else "BdF § 29(2)", "appeal.lapsed", last.isoformat(), fee=fee
        )
        return trace.decide(Appeal("lapsed", None, last, fee, tuple(missing)))
    if instance == "playing_committee" and not objection.admitted:
        refused = objection.admitted is False
        trace.note("BdF § 29(1)", "appeal.not_admitted" if refused else "appeal.admission", not refused)
        return trace.decide(
            Appeal(
                "final" if refused else "awaiting_admission",
                None if refused else instance,
                last,
                fee,
                tuple(missing),
            )
        )
    trace.note("BdF § 29(1)", "appeal.pending", instance, fee=fee)
    at: AppealState = "first_instance" if instance == "tournament_committee" else "second_instance"
    return trace.decide(Appeal(at, instance, last, fee, tuple(missing)))
