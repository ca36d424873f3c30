"""How long a match has taken: from its first opening stroke, and to the end of each set.

Moments come from outside as milliseconds of one clock, by the key of the entry. What was taken back did not happen.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from arbiter_rules.billiards.match import Entry, Rules, Score, apply, counting


@dataclass(frozen=True, slots=True)
class Times:
    """`begun`: the first stroke's moment, None before it; `set_ends`: the moments at which sets were over."""

    begun: int | None
    set_ends: tuple[int, ...]

    def since_begin(self, now: int) -> int:
        """How long the match has taken at `now`; 0 before its first stroke."""
        return 0 if self.begun is None else max(0, now - self.begun)

    @property
    def ends_since_begin(self) -> tuple[int, ...]:
        """The ends of the sets, counted from the first stroke."""
        return tuple(self.since_begin(end) for end in self.set_ends)


def times(rules: Rules, entries: Iterable[Entry], moments: Mapping[str, int]) -> Times:
    """The times of a match; `moments` has every entry's key."""
    score = Score(rules)
    begun: int | None = None
    ends: list[int] = []
    corrected: int | None = None
    for entry in counting(entries):
        if entry.type == "begun":
            corrected = int(entry.data["at"])
        if begun is None and score.set_running and entry.type in ("start", "shot"):
            begun = moments[entry.key]
        before = sum(one.over for one in score.sets)
        score = apply(score, entry)
        if sum(one.over for one in score.sets) > before:
            ends.append(moments[entry.key])
    return Times(begun if corrected is None else corrected, tuple(ends))
