"""Folding a card into the game: what it plays, what it books, what it asks of whom."""

from datetime import date

from arbiter_rules.correspondence import booking, claiming, endings
from arbiter_rules.correspondence.board import Side, other, side_to_move
from arbiter_rules.correspondence.card import Card
from arbiter_rules.correspondence.card_data import differs, in_words
from arbiter_rules.correspondence.figures import FIGURES
from arbiter_rules.correspondence.findings import finding
from arbiter_rules.correspondence.reminders import reminder_due
from arbiter_rules.correspondence.state import GameState, Played, Status
from arbiter_rules.correspondence.transmission import Verdict, examine


def fold_card(state: GameState, card: Card, on: date) -> None:
    """Fold one card. A card after the end, or while the game is broken off, plays nothing and is remarked."""
    # Mate and stalemate need no look before a card that plays a legal move: it shows that there was one.
    settled = state.status.phase == "running" and not endings.may_have_ended(state.board, state.policy)
    if not settled and refused(state, card.by, on):
        return
    verdict = examine(state.position(), card, state.policy)
    if (not verdict.valid or verdict.stands_in != "none") and refused(state, card.by, on):
        return
    for found in verdict.findings:
        state.remark(on, card.by, found)
    for switch in verdict.switches:
        state.switches[switch] = None
    if card.by != state.to_move:
        return
    _note_breaches(state, card, on)
    _answered(state, card, on)
    if card.sets_days is not None:
        booking.set_days(state, card.by, card.sets_days, on)
    if verdict.valid:
        _take(state, card, verdict, on)
    else:
        _void(state, card, verdict, on)


def _take(state: GameState, card: Card, verdict: Verdict, on: date) -> None:
    """Take over a valid card: its moves, its word on claims, or the end that it declares."""
    answering = state[other(card.by)].account.open_move() - 1
    if verdict.stands_in == "none":
        _play(state, card, verdict, on)
    if card.acknowledges is not None:
        claiming.answer(state, card.by, on, accepts=card.acknowledges)
    if card.claims:
        claiming.on_card(state, card.by, answering, on)
    claiming.lapse(state, card.by, answering, on)
    if verdict.stands_in != "none":
        _end_by_word(state, card, verdict, on)


def refused(state: GameState, by: Side, on: date) -> bool:
    """Whether the game takes no moves: it has ended or is broken off. Remarked at the event."""
    settle(state, on)
    if state.status.phase == "running":
        return False
    # [rule BdF § 21]
    over = state.status.phase != "suspended"
    found = finding(
        "card.after_end" if over else "card.while_suspended",
        "BdF § 31(1)" if over else "BdF § 21",
        "void",
        "consequence.ignored",
        reason=state.status.reason,
    )
    state.remark(on, by, found)
    return True


def settle(state: GameState, on: date | None) -> None:
    """Let the position end the game if it does."""
    # [rule BdF § 31(1); BdF § 31(2)]
    if state.status.phase != "running" or not state.plies:
        return
    ruling = endings.ending(state.board, state.policy)
    ended = state.adopt(ruling)
    if ended is None:
        return
    if ended == "fifty_moves":
        state.status = Status("adjudication", ended, "*", state.plies[-1].on or on)
    else:
        result = "1/2-1/2" if ended == "dead_position" else endings.result_of(state.board)
        state.status = Status("finished", ended, result, state.plies[-1].on or on)


def _play(state: GameState, card: Card, verdict: Verdict, on: date) -> None:
    board = state.board
    last = len(verdict.moves) - 1
    for place, move in enumerate(verdict.moves):
        side = side_to_move(board)
        state.plies.append(Played(move, side, board.fullmove_number, on, place < last))
        board.push(move)
    booking.book_card(state, card, verdict, on)
    state.tree = verdict.tree
    # An offer lapses when the partner answers with a move. [rule BdF § 2(1)c]
    state.offer_by = card.by if verdict.offer else None
    state.signed_only = "offer" if verdict.offer and not in_words(card.offer) else ""
    if verdict.form not in ("neutral", "none"):
        state.forms[card.by] = verdict.form
    state.void_card = None


def _void(state: GameState, card: Card, verdict: Verdict, on: date) -> None:
    """A card without a valid move: the receiver has to query, the sender's days are kept."""
    # [rule BdF § 8(1); BdF § 9]
    booking.book_void(state, card, verdict.days, on)
    state[card.by].last_sent_void = on
    state.void_card = (card, card.by)
    if verdict.offer:
        state.offer_by = card.by


def _note_breaches(state: GameState, card: Card, on: date) -> None:
    """Duties of §§ 15 and 16 that the sender of this card has missed by now."""
    # [rule BdF § 15]
    me, partner = state[card.by], state[other(card.by)]
    if partner.last_card is not None and differs(partner.last_card) and not card.reports_difference:
        me.breaches.append("difference")
    # [rule BdF § 16(1)]
    if me.waiting_from is None or card.arrival is None:
        return
    if (card.arrival - me.waiting_from).days <= FIGURES.reminder:
        return
    rests = (*me.deadlines, *partner.leaves)
    due = reminder_due(
        me.waiting_from,
        informed=partner.informed,
        rests=rests,
        transit=state.transit or 0,
        policy=state.policy,
    ).value
    if card.arrival > due and state.last_reminder_by != card.by:
        me.breaches.append("reminder")
        state.say(
            on, card.by, "reminder.missed", "BdF § 16(1)", "consequence.carry_over_lost", due=due.isoformat()
        )


def _answered(state: GameState, card: Card, on: date) -> None:
    """An answer ends the waiting; one that was due through the director but came directly may be refused."""
    # [rule BdF § 16(2); BdF § 16(3)]
    routed = state.ordered or state.reminder is not None
    state.off_route = (card.received or on) if routed and card.route == "direct" else None
    state.off_route_at = state.at
    state[card.by].informed = state[card.by].notice is not None
    state.last_reminder_by = None if state.reminder is None else other(card.by)
    state.reminder = state.director_told = None


def _end_by_word(state: GameState, card: Card, verdict: Verdict, on: date) -> None:
    """An acceptance or a resignation ends the game; one by signs only can still be disputed."""
    # [rule BdF § 2(1)c]
    if verdict.stands_in == "resignation":
        result = "0-1" if card.by == "white" else "1-0"
        state.status = Status("finished", "resignation", result, on)
        state.signed_only = "" if in_words(card.resigns) else "resignation"
        return
    offered_by_signs = state.signed_only == "offer"
    state.status = Status("finished", "agreement", "1/2-1/2", on)
    state.signed_only = "acceptance" if offered_by_signs or not in_words(card.accepts) else ""
    state.offer_by = None
