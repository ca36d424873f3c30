"""A match as the hub holds it: how it is announced, its log, the orders for it, and when things happened."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, cast

from arbiter_hub.store.matches import StoredEntry, StoredMatch, StoredOrder
from arbiter_rules.billiards.match import Entry, MatchLog, Rules
from arbiter_rules.billiards.match_time import Times, times
from arbiter_rules.billiards.time_limit import Order, Scope, State, Threshold, limited


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """One side of a match."""

    name: str
    club: str
    ball: Literal["white", "yellow"]


@dataclass(frozen=True, slots=True)
class MatchSpec:
    """A match as it is announced."""

    title: str
    discipline: str
    preset: str
    edition: str
    distance: int | None
    best_of: int
    a: PlayerSpec
    b: PlayerSpec
    limit_by: str | None = None
    threshold: Threshold | None = None


@dataclass(frozen=True, slots=True)
class Idempotency:
    """A write's key, and what makes two requests the same."""

    key: str
    request: str


@dataclass(slots=True)
class ActiveMatch:
    """The match that a table has now."""

    stored: StoredMatch
    log: MatchLog
    orders: list[StoredOrder] = field(default_factory=list[StoredOrder])
    threshold: Threshold | None = None
    #: When each line of the log happened, ms since 1970.
    moments: dict[str, int] = field(default_factory=dict[str, int])

    def add_event(self, rank: int, body: Mapping[str, Any], received_at: int) -> None:
        """The clock's event; its own time of day counts, if it knew it."""
        entry = clock_entry(rank, body)
        self.moments.setdefault(entry.key, int(body["utc"] or received_at))
        self.log.add(entry)

    def add_entry(self, stored: StoredEntry) -> None:
        """What the hub entered."""
        entry = hub_entry(stored)
        self.moments.setdefault(entry.key, stored.created_at)
        self.log.add(entry)

    @property
    def times(self) -> Times:
        """When the match and its sets began and ended."""
        return times(self.log.rules, self.log.entries, self.moments)

    def limit_order(self, set_number: int) -> StoredOrder | None:
        """The order under which a set is to be played with the limit."""
        orders = [
            Order(cast("State", one.state), cast("Scope", one.scope), one.by, one.sets_begun)
            for one in self.orders
        ]
        decided = limited(orders, set_number).value
        return None if decided is None else self.orders[orders.index(decided)]


def clock_entry(rank: int, body: Mapping[str, Any]) -> Entry:
    """A clock's event as a line of a match's log."""
    return Entry((rank, int(body["seq"]), 0, 0), f"{body['epoch']}:{body['seq']}", str(body["type"]), body)


def hub_entry(entry: StoredEntry) -> Entry:
    """The hub's entry as a line of a match's log."""
    return Entry((entry.after_rank, entry.after_seq, 1, entry.id), f"hub:{entry.id}", entry.type, entry.data)


def rules_of(stored: StoredMatch) -> Rules:
    return Rules(stored.distance, stored.best_of)


def match_row(table: str, spec: MatchSpec, base: tuple[int, int], now: int) -> dict[str, object]:
    """Columns of a new match; `base`: what the table's clock did up to this event belongs to earlier ones."""
    return {
        "table_id": table,
        "title": spec.title,
        "discipline": spec.discipline,
        "preset": spec.preset,
        "edition": spec.edition,
        "distance": spec.distance,
        "best_of": spec.best_of,
        "players": {"a": asdict(spec.a), "b": asdict(spec.b)},
        "base_rank": base[0],
        "base_seq": base[1],
        "created_at": now,
    }


def order_row(
    table: str, match: int | None, state: State, scope: Scope, *, by: str, begun: int, now: int
) -> dict[str, object]:
    """Columns of a new order; `begun`: how many sets of the match had begun by then."""
    return {
        "table_id": table,
        "match_id": match,
        "state": state,
        "scope": scope,
        "by": by,
        "sets_begun": begun,
        "created_at": now,
    }
