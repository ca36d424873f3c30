"""The list of all matches; and at a table, who is proposed to begin the next set, and what the direction should see."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field

from arbiter_hub.api.access import only
from arbiter_hub.api.models import Answer, By, PlayerId, Strict
from arbiter_hub.api.writes import Key, once
from arbiter_hub.deps import HubDep, TableDep
from arbiter_hub.errors import refusals
from arbiter_hub.services.match_sheet import record_of
from arbiter_hub.services.moved_penalty import move_penalty
from arbiter_hub.services.next_set import next_set
from arbiter_hub.sites import KEY_PATTERN
from arbiter_hub.store.match_list import ListedMatch, Wanted, count_matches, list_matches
from arbiter_rules.billiards.match import Score

router = APIRouter(prefix="/api/v1", tags=["matches"])


class SideOfMatch(BaseModel):
    """A player of a match, and the sets won."""

    name: str
    club: str
    ball: str
    sets: int


class MatchLine(BaseModel):
    """A match. Times are ms since 1970."""

    match: int
    table: str
    tournament: int | None
    fixture: int | None = Field(description="the match's number in its tournament")
    title: str
    discipline: str
    preset: str
    distance: int | None
    best_of: int
    a: SideOfMatch
    b: SideOfMatch
    state: Literal["playing", "over"]
    winner: PlayerId | None
    created_at: int
    closed_at: int | None = Field(description="null while the match is the table's current one")


class MatchPage(BaseModel):
    """A page of matches, the newest first."""

    matches: list[MatchLine]
    total: int
    page: int
    limit: int


class NextSetView(BaseModel):
    """Who is proposed to begin the next set; whoever begins it decides."""

    set: int | None = Field(description="null: a set is being played, or the match is decided")
    starts: PlayerId | None
    reason: Literal["announced", "alternate", "loser"] | None


class NoticeView(BaseModel):
    """Something that the direction should look at."""

    table: str
    kind: Literal["long_pause", "swapped_penalty", "disqualification", "offline"]
    since: int | None = Field(description="ms since 1970")
    player: PlayerId | None
    reason: str | None = Field(description="of a pause")
    entry: str | None = Field(description="of the log, that it is about")


class Move(Strict):
    """A time penalty that belongs to the other player."""

    entry: str = Field(pattern=r"^(hub:[0-9]{1,15}|[0-9a-f]{8}:[0-9]{1,10})$", examples=["3fa9c01b:47"])
    by: By
    note: str = Field(min_length=1, max_length=200, examples=["falscher Spieler war angezeigt"])


@router.get("/matches", responses=refusals(422))
async def matches(
    hub: HubDep,
    *,
    table: Annotated[str | None, Query(pattern=KEY_PATTERN)] = None,
    tournament: Annotated[int | None, Query(ge=1, le=2**53)] = None,
    state: Annotated[Literal["playing", "over"] | None, Query()] = None,
    page: Annotated[int, Query(ge=1, le=1_000_000)] = 1,
    limit: Annotated[int, Query(ge=1, le=100)] = 50,
) -> MatchPage:
    """Matches that were put on a table. `over` are those that are decided, or were replaced by another one."""
    wanted = Wanted(table, tournament, state, hub.scoring.decided)
    async with hub.store.read() as connection:
        total = await count_matches(connection, wanted)
        listed = await list_matches(connection, wanted, limit, (page - 1) * limit)
    lines = [_line(one, (await record_of(hub.store, one.match.id)).log().score) for one in listed]
    return MatchPage(matches=lines, total=total, page=page, limit=limit)


@router.get("/tables/{table}/next_set", responses=refusals(404, 409, 422))
async def proposed_next_set(table: TableDep, hub: HubDep) -> NextSetView:
    """The set that can begin now, and who is proposed to play its first stroke."""
    found = next_set(hub.scoring.active(table), hub.settings.next_set)
    if found is None:
        return NextSetView(set=None, starts=None, reason=None)
    return NextSetView.model_validate(found, from_attributes=True)


@router.get("/attention", **only("direction"), responses=refusals(401, 403))
async def attention(hub: HubDep) -> list[NoticeView]:
    """Long pauses, penalties whose player was changed afterwards, disqualifications to decide, clocks without a
    connection. Nothing of it happens by itself."""
    return [NoticeView.model_validate(one, from_attributes=True) for one in hub.attention.all()]


@router.post(
    "/tables/{table}/moved_penalties", **only("direction"), responses=refusals(401, 403, 404, 409, 422)
)
async def move(table: TableDep, body: Move, hub: HubDep, request: Request, key: Key = None) -> Answer:
    """Book a time penalty against the other player instead, after the referee has changed the player at the table."""
    answer = await hub.repeats.run(
        once(key, request, body), lambda: move_penalty(hub.scoring, table, body.entry, body.note, body.by)
    )
    return Answer(**answer)


def _line(listed: ListedMatch, score: Score) -> MatchLine:
    match = listed.match
    over = score.winner is not None or match.closed_at is not None
    return MatchLine(
        match=match.id,
        table=match.table,
        tournament=listed.tournament,
        fixture=listed.fixture,
        title=match.title,
        discipline=match.discipline,
        preset=match.preset,
        distance=match.distance,
        best_of=match.best_of,
        a=SideOfMatch(**match.players["a"], sets=score.sets_won("a")),
        b=SideOfMatch(**match.players["b"], sets=score.sets_won("b")),
        state="over" if over else "playing",
        winner=score.winner,
        created_at=match.created_at,
        closed_at=match.closed_at,
    )
