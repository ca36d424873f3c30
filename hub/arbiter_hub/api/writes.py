"""Idempotency keys, and who may write."""

from typing import Annotated

from fastapi import Depends, Header, Request
from pydantic import BaseModel

from arbiter_hub.api.access import Requires
from arbiter_hub.services.scoring import Idempotency
from arbiter_hub.store.idempotency import fingerprint

#: A route that only the direction may use; `access.only` says it in the documentation too.
Direction = Depends(Requires("direction"))

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
