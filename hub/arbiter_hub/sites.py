"""The sites of a hub, and the one name that the hub has for each of their tables.

On the wire a table is addressed by site and name. Inside the hub it is one string, the key: `4` for table 4 of the
hub's own site, `halle-b.4` for table 4 of the further site halle-b. A name has no dot, so a key is read one way only,
and the keys of a hub with one site are the plain names.
"""

from collections.abc import Callable, Iterable, Mapping

from arbiter_clock import wire
from arbiter_clock.errors import FieldError
from arbiter_hub.phrases import N_, Phrase

#: Keys of tables.
KEY_PATTERN = r"^([a-z0-9-]{1,32}\.)?[a-z0-9-]{1,32}$"
#: The home site in the store, which its tables' keys do not name either: so the hub may be given another name.
HOME = ""
_DOT = "."
ONE_ONLY = Phrase(N_("a table without a site, as the hub has one only"))


def one_of(names: Iterable[str]) -> Phrase:
    """What is allowed where names are known."""
    return Phrase(N_("one of {expected}"), expected=", ".join(names))


class Sites:
    """The sites that a hub serves: its home, and further ones. Titles are what people read."""

    def __init__(self, home: str):
        self.home = home
        self._titles: dict[str, str] = {}
        self._watchers: list[Callable[[], None]] = []

    def take(self, titles: Mapping[str, str]) -> None:
        """Serve exactly these sites, {name as stored: title}, and tell whoever watches."""
        self._titles = dict(titles)
        for tell in self._watchers:
            tell()

    def watch(self, tell: Callable[[], None]) -> None:
        """Call `tell` after each change."""
        self._watchers.append(tell)

    def __contains__(self, site: str) -> bool:
        return site == self.home or (site != HOME and site in self._titles)

    @property
    def names(self) -> tuple[str, ...]:
        """Every site on the wire, the home first."""
        return (self.home, *sorted(site for site in self._titles if site not in (HOME, self.home)))

    @property
    def several(self) -> bool:
        """Whether a table's name alone does not tell where it is."""
        return len(self.names) > 1

    def title(self, site: str) -> str:
        """What people call the site; its name if it has no title."""
        return self._titles.get(self.stored(site)) or site

    def stored(self, site: str) -> str:
        """The name under which a site is kept."""
        return HOME if site == self.home else site

    def named(self, stored: str) -> str:
        """The reverse: the site's name on the wire."""
        return stored or self.home

    def key(self, site: str, table: str) -> str:
        """The hub's name of a table of a site; FieldError if the site is none of the hub's."""
        if site not in self:
            raise FieldError("site", site, one_of(self.names))
        return table if site == self.home else site + _DOT + table

    def address(self, key: str) -> tuple[str, str]:
        """(site, table) of a key, as on the wire; FieldError if the hub has no such site."""
        site, dot, table = key.rpartition(_DOT)
        if not dot:
            return self.home, table
        if site == self.home or site not in self:
            raise FieldError("site", site, one_of(self.names[1:]) if self.several else ONE_ONLY)
        return site, table

    def knows(self, key: str) -> bool:
        """Whether the key is of a site of the hub. The home's tables have one key only, the plain name."""
        site, dot, _ = key.rpartition(_DOT)
        return not dot or (site != self.home and site in self)

    def called(self, text: str) -> str:
        """The name of the site that somebody called by its name or title; the text itself if there is none."""
        for site in self.names:
            if text == site or text.casefold() == self.title(site).casefold():
                return site
        return text

    def located(self, text: str, site: str = "") -> str:
        """The key of a table that somebody named: by key, by `site.table`, or by name where `site` is given."""
        named, dot, table = text.rpartition(_DOT)
        return self.key(named if dot else site or self.home, table)

    def topic(self, key: str, kind: str) -> str:
        """The topic of a table's messages of one kind; FieldError if the hub has no such site."""
        return wire.topic(*self.address(key), kind)

    def place(self, key: str) -> tuple[str, str]:
        """What people read: the table's name, and the title of its site where there are several, else nothing."""
        site, dot, table = key.rpartition(_DOT)
        return (table, self.title(site if dot else self.home)) if self.several else (key, "")

    def label(self, key: str) -> str:
        """Both in one line."""
        return " · ".join(part for part in self.place(key) if part)
