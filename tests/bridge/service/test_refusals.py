"""What the service refuses: each answer names field, found and allowed."""

import httpx
import pytest

from arbiter_hub.api.bridge_examples import EXAMPLES

Client = httpx.AsyncClient
SELF = {"id": "1", "home": "A", "away": "A", "home_imps": 1, "away_imps": 1}


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("system", {"system": "1C 11-x"}, "system, line 1, column 4"),
        ("system", {"system": "1C 11+", "colour": "red"}, "colour"),
        ("system", {"system": "1C 11+", "contest": {"level": "D"}}, "most_dots"),
        ("system", {"system": "1C 11+", "policy": {"x": "y"}}, "policy.x"),
        ("alert", {"role": "opening"}, "bid"),
        ("victory-points", {"home_imps": -1, "away_imps": 0}, "home_imps"),
        ("victory-points", {"home_imps": 1, "away_imps": 0, "scale": "mine"}, "scale"),
        ("victory-points", {"home_imps": "1", "away_imps": 0}, "home_imps"),
        ("lateness", {"late_ms": True}, "late_ms"),
        (
            "lateness",
            {"late_ms": 1, "parameters": {"lateness.period_minutes": 0}},
            "lateness.period_minutes",
        ),
        ("half-end", {"start": "9999-12-31T23:59:00"}, "start"),
        ("half-end", {"start": "2009-10-24T10:00:00Z"}, "start"),
        ("publication", EXAMPLES["/publication"] | {"own_start": "2009-10-24T10:00:00Z"}, "own_start"),
        ("substitute", EXAMPLES["/substitute"] | {"first_offence": "9999-12-31"}, "first_offence"),
        ("standings", {"teams": ["A"], "results": [SELF]}, "match 1"),
        ("master-points", {"division": 1, "home_vp": 26, "away_vp": 4}, "home_vp"),
        ("walkover", {"own_results": [26]}, "own_results.0"),
        ("system", {"system": "1C 11+", "contest": {"lowered": {"1D": 8}}}, "contest.lowered.1D"),
        (
            "system",
            {"system": "1C 11+", "contest": {"level": "D", "most_dots": 9, "banned": ["8C"]}},
            "contest.banned.0",
        ),
        ("contract", {"contract": "8S", "result": "="}, "contract"),
        ("contract", {"contract": "4S", "result": "14"}, "result"),
        ("scales/tvp", {"text": "[VP]"}, "tvp.MAX"),
        ("champions-cup", {"table": [{"team": "A", "place": 2}]}, "table.place of A"),
        ("champions-cup", EXAMPLES["/champions-cup"] | {"declined": list("ABC")}, "declined"),
        ("champions-cup", EXAMPLES["/champions-cup"] | {"declined": ["D"]}, "declined"),
        (
            "promotion",
            {"series": {"2a": {"division": 2, "table": [{"team": team, "place": 1} for team in "AB"]}}},
            "2a.place",
        ),
        ("promotion", {"series": {"E": {"division": 4, "table": []}}}, "series.E.division"),
        ("phase", EXAMPLES["/phase"] | {"day": "2009-09-30"}, "day"),
        ("phase", {"phases": EXAMPLES["/phase"]["phases"][:1] * 2, "day": "2009-10-01"}, "phases"),
        ("walkover/authority", {"division": 4, "decided_by": "TK"}, "decided_by"),
        ("season", {"as_of": "2009-12-31"}, "document"),
        ("season", {"as_of": "2009-12-31", "toml": "x ="}, "toml"),
        ("season", {"as_of": "2009-12-31", "document": {}}, "season.id"),
    ],
)
async def test_refusals_name_field_found_and_allowed(
    service: Client, path: str, body: dict, field: str
) -> None:
    answer = await service.post(f"/api/v1/bridge/{path}", json=body)
    assert answer.status_code == 422
    assert answer.json()["field"] == field
    assert set(answer.json()) == {"field", "found", "allowed"}
