"""The form of the league: boards and times, notices and last days, final places, phases, levels."""

from fastapi import APIRouter, Request

from arbiter_hub.api import bridge_form_models as bodies
from arbiter_hub.api.bridge_systems import contest_of
from arbiter_hub.api.bridge_views import Ruling, ruling
from arbiter_hub.errors import refusals
from arbiter_rules.bridge.across_field import common_pool
from arbiter_rules.bridge.fees import paid_in_time, refund_of_entry
from arbiter_rules.bridge.master_points import prizes
from arbiter_rules.bridge.notation import parse_system
from arbiter_rules.bridge.promotion import champions_cup, movements
from arbiter_rules.bridge.schedule import (
    boards_of_match,
    deal_sheets,
    form,
    half_ends,
    promotion_notice,
    team_count_notice,
)
from arbiter_rules.bridge.standings import Standing, final_table
from arbiter_rules.bridge.substitutes import disqualification_effects
from arbiter_rules.bridge.system import allsvenskan_contest, legality, phase_contest, system_dots
from arbiter_rules.bridge.venues import may_agree
from arbiter_rules.bridge.walkover import check_authority
from arbiter_rules.errors import FieldError

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


@router.post("/champions-cup")
async def give_the_cup_place(body: bodies.CupBody, request: Request) -> Ruling:
    """Which team has the place in the Champions Cup: the winner of division 1, or the next that wants it."""
    return ruling(request, champions_cup(_table(body.table, "table"), frozenset(body.declined)))


@router.post("/promotion")
async def move_teams(body: bodies.PromotionBody, request: Request) -> Ruling:
    """Who goes up and down by final tables, and whether every division keeps its size."""
    tables = {
        name: (each.division, _table(each.table, f"series.{name}.table"))
        for name, each in body.series.items()
    }
    return ruling(request, movements(tables, policy=body.readings, parameters=body.figures))


def _table(lines: list[bodies.PlacedBody], field: str) -> tuple[Standing, ...]:
    return final_table([(line.team, line.place, line.struck) for line in lines], field)


@router.post("/phase")
async def contest_of_a_day(body: bodies.PhasesBody, request: Request) -> Ruling:
    """Which phase's contest holds on a day; each phase may have a level and a limit of its own."""
    phases = {phase.begins: contest_of(phase.contest) for phase in body.phases}
    if len(phases) != len(body.phases):
        days = ", ".join(phase.begins.isoformat() for phase in body.phases)
        raise FieldError("phases", days, "one phase a day")
    return ruling(request, phase_contest(phases, body.day))


@router.post("/form")
async def check_form(body: bodies.FormBody, request: Request) -> Ruling:
    """Where a season's series depart from the form of the league."""
    sizes = {name: (each.division, each.teams) for name, each in body.series.items()}
    return ruling(request, form(sizes, body.figures))


@router.post("/pool")
async def pool_of_series(body: bodies.PoolBody, request: Request) -> Ruling:
    """With which tables a series is compared across the field; null without common deals."""
    return ruling(request, common_pool(body.division, body.series, body.common_deals))


@router.post("/walkover/authority")
async def who_awards(body: bodies.AuthorityBody, request: Request) -> Ruling:
    """Whether the body that awarded a walkover may do so; refused if not."""
    return ruling(request, check_authority(body.division, body.decided_by))


@router.get("/disqualification")
async def what_a_disqualification_leaves(request: Request) -> Ruling:
    """What a disqualification takes and what it leaves."""
    return ruling(request, disqualification_effects())
