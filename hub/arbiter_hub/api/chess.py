"""Correspondence chess by the rules of the BdF: every question has its own address, and nothing is stored."""

from typing import Annotated, Any

from fastapi import APIRouter, Body, FastAPI, File, Query, UploadFile
from fastapi.responses import PlainTextResponse, Response
from pydantic import BaseModel

from arbiter_hub.api import chess_pages, chess_stored
from arbiter_hub.api.chess_bounds import BoundedRoute, WordsDep
from arbiter_hub.api.chess_models import (
    AppealQuery,
    AuditQuery,
    CardQuery,
    ClaimQuery,
    DeadlineQuery,
    GameQuery,
    GamesOut,
    LeaveApplyQuery,
    LeavePlanQuery,
    MoveQuery,
    MoveTimeQuery,
    ReminderQuery,
    RulingOut,
    WhatIfQuery,
)
from arbiter_hub.errors import refusals
from arbiter_hub.services import chess_calendar, chess_games, chess_rules

router = APIRouter(
    prefix="/api/v1/chess",
    tags=["correspondence chess"],
    route_class=BoundedRoute,
    responses=refusals(411, 413, 422),
)

PGN_TYPE = "application/x-chess-pgn"


def install(app: FastAPI) -> None:
    """Add the questions, the stored tournaments and the pages."""
    app.include_router(router)
    app.include_router(chess_stored.router)
    app.include_router(chess_pages.router)


def _data(body: BaseModel) -> dict[str, Any]:
    return body.model_dump(mode="json")


def document(body: AuditQuery) -> dict[str, Any]:
    """The tournament of a request as the rule book reads it: fields that are not given are left out."""
    return body.tournament.model_dump(mode="json", exclude_none=True)


@router.get("/policy")
async def policy() -> dict[str, Any]:
    """The policy: every switch where the regulation leaves a question open, the default reading first."""
    return chess_rules.policies()


@router.post("/notation/parse")
async def parse_move(body: MoveQuery, words: WordsDep) -> RulingOut:
    """Read a written move: valid, impossible, doubtful or incomplete, and why."""
    return RulingOut(**chess_rules.parse_move(_data(body), words))


@router.post("/transmissions/validate")
async def validate_card(body: CardQuery, words: WordsDep) -> RulingOut:
    """Check a whole card: all findings at once, each with its paragraph and consequence."""
    return RulingOut(**chess_rules.validate_card(_data(body), words))


@router.post("/conditional/accept")
async def accept_proposals(body: CardQuery, words: WordsDep) -> RulingOut:
    """What a card takes up of open proposals, and whether order and numbers are right."""
    return RulingOut(**chess_rules.accept_proposals(_data(body), words))


@router.post("/clock/move")
async def move_time(body: MoveTimeQuery, words: WordsDep) -> RulingOut:
    """The days of one move, with leave and with what a long think without notice adds."""
    return RulingOut(**chess_rules.move_time(_data(body), words))


@router.post("/clock/what-if")
async def what_if(body: WhatIfQuery, words: WordsDep) -> RulingOut:
    """What sending on each of the next days would mean for the clock."""
    return RulingOut(**chess_rules.what_if(_data(body), words))


@router.post("/clock/ledger")
async def ledger(body: GameQuery, words: WordsDep) -> RulingOut:
    """The time ledger of a game: every entry with its paragraph, the clock at every move."""
    found = chess_rules.audit_one(document(body), body.game, body.as_of, words, body.notation)
    keep = ("id", "as_of", "ledger", "clocks", "totals", "running", "exceedances")
    found["value"] = {name: found["value"][name] for name in keep}
    return RulingOut(**found)


@router.post("/claims/evaluate")
async def evaluate_claim(body: ClaimQuery, words: WordsDep) -> RulingOut:
    """Whether, how and until when exceeded time can be claimed, and what would be carried over."""
    return RulingOut(**chess_rules.evaluate_claim(_data(body), words))


@router.post("/reminders/due")
async def reminder(body: ReminderQuery, words: WordsDep) -> RulingOut:
    """When to remind, when to tell the director, until when an answer can be refused."""
    return RulingOut(**chess_rules.reminder(_data(body), words))


@router.post("/leave/plan")
async def plan_leave(body: LeavePlanQuery, words: WordsDep) -> RulingOut:
    """Plan a leave: days left by tournament year, whom to tell by when and by which route."""
    return RulingOut(**chess_rules.plan_leave(_data(body), words))


@router.post("/leave/apply")
async def apply_leave(body: LeaveApplyQuery, words: WordsDep) -> RulingOut:
    """What a leave does to the days of one move."""
    return RulingOut(**chess_rules.apply_leave(_data(body), words))


@router.post("/appeals/state")
async def appeal(body: AppealQuery, words: WordsDep) -> RulingOut:
    """Where an appeal stands, its last day and its fee."""
    return RulingOut(**chess_rules.appeal(_data(body), words))


@router.post("/tournaments/audit")
async def audit(body: AuditQuery, words: WordsDep) -> RulingOut:
    """Audit a tournament given as a document: boards, ledgers, duties, claims, leave, status."""
    return RulingOut(**chess_rules.audit(document(body), body.as_of, words, body.notation))


@router.post("/games/audit")
async def audit_game(body: GameQuery, words: WordsDep) -> RulingOut:
    """Audit one game of a document, with the steps of its rulings."""
    return RulingOut(**chess_rules.audit_one(document(body), body.game, body.as_of, words, body.notation))


@router.post("/games/pgn", response_class=PlainTextResponse)
async def export_pgn(body: GameQuery) -> Response:
    """A game of a document as PGN, with the days its moves were sent. The tournament has to be named."""
    return Response(chess_games.export_pgn(document(body), body.game, body.as_of), media_type=PGN_TYPE)


@router.post("/deadlines.ics", response_class=PlainTextResponse)
async def deadlines(body: DeadlineQuery, words: WordsDep) -> Response:
    """The deadlines of a document as iCalendar."""
    feed = chess_rules.deadlines(document(body), body.as_of, words, body.player)
    return Response(feed, media_type=chess_calendar.MEDIA_TYPE)


@router.post("/import/pgn")
async def import_pgn(
    text: Annotated[str, Body(media_type="text/plain", examples=["1. 5254 5755 *"])],
) -> GamesOut:
    """Read games from PGN or a numeric score; a fault is named, a game is never empty."""
    return GamesOut(games=chess_games.read_games(text))


@router.post("/import/pgn/document")
async def import_document(
    text: Annotated[str, Body(media_type="text/plain")],
    transit: Annotated[int, Query(ge=0, le=60, description="days in the post")] = 0,
) -> dict[str, Any]:
    """Make a document, ready to audit, of PGN whose moves all carry the day they were sent."""
    return chess_games.document_of(text, transit)


@router.post("/import/xfcc")
async def import_xfcc(file: Annotated[UploadFile, File(description="an Xfcc game list")]) -> GamesOut:
    """Read an Xfcc game list."""
    return GamesOut(games=chess_games.read_xfcc(await file.read()))
