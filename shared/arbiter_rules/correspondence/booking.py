"""Booking the days of cards and of the director's decisions on the players' accounts (§§ 7, 8, 13, 14, 25, 30)."""

from dataclasses import replace
from datetime import date
from types import MappingProxyType

from arbiter_rules.correspondence import claims, days
from arbiter_rules.correspondence.board import Side, other
from arbiter_rules.correspondence.card import Card
from arbiter_rules.correspondence.card_data import arrival_of
from arbiter_rules.correspondence.figures import FIGURES
from arbiter_rules.correspondence.state import NO_FACTS, GameState
from arbiter_rules.correspondence.time_control import Control, Entry, Reason, exceedances
from arbiter_rules.correspondence.transmission import Verdict
from arbiter_rules.errors import FieldError
from arbiter_rules.trace import Step


def book_void(state: GameState, card: Card, net: int | None, on: date) -> None:
    """Keep the days of a card without a valid move for the move that will come in its place."""
    # [rule BdF § 8(2)]
    me = state[card.by]
    if net is None:
        return
    if me.first_arrival is None:
        me.first_arrival = _arrival(state, card)
    me.pending.append(_entry(state, card.by, net, ("thinking", "BdF § 8(2)"), on))
    me.pending_net += net


def book_query(state: GameState, guilty: Side, arrival: date, on: date) -> None:
    """Charge the receiver's query days, and by policy the days in the post, to the guilty player."""
    # [rule BdF § 8(2)]
    me = state[guilty]
    charged = days.net_days(arrival, on, state[other(guilty)].leaves)
    me.pending.append(_entry(state, guilty, charged, ("query", "BdF § 8(2)"), on))
    state.step(
        Step("BdF § 8(2)", "query.charged", MappingProxyType({"days": charged}), charged, "query_time")
    )
    if state.policy["query_time"] == "with_transit" and me.last_sent_void is not None:
        transit = max(0, (arrival - me.last_sent_void).days)
        me.pending.append(_entry(state, guilty, transit, ("query", "BdF § 8(2)"), on))
        me.query_sent = on


def book_card(state: GameState, card: Card, verdict: Verdict, on: date) -> None:
    """Book a valid card: all the sender's days on his highest-numbered move, accepted proposals with none."""
    # [rule BdF § 7(2)]
    side = card.by
    me, partner = state[side], state[other(side)]
    mine = (len(verdict.moves) + 1) // 2
    move = me.account.open_move() + mine - 1
    for _ in range(mine - 1):
        me.account.book(_entry(state, side, 0, ("conditional", "BdF § 7(2)"), on))
        me.account.close(0)
        partner.account.book(_entry(state, other(side), 0, ("conditional", "BdF § 7(2)"), on))
        partner.account.close(0)
    arrival = _arrival(state, card)
    if me.query_sent is not None and arrival is not None:
        transit = max(0, (arrival - me.query_sent).days)
        me.pending.append(_entry(state, side, transit, ("query", "BdF § 8(2)"), on))
    entries = [*me.pending, *_thinking(state, card, verdict.days, on)]
    entries += _penalties(state, side, arrival, on)
    total = 0
    for entry in entries:
        total += entry.days
        me.account.book(entry if entry.move == move else replace(entry, move=move))
    control = me.account.close(total)
    me.pending, me.pending_net, me.first_arrival = [], 0, None
    me.last_sent_void = me.query_sent = None
    me.waiting_from, me.last_card = on, card
    me.notice = on if card.long_think else None
    if control.exceeded:
        _exceeded(state, side, control, on)


def _thinking(state: GameState, card: Card, net: int | None, on: date) -> list[Entry]:
    """The days thought about the move itself, estimated if the card does not give them."""
    side = card.by
    me = state[side]
    if net is not None:
        me.pending_net += net
        paragraph = "BdF § 14(1)"
        return [_entry(state, side, net, ("thinking", paragraph), on)]
    if card.medium != "post":
        # [rule BdF § 1(3)]
        return [_entry(state, side, 0, ("missing", "BdF § 1(3)"), on)]
    move = me.account.open_move()
    waited_from = state[other(side)].waiting_from
    if card.received is None or state.transit is None or waited_from is None:
        state.unknown_days = (side, move, 0)
        return [_entry(state, side, 0, ("missing", "BdF § 14(3)"), on)]
    # [rule BdF § 14(3)]
    guess = state.adopt(days.estimate(waited_from, card.received, state.transit))
    state.unknown_days = (side, move, guess)
    state.say(on, other(side), "days.estimated", "BdF § 14(3)", "consequence.tell_estimate", days=guess)
    me.pending_net += guess
    return [_entry(state, side, guess, ("estimate", "BdF § 14(3)"), on)]


def _penalties(state: GameState, side: Side, arrival: date | None, on: date) -> list[Entry]:
    """The five days of § 13 and those of § 25; they add up unless the policy says otherwise."""
    me = state[side]
    added: list[Entry] = []
    if me.pending_net <= FIGURES.long_think and not me.penalties:
        return added
    if me.pending_net > FIGURES.long_think:
        # [rule BdF § 13(2)]
        since = me.first_arrival or arrival or on
        ruling = days.long_think(
            me.pending_net, since, me.notice, me.leaves, policy=state.policy, transit=state.transit or 0
        )
        extra = state.adopt(ruling)
        if extra:
            added.append(_entry(state, side, extra, ("long_think", "BdF § 13(2)"), on))
    due = [days_ for told, days_ in me.penalties if told <= on]
    if due:
        # [rule BdF § 25(3)]
        me.penalties = [penalty for penalty in me.penalties if penalty[0] > on]
        extra = sum(due)
        if added and state.policy["penalty_stack"] == "max":
            extra = max(0, extra - added[0].days)
        if added:
            facts = MappingProxyType({"days": extra + added[0].days})
            state.step(Step("BdF § 25(3)", "penalty.both", facts, extra, "penalty_stack"))
        added.append(_entry(state, side, extra, ("leave_notice", "BdF § 25(3)"), on))
    return added


def set_days(state: GameState, by: Side, value: int, on: date) -> None:
    """The partner sets the days of a card that carried no dates; FieldError if there is no such card."""
    # [rule BdF § 14(3)]
    if state.unknown_days is None or state.unknown_days[0] == by:
        raise FieldError("days_set.by", by, "the partner of the player whose card carried no dates")
    side, move, before = state.unknown_days
    state.unknown_days = None
    _change(state, Entry(side, move, value - before, "estimate", "BdF § 14(3)", on, NO_FACTS))


def fix_days(state: GameState, side: Side, move: int, value: int, on: date) -> None:
    """The director fixes the days of a move in a dispute; FieldError if the move has not been made."""
    # [rule BdF § 8(2)]
    account = state[side].account
    place = move - account.first
    if not 0 <= place < account.made:
        raise FieldError("time_fixed.move", str(move), f"a move that {side} has made")
    _change(state, Entry(side, move, value - account.days[place], "fixed", "BdF § 8(2)", on, NO_FACTS))


def adjust(state: GameState, side: Side, value: int, on: date) -> None:
    """The direction shortens a player's time by `value` days, booked on his last move or his first pending one."""
    # [rule BdF § 30(1)]
    account = state[side].account
    if not account.made:
        state[side].pending.append(_entry(state, side, value, ("adjustment", "BdF § 30(1)"), on))
        return
    _change(state, Entry(side, account.open_move() - 1, value, "adjustment", "BdF § 30(1)", on, NO_FACTS))


def _change(state: GameState, entry: Entry) -> None:
    """Book an entry on a move that has been made, and look for exceedances anew."""
    state[entry.side].account.book(entry)
    recheck(state, entry.side, entry.on)


def recheck(state: GameState, side: Side, on: date) -> None:
    """Look for exceedances anew after days were changed or a cycle was restarted."""
    account = state[side].account
    found = exceedances(account.days, account.restarts, account.first, state.policy).value
    begins = {0, *(restart.after for restart in account.restarts)}
    current = max(begins)
    for control in found:
        if control.move > current:
            _exceeded(state, side, control, on)


def _exceeded(state: GameState, side: Side, control: Control, on: date) -> None:
    """Note an exceedance unless this block of ten already has one (or, by policy, for every move)."""
    # [rule BdF § 17]
    known = state[side].exceedances
    cycle = control.move - control.index
    for earlier in known:
        same_block = (earlier.control.move - earlier.control.index, earlier.control.block) == (
            cycle,
            control.block,
        )
        every = state.policy["exceed_block"] == "every_move"
        if same_block and (not every or earlier.control.move == control.move):
            return
    until = state.adopt(claims.deadline(control, state.policy))
    ordinal = 1 + any(earlier.counts for earlier in known)
    known.append(claims.Exceedance(side, control, until, ordinal, on))
    facts = {
        "move": control.move,
        "total": control.total,
        "limit": control.limit,
        "overhang": control.overhang,
    }
    state.step(Step("BdF § 17", "time.exceeded", MappingProxyType(facts), control.overhang, "exceed_block"))
    state.say(on, other(side), "time.exceeded", "BdF § 17", "consequence.may_claim", **facts)


def _arrival(state: GameState, card: Card) -> date | None:
    if card.arrival is None and state[other(card.by)].last_card is None:
        state.switches["first_move_start"] = None
    return arrival_of(card, state.start if state[other(card.by)].last_card is None else None)


def _entry(state: GameState, side: Side, value: int, why: tuple[Reason, str], on: date) -> Entry:
    """An entry on the pending move of a side; `why` is its reason and paragraph."""
    return Entry(side, state[side].account.open_move(), value, *why, on, NO_FACTS)
