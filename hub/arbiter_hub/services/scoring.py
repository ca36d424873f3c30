"""Matches on tables: their logs, their scores, and what the scorer enters.

The score is the fold of `arbiter_rules.billiards.match` over the clock's events and the hub's entries; this service
keeps one such log a table, feeds it with what is stored, and publishes what comes out. It books no time penalty.
"""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any, Literal, cast

from arbiter_clock import wire
from arbiter_hub.broker.connection import Connection
from arbiter_hub.errors import RefusedError
from arbiter_hub.live import Live
from arbiter_hub.log import logger
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.services.commands import Commands
from arbiter_hub.services.ingest import NewEvents
from arbiter_hub.services.journals import Journals
from arbiter_hub.services.match_loading import load_match
from arbiter_hub.services.match_model import (
    NO_SET,
    NONE,
    ActiveMatch,
    Idempotency,
    MatchSpec,
    PlayerSpec,
    clock_entry,
    entry_row,
    hub_entry,
    match_row,
    order_row,
    rules_of,
)
from arbiter_hub.services.score_message import score_message
from arbiter_hub.services.stored_thresholds import threshold_row
from arbiter_hub.settings import Settings
from arbiter_hub.sites import Sites
from arbiter_hub.store.engine import Store
from arbiter_hub.store.events import add_tables
from arbiter_hub.store.idempotency import earlier_answer, keep_answer
from arbiter_hub.store.matches import (
    StoredOrder,
    add_entry,
    add_match,
    add_order,
    changes_of,
    current_matches,
)
from arbiter_hub.store.tournaments import add_threshold
from arbiter_rules.billiards.match import MatchLog, Player
from arbiter_rules.billiards.time_limit import Scope, State

__all__ = ["ActiveMatch", "Idempotency", "MatchSpec", "PlayerSpec", "Scoring", "clock_entry", "hub_entry"]

log = logger("scoring")


class Scoring:
    """Everything about scores."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        journals: Journals,
        *,
        live: Live,
        commands: Commands,
        utc: Callable[[], int],
        sites: Sites | None = None,
    ):
        self._store, self._journals = store, journals
        self._sites = sites or Sites(settings.site)
        self._live, self._commands, self._utc = live, commands, utc
        self._active: dict[str, ActiveMatch] = {}
        self._changes: dict[str, int] = {}
        self._connection: Connection | None = None
        self._errands: set[asyncio.Task[None]] = set()
        self._ordered: dict[str, int] = {}  # the set that each clock was last told to begin
        self._untold: set[str] = set()  # tables whose clock could not be told the score

    def bind(self, connection: Connection) -> None:
        """Where scores are published."""
        self._connection = connection

    async def load(self, tables: Sequence[str]) -> None:
        """Fold the current matches of these tables anew from the store."""
        async with self._store.read() as connection:
            for table in tables:
                self._changes[table] = await changes_of(connection, table)
            for stored in await current_matches(connection):
                if stored.table in tables:
                    self._active[stored.table] = await load_match(connection, stored)
        for table in tables:
            self._show(table)

    def leave(self, tables: Sequence[str]) -> None:
        """These tables are the hub's no longer: nobody is to be shown their last score as if it were the newest."""
        for table in tables:
            if self._active.pop(table, None) is not None and self._connection is not None:
                self._connection.publish(self._sites.topic(table, "score"), b"", retain=True)

    async def stop(self) -> None:
        """Let errands to clocks go."""
        for errand in self._errands:
            errand.cancel()
        await asyncio.gather(*self._errands, return_exceptions=True)

    def active(self, table: str) -> ActiveMatch:
        """The table's match; RefusedError 409 if it has none."""
        active = self._active.get(table)
        if active is None:
            raise RefusedError(409, "match", NONE, Phrase(N_("a match on table {table}"), table=table))
        return active

    def is_being_played(self, table: str) -> bool:
        """Whether the table has a match that is not decided."""
        active = self._active.get(table)
        return active is not None and active.log.score.winner is None

    @property
    def decided(self) -> list[int]:
        """Numbers of the matches on tables that have a winner."""
        return [one.stored.id for one in self._active.values() if one.log.score.winner is not None]

    def with_thresholds(self) -> dict[str, ActiveMatch]:
        """The matches that have a threshold, by table."""
        return {table: active for table, active in self._active.items() if active.threshold is not None}

    def has_match(self, table: str) -> bool:
        return table in self._active

    def absorb(self, new: NewEvents) -> None:
        """Events were stored."""
        touched: dict[str, None] = {}
        to_tell: dict[str, bool] = {}
        for table, rank, body in new:
            self._changes[table] = self._changes.get(table, 0) + 1
            touched[table] = None
            active = self._active.get(table)
            if active is None:
                continue
            base = (active.stored.base_rank, active.stored.base_seq)
            if (rank, int(body["seq"])) > base:
                was_running = active.log.score.set_running
                active.add_event(rank, body, self._utc())
                over = was_running and not active.log.score.set_running
                if over and not body.get("set_end"):
                    # The clock did not know how few points were missing: the set is over all the same.
                    to_tell[table] = True
                elif self._must_hear(table, body):
                    to_tell.setdefault(table, False)
        for table in touched:
            self._show(table)
        for table, set_ended in to_tell.items():
            self._tell_clock(table, self._active[table], set_ended=set_ended)

    def _must_hear(self, table: str, body: Mapping[str, Any]) -> bool:
        """Whether the clock may not know how many points are missing, which decides if a penalty ends the set."""
        if body["type"] == "set_start":
            return body["set"] != self._ordered.get(table)  # begun at the table
        # A reset brings back what was known at the last event.
        return body["type"] == "restored" or table in self._untold

    async def open_match(
        self, table: str, spec: MatchSpec, once: Idempotency | None = None
    ) -> dict[str, Any]:
        """Put a match on the table; the one before it is closed."""
        base = self._newest_told(table)
        async with self._store.write() as connection:
            if once is not None and (known := await earlier_answer(connection, once.key, once.request)):
                return known
            now = self._utc()
            self._sites.address(table)  # it may have been given up meanwhile
            await add_tables(connection, [table], now)
            stored = await add_match(connection, match_row(table, spec, base, now))
            orders: list[StoredOrder] = []
            if spec.limit_by is not None:
                order = order_row(table, stored.id, "armed", "remaining", by=spec.limit_by, begun=0, now=now)
                orders.append(await add_order(connection, order))
            if (threshold := spec.threshold) is not None:
                await add_threshold(connection, threshold_row(stored.id, threshold, spec.auto_by))
            answer: dict[str, Any] = {"match": stored.id, "table": table}
            if once is not None:
                await keep_answer(connection, once.key, once.request, answer, now)
        self._ordered.pop(table, None)
        empty = MatchLog(rules_of(stored))
        self._active[table] = ActiveMatch(stored, empty, orders, spec.threshold, spec.auto_by)
        self._changed(table)
        return answer

    async def enter(
        self,
        table: str,
        kind: str,
        data: Mapping[str, Any],
        by: str,
        once: Idempotency | None = None,
        *,
        after: tuple[int, int] | None = None,
        check: Callable[[], object] | None = None,
    ) -> dict[str, Any]:
        """Add an entry to the log of the table's match, at its end or `after` an event (rank, seq), and tell the clock
        how many points are missing now. `check` raises what is against it, when nobody else can write."""
        active = self.active(table)
        async with self._store.write() as connection:
            if once is not None and (known := await earlier_answer(connection, once.key, once.request)):
                return known
            if check is not None:
                check()
            now = self._utc()
            end = max(self._journals.position(table), (active.stored.base_rank, active.stored.base_seq))
            row = entry_row(active.stored.id, kind, data, by=by, after=after or end, now=now)
            entry = await add_entry(connection, row)
            answer: dict[str, Any] = {"entry": f"hub:{entry.id}", "match": active.stored.id}
            if once is not None:
                await keep_answer(connection, once.key, once.request, answer, now)
        was_running = active.log.score.set_running
        active.add_entry(entry)
        self._changed(table)
        self._tell_clock(table, active, set_ended=was_running and not active.log.score.set_running)
        return answer

    async def order_limit(
        self, table: str, state: State, scope: Scope, by: str, once: Idempotency | None = None
    ) -> dict[str, Any]:
        """The direction orders the limit on or off. It is recorded whether or not a clock answers; one that does
        not is told with the next set."""
        active = self._active.get(table)
        begun = active.log.score.current.number if active is not None else 0
        async with self._store.write() as connection:
            if once is not None and (known := await earlier_answer(connection, once.key, once.request)):
                return known
            now = self._utc()
            await add_tables(connection, [table], now)
            match = active.stored.id if active is not None else None
            order = await add_order(
                connection, order_row(table, match, state, scope, by=by, begun=begun, now=now)
            )
            answer: dict[str, Any] = {
                "order": order.id,
                "state": state,
                "scope": scope,
                "by": by,
                "from_set": begun + 1 if state == "armed" and active is not None else None,
                "at": order.created_at,
            }
            if once is not None:
                await keep_answer(connection, once.key, once.request, answer, now)
        if active is not None:
            active.orders.append(order)
        self._changed(table)
        self._errand(self._order_clock(table, state, by))
        return answer

    async def start_set(self, table: str, striker: Player, by: str, txn: str | None = None) -> dict[str, Any]:
        """Tell the clock to begin the next set; whether with the limit follows from the orders alone."""
        active = self.active(table)
        score = active.log.score
        if score.winner is not None:
            found = Phrase(N_("won by {winner}"), winner=score.winner)
            raise RefusedError(409, "match", found, Phrase(N_("a match that is not decided")))
        if score.set_running:
            found = Phrase(N_("set {set} is being played"), set=score.current.number)
            raise RefusedError(409, "set", found, Phrase(N_("a set that is over")))
        number = score.current.number + 1
        order = active.limit_order(number)
        self._ordered[table] = number
        reply = await self._commands.send(
            table,
            "set_start",
            active.set_start(number, striker, by),
            "direction" if order is not None else "scorer",
            txn=txn,
        )
        if not reply.ok:
            raise RefusedError(409, "clock", reply.error, Phrase(N_("a clock that can begin a set now")))
        return {"set": number, "limit": order is not None}

    async def end_set(
        self, table: str, winner: Player, by: str, once: Idempotency | None = None
    ) -> dict[str, Any]:
        """Give the set that is being played to a player, whatever the points: a concession, say."""
        data = {"set": await self._running_set(table, once), "winner": winner}
        return await self.enter(table, "award", data, by, once)

    async def add_points(
        self,
        table: str,
        player: Player,
        points: int,
        by: str,
        once: Idempotency | None = None,
        *,
        more: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Credit points in the set that is being played; `more` is kept in the entry beside them."""
        data = {"set": await self._running_set(table, once), "player": player, "points": points}
        return await self.enter(table, "points", {**data, **(more or {})}, by, once)

    async def _running_set(self, table: str, once: Idempotency | None) -> int:
        score = self.active(table).log.score
        if not score.set_running and (once is None or await self.answered(once) is None):
            raise RefusedError(409, "set", *NO_SET)
        return score.current.number

    async def correct(
        self,
        table: str,
        entry: str,
        action: Literal["revoke", "reinstate"],
        note: str,
        *,
        by: str,
        once: Idempotency | None = None,
    ) -> dict[str, Any]:
        """Take an entry or event of the match back, or put it back; RefusedError 404 if the log has no such one."""
        if entry not in self.active(table).log:
            raise RefusedError(404, "entry", entry, Phrase(N_("an entry of this match's log")))
        return await self.enter(table, action, {"entry": entry, "note": note}, by, once)

    async def answered(self, once: Idempotency) -> dict[str, Any] | None:
        """The answer that was given under a key, if any."""
        async with self._store.read() as connection:
            return await earlier_answer(connection, once.key, once.request)

    def message(self, table: str) -> dict[str, Any] | None:
        """The `score` message of a table, or None if there is no match on it."""
        active = self._active.get(table)
        if active is None:
            return None
        _, name = self._sites.address(table)
        return score_message(active, self._changes.get(table, 0), self._journals.current(table), name)

    def publish_all(self) -> None:
        """After a connect: the broker may have forgotten everything."""
        for table in self._active:
            self._show(table)

    def _newest_told(self, table: str) -> tuple[int, int]:
        """(rank, seq) of the newest event that the clock is known to have, stored or not."""
        rank, seq = self._journals.position(table)
        clock = self._live.board(table).clock
        current = self._journals.current(table)
        if (
            clock is not None
            and current is not None
            and clock["epoch"] == current[0]
            and current[1].rank == rank
        ):
            seq = max(seq, int(cast("int", clock["seq"])))
        return rank, seq

    def _changed(self, table: str) -> None:
        self._changes[table] = self._changes.get(table, 0) + 1
        self._show(table)

    def _show(self, table: str) -> None:
        message = self.message(table)
        if message is None:
            return
        self._live.score(table, message)
        if self._connection is not None:
            topic = self._sites.topic(table, "score")
            self._connection.publish(topic, wire.encode("score", message), retain=True)

    def _tell_clock(self, table: str, active: ActiveMatch, *, set_ended: bool) -> None:
        if set_ended:
            self._errand(self._quietly(table, "set_end", {}))
            return
        current, score = self._journals.current(table), active.log.score
        to_go_a, to_go_b = score.to_go("a"), score.to_go("b")
        if current is not None and score.set_running and to_go_a is not None and to_go_b is not None:
            epoch, tracker = current
            data = {"a": to_go_a, "b": to_go_b, "epoch": epoch, "as_of_seq": tracker.newest}
            self._errand(self._quietly(table, "points_to_go", data))

    async def _order_clock(self, table: str, state: State, by: str) -> None:
        await self._quietly(table, "limit", {"state": state, "by": by}, role="direction")

    async def _quietly(
        self,
        table: str,
        kind: str,
        data: Mapping[str, object],
        *,
        role: Literal["direction", "scorer"] = "scorer",
    ) -> None:
        self._untold.discard(table)
        try:
            await self._commands.send(table, kind, data, role)
        except RefusedError as error:
            self._untold.add(table)
            log.warning("a clock was not told", table=table, type=kind, reason=str(error))

    def _errand(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)
