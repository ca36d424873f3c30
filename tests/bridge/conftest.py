"""A small season that tests build on."""

from collections.abc import Callable
from itertools import combinations
from typing import Any

import pytest

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
