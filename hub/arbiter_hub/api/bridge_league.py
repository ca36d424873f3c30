"""The league's rulings, each on its own: lateness, penalties, walkovers, rosters, places, points, money, times."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from arbiter_hub.api import bridge_league_models as bodies
from arbiter_hub.api.bridge_views import Ruling, plain, ruling
from arbiter_hub.errors import refusals
from arbiter_rules.bridge.districts import district_places
from arbiter_rules.bridge.fees import entry_fee, home_surcharge, table_fee
from arbiter_rules.bridge.lateness import lateness
from arbiter_rules.bridge.master_points import match_points, season_points, shares
from arbiter_rules.bridge.parameters import standard
from arbiter_rules.bridge.penalties import conduct_penalty, law_book_penalty
from arbiter_rules.bridge.readings import SWITCHES
from arbiter_rules.bridge.roster import Appearance, line_up, movement, transfer
from arbiter_rules.bridge.schedule import may_publish_from, staffing
from arbiter_rules.bridge.standings import Adjustment, Booked, standings
from arbiter_rules.bridge.substitutes import may_protest, unpaid_fee, wrong_club
from arbiter_rules.bridge.travel import Journey, travel_refund
from arbiter_rules.bridge.venues import ClubTeam, venue_order
from arbiter_rules.bridge.victory_points import scale_by_id, victory_points
from arbiter_rules.bridge.walkover import Side, walkover, walkover_fine, withdrawal_fine
from arbiter_rules.trace import Trace

router = APIRouter(prefix="/api/v1/bridge", tags=["bridge: league"], responses=refusals(422))


class SwitchView(BaseModel):
    """An ambiguity of the regulation and its readings, the recommended one first."""

    id: str
    paragraph: str
    readings: list[str]
    note: str


class FigureView(BaseModel):
    """A figure of the regulation with the mark of its source; no value where it could not be recovered."""

    key: str
    value: Any = Field(description="null: unknown; must be given in `parameters` where it is needed")
    mark: str
    unit: str
    source: str


@router.get("/policy")
async def list_switches() -> list[SwitchView]:
    """The register of ambiguities."""
    return [
        SwitchView(id=each.id, paragraph=each.paragraph, readings=list(each.readings), note=each.note)
        for each in SWITCHES
    ]


@router.get("/parameters")
async def list_figures() -> list[FigureView]:
    """All figures of the regulation."""
    return [
        FigureView(key=each.key, value=plain(each.value), mark=each.mark, unit=each.unit, source=each.source)
        for each in standard()
    ]


@router.post("/lateness")
async def rule_on_lateness(body: bodies.LatenessBody, request: Request) -> Ruling:
    """What a delay costs."""
    return ruling(request, lateness(body.late_ms, body.readings, body.figures))


@router.post("/law-book-penalty")
async def convert_penalty(body: bodies.LawBookBody, request: Request) -> Ruling:
    """A law-book penalty in IMPs as victory points."""
    return ruling(request, law_book_penalty(body.imps, confirmed=body.confirmed, parameters=body.figures))


@router.post("/conduct")
async def rule_on_conduct(body: bodies.ConductBody, request: Request) -> Ruling:
    """What an offence against good conduct brings."""
    return ruling(request, conduct_penalty(body.offence, body.earlier, body.figures))


@router.post("/walkover")
async def award_walkover(body: bodies.WalkoverBody, request: Request) -> Ruling:
    """What both sides of a walkover get, by the best of three options."""
    decision = walkover(
        scale_by_id(body.scale),
        [Decimal(value) for value in body.own_results],
        [Decimal(value) for value in body.against_offender],
        series_ended=body.series_ended,
        policy=body.readings,
        parameters=body.figures,
    )
    return ruling(request, decision)


@router.post("/walkover/fine")
async def fine_walkovers(body: bodies.FineBody, request: Request) -> Ruling:
    """The fine for walkovers, and whether they exclude."""
    return ruling(request, walkover_fine(body.matches, body.full_round, body.figures))


@router.post("/withdrawal")
async def fine_withdrawal(body: bodies.DayBody, request: Request) -> Ruling:
    """The fine for withdrawing on a day, in kronor."""
    return ruling(request, withdrawal_fine(body.day, body.figures))


@router.post("/line-up")
async def check_line_up(body: bodies.LineUpBody, request: Request) -> Ruling:
    """Whether a team's line-up of a match is in order."""
    return ruling(request, line_up(body.first_half, body.second_half, body.figures))


@router.post("/transfer")
async def check_transfer(body: bodies.TransferBody, request: Request) -> Ruling:
    """Whether a change of club stands."""
    decision = transfer(
        body.day, body.consents, body.earlier_this_year, policy=body.readings, parameters=body.figures
    )
    return ruling(request, decision)


@router.post("/movement")
async def check_movement(body: bodies.MovementBody, request: Request) -> Ruling:
    """What is wrong with the teams for which a player played."""
    appearances = [Appearance(player=body.player, **each.model_dump()) for each in body.appearances]
    return ruling(request, movement(appearances, body.dispensations))


@router.post("/substitute")
async def rule_on_substitute(body: bodies.SubstituteBody, request: Request) -> Ruling:
    """Where an ineligible substitute's case stands."""
    if body.offence == "wrong-club":
        decision = wrong_club(
            body.first_offence,
            body.as_of,
            body.settled,
            body.accepted,
            policy=body.readings,
            parameters=body.figures,
        )
    else:
        decision = unpaid_fee(
            body.first_offence,
            body.as_of,
            body.matches,
            body.settled,
            policy=body.readings,
            parameters=body.figures,
        )
    return ruling(request, decision)


@router.post("/protest")
async def check_protest(body: bodies.ProtestBody, request: Request) -> Ruling:
    """Whether a protest can still be heard."""
    return ruling(request, may_protest(body.subject, body.day, body.division, body.figures))


@router.post("/districts")
async def share_out_places(body: bodies.DistrictsBody, request: Request) -> Ruling:
    """The districts' places in division 3."""
    return ruling(request, district_places(body.teams, body.readings, body.figures))


@router.post("/venues")
async def order_venues(body: bodies.VenuesBody, request: Request) -> Ruling:
    """Which of a club's teams plays elsewhere first."""
    return ruling(request, venue_order([ClubTeam(**team.model_dump()) for team in body.teams]))


@router.post("/master-points")
async def get_master_points(body: bodies.MasterPointsBody, request: Request) -> Ruling:
    """Master points of a match, and the home players' shares."""
    decision = match_points(
        body.division,
        Decimal(body.home_vp),
        Decimal(body.away_vp),
        walkover=body.walkover,
        policy=body.readings,
        parameters=body.figures,
    )
    points = decision.value
    value = {"colour": points.colour, "home": points.home, "away": points.away}
    return ruling(request, decision, {**value, "players": shares(points.home, body.halves)})


@router.post("/season-points")
async def get_season_points(body: bodies.SeasonPointsBody, request: Request) -> Ruling:
    """A player's points at the end of the season: bonus, conversion, and what counts for the ranking."""
    return ruling(request, season_points(body.division, Fraction(body.earned), body.place, body.figures))


@router.post("/standings")
async def make_table(body: bodies.StandingsBody, request: Request) -> Ruling:
    """The table of a series from its results, with what separated equal teams."""
    scale = scale_by_id(body.scale)
    booked: list[Booked] = []
    for each in body.results:
        award = victory_points(scale, each.home_imps, each.away_imps).value
        home = Side(award.home, each.home_imps, each.away_imps)
        booked.append(
            Booked(each.id, each.home, each.away, home, Side(award.away, each.away_imps, each.home_imps))
        )
    deductions = [
        Adjustment(each.team, Decimal(each.victory_points), "SBF Poängavdrag(3)", each.reason)
        for each in body.deductions
    ]
    decision = standings(body.teams, booked, deductions, policy=body.readings)
    return ruling(request, decision, {"table": decision.value, "scale": scale.id, "verified": scale.verified})


@router.post("/fees")
async def get_fees(body: bodies.FeesBody, request: Request) -> Ruling:
    """A team's fees; an amount that is lost must be given in `parameters`."""
    trace = Trace()
    entry = trace.adopt(entry_fee(body.division, body.district_fee, body.figures))
    tables = trace.adopt(table_fee(body.matches, parameters=body.figures))
    home = 0
    if body.last_rounds_mil is not None:
        home = trace.adopt(home_surcharge(body.division, body.last_rounds_mil, body.figures))
    total = {"entry": entry, "table": tables, "home": home, "total": entry + tables + home}
    return ruling(request, trace.decide(total))


@router.post("/travel")
async def get_travel_refund(body: bodies.TravelBody, request: Request) -> Ruling:
    """A team's travel refund for the whole series."""
    journeys = [Journey(**each.model_dump()) for each in body.journeys]
    return ruling(request, travel_refund(journeys, body.readings, body.figures))


@router.post("/staff")
async def check_staff(body: bodies.StaffBody, request: Request) -> Ruling:
    """Whether a venue has the staff it needs."""
    decision = staffing(body.non_playing_directors, body.playing_directors, body.match_manager, body.figures)
    return ruling(request, decision)


@router.post("/publication")
async def when_to_publish(body: bodies.PublicationBody, request: Request) -> Ruling:
    """From when results and deals may be shown."""
    return ruling(
        request, may_publish_from(body.central_start, body.own_start, body.round_ends, body.figures)
    )
