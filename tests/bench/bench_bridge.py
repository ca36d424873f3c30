"""How fast the bridge rule book answers: dots of a system, a national season's tables, IMP across the field."""

import random
from collections.abc import Callable
from datetime import date, timedelta
from itertools import combinations
from statistics import median
from time import perf_counter
from typing import Any

from arbiter_rules.bridge.across_field import TableResult, across_field
from arbiter_rules.bridge.notation import parse_system
from arbiter_rules.bridge.season_read import read_season
from arbiter_rules.bridge.season_report import season_report
from arbiter_rules.bridge.system import system_dots

TEN_BIDS = """
1C 11-13 bal | 15+, 4+C | 18+ any
1D 11-17, 2+D, bal if <4D
1H 0-7 any
1S 11-17, 5+S
1NT 15-17 bal
2C 5-9, 6+D | 22+ any
2D 5-10, 6+M | 22+ bal
2H 5-10, 5+H, 4+m
2S 5-10, 5+S, 4+m
2NT 5-10, 5+C, 5+D
"""
SERIES = ((1, 1, 12), (2, 4, 12), (3, 16, 10))
RUNS = 15


def national_season() -> dict[str, Any]:
    """21 series with 220 teams and all their 1050 matches, with line-ups."""
    chance = random.Random(2009)
    made: dict[str, Any] = {
        "season": {"id": "bench", "name": "Season to measure"},
        **{key: [] for key in ("club", "series", "team", "player", "match")},
    }
    for division, count, size in SERIES:
        for number in range(count):
            series = f"{division}-{number}"
            made["series"].append({"id": series, "division": division})
            teams = [f"{series}-{team}" for team in range(size)]
            for team in teams:
                made["club"].append({"id": f"c{team}", "name": team})
                made["team"].append(
                    {"id": team, "name": team, "club": f"c{team}", "series": series, "email": "a@example.se"}
                )
                made["player"] += [
                    {"id": f"{team}-{player}", "name": "N", "club": f"c{team}", "paid": "2009-05-01"}
                    for player in range(6)
                ]
            made["match"] += [
                _match(f"{series}-{at}", series, pair, chance)
                for at, pair in enumerate(combinations(teams, 2))
            ]
    return made


def _match(name: str, series: str, pair: tuple[str, str], chance: random.Random) -> dict[str, Any]:
    match: dict[str, Any] = {
        "id": name,
        "series": series,
        "round": str(chance.randrange(11)),
        "day": (date(2009, 10, 1) + timedelta(days=chance.randrange(60))).isoformat(),
    }
    for side, team in zip(("home", "away"), pair, strict=True):
        match |= {
            side: team,
            f"{side}_imps": chance.randrange(100),
            f"{side}_first": [f"{team}-{player}" for player in (0, 1, 2, 3)],
            f"{side}_second": [f"{team}-{player}" for player in (2, 3, 4, 5)],
        }
    return match


def weekend() -> list[TableResult]:
    """24 boards at 100 tables."""
    chance = random.Random(24)
    scores = [
        -800,
        -620,
        -500,
        -430,
        -200,
        -100,
        -50,
        50,
        90,
        110,
        140,
        170,
        400,
        420,
        430,
        450,
        620,
        650,
        980,
    ]
    return [
        TableResult("weekend", board, f"ns{table}", f"ew{table}", chance.choice(scores))
        for board in range(1, 25)
        for table in range(100)
    ]


def milliseconds(work: Callable[[], object]) -> str:
    """The median of some runs."""
    times: list[float] = []
    for _ in range(RUNS):
        start = perf_counter()
        work()
        times.append((perf_counter() - start) * 1000)
    return f"{median(times):.1f} ms"


def main() -> list[tuple[str, str, str]]:
    """Rows (figure, value, goal)."""
    season = read_season(national_season())
    results = weekend()
    size = f"{len(season.series)} series, {len(season.teams)} teams, {len(season.matches)} matches"
    dots = milliseconds(lambda: system_dots(parse_system(TEN_BIDS)))
    tables = milliseconds(lambda: season_report(season, date(2010, 1, 1)))
    iaf = milliseconds(lambda: across_field(results))
    return [
        ("bridge: dots of a ten-bid system, as typed", dots, "50 ms"),
        (f"bridge: standings of a season ({size})", tables, "200 ms"),
        ("bridge: IAF of 24 boards at 100 tables", iaf, "200 ms"),
    ]
