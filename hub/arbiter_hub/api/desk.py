"""The desk of a match: who is proposed to begin the next set, what the direction should see, and what it puts right."""

from typing import Literal

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from arbiter_hub.api.access import only
from arbiter_hub.api.models import Answer, By, PlayerId, Strict
from arbiter_hub.api.writes import Key, once
from arbiter_hub.deps import HubDep, TableDep
from arbiter_hub.errors import RefusedError, refusals
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.services.moved_penalty import move_penalty
from arbiter_hub.services.next_set import next_set
from arbiter_hub.services.void_stroke import declare_void

router = APIRouter(prefix="/api/v1", tags=["matches"])


class NextSetView(BaseModel):
    """Who is proposed to begin the next set; whoever begins it decides."""

    set: int | None = Field(description="null: a set is being played, or the match is decided")
    starts: PlayerId | None
    reason: Literal["announced", "alternate", "loser"] | None


class NoticeView(BaseModel):
    """Something that the direction should look at."""

    table: str
    kind: Literal["long_pause", "swapped_penalty", "lost_turn", "disqualification", "offline"]
    since: int | None = Field(description="ms since 1970")
    player: PlayerId | None
    reason: str | None = Field(description="of a pause")
    entry: str | None = Field(description="of the log, that it is about")


class Move(Strict):
    """A time penalty that belongs to the other player."""

    entry: str = Field(pattern=r"^(hub:[0-9]{1,15}|[0-9a-f]{8}:[0-9]{1,10})$", examples=["3fa9c01b:47"])
    by: By
    note: str = Field(min_length=1, max_length=200, examples=["falscher Spieler war angezeigt"])


class VoidStroke(Strict):
    """A stroke that was played although the turn was lost."""

    by: By
    note: str = Field(min_length=1, max_length=200, examples=["hat nach 60 s noch gespielt"])


class StartTime(Strict):
    """When the match began, from which the time for its sets is counted."""

    at: int = Field(ge=0, le=2**53, description="ms since 1970", examples=[1796060400000])
    by: By
    note: str = Field(min_length=1, max_length=200, examples=["Einspielen wurde mitgezählt"])


@router.get("/tables/{table}/next_set", responses=refusals(404, 409, 422))
async def proposed_next_set(table: TableDep, hub: HubDep) -> NextSetView:
    """The set that can begin now, and who is proposed to play its first stroke."""
    found = next_set(hub.scoring.active(table), hub.settings.next_set)
    if found is None:
        return NextSetView(set=None, starts=None, reason=None)
    return NextSetView.model_validate(found, from_attributes=True)


@router.get("/attention", **only("direction"), responses=refusals(401, 403))
async def attention(hub: HubDep) -> list[NoticeView]:
    """Long pauses, penalties whose player was changed afterwards, lost turns, disqualifications to decide, clocks
    without a connection. Nothing of it happens by itself."""
    return [NoticeView.model_validate(one, from_attributes=True) for one in hub.attention.all()]


@router.post(
    "/tables/{table}/moved_penalties", **only("direction"), responses=refusals(401, 403, 404, 409, 422)
)
async def move(table: TableDep, body: Move, hub: HubDep, request: Request, key: Key = None) -> Answer:
    """Book a time penalty against the other player instead, after the referee has changed the player at the table."""
    answer = await hub.repeats.run(
        once(key, request, body), lambda: move_penalty(hub.scoring, table, body.entry, body.note, body.by)
    )
    return Answer(**answer)


@router.post(
    "/tables/{table}/void_strokes",
    **only("direction", "scorer", "referee"),
    responses=refusals(401, 403, 404, 409, 422),
)
async def void_stroke(
    table: TableDep, body: VoidStroke, hub: HubDep, request: Request, key: Key = None
) -> Answer:
    """Write down that a stroke after the lost turn is void. Nothing is booked again; it can be taken back like any
    entry of the log."""
    repeat = once(key, request, body)
    return Answer(**await declare_void(hub.scoring, table, note=body.note, by=body.by, once=repeat))


@router.post("/tables/{table}/start_time", **only("direction"), responses=refusals(401, 403, 404, 409, 422))
async def set_start_time(
    table: TableDep, body: StartTime, hub: HubDep, request: Request, key: Key = None
) -> Answer:
    """Say when the match began, where its first stroke on the clock was none of it; a threshold counts from there.
    It can be taken back like any entry of the log."""
    if body.at > hub.utc():
        raise RefusedError(422, "at", body.at, Phrase(N_("a time that is over")))
    data = {"at": body.at, "note": body.note}
    return Answer(**await hub.scoring.enter(table, "begun", data, body.by, once(key, request, body)))
