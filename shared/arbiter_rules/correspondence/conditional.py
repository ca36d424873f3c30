"""Conditional moves (Eventualzüge): a tree of "if you play this, I answer that".

A proposal is written as lines; lines that begin alike share their branch. The proposer is bound as far as the
partner answers with own moves; where two different answers to one move are proposed, that branch is doubtful,
and an illegal move voids its line from there on.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

import chess

from arbiter_rules.correspondence import notation, numeric, scoresheet
from arbiter_rules.correspondence.board import pushed, side_to_move
from arbiter_rules.correspondence.findings import Finding, finding
from arbiter_rules.correspondence.policy import DEFAULT
from arbiter_rules.correspondence.scoresheet import NumberedMove
from arbiter_rules.policy import Policy

_NOT_MOVES: Final = ("remis", "draw", "aufgabe", "aufgegeben", "gebe auf", "resign", "½", "1/2")


@dataclass(slots=True)
class Branch:
    """What follows one move of the partner: the proposer's answer and the branches after it.

    `answer` is None while the branch is doubtful.
    """

    answer: chess.Move | None
    branches: dict[chess.Move, "Branch"] = field(default_factory=dict[chess.Move, "Branch"])


#: The branches at the root, by the partner's move.
Tree = dict[chess.Move, Branch]


def plant(
    board: chess.Board, lines: Iterable[str], policy: Policy = DEFAULT
) -> tuple[Tree, tuple[Finding, ...]]:
    """Build the tree of a proposal; `board` is the position after the proposer's real move.

    Returns what can be accepted, and a finding for each line that is stale, doubtful, illegal or not foreseen.
    """
    tree: Tree = {}
    findings: list[Finding] = []
    for number, line in enumerate(lines, start=1):
        folded = line.casefold()
        if any(word in folded for word in _NOT_MOVES):
            # [rule BdF § 6]
            findings.append(
                finding("proposal.not_a_move", "BdF § 6", "defect", "consequence.proposal_void", line=number)
            )
            continue
        findings.extend(_grow(tree, board, scoresheet.parse(line), number, policy))
    return tree, tuple(findings)


def _grow(
    tree: Tree, root: chess.Board, moves: tuple[NumberedMove, ...], line: int, policy: Policy
) -> Iterator[Finding]:
    board = root.copy(stack=False)
    branches = tree
    trigger: chess.Move | None = None
    for ply, written in enumerate(moves):
        where = f"{board.fullmove_number}{'.' if board.turn else '…'}"
        if written.number is not None and (written.number, written.side) != (
            board.fullmove_number,
            side_to_move(board),
        ):
            reason = "proposal.stale" if ply == 0 else "proposal.misnumbered"
            yield finding(reason, "BdF § 7(1)", "defect", "consequence.proposal_void", line=line, at=where)
            break
        reading = notation.interpret(board, written.text, policy)
        if reading.move is None:
            # The legal beginning of the line remains acceptable.
            yield finding(
                "proposal.ends", "BdF § 6", "defect", "consequence.proposal_shortened", line=line, at=where
            )
            break
        if trigger is None:
            trigger = reading.move
        else:
            branch = branches.get(trigger)
            if branch is None:
                branch = branches[trigger] = Branch(reading.move)
            elif branch.answer != reading.move:
                yield finding(
                    "proposal.two_answers",
                    "BdF § 8(1)",
                    "defect",
                    "consequence.branch_doubtful",
                    line=line,
                    at=where,
                )
                branch.answer = None
                break
            branches, trigger = branch.branches, None
        board.push(reading.move)
    if not moves:
        yield finding("proposal.empty", "BdF § 6", "notice", "consequence.none", line=line)


@dataclass(frozen=True, slots=True)
class Acceptance:
    """What a card takes up of a proposal.

    moves     the moves to play, in order: the partner's and the proposer's in turn, his own free move last
    accepted  how many moves of the proposer were accepted and bind
    lapsed    proposals were open and some of them lapse
    trailing  the last move repeated has no own answer, so it does not bind
    fault     key of what is wrong, or None
    """

    moves: tuple[chess.Move, ...]
    accepted: int
    lapsed: bool
    trailing: bool
    fault: str | None = None


def accept(
    board: chess.Board, tree: Tree, written: tuple[NumberedMove, ...], policy: Policy = DEFAULT
) -> Acceptance:
    """Follow the moves behind the repeated one through the tree; `board` has the accepting side to move.

    `written` are those moves in the order of the card, the own move last. Each must carry the next number.
    """
    # [rule BdF § 6; BdF § 7(1)]
    at = board.copy(stack=False)
    me = side_to_move(board)
    branches: Tree = tree
    branch: Branch | None = None
    played: list[chess.Move] = []
    for entry in written:
        side = side_to_move(at)
        if entry.number is None or (entry.number, entry.side) != (at.fullmove_number, side):
            return Acceptance((), 0, bool(tree), False, "acceptance.order")
        reading = notation.interpret(at, entry.text, policy)
        if reading.move is None:
            return Acceptance((), 0, bool(tree), False, "acceptance.unreadable")
        if side != me:
            if branch is None or branch.answer != reading.move:
                return Acceptance((), 0, bool(tree), False, "acceptance.not_proposed")
            branches = branch.branches
        else:
            branch = branches.get(reading.move)
        played.append(reading.move)
        at.push(reading.move)
    # Moves alternate, so an even number means that the last one is the proposer's and has no own answer.
    trailing = bool(played) and len(played) % 2 == 0
    if trailing:
        played.pop()
    return Acceptance(tuple(played), len(played) // 2, bool(tree), trailing)


def lines(board: chess.Board, tree: Tree) -> list[list[str]]:
    """The tree as lines of numeric moves, one for each end, for display."""
    found: list[list[str]] = []
    for trigger, branch in tree.items():
        head = [numeric.spell(trigger)]
        if branch.answer is None:
            found.append([*head, "?"])
            continue
        head.append(numeric.spell(branch.answer))
        after = pushed(pushed(board, trigger), branch.answer)
        rests = lines(after, branch.branches) or [[]]
        found.extend(head + rest for rest in rests)
    return found
