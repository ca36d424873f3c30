"""Tables: what is on them now, and every event of their clocks."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from fastapi.responses import Response
from pydantic import BaseModel, Field

from arbiter_hub.api.access import CallerDep
from arbiter_hub.api.sse import STREAM_RESPONSE, EventStream, LastEventId, board_stream
from arbiter_hub.deps import HubDep, TableDep
from arbiter_hub.errors import refusals, refusals_beside
from arbiter_hub.services.publicity import public_data, reads_all
from arbiter_hub.store.events import events_after

router = APIRouter(prefix="/api/v1", tags=["tables"])


class BoardView(BaseModel):
    """What a scoreboard shows of one table."""

    version: int = Field(description="grows with every change, over all tables")
    table: str
    clock: dict[str, Any] | None = Field(description="the device's newest `state`")
    age_ms: int | None = Field(description="since the newest state or tick arrived; null: of unknown age")
    tick: dict[str, Any] | None = Field(description="the device's newest `tick`, if newer than the state")
    score: dict[str, Any] | None
    link: Literal["ready", "lost", "unknown"]
    link_since: int | None = Field(description="when that was told, ms since 1970; null: not known")
    stale: bool = Field(description="the clock runs and nothing was heard of it for 3 s")
    panel: bool = Field(description="a simulated clock that can be pressed in the browser")


class EventView(BaseModel):
    """One event as the device sent it."""

    id: int = Field(description="order of arrival; give the last one as `after` for the next page")
    epoch: str
    seq: int
    type: str
    body: dict[str, Any]
    received_at: int = Field(description="ms since 1970")


@router.get("/tables", response_model=list[BoardView])
async def list_tables(hub: HubDep) -> Response:
    """All tables with their boards."""
    text = ", ".join(board.render(hub.now()) for board in hub.live.boards())
    return Response(f"[{text}]", media_type="application/json")


@router.get("/tables/{table}", response_model=BoardView, responses=refusals(404, 422))
async def get_table(table: TableDep, hub: HubDep) -> Response:
    """One table with its board."""
    return Response(hub.live.board(table).render(hub.now()), media_type="application/json")


@router.get("/tables/{table}/events", responses=refusals(403, 404, 422))
async def list_events(
    table: TableDep,
    hub: HubDep,
    caller: CallerDep,
    after: Annotated[int, Query(ge=0, le=2**53)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> list[EventView]:
    """The events of a table's clocks in the order in which they arrived. Names of officials are there only for
    whoever has a role here, except the one who ordered the limit."""
    whole = reads_all(caller, published=hub.settings.publish_sheets)
    async with hub.store.read() as connection:
        found = await events_after(connection, table, after, limit)
    return [
        EventView(
            id=event.id,
            epoch=event.epoch,
            seq=event.seq,
            type=event.type,
            body=dict(event.body) if whole else public_data(event.type, event.body),
            received_at=event.received_at,
        )
        for event in found
    ]


@router.get(
    "/tables/{table}/stream",
    response_class=EventStream,
    responses={**STREAM_RESPONSE, **refusals_beside(404, 422)},
)
async def stream_table(table: TableDep, hub: HubDep, last_event_id: LastEventId = None) -> EventStream:
    """The board of one table, live."""
    return board_stream(hub, [table], last_event_id)


@router.get("/stream", response_class=EventStream, responses={**STREAM_RESPONSE, **refusals_beside(422)})
async def stream_all(hub: HubDep, last_event_id: LastEventId = None) -> EventStream:
    """The boards of all tables, live."""
    return board_stream(hub, None, last_event_id)
