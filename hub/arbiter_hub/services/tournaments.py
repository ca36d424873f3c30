"""Tournaments: announced once, and each match put on a table under the announced rules."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from sqlalchemy.exc import IntegrityError

from arbiter_clock import presets, wire
from arbiter_hub.errors import RefusedError
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.services.csv_import import NOTHING
from arbiter_hub.services.fixture_csv import Sheet, read_fixtures
from arbiter_hub.services.match_model import FREE_TABLE
from arbiter_hub.services.scoring import MatchSpec, PlayerSpec, Scoring
from arbiter_hub.services.stored_thresholds import policy_in, readings_of
from arbiter_hub.sites import Sites, one_of
from arbiter_hub.store.engine import Store
from arbiter_hub.store.tournaments import (
    StoredFixture,
    StoredTournament,
    add_fixtures,
    add_tournament,
    all_tournaments,
    begin_fixture,
    fixtures_of,
    tournament_by_id,
)
from arbiter_rules.billiards.disciplines import disciplines
from arbiter_rules.billiards.time_limit import Threshold


@dataclass(frozen=True, slots=True)
class TournamentSpec:
    """A tournament as it is announced. With neither `limit_by` nor `threshold` there is no time limit."""

    name: str
    discipline: str
    preset: str
    distance: int | None
    best_of: int
    limit_by: str | None = None
    threshold: Threshold | None = None
    site: str | None = None
    #: Who orders already now that an exceeded threshold limits the next set, so that nobody is asked.
    auto_by: str | None = None


class Tournaments:
    """Everything about tournaments."""

    def __init__(self, store: Store, scoring: Scoring, utc: Callable[[], int], sites: Sites):
        self._store, self._scoring, self._utc, self._sites = store, scoring, utc, sites

    async def announce(self, spec: TournamentSpec) -> StoredTournament:
        """A new tournament; RefusedError 409 if the name is taken, 422 for rules that do not exist."""
        if spec.discipline not in disciplines():
            raise RefusedError(422, "discipline", spec.discipline, " | ".join(disciplines()))
        if spec.preset not in presets.NAMES:
            raise RefusedError(422, "preset", spec.preset, " | ".join(presets.NAMES))
        if spec.site is not None and spec.site not in self._sites:
            raise RefusedError(422, "site", spec.site, one_of(self._sites.names))
        row: dict[str, object] = {
            "name": spec.name,
            "discipline": spec.discipline,
            "preset": spec.preset,
            "distance": spec.distance,
            "best_of": spec.best_of,
            "limit_by": spec.limit_by,
            "threshold_sets": spec.threshold.sets if spec.threshold else None,
            "threshold_ms": spec.threshold.limit_ms if spec.threshold else None,
            "created_at": self._utc(),
            "auto_by": spec.auto_by if spec.threshold else None,
            "readings": readings_of(spec.threshold) if spec.threshold else None,
            "site": None if spec.site is None else self._sites.stored(spec.site),
        }
        try:
            async with self._store.write() as connection:
                return await add_tournament(connection, row)
        except IntegrityError:
            raise RefusedError(409, "name", spec.name, Phrase(N_("a name that no tournament has"))) from None

    async def all(self) -> list[StoredTournament]:
        """The newest first."""
        async with self._store.read() as connection:
            return await all_tournaments(connection)

    async def one(self, number: int) -> tuple[StoredTournament, list[StoredFixture]]:
        """A tournament and its matches; RefusedError 404 if there is none."""
        async with self._store.read() as connection:
            tournament = await tournament_by_id(connection, number)
            if tournament is None:
                raise RefusedError(404, "tournament", number, Phrase(N_("the number of a tournament")))
            return tournament, await fixtures_of(connection, number)

    async def read_csv(self, number: int, content: bytes, *, store: bool) -> Sheet:
        """Check a file of matches and, if it has no fault and `store` says so, take all of it."""
        tournament, known = await self.one(number)
        taken = frozenset(fixture.number for fixture in known)
        at = "" if tournament.site is None else self._sites.named(tournament.site)
        sheet = read_fixtures(content, taken, self._sites, at)
        if store and sheet.fixtures and not sheet.faults:
            rows = [
                {
                    "tournament_id": number,
                    "number": fixture.number,
                    "name_a": fixture.a,
                    "club_a": fixture.club_a,
                    "name_b": fixture.b,
                    "club_b": fixture.club_b,
                    "table_id": fixture.table,
                }
                for fixture in sheet.fixtures
            ]
            try:
                async with self._store.write() as connection:
                    await add_fixtures(connection, rows)
            except IntegrityError:
                found = Phrase(N_("taken meanwhile"))
                raise RefusedError(409, "number", found, Phrase(N_("numbers that occur once"))) from None
        return sheet

    async def begin(
        self, number: int, fixture_number: int, table: str | None, ball_a: Literal["white", "yellow"]
    ) -> int:
        """Put a match on a table; the number of the match. RefusedError 404 or 409 if that cannot be."""
        tournament, fixtures = await self.one(number)
        fixture = next((one for one in fixtures if one.number == fixture_number), None)
        if fixture is None:
            allowed = Phrase(N_("the number of a match of the tournament"))
            raise RefusedError(404, "fixture", fixture_number, allowed)
        if fixture.match is not None:
            found = Phrase(N_("begun as match {match}"), match=fixture.match)
            raise RefusedError(409, "fixture", found, Phrase(N_("a match that has not begun")))
        where = table or fixture.table
        if where is None:
            raise RefusedError(422, "table", NOTHING, Phrase(N_("a table, as the match has none")))
        if self._scoring.is_being_played(where):
            raise RefusedError(409, "table", where, FREE_TABLE)
        answer = await self._scoring.open_match(where, _match(tournament, fixture, ball_a))
        async with self._store.write() as connection:
            await begin_fixture(connection, fixture.id, where, answer["match"])
        return int(answer["match"])


def _match(
    tournament: StoredTournament, fixture: StoredFixture, ball_a: Literal["white", "yellow"]
) -> MatchSpec:
    threshold = None
    if tournament.threshold_sets is not None and tournament.threshold_ms is not None:
        policy = policy_in(tournament.readings)
        threshold = Threshold(tournament.threshold_sets, tournament.threshold_ms, policy)
    return MatchSpec(
        title=wire.printable(f"{tournament.name}, {fixture.number}", 120),
        discipline=disciplines()[tournament.discipline].name,
        preset=tournament.preset,
        edition=presets.preset(tournament.preset).edition,
        distance=tournament.distance,
        best_of=tournament.best_of,
        a=PlayerSpec(fixture.name_a, fixture.club_a, ball_a),
        b=PlayerSpec(fixture.name_b, fixture.club_b, "yellow" if ball_a == "white" else "white"),
        limit_by=tournament.limit_by,
        threshold=threshold,
        auto_by=tournament.auto_by,
    )
