"""Claims of exceeded time as they happen in a game (§§ 18-22)."""

from datetime import date

from arbiter_rules.correspondence import booking, claims
from arbiter_rules.correspondence.board import Side, other
from arbiter_rules.correspondence.claims import Exceedance
from arbiter_rules.correspondence.days import DAY, Span
from arbiter_rules.correspondence.state import GameState, Status
from arbiter_rules.errors import FieldError


def duties_kept(state: GameState, claimant: Side) -> bool:
    """Whether §§ 15 and 16 were kept by those whose duties are a condition of the carry-over."""
    # [rule BdF § 20(3)]
    if state[claimant].breaches:
        return False
    return state.policy["carry_conditions_by"] == "claimant" or not state[other(claimant)].breaches


def on_card(state: GameState, claimant: Side, answering: int, on: date) -> None:
    """A claim written on a move card; `answering` is the partner's move that the card answers."""
    target = _open(state, other(claimant))
    if target is None:
        _refuse(state, claimant, answering, on)
        return
    if target.ordinal > 1:
        # [rule BdF § 21]
        state.say(on, claimant, "claim.second_to_director", "BdF § 21", "consequence.claim_to_director")
        return
    # [rule BdF § 19(1)]
    target.state, target.claimed_on, target.form = "claimed", on, "card"
    target.at_once = answering == target.control.move
    _restart(state, claimant, target, on)


def by_letter(state: GameState, claimant: Side, on: date) -> None:
    """A claim sent apart from a card: in order for a second exceedance, to the director; not for a first."""
    account = state[other(claimant)].account
    answering = account.open_move() - 1
    target = _open(state, other(claimant))
    if target is None:
        _refuse(state, claimant, answering, on)
        return
    if target.ordinal == 1:
        # [rule BdF § 18(1)]
        state.say(on, claimant, "claim.first_on_card", "BdF § 18(1)", "consequence.claim_on_card")
        return
    # [rule BdF § 21]
    target.state, target.claimed_on, target.form = "claimed", on, "director"
    target.at_once = answering == target.control.move
    state.status = Status("suspended", "second_exceedance", "*", on)
    state.say(on, "director", "claim.second", "BdF § 21", "consequence.suspended", move=target.control.move)


def lapse(state: GameState, claimant: Side, answering: int, on: date) -> None:
    """Close the windows that end with the claimant's card in answer to move `answering`."""
    # [rule BdF § 19(2)]
    for exceedance in state[other(claimant)].exceedances:
        if exceedance.state == "open" and exceedance.deadline <= answering:
            exceedance.state = "lapsed"
            state.say(
                on,
                claimant,
                "claim.lapsed",
                "BdF § 19(2)",
                "consequence.totals_continue",
                move=exceedance.control.move,
            )


def answer(state: GameState, by: Side, on: date, *, accepts: bool) -> None:
    """The partner acknowledges or contests the claim against him; FieldError if there is none to answer."""
    # [rule BdF § 18(2)]
    for exceedance in state[by].exceedances:
        if exceedance.state == "claimed" and exceedance.form == "card":
            exceedance.state = "acknowledged" if accepts else "contested"
            if not accepts:
                _undo_restart(state, exceedance, on)
                state.say(
                    on, other(by), "claim.contested", "BdF § 18(2)", "consequence.apply_to_director",
                    move=exceedance.control.move,
                )  # fmt: skip
            return
    raise FieldError("claim_answer", by, "a side against which a claim is open")


def find(state: GameState, on: date, *, upheld: bool) -> None:
    """The director's finding on a contested first claim or on a second one; FieldError if there is neither."""
    # [rule BdF § 22]
    for side in ("white", "black"):
        for exceedance in state[side].exceedances:
            second = exceedance.ordinal > 1 and exceedance.state == "claimed"
            if not second and exceedance.state != "contested":
                continue
            exceedance.state = "upheld" if upheld else "rejected"
            if second:
                _second_found(state, exceedance, on, upheld=upheld)
            elif upheld:
                _restart(state, other(side), exceedance, on)
            return
    raise FieldError(
        "claim_finding", "no claim before the director", "a contested first claim or a second claim"
    )


def _second_found(state: GameState, exceedance: Exceedance, on: date, *, upheld: bool) -> None:
    side = exceedance.side
    move = exceedance.control.move
    if upheld:
        state.status = Status("finished", "time", "0-1" if side == "white" else "1-0", on)
        state.say(on, "director", "claim.second_upheld", "BdF § 22", "consequence.game_lost", move=move)
        return
    # The clocks rested while the game was broken off.
    rested = Span((state.status.since or on) + DAY, on)
    for each in (state.white, state.black):
        each.leaves = (*each.leaves, rested)
        each.deadlines = (*each.deadlines, rested)
    state.status = Status()
    state.say(on, "director", "claim.second_rejected", "BdF § 22", "consequence.resumed", move=move)


def _open(state: GameState, side: Side) -> Exceedance | None:
    """The exceedance that can be claimed: open until the claimant's card in answer to its last move has come."""
    return next((each for each in state[side].exceedances if each.state == "open"), None)


def _refuse(state: GameState, claimant: Side, answering: int, on: date) -> None:
    late = [exceedance for exceedance in state[other(claimant)].exceedances if exceedance.state == "lapsed"]
    code = "claim.too_late" if late else "claim.unfounded"
    paragraph = "BdF § 19(2)" if late else "BdF § 17"
    state.say(on, claimant, code, paragraph, "consequence.no_claim", answering=answering)


def _restart(state: GameState, claimant: Side, target: Exceedance, on: date) -> None:
    """Begin the new cycle of the player who exceeded his time; nothing changes for the claimant."""
    # [rule BdF § 20(1)]
    side = target.side
    account = state[side].account
    kept = duties_kept(state, claimant)
    target.carried = state.adopt(claims.carry(target.control, at_once=target.at_once, duties_kept=kept))
    from_exceeding = state.policy["turnus_restart"] == "after_exceeding_move"
    after = target.control.move if from_exceeding else account.open_move() - 1
    if after != account.open_move() - 1 or not target.at_once:
        state.switches["turnus_restart"] = None
    account.restart(after, target.carried)
    exceedances = state[side].exceedances
    exceedances[:] = [each for each in exceedances if each is target or each.state != "open"]
    state.say(
        on, side, "claim.first", "BdF § 20(1)", "consequence.new_cycle",
        move=target.control.move, carried=target.carried, next_move=after + 1,
    )  # fmt: skip
    booking.recheck(state, side, on)


def _undo_restart(state: GameState, target: Exceedance, on: date) -> None:
    """A contested claim has no effect until the director upholds it."""
    account = state[target.side].account
    account.undo_restart()
    target.carried = None
    exceedances = state[target.side].exceedances
    exceedances[:] = [each for each in exceedances if each.state != "open"]
    booking.recheck(state, target.side, on)
