"""Warnings for slow play, and the disqualification that the direction may pronounce with the last of them."""

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from arbiter_hub.api.access import only
from arbiter_hub.api.models import Answer, By, PlayerId, Strict
from arbiter_hub.api.writes import Key, once
from arbiter_hub.deps import HubDep, TableDep
from arbiter_hub.errors import refusals
from arbiter_hub.services.slow_play import Standing

router = APIRouter(prefix="/api/v1/tables/{table}", tags=["slow play"], responses=refusals(404, 409, 422))

Reason = Annotated[
    str, Field(max_length=200, pattern=r"^[^\x00-\x1f\x7f]*$", examples=["zum zweiten Mal ermahnt"])
]


class Warned(Strict):
    """A warning for a player."""

    player: PlayerId
    by: By
    note: Reason = ""


class Disqualified(Strict):
    """The match goes to the opponent of this player."""

    player: PlayerId
    by: By
    note: Annotated[Reason, Field(min_length=1)]


class RuleView(BaseModel):
    """What a discipline says of slow play."""

    disqualifies_at: int = Field(description="with so many warnings the direction may disqualify")
    source: str
    confidence: str


class StandingView(BaseModel):
    """Warnings in the match on the table."""

    rule: RuleView | None = Field(description="null: the discipline has no such warnings")
    a: int
    b: int
    due: PlayerId | None = Field(description="whom the direction may disqualify now")
    disqualified: PlayerId | None


class WarningAnswer(Answer):
    """Of a warning."""

    standing: StandingView


@router.get("/warnings")
async def warnings(table: TableDep, hub: HubDep) -> StandingView:
    """How many warnings the players of the table's match have."""
    return _view(hub.warnings.standing(table))


@router.post("/warnings", **only("direction", "scorer", "referee"), responses=refusals(401, 403))
async def warn(
    table: TableDep, body: Warned, hub: HubDep, request: Request, key: Key = None
) -> WarningAnswer:
    """Warn a player for slow play. It can be taken back like any entry of the log."""
    answer, standing = await hub.warnings.warn(
        table, body.player, body.note, body.by, once(key, request, body)
    )
    return WarningAnswer.model_validate({**answer, "standing": _view(standing)})


@router.post("/disqualifications", **only("direction"), responses=refusals(401, 403))
async def disqualify(
    table: TableDep, body: Disqualified, hub: HubDep, request: Request, key: Key = None
) -> Answer:
    """Disqualify a player who has as many warnings as it takes: the match goes to the opponent."""
    answer = await hub.warnings.disqualify(table, body.player, body.note, body.by, once(key, request, body))
    return Answer.model_validate(answer)


def _view(standing: Standing) -> StandingView:
    rule = standing.rule
    return StandingView(
        rule=None if rule is None else RuleView.model_validate(rule, from_attributes=True),
        a=standing.warnings["a"],
        b=standing.warnings["b"],
        due=standing.due,
        disqualified=standing.disqualified,
    )
