"""The pages of correspondence chess that need no login: tools, the example tournament, boards and printed cards."""

import json
from collections.abc import Callable
from datetime import date
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import chess
from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import HTMLResponse

from arbiter_hub.api.chess_bounds import BoundedRoute, WordsDep
from arbiter_hub.api.chess_console import router as console
from arbiter_hub.api.chess_rendering import filled, game_page, shown
from arbiter_hub.services import chess_board, chess_forms, chess_games, chess_pdf, chess_rules
from arbiter_hub.services.chess_words import Words
from arbiter_rules.correspondence import notation, scoresheet
from arbiter_rules.correspondence.board import Side, position
from arbiter_rules.correspondence.spelling import Spelling, spell
from arbiter_rules.errors import FieldError

router = APIRouter(
    prefix="/chess", default_response_class=HTMLResponse, include_in_schema=False, route_class=BoundedRoute
)
router.include_router(console)

#: Answers a form, or raises FieldError.
Ask = Callable[[dict[str, str]], dict[str, Any]]

EXAMPLE = Path(chess_rules.__file__).with_name("chess_example.json")
EXAMPLE_DAY = date(2002, 5, 2)


@cache
def example() -> dict[str, Any]:
    """The tournament that the pages show before anyone has stored one."""
    return json.loads(EXAMPLE.read_text(encoding="utf-8"))


def answered(request: Request, template: str, words: Words, form: dict[str, str], ask: Ask) -> HTMLResponse:
    """The page with the answer to its form, or with what does not fit in it."""
    try:
        answer = ask(form)
    except FieldError as error:
        return shown(request, template, words, status=422, form=form, answer=None, error=error)
    return shown(request, template, words, form=form, answer=answer, error=None)


@router.get("")
async def start(request: Request, words: WordsDep) -> HTMLResponse:
    """All tools at a glance."""
    return shown(request, "start.html", words)


@router.get("/card")
async def card_form(request: Request, words: WordsDep) -> HTMLResponse:
    """The card checker."""
    return shown(request, "card.html", words, form={}, answer=None, error=None)


@router.post("/card")
async def card_check(request: Request, words: WordsDep) -> HTMLResponse:
    """The card checker with its findings."""

    def ask(form: dict[str, str]) -> dict[str, Any]:
        query = chess_forms.card_query(form)
        return chess_rules.validate_card(query, words) | {"card": query["card"]}

    return answered(request, "card.html", words, await filled(request), ask)


@router.get("/what-if")
async def what_if(request: Request, words: WordsDep) -> HTMLResponse:
    """What each day of sending would mean."""
    return _asked(
        request,
        "what_if.html",
        words,
        "arrival",
        lambda form: chess_rules.what_if(chess_forms.what_if_query(form), words),
    )


@router.get("/leave")
async def leave(request: Request, words: WordsDep) -> HTMLResponse:
    """The leave planner."""
    return _asked(
        request,
        "leave.html",
        words,
        "first",
        lambda form: chess_rules.plan_leave(chess_forms.leave_query(form), words),
    )


@router.get("/claim")
async def claim(request: Request, words: WordsDep) -> HTMLResponse:
    """The claim assistant."""
    return _asked(
        request,
        "claim.html",
        words,
        "total",
        lambda form: chess_rules.evaluate_claim(chess_forms.claim_query(form), words),
    )


def _asked(request: Request, template: str, words: Words, first: str, ask: Ask) -> HTMLResponse:
    """A page whose form is in its address, so that an answer can be kept and sent on."""
    form = dict(request.query_params)
    if first not in form:
        return shown(request, template, words, form=form, answer=None, error=None)
    return answered(request, template, words, form, ask)


@router.get("/example")
async def example_tournament(request: Request, words: WordsDep, as_of: str = "") -> HTMLResponse:
    """The example tournament as its director sees it."""
    day = chess_forms.within(as_of, EXAMPLE_DAY)
    audit = chess_rules.audit(example(), day, words)["value"]
    return shown(
        request, "tournament.html", words, audit=audit, base="/chess/example", number=None, log=(), error=None
    )


@router.get("/example/games/{game}")
async def example_game(
    request: Request, words: WordsDep, game: str, as_of: str = "", notation: Spelling = "german_long"
) -> HTMLResponse:
    """A game of the example tournament."""
    day = chess_forms.within(as_of, EXAMPLE_DAY)
    return game_page(request, words, example(), game=game, day=day, notation=notation, base="/chess/example")


@router.get("/pgn")
async def pgn_form(request: Request, words: WordsDep) -> HTMLResponse:
    """The form for a PGN to be audited."""
    return shown(request, "pgn.html", words, form={}, error=None)


@router.post("/pgn")
async def pgn_audit(request: Request, words: WordsDep) -> HTMLResponse:
    """The first game of a PGN, counted as if it went by post."""
    form = await filled(request)
    try:
        transit = min(chess_forms.whole_number(form, "transit", 0) or 0, 60)
        document = chess_games.document_of(form.get("pgn", ""), transit)
        day = chess_forms.within(form.get("as_of"), last_day(document))
        return game_page(
            request, words, document, game="1", day=day, notation="german_long", base="/chess/pgn"
        )
    except FieldError as error:
        return shown(request, "pgn.html", words, status=422, form=form, error=error)


def last_day(document: dict[str, Any]) -> date:
    """The day of the last entry of a document's first game."""
    last = document["games"][0]["entries"][-1]
    return date.fromisoformat(last.get("dispatch") or last["on"])


@router.get("/board.svg", response_class=Response)
async def board(
    fen: Annotated[str, Query(max_length=100)] = chess.STARTING_FEN,
    last: Annotated[str, Query(max_length=5)] = "",
    view: Side = "white",
    labels: chess_board.Labels = "letters",
) -> Response:
    """A board as a picture, with the last move marked."""
    drawn = position(fen)
    move = None
    if last:
        try:
            move = chess.Move.from_uci(last)
        except ValueError as error:
            raise FieldError("last", last, "a move like e2e4") from error
    svg = chess_board.draw(drawn, last=move, view=view, labels=labels)
    return Response(svg, media_type="image/svg+xml", headers={"Cache-Control": "max-age=86400"})


@router.get("/print")
async def print_form(request: Request, words: WordsDep) -> HTMLResponse:
    """The form of a card to print."""
    return shown(request, "print.html", words, form=dict(request.query_params), error=None)


@router.post("/print")
async def print_card(request: Request, words: WordsDep) -> Response:
    """The card as a PDF, with both notations."""
    form = await filled(request)
    try:
        pdf = chess_pdf.render(_to_print(form), words)
    except FieldError as error:
        return shown(request, "print.html", words, status=422, form=form, error=error)
    headers = {"Content-Disposition": 'inline; filename="card.pdf"'}
    return Response(pdf, media_type="application/pdf", headers=headers)


def _to_print(form: dict[str, str]) -> chess_pdf.CardToPrint:
    board = position(form.get("fen", "").strip() or None)
    moves = scoresheet.replay(board, form.get("moves", ""))
    repeated = ("", "")
    if moves:
        before = board.copy()
        last = before.pop()
        repeated = _both(before, last)
    text = form.get("move", "").strip()
    written = scoresheet.parse(text)
    reading = notation.interpret(board, written[0].text if written else "")
    if reading.move is None:
        raise FieldError("move", text, f"a valid move ({reading.reason})")
    arrival, dispatch = chess_forms.day(form, "arrival"), chess_forms.day(form, "dispatch")
    return chess_pdf.CardToPrint(
        tournament=form.get("tournament", "")[:80],
        code=form.get("code", "")[:40],
        game=form.get("game", "")[:40],
        sender=form.get("sender", "")[:60],
        partner=form.get("partner", "")[:60],
        repeated=repeated,
        own=_both(board, reading.move),
        arrival=chess_rules.day_of(arrival),
        dispatch=chess_rules.day_of(dispatch),
        days=chess_forms.whole_number(form, "days"),
        remarks=form.get("remarks", "")[:200],
        proposals=tuple(line[:100] for line in form.get("proposals", "").splitlines() if line.strip()),
    )


def _both(board: chess.Board, move: chess.Move) -> tuple[str, str]:
    number = f"{board.fullmove_number}{'.' if board.turn else '...'}"
    return f"{number} {spell(board, move, 'numeric')}", f"{number} {spell(board, move, 'german_long')}"
