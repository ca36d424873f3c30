"""Commands to clocks: sent once, never retained, and answered by the clock or not at all."""

import asyncio
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from arbiter_clock import wire
from arbiter_hub.broker.connection import Connection
from arbiter_hub.errors import RefusedError
from arbiter_hub.log import logger
from arbiter_hub.metrics import Metrics
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.settings import Settings
from arbiter_hub.sites import Sites

Role = Literal["direction", "scorer", "referee"]

log = logger("commands")


@dataclass(frozen=True, slots=True)
class Reply:
    """What the clock said."""

    ok: bool
    error: str | None


class Commands:
    """Sends commands and pairs them with their replies."""

    def __init__(
        self, settings: Settings, metrics: Metrics, utc: Callable[[], int], sites: Sites | None = None
    ):
        self._settings, self._metrics, self._utc = settings, metrics, utc
        self._sites = sites or Sites(settings.site)
        self._waiting: dict[str, asyncio.Future[Reply]] = {}
        self._connection: Connection | None = None

    def bind(self, connection: Connection) -> None:
        """Where commands go."""
        self._connection = connection

    def answered(self, message: Mapping[str, Any]) -> None:
        """A reply arrived; one that nobody waits for is too late."""
        waiting = self._waiting.get(str(message["txn"]))
        if waiting is not None and not waiting.done():
            waiting.set_result(Reply(bool(message["ok"]), message["error"]))

    async def send(
        self,
        table: str,
        kind: str,
        data: Mapping[str, object],
        role: Role,
        *,
        expect_seq: int | None = None,
        txn: str | None = None,
    ) -> Reply:
        """Send and wait for the reply; RefusedError 503 if none comes within the command's time to live.

        A `txn` that the clock has seen makes it answer without acting again.
        """
        txn = txn or secrets.token_hex(12)
        ttl = self._settings.command_ttl_ms
        command: dict[str, object] = {
            "v": wire.VERSION,
            "txn": txn,
            "issued_at": self._utc(),
            "ttl_ms": ttl,
            "role": role,
            "expect_seq": expect_seq,
            "type": kind,
            "data": dict(data),
        }
        payload = wire.encode("cmd", command)
        waiting = self._waiting.setdefault(txn, asyncio.get_running_loop().create_future())
        try:
            topic = self._sites.topic(table, "cmd")
            if self._connection is None or not self._connection.publish(topic, payload):
                raise RefusedError(
                    503, "broker", Phrase(N_("no connection")), Phrase(N_("a broker that can be reached"))
                )
            async with asyncio.timeout(ttl / 1000):
                reply = await asyncio.shield(waiting)
        except TimeoutError:
            self._metrics.commands.labels("unanswered").inc()
            allowed = Phrase(N_("a clock on table {table} that is switched on"), table=table)
            raise RefusedError(503, "clock", Phrase(N_("no answer")), allowed) from None
        finally:
            self._waiting.pop(txn, None)
        self._metrics.commands.labels("done" if reply.ok else "refused").inc()
        if not reply.ok:
            log.info("a clock refused a command", table=table, type=kind, error=reply.error)
        return reply
