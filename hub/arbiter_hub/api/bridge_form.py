"""The form of the league: boards and times, notices and last days, prizes, and the level of each division."""

from fastapi import APIRouter, Request

from arbiter_hub.api import bridge_league_models as bodies
from arbiter_hub.api.bridge_views import Ruling, ruling
from arbiter_hub.errors import refusals
from arbiter_rules.bridge.fees import paid_in_time, refund_of_entry
from arbiter_rules.bridge.master_points import prizes
from arbiter_rules.bridge.notation import parse_system
from arbiter_rules.bridge.schedule import (
    boards_of_match,
    deal_sheets,
    half_ends,
    promotion_notice,
    team_count_notice,
)
from arbiter_rules.bridge.system import allsvenskan_contest, legality, system_dots
from arbiter_rules.bridge.venues import may_agree

router = APIRouter(prefix="/api/v1/bridge", tags=["bridge: form"], responses=refusals(422))


@router.post("/league-system")
async def check_in_the_league(body: bodies.LeagueSystemBody, request: Request) -> Ruling:
    """Whether a system may be played in a division of the league."""
    contest = allsvenskan_contest(body.division, body.boards_per_half, body.level, body.most_dots)
    counted = system_dots(parse_system(body.system), contest, body.readings, body.figures)
    return ruling(request, legality(counted.value, contest, body.figures))


@router.post("/boards")
async def check_boards(body: bodies.BoardsBody, request: Request) -> Ruling:
    """Whether a match has the number of boards that it must have."""
    return ruling(request, boards_of_match(body.division, body.boards, body.figures))


@router.post("/half-end")
async def when_a_half_ends(body: bodies.HalfBody, request: Request) -> Ruling:
    """When a half of a 24-board match ends."""
    return ruling(request, half_ends(body.start, body.figures))


@router.post("/deal-sheets")
async def count_deal_sheets(body: bodies.DealSheetsBody, request: Request) -> Ruling:
    """Copies of the deals that the organiser hands out."""
    return ruling(request, deal_sheets(body.teams, body.figures))


@router.post("/promotion-notice")
async def check_promotion_notice(body: bodies.PromotionNoticeBody, request: Request) -> Ruling:
    """Whether a notice of a promoted team is complete and in time."""
    entry = body.model_dump(exclude={"day", "policy", "parameters"})
    return ruling(request, promotion_notice(entry, body.day, body.figures))


@router.post("/deadline")
async def check_deadline(body: bodies.DeadlineBody, request: Request) -> Ruling:
    """Whether something was done in time; a last day whose year is lost must be given in `parameters`."""
    rules = {
        "team-count-notice": team_count_notice,
        "venue-agreement": may_agree,
        "division-4-fee": paid_in_time,
    }
    return ruling(request, rules[body.what](body.day, body.figures))


@router.post("/refund-of-entry")
async def check_refund(body: bodies.RefundBody, request: Request) -> Ruling:
    """Whether an entry fee is paid back."""
    return ruling(
        request, refund_of_entry(disqualified=body.disqualified, district_short=body.district_short)
    )


@router.post("/prizes")
async def get_prizes(body: bodies.PlaceBody, request: Request) -> Ruling:
    """Diploma and medal for a final place."""
    return ruling(request, prizes(body.division, body.place))
