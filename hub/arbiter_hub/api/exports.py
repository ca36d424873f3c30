"""Whole logs: export of a match or of the hub, and import into an empty hub."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, File, Path, UploadFile
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field

from arbiter_hub.api.access import only
from arbiter_hub.api.uploads import bounded_route, content_of
from arbiter_hub.deps import HubDep
from arbiter_hub.errors import refusals

MOST_BYTES: Final = 64_000_000

router = APIRouter(
    prefix="/api/v1",
    tags=["exports"],
    route_class=bounded_route(MOST_BYTES),
    responses=refusals(401, 403, 422),
)

MatchNumber = Annotated[int, Path(ge=1, le=2**53, description="number of the match", examples=[1])]


class LogDocument(BaseModel):
    """A whole log. The rows have the columns of the hub's tables."""

    format: str = Field(examples=["arbiter-log"])
    version: int = Field(examples=[1])
    site: str
    exported_at: int = Field(description="ms since 1970")
    scope: str = Field(description="hub or match")
    sites: list[dict[str, Any]] = Field(description="that have a title; the home of the hub has no name here")
    tables: list[dict[str, Any]]
    epochs: list[dict[str, Any]] = Field(description="journals of the clocks")
    events: list[dict[str, Any]]
    matches: list[dict[str, Any]]
    entries: list[dict[str, Any]] = Field(description="what the hub entered into the matches' logs")
    orders: list[dict[str, Any]] = Field(description="of the time limit")
    tournaments: list[dict[str, Any]]
    fixtures: list[dict[str, Any]] = Field(description="the tournaments' matches")
    thresholds: list[dict[str, Any]] = Field(
        description="times of matches after which the direction is asked"
    )
    players: list[dict[str, Any]]
    code_uses: list[dict[str, Any]] = Field(
        description="numbers of the direction's codes that clocks have taken"
    )


class Imported(BaseModel):
    """Rows stored, by table."""

    tables: int
    epochs: int
    events: int
    matches: int
    entries: int
    orders: int
    tournaments: int
    fixtures: int
    thresholds: int
    players: int
    code_uses: int


@router.get("/export", **only("direction"), response_model=LogDocument)
async def export_hub(hub: HubDep) -> JSONResponse:
    """Everything that scores are made of, for an archive or for an empty hub. No password or token is in it."""
    return _file(await hub.transfer.export_hub(), f"arbiter-{hub.settings.site}.json")


@router.get(
    "/matches/{match}/export", response_model=LogDocument, **only("direction"), responses=refusals(404)
)
async def export_match(match: MatchNumber, hub: HubDep) -> JSONResponse:
    """The whole log of one match."""
    return _file(await hub.transfer.export_match(match), f"arbiter-match-{match}.json")


@router.post("/import", status_code=201, **only("direction"), responses=refusals(409, 411, 413))
async def import_log(file: Annotated[UploadFile, File(description="an export")], hub: HubDep) -> Imported:
    """Take up an export; only an empty hub does. Nothing is stored unless all of it is good."""
    return Imported(**await hub.transfer.import_document(await content_of(file, MOST_BYTES)))


def _file(document: dict[str, Any], name: str) -> JSONResponse:
    return JSONResponse(document, headers={"Content-Disposition": f'attachment; filename="{name}"'})
