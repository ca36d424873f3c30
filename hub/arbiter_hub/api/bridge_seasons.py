"""Seasons: told from a document that comes with the request, or stored and added to."""

import tomllib
from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Path, Query, Request
from pydantic import BaseModel, Field

from arbiter_hub.api.access import only
from arbiter_hub.api.bridge_models import AdditionBody, SeasonBody, SeasonReportBody
from arbiter_hub.api.bridge_sentences import step_view
from arbiter_hub.api.bridge_views import plain
from arbiter_hub.api.uploads import bounded_route
from arbiter_hub.api.writes import Key, once
from arbiter_hub.deps import HubDep
from arbiter_hub.errors import RefusedError, refusals
from arbiter_hub.services.bridge_seasons import Seasons
from arbiter_hub.web.language import language_of
from arbiter_rules.bridge.season import Season
from arbiter_rules.bridge.season_alarms import season_alarms, season_deadlines
from arbiter_rules.bridge.season_points import earned_points
from arbiter_rules.bridge.season_read import read_season
from arbiter_rules.bridge.season_report import season_report
from arbiter_rules.trace import Step

#: A season's document, with every board that was played.
MOST_BYTES: Final = 5_000_000

router = APIRouter(
    prefix="/api/v1/bridge",
    tags=["bridge: seasons"],
    responses=refusals(422),
    route_class=bounded_route(MOST_BYTES, "body"),
)

SeasonId = Annotated[str, Path(min_length=1, max_length=32, examples=["2009"])]
AsOf = Annotated[date | None, Query(description="the day; today if absent")]


class SeasonView(BaseModel):
    """A season as of a day."""

    season: str
    name: str
    as_of: date
    scale: str
    verified: bool = Field(description="whether the scale of victory points was compared with an original")
    series: list[dict[str, Any]]
    struck: dict[str, str]
    fines: dict[str, int]
    movements: dict[str, Any] | None
    undecided: list[str]
    alarms: list[dict[str, Any]]
    deadlines: list[dict[str, Any]]
    points: list[dict[str, Any]]


class Created(BaseModel):
    """Of a season that was kept."""

    season: str


class Added(BaseModel):
    """Of an addition; `added` is false if it was there already."""

    added: bool


class LogLine(BaseModel):
    """What was added, by whom and when (ms since 1970)."""

    id: int
    kind: str
    data: dict[str, Any]
    by: str
    created_at: int


def document_of(body: SeasonBody) -> Mapping[str, Any]:
    """The document, from JSON or from TOML text; exactly one of the two."""
    if (body.document is None) == (body.toml is None):
        raise RefusedError(422, "document", "both or neither of document and toml", "one of the two")
    if body.document is not None:
        return body.document
    try:
        return tomllib.loads(body.toml or "")
    except tomllib.TOMLDecodeError as error:
        raise RefusedError(422, "toml", str(error), "a TOML document") from None


def view(season: Season, as_of: date, language: str) -> SeasonView:
    """Everything the regulation makes of the season on the day."""
    report = season_report(season, as_of)

    def steps(found: tuple[Step, ...]) -> list[Any]:
        return [plain(step_view(step, language)) for step in found]

    return SeasonView(
        season=season.id,
        name=season.name,
        as_of=as_of,
        scale=report.scale,
        verified=report.verified,
        series=[
            {
                "series": plain(each.series),
                "ended": each.ended,
                "table": [{**plain(line), "name": season.teams[line.team].name} for line in each.table],
                "table_steps": steps(each.table_steps),
                "adjustments": plain(each.adjustments),
                "matches": [
                    {
                        "match": plain(match.match),
                        "status": match.status,
                        "home": plain(match.home),
                        "away": plain(match.away),
                        "provisional": match.provisional,
                        "steps": steps(match.steps),
                    }
                    for match in each.matches
                ],
            }
            for each in report.series
        ],
        struck=dict(report.struck),
        fines=dict(report.fines),
        movements=None
        if report.movements is None
        else {**plain(report.movements.value), "steps": steps(report.movements.steps)},
        undecided=list(report.undecided),
        alarms=plain(season_alarms(season, as_of)),
        deadlines=plain(season_deadlines(season, as_of)),
        points=plain(earned_points(season, as_of)),
    )


def seasons_of(hub: HubDep) -> Seasons:
    """The stored seasons of this hub."""
    return Seasons(hub.store, hub.utc)


@router.post("/season")
async def tell_season(body: SeasonReportBody, request: Request) -> SeasonView:
    """Tell a season that comes with the request; nothing is kept."""
    return view(read_season(document_of(body)), body.as_of, language_of(request))


@router.get("/seasons")
async def list_seasons(hub: HubDep) -> list[str]:
    """The seasons that are stored."""
    return await seasons_of(hub).ids()


@router.post("/seasons", status_code=201, responses=refusals(401, 403, 409), **only("direction"))
async def create_season(body: SeasonBody, hub: HubDep, request: Request, key: Key = None) -> Created:
    """Keep a season. The whole document is checked first; the same document again changes nothing."""

    async def create() -> dict[str, Any]:
        return {"season": await seasons_of(hub).create(document_of(body))}

    return Created(**await hub.repeats.run(once(key, request, body), create))


@router.get("/seasons/{season}", responses=refusals(404))
async def tell_stored_season(
    season: SeasonId, hub: HubDep, request: Request, as_of: AsOf = None
) -> SeasonView:
    """A stored season as of a day."""
    return view(await seasons_of(hub).load(season), as_of or today(hub), language_of(request))


@router.get("/seasons/{season}/document", responses=refusals(404))
async def export_season(season: SeasonId, hub: HubDep) -> dict[str, Any]:
    """The whole season as one document, everything that was added included."""
    return await seasons_of(hub).export(season)


@router.get("/seasons/{season}/log", responses=refusals(404))
async def season_log(season: SeasonId, hub: HubDep) -> list[LogLine]:
    """What was added since the season was created."""
    return [
        LogLine(id=each.id, kind=each.kind, data=dict(each.data), by=each.by, created_at=each.created_at)
        for each in await seasons_of(hub).log(season)
    ]


@router.post(
    "/seasons/{season}/{kind}", status_code=201, responses=refusals(401, 403, 404, 409), **only("direction")
)
async def add_to_season(
    *,
    season: SeasonId,
    kind: Literal["match", "penalty", "decision"],
    body: AdditionBody,
    hub: HubDep,
    request: Request,
    key: Key = None,
) -> Added:
    """Add a result, a penalty or a decision. The same one again changes nothing."""

    async def add() -> dict[str, Any]:
        return {"added": await seasons_of(hub).add(season, kind, body.data, body.by)}

    return Added(**await hub.repeats.run(once(key, request, body), add))


def today(hub: HubDep) -> date:
    """The day by the hub's clock, in UTC."""
    return date.fromordinal(date(1970, 1, 1).toordinal() + hub.utc() // 86_400_000)
