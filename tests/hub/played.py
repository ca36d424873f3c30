"""Matches that were played, straight into a store: what a clock and a scorer would have left there."""

from collections.abc import Sequence
from typing import Any

from hub.device import set_start
from sqlalchemy import delete

from arbiter_clock import wire
from arbiter_hub.live import Live
from arbiter_hub.metrics import Metrics
from arbiter_hub.services.commands import Commands
from arbiter_hub.services.journals import Journals
from arbiter_hub.services.scoring import Scoring
from arbiter_hub.settings import Settings
from arbiter_hub.store.engine import Store
from arbiter_hub.store.events import add_epoch, add_events, add_tables, journals
from arbiter_hub.store.exports import RECORDS
from arbiter_hub.store.matches import add_entry, add_match, add_order
from arbiter_hub.store.schema import tables

BEGAN = 1_790_000_000_000
PLAYERS = {
    "a": {"name": "Anna Albers", "club": "BC Elbe", "ball": "white"},
    "b": {"name": "Bernd Brandt", "club": "BV Harz", "ball": "yellow"},
}


class Played:
    """Writes what happens, a second at a time."""

    def __init__(self, store: Store, table: str = "1"):
        self.store, self.table = store, table
        self.epoch, self.rank, self.seq = "", 0, 0
        self.match = 0
        self.now = BEGAN
        self.keys: list[str] = []

    async def clock(self, epoch: str) -> None:
        """Another clock is put on the table."""
        async with self.store.write() as connection:
            await add_tables(connection, [self.table], self.now)
            self.rank = await add_epoch(connection, self.table, epoch)
        self.epoch, self.seq = epoch, 0

    async def open(self, **changes: Any) -> int:
        """A match is put on the table."""
        values: dict[str, Any] = {
            "table_id": self.table,
            "title": "Halbfinale",
            "discipline": "5-Kegel",
            "preset": "dbu-5-kegel",
            "edition": "DBU, undated, with 4.5",
            "distance": 50,
            "best_of": 3,
            "players": PLAYERS,
            "base_rank": self.rank,
            "base_seq": self.seq,
            "created_at": self._tick(),
            **changes,
        }
        async with self.store.write() as connection:
            await add_tables(connection, [self.table], self.now)
            self.match = (await add_match(connection, values)).id
        return self.match

    async def event(self, kind: str, **fields: Any) -> int:
        """The clock tells something; its number."""
        self.seq += 1
        now = self._tick()
        head = {"v": wire.VERSION, "epoch": self.epoch, "seq": self.seq, "boot": 1, "t": 1000 * self.seq}
        body = {**head, "utc": now, "type": kind, **fields}
        row = {
            "table_id": self.table,
            "epoch": self.epoch,
            "seq": self.seq,
            "type": kind,
            "body": wire.encode("event", body).decode(),
            "received_at": now,
        }
        async with self.store.write() as connection:
            await add_events(connection, [row])
        self.keys.append(f"{self.epoch}:{self.seq}")
        return self.seq

    async def set_start(self, number: int = 1, *, limit: bool = True, striker: str = "a") -> None:
        await self.event("set_start", **set_start(number, limit=limit, striker=striker))

    async def shot(self, striker: str, elapsed: int = 20_000, number: int = 1, stroke: int = 1) -> None:
        await self.event(
            "shot", set=number, stroke=stroke, striker=striker, period=1, elapsed_ms=elapsed, paused=False
        )

    async def penalty(self, striker: str, n: int = 1, number: int = 1, stroke: int = 1) -> int:
        to = "b" if striker == "a" else "a"
        return await self.event(
            "penalty",
            set=number,
            stroke=stroke,
            striker=striker,
            to=to,
            n=n,
            points=2,
            at=40_000,
            turn_lost=n == 2,
            free_ball=to if n == 2 else None,
            set_end=False,
        )

    async def enter(self, kind: str, data: dict[str, Any], by: str = "Schreiber") -> str:
        """The hub enters something; its key."""
        values = {
            "match_id": self.match,
            "type": kind,
            "data": data,
            "by": by,
            "after_rank": self.rank,
            "after_seq": self.seq,
            "created_at": self._tick(),
        }
        async with self.store.write() as connection:
            entry = await add_entry(connection, values)
        self.keys.append(f"hub:{entry.id}")
        return f"hub:{entry.id}"

    async def points(self, player: str, points: int, number: int = 1) -> str:
        return await self.enter("points", {"set": number, "player": player, "points": points})

    async def order(self, state: str, scope: str, by: str = "Turnierleitung", begun: int = 0) -> None:
        """The direction orders the limit on or off."""
        values = {
            "table_id": self.table,
            "match_id": self.match or None,
            "state": state,
            "scope": scope,
            "by": by,
            "sets_begun": begun,
            "created_at": self._tick(),
        }
        async with self.store.write() as connection:
            await add_order(connection, values)

    def _tick(self) -> int:
        self.now += 1000
        return self.now


async def emptied(store: Store) -> Store:
    """The same store without a row that matters."""
    async with store.write() as connection:
        for table in (*reversed(RECORDS), tables):
            await connection.execute(delete(table))
    return store


async def scores(store: Store, names: Sequence[str]) -> dict[str, Any]:
    """The scoreboards that a hub with this store shows."""
    settings = Settings()
    known = Journals()
    async with store.read() as connection:
        known.load(await journals(connection))
    commands = Commands(settings, Metrics(), lambda: BEGAN)
    scoring = Scoring(settings, store, known, live=Live(0), commands=commands, utc=lambda: BEGAN)
    await scoring.load(list(names))
    return {name: scoring.message(name) for name in names}
