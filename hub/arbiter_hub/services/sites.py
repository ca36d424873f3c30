"""The hub's sites as the direction manages them: kept in the store, and followed at once by broker and pages."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from arbiter_hub.errors import RefusedError
from arbiter_hub.live import Live
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.services.scoring import Scoring
from arbiter_hub.sites import HOME, Sites, one_of
from arbiter_hub.store.engine import Store
from arbiter_hub.store.events import add_tables, table_names
from arbiter_hub.store.sites import drop_site, keep_site, site_titles

HOME_STAYS = Phrase(N_("a further site; the hub's own is one of its settings"))
NO_MATCH = Phrase(N_("a site on whose tables no match is open"))


@dataclass(frozen=True, slots=True)
class SiteTables:
    """A site as it stands; `tables` are the hub's names of them."""

    site: str
    title: str
    home: bool
    tables: tuple[str, ...]


class SiteBook:
    """Adds, names and removes sites. `take_up` makes the running hub know tables that are in the store."""

    def __init__(
        self,
        sites: Sites,
        store: Store,
        scoring: Scoring,
        live: Live,
        *,
        utc: Callable[[], int],
        max_tables: int,
        take_up: Callable[[Sequence[str]], Awaitable[None]],
        leave: Callable[[Sequence[str]], None],
    ):
        self._sites, self._store, self._scoring, self._live = sites, store, scoring, live
        self._utc, self._max_tables = utc, max_tables
        self._take_up, self._leave = take_up, leave

    async def load(self) -> None:
        """Serve the sites that are kept. OSError if the home has got the name of a further site, as two tables would
        then have one address."""
        async with self._store.read() as connection:
            titles = await site_titles(connection)
        if self._sites.home in titles:
            raise OSError(
                f"site: found {self._sites.home}, allowed: a name that no further site of this hub has; "
                "give the hub its former name, or remove that site first"
            )
        self._sites.take(titles)

    def all(self) -> list[SiteTables]:
        """Every site, the home first."""
        return [self.one(site) for site in self._sites.names]

    def one(self, site: str) -> SiteTables:
        """One site; RefusedError 404 if the hub has none of that name."""
        if site not in self._sites:
            raise RefusedError(404, "site", site, one_of(self._sites.names))
        return SiteTables(site, self._sites.title(site), site == self._sites.home, self._tables_of(site))

    async def put(self, site: str, title: str, tables: Sequence[str]) -> SiteTables:
        """Add a site, or give it another title; `tables` are further names of tables on the wire. RefusedError 409
        for the title of another site, 422 for more tables than the hub takes."""
        for other in self._sites.names:
            if other != site and self._sites.title(other).casefold() == title.casefold():
                raise RefusedError(409, "title", title, Phrase(N_("a title that no other site has")))
        known = self._tables_of(site) if site in self._sites else ()
        prefix = "" if site == self._sites.home else f"{site}."
        new = [prefix + name for name in tables if prefix + name not in known]
        stored = self._sites.stored(site)
        async with self._store.write() as connection:
            before = [key for key in await table_names(connection) if _site_of(key) == stored]
            more = set(before + new) - set(self._live.tables)
            if more and len(self._live.tables) + len(more) > self._max_tables:
                raise RefusedError(
                    422,
                    "tables",
                    ", ".join(tables),
                    Phrase(N_("at most {most} tables at all sites"), most=self._max_tables),
                )
            await keep_site(connection, stored, title, self._utc())
            await add_tables(connection, new, self._utc())
            titles = await site_titles(connection)
        self._sites.take(titles)
        # A site that was the hub's before comes back with all that was played there.
        await self._take_up(sorted(more))
        return self.one(site)

    async def remove(self, site: str) -> None:
        """Serve a site no longer; what was played there stays in the store. RefusedError 404 if there is none, 409
        for the home and while a match is being played there."""
        self.one(site)
        if site == self._sites.home:
            raise RefusedError(409, "site", site, HOME_STAYS)
        async with self._store.write() as connection:
            tables = self._tables_of(site)
            playing = [self._sites.label(key) for key in tables if self._scoring.is_being_played(key)]
            if playing:
                raise RefusedError(409, "site", ", ".join(playing), NO_MATCH)
            await drop_site(connection, site)
            titles = await site_titles(connection)
        self._leave(self._tables_of(site))  # also those that have appeared meanwhile
        self._sites.take(titles)

    def _tables_of(self, site: str) -> tuple[str, ...]:
        stored = self._sites.stored(site)
        return tuple(key for key in self._live.tables if _site_of(key) == stored)


def _site_of(key: str) -> str:
    """The name under which the site of a table is kept."""
    return key.rpartition(".")[0] or HOME
