"""The matches of a tournament with their results as far as they go."""

from dataclasses import dataclass
from typing import Literal

from arbiter_hub.services.match_sheet import record_of
from arbiter_hub.store.engine import Store
from arbiter_hub.store.tournaments import StoredFixture


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A fixture with its result as far as it goes: sets won, and the points (a, b) of each set."""

    fixture: StoredFixture
    state: Literal["planned", "playing", "over"]
    sets: tuple[int, int]
    points: tuple[tuple[int, int], ...]
    winner: str


async def result_lines(store: Store, fixtures: list[StoredFixture]) -> list[ResultLine]:
    """All fixtures in their order."""
    return [await _line(store, fixture) for fixture in fixtures]


async def _line(store: Store, fixture: StoredFixture) -> ResultLine:
    if fixture.match is None:
        return ResultLine(fixture, "planned", (0, 0), (), "")
    score = (await record_of(store, fixture.match)).log().score
    return ResultLine(
        fixture,
        "playing" if score.winner is None else "over",
        (score.sets_won("a"), score.sets_won("b")),
        tuple((one.a.points, one.b.points) for one in score.sets),
        score.winner or "",
    )
