"""Stored correspondence tournaments: players, games, cards, leaves, claims, the director's decisions."""

from datetime import date
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Path, Query
from fastapi.responses import PlainTextResponse, Response
from pydantic import BaseModel, Field

from arbiter_hub.api.chess_access import AskerDep, DirectorDep, Number, TournamentsDep, WriterDep
from arbiter_hub.api.chess_bounds import BoundedRoute, WordsDep
from arbiter_hub.api.chess_models import (
    AppealBody,
    CardEntry,
    Day,
    EventBody,
    LeaveBody,
    Readings,
    RulingOut,
    Strict,
)
from arbiter_hub.errors import refusals
from arbiter_hub.services import chess_calendar, chess_games, chess_rules
from arbiter_rules.correspondence.board import Side
from arbiter_rules.correspondence.spelling import Spelling

router = APIRouter(
    prefix="/api/v1/chess/stored",
    tags=["correspondence tournaments"],
    route_class=BoundedRoute,
    responses=refusals(401, 403, 404, 409, 411, 413, 422),
)

AsOf = Annotated[date | None, Query(description="the day to look from; today if it is left out")]
Name = Annotated[str, Field(min_length=1, max_length=100)]


class NewTournament(Strict):
    """A tournament without games."""

    name: Annotated[str, Field(min_length=1, max_length=200, examples=["Testturnier 2002"])]
    code: Annotated[str, Field(max_length=40)] = ""
    start: Day
    end: Day | None = None
    players: list[Name] = Field(min_length=2, max_length=200, examples=[["Anna Albers", "Bernd Brandt"]])
    report_suffices: bool = False
    policy: Readings = Field(default_factory=dict[str, str])


class NewGame(Strict):
    """A game without entries."""

    id: Annotated[str, Field(min_length=1, max_length=40, examples=["1"])]
    white: Name
    black: Name
    fen: Annotated[str, Field(max_length=100)] | None = None
    start_letter: Day | None = None
    transit: Annotated[int, Field(ge=0, le=60)] | None = None
    consent: list[Side] = Field([], max_length=2)


class Created(BaseModel):
    """A new tournament with its players' tokens, which are not shown again."""

    tournament: int
    tokens: dict[str, str]


class Changed(BaseModel):
    """A change that was stored."""

    tournament: int
    change: int


class TournamentLine(BaseModel):
    """A tournament in the list."""

    tournament: int
    name: str


class LogLine(BaseModel):
    """A change as it was stored."""

    change: int
    kind: Literal["created", "game", "leave", "appeal", "entry", "revoked"]
    data: dict[str, Any]
    by: str
    at: int = Field(description="ms since 1970")


def _data(body: BaseModel) -> dict[str, Any]:
    return body.model_dump(mode="json", exclude_none=True)


@router.post("", status_code=201)
async def create(
    body: NewTournament, tournaments: TournamentsDep, write: WriterDep, _: DirectorDep
) -> Created:
    """Open a tournament (director)."""
    return Created(**await write(body, lambda: tournaments.create(_data(body))))


@router.get("")
async def every(tournaments: TournamentsDep, asker: AskerDep) -> list[TournamentLine]:
    """The tournaments that the asker may see."""
    return [
        TournamentLine(tournament=number, name=name)
        for number, name in await tournaments.all()
        if asker.role == "director" or number == asker.tournament
    ]


@router.get("/{number}")
async def audit(
    number: Number,
    tournaments: TournamentsDep,
    words: WordsDep,
    _: AskerDep,
    as_of: AsOf = None,
    notation: Spelling = "numeric",
) -> RulingOut:
    """Audit a stored tournament as of a day."""
    document = await tournaments.document(number)
    return RulingOut(**chess_rules.audit(document, as_of or tournaments.today(), words, notation))


@router.get("/{number}/document")
async def document(number: Number, tournaments: TournamentsDep, _: AskerDep) -> dict[str, Any]:
    """The tournament as a document that can be audited anywhere."""
    return await tournaments.document(number)


@router.get("/{number}/log")
async def log(number: Number, tournaments: TournamentsDep, _: DirectorDep) -> list[LogLine]:
    """Every change with who made it (director)."""
    return [
        LogLine.model_validate(
            {
                "change": each.id,
                "kind": each.kind,
                "data": dict(each.data),
                "by": each.by,
                "at": each.created_at,
            }
        )
        for each in await tournaments.log(number)
    ]


@router.get("/{number}/deadlines.ics", response_class=PlainTextResponse)
async def deadlines(
    number: Number, tournaments: TournamentsDep, words: WordsDep, asker: AskerDep, as_of: AsOf = None
) -> Response:
    """The deadlines as iCalendar: a player's own, or all for the director."""
    found = chess_rules.deadlines(
        await tournaments.document(number), as_of or tournaments.today(), words, asker.player
    )
    return Response(found, media_type=chess_calendar.MEDIA_TYPE)


@router.post("/{number}/games", status_code=201)
async def add_game(
    number: Number, body: NewGame, tournaments: TournamentsDep, write: WriterDep, _: DirectorDep
) -> Changed:
    """Add a game (director)."""
    return Changed(**await write(body, lambda: tournaments.add_game(number, _data(body))))


@router.post("/{number}/leaves", status_code=201)
async def add_leave(
    number: Number, body: LeaveBody, tournaments: TournamentsDep, write: WriterDep, asker: AskerDep
) -> Changed:
    """Enter a leave, or its newer version: a player his own, the director any."""
    return Changed(**await write(body, lambda: tournaments.add_leave(number, _data(body), asker)))


@router.post("/{number}/appeals", status_code=201)
async def add_appeal(
    number: Number, body: AppealBody, tournaments: TournamentsDep, write: WriterDep, asker: AskerDep
) -> Changed:
    """Enter an appeal, or its newer version: a player his own, the director any, with the instances' word."""
    return Changed(**await write(body, lambda: tournaments.add_appeal(number, _data(body), asker)))


@router.get("/{number}/games/{game}/pgn", response_class=PlainTextResponse)
async def game_pgn(
    number: Number,
    game: Annotated[str, Path(max_length=40)],
    tournaments: TournamentsDep,
    _: AskerDep,
    as_of: AsOf = None,
) -> Response:
    """A stored game as PGN, with the days its moves were sent."""
    text = chess_games.export_pgn(await tournaments.document(number), game, as_of or tournaments.today())
    return Response(text, media_type="application/x-chess-pgn")


@router.post("/{number}/games/{game}/entries", status_code=201)
async def add_entry(  # noqa: PLR0917 - the path, the body and who writes
    number: Number,
    game: Annotated[str, Path(max_length=40)],
    body: Annotated[CardEntry | EventBody, Body()],
    tournaments: TournamentsDep,
    write: WriterDep,
    asker: AskerDep,
) -> Changed:
    """Enter a card, a claim, a notice (player) or a decision (director). What does not fit is not stored."""
    return Changed(**await write(body, lambda: tournaments.add_entry(number, game, _data(body), asker)))


@router.delete("/{number}/changes/{change}")
async def revoke(number: Number, change: int, tournaments: TournamentsDep, asker: DirectorDep) -> Changed:
    """Take a change back (director); the log keeps both."""
    return Changed(**await tournaments.revoke(number, change, asker.name))
