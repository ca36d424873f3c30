"""Who makes a request, and which roles a route is for."""

from typing import Annotated, Any
from urllib.parse import urlsplit

from fastapi import Depends, Request
from fastapi.security import APIKeyCookie, HTTPAuthorizationCredentials, HTTPBearer

from arbiter_hub.deps import HubDep
from arbiter_hub.errors import RefusedError
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
            raise RefusedError(403, "Authorization", "an unknown token", "a token that was not revoked")
        return caller
    if session is None:
        return None
    if request.method not in ("GET", "HEAD") and not _same_origin(request):
        raise RefusedError(403, "Origin", request.headers.get("origin", "nothing"), "a page of this hub")
    return await hub.accounts.by_session(session)


CallerDep = Annotated[Caller | None, Depends(find_caller)]


def _same_origin(request: Request) -> bool:
    """A browser sends a session's cookie also for pages of others, but then it names their origin."""
    origin = request.headers.get("origin")
    return origin is not None and urlsplit(origin).netloc == request.headers.get("host")


class Requires:
    """A dependency that lets only some roles pass; 401 for the public, 403 for others."""

    def __init__(self, *roles: Role):
        self.roles = roles

    async def __call__(self, request: Request, caller: CallerDep) -> Caller:
        """The caller, who has one of the roles and may write to the table."""
        allowed = " or ".join(self.roles)
        if caller is None:
            raise RefusedError(401, "Authorization", "nothing", f"a token or session of {allowed}")
        if caller.role not in self.roles:
            raise RefusedError(403, "role", caller.role, allowed)
        table = request.path_params.get("table")
        if caller.table is not None and table != caller.table:
            raise RefusedError(403, "table", table or "none", caller.table)
        return caller


def only(*roles: Role) -> dict[str, Any]:
    """Arguments of a route that is for some roles; its OpenAPI says so."""
    return {"dependencies": [Depends(Requires(*roles))], "openapi_extra": {"x-roles": list(roles)}}
