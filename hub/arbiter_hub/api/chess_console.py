"""The pages of stored tournaments: login, the director's console, the players' games.

The token is kept in a cookie that scripts cannot read; it is only sent from the hub's own pages (SameSite=Strict).
"""

from collections.abc import Awaitable, Callable
from typing import Annotated
from urllib.parse import urlsplit

from fastapi import APIRouter, Depends, HTTPException, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from arbiter_hub.api.access import COOKIE as SESSION
from arbiter_hub.api.chess_access import COOKIE, TournamentsDep, who
from arbiter_hub.api.chess_bounds import BoundedRoute, WordsDep
from arbiter_hub.api.chess_rendering import filled, game_page, shown
from arbiter_hub.deps import HubDep
from arbiter_hub.errors import RefusedError
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.services import chess_calendar, chess_forms, chess_games, chess_rules
from arbiter_hub.services.chess_tournaments import Asker, Document
from arbiter_rules.correspondence.events import KINDS
from arbiter_rules.correspondence.spelling import Spelling
from arbiter_rules.errors import FieldError

router = APIRouter(default_response_class=HTMLResponse, route_class=BoundedRoute)

HOME = "/chess/tournaments"


class Visit:
    """A request for a page: who comes, what is stored, and in which language it is answered."""

    def __init__(self, request: Request, hub: HubDep, tournaments: TournamentsDep, words: WordsDep):
        self.request, self.hub, self.tournaments, self.words = request, hub, tournaments, words

    async def who(self) -> Asker | None:
        """Whose cookie this is; RefusedError 403 for a form that another site's page has sent."""
        origin = self.request.headers.get("origin")
        if self.request.method == "POST" and origin is not None:
            host = urlsplit(origin).netloc
            if host != self.request.headers.get("host"):
                raise RefusedError(403, "Origin", origin, Phrase(N_("a page of this hub")))
        cookies = self.request.cookies
        return await who(self.hub, self.tournaments, cookies.get(COOKIE), cookies.get(SESSION))

    async def asker(self, number: int | None = None) -> Asker:
        """Who is logged in; nobody is sent to the login, the player of another tournament is refused with 403."""
        asker = await self.who()
        if asker is None:
            raise HTTPException(303, headers={"Location": HOME})
        if asker.role == "player" and number is not None and number != asker.tournament:
            own = Phrase(N_("{tournament}, whose player you are"), tournament=asker.tournament)
            raise RefusedError(403, "tournament", number, own)
        return asker

    async def director(self) -> Asker:
        """The direction, if it is logged in."""
        asker = await self.asker()
        if asker.role != "director":
            raise RefusedError(403, "login", Phrase(N_("a player")), Phrase(N_("the direction")))
        return asker


VisitDep = Annotated[Visit, Depends(Visit)]


@router.get("/tournaments")
async def every(visit: VisitDep) -> HTMLResponse:
    """The login, or the tournaments that the visitor may see."""
    asker = await visit.who()
    return await _list(visit, asker)


async def _list(
    visit: Visit,
    asker: Asker | None,
    *,
    form: dict[str, str] | None = None,
    error: FieldError | None = None,
    created: Document | None = None,
) -> HTMLResponse:
    found = [
        each
        for each in await visit.tournaments.all()
        if asker and (asker.role == "director" or each[0] == asker.tournament)
    ]
    return shown(
        visit.request,
        "tournaments.html",
        visit.words,
        status=422 if error else 200,
        asker=asker,
        tournaments=found,
        form=form or {},
        error=error,
        created=created,
    )


@router.post("/login")
async def login(visit: VisitDep) -> Response:
    """Keep a token that is somebody's."""
    token = (await filled(visit.request)).get("token", "").strip()
    if not token or await who(visit.hub, visit.tournaments, token) is None:
        error = FieldError(
            "token",
            Phrase(N_("an unknown token")),
            Phrase(N_("the token of the direction or of a player")),
        )
        return await _list(visit, None, error=error)
    response = RedirectResponse(HOME, status_code=303)
    response.set_cookie(
        COOKIE, token, httponly=True, samesite="strict", secure=visit.request.url.scheme == "https"
    )
    return response


@router.post("/logout")
async def logout() -> Response:
    """Forget the token."""
    response = RedirectResponse(HOME, status_code=303)
    response.delete_cookie(COOKIE)
    return response


@router.post("/tournaments")
async def create(visit: VisitDep) -> HTMLResponse:
    """A new tournament; the players' tokens are shown this once."""
    asker = await visit.director()
    form = await filled(visit.request)
    try:
        data: Document = {
            "name": form.get("name", ""),
            "code": form.get("code", ""),
            "start": chess_forms.required_day(form, "start"),
            "players": [name.strip() for name in form.get("players", "").splitlines() if name.strip()],
            "report_suffices": "report_suffices" in form,
        }
        created = await visit.tournaments.create(data)
    except FieldError as error:
        return await _list(visit, asker, form=form, error=error)
    return await _list(visit, asker, created=created)


@router.get("/tournaments/{number}")
async def tournament(visit: VisitDep, number: int, as_of: str = "") -> HTMLResponse:
    """The director's console, or a player's view."""
    asker = await visit.asker(number)
    return await _console(visit, asker, number, as_of=as_of)


async def _console(
    visit: Visit,
    asker: Asker,
    number: int,
    *,
    as_of: str = "",
    form: dict[str, str] | None = None,
    error: FieldError | None = None,
) -> HTMLResponse:
    log = await visit.tournaments.log(number)
    day = chess_forms.within(as_of, visit.tournaments.today())
    audit = chess_rules.audit(await visit.tournaments.document(number), day, visit.words)["value"]
    revoked = {each.data["of"] for each in log if each.kind == "revoked"}
    return shown(
        visit.request,
        "tournament.html",
        visit.words,
        status=422 if error else 200,
        audit=audit,
        base=f"{HOME}/{number}",
        number=number,
        asker=asker,
        log=[each for each in reversed(log) if asker.role == "director"],
        revoked=revoked,
        kinds=KINDS,
        form=form or {},
        error=error,
    )


@router.post("/tournaments/{number}/games")
async def add_game(visit: VisitDep, number: int) -> Response:
    """A new game (director)."""
    asker = await visit.director()
    form = await filled(visit.request)
    data = {name: form.get(name, "") for name in ("id", "white", "black")}
    return await _change(visit, asker, number, form, lambda: visit.tournaments.add_game(number, data))


@router.post("/tournaments/{number}/entries")
async def add_event(visit: VisitDep, number: int) -> Response:
    """An event or a decision."""
    asker = await visit.asker(number)
    form = await filled(visit.request)

    async def act() -> Document:
        return await visit.tournaments.add_entry(
            number, form.get("game", ""), chess_forms.event_fields(form), asker
        )

    return await _change(visit, asker, number, form, act)


@router.post("/tournaments/{number}/cards")
async def add_card(visit: VisitDep, number: int) -> Response:
    """A card of the side to move, pasted or typed."""
    asker = await visit.asker(number)
    form = await filled(visit.request)

    async def act() -> Document:
        side = "black" if form.get("by") == "black" else "white"
        card = chess_forms.card_fields(form, side)
        return await visit.tournaments.add_entry(number, form.get("game", ""), card, asker)

    return await _change(visit, asker, number, form, act)


@router.post("/tournaments/{number}/leaves")
async def add_leave(visit: VisitDep, number: int) -> Response:
    """A leave of a player, with its notices: all told on one day, by one route."""
    asker = await visit.asker(number)
    form = await filled(visit.request)

    async def act() -> Document:
        document = await visit.tournaments.document(number)
        player = form.get("player", "")
        told = chess_forms.day(form, "told")
        others = [name for name in document["players"] if name != player]
        notices = (
            [{"to": name, "sent": told, "route": form.get("route") or "card"} for name in others]
            if told
            else []
        )
        if told:
            notices.append({"to": "director", "sent": told, "route": "direct"})
        data = {
            "player": player,
            "first": chess_forms.required_day(form, "first"),
            "last": chess_forms.required_day(form, "last"),
            "special": "special" in form,
            "notices": notices,
        }
        return await visit.tournaments.add_leave(number, data, asker)

    return await _change(visit, asker, number, form, act)


@router.post("/tournaments/{number}/appeals")
async def add_appeal(visit: VisitDep, number: int) -> Response:
    """A case against a ruling, or its newer version."""
    asker = await visit.asker(number)
    form = await filled(visit.request)

    async def act() -> Document:
        return await visit.tournaments.add_appeal(number, chess_forms.appeal_fields(form), asker)

    return await _change(visit, asker, number, form, act)


@router.post("/tournaments/{number}/changes/{change}/revoke")
async def revoke(visit: VisitDep, number: int, change: int) -> Response:
    """Take a change back (director)."""
    asker = await visit.director()
    return await _change(
        visit, asker, number, {}, lambda: visit.tournaments.revoke(number, change, asker.name)
    )


async def _change(
    visit: Visit,
    asker: Asker,
    number: int,
    form: dict[str, str],
    act: Callable[[], Awaitable[Document]],
) -> Response:
    """Make a change and go back to the page, or show what does not fit; then nothing has been stored."""
    try:
        await act()
    except RefusedError as error:
        if error.status in (401, 404):
            raise
        return await _console(visit, asker, number, form=form, error=error)
    except FieldError as error:
        return await _console(visit, asker, number, form=form, error=error)
    back = form.get("back", "")
    # Only these pages' own addresses: an address in a form may come from anywhere.
    return RedirectResponse(back if back.startswith(HOME + "/") else f"{HOME}/{number}", status_code=303)


@router.get("/tournaments/{number}/games/{game}")
async def game(
    visit: VisitDep,
    number: int,
    game: str,
    as_of: str = "",
    notation: Spelling = "german_long",
) -> HTMLResponse:
    """A stored game."""
    asker = await visit.asker(number)
    day = chess_forms.within(as_of, visit.tournaments.today())
    document = await visit.tournaments.document(number)
    return game_page(
        visit.request,
        visit.words,
        document,
        game=game,
        day=day,
        notation=notation,
        base=f"{HOME}/{number}",
        mine=asker.name,
    )


@router.get("/tournaments/{number}/games/{game}/pgn")
async def game_pgn(visit: VisitDep, number: int, game: str) -> Response:
    """A stored game as PGN."""
    await visit.asker(number)
    text = chess_games.export_pgn(await visit.tournaments.document(number), game, visit.tournaments.today())
    headers = {"Content-Disposition": 'attachment; filename="game.pgn"'}
    return Response(text, media_type="application/x-chess-pgn", headers=headers)


@router.get("/tournaments/{number}/deadlines.ics")
async def deadlines(visit: VisitDep, number: int) -> Response:
    """The deadlines of the visitor as a calendar file."""
    asker = await visit.asker(number)
    document = await visit.tournaments.document(number)
    feed = chess_rules.deadlines(document, visit.tournaments.today(), visit.words, asker.player)
    return Response(feed, media_type=chess_calendar.MEDIA_TYPE)
