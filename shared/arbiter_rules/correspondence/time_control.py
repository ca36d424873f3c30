"""The time control of one player in one game (§§ 12, 17): cumulative, at every move, by ten-move cycles.

An account holds ledger entries; each cites its paragraph. What a player has used is the sum of the entries
since his cycle (Turnus) began, plus what was carried over from the one before.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from types import MappingProxyType
from typing import Literal

from arbiter_rules.correspondence.board import Side
from arbiter_rules.correspondence.figures import FIGURES
from arbiter_rules.correspondence.policy import DEFAULT
from arbiter_rules.policy import Policy
from arbiter_rules.trace import Decision, Trace, Value

#: Why days were booked. "conditional" entries have 0 days, "fixed" may be negative (the director sets a total).
Reason = Literal[
    "thinking",
    "conditional",
    "long_think",
    "leave_notice",
    "query",
    "estimate",
    "missing",
    "adjustment",
    "fixed",
]


@dataclass(frozen=True, slots=True)
class Entry:
    """Days booked on one own move of a player, and why.

    move is the number of the move in the game; `on` is the day on which the entry arose.
    """

    side: Side
    move: int
    days: int
    reason: Reason
    paragraph: str
    on: date
    facts: MappingProxyType[str, Value]


@dataclass(frozen=True, slots=True)
class Control:
    """The clock of a player at one of his moves.

    index     the place of the move in the current cycle, from 1
    total     days used in this cycle up to and with the move, in days, carried days included
    limit     the days allowed up to here
    overhang  days above the limit, 0 if there are none
    control   the index of the control move that ends this block of ten
    """

    move: int
    index: int
    total: int
    limit: int

    @property
    def exceeded(self) -> bool:
        # [rule BdF § 17]
        return self.total > self.limit

    @property
    def overhang(self) -> int:
        return max(0, self.total - self.limit)

    @property
    def control(self) -> int:
        step = FIGURES.moves_per_control
        return -(-self.index // step) * step

    @property
    def block(self) -> int:
        return self.control // FIGURES.moves_per_control


def limit(index: int) -> int:
    """The days allowed for `index` moves of a cycle: 30 for ten or fewer, 60 for twenty or fewer, and so on."""
    # [rule BdF § 12(1); BdF § 17]
    return FIGURES.days_per_control * -(-index // FIGURES.moves_per_control)


@dataclass(frozen=True, slots=True)
class Restart:
    """A new cycle after the claimed exceedance at own move `after`, with `carried` days charged to it."""

    after: int
    carried: int


@dataclass(slots=True)
class Account:
    """The time account of one player in one game.

    first      the number in the game of the first own move on record
    days       the days of each own move, in order
    restarts   the cycles begun anew, in order
    """

    side: Side
    first: int = 1
    days: list[int] = field(default_factory=list[int])
    restarts: list[Restart] = field(default_factory=list[Restart])
    entries: list[Entry] = field(default_factory=list[Entry])
    _total: int = 0
    _base: int = 0

    @property
    def made(self) -> int:
        """How many own moves have been made."""
        return len(self.days)

    @property
    def total(self) -> int:
        """Days used in the current cycle, carried days included."""
        return self._total

    def open_move(self) -> int:
        """The number in the game of the move that is being thought about."""
        return self.first + len(self.days)

    def book(self, entry: Entry) -> None:
        """Add an entry to the move it names, or to the pending one if that has not been made yet."""
        self.entries.append(entry)
        place = entry.move - self.first
        if place < len(self.days):
            self.days[place] += entry.days
            if place >= self._base:
                self._total += entry.days

    def close(self, days: int) -> Control:
        """Make the pending move with `days` in all, which the caller has booked, and give the clock there."""
        # [rule BdF § 12(2)]
        self.days.append(days)
        self._total += days
        return self.control()

    def control(self) -> Control:
        """The clock at the last move made."""
        index = len(self.days) - self._base
        return Control(self.first + len(self.days) - 1, index, self._total, limit(index))

    def running(self, days: int) -> Control:
        """The clock of the pending move after `days` so far; provisional, because § 7 may book them elsewhere."""
        index = len(self.days) - self._base + 1
        return Control(self.open_move(), index, self._total + days, limit(index))

    def restart(self, after: int, carried: int) -> None:
        """Begin a new cycle with the move behind number `after`."""
        # [rule BdF § 20(1)]
        self.restarts.append(Restart(after, carried))
        self._base = after - self.first + 1
        self._total = carried + sum(self.days[self._base :])

    def undo_restart(self) -> None:
        """Take back the last restart."""
        self.restarts.pop()
        last = self.restarts[-1] if self.restarts else Restart(self.first - 1, 0)
        self._base = last.after - self.first + 1
        self._total = last.carried + sum(self.days[self._base :])

    def controls(self) -> tuple[Control, ...]:
        """The clock at every own move, each in the cycle that it belongs to."""
        return controls(self.days, self.restarts, self.first)


def controls(days: Sequence[int], restarts: Iterable[Restart] = (), first: int = 1) -> tuple[Control, ...]:
    """The clock at every move of a list of days; `restarts` begin new cycles."""
    begins = {restart.after - first + 1: restart.carried for restart in restarts}
    found: list[Control] = []
    base, total = 0, 0
    for place, used in enumerate(days):
        if place in begins:
            base, total = place, begins[place]
        total += used
        index = place - base + 1
        found.append(Control(first + place, index, total, limit(index)))
    return tuple(found)


def exceedances(
    days: Sequence[int], restarts: Iterable[Restart] = (), first: int = 1, policy: Policy = DEFAULT
) -> Decision[tuple[Control, ...]]:
    """The moves at which the time was exceeded: the first of each block of ten, or each one, by policy."""
    trace = Trace()
    found: list[Control] = []
    seen: set[tuple[int, int]] = set()
    for control in controls(days, restarts, first):
        if not control.exceeded:
            continue
        block = (control.move - control.index, control.block)
        if block in seen and policy["exceed_block"] == "once_per_block":
            continue
        seen.add(block)
        found.append(control)
        trace.note(
            "BdF § 17",
            "time.exceeded",
            control.overhang,
            switch="exceed_block",
            move=control.move,
            index=control.index,
            total=control.total,
            limit=control.limit,
        )
    return trace.decide(tuple(found))
