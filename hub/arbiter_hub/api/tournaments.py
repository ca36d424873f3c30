"""Tournaments, their matches from a CSV file, and the thresholds that the direction watches."""

from dataclasses import asdict
from typing import Annotated, Literal

from fastapi import APIRouter, File, Path, Query, Request, UploadFile
from pydantic import BaseModel, Field, model_validator

from arbiter_hub.api.access import only
from arbiter_hub.api.models import Ball, By, Strict, Title
from arbiter_hub.api.uploads import bounded_route, content_of
from arbiter_hub.deps import HubDep
from arbiter_hub.errors import Refusal, refusals, speaker
from arbiter_hub.runtime import Hub
from arbiter_hub.services.fixture_csv import MOST_BYTES
from arbiter_hub.services.stored_thresholds import policy_in
from arbiter_hub.services.tournaments import TournamentSpec
from arbiter_hub.settings import NAME_PATTERN
from arbiter_hub.sites import KEY_PATTERN
from arbiter_hub.store.tournaments import StoredFixture, StoredTournament
from arbiter_rules.billiards.time_limit import POLICY, MatchTime, Scope, Threshold, parse_minutes
from arbiter_rules.policy import Policy

router = APIRouter(prefix="/api/v1", tags=["tournaments"], route_class=bounded_route(MOST_BYTES))

Reach = Literal["when_passed", "after_the_sets"]
Number = Annotated[int, Path(ge=1, le=2**53)]


class ThresholdBody(Strict):
    """So many sets are to be finished in so much time. Without a time there is no threshold."""

    sets: int = Field(ge=1, le=99)
    minutes: str = Field(max_length=40, description="as people write it", examples=["60 Minuten"])
    clock: MatchTime = Field(
        default="gross", description="gross: pauses count into the time; net: they do not"
    )
    reach: Reach = Field(
        default="when_passed",
        description="the set that may be limited: the next one to begin, or the next one after the counted `sets`",
    )
    scope: Scope = Field(
        default="next_set", description="what is ordered then: that set only, or the rest too"
    )
    auto_by: By | None = Field(
        default=None,
        description="who orders beforehand that the limit then holds for the next set; null: the direction is asked",
    )


class TournamentBody(Strict):
    """A tournament. With neither `limit_by` nor `threshold` there is no time limit."""

    name: Title = Field(min_length=1, examples=["Vereinsmeisterschaft 2026"])
    discipline: str = Field(default="five-pins", max_length=32)
    preset: str = Field(default="dbu-5-kegel", max_length=32)
    distance: Annotated[int, Field(ge=1, le=60_000)] | None = 50
    best_of: int = Field(default=3, ge=1, le=99, description="sets, an odd number")
    limit_by: By | None = Field(default=None, description="who announced the limit for all sets")
    threshold: ThresholdBody | None = None
    site: Annotated[str, Field(pattern=NAME_PATTERN)] | None = Field(
        default=None, description="where it is played; null: anywhere"
    )

    @model_validator(mode="after")
    def _odd(self) -> "TournamentBody":
        if self.best_of % 2 == 0:
            raise ValueError(f"best_of: found {self.best_of}, allowed: an odd number of sets")
        return self


class ReadingView(BaseModel):
    """How the announcement reads a paragraph that can be read in several ways."""

    switch: str
    reading: str
    usual: bool = Field(description="whether it is what is read where nothing was said")
    source: str = Field(description="the paragraph", examples=["DBU 4.5"])


class TournamentView(BaseModel):
    """A tournament."""

    id: int
    name: str
    discipline: str
    preset: str
    distance: int | None
    best_of: int
    limit_by: str | None
    threshold_sets: int | None
    threshold_ms: int | None
    auto_by: str | None = Field(description="who has ordered beforehand what an exceeded threshold leads to")
    readings: list[ReadingView] = Field(description="how the threshold reads the rule; empty without one")
    site: str | None


class FixtureView(BaseModel):
    """A match of a tournament."""

    number: int
    name_a: str
    club_a: str
    name_b: str
    club_b: str
    table: str | None
    match: int | None = Field(description="the match, once it was put on a table")


class TournamentPage(TournamentView):
    """A tournament with its matches."""

    fixtures: list[FixtureView]


class ReadMatch(BaseModel):
    """A line of the file."""

    number: int
    a: str
    club_a: str
    b: str
    club_b: str
    table: str | None


class SheetFault(Refusal):
    """Something that does not fit."""

    column: str | None = Field(
        description="what the file calls the column; null where it is none of its columns"
    )


class SheetView(BaseModel):
    """What a file holds. With a single fault nothing is stored."""

    fixtures: list[ReadMatch]
    faults: list[SheetFault]
    stored: bool


class BeginBody(Strict):
    """Where the match is played, and with which ball its first player plays."""

    table: Annotated[str, Field(pattern=KEY_PATTERN)] | None = Field(
        default=None, description="null: the one that was planned"
    )
    ball_a: Ball = "white"


class Begun(BaseModel):
    """The match on its table."""

    match: int


class WatchView(BaseModel):
    """A match's threshold, as it stands."""

    table: str
    match: int
    sets: int
    limit_ms: int
    elapsed_ms: int = Field(description="since the first stroke, counted as `clock` says")
    clock: MatchTime
    gross_ms: int = Field(description="since the first stroke, pauses included")
    net_ms: int = Field(description="since the first stroke, without the pauses of the clock")
    finished: int
    state: Literal["waiting", "running", "postponed", "exceeded", "ordered", "too_late", "decided"]
    set_to_limit: int | None = Field(description="the first set that may be limited")
    scope: Scope


@router.get("/tournaments")
async def list_tournaments(hub: HubDep) -> list[TournamentView]:
    """Every tournament, the newest first."""
    return [_view(one, hub) for one in await hub.tournaments.all()]


@router.post("/tournaments", status_code=201, **only("direction"), responses=refusals(401, 403, 409, 422))
async def announce(body: TournamentBody, hub: HubDep) -> TournamentView:
    """Announce a tournament."""
    threshold = None
    if body.threshold is not None:
        limit_ms = parse_minutes(body.threshold.minutes)
        if limit_ms is not None:
            threshold = Threshold(body.threshold.sets, limit_ms, _policy(body.threshold))
    spec = TournamentSpec(
        name=body.name,
        discipline=body.discipline,
        preset=body.preset,
        distance=body.distance,
        best_of=body.best_of,
        limit_by=body.limit_by,
        threshold=threshold,
        auto_by=None if body.threshold is None else body.threshold.auto_by,
        site=body.site,
    )
    return _view(await hub.tournaments.announce(spec), hub)


@router.get("/tournaments/{tournament}", responses=refusals(404, 422))
async def get_tournament(tournament: Number, hub: HubDep) -> TournamentPage:
    """A tournament with its matches."""
    found, fixtures = await hub.tournaments.one(tournament)
    return TournamentPage(**_view(found, hub).model_dump(), fixtures=[_fixture(one) for one in fixtures])


@router.post(
    "/tournaments/{tournament}/fixtures",
    **only("direction"),
    responses=refusals(401, 403, 404, 409, 411, 413, 422),
)
async def read_csv(
    tournament: Number,
    file: Annotated[
        UploadFile,
        File(
            description="CSV: number, a, b, and club_a, club_b, table, site if wanted, or in German or Swedish"
        ),
    ],
    hub: HubDep,
    request: Request,
    preview: Annotated[bool, Query(description="only read and check")] = True,
) -> SheetView:
    """Read the matches out of a file: by default a preview, which stores nothing."""
    content = await content_of(file, MOST_BYTES)
    sheet = await hub.tournaments.read_csv(tournament, content, store=not preview)
    say = speaker(request)
    return SheetView(
        fixtures=[ReadMatch.model_validate(one, from_attributes=True) for one in sheet.fixtures],
        faults=[
            SheetFault(
                field=one.field, found=say(one.found), allowed=say(one.allowed), column=sheet.column(one)
            )
            for one in sheet.faults
        ],
        stored=not preview and bool(sheet.fixtures) and not sheet.faults,
    )


@router.post(
    "/tournaments/{tournament}/fixtures/{fixture}/begin",
    status_code=201,
    **only("direction", "scorer"),
    responses=refusals(401, 403, 404, 409, 422),
)
async def begin(tournament: Number, fixture: Number, body: BeginBody, hub: HubDep) -> Begun:
    """Put a match on its table, under the rules of its tournament."""
    return Begun(match=await hub.tournaments.begin(tournament, fixture, body.table, body.ball_a))


@router.get("/thresholds", **only("direction"), responses=refusals(401, 403))
async def thresholds(hub: HubDep) -> list[WatchView]:
    """The matches with a threshold, for the direction to decide about; nothing is ever armed by itself."""
    return [WatchView.model_validate(one, from_attributes=True) for one in hub.thresholds.all()]


def _policy(body: ThresholdBody) -> Policy:
    return POLICY.with_readings(
        limit__match_time=body.clock, limit__threshold_from=body.reach, limit__threshold_scope=body.scope
    )


def _readings(stored: StoredTournament) -> list[ReadingView]:
    if stored.threshold_ms is None:
        return []
    policy = policy_in(stored.readings)
    return [
        ReadingView(
            switch=one.id,
            reading=policy[one.id],
            usual=policy[one.id] == one.default,
            source=one.paragraph,
        )
        for one in policy.switches
    ]


def _view(stored: StoredTournament, hub: Hub) -> TournamentView:
    site = None if stored.site is None else hub.sites.named(stored.site)
    return TournamentView.model_validate({**asdict(stored), "site": site, "readings": _readings(stored)})


def _fixture(stored: StoredFixture) -> FixtureView:
    return FixtureView.model_validate(stored, from_attributes=True)
