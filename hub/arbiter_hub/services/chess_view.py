"""What the rule book finds, as plain data for JSON and for the pages: keys, facts, and the sentence made of them."""

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from datetime import date
from typing import Any, cast

import chess

from arbiter_hub.services.chess_words import Words
from arbiter_rules.correspondence import conditional, numeric, pgn
from arbiter_rules.correspondence.audit import GameAudit, LeaveAccount, PlayerDuty, TournamentAudit
from arbiter_rules.correspondence.board import SIDES
from arbiter_rules.correspondence.claims import Exceedance
from arbiter_rules.correspondence.days import Span
from arbiter_rules.correspondence.duties import Duty, claim_options
from arbiter_rules.correspondence.figures import FIGURES
from arbiter_rules.correspondence.findings import Finding
from arbiter_rules.correspondence.reading import Reading
from arbiter_rules.correspondence.spelling import Spelling, spell
from arbiter_rules.correspondence.state import Status
from arbiter_rules.correspondence.time_control import Control, Entry
from arbiter_rules.correspondence.transmission import Verdict
from arbiter_rules.policy import Policy
from arbiter_rules.trace import Decision, Step

Data = dict[str, Any]


def plain(value: Any) -> Any:
    """Dataclasses, dates, mappings and tuples as JSON's own types."""
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, chess.Move):
        return numeric.spell(value)
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in cast("Mapping[object, object]", value).items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(item) for item in cast("Iterable[object]", value)]
    return value


def ruling(decision: Decision[Any], words: Words, policy: Policy, value: Any = None) -> Data:
    """A ruling: its value, the steps with their sentences, and the policy switches that mattered."""
    return {
        "value": plain(decision.value if value is None else value),
        "steps": [step(each, words) for each in decision.steps],
        "switches": switches(decision.switches, policy),
        "policy": policy.name,
    }


def switches(names: Iterable[str], policy: Policy) -> list[Data]:
    """Switches with the reading taken, and whether it is the default."""
    by_id = {switch.id: switch for switch in policy.switches}
    return [
        {
            "id": name,
            "reading": policy[name],
            "default": policy[name] == by_id[name].default,
            "paragraph": by_id[name].paragraph,
        }
        for name in names
    ]


def step(each: Step, words: Words) -> Data:
    """One step of a ruling."""
    facts = {"result": each.result, **each.inputs}
    return {
        "paragraph": each.paragraph,
        "reading": each.reading,
        "inputs": plain(each.inputs),
        "result": plain(each.result),
        "switch": each.switch,
        "text": words.say(each.reading, facts),
    }


def finding(each: Finding, words: Words) -> Data:
    """A finding on a card."""
    return {
        "code": each.code,
        "paragraph": each.paragraph,
        "weight": each.weight,
        "consequence": each.consequence,
        "facts": plain(each.facts),
        "text": words.say(each.code, {**each.facts}),
        "consequence_text": words(each.consequence),
    }


def reading(each: Reading, board: chess.Board, words: Words) -> Data:
    """A move as read, spelled in every notation if it is valid."""
    data: Data = {
        "class": each.kind,
        "class_text": words(f"class.{each.kind}"),
        "reason": each.reason,
        "text": words.say(each.reason, {"candidates": each.candidates}),
        "paragraph": each.paragraph,
        "form": each.form,
        "candidates": list(each.candidates),
        "move": None,
    }
    if each.move is not None:
        data["move"] = spellings(board, each.move)
    return data


def spellings(board: chess.Board, move: chess.Move) -> Data:
    """A move in the four notations and as squares."""
    return {
        "numeric": spell(board, move, "numeric"),
        "german_long": spell(board, move, "german_long"),
        "german_short": spell(board, move, "german_short"),
        "english": spell(board, move, "english"),
        "uci": move.uci(),
    }


def verdict(each: Verdict, board: chess.Board, words: Words) -> Data:
    """What a card amounts to, with the position after it."""
    after = board.copy(stack=False)
    moves: list[Data] = []
    for move in each.moves:
        moves.append(spellings(after, move))
        after.push(move)
    return {
        "class": each.kind,
        "class_text": words(f"class.{each.kind}"),
        "moves": moves,
        "accepted": each.accepted,
        "stands_in": each.stands_in,
        "offer": each.offer,
        "days": each.days,
        "fen": after.fen(),
        "findings": [finding(found, words) for found in each.findings],
        "proposals": conditional.lines(after, each.tree),
    }


def duty(each: Duty, words: Words, *, player: str | None = None, game: str | None = None) -> Data:
    """A duty with its sentence and its day."""
    return {
        "code": each.code,
        "party": each.party,
        "player": player,
        "game": game,
        "due": plain(each.due),
        "binding": each.binding,
        "paragraph": each.paragraph,
        "facts": plain(each.facts),
        "text": words.say(each.code, {**each.facts}),
        "steps": [step(found, words) for found in each.steps],
    }


def owed(each: PlayerDuty, words: Words) -> Data:
    """A duty of a tournament."""
    return duty(each.duty, words, player=each.player, game=each.game)


def entry(each: Entry, words: Words) -> Data:
    """A ledger entry."""
    return {
        "side": each.side,
        "move": each.move,
        "days": each.days,
        "reason": each.reason,
        "text": words(f"reason.{each.reason}"),
        "paragraph": each.paragraph,
        "on": plain(each.on),
    }


def control(each: Control) -> Data:
    """The clock at a move."""
    return {
        "move": each.move,
        "index": each.index,
        "total": each.total,
        "limit": each.limit,
        "exceeded": each.exceeded,
        "overhang": each.overhang,
        "control_move": each.move - each.index + each.control,
    }


def exceedance(each: Exceedance, words: Words) -> Data:
    """An exceedance and what became of it."""
    return {
        "side": each.side,
        **control(each.control),
        "deadline": each.deadline,
        "ordinal": each.ordinal,
        "state": each.state,
        "state_text": words(f"claim_state.{each.state}"),
        "claimed_on": plain(each.claimed_on),
        "at_once": each.at_once,
        "carried": each.carried,
    }


def status(each: Status, words: Words) -> Data:
    """Where a game stands."""
    return {
        "phase": each.phase,
        "phase_text": words(f"phase.{each.phase}"),
        "reason": each.reason,
        "reason_text": words(f"ended.{each.reason}") if each.reason else "",
        "result": each.result,
        "since": plain(each.since),
    }


def score(audit: GameAudit, form: Spelling) -> list[Data]:
    """The scoresheet: each half-move in the notation chosen, with its number, its day and its days used."""
    board = audit.state.start_board.copy()
    days = {
        side: {
            c.move: used for c, used in zip(audit.controls(side), audit.state[side].account.days, strict=True)
        }
        for side in SIDES
    }
    rows: list[Data] = []
    for ply in audit.state.plies:
        rows.append(
            {
                "number": ply.number,
                "side": ply.side,
                "text": spell(board, ply.move, form),
                "on": plain(ply.on),
                "conditional": ply.conditional,
                "days": days[ply.side].get(ply.number),
            }
        )
        board.push(ply.move)
    return rows


def game(audit: GameAudit, words: Words, form: Spelling = "numeric") -> Data:
    """A whole game as of a day."""
    state = audit.state
    return {
        "id": audit.game.id,
        "white": audit.game.white,
        "black": audit.game.black,
        "as_of": plain(audit.as_of),
        "start_fen": state.start_board.fen(),
        "fen": state.board.fen(),
        "last": state.plies[-1].move.uci() if state.plies else "",
        "to_move": state.to_move,
        "status": status(state.status, words),
        "moves": score(audit, form),
        "numeric": pgn.write_numeric([ply.move for ply in state.plies], audit.game.fen),
        "ledger": [entry(each, words) for each in audit.ledger],
        "clocks": {side: [control(each) for each in audit.controls(side)] for side in SIDES},
        "totals": {side: state[side].account.total for side in SIDES},
        "running": None if audit.running is None else control(audit.running) | {"provisional": True},
        "offer_by": state.offer_by,
        "proposals": conditional.lines(state.board, state.tree),
        "exceedances": [exceedance(each, words) for side in SIDES for each in state[side].exceedances],
        "claims": [
            {
                "claimant": claimant,
                "move": found.control.move,
                **plain(advice),
                "steps": [step(each, words) for each in steps],
            }
            for claimant, found, advice, steps in claim_options(state)
        ],
        "findings": [
            {
                "entry": remark.at,
                "on": plain(remark.on),
                "party": remark.party,
                **finding(remark.finding, words),
            }
            for remark in state.remarks
        ],
        "duties": [duty(each, words) for each in audit.duties],
        "rateable": audit.rateable,
        "records_conflict": audit.records_conflict,
        "switches": switches(state.switches, state.policy),
        "policy": state.policy.name,
    }


def span(each: Span | None) -> Data | None:
    """First and last day, and how many they are."""
    if each is None:
        return None
    return {"first": plain(each.first), "last": plain(each.last), "days": each.days}


def leave_account(each: LeaveAccount) -> Data:
    """The leave of a player."""
    return {
        "year": each.year,
        "remaining": each.remaining,
        "overdrawn": plain(each.overdrawn),
        "on_leave": span(each.on_leave),
        "taken": [
            {
                "planned": span(taken.leave.span),
                "actual": span(taken.actual),
                "ended_early": taken.ended_early,
                "special": taken.leave.special,
                "too_short": taken.leave.span.days < FIGURES.leave_minimum,
            }
            for taken in each.taken
        ],
    }


def tournament(audit: TournamentAudit, words: Words, form: Spelling = "numeric") -> Data:
    """A whole tournament as of a day."""
    return {
        "name": audit.tournament.name,
        "code": audit.tournament.code,
        "as_of": plain(audit.as_of),
        "games": [game(each, words, form) for each in audit.games.values()],
        "leave": {player: leave_account(account) for player, account in audit.leave.items()},
        "duties": [owed(each, words) for each in audit.duties],
        "policy": audit.tournament.policy.name,
        "departures": plain(audit.tournament.policy.departures),
    }
