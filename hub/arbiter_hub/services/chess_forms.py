"""What the pages' forms send, turned into the bodies of the same questions that programs ask."""

from collections.abc import Mapping
from datetime import date
from typing import Any, Final

from arbiter_hub.services import chess_paste
from arbiter_rules.correspondence import pgn, scoresheet
from arbiter_rules.correspondence.board import position, side_to_move
from arbiter_rules.errors import FieldError

Form = Mapping[str, str]

_TEXTS: Final = ("repeats", "move", "offer", "accepts", "resigns", "remarks")
_DATES: Final = ("arrival", "dispatch", "postmark", "received")
_FLAGS: Final = ("corrected", "long_think", "reports_difference", "claims")
MAX_LEAVES: Final = 6


def whole_number(form: Form, name: str, default: int | None = None) -> int | None:
    """A number field; FieldError if it holds something else."""
    text = form.get(name, "").strip()
    if not text:
        return default
    if not (text.isascii() and text.isdigit()) or len(text) > 6:
        raise FieldError(name, text, "a whole number")
    return int(text)


def day(form: Form, name: str) -> str | None:
    """A date field as ISO text, None if it is empty."""
    text = form.get(name, "").strip()
    if not text:
        return None
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError as error:
        raise FieldError(name, text, "a date like 2002-10-26") from error


def required_day(form: Form, name: str) -> str:
    """A date field that has to be filled."""
    found = day(form, name)
    if found is None:
        raise FieldError(name, "nothing", "a date like 2002-10-26")
    return found


def leaves(form: Form, prefix: str = "leave") -> list[dict[str, str]]:
    """The leaves of a form: leave_first_1, leave_last_1, and so on."""
    found: list[dict[str, str]] = []
    for number in range(1, MAX_LEAVES + 1):
        first, last = day(form, f"{prefix}_first_{number}"), day(form, f"{prefix}_last_{number}")
        if first and last:
            found.append({"first": first, "last": last})
        elif first or last:
            raise FieldError(f"{prefix}_{number}", "one day", "the first and the last day, or neither")
    return found


def score(text: str) -> str:
    """Moves as typed, or out of a PGN that was pasted."""
    return pgn.write_numeric(pgn.read(text)[0].moves) if "[" in text or "{" in text else text


def card_query(form: Form) -> dict[str, Any]:
    """The card checker's form: pasted text first, fields typed beside it take its place."""
    board = position(form.get("fen", "").strip() or None)
    moves = score(form.get("moves", ""))
    scoresheet.replay(board, moves)
    return {
        "card": card_fields(form, side_to_move(board)),
        "moves": moves,
        "fen": form.get("fen", "").strip() or None,
        "open_proposals": [line for line in form.get("open_proposals", "").splitlines() if line.strip()],
        "open_offer": "open_offer" in form,
        "consent": ["white", "black"] if "consent" in form else [],
        "partner_card": _partner_card(form, "black" if board.turn else "white"),
        "start": day(form, "start"),
        "leaves": leaves(form),
        "routed": "routed" in form,
    }


def card_fields(form: Form, side: Any) -> dict[str, Any]:
    """The fields of a card, pasted or typed."""
    card = chess_paste.take_apart(form.get("pasted", ""), side)
    for name in _TEXTS:
        if text := form.get(name, "").strip():
            card[name] = text
    for name in _DATES:
        if found := day(form, name):
            card[name] = found
    for name in _FLAGS:
        if name in form:
            card[name] = True
    days = whole_number(form, "days")
    if days is not None:
        card["days"] = days
    if lines := [line for line in form.get("proposals", "").splitlines() if line.strip()]:
        card["proposals"] = lines
    card["signed"] = "unsigned" not in form
    card["medium"] = form.get("medium") or "post"
    card["route"] = form.get("route") or "direct"
    if not card.keys() & {"dispatch", "postmark", "received"}:
        raise FieldError("postmark", "nothing", "a postmark, a dispatch date or a day of receipt")
    return card


def _partner_card(form: Form, side: str) -> dict[str, Any] | None:
    stated, postmark = day(form, "partner_dispatch"), day(form, "partner_postmark")
    if not stated and not postmark:
        return None
    found = {"by": side, "dispatch": stated, "postmark": postmark}
    return {name: value for name, value in found.items() if value}


def what_if_query(form: Form) -> dict[str, Any]:
    """The calculator's form."""
    return {
        "arrival": required_day(form, "arrival"),
        "used": whole_number(form, "used", 0),
        "move_index": max(1, whole_number(form, "move_index", 1) or 1),
        "notice": day(form, "notice"),
        "send_on": day(form, "send_on"),
        "leaves": leaves(form),
        "span": 45,
    }


def leave_query(form: Form) -> dict[str, Any]:
    """The leave planner's form."""
    partners = [name.strip() for name in form.get("partners", "").splitlines() if name.strip()]
    return {
        "start": required_day(form, "start"),
        "first": required_day(form, "first"),
        "last": required_day(form, "last"),
        "taken": leaves(form, "taken"),
        "partners": partners[:200],
    }


def claim_query(form: Form) -> dict[str, Any]:
    """The claim assistant's form."""
    index = whole_number(form, "index", 1) or 1
    return {
        "side": form.get("side") if form.get("side") in ("white", "black") else "black",
        "index": index,
        "total": whole_number(form, "total", 0),
        "move": whole_number(form, "move", index),
        "answering": whole_number(form, "answering", whole_number(form, "move", index)),
        "ordinal": 2 if form.get("ordinal") == "2" else 1,
        "duties_kept": "duties_missed" not in form,
    }


def event_fields(form: Form) -> dict[str, Any]:
    """An event of the director's console: only the fields that are filled."""
    event: dict[str, Any] = {"kind": form.get("kind", ""), "on": required_day(form, "on")}
    for name in ("by", "side", "what", "cause", "result", "reason"):
        if text := form.get(name, "").strip():
            event[name] = text
    for name in ("days", "move"):
        number = whole_number(form, name)
        if number is not None:
            event[name] = number
    for name in ("accepts", "upheld"):
        if form.get(name) in ("yes", "no"):
            event[name] = form[name] == "yes"
    if arrival := day(form, "arrival"):
        event["arrival"] = arrival
    return event


def appeal_fields(form: Form) -> dict[str, Any]:
    """A case against a ruling; what only the instances decide is left out if it is not filled."""
    case: dict[str, Any] = {
        "player": form.get("player", ""),
        "by": form.get("by") or "director",
        "dated": required_day(form, "dated"),
        "received": required_day(form, "received"),
        "documents": "no_documents" not in form,
    }
    for name in ("filed", "fee_paid"):
        if found := day(form, name):
            case[name] = found
    if form.get("admitted") in ("yes", "no"):
        case["admitted"] = form["admitted"] == "yes"
    return case


def within(text: str | None, default: date) -> date:
    """The day that a page looks from."""
    if not text:
        return default
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise FieldError("as_of", text, "a date like 2002-10-26") from error
