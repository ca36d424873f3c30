"""The codes of a table's clock, for the direction's envelope."""

from dataclasses import asdict
from typing import Literal

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field

from arbiter_hub.api.access import only
from arbiter_hub.deps import HubDep, TableDep
from arbiter_hub.errors import refusals
from arbiter_hub.services.direction_codes import WINDOW

router = APIRouter(prefix="/api/v1/tables/{table}", tags=["direction"])


class CodeView(BaseModel):
    """The two codes of a number."""

    number: int = Field(examples=[4])
    armed: str = Field(description="orders the limit from the next set on", examples=["274918"])
    off: str = Field(description="takes the limit back at once", examples=["530187"])
    taken_now: bool = Field(description="the clock takes it as it is, without one before it")


class CodeUseView(BaseModel):
    """A code that a clock took."""

    number: int
    state: Literal["armed", "off"]
    table: str = Field(description="where the clock was then")
    used_at: int = Field(description="ms since 1970")
    expected: bool = Field(description="whether the clock could take it, as far as the hub knew")


class CodesView(BaseModel):
    """The codes that a table's clock takes next."""

    table: str
    device: str = Field(examples=["arbiter-1a2b3c"])
    used: int = Field(description="number of the code that it took last, as far as the hub knows; 0: none")
    window: int = Field(description="so many numbers after that one are taken now")
    codes: list[CodeView]
    uses: list[CodeUseView] = Field(description="the last ones, the newest first")


@router.get("/codes", **only("direction"), responses=refusals(401, 403, 404, 409, 422))
async def list_codes(table: TableDep, hub: HubDep, response: Response) -> CodesView:
    """The next codes of the table's clock. Each is good once, at this clock, with or without a network."""
    response.headers["Cache-Control"] = "no-store"
    found = await hub.direction_codes.of_table(table)
    return CodesView(
        table=found.table,
        device=found.device,
        used=found.used,
        window=WINDOW,
        codes=[CodeView(**asdict(line)) for line in found.lines],
        uses=[CodeUseView.model_validate(use, from_attributes=True) for use in found.uses],
    )
