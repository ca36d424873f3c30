"""The panel of a simulated clock, relayed between its socket on loopback and a browser's websocket."""

import asyncio
import contextlib
from typing import Any
from urllib.parse import urlsplit

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from arbiter_hub.deps import HubDep

router = APIRouter()

#: Longest line either side may send.
LINE_BYTES = 4_096
NO_CLOCK, GONE, FORBIDDEN = 4404, 1012, 4403


@router.websocket("/tables/{table}/clock/panel")
async def panel(websocket: WebSocket, table: str, hub: HubDep) -> None:
    """One JSON object a message, both ways. Closed with 4404 if there is no such clock, 1012 when it restarts."""
    if not _same_origin(websocket):
        await websocket.close(FORBIDDEN)
        return
    await websocket.accept()
    clock = hub.clocks.get(table)
    if clock is None or clock.panel_port is None:
        await websocket.close(NO_CLOCK)
        return
    try:
        reader, writer = await asyncio.open_connection("127.0.0.1", clock.panel_port, limit=LINE_BYTES)
    except OSError:
        await websocket.close(GONE)
        return
    pumps: set[asyncio.Task[Any]] = {
        asyncio.create_task(_to_browser(reader, websocket)),
        asyncio.create_task(_to_clock(websocket, writer)),
        asyncio.create_task(hub.live.closing.wait()),
    }
    try:
        await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for pump in pumps:
            pump.cancel()
        await asyncio.gather(*pumps, return_exceptions=True)
        writer.close()
        with contextlib.suppress(OSError, RuntimeError):
            await writer.wait_closed()
            await websocket.close(GONE)


async def _to_browser(reader: asyncio.StreamReader, websocket: WebSocket) -> None:
    with contextlib.suppress(OSError, ValueError, WebSocketDisconnect):
        while line := await reader.readline():
            await websocket.send_text(line.decode("utf-8", "replace").rstrip("\n"))


async def _to_clock(websocket: WebSocket, writer: asyncio.StreamWriter) -> None:
    with contextlib.suppress(OSError, WebSocketDisconnect):
        while True:
            text = await websocket.receive_text()
            if "\n" not in text and len(text) < LINE_BYTES:
                writer.write(text.encode() + b"\n")
                await writer.drain()


def _same_origin(websocket: WebSocket) -> bool:
    """A page of another site must not press buttons; programs that are no browser send no origin."""
    origin = websocket.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == websocket.headers.get("host")
