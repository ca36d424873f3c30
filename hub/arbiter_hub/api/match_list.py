"""The list of all matches."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from arbiter_hub.api.models import PlayerId
from arbiter_hub.deps import HubDep
from arbiter_hub.errors import refusals
from arbiter_hub.services.match_sheet import record_of
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
