"""Questions about the form of the league: boards and times, final places, phases, notices and last days."""

from typing import Any

import httpx
import pytest

from arbiter_hub.api.bridge_examples import EXAMPLES, PREFIX

Client = httpx.AsyncClient


@pytest.mark.parametrize(
    ("question", "body", "expected"),
    [
        ("league-system", EXAMPLES["/league-system"], {"level": "B", "limit": 10, "total": 6, "legal": True}),
        ("boards", {"division": 2, "boards": 20}, False),
        ("half-end", EXAMPLES["/half-end"], "2009-10-24T11:35:00"),
        ("deal-sheets", {"teams": 12}, 24),
        ("promotion-notice", EXAMPLES["/promotion-notice"], True),
        ("deadline", {"what": "team-count-notice", "day": "2009-11-17"}, False),
        ("deadline", EXAMPLES["/deadline"], True),
        ("refund-of-entry", {"disqualified": True}, False),
        ("prizes", {"division": 1, "place": 2}, ["silver-medal"]),
        ("champions-cup", EXAMPLES["/champions-cup"], "B"),
        ("phase", EXAMPLES["/phase"], {"points": "silver", "level": "B", "most_dots": 12}),
        ("phase", EXAMPLES["/phase"] | {"day": "2009-10-31"}, {"level": None, "boards_in_a_row": 4}),
        ("pool", {"division": 2, "series": "2b"}, "division-2"),
        ("pool", {"division": 3, "series": "3a"}, None),
        ("walkover/authority", {"division": 4, "decided_by": "Dfb"}, "Dfb"),
    ],
)
async def test_questions_about_the_form_are_answered(
    service: Client, question: str, body: dict, expected: Any
) -> None:
    value = (await service.post(f"{PREFIX}/{question}", json=body)).json()["value"]
    if isinstance(expected, dict):
        value = {key: value[key] for key in expected}
    assert value == expected


async def test_final_places_move_teams_without_a_season(service: Client) -> None:
    body = EXAMPLES["/promotion"]
    found = (await service.post(f"{PREFIX}/promotion", json=body)).json()
    assert [move["team"] for move in found["value"]["moves"]] == ["I", "J", "K", "L"]
    assert {move["to_division"] for move in found["value"]["moves"]} == {2}
    assert found["steps"][0]["text"] == "I goes down from E"
    assert found["steps"][-1]["reading"] == "flow.unbalanced"
    two = {"parameters": {"relegation.from_1": 2}, **body}
    fewer = (await service.post(f"{PREFIX}/promotion", json=two)).json()
    assert [move["team"] for move in fewer["value"]["moves"]] == ["K", "L"]


async def test_the_form_of_a_season_tells_what_departs_from_the_league_s(service: Client) -> None:
    found = (await service.post(f"{PREFIX}/form", json=EXAMPLES["/form"])).json()
    departures = [(each["field"], each["found"], each["expected"]) for each in found["value"]]
    assert departures == [("division 2", 1, 4), ("division 3", 0, 16), ("2a", 11, 12)]


async def test_a_disqualification_is_told_with_what_it_leaves(service: Client) -> None:
    found = (await service.get(f"{PREFIX}/disqualification")).json()
    assert found["value"] == ["results-struck", "fees-not-refunded", "master-points-kept"]
    assert all(step["text"] for step in found["steps"])


async def test_a_last_day_whose_year_is_lost_must_be_given(service: Client) -> None:
    body = {"what": "venue-agreement", "day": "2009-04-30"}
    missing = await service.post(f"{PREFIX}/deadline", json=body)
    assert (missing.status_code, missing.json()["field"]) == (422, "venue.agreement_by")
    body["parameters"] = {"venue.agreement_by": "2009-04-30"}
    assert (await service.post(f"{PREFIX}/deadline", json=body)).json()["value"] is True
