"""Writes: the direction's order of the time limit, matches, points, corrections, and presses from afar."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from pydantic import BaseModel, Field

from arbiter_clock import presets
from arbiter_hub.api.access import CallerDep, only
from arbiter_hub.api.models import (
    Answer,
    Correction,
    Done,
    LimitAnswer,
    LimitOrder,
    MatchAnswer,
    MatchBody,
    Points,
    Press,
    SetAnswer,
    SetEnd,
    SetStart,
)
from arbiter_hub.api.writes import Key, once
from arbiter_hub.deps import TABLE, HubDep, TableDep
from arbiter_hub.errors import RefusedError, refusals
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.services.publicity import public_data, reads_all
from arbiter_hub.services.repeats import txn
from arbiter_hub.services.scoring import MatchSpec, PlayerSpec
from arbiter_hub.sites import KEY_PATTERN, one_of

router = APIRouter(
    prefix="/api/v1/tables/{table}",
    tags=["matches"],
    responses=refusals(401, 403, 404, 409, 422, 503),
)


class LogLine(BaseModel):
    """One line of a match's log."""

    key: str
    type: str
    data: dict[str, Any]
    taken_back: bool = Field(description="does not count at present")


@router.post("/limit", **only("direction"))
async def order_limit(
    table: TableDep, body: LimitOrder, hub: HubDep, request: Request, key: Key = None
) -> LimitAnswer:
    """Order the time limit on or off. It never begins in the middle of a set."""
    answer = await hub.scoring.order_limit(table, body.state, body.scope, body.by, once(key, request, body))
    return LimitAnswer(**answer)


@router.post("/match", status_code=201, **only("direction", "scorer"))
async def open_match(
    table: Annotated[str, Path(pattern=KEY_PATTERN, description=TABLE, examples=["1"])],
    body: MatchBody,
    hub: HubDep,
    request: Request,
    key: Key = None,
) -> MatchAnswer:
    """Put a match on a table, which need not be known yet; the match before it is closed."""
    if body.preset not in presets.NAMES:
        raise RefusedError(422, "preset", body.preset, one_of(presets.NAMES))
    hub.sites.address(table)
    if table not in hub.live and len(hub.live.tables) >= hub.settings.max_tables:
        raise RefusedError(422, "table", table, one_of(hub.live.tables))
    spec = MatchSpec(
        title=body.title,
        discipline=body.discipline,
        preset=body.preset,
        edition=presets.preset(body.preset).edition,
        distance=body.distance,
        best_of=body.best_of,
        a=PlayerSpec(**body.a.model_dump()),
        b=PlayerSpec(**body.b.model_dump()),
        limit_by=None if body.limit is None else body.limit.by,
    )
    return MatchAnswer(**await hub.scoring.open_match(table, spec, once(key, request, body)))


@router.get("/match/log")
async def match_log(table: TableDep, hub: HubDep, caller: CallerDep) -> list[LogLine]:
    """The log of the table's match: every event and entry that its score is made of, in order. Notes and names of
    officials are there only for whoever has a role here, as on the match sheet."""
    whole = reads_all(caller, published=hub.settings.publish_sheets)
    log = hub.scoring.active(table).log
    taken_back = log.taken_back
    return [
        LogLine(
            key=entry.key,
            type=entry.type,
            data=dict(entry.data) if whole else public_data(entry.type, entry.data),
            taken_back=entry.key in taken_back,
        )
        for entry in log.entries
    ]


@router.post("/set_start", **only("direction", "scorer", "referee"))
async def start_set(
    table: TableDep, body: SetStart, hub: HubDep, request: Request, key: Key = None
) -> SetAnswer:
    """Tell the clock to begin the next set, with the limit if it was ordered."""
    repeat = once(key, request, body)
    answer = await hub.repeats.run(
        repeat, lambda: hub.scoring.start_set(table, body.striker, body.by, txn(repeat))
    )
    return SetAnswer(**answer)


@router.post("/set_end", **only("direction", "scorer"))
async def end_set(table: TableDep, body: SetEnd, hub: HubDep, request: Request, key: Key = None) -> Answer:
    """Give the set to a player, for a concession say; the clock stops."""
    return Answer(**await hub.scoring.end_set(table, body.winner, body.by, once(key, request, body)))


@router.post("/points", **only("direction", "scorer"))
async def add_points(table: TableDep, body: Points, hub: HubDep, request: Request, key: Key = None) -> Answer:
    """Points of a stroke. What goes beyond the distance is cut; reaching it wins the set."""
    answer = await hub.scoring.add_points(table, body.player, body.points, body.by, once(key, request, body))
    return Answer(**answer)


@router.post("/corrections", **only("direction", "scorer"))
async def correct(
    table: TableDep, body: Correction, hub: HubDep, request: Request, *, caller: CallerDep, key: Key = None
) -> Answer:
    """Take back any entry of the match, with all that followed from it, or put it back. What the clock has booked
    only the direction may change."""
    if not body.entry.startswith("hub:") and caller is not None and caller.role != "direction":
        raise RefusedError(
            403, "entry", body.entry, Phrase(N_("an entry of the hub, for anybody but the direction"))
        )
    answer = await hub.scoring.correct(
        table, body.entry, body.action, body.note, by=body.by, once=once(key, request, body)
    )
    return Answer(**answer)


@router.post("/press", **only("direction", "referee"))
async def press(table: TableDep, body: Press, hub: HubDep, request: Request, key: Key = None) -> Done:
    """Press a button of the table's clock."""
    repeat = once(key, request, body)

    async def act() -> dict[str, Any]:
        reply = await hub.commands.send(table, "press", body.model_dump(), "referee", txn=txn(repeat))
        if not reply.ok:
            raise RefusedError(
                409, "button", body.button, reply.error or Phrase(N_("a button that has a meaning now"))
            )
        return {"done": True}

    return Done(**await hub.repeats.run(repeat, act))
