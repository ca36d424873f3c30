"""What is known of each device journal: which events are stored, and how far without a gap."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from arbiter_hub.store.events import Journal

#: How often a device must begin above a gap before the gap is taken as lost.
ENOUGH = 3


@dataclass(slots=True)
class Tracker:
    """One journal. `contiguous`: every event up to here is stored, or can no longer be had."""

    rank: int
    contiguous: int = 0
    above: set[int] = field(default_factory=set[int])
    asked: bool = False
    repeats: int = 0

    def has(self, seq: int) -> bool:
        """Whether the event is stored."""
        return seq <= self.contiguous or seq in self.above

    def add(self, seqs: Iterable[int]) -> None:
        """Note stored events."""
        self.above.update(seq for seq in seqs if seq > self.contiguous)
        self._close_gap()

    def is_lost_below(self, seq: int) -> bool:
        """Note a stored event that came again. True when what is missing below it can no longer be had: the device
        was asked and began with this one, `ENOUGH` times."""
        if self.asked and self.above and seq == min(self.above):
            self.asked = False
            self.repeats += 1
        return self.repeats >= ENOUGH

    def give_up_below(self, seq: int) -> None:
        """Events up to `seq` can no longer be had."""
        self.contiguous = max(self.contiguous, seq)
        self.above = {one for one in self.above if one > seq}
        self._close_gap()

    @property
    def newest(self) -> int:
        """The highest event stored."""
        return max(self.above, default=self.contiguous)

    def _close_gap(self) -> None:
        while self.contiguous + 1 in self.above:
            self.contiguous += 1
            self.above.remove(self.contiguous)
            self.repeats = 0


class Journals:
    """All journals, and which one each table's device uses now."""

    def __init__(self) -> None:
        self._trackers: dict[tuple[str, str], Tracker] = {}
        self._current: dict[str, str] = {}

    def load(self, journals: Iterable[Journal]) -> None:
        """Take over what is stored; of a table's journals the last one becomes the current one."""
        for one in journals:
            self._trackers[one.table, one.epoch] = Tracker(one.rank, one.contiguous, set(one.above))
            self._current[one.table] = one.epoch

    def get(self, table: str, epoch: str) -> Tracker | None:
        return self._trackers.get((table, epoch))

    def add(self, table: str, epoch: str, rank: int) -> Tracker:
        """A journal that was not known."""
        tracker = self._trackers[table, epoch] = Tracker(rank)
        return tracker

    def use(self, table: str, epoch: str) -> None:
        """The table's device has this journal now."""
        self._current[table] = epoch

    def current(self, table: str) -> tuple[str, Tracker] | None:
        """Epoch and tracker of the table's device, if anything of it is stored."""
        epoch = self._current.get(table)
        tracker = self._trackers.get((table, epoch)) if epoch is not None else None
        return None if epoch is None or tracker is None else (epoch, tracker)

    def with_gaps(self) -> list[tuple[str, str]]:
        """(table, epoch) of the journals in use that have events above a gap; they are marked as asked."""
        found: list[tuple[str, str]] = []
        for table, epoch in self._current.items():
            tracker = self._trackers.get((table, epoch))
            if tracker is not None and tracker.above:
                tracker.asked = True
                found.append((table, epoch))
        return found

    def position(self, table: str) -> tuple[int, int]:
        """(rank, seq) of the newest event stored of the table's newest journal; (0, 0) for none."""
        mine = [tracker for (name, _), tracker in self._trackers.items() if name == table]
        newest = max(mine, key=lambda tracker: tracker.rank, default=None)
        return (0, 0) if newest is None else (newest.rank, newest.newest)
