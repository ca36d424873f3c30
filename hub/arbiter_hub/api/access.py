"""Who makes a request, and which roles a route is for."""

from collections.abc import Mapping
from typing import Annotated, Any, Final
from urllib.parse import urlsplit

from fastapi import Depends, Request
from fastapi.security import APIKeyCookie, HTTPAuthorizationCredentials, HTTPBearer

from arbiter_hub.deps import HubDep
from arbiter_hub.errors import RefusedError
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.services.accounts import Caller, Role

COOKIE = "arbiter_session"

_bearer = HTTPBearer(
    auto_error=False, description="the direction's token of the first start, or an API token"
)
_cookie = APIKeyCookie(name=COOKIE, auto_error=False, description="the session of somebody who is logged in")


async def find_caller(
    hub: HubDep,
    request: Request,
    credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)],
    session: Annotated[str | None, Depends(_cookie)],
) -> Caller | None:
    """Whoever makes the request; None for the public. RefusedError 403 for a token that is not good."""
    if credentials is not None:
        caller = await hub.accounts.by_token(credentials.credentials)
        if caller is None:
            raise RefusedError(
                403,
                "Authorization",
                Phrase(N_("an unknown token")),
                Phrase(N_("a token that was not revoked")),
            )
        return caller
    if session is None:
        return None
    if request.method not in ("GET", "HEAD") and not _same_origin(request):
        raise RefusedError(
            403,
            "Origin",
            request.headers.get("origin", Phrase(N_("nothing"))),
            Phrase(N_("a page of this hub")),
        )
    return await hub.accounts.by_session(session)


#: The roles in words; in English they are called as in the API.
ROLES: Final[Mapping[Role, Phrase]] = {
    "direction": Phrase(N_("direction")),
    "scorer": Phrase(N_("scorer")),
    "referee": Phrase(N_("referee")),
    "viewer": Phrase(N_("viewer")),
    "device": Phrase(N_("device")),
}
CallerDep = Annotated[Caller | None, Depends(find_caller)]


def _same_origin(request: Request) -> bool:
    """A browser sends a session's cookie also for pages of others, but then it names their origin."""
    origin = request.headers.get("origin")
    return origin is not None and urlsplit(origin).netloc == request.headers.get("host")


def _either(roles: tuple[Role, ...]) -> Phrase:
    """One of the roles, in words."""
    *others, told = (ROLES[role] for role in roles)
    for role in reversed(others):
        told = Phrase(N_("{one} or {other}"), one=role, other=told)
    return told


class Requires:
    """A dependency that lets only some roles pass; 401 for the public, 403 for others."""

    def __init__(self, *roles: Role):
        self.roles = roles

    async def __call__(self, request: Request, caller: CallerDep) -> Caller:
        """The caller, who has one of the roles and may write to the table."""
        if caller is None:
            allowed = Phrase(N_("a token or session of {roles}"), roles=_either(self.roles))
            raise RefusedError(401, "Authorization", Phrase(N_("nothing")), allowed)
        if caller.role not in self.roles:
            raise RefusedError(403, "role", ROLES[caller.role], _either(self.roles))
        table = request.path_params.get("table")
        if caller.table is not None and table != caller.table:
            raise RefusedError(403, "table", table or Phrase(N_("none")), caller.table)
        return caller


def only(*roles: Role) -> dict[str, Any]:
    """Arguments of a route that is for some roles; its OpenAPI says so."""
    return {"dependencies": [Depends(Requires(*roles))], "openapi_extra": {"x-roles": list(roles)}}
