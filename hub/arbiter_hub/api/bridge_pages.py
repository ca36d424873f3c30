"""Pages of the bridge rule book. Every question is in the address, so that an answer can be shared by its link."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import HTMLResponse

from arbiter_hub.api.bridge_page_views import (
    SystemQuery,
    points_list,
    problem_of,
    scale_context,
    system_context,
    told,
)
from arbiter_hub.web.language import language_of
from arbiter_hub.web.templating import page
from arbiter_rules.bridge.agreement import Call
from arbiter_rules.bridge.alerts import DescribedCall, Kind, Role, alert
from arbiter_rules.bridge.lateness import MINUTE, lateness
from arbiter_rules.bridge.notation import parse_meaning
from arbiter_rules.bridge.parameters import standard
from arbiter_rules.bridge.readings import SWITCHES
from arbiter_rules.bridge.victory_points import scale_by_id, scales
from arbiter_rules.bridge.walkover import walkover, walkover_fine
from arbiter_rules.errors import FieldError

router = APIRouter(prefix="/bridge", default_response_class=HTMLResponse, include_in_schema=False)

SYSTEM = """1C 11-13 bal | 17+ any
1D 11-16, 4+D
1H 11-16, 5+H
1S 11-16, 5+S
1NT 14-16 bal
2C 11-15, 6+C
2D [pos 1-3] 5-10, 6+M
2NT 5-10, 5+C, 5+D"""
CANDIDATE = "25-0-24-candidate"
#: What can be true of a call, beside its meaning; the words are in the template.
FACTS = (
    "preemptive",
    "preference_or_support",
    "declining_1nt",
    "other_information",
    "deviation",
    "replaces_opening",
    "shows_something",
    "shows_strength",
    "take_out",
    "for_penalty",
    "first_defensive_double",
    "partner_has_bid",
    "screens",
)
Imps = Annotated[int, Query(ge=0, le=1000)]
Text = Annotated[str, Query(max_length=400)]


@router.get("")
async def index(request: Request) -> HTMLResponse:
    """All tools."""
    return page(request, "bridge/index.html")


def _system_query(
    *,
    system: Annotated[str, Query(max_length=20_000)] = SYSTEM,
    points: Literal["gold", "silver", "bronze"] = "gold",
    boards: Annotated[int, Query(ge=1, le=200)] = 12,
    level: Literal["", "A", "B", "C", "D"] = "",
    most: Annotated[str, Query(pattern=r"^[0-9]{0,3}$")] = "",
    start: Annotated[str, Query(max_length=20)] = "",
) -> SystemQuery:
    return SystemQuery(system.replace("\r", ""), points, boards, level, int(most) if most else None, start)


SystemDep = Annotated[SystemQuery, Depends(_system_query)]


@router.get("/system")
async def system(request: Request, query: SystemDep) -> HTMLResponse:
    """The system checker."""
    return page(request, "bridge/system.html", **system_context(query, language_of(request)))


@router.get("/system/sheet")
async def sheet(request: Request, query: SystemDep, names: Text = "", club: Text = "") -> HTMLResponse:
    """The system as a declaration, for printing."""
    context = system_context(query, language_of(request))
    return page(request, "bridge/sheet.html", names=names, club=club, **context)


@router.get("/alert")
async def alerts(
    request: Request,
    *,
    kind: Kind = "bid",
    role: Role = "opening",
    bid: Annotated[str, Query(pattern=r"^([1-7](C|D|H|S|NT))?$")] = "2D",
    level: Annotated[int, Query(ge=1, le=7)] = 1,
    meaning: Text = "5-10, 6+M",
    fact: Annotated[list[str] | None, Query(max_length=20)] = None,
) -> HTMLResponse:
    """The alert helper."""
    chosen = {name for name in fact or () if name in FACTS}
    asked = {"kind": kind, "role": role, "bid": bid, "level": level, "meaning": meaning, "facts": chosen}
    context: dict[str, Any] = {"asked": asked, "problem": None, "answer": None}
    try:
        decision = alert(
            DescribedCall(
                kind,
                role,
                Call(int(bid[0]), bid[1:]) if kind == "bid" and bid else None,
                level,
                parse_meaning(meaning) if meaning.strip() and kind in ("bid", "double") else (),
                **dict.fromkeys(chosen, True),
            )
        )
    except FieldError as error:
        context["problem"] = problem_of(error)
    else:
        context["answer"] = {"ruling": decision.value, "steps": told(decision.steps, language_of(request))}
    return page(request, "bridge/alert.html", **context)


@router.get("/vp")
async def vp(
    request: Request,
    home: Imps = 47,
    away: Imps = 31,
    scale: Annotated[str, Query(max_length=60)] = CANDIDATE,
) -> HTMLResponse:
    """The calculator of victory points."""
    context = scale_context(scale, home, away, language_of(request))
    offered = [*scales(), "wbf-20-0-16", "wbf-20-0-24", "wbf-20-0-32"]
    return page(request, "bridge/vp.html", home=home, away=away, scale=scale, offered=offered, **context)


@router.get("/walkover")
async def walkovers(
    request: Request,
    own: Text = "21, 17, 19, 16, 20",
    met: Text = "25, 18, 20",
    ended: Literal["yes", "no"] = "yes",
    matches: Annotated[int, Query(ge=1, le=3)] = 1,
) -> HTMLResponse:
    """The walkover calculator."""
    language = language_of(request)
    asked = {"own": own, "met": met, "ended": ended, "matches": matches}
    try:
        decision = walkover(
            scale_by_id(CANDIDATE),
            points_list(own, "own"),
            points_list(met, "met"),
            series_ended=ended == "yes",
        )
    except FieldError as error:
        return page(request, "bridge/walkover.html", asked=asked, problem=problem_of(error), answer=None)
    fine = walkover_fine(matches)
    answer = {
        "award": decision.value,
        "fine": fine.value,
        "steps": told((*decision.steps, *fine.steps), language),
    }
    return page(request, "bridge/walkover.html", asked=asked, problem=None, answer=answer)


@router.get("/lateness")
async def late(
    request: Request,
    minutes: Annotated[int, Query(ge=0, le=600)] = 6,
    seconds: Annotated[int, Query(ge=0, le=59)] = 30,
) -> HTMLResponse:
    """The calculator of lateness."""
    decision = lateness(minutes * MINUTE + seconds * 1000)
    bars = [{"from": start, "to": start + 5, "points": start // 5 + 1} for start in range(0, 30, 5)]
    return page(
        request,
        "bridge/lateness.html",
        minutes=minutes,
        seconds=seconds,
        ruling=decision.value,
        steps=told(decision.steps, language_of(request)),
        bars=bars,
        at=minutes + seconds / 60,
    )


@router.get("/results")
async def results(request: Request) -> HTMLResponse:
    """A file of results: what was read, ignored and refused, and the match that it makes."""
    return page(request, "bridge/results.html")


@router.get("/register")
async def register(request: Request) -> HTMLResponse:
    """Every figure with the mark of its source, and every reading that an organiser can change."""
    return page(request, "bridge/register.html", figures=list(standard()), switches=SWITCHES)
