"""Of any match, being played or over: its sheet to print or to calculate with, and the players' statistics."""

import asyncio
from dataclasses import asdict, replace
from typing import Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from arbiter_hub.api.access import CallerDep
from arbiter_hub.api.exports import MatchNumber
from arbiter_hub.deps import HubDep
from arbiter_hub.errors import refusals, refusals_beside
from arbiter_hub.runtime import Hub
from arbiter_hub.services import match_sheet_pdf
from arbiter_hub.services.accounts import Caller
from arbiter_hub.services.match_sheet import MatchSheet, match_sheet, record_of, statistics_of
from arbiter_hub.services.match_sheet_csv import to_csv
from arbiter_hub.services.publicity import public_sheet, reads_all
from arbiter_hub.services.sheet_words import SheetWords
from arbiter_hub.web.language import language_of

router = APIRouter(prefix="/api/v1/matches/{match}", tags=["match sheets"])

PlayerId = Literal["a", "b"]


class SideView(BaseModel):
    """A player of a match."""

    name: str
    club: str
    ball: str
    sets: int
    penalties: int = Field(description="time penalties booked against the player")
    strokes: int = Field(description="strokes that the clock has seen")
    innings: int | None
    average: str | None = Field(description="points per innings, three decimals, cut")
    high_run: int | None


class ThresholdView(BaseModel):
    """So many sets were to be finished in so much time, gross or net; `first_set` is the first that can be limited."""

    sets: int
    limit_ms: int
    clock: Literal["gross", "net"]
    first_set: int
    scope: Literal["next_set", "remaining"]


class PlayedView(BaseModel):
    """The time of the match with and without the pauses of the clock, to its end or to what happened last."""

    gross_ms: int
    net_ms: int
    no_next_set_at: int | None = Field(
        description="when the threshold was exceeded and no further set could be limited, ms since 1970"
    )


class SetView(BaseModel):
    """A set; pairs are of a and b."""

    number: int
    starts: PlayerId
    points: tuple[int, int]
    penalties: tuple[int, int]
    penalty_points: tuple[int, int] = Field(description="credited from the other's time penalties")
    winner: PlayerId | None
    ended_by: Literal["distance", "time_penalty", "award", "disqualification"] | None
    limited_by: str | None = Field(description="who ordered the limit it was played with")
    began_at: int | None
    ended_at: int | None


class OrderView(BaseModel):
    """An order of the direction."""

    at: int
    by: str
    state: str
    scope: str
    from_set: int


class PenaltyView(BaseModel):
    """A time penalty as the clock booked it."""

    at: int
    set: int
    stroke: int
    against: PlayerId
    to: PlayerId
    n: int
    points: int
    turn_lost: bool
    counts: bool = Field(description="false: it was taken back")


class CorrectionView(BaseModel):
    """What was taken back or put back."""

    at: int
    by: str | None = Field(description="null: the referee, with the clock")
    action: Literal["taken_back", "put_back", "put_right"]
    what: str
    set: int | None
    player: PlayerId | None
    points: int | None
    note: str


class WarningView(BaseModel):
    """A warning for slow play, or the disqualification that followed."""

    at: int
    by: str
    set: int
    player: PlayerId
    n: int = Field(description="the player's so many-th warning")
    disqualified: bool
    note: str


class NoteView(BaseModel):
    """Something that had to be written down."""

    at: int
    by: str
    text: str


class SheetView(BaseModel):
    """A match sheet. Times are ms since 1970. The public one has neither notes, reasons nor names of officials."""

    number: int
    table: str
    title: str
    discipline: str
    edition: str
    preset: str
    distance: int | None
    best_of: int
    threshold: ThresholdView | None
    played: PlayedView
    began_at: int
    ended_at: int | None
    winner: PlayerId | None
    a: SideView
    b: SideView
    sets: list[SetView]
    orders: list[OrderView]
    penalties: list[PenaltyView]
    corrections: list[CorrectionView]
    notes: list[NoteView]
    warnings: list[WarningView]
    complete: bool = Field(description="false: the public sheet, in which `by` is empty instead of a name")


class TimesView(BaseModel):
    """Figures of timed strokes, in ms."""

    timed: int
    median_ms: int | None
    mean_ms: int | None
    p90_ms: int | None = Field(description="nine of ten strokes took no longer")
    longest_ms: int | None


class BinView(BaseModel):
    """Strokes that took more than `above_ms` and at most `up_to_ms`."""

    above_ms: int
    up_to_ms: int
    strokes: int


class PausesView(BaseModel):
    """Pauses for one reason, during strokes of the player."""

    reason: str
    count: int
    timed: int = Field(description="of how many the end is known")
    ms: int


class PlayerStatisticsView(BaseModel):
    """One player's figures."""

    name: str
    strokes: int
    times: TimesView
    histogram: list[BinView]
    penalties: int
    penalty_points: int = Field(description="what they gave the opponent, as booked")
    turns_lost: int
    pauses: list[PausesView]
    innings: int | None
    average: str | None
    high_run: int | None


class StrokeView(BaseModel):
    """A stroke of the match, numbered over both players."""

    number: int
    set: int
    player: PlayerId
    elapsed_ms: int | None
    period: int | None


class StatisticsView(BaseModel):
    """Both players, and the strokes in order, to be drawn over the match."""

    match: int
    a: PlayerStatisticsView
    b: PlayerStatisticsView
    series: list[StrokeView]


@router.get("/sheet", responses=refusals(403, 404, 422))
async def sheet(match: MatchNumber, hub: HubDep, caller: CallerDep) -> SheetView:
    """The match sheet as data: the whole of it for whoever has a role here, else the public one."""
    return SheetView.model_validate(await _sheet(match, hub, caller), from_attributes=True)


@router.get(
    "/sheet.pdf",
    response_class=Response,
    responses={200: {"content": {"application/pdf": {}}}, **refusals_beside(403, 404, 422)},
)
async def sheet_pdf(match: MatchNumber, hub: HubDep, caller: CallerDep, request: Request) -> Response:
    """The match sheet to print, in the language of the browser or of `?lang=`; whole or public as the data are."""
    made = await _sheet(match, hub, caller)
    words = SheetWords(language_of(request))
    made = replace(made, table=hub.sites.label(made.table))
    content = await asyncio.to_thread(match_sheet_pdf.render, made, words, printed=hub.utc())
    return _file(content, "application/pdf", f"match-{match}.pdf")


@router.get(
    "/sheet.csv",
    response_class=Response,
    responses={200: {"content": {"text/csv": {}}}, **refusals_beside(403, 404, 422)},
)
async def sheet_csv(match: MatchNumber, hub: HubDep, caller: CallerDep) -> Response:
    """The match sheet for a spreadsheet; whole or public as the data are."""
    made = await _sheet(match, hub, caller)
    return _file(to_csv(made), "text/csv; charset=utf-8", f"match-{match}.csv")


@router.get("/statistics", responses=refusals(404, 422))
async def statistics(match: MatchNumber, hub: HubDep) -> StatisticsView:
    """Time per stroke, penalties, pauses and averages of the players."""
    record = await record_of(hub.store, match)
    made = statistics_of(record)
    players: dict[PlayerId, PlayerStatisticsView] = {}
    for player in ("a", "b"):
        side = made.side(player)
        shown: dict[str, Any] = {
            "innings": None if side.innings is None else side.innings.innings,
            "average": None if side.innings is None else side.innings.shown(),
            "high_run": None if side.innings is None else side.innings.high_run,
            "name": record.match.players[player]["name"],
        }
        players[player] = PlayerStatisticsView(**{**asdict(side), **shown})
    series = [StrokeView(**asdict(one)) for one in made.series]
    return StatisticsView(match=match, a=players["a"], b=players["b"], series=series)


async def _sheet(match: int, hub: Hub, caller: Caller | None) -> MatchSheet:
    made = match_sheet(await record_of(hub.store, match))
    return made if reads_all(caller, published=hub.settings.publish_sheets) else public_sheet(made)


def _file(content: bytes, kind: str, name: str) -> Response:
    headers = {
        "Content-Disposition": f'inline; filename="{name}"',
        "Vary": "Authorization, Cookie, Accept-Language",
    }
    return Response(content, media_type=kind, headers=headers)
