"""Who may see and change a stored tournament: the direction of the hub as its director, a player with his own token.

Programs send a token as a bearer; the pages keep it in a cookie that no script can read and no other site can have
sent along, or rest on the direction's session at the hub.
"""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any

from fastapi import Depends, Path, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel

from arbiter_hub.api.writes import Key, once
from arbiter_hub.deps import HubDep
from arbiter_hub.errors import RefusedError
from arbiter_hub.runtime import Hub
from arbiter_hub.services.chess_tournaments import Asker, ChessTournaments

COOKIE = "chess_token"

_bearer = HTTPBearer(auto_error=False, description="the direction's token, or a player's")


def _tournaments(hub: HubDep) -> ChessTournaments:
    return ChessTournaments(hub.store, hub.utc)


TournamentsDep = Annotated[ChessTournaments, Depends(_tournaments)]
Number = Annotated[int, Path(ge=1, le=2**53, description="number of the tournament")]


async def who(
    hub: Hub, tournaments: ChessTournaments, token: str | None, session: str | None = None
) -> Asker | None:
    """Whose token this is, or else who is logged in at the hub; None if it is nobody with a say here."""
    if token is not None:
        player = await tournaments.player(token)
        if player is not None:
            return player
        caller = await hub.accounts.by_token(token)
    else:
        caller = None if session is None else await hub.accounts.by_session(session)
    return Asker("director") if caller is not None and caller.role == "direction" else None


async def _asker(
    request: Request,
    hub: HubDep,
    tournaments: TournamentsDep,
    credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)],
) -> Asker:
    if credentials is None:
        raise RefusedError(401, "Authorization", "nothing", "a bearer token of the direction or of a player")
    asker = await who(hub, tournaments, credentials.credentials)
    number = request.path_params.get("number")
    if asker is None or (asker.role == "player" and number is not None and int(number) != asker.tournament):
        raise RefusedError(403, "Authorization", "an unknown token", "a token for this tournament")
    return asker


def _director(asker: Annotated[Asker, Depends(_asker)]) -> Asker:
    if asker.role != "director":
        raise RefusedError(403, "Authorization", "a player's token", "the token of the direction")
    return asker


class Writer:
    """Writes once: a repeat under the same idempotency key gets the first answer."""

    def __init__(self, hub: Hub, request: Request, key: str | None):
        self._hub, self._request, self._key = hub, request, key

    async def __call__(self, body: BaseModel, act: Callable[[], Awaitable[dict[str, Any]]]) -> dict[str, Any]:
        """The answer of `act`, or the one it gave before."""
        return await self._hub.repeats.run(once(self._key, self._request, body), act)


def _writer(hub: HubDep, request: Request, key: Key = None) -> Writer:
    return Writer(hub, request, key)


WriterDep = Annotated[Writer, Depends(_writer)]
AskerDep = Annotated[Asker, Depends(_asker)]
DirectorDep = Annotated[Asker, Depends(_director)]
