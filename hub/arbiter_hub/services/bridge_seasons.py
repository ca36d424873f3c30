"""Stored seasons: a document, and entries that only ever grow. What counts is worked out from both."""

import json
import re
from collections.abc import Callable, Mapping
from typing import Any, Literal, cast

from arbiter_hub.errors import RefusedError
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.store import bridge as stored
from arbiter_hub.store.engine import Store
from arbiter_rules.bridge.fields import Fields
from arbiter_rules.bridge.season import Season
from arbiter_rules.bridge.season_edit import add_match, add_penalty, add_ruling
from arbiter_rules.bridge.season_read import read_match, read_penalty, read_ruling, read_season
from arbiter_rules.errors import FieldError

AdditionKind = Literal["match", "penalty", "decision"]
MOST_SEASONS = 1000
#: Of a stored season: it is part of an address.
SEASON_ID = re.compile(r"[A-Za-z0-9._-]{1,32}")


def with_addition(season: Season, kind: str, data: Mapping[str, object]) -> Season:
    """The season with one entry more; FieldError, and the season as it was, if the entry does not fit."""
    fields = Fields(dict(data), kind)
    if kind == "match":
        return add_match(season, read_match(fields))
    if kind == "penalty":
        return add_penalty(season, read_penalty(fields))
    return add_ruling(season, read_ruling(fields))


def merged(document: Mapping[str, Any], additions: list[stored.StoredAddition]) -> dict[str, Any]:
    """One document with everything that was added, for export; dates are text in it."""
    whole: dict[str, Any] = json.loads(json.dumps(document))
    for addition in additions:
        cast("list[Any]", whole.setdefault(addition.kind, [])).append(dict(addition.data))
    return whole


def plain_document(document: Mapping[str, Any]) -> dict[str, Any]:
    """The document with dates as text, as JSON keeps it."""
    return json.loads(json.dumps(document, default=str))


class Seasons:
    """Use cases of stored seasons."""

    def __init__(self, store: Store, utc: Callable[[], int]):
        self._store, self._utc = store, utc

    async def ids(self) -> list[str]:
        """All seasons."""
        async with self._store.read() as connection:
            return await stored.season_ids(connection)

    async def create(self, document: Mapping[str, Any]) -> str:
        """Keep a new season, if the whole document fits. The same document again changes nothing."""
        season = read_season(document)
        if not SEASON_ID.fullmatch(season.id):
            raise FieldError("season.id", season.id, "1 to 32 letters, digits, dots, hyphens and underscores")
        plain = plain_document(document)
        async with self._store.write() as connection:
            known = await stored.season_document(connection, season.id)
            if known is not None and known != plain:
                raise RefusedError(409, "season.id", season.id, "a new id, or the same document again")
            if known is None:
                if len(await stored.season_ids(connection)) >= MOST_SEASONS:
                    raise RefusedError(409, "seasons", MOST_SEASONS, f"at most {MOST_SEASONS} seasons")
                await stored.keep_season(connection, season.id, plain, self._utc())
        return season.id

    async def load(self, season_id: str) -> Season:
        """A season with all that was added; RefusedError 404 if there is none."""
        return read_season(await self.export(season_id))

    async def export(self, season_id: str) -> dict[str, Any]:
        """The whole season as one document."""
        async with self._store.read() as connection:
            document = await stored.season_document(connection, season_id)
            if document is None:
                raise await self._unknown(season_id)
            return merged(document, await stored.additions(connection, season_id))

    async def add(self, season_id: str, kind: AdditionKind, data: Mapping[str, Any], by: str) -> bool:
        """Add a result, a penalty or a decision; False if it was there already. Nothing is kept if it does not fit."""
        plain = plain_document(data)
        async with self._store.write() as connection:
            document = await stored.season_document(connection, season_id)
            if document is None:
                raise await self._unknown(season_id)
            season = read_season(merged(document, await stored.additions(connection, season_id)))
            if with_addition(season, kind, plain) is season:
                return False
            values = {
                "season_id": season_id,
                "kind": kind,
                "data": plain,
                "by": by,
                "created_at": self._utc(),
            }
            await stored.keep_addition(connection, values)
        return True

    async def log(self, season_id: str) -> list[stored.StoredAddition]:
        """What was added, by whom and when."""
        async with self._store.read() as connection:
            if await stored.season_document(connection, season_id) is None:
                raise await self._unknown(season_id)
            return await stored.additions(connection, season_id)

    async def _unknown(self, season_id: str) -> RefusedError:
        known = ", ".join(await self.ids()) or Phrase(N_("none yet"))
        return RefusedError(404, "season", season_id, Phrase(N_("one of {expected}"), expected=known))
