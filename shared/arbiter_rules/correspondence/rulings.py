"""What happens in a game besides cards, folded into its state: notices, queries, claims, the director's word."""

from collections.abc import Callable
from typing import Final

from arbiter_rules.correspondence import booking, claiming, endings, folding
from arbiter_rules.correspondence.board import Side, other
from arbiter_rules.correspondence.events import Event, EventKind
from arbiter_rules.correspondence.reminders import refusal_until
from arbiter_rules.correspondence.state import GameState, Status
from arbiter_rules.errors import FieldError


def fold_event(state: GameState, event: Event) -> None:
    """Fold one event; FieldError if it has no meaning in the game as it stands."""
    folding.settle(state, event.on)
    _FOLDS[event.kind](state, event)


def _by(event: Event) -> Side:
    if event.by is None:
        raise FieldError(f"{event.kind}.by", "nothing", "white or black")
    return event.by


def _side(event: Event) -> Side:
    if event.side is None:
        raise FieldError(f"{event.kind}.side", "nothing", "white or black")
    return event.side


def _number(event: Event, name: str, value: int | None) -> int:
    if value is None:
        raise FieldError(f"{event.kind}.{name}", "nothing", "a whole number")
    return value


def _long_think(state: GameState, event: Event) -> None:
    # [rule BdF § 13(1)]
    by = _by(event)
    if by != state.to_move:
        raise FieldError("long_think.by", by, f"{state.to_move}, whose move is awaited")
    me = state[by]
    me.notice = me.notice or event.on


def _query(state: GameState, event: Event) -> None:
    # [rule BdF § 8(1)]
    by = _by(event)
    if state.void_card is None or state.void_card[1] == by or event.arrival is None:
        raise FieldError("query.by", by, "the receiver of a card without a valid move")
    if event.arrival > event.on:
        raise FieldError("query.arrival", event.arrival.isoformat(), f"{event.on.isoformat()} or before")
    booking.book_query(state, other(by), event.arrival, event.on)
    state[by].waiting_from = event.on
    state.void_card = None


def _reminder(state: GameState, event: Event) -> None:
    # [rule BdF § 16(1)]
    by = _by(event)
    if by == state.to_move or state.status.phase != "running":
        raise FieldError("reminder.by", by, "the player who waits for an answer")
    state.reminder = event.on
    state.say(event.on, other(by), "reminder.sent", "BdF § 16(2)", "consequence.answer_via_director")


def _director_told(state: GameState, event: Event) -> None:
    # [rule BdF § 16(4)]
    if state.reminder is None:
        raise FieldError("director_told", "no reminder", "a reminder sent before")
    state.director_told = event.on


def _refusal(state: GameState, event: Event) -> None:
    """Refuse an answer that came by another route; in time, the game is folded anew without that card."""
    # [rule BdF § 16(3)]
    by = _by(event)
    received = state.off_route
    if received is None or by != state.to_move or not state.plies:
        raise FieldError("refusal.by", by, "the receiver of an answer that did not come through the director")
    last = state.adopt(refusal_until(received, state[by].deadlines))
    if event.on > last:
        state.say(
            event.on,
            by,
            "reminder.refusal_late",
            "BdF § 16(3)",
            "consequence.answer_valid",
            until=last.isoformat(),
        )
        return
    state.refused = True


def _claim(state: GameState, event: Event) -> None:
    claiming.by_letter(state, _by(event), event.on)


def _claim_answer(state: GameState, event: Event) -> None:
    claiming.answer(state, _by(event), event.on, accepts=bool(event.accepts))


def _claim_finding(state: GameState, event: Event) -> None:
    claiming.find(state, event.on, upheld=bool(event.upheld))


def _adjustment(state: GameState, event: Event) -> None:
    # [rule BdF § 30(1)]
    booking.adjust(state, _side(event), _number(event, "days", event.days), event.on)


def _warning(state: GameState, event: Event) -> None:
    # [rule BdF § 30(1)]
    state.say(event.on, _side(event), "warning", "BdF § 30(1)", "consequence.none", reason=event.reason)


def _time_fixed(state: GameState, event: Event) -> None:
    # [rule BdF § 8(2)]
    move, days = _number(event, "move", event.move), _number(event, "days", event.days)
    booking.fix_days(state, _side(event), move, days, event.on)


def _days_set(state: GameState, event: Event) -> None:
    booking.set_days(state, _by(event), _number(event, "days", event.days), event.on)


def _dispute(state: GameState, event: Event) -> None:
    """A dispute undoes an offer, an acceptance or a resignation that was made by signs only."""
    # [rule BdF § 2(3)]
    if not state.signed_only or event.what != state.signed_only:
        raise FieldError(
            "dispute.what", str(event.what), state.signed_only or "nothing: all was put into words"
        )
    if state.signed_only == "offer":
        state.offer_by = None
    else:
        state.status = Status()
    state.signed_only = ""
    state.say(event.on, _by(event), "dispute.made", "BdF § 2(3)", "consequence.no_effect", what=event.what)


def _retraction(state: GameState, event: Event) -> None:
    # [rule BdF § 4]
    state.say(event.on, _by(event), "retraction.ineffective", "BdF § 4", "consequence.none")


def _repetition_claim(state: GameState, event: Event) -> None:
    # [rule BdF § 31(1)]
    by = _by(event)
    moves = [ply.move for ply in state.plies]
    if state.status.phase == "running" and state.adopt(endings.repetition(state.start_board, moves)):
        state.status = Status("finished", "repetition", "1/2-1/2", event.on)
        return
    state.say(event.on, by, "ending.no_repetition", "BdF § 31(1)", "consequence.play_on")


def _withdrawal(state: GameState, event: Event) -> None:
    """Nothing is scored by itself: the director decides. An unfounded resignation is one that a person calls so."""
    # [rule BdF § 26(1); BdF § 26(2)]
    state.status = Status("awaiting_director", event.cause, "*", event.on)
    paragraph = "BdF § 26(2)" if event.cause == "unfounded_resignation" else "BdF § 26(1)"
    state.say(event.on, "director", "withdrawal", paragraph, "consequence.director_scores", cause=event.cause)


def _ruling(state: GameState, event: Event) -> None:
    # [rule BdF § 26(1); BdF § 31(2)]
    if event.result is None:
        raise FieldError("ruling.result", "nothing", "1-0, 0-1 or 1/2-1/2")
    state.status = Status("finished", "ruling", event.result, event.on)


def _record(state: GameState, event: Event) -> None:
    # [rule BdF § 27(1)]
    state[_by(event)].records.append(" ".join(event.moves.split()))


def _director_query(state: GameState, event: Event) -> None:
    # [rule BdF § 23]
    state[_side(event)].queries.append(event.on)


def _director_answer(state: GameState, event: Event) -> None:
    # [rule BdF § 23]
    queries = state[_by(event)].queries
    if not queries:
        raise FieldError("director_answer.by", str(event.by), "a player whom the director has asked")
    queries.clear()


def _route_ordered(state: GameState, event: Event) -> None:
    # [rule BdF § 30(2)]
    state.ordered = True
    state.say(event.on, "director", "route.ordered", "BdF § 30(2)", "consequence.answer_via_director")


def _cards_restricted(state: GameState, event: Event) -> None:
    # [rule BdF § 30(3)]
    state.restricted = True
    state.say(event.on, "director", "cards.restricted", "BdF § 30(3)", "consequence.necessary_data_only")


def _irregularity(state: GameState, event: Event) -> None:
    """A move found impossible long after it was answered: flagged, nothing is cut off, the director decides."""
    # [rule BdF § 9]
    state.irregular = True
    state.say(
        event.on, "director", "game.irregular", "BdF § 9", "consequence.director",
        move=_number(event, "move", event.move),
    )  # fmt: skip


def _consent(state: GameState, event: Event) -> None:
    # [rule BdF § 1(2)]
    state.consent = state.consent.union((_by(event),))


def _published(state: GameState, event: Event) -> None:
    # [rule BdF § 28]
    state[_by(event)].published = event.on


def _copy_sent(state: GameState, event: Event) -> None:
    # [rule BdF § 28]
    by = _by(event)
    if state[by].published is None:
        raise FieldError("copy_sent.by", by, "a player who has published the game")
    state[by].published = None


_FOLDS: Final[dict[EventKind, Callable[[GameState, Event], None]]] = {
    "long_think": _long_think,
    "query": _query,
    "reminder": _reminder,
    "director_told": _director_told,
    "refusal": _refusal,
    "claim": _claim,
    "claim_answer": _claim_answer,
    "claim_finding": _claim_finding,
    "adjustment": _adjustment,
    "warning": _warning,
    "time_fixed": _time_fixed,
    "days_set": _days_set,
    "dispute": _dispute,
    "retraction": _retraction,
    "repetition_claim": _repetition_claim,
    "withdrawal": _withdrawal,
    "ruling": _ruling,
    "record": _record,
    "director_query": _director_query,
    "director_answer": _director_answer,
    "route_ordered": _route_ordered,
    "cards_restricted": _cards_restricted,
    "irregularity": _irregularity,
    "consent": _consent,
    "published": _published,
    "copy_sent": _copy_sent,
}
