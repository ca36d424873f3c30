"""How long a match has taken: from its first opening stroke, and to the end of each set, with pauses or without.

Moments come from outside as milliseconds of one clock, by the key of the entry. What was taken back did not happen.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from arbiter_rules.billiards.match import Entry, Rules, Score, apply, counting
from arbiter_rules.billiards.time_limit import MatchTime

#: Types after which a pause is over; a set that is over ends it too.
_ENDS_OF_PAUSES = frozenset(("resume", "start", "shot", "set_start", "set_end"))


@dataclass(frozen=True, slots=True)
class Times:
    """`begun`: the first stroke's moment, None before it; `set_ends`: the moments at which sets were over;
    `pauses`: (begin, end) of each pause of the clock, the end None while it lasts."""

    begun: int | None
    set_ends: tuple[int, ...]
    pauses: tuple[tuple[int, int | None], ...] = ()

    def elapsed(self, now: int, match_time: MatchTime = "gross") -> int:
        """How long the match has taken at `now`, with its pauses or without; 0 before its first stroke."""
        if self.begun is None:
            return 0
        gross = max(0, now - self.begun)
        if match_time == "gross":  # [rule DBU 4.5]
            return gross
        begun = self.begun
        paused = sum(
            max(0, min(now if end is None else end, now) - max(start, begun)) for start, end in self.pauses
        )
        return max(0, gross - paused)

    def ends(self, match_time: MatchTime = "gross") -> tuple[int, ...]:
        """The ends of the sets, counted from the first stroke."""
        return tuple(self.elapsed(end, match_time) for end in self.set_ends)


def times(rules: Rules, entries: Iterable[Entry], moments: Mapping[str, int]) -> Times:
    """The times of a match; `moments` has every entry's key."""
    score = Score(rules)
    begun: int | None = None
    corrected: int | None = None
    ends: list[int] = []
    pauses: list[tuple[int, int | None]] = []
    for entry in counting(entries):
        now = moments[entry.key]
        if entry.type == "begun":
            corrected = int(entry.data["at"])
        if begun is None and score.set_running and entry.type in ("start", "shot"):
            begun = now
        before = sum(one.over for one in score.sets)
        score = apply(score, entry)
        set_over = sum(one.over for one in score.sets) > before
        if set_over:
            ends.append(now)
        paused = bool(pauses) and pauses[-1][1] is None
        if entry.type == "pause" and not paused:
            pauses.append((now, None))
        elif paused and (set_over or entry.type in _ENDS_OF_PAUSES):
            pauses[-1] = (pauses[-1][0], now)
    return Times(begun if corrected is None else corrected, tuple(ends), tuple(pauses))
