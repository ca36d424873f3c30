"""The hub as a whole: its parts, how they are wired, and the order in which they start and stop."""

import asyncio
import time
from collections.abc import Sequence
from typing import Any

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from arbiter_clock.errors import FieldError
from arbiter_hub.broker.choice import make_broker
from arbiter_hub.broker.connection import Connection, Subscription
from arbiter_hub.live import Live
from arbiter_hub.log import logger
from arbiter_hub.metrics import Metrics
from arbiter_hub.services import asyncapi
from arbiter_hub.services.accounts import Accounts
from arbiter_hub.services.attention import Attention
from arbiter_hub.services.balls import Balls
from arbiter_hub.services.clock_logs import ClockLogs
from arbiter_hub.services.clocks import SimulatedClock
from arbiter_hub.services.commands import Commands
from arbiter_hub.services.demonstration import Demonstration
from arbiter_hub.services.devices import Devices
from arbiter_hub.services.direction import DirectionToken
from arbiter_hub.services.direction_codes import DirectionCodes
from arbiter_hub.services.home_assistant import HomeAssistant
from arbiter_hub.services.ingest import Ingest
from arbiter_hub.services.journals import Journals
from arbiter_hub.services.presence import Presence
from arbiter_hub.services.releases import Releases
from arbiter_hub.services.repeats import Repeats
from arbiter_hub.services.scorer import Scorer
from arbiter_hub.services.scoring import Scoring
from arbiter_hub.services.sites import SiteBook
from arbiter_hub.services.slow_play import Warnings
from arbiter_hub.services.thresholds import Thresholds
from arbiter_hub.services.tournaments import Tournaments
from arbiter_hub.services.transfer import Transfer
from arbiter_hub.settings import Settings
from arbiter_hub.sites import Sites
from arbiter_hub.store.database_lock import DatabaseLock
from arbiter_hub.store.engine import Store
from arbiter_hub.store.events import add_tables, journals, table_names
from arbiter_hub.store.lock import DataLock

#: What the hub reads. `cmd` is read to find retained ones, which must not exist.
READ = (("event", 1), ("state", 1), ("status", 1), ("reply", 1), ("cmd", 1), ("tick", 0), ("log", 0))
RETAINED_IS_A_FAULT = ("event", "cmd")

SILENCE_EVERY_S = 0.25
GAPS_EVERY_S = 2.0
DATABASE_EVERY_S = 2.0
THRESHOLDS_EVERY_S = 1.0
CONNECT_WITHIN_S = 10.0

log = logger("hub")


def _monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


def _utc_ms() -> int:
    return time.time_ns() // 1_000_000


def _subscriptions(sites: Sequence[str]) -> list[Subscription]:
    """What the hub reads of these sites, and of no other on the same broker."""
    return [
        Subscription(f"arbiter/1/{site}/+/{kind}", qos, mark_retained=kind in RETAINED_IS_A_FAULT)
        for site in sites
        for kind, qos in READ
    ]


class Hub:
    """One hub. Nothing runs before `start`."""

    def __init__(self, settings: Settings):
        self.settings = settings
        self.metrics = Metrics()
        self.now = _monotonic_ms
        self.utc = _utc_ms
        self.sites = Sites(settings.site)
        self.live = Live(self.utc())
        self.lock = DataLock(settings.data)
        self.store = Store(settings.url)
        self.database_lock = DatabaseLock(self.store)
        self.journals = Journals()
        self.presence = Presence()
        self.devices = Devices(self.store, self.utc, settings.max_tables)
        self.clock_logs = ClockLogs(self.utc)
        self.direction_codes = DirectionCodes(self.store, self.devices)
        self.direction = DirectionToken(settings)
        #: The direction's token, if this start made it; to be shown once.
        self.new_direction_token: str | None = None
        self.accounts = Accounts(self.store, self.direction, self.utc)
        self.broker = make_broker(settings, self.metrics, self.sites)
        self.commands = Commands(settings, self.metrics, self.utc, self.sites)
        self.scoring = Scoring(
            settings,
            self.store,
            self.journals,
            live=self.live,
            commands=self.commands,
            utc=self.utc,
            sites=self.sites,
        )
        self.site_book = SiteBook(
            self.sites,
            self.store,
            self.scoring,
            self.live,
            utc=self.utc,
            max_tables=settings.max_tables,
            take_up=self._take_up,
            leave=self._leave,
        )
        self.scorer = Scorer(self.scoring)
        self.balls = Balls(self.scoring, self.commands, self.live)
        self.warnings = Warnings(self.scoring)
        self.attention = Attention(
            self.scoring, self.live, self.utc, pause_minutes=settings.pause_reminder_minutes
        )
        self.releases = Releases(
            self.store,
            self.devices,
            self.commands,
            is_being_played=self.scoring.is_being_played,
            firmware=settings.firmware_folder,
            utc=self.utc,
        )
        self.thresholds = Thresholds(self.scoring, self.utc)
        self.tournaments = Tournaments(self.store, self.scoring, self.utc, self.sites)
        self.repeats = Repeats(self.store, self.utc)
        self.transfer = Transfer(self.store, settings.site, utc=self.utc, reload=self._load)
        self.ingest = Ingest(
            settings,
            self.store,
            self.journals,
            self.metrics,
            on_message=self._dispatch,
            on_events=self.scoring.absorb,
            within=self.direction_codes.note,
            utc=self.utc,
            sites=self.sites,
        )
        self.connection = Connection(
            f"arbiter-hub-{settings.site}",
            _subscriptions(self.sites.names),
            on_message=self.ingest.receive,
            on_up=self._connected,
            on_down=self._disconnected,
            metrics=self.metrics,
            keepalive_s=settings.broker_keepalive_s,
        )
        self.sites.watch(lambda: self.connection.follow(_subscriptions(self.sites.names)))
        self.home_assistant = HomeAssistant(settings, self.live, self.sites)
        self.clocks: dict[str, SimulatedClock] = {}
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Start everything; OSError with one clear sentence if something cannot be had."""
        self.settings.data.mkdir(parents=True, exist_ok=True)
        self.lock.take()
        try:
            self.new_direction_token = self.direction.prepare()
            await self.database_lock.take()
            await self.store.open()
            await self.devices.load()
            await self.releases.load()
            await self._load()
            await self.broker.start()
            self._tasks = [
                asyncio.create_task(self.ingest.run(), name="ingest"),
                asyncio.create_task(
                    self._every(SILENCE_EVERY_S, lambda: self.live.look_for_silence(self.now()))
                ),
                asyncio.create_task(self._every(GAPS_EVERY_S, self.ingest.ask_for_gaps)),
                asyncio.create_task(self._keep_thresholds(), name="thresholds"),
                asyncio.create_task(self.devices.run(), name="devices"),
                asyncio.create_task(self._keep_database(), name="database lock"),
            ]
            self.connection.start(self.broker.address)
            await self._wait_for_broker()
            self.home_assistant.start(self.broker.address)
            await self._start_clocks()
        except BaseException:
            await self.stop()
            raise

    async def stop(self) -> None:
        """Stop everything, in the reverse order."""
        self.live.close()
        for task in self._tasks[1:]:  # what arrives is stored until it has settled
            task.cancel()
        await asyncio.gather(*(clock.stop() for clock in self.clocks.values()))
        await self.scoring.stop()
        await self.home_assistant.stop()
        if self._tasks and self.ingest.works:
            await self._settle()
        await self.connection.stop()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
        await self.devices.stop()
        await self.broker.stop()
        await self.store.close()
        await self.database_lock.release()
        self.lock.release()

    async def store_works(self) -> bool:
        """Whether the database answers and the last batch could be stored."""
        try:
            async with self.store.read() as connection:
                await connection.execute(text("SELECT 1"))
        except (SQLAlchemyError, OSError):
            return False
        return self.ingest.works

    def asyncapi(self) -> dict[str, Any]:
        """The MQTT contract as a document."""
        address = self.broker.address
        return asyncapi.document(self.settings, address.host, address.port, self.sites.names)

    async def _load(self) -> None:
        await self.site_book.load()
        simulated = [str(number) for number in range(1, self.settings.clocks + 1)]
        async with self.store.write() as connection:
            await add_tables(connection, simulated, self.utc())
        async with self.store.read() as connection:
            stored = await table_names(connection)
            self.journals.load(await journals(connection))
        names = [name for name in stored if self.sites.knows(name)]
        # The session at the broker may be older than the site's removal.
        given_up = {name.rpartition(".")[0] for name in stored if name not in names} - {self.settings.site}
        left = [one.filter for one in _subscriptions(sorted(given_up))]
        self.connection.follow(_subscriptions(self.sites.names), left)
        self.ingest.bind(self.connection, ())
        self.commands.bind(self.connection)
        self.scoring.bind(self.connection)
        await self._take_up(names)

    async def _take_up(self, tables: Sequence[str]) -> None:
        """Know tables that are in the store, with the matches that are on them."""
        for table in tables:
            self.live.board(table)
        self.ingest.know(tables)
        await self.scoring.load(tables)

    def _leave(self, tables: Sequence[str]) -> None:
        """Know these tables no longer."""
        self.scoring.leave(tables)
        self.ingest.leave(tables)
        self.live.forget(tables)

    async def _wait_for_broker(self) -> None:
        if self.settings.broker == "external":
            return  # it may come later
        try:
            async with asyncio.timeout(CONNECT_WITHIN_S):
                await self.connection.wait_until_up()
        except TimeoutError:
            raise OSError("the broker was started but does not answer") from None

    async def _start_clocks(self) -> None:
        for number in range(1, self.settings.clocks + 1):
            table = str(number)
            clock = SimulatedClock(table, self.settings, self.broker, self.live, self.metrics)
            await self.devices.register_key(*clock.provide_key())
            self.clocks[table] = clock
        await asyncio.gather(*(clock.start() for clock in self.clocks.values()))
        if self.clocks:
            demonstration = Demonstration(self.scoring, self.live, list(self.clocks))
            self._tasks.append(asyncio.create_task(demonstration.run(), name="demonstration"))

    async def _settle(self) -> None:
        try:
            async with asyncio.timeout(1):
                await self.ingest.settled()
        except TimeoutError:
            log.warning("stopped with messages that are not stored; the broker delivers them again")

    async def _keep_database(self) -> None:
        while True:
            await asyncio.sleep(DATABASE_EVERY_S)
            await self.database_lock.keep()

    async def _every(self, seconds: float, action: Any) -> None:
        while True:
            await asyncio.sleep(seconds)
            action()

    async def _keep_thresholds(self) -> None:
        while True:
            await asyncio.sleep(THRESHOLDS_EVERY_S)
            try:
                await self.thresholds.act()
            except (SQLAlchemyError, OSError, FieldError) as error:
                # Also a match may be taken off its table between two looks at it.
                log.warning("thresholds were not looked at, and will be again", reason=str(error))

    def _connected(self) -> None:
        self.ingest.confirm_all()
        self.scoring.publish_all()

    def _disconnected(self) -> None:
        self.ingest.disconnected()
        self.live.unreachable()

    def _dispatch(self, table: str, kind: str, message: dict[str, Any], retained: bool) -> None:
        if kind == "status":
            self.devices.told(table, message, retained=retained)
        elif not retained:
            self.devices.heard(table)
        if kind == "state":
            self.live.state(table, message, self.now(), retained=retained)
            if not retained:
                self.balls.heard(table, message)
        elif kind == "tick":
            self.live.tick(table, message, self.now())
        elif kind == "status":
            link = self.presence.told(table, message, retained=retained)
            if link is not None:
                self.live.link(table, link, self.utc())
        elif kind == "reply":
            self.commands.answered(message)
        elif kind == "log":
            self.clock_logs.told(table, message)
            log.info("a clock says", table=table, level_there=message["level"], text=message["text"])
        else:
            self.live.board(table)
