"""From the broker to the store: parse, leave out what is known, store, commit, acknowledge, confirm to the device.

One task writes, in batches. Nothing is acknowledged before it is committed, and everything in the order in which it
came. While the store fails nothing is acknowledged, so the broker and the devices hold what we cannot.
What does not parse goes into quarantine in the same transaction and is acknowledged: it never blocks the queue.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from arbiter_clock import wire, wire_schema
from arbiter_clock.errors import FieldError
from arbiter_hub.broker.connection import Connection, Incoming
from arbiter_hub.log import logger
from arbiter_hub.metrics import Metrics
from arbiter_hub.services.decoding import decode
from arbiter_hub.services.journals import Journals
from arbiter_hub.settings import Settings
from arbiter_hub.sites import Sites
from arbiter_hub.store.engine import Store
from arbiter_hub.store.events import add_epoch, add_events, add_quarantine, add_tables, give_up_below

#: How many bytes of a message that does not parse are kept.
QUARANTINE_BYTES = 4_096
#: With so many messages waiting no more are read, and reading goes on when so few are left.
HIGH, LOW = 4_000, 2_000
#: Confirmations to devices are gathered for so long, and for longer when many devices wait for one.
CONFIRM_S, CONFIRM_MANY_S, MANY = 0.02, 0.1, 10
RETRY_S = (0.05, 0.2, 0.5, 1.0, 2.0)

log = logger("ingest")

#: What the service hands on after the commit: (table, journal's rank, event), in the order of arrival.
NewEvents = Sequence[tuple[str, int, dict[str, Any]]]

#: What is done with new events (table, event) in the transaction in which they are stored, at a time (ms since 1970).
Within = Callable[[AsyncConnection, Sequence[tuple[str, dict[str, Any]]], int], Awaitable[None]]


@dataclass(slots=True)
class _Item:
    """A message on its way: an event, or the reason why it is none, or neither and only to be acknowledged."""

    message: Incoming
    table: str = ""
    event: dict[str, Any] | None = None
    poison: FieldError | None = None


class Ingest:
    """The only writer of events."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        journals: Journals,
        metrics: Metrics,
        *,
        on_message: Callable[[str, str, dict[str, Any], bool], None],
        on_events: Callable[[NewEvents], None],
        within: Within,
        utc: Callable[[], int],
        sites: Sites | None = None,
    ):
        self.works = True
        self._sites = sites or Sites(settings.site)
        self._settings, self._store, self._journals, self._metrics = settings, store, journals, metrics
        self._on_message, self._on_events, self._utc = on_message, on_events, utc
        self._within = within
        self._queue: asyncio.Queue[_Item] = asyncio.Queue()
        self._tables: set[str] = set()
        self._unconfirmed: dict[tuple[str, str], None] = {}
        self._confirming: asyncio.TimerHandle | None = None
        self._connection: Connection | None = None
        self._counters = {kind: metrics.messages.labels(kind) for kind in wire_schema.MESSAGES}
        self._idle = asyncio.Event()
        self._idle.set()

    def bind(self, connection: Connection, tables: Sequence[str]) -> None:
        """Where acknowledgements go, and which tables are known."""
        self._connection = connection
        self._tables = set(tables)

    def know(self, tables: Sequence[str]) -> None:
        """Further tables."""
        self._tables.update(tables)

    def leave(self, tables: Sequence[str]) -> None:
        """Tables that are the hub's no longer."""
        self._tables.difference_update(tables)

    def receive(self, message: Incoming) -> None:
        """Take a message from the connection. Everything but events is handed on at once."""
        item = _Item(message)
        try:
            self._sort(item)
        except FieldError as error:
            item.poison = error
        if message.qos or item.event or item.poison:
            self._idle.clear()
            self._queue.put_nowait(item)
            if self._connection is not None and self._queue.qsize() >= HIGH:
                self._connection.pause()

    async def run(self) -> None:
        """Store what arrives until cancelled."""
        while True:
            batch = await self._next_batch()
            await self._store_batch(batch)
            if self._connection is not None and self._queue.qsize() <= LOW:
                self._connection.resume()
            if self._queue.empty():
                self._idle.set()

    def disconnected(self) -> None:
        """Drop what waits: it was not acknowledged, so the broker, or else the device, delivers it again."""
        while not self._queue.empty():
            self._queue.get_nowait()

    async def settled(self) -> None:
        """Return once nothing is on its way."""
        await self._idle.wait()

    def confirm_all(self) -> None:
        """Tell every device again how far its journal is stored."""
        for table in self._tables:
            current = self._journals.current(table)
            if current is not None:
                self._unconfirmed[table, current[0]] = None
        self._send_confirmations()

    def ask_for_gaps(self) -> None:
        """Repeat the confirmation to devices of which events are missing: they send again all that follows it."""
        self._unconfirmed.update(dict.fromkeys(self._journals.with_gaps()))
        self._send_confirmations()

    def _sort(self, item: _Item) -> None:
        message = item.message
        site, name, kind = _parse_topic(message.topic)
        # The broker may still send what an earlier subscription of this session has asked for.
        table = self._sites.key(site, name)
        self._counters[kind].inc()
        if message.retain and kind in ("event", "cmd"):
            self._clear_retained(message, kind)
            return
        if kind == "cmd" or not message.payload:
            return  # our own, where the broker sends it back, or a retained topic that was cleared
        body = decode(kind, message.payload)
        if table not in self._tables:
            if len(self._tables) >= self._settings.max_tables:
                raise FieldError(
                    "table", table, f"one of the {self._settings.max_tables} tables known so far"
                )
            self._tables.add(table)
        item.table = table
        if kind == "event":
            item.event = body
        if kind in ("event", "state", "status"):
            self._journals.use(table, str(body["epoch"]))
        self._on_message(table, kind, body, message.retain)

    def _clear_retained(self, message: Incoming, kind: str) -> None:
        self._metrics.retained_faults.labels(kind).inc()
        log.warning(
            "a retained message that must not be retained is cleared and not acted on", topic=message.topic
        )
        if self._connection is not None:
            self._connection.publish(message.topic, b"", retain=True)

    async def _next_batch(self) -> list[_Item]:
        batch = [await self._queue.get()]
        loop = asyncio.get_running_loop()
        end = loop.time() + self._settings.batch_ms / 1000
        while len(batch) < self._settings.batch_size:
            if not self._queue.empty():
                batch.append(self._queue.get_nowait())
                continue
            left = end - loop.time()
            if left <= 0:
                break
            try:
                async with asyncio.timeout(left):
                    batch.append(await self._queue.get())
            except TimeoutError:
                break
        return batch

    async def _store_batch(self, batch: list[_Item]) -> None:
        started = asyncio.get_running_loop().time()
        failures = 0
        while True:
            try:
                new = await self._commit(batch)
                break
            except (SQLAlchemyError, OSError) as error:
                self.works = False
                self._metrics.store_errors.inc()
                log.error("the store failed; nothing is acknowledged meanwhile", error=str(error))
                await asyncio.sleep(RETRY_S[min(failures, len(RETRY_S) - 1)])
                failures += 1
        self.works = True
        if self._connection is not None:
            self._connection.acknowledge([item.message for item in batch])
        self._account(batch, new)
        self._metrics.commit_seconds.observe(asyncio.get_running_loop().time() - started)
        if new:
            self._on_events(new)

    async def _commit(self, batch: list[_Item]) -> NewEvents:
        """Store what is new of a batch in one transaction; only then note it as stored."""
        fresh: dict[tuple[str, str, int], _Item] = {}
        lost: dict[tuple[str, str], int] = {}
        for item in batch:
            if item.event is not None:
                epoch, seq = str(item.event["epoch"]), int(item.event["seq"])
                tracker = self._journals.get(item.table, epoch)
                if tracker is None or not tracker.has(seq):
                    fresh.setdefault((item.table, epoch, seq), item)
                elif tracker.is_lost_below(seq):
                    lost[item.table, epoch] = seq - 1
        poison = [item for item in batch if item.poison is not None]
        ranks: dict[tuple[str, str], int] = {}
        now = self._utc()
        if fresh or poison or lost:
            unknown = {
                (table, epoch): None for table, epoch, _ in fresh if self._journals.get(table, epoch) is None
            }
            async with self._store.write() as connection:
                await add_tables(connection, [table for table, _ in unknown], now)
                for table, epoch in unknown:
                    ranks[table, epoch] = await add_epoch(connection, table, epoch)
                await add_events(connection, [_event_row(*key, item, now) for key, item in fresh.items()])
                told = [(item.table, item.event) for item in fresh.values() if item.event is not None]
                await self._within(connection, told, now)
                await add_quarantine(connection, [_quarantine_row(item, now) for item in poison])
                for (table, epoch), base in lost.items():
                    await give_up_below(connection, table, epoch, base)
        self._note_lost(lost)
        return self._note(fresh, ranks)

    def _note(self, fresh: dict[tuple[str, str, int], _Item], ranks: dict[tuple[str, str], int]) -> NewEvents:
        for (table, epoch), rank in ranks.items():
            self._journals.add(table, epoch, rank)
        new: list[tuple[str, int, dict[str, Any]]] = []
        for (table, epoch, seq), item in fresh.items():
            tracker = self._journals.get(table, epoch)
            assert tracker is not None and item.event is not None  # noqa: S101, PT018 - made above, or known
            tracker.add((seq,))
            new.append((table, tracker.rank, item.event))
        return new

    def _note_lost(self, lost: dict[tuple[str, str], int]) -> None:
        for (table, epoch), base in lost.items():
            tracker = self._journals.get(table, epoch)
            if tracker is not None:
                log.error("events are lost", table=table, epoch=epoch, after=tracker.contiguous, up_to=base)
                tracker.give_up_below(base)

    def _account(self, batch: list[_Item], new: NewEvents) -> None:
        events = 0
        for item in batch:
            if item.poison is not None:
                self._metrics.quarantined.labels(item.poison.field.partition(".")[0]).inc()
                log.warning("quarantine", topic=item.message.topic, reason=str(item.poison))
            elif item.event is not None:
                events += 1
                self._unconfirmed[item.table, str(item.event["epoch"])] = None
        self._metrics.events.inc(len(new))
        self._metrics.duplicates.inc(events - len(new))
        if self._unconfirmed and self._confirming is None:
            loop = asyncio.get_running_loop()
            delay = CONFIRM_S if len(self._unconfirmed) <= MANY else CONFIRM_MANY_S
            self._confirming = loop.call_later(delay, self._send_confirmations)

    def _send_confirmations(self) -> None:
        self._confirming = None
        waiting, self._unconfirmed = self._unconfirmed, {}
        for table, epoch in waiting:
            tracker = self._journals.get(table, epoch)
            if tracker is not None and self._connection is not None and self._sites.knows(table):
                payload = wire.encode("ack", {"v": wire.VERSION, "epoch": epoch, "seq": tracker.contiguous})
                self._connection.publish(self._sites.topic(table, "ack"), payload, retain=True)


@lru_cache(maxsize=4096)
def _parse_topic(topic: str) -> tuple[str, str, str]:
    return wire.parse_topic(topic)


def _event_row(table: str, epoch: str, seq: int, item: _Item, now: int) -> dict[str, object]:
    kind = item.event["type"] if item.event is not None else ""
    body = item.message.payload.decode()
    return {"table_id": table, "epoch": epoch, "seq": seq, "type": kind, "body": body, "received_at": now}


def _quarantine_row(item: _Item, now: int) -> dict[str, object]:
    payload = item.message.payload
    return {
        "topic": item.message.topic[:1000].replace("\0", "\ufffd"),
        "payload": payload[:QUARANTINE_BYTES],
        "size": len(payload),
        "reason": str(item.poison).replace("\0", "\ufffd"),
        "received_at": now,
    }
