"""Health, metrics, and the documents that describe the hub."""

from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

from fastapi import APIRouter, Response
from fastapi.responses import FileResponse
from pydantic import BaseModel

from arbiter_hub.deps import HubDep

router = APIRouter(tags=["system"])

RULES_MATRIX = Path(__file__).parents[1] / "rules_matrix.json"


class Health(BaseModel):
    """`degraded`: it runs, but the broker or the store does not."""

    status: Literal["ok", "degraded"]
    broker: Literal["connected", "unreachable"]
    store: Literal["ok", "failing"]
    version: str


@router.get("/healthz", responses={503: {"model": Health}})
async def health(hub: HubDep, response: Response) -> Health:
    """Whether the hub can take events."""
    broker = "connected" if hub.connection.connected else "unreachable"
    store = "ok" if await hub.store_works() else "failing"
    status = "ok" if broker == "connected" and store == "ok" else "degraded"
    response.status_code = 200 if status == "ok" else 503
    return Health(status=status, broker=broker, store=store, version=version("arbiter-shotclock"))


@router.get("/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def metrics(hub: HubDep) -> Response:
    """Prometheus metrics."""
    hub.metrics.tables.clear()
    for one in hub.site_book.all():
        hub.metrics.tables.labels(one.site).set(len(one.tables))
    return Response(hub.metrics.exposition(), media_type="text/plain; version=0.0.4")


@router.get(
    "/api/v1/rules", response_class=FileResponse, responses={200: {"content": {"application/json": {}}}}
)
async def rules() -> FileResponse:
    """The coverage matrix: each paragraph of each regulation, the code that implements it, the tests that show it."""
    return FileResponse(RULES_MATRIX, media_type="application/json")


@router.get("/asyncapi.json")
async def asyncapi(hub: HubDep) -> dict[str, Any]:
    """The MQTT contract as an AsyncAPI 3 document."""
    return hub.asyncapi()
