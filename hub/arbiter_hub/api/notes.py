"""Notes on the match sheet: what was decided and no rule foresees."""

from fastapi import APIRouter, Request
from pydantic import Field

from arbiter_hub.api.access import only
from arbiter_hub.api.models import Answer, By, Strict
from arbiter_hub.api.writes import Key, once
from arbiter_hub.deps import HubDep, TableDep
from arbiter_hub.errors import refusals

router = APIRouter(prefix="/api/v1", tags=["match sheets"])


class Note(Strict):
    """A note."""

    note: str = Field(
        min_length=1,
        max_length=500,
        pattern=r"^[^\x00-\x1f\x7f]*$",
        examples=["Licht ausgefallen, Stoß wiederholt"],
    )
    by: By


@router.post(
    "/tables/{table}/notes",
    **only("direction", "scorer", "referee"),
    responses=refusals(401, 403, 404, 409, 422),
)
async def add_note(table: TableDep, body: Note, hub: HubDep, request: Request, key: Key = None) -> Answer:
    """Write a note on the sheet of the table's match. It can be taken back like any entry of the log."""
    answer = await hub.scoring.enter(table, "note", {"note": body.note}, body.by, once(key, request, body))
    return Answer(**answer)
