"""Claims of exceeded time (§§ 18-22): form, window, carry-over, and what a second one does."""

from dataclasses import dataclass
from datetime import date
from typing import Literal

from arbiter_rules.correspondence.board import Side
from arbiter_rules.correspondence.figures import FIGURES
from arbiter_rules.correspondence.policy import DEFAULT
from arbiter_rules.correspondence.time_control import Control
from arbiter_rules.policy import Policy
from arbiter_rules.trace import Decision, Trace

#: open: may be claimed; lapsed: the window is over. A contested claim waits for the director.
ClaimState = Literal["open", "lapsed", "claimed", "acknowledged", "contested", "upheld", "rejected"]

#: Where a claim has to be made: the first on the move card, the second to the director; "none" if it is too late.
ClaimForm = Literal["card", "director", "none"]


@dataclass(slots=True)
class Exceedance:
    """One exceedance of a player and what became of it.

    control    the clock at the exceeding move
    deadline   the last move of the exceeding player in answer to which it can be claimed
    ordinal    1 for the first claim against this player, 2 for the second
    """

    side: Side
    control: Control
    deadline: int
    ordinal: int
    found_on: date
    state: ClaimState = "open"
    claimed_on: date | None = None
    form: ClaimForm | None = None
    at_once: bool = False
    carried: int | None = None

    @property
    def counts(self) -> bool:
        """Whether it counts as a claimed exceedance, so that the next one is the second."""
        return self.state in ("claimed", "acknowledged", "upheld")


def deadline(control: Control, policy: Policy = DEFAULT) -> Decision[int]:
    """The number of the exceeding player's move in answer to which a claim is still possible.

    It is his next control move; if the exceeding move is one itself, the policy says which.
    """
    # [rule BdF § 19(2)]
    trace = Trace()
    at = control.control
    is_control = control.index == at
    if is_control and policy["claim_deadline"] == "next_control":
        at += FIGURES.moves_per_control
    move = control.move + at - control.index
    trace.note(
        "BdF § 19(2)",
        "claim.window",
        move,
        switch="claim_deadline" if is_control else None,
        move=control.move,
    )
    return trace.decide(move)


def carry(control: Control, *, at_once: bool, duties_kept: bool) -> Decision[int]:
    """The days carried into the new cycle after a first claim, in days.

    `duties_kept` says whether every postmark difference was reported (§ 15) and every reminder due was sent
    (§ 16), by those whom the policy names.
    """
    trace = Trace()
    over = control.overhang
    forgiven = FIGURES.forgiven_overhang
    if over <= forgiven:
        # [rule BdF § 20(2)]
        trace.note("BdF § 20(2)", "claim.forgiven", 0, overhang=over, forgiven=forgiven)
        return trace.decide(0)
    # [rule BdF § 20(3)]
    if not duties_kept:
        trace.note("BdF § 20(3)", "claim.duties_missed", 0, switch="carry_conditions_by", overhang=over)
        return trace.decide(0)
    if not at_once:
        trace.note("BdF § 20(3)", "claim.not_at_once", 0, overhang=over)
        return trace.decide(0)
    carried = over - forgiven
    trace.note(
        "BdF § 20(3)",
        "claim.carried",
        carried,
        switch="carry_conditions_by",
        overhang=over,
        forgiven=forgiven,
    )
    return trace.decide(carried)


@dataclass(frozen=True, slots=True)
class Advice:
    """What the partner of a player who exceeded his time may do.

    form       the card for a first claim, the director for a second, "none" if nothing can be claimed any more
    at_once    whether claiming with the next transmission would be at once
    until      the exceeding player's move in answer to which the claim is last possible
    carried    the days that would be charged to the new cycle; None for a second claim, which starts none
    """

    form: ClaimForm
    ordinal: int
    at_once: bool
    until: int
    carried: int | None


def advise(exceedance: Exceedance, *, answering: int, duties_kept: bool) -> Decision[Advice]:
    """Advice for the claimant whose next transmission answers the exceeding player's move `answering`."""
    trace = Trace()
    if exceedance.state != "open" or answering > exceedance.deadline:
        trace.note(
            "BdF § 19(2)", "claim.too_late", exceedance.state, until=exceedance.deadline, answering=answering
        )
        return trace.decide(Advice("none", exceedance.ordinal, False, exceedance.deadline, None))
    # [rule BdF § 19(1)]
    at_once = answering == exceedance.control.move
    trace.note(
        "BdF § 19(1)",
        "claim.at_once" if at_once else "claim.late_but_open",
        at_once,
        until=exceedance.deadline,
    )
    if exceedance.ordinal > 1:
        # [rule BdF § 21]
        trace.note("BdF § 21", "claim.second_to_director", "director", ordinal=exceedance.ordinal)
        return trace.decide(Advice("director", exceedance.ordinal, at_once, exceedance.deadline, None))
    # [rule BdF § 18(1)]
    trace.note("BdF § 18(1)", "claim.first_on_card", "card")
    carried = trace.adopt(carry(exceedance.control, at_once=at_once, duties_kept=duties_kept))
    return trace.decide(Advice("card", 1, at_once, exceedance.deadline, carried))
