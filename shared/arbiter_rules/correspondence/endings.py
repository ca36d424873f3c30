"""How a game ends (§§ 2, 26, 31): by the position, by the players, or by the director."""

from collections.abc import Sequence
from typing import Final, Literal

import chess

from arbiter_rules.correspondence.figures import FIGURES
from arbiter_rules.correspondence.policy import DEFAULT
from arbiter_rules.policy import Policy
from arbiter_rules.trace import Decision, Trace

Result = Literal["1-0", "0-1", "1/2-1/2", "*"]

#: The positions that end a game without anyone's word.
Ending = Literal["checkmate", "stalemate", "dead_position", "fifty_moves"]

#: With more pieces than this no position is dead by lack of material.
_FEW: Final = 8


def ending(board: chess.Board, policy: Policy = DEFAULT) -> Decision[Ending | None]:
    """Whether the position ends the game. Threefold repetition does not, unless it is claimed.

    FIDE's later rules of 75 moves and fivefold repetition did not exist in 2002 and are not applied.
    """
    trace = Trace()
    broken_off = quiet(board, policy)
    if broken_off and policy["mate_at_100"] == "abort":
        trace.note(
            "BdF § 31(2)", "ending.fifty_moves", "*", switch="mate_at_100", half_moves=board.halfmove_clock
        )
        return trace.decide("fifty_moves")
    # [rule BdF § 31(1)]
    if not any(board.generate_legal_moves()):
        mate = board.is_check()
        trace.note("BdF § 31(1)", "ending.checkmate" if mate else "ending.stalemate", result_of(board))
        return trace.decide("checkmate" if mate else "stalemate")
    if board.is_insufficient_material():
        trace.note("BdF § 31(1)", "ending.dead_position", "1/2-1/2")
        return trace.decide("dead_position")
    if broken_off:
        trace.note("BdF § 31(2)", "ending.fifty_moves", "*", switch="fifty", half_moves=board.halfmove_clock)
        return trace.decide("fifty_moves")
    return trace.decide(None)


def quiet(board: chess.Board, policy: Policy = DEFAULT) -> bool:
    """Whether 50 moves of each side have passed without a capture and without a pawn move."""
    # [rule BdF § 31(2)]
    moves = FIGURES.quiet_moves
    return board.halfmove_clock >= (2 * moves if policy["fifty"] == "100_half_moves" else moves)


def may_have_ended(board: chess.Board, policy: Policy = DEFAULT) -> bool:
    """A cheap test between two moves: False only if the position cannot end a game in which play went on."""
    return quiet(board, policy) or (
        chess.popcount(board.occupied) <= _FEW and board.is_insufficient_material()
    )


def result_of(board: chess.Board) -> Result:
    """The result of a position without a legal move."""
    if not board.is_check():
        return "1/2-1/2"
    return "0-1" if board.turn else "1-0"


def repetition(start: chess.Board, moves: Sequence[chess.Move]) -> Decision[bool]:
    """Whether the position after `moves` has stood three times with the same side to move and the same rights."""
    # [rule BdF § 31(1)]
    board = start.copy()
    for move in moves:
        board.push(move)
    trace = Trace()
    holds = board.is_repetition(3)
    trace.note("BdF § 31(1)", "ending.repetition" if holds else "ending.no_repetition", holds, ply=len(moves))
    return trace.decide(holds)
