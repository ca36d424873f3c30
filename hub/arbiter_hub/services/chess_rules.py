"""The correspondence rule book as questions and answers: plain data in, plain data out, nothing stored.

Every function takes the body of a request as plain data and the words of the asker's language, and answers with
{value, steps, switches, policy}. What does not parse is a FieldError.
"""

from collections.abc import Mapping
from datetime import date
from typing import Any, cast

from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.services import chess_calendar, chess_view
from arbiter_hub.services.chess_view import Data
from arbiter_hub.services.chess_words import Words
from arbiter_rules.correspondence import (
    appeals,
    claims,
    conditional,
    days,
    leave,
    notation,
    reminders,
    scoresheet,
)
from arbiter_rules.correspondence.audit import audit_game, audit_tournament
from arbiter_rules.correspondence.board import position
from arbiter_rules.correspondence.card import Card
from arbiter_rules.correspondence.days import Span
from arbiter_rules.correspondence.document import parse_entry, parse_tournament
from arbiter_rules.correspondence.policy import DEFAULT
from arbiter_rules.correspondence.spelling import Spelling
from arbiter_rules.correspondence.time_control import Control, limit
from arbiter_rules.correspondence.tournament import leaves_taken, view
from arbiter_rules.correspondence.transmission import Position, check
from arbiter_rules.errors import FieldError
from arbiter_rules.policy import Policy
from arbiter_rules.trace import Decision

Body = Mapping[str, Any]


def policy_of(body: Body) -> Policy:
    """The policy with the readings that a request chooses."""
    chosen = cast("Mapping[str, str]", body.get("policy") or {})
    return DEFAULT.with_readings(**{str(key): str(value) for key, value in chosen.items()})


def day_of(text: str | None) -> date | None:
    """A day that has been checked before, or None."""
    return None if text is None else date.fromisoformat(text)


def required_day(body: Body, name: str) -> date:
    """A day that a request has to carry."""
    return date.fromisoformat(cast("str", body[name]))


def spans(body: Body, name: str = "leaves") -> list[Span]:
    """The leaves of a request."""
    found = [
        Span(date.fromisoformat(each["first"]), date.fromisoformat(each["last"]))
        for each in body.get(name) or ()
    ]
    for place, each in enumerate(found):
        if each.last < each.first:
            raise FieldError(
                f"{name}[{place}].last", each.last.isoformat(), f"{each.first.isoformat()} or later"
            )
    return found


def parse_move(body: Body, words: Words) -> Data:
    """One written move on a position."""
    board = position(body.get("fen"))
    scoresheet.replay(board, body.get("moves") or "")
    policy = policy_of(body)
    ruling = notation.read(board, body["text"], policy, strict=body.get("strict", False))
    return chess_view.ruling(ruling, words, policy, chess_view.reading(ruling.value, board, words))


def validate_card(body: Body, words: Words) -> Data:
    """A card against the game so far, given as a score."""
    here, card, policy = _card_position(body)
    ruling = check(here, card, policy)
    answer = chess_view.ruling(ruling, words, policy, chess_view.verdict(ruling.value, here.board, words))
    answer["value"]["fen_before"] = here.board.fen()
    return answer


def accept_proposals(body: Body, words: Words) -> Data:
    """A card that takes up proposals: the tree, and what of it is accepted."""
    return validate_card(body, words)


def _card_position(body: Body) -> tuple[Position, Card, Policy]:
    policy = policy_of(body)
    board = position(body.get("fen"))
    moves = scoresheet.replay(board, body.get("moves") or "", policy)
    tree, _ = conditional.plant(board, body.get("open_proposals") or (), policy)
    card = parse_entry({"kind": "card", **body["card"]}, "card")
    partner = body.get("partner_card")
    partner_card = parse_entry({"kind": "card", **partner}, "partner_card") if partner else None
    here = Position(
        board=board,
        last=moves[-1] if moves else None,
        before=moves[-2] if len(moves) > 1 else None,
        tree=tree,
        offer=body.get("open_offer", False),
        consent=frozenset(body.get("consent") or ()),
        partner_card=cast("Card | None", partner_card),
        start=day_of(body.get("start")),
        leaves=tuple(spans(body)),
        routed=body.get("routed", False),
        restricted=body.get("restricted", False),
    )
    return here, cast("Card", card), policy


def move_time(body: Body, words: Words) -> Data:
    """The days of one move: counted, with leave, and with what § 13 adds."""
    policy, leaves = policy_of(body), spans(body)
    arrival, postmark = required_day(body, "arrival"), required_day(body, "postmark")
    if postmark < arrival:
        raise FieldError("postmark", postmark.isoformat(), f"{arrival.isoformat()} or later")
    counted = days.count(arrival, postmark, leaves)
    extra = days.long_think(
        counted.value,
        arrival,
        day_of(body.get("notice")),
        leaves,
        policy=policy,
        transit=body.get("transit") or 0,
    )
    value = {
        "net": counted.value,
        "added": extra.value,
        "total": counted.value + extra.value,
        "effective_arrival": days.effective_arrival(arrival, leaves).isoformat(),
        "last_notice_day": days.last_notice_day(
            arrival, leaves, policy, body.get("transit") or 0
        ).isoformat(),
    }
    steps = (*counted.steps, *extra.steps)
    return chess_view.ruling(Decision(counted.value, steps), words, policy, value)


def what_if(body: Body, words: Words) -> Data:
    """For each day of sending in a range the clock after the move; the steps are those of the day chosen."""
    policy, leaves = policy_of(body), spans(body)
    arrival = required_day(body, "arrival")
    used, index = int(body.get("used") or 0), int(body.get("move_index") or 1)
    notice, allowed = day_of(body.get("notice")), limit(int(body.get("move_index") or 1))
    start = days.effective_arrival(arrival, leaves)
    chosen = day_of(body.get("send_on"))
    if chosen is not None and chosen < arrival:
        raise FieldError("send_on", chosen.isoformat(), f"{arrival.isoformat()} or later")

    def row(day: date) -> Data:
        net = days.net_days(arrival, day, leaves)
        extra = days.long_think(net, arrival, notice, leaves, policy=policy).value
        total = used + net + extra
        return {
            "send_on": day.isoformat(),
            "days": net,
            "added": extra,
            "total": total,
            "limit": allowed,
            "left": allowed - total,
            "exceeded": Control(index, index, total, allowed).exceeded,
        }

    rows = [row(start + days.DAY * place) for place in range(int(body.get("span") or 45))]
    over = next((each["send_on"] for each in rows if each["exceeded"]), None)
    counted = days.count(arrival, chosen or start, leaves)
    extra = days.long_think(counted.value, arrival, notice, leaves, policy=policy)
    value = {
        "rows": rows,
        "chosen": None if chosen is None else row(chosen),
        "first_day_over": over,
        "last_notice_day": days.last_notice_day(arrival, leaves, policy).isoformat(),
        "limit": allowed,
    }
    return chess_view.ruling(Decision(value, (*counted.steps, *extra.steps)), words, policy)


def evaluate_claim(body: Body, words: Words) -> Data:
    """A claim: the exceedance, the form, the window, and what would be carried over."""
    policy = policy_of(body)
    index, total, move = int(body["index"]), int(body["total"]), int(body.get("move") or body["index"])
    at = Control(move, index, total, limit(index))
    window = claims.deadline(at, policy)
    found = claims.Exceedance(body["side"], at, window.value, int(body.get("ordinal") or 1), date.min)
    if not at.exceeded:
        value = {"exceeded": False, "overhang": 0, "limit": at.limit, "advice": None}
        return chess_view.ruling(Decision(None, ()), words, policy, value)
    advice = claims.advise(
        found, answering=int(body.get("answering") or move), duties_kept=body.get("duties_kept", True)
    )
    value = {
        "exceeded": True,
        "overhang": at.overhang,
        "limit": at.limit,
        "advice": chess_view.plain(advice.value),
    }
    return chess_view.ruling(Decision(advice.value, (*window.steps, *advice.steps)), words, policy, value)


def reminder(body: Body, words: Words) -> Data:
    """When to remind, when to tell the director, until when an answer can be refused."""
    policy, rests = policy_of(body), spans(body, "rests")
    due = reminders.reminder_due(
        required_day(body, "postmark"),
        informed=body.get("informed", False),
        rests=rests,
        transit=body.get("transit") or 0,
        policy=policy,
    )
    steps = due.steps
    value: Data = {"reminder": due.value.isoformat(), "director": None, "refusal": None}
    if sent := day_of(body.get("reminded")):
        director = reminders.director_notice_due(sent, rests)
        value["director"] = director.value.isoformat()
        steps += director.steps
    if received := day_of(body.get("answer_received")):
        refusal = reminders.refusal_until(received, rests)
        value["refusal"] = refusal.value.isoformat()
        steps += refusal.steps
    return chess_view.ruling(Decision(due.value, steps), words, policy, value)


def plan_leave(body: Body, words: Words) -> Data:
    """A planned leave: days by year, what is left, whom to tell by when."""
    policy = policy_of(body)
    planned = Span(required_day(body, "first"), required_day(body, "last"))
    if planned.last < planned.first:
        raise FieldError("last", planned.last.isoformat(), f"{planned.first.isoformat()} or later")
    start = required_day(body, "start")
    taken = [leave.Leave("", each) for each in spans(body, "taken")]
    leave.check([*taken, leave.Leave("", planned)], start, None, policy)
    ruling = leave.plan(
        planned,
        player="",
        start=start,
        taken=[(each, each.span) for each in taken],
        partners=body.get("partners") or (),
        policy=policy,
    )
    return chess_view.ruling(ruling, words, policy)


def apply_leave(body: Body, words: Words) -> Data:
    """A leave applied to one move: arrival moved, days rested, ended early by the move itself."""
    policy = policy_of(body)
    planned = Span(required_day(body, "first"), required_day(body, "last"))
    arrival, postmark = required_day(body, "arrival"), required_day(body, "postmark")
    actual = leave.ended_early(planned, [postmark])
    counted = days.count(arrival, postmark, [actual] if body.get("partner_told", True) else [])
    value = {
        "actual": chess_view.span(actual),
        "ended_early": actual != planned,
        "days": counted.value,
        "effective_arrival": days.effective_arrival(arrival, [actual]).isoformat(),
    }
    return chess_view.ruling(counted, words, policy, value)


def appeal(body: Body, words: Words) -> Data:
    """Where an appeal stands, and its deadline."""
    policy = policy_of(body)
    given = appeals.Ruling(
        by=body.get("by") or "director",
        dated=required_day(body, "dated"),
        received=required_day(body, "received"),
    )
    filed = day_of(body.get("filed"))
    objection = None
    if filed is not None:
        objection = appeals.Objection(
            filed=filed,
            documents=body.get("documents", True),
            fee_paid=day_of(body.get("fee_paid")),
            admitted=body.get("admitted"),
        )
    ruling = appeals.state(given, objection, required_day(body, "as_of"), spans(body), policy)
    value = chess_view.plain(ruling.value) | {"text": words(f"appeal_state.{ruling.value.state}")}
    return chess_view.ruling(ruling, words, policy, value)


def audit(document: object, as_of: date, words: Words, form: Spelling = "numeric") -> Data:
    """A whole tournament as of a day."""
    ruling = audit_tournament(parse_tournament(document), as_of)
    policy = ruling.value.tournament.policy
    return chess_view.ruling(ruling, words, policy, chess_view.tournament(ruling.value, words, form))


def audit_one(document: object, game_id: str, as_of: date, words: Words, form: Spelling = "numeric") -> Data:
    """One game of a tournament as of a day, with the steps of its rulings."""
    whole = parse_tournament(document)
    for game in whole.games:
        if game.id == game_id:
            ruling = audit_game(
                game,
                whole.start,
                as_of,
                leaves=view(game, leaves_taken(whole, as_of)),
                policy=whole.policy,
                tournament_end=whole.end,
                report_suffices=whole.report_suffices,
            )
            return chess_view.ruling(ruling, words, whole.policy, chess_view.game(ruling.value, words, form))
    known = ", ".join(game.id for game in whole.games)
    raise FieldError("game", game_id, Phrase(N_("one of {expected}"), expected=known))


def deadlines(document: object, as_of: date, words: Words, player: str | None = None) -> bytes:
    """The deadlines of a tournament as iCalendar."""
    whole = parse_tournament(document)
    if player is not None and player not in whole.players:
        raise FieldError("player", player, Phrase(N_("one of {expected}"), expected=", ".join(whole.players)))
    return chess_calendar.feed(audit_tournament(whole, as_of).value, words, player=player)


def policies() -> Data:
    """The policy with every switch: its readings, the default first, its paragraph and what it asks."""
    return {
        "name": DEFAULT.name,
        "switches": [
            {
                "id": switch.id,
                "paragraph": switch.paragraph,
                "readings": list(switch.readings),
                "default": switch.default,
                "note": switch.note,
            }
            for switch in DEFAULT.switches
        ],
    }
