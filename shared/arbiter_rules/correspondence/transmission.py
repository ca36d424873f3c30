"""A whole card checked against the game (§§ 1-10, 14-16): all findings at once, each with its consequence.

`examine` is the check itself; `check` wraps it as a ruling with steps. Neither changes the position.
"""

from dataclasses import dataclass, field
from datetime import date
from typing import Literal

import chess

from arbiter_rules.correspondence import card_data, conditional, notation, numeric, scoresheet
from arbiter_rules.correspondence.board import Side, other, side_to_move
from arbiter_rules.correspondence.card import Card
from arbiter_rules.correspondence.conditional import Acceptance, Tree
from arbiter_rules.correspondence.days import Span
from arbiter_rules.correspondence.findings import Finding, finding
from arbiter_rules.correspondence.policy import DEFAULT
from arbiter_rules.correspondence.reading import Form, MoveClass
from arbiter_rules.correspondence.scoresheet import NumberedMove
from arbiter_rules.policy import Policy
from arbiter_rules.trace import Decision, Step, Trace

StandIn = Literal["none", "acceptance", "resignation"]


@dataclass(slots=True)
class Position:
    """The state of the game that a card is checked against; `board` has the sender to move.

    last       the partner's last move, None before the first
    before     the own move before that, which many cards repeat too
    tree       the partner's open proposals
    offer      whether the partner's draw offer is open
    consent    who has agreed to fax or e-mail
    forms      the notation each side has used so far
    partner_card  the partner's last valid card
    start      the day on which the first move is thought about
    leaves     the sender's leaves as they count in this game
    routed     answers have to go through the director
    restricted only the necessary data are allowed on cards
    """

    board: chess.Board
    last: chess.Move | None = None
    before: chess.Move | None = None
    tree: Tree = field(default_factory=Tree)
    offer: bool = False
    consent: frozenset[Side] = frozenset()
    forms: dict[Side, Form] = field(default_factory=dict[Side, Form])
    partner_card: Card | None = None
    start: date | None = None
    leaves: tuple[Span, ...] = ()
    routed: bool = False
    restricted: bool = False


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a card amounts to.

    kind      the class of what it transmits
    moves     the moves to play if it is valid: accepted proposals in turn, the own move last
    accepted  how many moves of the partner's proposal are accepted
    offer     an effective draw offer comes with it
    tree      the proposals that the partner may now accept
    days      the days used by the dates that govern, None where they are missing or another rule set applies
    """

    kind: MoveClass
    moves: tuple[chess.Move, ...]
    accepted: int
    stands_in: StandIn
    offer: bool
    tree: Tree
    form: Form
    days: int | None
    findings: tuple[Finding, ...]
    switches: tuple[str, ...]

    @property
    def valid(self) -> bool:
        return self.kind == "valid"


@dataclass(slots=True)
class _Draft:
    """A verdict in the making."""

    findings: list[Finding]
    kind: MoveClass = "valid"
    moves: tuple[chess.Move, ...] = ()
    accepted: int = 0
    form: Form = "none"
    switches: tuple[str, ...] = ()

    def void(self, kind: MoveClass, found: Finding, switch: str | None = None) -> None:
        """Add what makes the card void; its class is that of the first such finding."""
        self.findings.append(found)
        if self.kind == "valid":
            self.kind = kind
        if switch:
            self.switches += (switch,)


def check(position: Position, card: Card, policy: Policy = DEFAULT) -> Decision[Verdict]:
    """Check a card; the steps are its findings, or the one that says that nothing is wrong."""
    verdict = examine(position, card, policy)
    trace = Trace()
    moves = tuple(numeric.spell(move) for move in verdict.moves)
    switch = verdict.switches[0] if verdict.switches else None
    trace.note("BdF § 2(1)", f"card.{verdict.kind}", verdict.kind, switch=switch, moves=moves)
    steps: tuple[Step, ...] = tuple(found.step() for found in verdict.findings)
    return Decision(verdict, (*trace, *steps))


def examine(position: Position, card: Card, policy: Policy = DEFAULT) -> Verdict:
    """Check a card without a trace."""
    draft = _Draft(list(card_data.form(position.consent, card, restricted=position.restricted)))
    if any(found.weight == "void" for found in draft.findings):
        draft.kind = "doubtful"
    if card.by != side_to_move(position.board):
        draft.void("doubtful", finding("card.not_on_move", "BdF § 2(1)", "void", "consequence.ignored"))
    if card.corrected:
        # [rule BdF § 2(2)]
        draft.void("doubtful", finding("card.corrected", "BdF § 2(2)", "void", "consequence.query"))
    written = (*scoresheet.parse(card.repeats), *scoresheet.parse(card.move))
    rest = _repetition(position, written, draft, policy, lenient=card.stands_in)
    stands_in: StandIn = "none"
    if card.stands_in:
        stands_in = _stand_in(position, card, rest, draft)
    else:
        _own_moves(position, rest, draft, policy)
    board = position.board
    if draft.kind != "valid":
        draft.moves, draft.accepted = (), 0
    tree: Tree = {}
    if draft.moves and card.proposals:
        board = position.board.copy(stack=False)
        for move in draft.moves:
            board.push(move)
        tree, found = conditional.plant(board, card.proposals, policy)
        draft.findings.extend(found)
    offer = _offer(card, draft, policy)
    earlier = position.forms.get(card.by, "neutral")
    if draft.form != earlier and "neutral" not in (draft.form, earlier) and draft.form != "none":
        # [rule BdF § 3]
        draft.findings.append(
            finding(
                "card.notation_changed",
                "BdF § 3",
                "notice",
                "consequence.none",
                before=earlier,
                now=draft.form,
            )
        )
    timing = card_data.timing(
        card, position.partner_card, position.start, position.leaves, routed=position.routed
    )
    draft.findings.extend(timing.findings)
    return Verdict(
        draft.kind,
        draft.moves,
        draft.accepted,
        stands_in if draft.kind == "valid" else "none",
        offer,
        tree,
        draft.form,
        timing.days,
        tuple(draft.findings),
        draft.switches,
    )


def _repetition(
    position: Position, written: tuple[NumberedMove, ...], draft: _Draft, policy: Policy, *, lenient: bool
) -> tuple[NumberedMove, ...]:
    """Check the repeated move and give what follows it. A card that ends the game may lack it."""
    # [rule BdF § 2(1)]
    last = position.last
    if last is None:
        return written
    board = position.board
    side = other(side_to_move(board))
    number = board.fullmove_number - (side == "black")
    if len(written) > 1 and position.before is not None and written[0].side == other(side):
        ours = (number - (side == "white"), other(side))
        if (written[0].number, written[0].side) == ours and _spells(
            position, written[0].text, 2, position.before
        ):
            written = written[1:]
    first = written[0] if written else None
    if first is not None and first.side == other(side) and first.number == board.fullmove_number:
        first = None  # it is the own move, so nothing was repeated
    if first is None:
        if not lenient:
            draft.void(
                "incomplete", finding("card.repetition_missing", "BdF § 2(1)", "void", "consequence.query")
            )
        return written
    if not _spells(position, first.text, 1, last):
        facts = {"found": first.text, "played": numeric.spell(last)}
        draft.void(
            "doubtful", finding("card.repetition_differs", "BdF § 2(1)", "void", "consequence.query", **facts)
        )
    _check_number(first, number, side, draft, policy)
    return written[1:]


def _spells(position: Position, text: str, back: int, move: chess.Move) -> bool:
    """Whether `text` repeats `move`, which was played `back` half-moves ago."""
    if text == numeric.spell(move):
        return True
    if len(position.board.move_stack) < back:
        return False
    earlier = position.board.copy(stack=back)
    for _ in range(back):
        earlier.pop()
    return notation.interpret(earlier, text).move == move


def _check_number(entry: NumberedMove, number: int, side: Side, draft: _Draft, policy: Policy) -> None:
    if entry.number is None:
        draft.void("incomplete", finding("card.number_missing", "BdF § 2(1)", "void", "consequence.query"))
    elif (entry.number, entry.side) != (number, side):
        kind: MoveClass = "doubtful" if policy["misnumbered"] == "doubtful" else "incomplete"
        found = finding(
            "card.number_wrong",
            "BdF § 2(1)",
            "void",
            "consequence.query",
            found=entry.number,
            expected=number,
        )
        draft.void(kind, found, "misnumbered")


def _stand_in(position: Position, card: Card, rest: tuple[NumberedMove, ...], draft: _Draft) -> StandIn:
    """An acceptance or a resignation in the place of a move."""
    # [rule BdF § 2(1)c]
    if rest or (card.accepts and card.resigns):
        draft.void("doubtful", finding("card.contradictory", "BdF § 2(1)c", "void", "consequence.query"))
        return "none"
    if card.resigns:
        draft.findings.extend(card_data.wording("resignation", card.resigns))
        return "resignation"
    if not position.offer:
        draft.void(
            "doubtful", finding("card.no_open_offer", "BdF § 2(1)c", "void", "consequence.no_acceptance")
        )
        return "none"
    draft.findings.extend(card_data.wording("acceptance", card.accepts))
    return "acceptance"


def _own_moves(position: Position, rest: tuple[NumberedMove, ...], draft: _Draft, policy: Policy) -> None:
    """The own move, or accepted proposals with the own move behind them."""
    board = position.board
    entry = rest[0] if rest else None
    if entry is None:
        draft.void("incomplete", finding("card.move_missing", "BdF § 2(1)", "void", "consequence.query"))
        return
    if len(rest) > 1:
        _accepted(conditional.accept(board, position.tree, rest, policy), draft)
        return
    _check_number(entry, board.fullmove_number, side_to_move(board), draft, policy)
    reading = notation.interpret(board, entry.text, policy)
    draft.form = reading.form
    if reading.move is None:
        # [rule BdF § 8(1)]
        facts = {"text": entry.text, "candidates": reading.candidates}
        found = finding(reading.reason, reading.paragraph, "void", "consequence.query", **facts)
        draft.void(reading.kind, found, reading.switch)
        return
    draft.moves = (reading.move,)
    if position.tree:
        draft.findings.append(
            finding("acceptance.ignored", "BdF § 6", "notice", "consequence.proposals_lapse")
        )


def _accepted(acceptance: Acceptance, draft: _Draft) -> None:
    """Take over what the card accepts of a proposal."""
    if acceptance.fault:
        draft.void("doubtful", finding(acceptance.fault, "BdF § 7(1)", "void", "consequence.query"))
        return
    draft.moves, draft.accepted = acceptance.moves, acceptance.accepted
    draft.findings.append(
        finding(
            "acceptance.taken",
            "BdF § 6",
            "notice",
            "consequence.proposals_played",
            accepted=acceptance.accepted,
        )
    )
    if acceptance.trailing:
        draft.findings.append(finding("acceptance.trailing", "BdF § 6", "notice", "consequence.not_bound"))


def _offer(card: Card, draft: _Draft, policy: Policy) -> bool:
    """Whether an effective draw offer comes with the card."""
    # [rule BdF § 2(1)b]
    if not card.offer:
        return False
    has_move = bool(draft.moves) and not card.stands_in
    if not has_move and (policy["offer_on_void_move"] == "void" or card.stands_in or not card.move):
        draft.findings.append(finding("offer.without_move", "BdF § 2(1)b", "defect", "consequence.no_offer"))
        draft.switches += ("offer_on_void_move",) if card.move else ()
        return False
    draft.findings.extend(card_data.wording("offer", card.offer))
    return True
