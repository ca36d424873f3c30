"""Which ball each player plays: as the match was announced, or as it was put right since.

A player keeps his ball for the whole match, so a correction is of what was noted, never of who plays what. Before the
first stroke of a set it costs nothing; later it needs a note, because what has been shown since was wrong.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from arbiter_rules.billiards.match import Ball, Entry, Player, Score, taken_back

OTHER: Final[dict[Ball, Ball]] = {"white": "yellow", "yellow": "white"}

#: Lines of a log that show that a stroke of the set has been played, or its time was up.
_PLAYED: Final = ("shot", "points", "penalty")


@dataclass(frozen=True, slots=True)
class BallChange:
    """A line of a log by which a's ball became another one."""

    entry: Entry
    was: Ball
    ball_a: Ball


def ball_of(player: Player, announced: Ball, score: Score) -> Ball:
    """The player's ball; `announced` is a's as the match began."""
    ball_a = score.ball_a or announced  # [rule DBU 4.2]
    return ball_a if player == "a" else OTHER[ball_a]


def ball_changes(entries: Iterable[Entry], announced: Ball) -> list[BallChange]:
    """What was put right, in order; what is taken back, and what changed nothing, left out."""
    log = list(entries)
    void, ball, changes = taken_back(log), announced, list[BallChange]()
    for entry in log:
        if entry.type == "balls" and entry.key not in void and entry.data["ball_a"] != ball:
            changes.append(BallChange(entry, ball, OTHER[ball]))
            ball = OTHER[ball]
    return changes


def needs_note(entries: Iterable[Entry]) -> bool:
    """Whether a correction now needs a note: the set has had a stroke."""
    log = list(entries)
    void, played = taken_back(log), False
    for entry in log:
        if entry.key not in void:
            played = entry.type in _PLAYED or (played and entry.type != "set_start")
    return played
