"""Idempotency keys, and who may write."""

from typing import Annotated

from fastapi import Depends, Header, Request
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel

from arbiter_hub.deps import HubDep
from arbiter_hub.errors import RefusedError
from arbiter_hub.services.scoring import Idempotency
from arbiter_hub.store.idempotency import fingerprint

_bearer = HTTPBearer(auto_error=False, description="the direction's token, as shown at the first start")


def _require_direction(
    hub: HubDep, credentials: Annotated[HTTPAuthorizationCredentials | None, Depends(_bearer)]
) -> None:
    if credentials is None:
        raise RefusedError(401, "Authorization", "nothing", "a bearer token of the direction")
    if not hub.direction.matches(credentials.credentials):
        raise RefusedError(403, "Authorization", "an unknown token", "a bearer token of the direction")


Direction = Depends(_require_direction)

Key = Annotated[
    str | None,
    Header(
        alias="Idempotency-Key",
        min_length=1,
        max_length=128,
        description="made by the client, one for each intention; a repeat gets the first answer and does nothing",
    ),
]


def once(key: str | None, request: Request, body: BaseModel) -> Idempotency | None:
    """The key with what the request is about."""
    if key is None:
        return None
    return Idempotency(key, fingerprint(request.url.path, body.model_dump(mode="json")))
