"""The scorer's desk: strokes by what was seen, undo, redo, and the disciplines these rest on."""

from typing import Annotated, Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from arbiter_hub.api.access import only
from arbiter_hub.api.models import Answer, By, PlayerId, Strict
from arbiter_hub.api.writes import Key, once
from arbiter_hub.deps import HubDep, TableDep
from arbiter_hub.errors import refusals
from arbiter_rules.billiards.disciplines import disciplines
from arbiter_rules.billiards.stroke import Stroke

router = APIRouter(prefix="/api/v1", tags=["scorer"])

REFUSED = refusals(401, 403, 404, 409, 422)
Count = Annotated[int, Field(ge=0, le=99)]


class StrokeBody(Strict):
    """What the scorer saw, in the order in which it happened."""

    striker: PlayerId
    made: dict[Annotated[str, Field(max_length=32)], Count] = Field(
        default_factory=dict[str, int], max_length=16, examples=[{"pin": 3, "carom": 1}]
    )
    foul: bool = False
    foul_points: int | None = Field(
        default=None, ge=0, le=99, description="null: the discipline's usual value"
    )
    free_ball: bool = False
    full_set: bool = Field(default=True, description="the pins stood as at the start")
    settings: dict[Annotated[str, Field(max_length=32)], int] = Field(
        default_factory=dict[str, int],
        max_length=8,
        description="the organiser's numbers, where sources differ",
    )
    by: By


class ByBody(Strict):
    """Who does it."""

    by: By


class StepView(BaseModel):
    """A step of a ruling."""

    paragraph: str
    reading: str
    inputs: dict[str, Any]
    result: Any


class StrokeAnswer(BaseModel):
    """The entry, and how its points come about."""

    entry: str
    match: int
    player: PlayerId
    points: int
    free_ball: PlayerId | None
    steps: list[StepView]


class ElementView(BaseModel):
    """Something that a stroke can achieve."""

    id: str
    points: int
    most: int


class DisciplineView(BaseModel):
    """A discipline as data."""

    id: str
    name: str
    turn: str
    distances: list[int]
    best_of: list[int]
    foul_points: list[int]
    elements: list[ElementView]
    settings: dict[str, list[int]] = Field(description="allowed numbers, the default first")
    source: str
    confidence: str


@router.get("/disciplines")
async def list_disciplines() -> list[DisciplineView]:
    """The disciplines that strokes can be entered in."""
    return [
        DisciplineView(
            id=one.id,
            name=one.name,
            turn=one.turn,
            distances=list(one.distances),
            best_of=list(one.best_of),
            foul_points=list(one.foul_points),
            elements=[
                ElementView(id=each.id, points=each.points, most=each.most) for each in one.elements.values()
            ],
            settings={
                name: [setting.default, *(value for value in setting.allowed if value != setting.default)]
                for name, setting in one.settings.items()
            },
            source=one.source,
            confidence=one.confidence,
        )
        for one in disciplines().values()
    ]


@router.post("/tables/{table}/strokes", **only("direction", "scorer"), responses=REFUSED)
async def enter_stroke(
    table: TableDep, body: StrokeBody, hub: HubDep, request: Request, key: Key = None
) -> StrokeAnswer:
    """Enter a stroke; its points follow from the discipline. A foul turns the result over to the opponent."""
    stroke = Stroke(
        made=body.made,
        foul=body.foul,
        foul_points=body.foul_points,
        free_ball=body.free_ball,
        full_set=body.full_set,
    )
    entered = await hub.scorer.enter_stroke(
        table, body.striker, stroke, body.by, settings=body.settings, once=once(key, request, body)
    )
    steps = [
        StepView(paragraph=step.paragraph, reading=step.reading, inputs=dict(step.inputs), result=step.result)
        for step in entered.steps
    ]
    return StrokeAnswer(
        entry=entered.entry,
        match=entered.match,
        player=entered.player,
        points=entered.points,
        free_ball=entered.free_ball,
        steps=steps,
    )


@router.post("/tables/{table}/undo", **only("direction", "scorer"), responses=REFUSED)
async def undo(table: TableDep, body: ByBody, hub: HubDep, request: Request, key: Key = None) -> Answer:
    """Take back the scorer's last entry; again, the one before."""
    return Answer(**await hub.scorer.undo(table, body.by, once(key, request, body)))


@router.post("/tables/{table}/redo", **only("direction", "scorer"), responses=REFUSED)
async def redo(table: TableDep, body: ByBody, hub: HubDep, request: Request, key: Key = None) -> Answer:
    """Put back what undo took, until something new is entered."""
    return Answer(**await hub.scorer.redo(table, body.by, once(key, request, body)))
