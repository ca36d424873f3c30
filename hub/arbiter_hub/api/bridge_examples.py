"""An example of every question, shown in the OpenAPI document."""

from typing import Any

from fastapi import APIRouter
from fastapi.routing import APIRoute

PREFIX = "/api/v1/bridge"

SEASON: dict[str, Any] = {
    "season": {"id": "2009", "name": "Allsvenskan 2009"},
    "club": [{"id": "a", "name": "BK A"}, {"id": "b", "name": "BK B"}],
    "series": [{"id": "E", "division": 1}],
    "team": [
        {"id": "a1", "name": "A", "club": "a", "series": "E", "email": "a@example.se"},
        {"id": "b1", "name": "B", "club": "b", "series": "E", "email": "b@example.se"},
    ],
    "match": [
        {
            "id": "m1",
            "series": "E",
            "round": "1",
            "day": "2009-10-24",
            "home": "a1",
            "away": "b1",
            "home_imps": 47,
            "away_imps": 31,
        }
    ],
}

EXAMPLES: dict[str, dict[str, Any]] = {
    "/system": {
        "system": "1C 11-13 bal | 17+ any\n2D [pos 1-3] 5-10, 6+M",
        "contest": {"points": "silver", "boards_in_a_row": 12},
        "encounter": {"start": "2009-10-24T10:00:00", "boards": 12},
    },
    "/alert": {"role": "opening", "bid": "1C", "meaning": "12-20, 3+C"},
    "/seating": {"home_announced": True, "away_announced": False},
    "/notes-after-overcall": {
        "opening_natural_suit": True,
        "directly_behind": True,
        "overcall_natural": False,
        "overcall_strong": False,
        "overcall_points": False,
    },
    "/consequences": {"too_many_dots": True, "boards": 4},
    "/contract": {"contract": "4Sx", "result": "-1", "vulnerable": True},
    "/victory-points": {"home_imps": 47, "away_imps": 31},
    "/scales/tvp": {"text": "[VP]\nMAX=20\nDEUCE=10\nNULL=30\n5=12", "boards": 24},
    "/iaf": {
        "results": [
            {"board": 1, "ns": "A", "ew": "B", "score": 420},
            {"board": 1, "ns": "C", "ew": "D", "score": -50},
        ],
        "method": "cross-average",
    },
    "/lateness": {"late_ms": 390_000},
    "/law-book-penalty": {"imps": 6},
    "/conduct": {"offence": "left-table", "earlier": ["left-table"]},
    "/walkover": {"own_results": [18, 22, 9], "against_offender": [25, 19], "series_ended": True},
    "/walkover/fine": {"matches": 2},
    "/withdrawal": {"day": "2009-09-02"},
    "/line-up": {"first_half": ["A", "B", "C", "D"], "second_half": ["A", "B", "E", "F"]},
    "/transfer": {"day": "2009-09-10", "consents": ["old-club", "new-club", "old-district", "new-district"]},
    "/movement": {
        "player": "A",
        "appearances": [
            {"team": "b1", "club": "b", "division": 2, "round": "1", "day": "2009-10-24", "match": "m1"},
            {"team": "b2", "club": "b", "division": 3, "round": "2", "day": "2009-11-07", "match": "m2"},
        ],
    },
    "/substitute": {
        "offence": "unpaid-fee",
        "first_offence": "2009-10-24",
        "as_of": "2009-11-01",
        "matches": 2,
    },
    "/protest": {"subject": "ineligible-substitute", "day": "2009-12-15", "division": 2},
    "/districts": {"teams": {"Skåne": 60, "Göteborg": 40, "Gotland": 4}},
    "/venues": {
        "teams": [{"team": "A", "origin": "stayed", "last_place": 3}, {"team": "B", "origin": "promoted"}]
    },
    "/master-points": {"division": 1, "home_vp": 18, "away_vp": 12, "halves": {"A": 2, "B": 2, "C": 1}},
    "/season-points": {"division": 1, "earned": "61/2", "place": 1},
    "/standings": {
        "teams": ["A", "B"],
        "results": [{"id": "m1", "home": "A", "away": "B", "home_imps": 47, "away_imps": 31}],
    },
    "/fees": {"division": 4, "matches": 3},
    "/travel": {"journeys": [{"round": "1", "day": "2009-10-24", "tenths_of_mil": 325}]},
    "/staff": {"non_playing_directors": 1, "match_manager": True},
    "/publication": {
        "central_start": "2009-10-24T10:00:00",
        "own_start": "2009-10-24T10:15:00",
        "round_ends": "2009-10-24T13:30:00",
    },
    "/league-system": {"system": "1C 0-7 any\n2D 5-10, 6+M", "division": 3},
    "/boards": {"division": 2, "boards": 24},
    "/half-end": {"start": "2009-10-24T10:00:00"},
    "/deal-sheets": {"teams": 12},
    "/promotion-notice": {
        "day": "2010-01-20",
        "club": "BK A",
        "team": "A",
        "contact": "A. Ek",
        "address": "Storgatan 1",
        "phone": "0700",
        "email": "a@example.se",
    },
    "/deadline": {"what": "division-4-fee", "day": "2009-11-16"},
    "/refund-of-entry": {"disqualified": True},
    "/prizes": {"division": 1, "place": 1},
    "/champions-cup": {
        "table": [{"team": "A", "place": 1}, {"team": "B", "place": 2}, {"team": "C", "place": 3}],
        "declined": ["A"],
    },
    "/promotion": {
        "series": {
            "E": {
                "division": 1,
                "table": [{"team": team, "place": place} for place, team in enumerate("ABCDEFGHIJKL", 1)],
            }
        }
    },
    "/phase": {
        "phases": [
            {"begins": "2009-10-01", "contest": {"points": "silver", "boards_in_a_row": 4}},
            {"begins": "2009-11-01", "contest": {"points": "silver", "level": "B", "most_dots": 12}},
        ],
        "day": "2009-11-07",
    },
    "/form": {"series": {"E": {"division": 1, "teams": 12}, "2a": {"division": 2, "teams": 11}}},
    "/pool": {"division": 3, "series": "3a", "common_deals": True},
    "/walkover/authority": {"division": 3, "decided_by": "TK"},
    "/season": {"document": SEASON, "as_of": "2009-12-31"},
    "/seasons": {"document": SEASON},
    "/seasons/{season}/{kind}": {
        "data": {"id": "p1", "team": "a1", "day": "2009-10-24", "kind": "late", "late_ms": 390_000},
        "by": "TK",
    },
}


def add_examples(router: APIRouter) -> None:
    """Put the examples of a router's questions into its part of the OpenAPI document."""
    for route in router.routes:
        if isinstance(route, APIRoute) and "POST" in (route.methods or ()):
            example = EXAMPLES.get(route.path.removeprefix(PREFIX))
            if example is not None:
                content = {"application/json": {"example": example}}
                route.openapi_extra = {**(route.openapi_extra or {}), "requestBody": {"content": content}}
