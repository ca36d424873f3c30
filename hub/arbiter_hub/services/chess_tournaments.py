"""Stored correspondence tournaments: a log of changes, folded into the document that the rule book audits.

A change is stored only if the document with it parses and every game of it folds; otherwise nothing is. Changes
are never altered: a revocation is one more change. Players write what is theirs, the director everything.
"""

import hashlib
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, Final, Literal

from sqlalchemy.ext.asyncio import AsyncConnection

from arbiter_hub.errors import RefusedError
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.store import chess as store
from arbiter_hub.store.chess import StoredChange
from arbiter_hub.store.engine import Store
from arbiter_rules.correspondence.audit import audit_tournament
from arbiter_rules.correspondence.document import parse_tournament

Role = Literal["director", "player"]
Document = dict[str, Any]

#: What a player may enter for himself; all else is the director's.
PLAYERS_EVENTS: Final = frozenset(
    {
        "card",
        "long_think",
        "query",
        "reminder",
        "director_told",
        "refusal",
        "claim",
        "claim_answer",
        "days_set",
        "dispute",
        "retraction",
        "repetition_claim",
        "withdrawal",
        "record",
        "director_answer",
        "consent",
        "published",
        "copy_sent",
    }
)
_LAST_DAY: Final = date(9999, 12, 31)


@dataclass(frozen=True, slots=True)
class Asker:
    """Who asks: the director, or a player of one tournament."""

    role: Role
    player: str | None = None
    tournament: int | None = None

    @property
    def name(self) -> str:
        """As it stands in the log."""
        return self.player or "director"


def digest(token: str) -> str:
    """How a token is kept: it has 256 random bits, so a plain hash is enough."""
    return hashlib.sha256(token.encode()).hexdigest()


def assemble(changes: Iterable[StoredChange]) -> Document:
    """Fold a log into the document. Entries of a game stand in the order of their days."""
    known = list(changes)
    revoked = {int(change.data["of"]) for change in known if change.kind == "revoked"}
    document: Document = {}
    games: dict[str, Document] = {}
    leaves: dict[tuple[str, str], Document] = {}
    appeals: dict[tuple[str, str, str], Document] = {}
    for change in known:
        data = dict(change.data)
        if change.id in revoked:
            continue
        if change.kind == "created":
            document = data
        elif change.kind == "game":
            games[data["id"]] = data | {"entries": []}
        elif change.kind == "leave":
            # Entered again with the same first day it takes the place of the one before; so does an appeal.
            leaves[data["player"], data["first"]] = data
        elif change.kind == "appeal":
            appeals[data["player"], data["dated"], data.get("by", "director")] = data
        elif change.kind == "entry" and data["game"] in games:
            games[data["game"]]["entries"].append(data["entry"])
    for game in games.values():
        game["entries"].sort(key=_day)
    return document | {
        "games": list(games.values()),
        "leaves": list(leaves.values()),
        "appeals": list(appeals.values()),
    }


def _day(entry: Mapping[str, Any]) -> str:
    return str(entry.get("postmark") or entry.get("dispatch") or entry.get("received") or entry.get("on"))


class ChessTournaments:
    """The tournaments of one hub."""

    def __init__(self, database: Store, utc: Callable[[], int]):
        self._store, self._utc = database, utc

    def today(self) -> date:
        """The day by the hub's clock, in UTC."""
        return datetime.fromtimestamp(self._utc() / 1000, UTC).date()

    async def player(self, token: str) -> Asker | None:
        """The player that a token belongs to."""
        async with self._store.read() as connection:
            found = await store.player_of(connection, digest(token))
        return None if found is None else Asker("player", found[1], found[0])

    async def all(self) -> list[tuple[int, str]]:
        """Numbers and names."""
        async with self._store.read() as connection:
            return await store.tournaments(connection)

    async def document(self, tournament: int) -> Document:
        """The document as it stands; RefusedError 404 if there is no such tournament."""
        return assemble(await self.log(tournament))

    async def log(self, tournament: int) -> list[StoredChange]:
        """Every change, in order; RefusedError 404 if there is no such tournament."""
        async with self._store.read() as connection:
            return await self._log(connection, tournament)

    async def create(self, data: Document) -> Document:
        """A new tournament: its number, and a token for each player, which is shown this once."""
        players = parse_tournament(data).players
        tokens = {player: secrets.token_urlsafe(32) for player in players}
        now = self._utc()
        async with self._store.write() as connection:
            number = await store.add_tournament(connection, data["name"], now)
            await self._append(connection, number, "created", data, "director")
            rows = [
                {"hash": digest(token), "tournament_id": number, "player": player}
                for player, token in tokens.items()
            ]
            await store.add_tokens(connection, rows)
        return {"tournament": number, "tokens": tokens}

    async def add_game(self, tournament: int, data: Document) -> Document:
        """A new game; RefusedError 409 if its id is taken."""
        async with self._store.write() as connection:
            log = await self._log(connection, tournament)
            if any(game["id"] == data["id"] for game in assemble(log)["games"]):
                raise RefusedError(409, "id", data["id"], "an id that no other game has")
            return await self._change(connection, log, "game", data, "director")

    async def add_leave(self, tournament: int, data: Document, asker: Asker) -> Document:
        """A leave, or its newer version; a player enters his own, without what only the director may grant."""
        if asker.role == "player":
            if data["player"] != asker.player:
                raise RefusedError(403, "player", data["player"], f"{asker.player}, whose token this is")
            if data.get("special") or any(notice.get("accepted") for notice in data.get("notices", [])):
                raise RefusedError(403, "special", "a favour of the director", "an ordinary leave")
        async with self._store.write() as connection:
            log = await self._log(connection, tournament)
            return await self._change(connection, log, "leave", data, asker.name)

    async def add_entry(self, tournament: int, game: str, entry: Document, asker: Asker) -> Document:
        """A card or an event of a game; RefusedError 403 if it is not the player's to enter."""
        async with self._store.write() as connection:
            log = await self._log(connection, tournament)
            found = next((each for each in assemble(log)["games"] if each["id"] == game), None)
            if found is None:
                raise RefusedError(404, "game", game, Phrase(N_("a game of the tournament")))
            if asker.role == "player":
                _check_player(found, entry, asker)
            return await self._change(connection, log, "entry", {"game": game, "entry": entry}, asker.name)

    async def add_appeal(self, tournament: int, data: Document, asker: Asker) -> Document:
        """A case against a ruling, or its newer version: a player his own, without what the instances decide."""
        if asker.role == "player" and (data["player"] != asker.player or data.get("admitted") is not None):
            raise RefusedError(
                403, "player", data["player"], f"{asker.player}, whose token this is, and no admission"
            )
        async with self._store.write() as connection:
            log = await self._log(connection, tournament)
            return await self._change(connection, log, "appeal", data, asker.name)

    async def revoke(self, tournament: int, change: int, by: str) -> Document:
        """Take a change back; the log keeps both."""
        async with self._store.write() as connection:
            log = await self._log(connection, tournament)
            open_changes = {each.id for each in log if each.kind not in ("created", "revoked")}
            open_changes -= {int(each.data["of"]) for each in log if each.kind == "revoked"}
            if change not in open_changes:
                raise RefusedError(
                    404, "change", change, "a change of this tournament that has not been revoked"
                )
            return await self._change(connection, log, "revoked", {"of": change}, by)

    async def _log(self, connection: AsyncConnection, tournament: int) -> list[StoredChange]:
        log = await store.changes_of(connection, tournament)
        if not log:
            raise RefusedError(404, "tournament", tournament, Phrase(N_("the number of a tournament")))
        return log

    async def _change(
        self, connection: AsyncConnection, log: list[StoredChange], kind: str, data: Document, by: str
    ) -> Document:
        """Append a change; whatever does not fit raises, and the transaction takes it back."""
        stored = await self._append(connection, log[0].tournament, kind, data, by)
        audit_tournament(parse_tournament(assemble([*log, stored])), _LAST_DAY)
        return {"tournament": stored.tournament, "change": stored.id}

    async def _append(
        self, connection: AsyncConnection, tournament: int, kind: str, data: Document, by: str
    ) -> StoredChange:
        values = {
            "tournament_id": tournament,
            "kind": kind,
            "data": data,
            "by": by,
            "created_at": self._utc(),
        }
        return await store.add_change(connection, values)


def _check_player(game: Mapping[str, Any], entry: Mapping[str, Any], asker: Asker) -> None:
    kind = str(entry.get("kind", "card"))
    if kind not in PLAYERS_EVENTS:
        raise RefusedError(403, "kind", kind, "one of " + ", ".join(sorted(PLAYERS_EVENTS)))
    side = str(entry.get("by"))
    if side not in ("white", "black") or game[side] != asker.player:
        raise RefusedError(403, "by", side, f"the side of {asker.player}")
