"""The service: every question by HTTP, with its working in words, and refusals that name the field."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from arbiter_hub.api.bridge_examples import EXAMPLES, PREFIX
from arbiter_hub.api.bridge_sentences import sentence
from arbiter_hub.api.bridge_views import plain
from arbiter_rules.bridge import rulebook
from arbiter_rules.trace import Step

Client = httpx.AsyncClient
SYSTEM = "1C 11-13 bal | 17+ any\n2D [pos 1-3] 5-10, 6+M\n1S 0-7 any"


QUESTIONS: dict[str, tuple[dict[str, Any], Any]] = {
    "seating": ({"home_announced": True, "away_announced": False}, {"first": "home"}),
    "consequences": ({"too_many_dots": True, "boards": 4}, {"may": ["adjust-score"]}),
    "alert": ({"role": "opening", "bid": "1C", "meaning": "12-20, 3+C"}, {"verdict": "must", "rules": ["SBF I(8)"]}),
    "victory-points": ({"home_imps": 40, "away_imps": 20}, {"home": 19, "away": 11, "verified": False}),
    "lateness": ({"late_ms": 306_000}, {"victory_points": 2, "decided_by": "rule"}),
    "law-book-penalty": ({"imps": 6}, 2),
    "conduct": ({"offence": "left-table", "earlier": ["left-table"]}, {"victory_points": 2}),
    "walkover": ({"own_results": [18, 18, 18, 18, 19], "against_offender": [17]}, {"option": 1}),
    "walkover/fine": ({"matches": 3}, {"kronor": 1200, "excluded": True}),
    "withdrawal": ({"day": "2009-09-16"}, 1200),
    "line-up": ({"first_half": list("abcd"), "second_half": list("efga")}, {"legal": False, "players": 7}),
    "transfer": ({"day": "2009-08-16"}, {"allowed": False, "free": False}),
    "substitute": (
        {"offence": "unpaid-fee", "first_offence": "2009-10-24", "as_of": "2009-11-30", "matches": 2},
        {"state": "disqualified", "victory_points": 10},
    ),
    "protest": ({"subject": "ineligible-substitute", "day": "2009-12-15", "division": 2}, True),
    "districts": ({"teams": {"A": 300, "B": 200, "C": 4}}, {"by_lot": []}),
    "venues": ({"teams": [{"team": "x", "origin": "relegated"}, {"team": "y", "origin": "promoted"}]}, ["y", "x"]),
    "master-points": (
        {"division": 1, "home_vp": 18, "away_vp": 12, "halves": {"p": 2, "q": 1}},
        {"home": 12, "players": {"p": 8, "q": 4}},
    ),
    "fees": ({"division": 4, "matches": 3}, {"total": 630}),
    "travel": ({"journeys": [{"round": "1", "day": "2009-10-24", "tenths_of_mil": 325}]}, {"car": 450}),
    "staff": ({"playing_directors": 3, "match_manager": True}, {"enough": True}),
    "publication": (
        {
            "central_start": "2009-10-24T10:00:00",
            "own_start": "2009-10-24T10:15:00",
            "round_ends": "2009-10-24T13:30:00",
        },
        "2009-10-24T14:00:00",
    ),
    "iaf": (
        {
            "results": [
                {"board": 1, "ns": "n0", "ew": "e0", "score": 420},
                {"board": 1, "ns": "n1", "ew": "e1", "score": -50},
            ],
            "method": "cross-total",
        },
        [
            {"pair": pair, "boards": 1, "imps": imps}
            for pair, imps in (("e1", 10), ("n0", 10), ("e0", -10), ("n1", -10))
        ],
    ),
    "notes-after-overcall": (
        dict.fromkeys(("opening_natural_suit", "directly_behind"), True)
        | dict.fromkeys(("overcall_natural", "overcall_strong", "overcall_points"), False),
        True,
    ),
    "season-points": ({"division": 1, "earned": "61/2", "place": 1}, {"gold": 37, "ranking_gold": 31}),
    "movement": (
        {
            "player": "p",
            "appearances": [
                {"team": "a", "club": "x", "division": 2, "round": "1", "day": "2009-10-24", "match": "m1"},
                {"team": "b", "club": "y", "division": 2, "round": "2", "day": "2009-10-25", "match": "m2"},
            ],
        },
        None,
    ),
}  # fmt: skip


@pytest.mark.parametrize("question", QUESTIONS)
async def test_every_question_is_answered_with_its_working(service: Client, question: str) -> None:
    body, expected = QUESTIONS[question]
    answer = await service.post(f"/api/v1/bridge/{question}", json=body)
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert found["steps"]
    assert all(step["text"] and "{" not in step["text"] for step in found["steps"])
    if isinstance(expected, dict):
        assert {key: found["value"][key] for key in expected} == expected
    elif expected is not None:
        assert found["value"] == expected


async def test_a_system_is_checked_with_its_duties(service: Client) -> None:
    body = {
        "system": SYSTEM,
        "contest": {"points": "silver", "boards_in_a_row": 12},
        "encounter": {"start": "2009-10-24T10:00:00", "boards": 12},
    }
    found = (await service.post("/api/v1/bridge/system", json=body)).json()
    assert (found["dots"]["value"]["total"], found["dots"]["value"]["class"]) == (13, "A")
    assert [bid["dots"] for bid in found["dots"]["value"]["bids"]] == [3, 3, 7]
    assert found["legality"]["value"]["legal"] is False
    announced = next(duty for duty in found["duties"]["value"] if duty["key"] == "announce-a-system")
    assert announced["due"] == "2009-10-24T09:45:00"
    plain_answer = (await service.post("/api/v1/bridge/system", json={"system": SYSTEM})).json()
    assert plain_answer["duties"] is None
    assert plain_answer["legality"]["value"]["level"] == "A"


async def test_readings_and_figures_can_be_chosen(service: Client) -> None:
    body = {"system": "1C 0-7 any", "policy": {"weak-minor": "both-minors"}}
    found = (await service.post("/api/v1/bridge/system", json=body)).json()
    assert found["dots"]["value"]["total"] == 5
    assert "weak-minor" in found["dots"]["switches"]
    missing = await service.post("/api/v1/bridge/fees", json={"division": 1})
    assert (missing.status_code, missing.json()["field"]) == (422, "fee.entry.1")
    given = await service.post(
        "/api/v1/bridge/fees",
        json={
            "division": 1,
            "last_rounds_mil": [5, 50],
            "parameters": {"fee.entry.1": 1500, "fee.home_surcharge": 400, "protest.national": "2009-12-15"},
        },
    )
    assert given.json()["value"] == {"entry": 1500, "table": 0, "home": 400, "total": 1900}
    for parameters, field in (({"fee": 1}, "parameters"), ({"protest.national": "soon"}, "protest.national")):
        wrong = await service.post("/api/v1/bridge/fees", json={"division": 4, "parameters": parameters})
        assert (wrong.status_code, wrong.json()["field"]) == (422, field)


async def test_steps_tell_how_sure_their_paragraph_is(service: Client) -> None:
    found = (await service.post(f"{PREFIX}/walkover", json=EXAMPLES["/walkover"])).json()
    marks = {step["paragraph"]: step["mark"] for step in found["steps"]}
    assert marks["SBF WO(2)"] == "UNKNOWN"
    assert marks["SBF WO(3.2)"] == "DERIVED"
    assert marks["SBF WO(3.1)"] == "SEED"
    assert found["value"]["verified"] is False
    system = (await service.post(f"{PREFIX}/system", json={"system": "1D 0-7 any"})).json()
    scored = (await service.post(f"{PREFIX}/victory-points", json={"home_imps": 1, "away_imps": 0})).json()
    assert scored["steps"][-1]["mark"] == "DERIVED"
    weak = next(step for step in system["dots"]["steps"] if step["reading"] == "dots.weak")
    assert weak["mark"] == "DERIVED"


async def test_the_steps_come_in_the_language_of_the_reader(service: Client) -> None:
    texts = {}
    for language in ("sv", "en", "de"):
        answer = await service.post(
            "/api/v1/bridge/lateness", json={"late_ms": 0}, headers={"Accept-Language": language}
        )
        texts[language] = answer.json()["steps"][0]["text"]
    assert len(set(texts.values())) == 3


async def test_scales_contracts_and_imps(service: Client) -> None:
    scales = (await service.get("/api/v1/bridge/scales")).json()
    assert [scale["verified"] for scale in scales] == [False] * len(scales)
    wbf = (await service.get("/api/v1/bridge/scales/wbf-20-0-24")).json()
    assert wbf["rows"][1] == [1, 10.25, 9.75]
    assert (await service.get("/api/v1/bridge/imps", params={"difference": -430})).json() == {"imps": -10}
    made = await service.post(
        "/api/v1/bridge/contract", json={"contract": "4Sx", "result": "-1", "vulnerable": True}
    )
    assert made.json() == {"score": -200}
    passed = await service.post("/api/v1/bridge/contract", json={"contract": "Pass", "result": ""})
    assert passed.json() == {"score": 0}
    tvp = await service.post(
        "/api/v1/bridge/scales/tvp", json={"text": "[VP]\nMAX=20\nDEUCE=10\nNULL=30\n5=12"}
    )
    assert tvp.json()["scale"]["rows"] == [[0, 10, 10], [5, 12, 8], [30, 20, 0]]
    rows = [[0, 15, 15], [9, 25, 0]]
    given = await service.post(
        "/api/v1/bridge/victory-points", json={"home_imps": 0, "away_imps": 9, "rows": rows}
    )
    assert given.json()["value"]["away"] == 25


async def test_a_player_of_another_club_has_fourteen_days(service: Client) -> None:
    body = {"offence": "wrong-club", "first_offence": "2009-10-24", "as_of": "2009-11-07"}
    assert (await service.post(f"{PREFIX}/substitute", json=body)).json()["value"]["state"] == "pending"
    body |= {"settled": "2009-11-07", "accepted": False}
    assert (await service.post(f"{PREFIX}/substitute", json=body)).json()["value"]["state"] == "disqualified"


async def test_a_series_on_its_own_has_a_table_that_tells_what_separated_equals(service: Client) -> None:
    results = [
        {"id": "1", "home": "a", "away": "b", "home_imps": 40, "away_imps": 40},
        {"id": "2", "home": "c", "away": "b", "home_imps": 10, "away_imps": 9},
        {"id": "3", "home": "a", "away": "c", "home_imps": 9, "away_imps": 8},
    ]
    deductions = [{"team": "b", "victory_points": 2, "reason": "mobile-phone"}]
    body = {"teams": ["a", "b", "c"], "results": results, "deductions": deductions}
    found = (await service.post(f"{PREFIX}/standings", json=body)).json()
    lines = [(line["team"], line["victory_points"]) for line in found["value"]["table"]]
    assert lines == [("a", 30), ("c", 30), ("b", 28)]
    assert found["switches"] == ["tie-break"]
    assert found["value"]["verified"] is False
    twice = await service.post(f"{PREFIX}/standings", json={**body, "results": [*results, results[0]]})
    assert (twice.status_code, twice.json()["field"]) == (422, "match")


async def test_the_registers_show_marks_and_readings(service: Client) -> None:
    figures = {each["key"]: each for each in (await service.get("/api/v1/bridge/parameters")).json()}
    assert (figures["fee.entry.1"]["value"], figures["fee.entry.1"]["mark"]) == (None, "UNKNOWN")
    assert figures["walkover.fixed_vp"]["mark"] == "DERIVED"
    switches = (await service.get("/api/v1/bridge/policy")).json()
    assert {switch["paragraph"] for switch in switches} <= set(rulebook.regulation().by_citation)


def csv_of(boards: int) -> str:
    rows = [
        f"{board},{room},3NT,N,{'=' if room == 1 else '+1'}"
        for board in range(1, boards + 1)
        for room in (1, 2)
    ]
    return "\n".join(["board,room,contract,declarer,result", *rows])


async def test_a_match_file_gives_a_match(service: Client) -> None:
    answer = await service.post("/api/v1/bridge/import", files={"file": ("match.csv", csv_of(24))})
    found = answer.json()
    assert (found["usable"], len(found["read"]), found["match"]["away_imps"]) == (True, 48, 24)
    short = await service.post("/api/v1/bridge/import", files={"file": ("match.csv", csv_of(23))})
    assert short.json()["match"] is None
    assert short.json()["match_problem"]["found"] == "46 table results"
    broken = await service.post(
        "/api/v1/bridge/import", files={"file": ("match.csv", csv_of(24) + "\n9,3,4S,N,=")}
    )
    assert (broken.json()["usable"], broken.json()["match"]) == (False, None)
    unknown = await service.post("/api/v1/bridge/import", files={"file": ("match.doc", "x")})
    assert (unknown.status_code, unknown.json()["field"]) == (422, "file.name")


async def test_the_openapi_document_has_an_example_for_every_question_and_each_is_answered(
    service: Client,
) -> None:
    paths = (await service.get("/openapi.json")).json()["paths"]
    ours = {path: paths[path] for path in paths if path.startswith(PREFIX)}
    assert len(ours) >= 40
    asked = 0
    for path, operations in ours.items():
        for operation in operations.values():
            assert operation["summary"]
            content = operation.get("requestBody", {}).get("content", {})
            if "application/json" in content:
                example = content["application/json"]["example"]
                place = path.replace("{season}", "2009").replace("{kind}", "penalty")
                answer = await service.post(place, json=example)
                assert answer.status_code in (200, 201), (path, answer.text)
                asked += 1
    assert asked == len(EXAMPLES)


async def test_everybody_may_ask_and_only_the_direction_writes(service: Client) -> None:
    paths = (await service.get("/openapi.json")).json()["paths"]
    ours = {path: operations for path, operations in paths.items() if path.startswith(PREFIX)}
    written = {
        (method, path.removeprefix(PREFIX)): operation["x-roles"]
        for path, operations in ours.items()
        for method, operation in operations.items()
        if "x-roles" in operation
    }
    assert written == {
        ("post", "/seasons"): ["direction"],
        ("post", "/seasons/{season}/{kind}"): ["direction"],
    }
    for question in ("champions-cup", "promotion", "phase"):
        answer = await service.post(
            f"{PREFIX}/{question}", json=EXAMPLES[f"/{question}"], headers={"Authorization": ""}
        )
        assert answer.status_code == 200


def test_values_of_every_kind_are_written_in_json() -> None:
    assert sentence(Step("SBF System(2)", "nt.similar-shapes", result=True), "en").endswith("yes")
    assert plain(frozenset({"b", "a"})) == ["a", "b"]
    assert plain(float("inf")) == "inf"
    json.dumps(plain({"path": str(Path("x"))}))
