"""Pages of seasons: import, league tables with a cross table, and a page per match."""

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from math import inf
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import HTMLResponse

from arbiter_hub.api.bridge_page_views import told
from arbiter_hub.api.bridge_seasons import AsOf, seasons_of, today
from arbiter_hub.api.bridge_sentences import decimal_text
from arbiter_hub.deps import HubDep
from arbiter_hub.errors import RefusedError
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.web.language import language_of
from arbiter_hub.web.templating import page
from arbiter_rules.bridge.season import Season
from arbiter_rules.bridge.season_alarms import season_alarms, season_deadlines
from arbiter_rules.bridge.season_report import SeasonReport, SeriesReport, season_report
from arbiter_rules.trace import Step, Value

router = APIRouter(prefix="/bridge/seasons", default_response_class=HTMLResponse, include_in_schema=False)

SeasonId = Annotated[str, Path(min_length=1, max_length=32)]


@router.get("")
async def seasons(request: Request, hub: HubDep) -> HTMLResponse:
    """The stored seasons, and the import of another."""
    return page(
        request, "bridge/seasons.html", seasons=await seasons_of(hub).ids(), today=today(hub).isoformat()
    )


@router.get("/{season_id}")
async def season(
    request: Request,
    season_id: SeasonId,
    hub: HubDep,
    as_of: AsOf = None,
    series: Annotated[str, Query(max_length=60)] = "",
) -> HTMLResponse:
    """The tables of a season on a day."""
    found = await seasons_of(hub).load(season_id)
    day = as_of or today(hub)
    report = season_report(found, day)
    chosen = series if series in found.series else next(iter(found.series), "")
    shown = next((each for each in report.series if each.series.id == chosen), None)
    language = language_of(request)
    return page(
        request,
        "bridge/season.html",
        season=found,
        report=report,
        day=day.isoformat(),
        shown=shown,
        cross=cross_table(shown) if shown else {},
        steps=told(named(found, shown.table_steps), language) if shown else [],
        alarms=season_alarms(found, day),
        deadlines=season_deadlines(found, day),
        moves=_moves(report, chosen),
        quotients={line.team: quotient_text(line.quotient, language) for line in shown.table}
        if shown
        else {},
    )


@router.get("/{season_id}/matches/{match_id}")
async def match(
    request: Request, season_id: SeasonId, match_id: str, hub: HubDep, as_of: AsOf = None
) -> HTMLResponse:
    """One match with its working."""
    found = await seasons_of(hub).load(season_id)
    day = as_of or today(hub)
    known = found.matches.get(match_id)
    if known is None or known.day > day:
        known_by = Phrase(N_("a match of the season played by {day}"), day=day.isoformat())
        raise RefusedError(404, "match", match_id, known_by)
    report = season_report(found, day)
    series = next(each for each in report.series if each.series.id == known.series)
    shown = next(each for each in series.matches if each.match.id == match_id)
    return page(
        request,
        "bridge/match.html",
        season=found,
        report=report,
        day=day.isoformat(),
        shown=shown,
        steps=told(shown.steps, language_of(request)),
        line_ups=line_ups(found, match_id),
    )


def cross_table(report: SeriesReport) -> dict[tuple[str, str], list[dict[str, Any]]]:
    """Every match of a series from both teams' side: victory points, IMPs, and the match's id."""
    cells: dict[tuple[str, str], list[dict[str, Any]]] = defaultdict(list)
    for each in report.matches:
        for team, other, side in (
            (each.match.home, each.match.away, each.home),
            (each.match.away, each.match.home, each.away),
        ):
            points = None if side is None else side.victory_points
            cells[team, other].append(
                {
                    "id": each.match.id,
                    "points": points,
                    "status": each.status,
                    "provisional": each.provisional,
                }
            )
    return dict(cells)


def named(season: Season, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """Steps that result in an order of teams, with the teams' names instead of their ids."""

    def name(each: Value) -> Value:
        return season.teams[each].name if isinstance(each, str) and each in season.teams else each

    return tuple(
        replace(step, result=tuple(name(each) for each in step.result))
        if isinstance(step.result, tuple)
        else step
        for step in steps
    )


def quotient_text(quotient: Fraction | float | None, language: str) -> str:
    """A quotient of IMPs as the table shows it."""
    if quotient is None:
        return "–"
    return "∞" if quotient == inf else decimal_text(float(quotient), language, "0.000")


def line_ups(season: Season, match_id: str) -> list[dict[str, Any]]:
    """Who played which half for both teams."""
    played = season.matches[match_id]
    sides = (
        (played.home, played.home_first, played.home_second),
        (played.away, played.away_first, played.away_second),
    )
    return [
        {
            "team": season.teams[team].name,
            "halves": [[season.players[player].name for player in half] for half in (first, second)],
        }
        for team, first, second in sides
    ]


def _moves(report: SeasonReport, series: str) -> dict[str, str]:
    """Where teams of a series go, by team."""
    if report.movements is None:
        return {}
    return {
        move.team: "up" if move.to_division < move.from_division else "down"
        for move in report.movements.value.moves
        if move.series == series
    }
