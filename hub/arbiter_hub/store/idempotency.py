"""Idempotency keys: a write that is repeated with its key gives the first answer again and does nothing."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from arbiter_hub.errors import RefusedError
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.store.schema import idempotency


def fingerprint(route: str, body: Mapping[str, object]) -> str:
    """What must be equal for two requests to be the same."""
    return hashlib.sha256(f"{route}\n{json.dumps(body, sort_keys=True)}".encode()).hexdigest()


async def earlier_answer(connection: AsyncConnection, key: str, request: str) -> dict[str, Any] | None:
    """The answer that was given under this key; RefusedError 409 if it was to another request."""
    row = (await connection.execute(select(idempotency).where(idempotency.c.key == key))).mappings().first()
    if row is None:
        return None
    if row["request"] != request:
        raise RefusedError(
            409, "Idempotency-Key", key, Phrase(N_("a key that was not used for another request"))
        )
    return dict(row["answer"])


async def keep_answer(
    connection: AsyncConnection, key: str, request: str, answer: Mapping[str, object], now: int
) -> None:
    """Remember an answer, in the transaction of the write itself."""
    row = {"key": key, "request": request, "answer": dict(answer), "created_at": now}
    await connection.execute(insert(idempotency), row)
