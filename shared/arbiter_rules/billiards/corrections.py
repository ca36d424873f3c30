"""What the scorer's undo and redo mean: which entry of the log they take back or put back.

Only entries of the hub can be undone here; the clock has its own way back. Redo is possible until something new is
entered.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from arbiter_rules.billiards.match import Entry

UNDOABLE = ("points", "award", "free_ball")


@dataclass(frozen=True, slots=True)
class Ways:
    """Keys of the entries that an undo would take back and a redo put back; None where there is nothing."""

    undo: str | None
    redo: str | None


def ways(entries: Iterable[Entry]) -> Ways:
    """Where undo and redo lead after these entries."""
    done: list[str] = []
    undone: list[str] = []
    for entry in sorted(entries, key=lambda entry: entry.order):
        if entry.type in UNDOABLE:
            done.append(entry.key)
            undone.clear()
        elif entry.type == "revoke" and entry.target in done:
            done.remove(entry.target)
            undone.append(entry.target)
        elif entry.type == "reinstate" and entry.target in undone:
            undone.remove(entry.target)
            done.append(entry.target)
    return Ways(done[-1] if done else None, undone[-1] if undone else None)
