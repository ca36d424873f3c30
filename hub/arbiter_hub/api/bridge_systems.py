"""Systems: dots, class, legality and duties; alerts; what offences bring."""

from dataclasses import asdict

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from arbiter_hub.api.bridge_models import (
    AlertBody,
    ContestBody,
    OffenceBody,
    OvercallBody,
    SeatingBody,
    SystemBody,
)
from arbiter_hub.api.bridge_views import Ruling, plain, ruling
from arbiter_hub.errors import refusals
from arbiter_rules.bridge.agreement import Call
from arbiter_rules.bridge.alerts import DescribedCall, alert
from arbiter_rules.bridge.duties import Encounter, consequences, duties, may_consult_after_overcall, seating
from arbiter_rules.bridge.notation import parse_meaning, parse_system
from arbiter_rules.bridge.system import BidDots, Contest, legality, system_dots

router = APIRouter(prefix="/api/v1/bridge", tags=["bridge: systems"], responses=refusals(422))


class SystemAnswer(BaseModel):
    """A checked system: each bid with its dots, the class, whether it may be played, and the duties."""

    dots: Ruling
    legality: Ruling
    duties: Ruling | None = Field(description="null without an encounter")


@router.post("/system")
async def check_system(body: SystemBody, request: Request) -> SystemAnswer:
    """Count the dots of a system and say where it may be played."""
    contest = contest_of(body.contest)
    system = parse_system(body.system)
    counted = system_dots(system, contest, body.readings, body.figures)
    value = counted.value
    view = {
        "total": value.total,
        "class": value.system_class,
        "odd_pass": value.odd_pass,
        "strong_pass": value.strong_pass,
        "bids": [bid_view(bid) for bid in value.bids],
    }
    owed = None
    if body.encounter is not None:
        encounter = Encounter(**body.encounter.model_dump())
        owed = ruling(request, duties(value, encounter, body.figures))
    return SystemAnswer(
        dots=ruling(request, counted, view),
        legality=ruling(request, legality(value, contest, body.figures)),
        duties=owed,
    )


def contest_of(body: ContestBody) -> Contest:
    """The contest as the rule book takes it."""
    return Contest(**body.model_dump(exclude={"banned"}), banned=frozenset(body.banned))


def bid_view(bid: BidDots) -> dict[str, object]:
    """A bid with the dots of each variant."""
    variants = [
        {"text": agreement.note, **plain(asdict(dots))}
        for agreement, dots in zip(bid.agreements, bid.variants, strict=True)
    ]
    return {"call": str(bid.call), "dots": bid.dots, "lowered_from": bid.lowered_from, "variants": variants}


@router.post("/alert")
async def must_alert(body: AlertBody, request: Request) -> Ruling:
    """Say whether a described call must be alerted, with all rules that fire."""
    facts = body.model_dump(exclude={"bid", "meaning"})
    bid = None if body.bid is None else Call(int(body.bid[0]), body.bid[1:])
    meaning = parse_meaning(body.meaning) if body.meaning.strip() else ()
    return ruling(request, alert(DescribedCall(**facts, bid=bid, alternatives=meaning)))


@router.post("/seating")
async def who_names_first(body: SeatingBody, request: Request) -> Ruling:
    """Say which team names its pairs first when A systems were announced."""
    return ruling(request, seating(body.home_announced, body.away_announced))


@router.post("/notes-after-overcall")
async def may_consult(body: OvercallBody, request: Request) -> Ruling:
    """Say whether an overcall gives the opening side the right to its own notes."""
    return ruling(request, may_consult_after_overcall(**body.model_dump()))


@router.post("/consequences")
async def what_follows(body: OffenceBody, request: Request) -> Ruling:
    """Say what an offence by a pair brings."""
    return ruling(request, consequences(**body.model_dump()))
