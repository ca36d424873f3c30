"""A small season that tests build on, and the hub's service without its broker."""

from collections.abc import AsyncIterator, Callable
from itertools import combinations
from pathlib import Path
from typing import Any

import httpx
import pytest

from arbiter_hub.app import create_app
from arbiter_hub.settings import Settings

TOKEN = "token-of-the-direction"  # noqa: S105 - made for the tests

Document = dict[str, Any]


@pytest.fixture
def document() -> Callable[..., Document]:
    """Make a season document: one series of `teams` teams, all matches played, the team with the lower number winning
    by 20 IMP. Every team has six players of its own club who have paid."""

    def make(teams: int = 4, division: int = 1, played: bool = True) -> Document:
        names = [f"t{number}" for number in range(1, teams + 1)]
        made: Document = {
            "season": {"id": "2009", "name": "Allsvenskan 2009"},
            "club": [{"id": f"c-{name}", "name": f"Bridgeklubb {name}"} for name in names],
            "series": [{"id": "S", "division": division}],
            "team": [
                {
                    "id": name,
                    "name": f"Lag {name}",
                    "club": f"c-{name}",
                    "series": "S",
                    "email": f"{name}@example.se",
                }
                for name in names
            ],
            "player": [
                {"id": f"{name}-{number}", "name": "N N", "club": f"c-{name}", "paid": "2009-05-01"}
                for name in names
                for number in range(1, 7)
            ],
            "match": [],
            "penalty": [],
            "decision": [],
        }
        for number, (home, away) in enumerate(combinations(names, 2) if played else (), start=1):
            made["match"].append(
                {
                    "id": f"m{number}",
                    "series": "S",
                    "round": str(number),
                    "day": f"2009-10-{number:02}",
                    "home": home,
                    "away": away,
                    "home_imps": 50,
                    "away_imps": 30,
                }
                | {
                    f"{side}_{half}": [f"{team}-{player}" for player in players]
                    for side, team in (("home", home), ("away", away))
                    for half, players in (("first", (1, 2, 3, 4)), ("second", (3, 4, 5, 6)))
                }
            )
        return made

    return make


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    """The service with an open database and the direction's token; no broker, no clocks."""
    app = create_app(Settings(data=tmp_path, direction_token=TOKEN))
    hub = app.state.hub
    hub.direction.prepare()
    await hub.store.open()
    headers = {"Authorization": f"Bearer {TOKEN}", "Accept-Language": "en"}
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://hub", headers=headers) as client:
        yield client
    await hub.store.close()
