"""Who plays which ball, put right when it was noted wrongly."""

from dataclasses import asdict
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from arbiter_hub.api.access import only
from arbiter_hub.api.models import Ball, By, Strict
from arbiter_hub.api.writes import Key, once
from arbiter_hub.deps import HubDep, TableDep
from arbiter_hub.errors import refusals
from arbiter_hub.services.repeats import txn

router = APIRouter(prefix="/api/v1/tables/{table}", tags=["matches"])


class BallsBody(Strict):
    """The balls as they are played."""

    ball_a: Ball = Field(description="player A's; B has the other one", examples=["yellow"])
    by: By
    note: Annotated[
        str | None,
        Field(
            min_length=1,
            max_length=200,
            pattern=r"^[^\x00-\x1f\x7f]*$",
            examples=["beim Eintragen vertauscht"],
        ),
    ] = Field(None, description="needed once the set has had a stroke; it stands on the match sheet")


class BallsAnswer(BaseModel):
    """Of a correction."""

    ball_a: Ball
    was: Ball
    clock: bool = Field(description="whether the clock shows it too; otherwise it is told when it is there")


@router.post("/balls", **only("direction", "scorer", "referee"), responses=refusals(401, 403, 404, 409, 422))
async def correct_balls(
    table: TableDep, body: BallsBody, hub: HubDep, request: Request, key: Key = None
) -> BallsAnswer:
    """Put right who plays which ball. It changes neither time nor score; UNDO at the clock takes it back."""
    repeat = once(key, request, body)

    async def act() -> dict[str, object]:
        return asdict(await hub.balls.correct(table, body.ball_a, body.note, body.by, txn(repeat)))

    return BallsAnswer.model_validate(await hub.repeats.run(repeat, act))
