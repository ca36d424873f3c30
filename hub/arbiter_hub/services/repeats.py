"""Commands under an idempotency key: a repeat gets the first answer, also while the first is still on its way."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from typing import Any

from arbiter_hub.services.scoring import Idempotency
from arbiter_hub.store.engine import Store
from arbiter_hub.store.idempotency import earlier_answer, keep_answer


class Repeats:
    """For writes whose effect is on a clock, not in the store."""

    def __init__(self, store: Store, utc: Callable[[], int]):
        self._store, self._utc = store, utc
        self._running: dict[str, asyncio.Lock] = {}

    async def run(
        self, once: Idempotency | None, act: Callable[[], Awaitable[dict[str, Any]]]
    ) -> dict[str, Any]:
        """The answer of `act`, or the one it gave under this key before. Failures are not kept."""
        if once is None:
            return await act()
        lock = self._running.setdefault(once.key, asyncio.Lock())
        try:
            async with lock:
                async with self._store.read() as connection:
                    known = await earlier_answer(connection, once.key, once.request)
                if known is not None:
                    return known
                answer = await act()
                async with self._store.write() as connection:
                    await keep_answer(connection, once.key, once.request, answer, self._utc())
                return answer
        finally:
            if not lock.locked():
                self._running.pop(once.key, None)


def txn(once: Idempotency | None) -> str | None:
    """The command's transaction id under a key, so that also the clock knows a repeat; None without one."""
    return None if once is None else hashlib.sha256(once.key.encode()).hexdigest()[:24]
