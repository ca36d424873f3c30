"""Server-sent events: a plain streaming response, as measured the fastest."""

import asyncio
from collections.abc import AsyncIterator, Iterable
from typing import Annotated, Any

from fastapi import Header
from fastapi.responses import StreamingResponse
from starlette.types import Send

from arbiter_hub.live import Board
from arbiter_hub.runtime import Hub

#: A viewer that takes nothing for this long is gone.
SEND_TIMEOUT_S = 20.0

LastEventId = Annotated[
    str | None,
    Header(alias="Last-Event-ID", description="id of the last event seen; only newer boards are sent"),
]

STREAM_RESPONSE: dict[int | str, dict[str, Any]] = {
    200: {
        "description": (
            "`event: board` with `id: <version>` and a board as data, at once for every board and then at each "
            "change; newest only, so versions may be skipped. A comment `now <ms>` at the start, with every board "
            "and every second tells the hub's monotonic time at sending, by which a viewer can tell a late message. "
            "The stream ends after ten minutes and is to be opened again."
        ),
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
    }
}


class EventStream(StreamingResponse):
    """A stream that gives up on a viewer that does not read."""

    media_type = "text/event-stream"

    async def stream_response(self, send: Send) -> None:
        """Send chunk by chunk, each within the time limit."""
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        async for chunk in self.body_iterator:
            body = chunk.encode() if isinstance(chunk, str) else bytes(chunk)
            async with asyncio.timeout(SEND_TIMEOUT_S):
                await send({"type": "http.response.body", "body": body, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


def board_stream(hub: Hub, tables: Iterable[str] | None, last_event_id: str | None) -> EventStream:
    """A stream of the boards of some tables, or of all."""
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return EventStream(_frames(hub, tables, _version(last_event_id)), headers=headers)


def _version(last_event_id: str | None) -> int | None:
    """A browser sends back what it was given; anything else is as good as nothing."""
    return (
        int(last_event_id) if last_event_id and last_event_id.isascii() and last_event_id.isdigit() else None
    )


async def _frames(hub: Hub, tables: Iterable[str] | None, seen: int | None) -> AsyncIterator[str]:
    watching = hub.live.watch(
        tables, seen, heartbeat_s=hub.settings.sse_heartbeat_s, lifetime_s=hub.settings.sse_lifetime_s
    )
    hub.metrics.viewers.inc()
    try:
        yield "retry: 1000\n\n" + frames([], hub.now())
        async for boards in watching:
            yield frames(boards, hub.now())
    finally:
        hub.metrics.viewers.dec()
        await watching.aclose()


def frames(boards: Iterable[Board], now: int) -> str:
    """The boards as events, after the hub's time; without boards a heartbeat."""
    events = (f"event: board\nid: {board.version}\ndata: {board.render(now)}\n\n" for board in boards)
    return f": now {now}\n\n" + "".join(events)
