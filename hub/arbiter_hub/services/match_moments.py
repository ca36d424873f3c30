"""When each line of a match's log was made, and how long the match has taken by them, in ms since 1970 and in ms."""

from collections.abc import Sequence
from dataclasses import dataclass

from arbiter_hub.store.events import StoredEvent
from arbiter_hub.store.matches import StoredEntry
from arbiter_rules.billiards.match import Entry, MatchLog
from arbiter_rules.billiards.match_time import times


class Moments:
    """When each line of the log was made, and by whom."""

    def __init__(self, events: Sequence[tuple[int, StoredEvent]], entries: Sequence[StoredEntry]):
        self.by_key = {f"{event.epoch}:{event.seq}": _time(event) for _, event in events}
        self.by_key |= {f"hub:{entry.id}": entry.created_at for entry in entries}
        self._by = {f"hub:{entry.id}": entry.by for entry in entries}

    def at(self, entry: Entry) -> int:
        return self.by_key[entry.key]

    def of(self, key: str) -> int:
        return self.by_key[key]

    def by(self, entry: Entry) -> str | None:
        # Of the clock's steps only the corrected balls bear a name.
        return self._by.get(entry.key) or entry.data.get("by")


def _time(event: StoredEvent) -> int:
    utc = event.body["utc"]
    return event.received_at if utc is None else int(utc)


@dataclass(frozen=True, slots=True)
class PlayedTime:
    """How long a match took from its first stroke to its end, or to the last line of its log.

    gross_ms         with the pauses of the clock           net_ms   without them
    no_next_set_at   when its threshold was exceeded and no further set could be limited, ms since 1970
    """

    gross_ms: int
    net_ms: int
    no_next_set_at: int | None


def played_time(log: MatchLog, moments: Moments, ended_at: int | None) -> PlayedTime:
    """The time of a match that is over at `ended_at`, or that is being played."""
    found = times(log.rules, log.entries, moments.by_key)
    until = max((moments.at(one) for one in log.counting), default=0) if ended_at is None else ended_at
    noted = (moments.at(one) for one in log.counting if one.type == "threshold")
    return PlayedTime(found.elapsed(until), found.elapsed(until, "net"), next(noted, None))
