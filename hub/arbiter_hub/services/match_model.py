"""A match as the hub holds it: how it is announced, its log, the orders for it, and when things happened."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final, Literal, cast

from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.store.matches import StoredEntry, StoredMatch, StoredOrder
from arbiter_rules.billiards.balls import ball_of
from arbiter_rules.billiards.match import Ball, Entry, MatchLog, Player, Rules
from arbiter_rules.billiards.match_time import Times, times
from arbiter_rules.billiards.time_limit import Order, Scope, State, Threshold, limited

#: How writes are refused that find no match, no set, or no table for them.
NONE: Final = Phrase(N_("none"))
NO_SET: Final = (Phrase(N_("none is being played")), Phrase(N_("a set that is being played")))
FREE_TABLE: Final = Phrase(N_("a table whose match is decided, or that has none"))


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
    auto_by: str | None = None


@dataclass(frozen=True, slots=True)
class Idempotency:
    """A write's key, and what makes two requests the same."""

    key: str
    request: str


@dataclass(frozen=True, slots=True)
class GivenOrder:
    """An order of the direction, given at the hub or, with a number, by a code at the table. `at`: ms since 1970."""

    order: Order
    at: int
    code: int | None = None


@dataclass(slots=True)
class ActiveMatch:
    """The match that a table has now."""

    stored: StoredMatch
    log: MatchLog
    orders: list[StoredOrder] = field(default_factory=list[StoredOrder])
    threshold: Threshold | None = None
    #: Who has ordered beforehand that an exceeded threshold limits the next set.
    auto_by: str | None = None
    #: When each line of the log happened, ms since 1970.
    moments: dict[str, int] = field(default_factory=dict[str, int])
    #: Whether the log has an order by a code.
    by_code: bool = False

    def add_event(self, rank: int, body: Mapping[str, Any], received_at: int) -> None:
        """The clock's event; its own time of day counts, if it knew it."""
        entry = clock_entry(rank, body)
        self.moments.setdefault(entry.key, int(body["utc"] or received_at))
        self.by_code = self.by_code or is_order_by_code(entry)
        self.log.add(entry)

    def add_entry(self, stored: StoredEntry) -> None:
        """What the hub entered."""
        entry = hub_entry(stored)
        self.moments.setdefault(entry.key, stored.created_at)
        self.log.add(entry)

    def ball(self, player: Player) -> Ball:
        """The player's ball, as it is noted now."""
        return ball_of(player, announced_ball(self.stored), self.log.score)

    @property
    def times(self) -> Times:
        """When the match and its sets began and ended."""
        return times(self.log.rules, self.log.entries, self.moments)

    def limit_order(self, set_number: int) -> GivenOrder | None:
        """The order under which a set is to be played with the limit."""
        given = given_orders(self.orders, self.log if self.by_code else None, self.moments.__getitem__)
        decided = limited([one.order for one in given], set_number).value
        return next((one for one in reversed(given) if one.order is decided), None)

    def set_start(self, number: int, striker: Player, by: str) -> dict[str, object]:
        """What the clock is told when the set begins; `by` tells it where no order of the direction holds."""
        order = self.limit_order(number)
        return {
            "set": number,
            "striker": striker,
            "ball_a": self.ball("a"),
            "limit": order is not None,
            "by": order.order.by if order is not None else by,
            "to_go_a": self.stored.distance,
            "to_go_b": self.stored.distance,
        }


def announced_ball(stored: StoredMatch) -> Ball:
    """Player a's ball as the match was announced."""
    return cast("Ball", stored.players["a"]["ball"])


def given_orders(
    stored: Sequence[StoredOrder], log: MatchLog | None, moment: Callable[[str], int]
) -> list[GivenOrder]:
    """All orders for a match, in the order in which they were given; those by a code are lines of its `log`, at the
    `moment` of their key."""
    given = [
        GivenOrder(
            Order(cast("State", one.state), cast("Scope", one.scope), one.by, one.sets_begun), one.created_at
        )
        for one in stored
    ]
    if log is not None:
        given += _orders_by_code(log, moment)
        # A device's time of day may be wrong; which set was being played is not.
        given.sort(key=lambda one: (one.order.sets_begun, one.at))
    return given


def is_order_by_code(entry: Entry) -> bool:
    """Whether a line of a log is an order that the direction gave by a code at the table."""
    return entry.type == "limit" and entry.data.get("code") is not None


def _orders_by_code(log: MatchLog, moment: Callable[[str], int]) -> list[GivenOrder]:
    begun, given = 0, list[GivenOrder]()
    for entry in log.counting:
        if entry.type == "set_start":
            begun = int(entry.data["set"])
        elif is_order_by_code(entry):
            # [rule DBU 4.5] by code the direction orders for the next set only
            order = Order(entry.data["state"], "next_set", str(entry.data["by"]), begun)
            given.append(GivenOrder(order, moment(entry.key), int(entry.data["code"])))
    return given


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


def entry_row(
    match: int, kind: str, data: Mapping[str, Any], *, by: str, after: tuple[int, int], now: int
) -> dict[str, object]:
    """Columns of a new entry; `after`: (rank, seq) of the event that it follows."""
    return {
        "match_id": match,
        "type": kind,
        "data": dict(data),
        "by": by,
        "after_rank": after[0],
        "after_seq": after[1],
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
