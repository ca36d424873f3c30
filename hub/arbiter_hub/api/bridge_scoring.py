"""Scores: contracts, IMPs, victory points, IMP across the field, and result files."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, UploadFile
from pydantic import BaseModel, Field

from arbiter_hub.api.bridge_models import ContractBody, IafBody, IafRow, TvpBody, VictoryPointsBody
from arbiter_hub.api.bridge_views import Ruling, plain, ruling
from arbiter_hub.api.uploads import bounded_route, content_of
from arbiter_hub.errors import refusals
from arbiter_hub.services.bridge_imports import read_file
from arbiter_rules.bridge.across_field import Adjusted, TableResult, across_field
from arbiter_rules.bridge.contracts import contract_score, parse_contract, parse_tricks
from arbiter_rules.bridge.imps import imps
from arbiter_rules.bridge.table_results import match_score
from arbiter_rules.bridge.tvp import read_tvp
from arbiter_rules.bridge.victory_points import Scale, read_scale, scale_by_id, scales, victory_points
from arbiter_rules.errors import FieldError

MOST_BYTES = 5_000_000

router = APIRouter(
    prefix="/api/v1/bridge",
    tags=["bridge: scores"],
    responses=refusals(422),
    route_class=bounded_route(MOST_BYTES),
)


class ScaleView(BaseModel):
    """A scale with its provenance."""

    id: str
    boards: int
    verified: bool
    mark: str = Field(description="SEED, FOUND, DERIVED or CONFIGURED")
    source: str
    rows: list[list[float]] = Field(description="[smallest margin, winner, loser]")


class TvpAnswer(BaseModel):
    """An imported scale."""

    scale: ScaleView
    notices: list[str]


class ContractAnswer(BaseModel):
    """Points for the declaring side."""

    score: int


class ImpsAnswer(BaseModel):
    """IMPs for a difference."""

    imps: int


class ImportAnswer(BaseModel):
    """What was made of a result file; nothing may be stored of it unless `usable`."""

    usable: bool
    read: list[dict[str, Any]]
    ignored: list[dict[str, Any]]
    refused: list[dict[str, Any]]
    match: dict[str, Any] | None = Field(description="the match, if every board has a result in both rooms")
    match_problem: dict[str, str] | None


def scale_view(scale: Scale) -> ScaleView:
    """A scale as the API shows it."""
    return ScaleView(
        id=scale.id,
        boards=scale.boards,
        verified=scale.verified,
        mark=scale.mark,
        source=scale.source,
        rows=[[margin, float(winner), float(loser)] for margin, winner, loser in scale.rows],
    )


@router.get("/scales")
async def list_scales() -> list[ScaleView]:
    """The scales that are shipped. None is official; `verified` says whether one was compared with an original."""
    return [scale_view(scale) for scale in scales().values()]


@router.get("/scales/{scale_id}")
async def get_scale(scale_id: str) -> ScaleView:
    """One scale; `wbf-20-0-<boards>` is made by formula."""
    return scale_view(scale_by_id(scale_id))


@router.post("/scales/tvp")
async def import_tvp(body: TvpBody) -> TvpAnswer:
    """Read a scale from the text of a TVP file."""
    result = read_tvp(body.text, "imported", body.boards)
    return TvpAnswer(scale=scale_view(result.scale), notices=list(result.notices))


@router.post("/victory-points")
async def get_victory_points(body: VictoryPointsBody, request: Request) -> Ruling:
    """Victory points of a match, with the row of the scale and whether the scale was verified."""
    if body.rows is None:
        scale = scale_by_id(body.scale)
    else:
        entry = {
            "id": "given",
            "boards": body.boards,
            "mark": "CONFIGURED",
            "source": "request",
            "rows": body.rows,
        }
        scale = read_scale(entry)
    return ruling(request, victory_points(scale, body.home_imps, body.away_imps, body.boards))


@router.post("/contract")
async def score_contract(body: ContractBody) -> ContractAnswer:
    """Points of a contract, by law 77."""
    contract = parse_contract(body.contract)
    tricks = parse_tricks(body.result, contract) if contract.level else 0
    return ContractAnswer(score=contract_score(contract, tricks, body.vulnerable))


@router.get("/imps")
async def imps_of(difference: Annotated[int, Query(ge=-15_200, le=15_200)]) -> ImpsAnswer:
    """IMPs for a difference in points, by law 78 B."""
    return ImpsAnswer(imps=imps(difference))


@router.post("/iaf")
async def compare_field(body: IafBody, request: Request) -> Ruling:
    """IMP across the field, by pair; only tables of one pool are compared."""
    results = [
        TableResult(row.pool, row.board, row.ns, row.ew, row.score, _adjusted(row)) for row in body.results
    ]
    return ruling(request, across_field(results, body.method, body.adjusted_imps, body.readings))


def _adjusted(row: IafRow) -> tuple[Adjusted, Adjusted] | None:
    return None if row.adjusted is None else (row.adjusted[0], row.adjusted[1])


@router.post("/import", responses=refusals(413))
async def import_results(file: UploadFile, boards: Annotated[int, Query(ge=1, le=128)] = 24) -> ImportAnswer:
    """Read a file of results (PBN, LIN, CSV, USEBIO) and tell what was read, ignored and refused."""
    report = read_file(file.filename or "", await content_of(file, MOST_BYTES))
    match: dict[str, Any] | None = None
    problem: dict[str, str] | None = None
    try:
        match = plain(match_score(report.read, boards)) if report.usable else None
    except FieldError as error:
        problem = {"field": error.field, "found": error.found, "allowed": error.allowed}
    return ImportAnswer(
        usable=report.usable,
        read=[
            {
                "board": record.board,
                "room": record.room,
                "contract": None if record.contract is None else str(record.contract),
                "declarer": record.declarer,
                "tricks": record.tricks,
                "score": record.score,
                "deal": record.deal,
            }
            for record in report.read
        ],
        ignored=plain(report.ignored),
        refused=plain(report.refused),
        match=match,
        match_problem=problem,
    )
