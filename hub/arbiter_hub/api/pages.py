"""The pages that people open: tables, boards, the work of direction and scorer, results, rules."""

import re
from typing import Annotated, Any, Literal

from fastapi import APIRouter, FastAPI, Query, Request
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, ConfigDict
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from arbiter_clock.presets import NAMES
from arbiter_hub.api.exports import MatchNumber
from arbiter_hub.deps import HubDep, LiveDep
from arbiter_hub.services.match_sheet import record_of
from arbiter_hub.services.results import result_lines
from arbiter_hub.settings import NAME_PATTERN
from arbiter_hub.store.matches import StoredMatch
from arbiter_hub.web.language import language_of
from arbiter_hub.web.rules import rules_context
from arbiter_hub.web.scorer_pad import pad_rules
from arbiter_hub.web.statistics import statistics_context
from arbiter_hub.web.templating import STATIC, data_block, page
from arbiter_rules.billiards.disciplines import disciplines
from arbiter_rules.billiards.match import MatchLog

#: The tables of one site only.
SiteQuery = Annotated[str | None, Query(pattern=NAME_PATTERN)]

router = APIRouter(default_response_class=HTMLResponse, include_in_schema=False)


class OverlayOptions(BaseModel):
    """How an overlay looks; all by its address, so that a streaming program can keep it."""

    model_config = ConfigDict(frozen=True)

    layout: Literal["bar", "corner"] = "bar"
    place: Literal["bottom", "top"] = "bottom"
    size: Literal["s", "m", "l"] = "m"
    clock: Literal["on", "off"] = "on"
    left: Literal["a", "b"] = "a"


class Static(StaticFiles):
    """Static files that a browser asks for again each time, so that pages and scripts are of one version."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """The file, to be revalidated by its ETag."""
        response = await super().get_response(path, scope)
        response.headers["Cache-Control"] = "no-cache"
        return response


def install(app: FastAPI) -> None:
    """Add the pages and their static files to the app."""
    app.include_router(router)
    app.mount("/static", Static(directory=STATIC), name="static")


@router.get("/")
async def tables(request: Request, site: SiteQuery = None) -> HTMLResponse:
    """All tables at a glance."""
    return page(request, "tables.html", chosen_site=site)


@router.get("/rules")
async def rules(request: Request) -> HTMLResponse:
    """The coverage matrix: paragraph, code, tests."""
    return page(request, "rules.html", **rules_context(request))


@router.get("/tables/{table}/scoreboard")
async def scoreboard(
    request: Request, live: LiveDep, table: str, left: Literal["a", "b"] = "a"
) -> HTMLResponse:
    """The scoreboard for a television in the hall, or a phone; `left` is who is shown on the left, and no more."""
    return _of_table(request, live, table, "scoreboard.html", left=left)


@router.get("/results")
async def results(
    request: Request, hub: HubDep, tournament: Annotated[int | None, Query(ge=1, le=2**53)] = None
) -> HTMLResponse:
    """The results of a tournament; of the newest one unless another is named."""
    everything = await hub.tournaments.all()
    number = tournament or (everything[0].id if everything else None)
    shown, fixtures = (None, []) if number is None else await hub.tournaments.one(number)
    lines = await result_lines(hub.store, fixtures)
    return page(request, "results.html", tournaments=everything, tournament=shown, lines=lines)


@router.get("/direction")
async def direction(request: Request, site: SiteQuery = None) -> HTMLResponse:
    """The direction's desk: alarms first, the time limit, matches and sets."""
    return page(request, "direction.html", chosen_site=site)


@router.get("/direction/sites")
async def sites(request: Request) -> HTMLResponse:
    """Where there are tables: titles, further sites, and codes for their clocks."""
    return page(request, "sites.html")


@router.get("/direction/tournament")
async def tournament_desk(request: Request) -> HTMLResponse:
    """Tournaments: announced, filled from CSV files, and their matches put on tables."""
    games = [(one.id, one.name) for one in disciplines().values()]
    return page(request, "tournament_desk.html", disciplines=games, presets=NAMES)


@router.get("/sign-in")
async def sign_in(
    request: Request, following: Annotated[str, Query(alias="next", max_length=200)] = "/"
) -> HTMLResponse:
    """Signing in, for everybody who has a role; then it goes on to a page of this hub."""
    # An address of somebody else would make the hub's sign-in a trap.
    local = re.fullmatch(r"/(?![/\\\\])[\x21-\x7e]*", following)
    return page(request, "sign_in_page.html", following=following if local else "/")


@router.get("/direction/devices")
async def devices(request: Request) -> HTMLResponse:
    """The clocks as devices: keys, releases, logs."""
    return page(request, "devices.html")


@router.get("/direction/codes")
async def codes(request: Request) -> HTMLResponse:
    """The codes by which the direction orders the time limit at a clock without network, to be printed."""
    return page(request, "codes.html")


@router.get("/direction/people")
async def people(request: Request) -> HTMLResponse:
    """Who may work at the tables."""
    return page(request, "people.html")


@router.get("/matches/{match}/statistics")
async def match_statistics(request: Request, hub: HubDep, match: MatchNumber) -> HTMLResponse:
    """Figures and plots of both players of any match, also of one that is over."""
    record = await record_of(hub.store, match)
    context = _statistics(record.match, record.log(), language_of(request))
    return page(request, "statistics.html", table=None, **context)


@router.get("/tables/{table}/scorer")
async def scorer(request: Request, live: LiveDep, table: str) -> HTMLResponse:
    """The scorer's pad."""
    return _of_table(
        request, live, table, "scorer.html", disciplines_json=data_block(pad_rules(language_of(request)))
    )


@router.get("/tables/{table}/statistics")
async def statistics(request: Request, hub: HubDep, table: str) -> HTMLResponse:
    """Figures and plots of both players of the match on the table."""
    context: dict[str, Any] = {"names": None}
    if hub.scoring.has_match(table):
        match = hub.scoring.active(table)
        context = _statistics(match.stored, match.log, language_of(request))
    return _of_table(request, hub.live, table, "statistics.html", **context)


@router.get("/tables/{table}/clock")
async def clock(request: Request, live: LiveDep, table: str) -> HTMLResponse:
    """A simulated clock with its six buttons."""
    return _of_table(request, live, table, "clock.html")


@router.get("/tables/{table}/overlay")
async def overlay(
    request: Request, live: LiveDep, table: str, options: Annotated[OverlayOptions, Query()]
) -> HTMLResponse:
    """The scoreboard for a video stream, on a transparent ground."""
    return _of_table(request, live, table, "overlay.html", **options.model_dump())


def _statistics(stored: StoredMatch, log: MatchLog, language: str) -> dict[str, Any]:
    return {
        "names": {player: stored.players[player]["name"] for player in ("a", "b")},
        "title": stored.title,
        "match": stored.id,
        **statistics_context(log, stored.discipline, stored.preset, language),
    }


def _of_table(request: Request, live: LiveDep, table: str, template: str, **context: Any) -> HTMLResponse:
    if table not in live:
        return page(request, "missing.html", status=404, table=table, tables=live.tables)
    return page(request, template, table=table, **context)
