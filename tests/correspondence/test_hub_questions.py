"""The stateless questions over HTTP: every one answers with value, steps, switches and policy; faults are named."""

import json
from datetime import date
from string import Formatter
from typing import Any

import httpx
import icalendar
import pytest
from correspondence.iccf_games import G1, ServerGame

from arbiter_hub.api.chess_pages import example
from arbiter_hub.services.chess_words import LANGUAGES, Words, catalogue

API = "/api/v1/chess"


async def ask(client: httpx.AsyncClient, path: str, body: Any, **more: Any) -> dict[str, Any]:
    answer = await client.post(f"{API}/{path}", json=body, **more)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_a_move_is_read_with_its_class_and_spellings(questions: httpx.AsyncClient):
    found = await ask(questions, "notation/parse", {"text": "Sg1 - f3!", "moves": "1. 5254 5755"})

    assert found["policy"] == "BdF-TO-2002-10-26"
    assert found["value"]["class"] == "valid"
    assert found["value"]["move"] == {
        "numeric": "7163",
        "german_long": "Sg1-f3",
        "german_short": "Sf3",
        "english": "Nf3",
        "uci": "g1f3",
    }
    doubtful = await ask(
        questions, "notation/parse", {"text": "52541", "policy": {"extra_digit": "doubtful"}}
    )
    assert doubtful["value"]["class"] == "doubtful"
    assert doubtful["switches"] == [
        {"id": "extra_digit", "reading": "doubtful", "default": False, "paragraph": "BdF Annex(3)"}
    ]


@pytest.mark.parametrize(
    ("language", "word"), [("de", "gültig"), ("en", "valid"), ("sv", "giltig"), ("fr", "gültig")]
)
async def test_answers_speak_the_askers_language(questions: httpx.AsyncClient, language: str, word: str):
    found = await ask(questions, "notation/parse", {"text": "e4"}, headers={"Accept-Language": language})

    assert found["value"]["class_text"] == word


async def test_a_card_gives_all_findings_at_once(questions: httpx.AsyncClient):
    body = {
        "moves": "1. 5254",
        "card": {"by": "black", "repeats": "1. 5254", "move": "1… 5755", "arrival": "2002-01-04",
                 "dispatch": "2002-01-09", "postmark": "2002-01-10", "days": 5, "signed": False},
    }  # fmt: skip

    found = await ask(questions, "transmissions/validate", body)

    assert [each["code"] for each in found["value"]["findings"]] == [
        "card.signature_missing",
        "card.days_differ",
        "card.postmark_differs",
    ]
    assert found["value"]["fen"].startswith("rnbqkbnr/pppp1ppp/8/4p3/4P3")


async def test_proposals_are_accepted_over_http(questions: httpx.AsyncClient):
    body = {
        "moves": "1. 5254",
        "open_proposals": ["1… 5755 2. 7163"],
        "card": {"by": "black", "repeats": "1. 5254 5755 2. 7163", "move": "2… 2836",
                 "arrival": "2002-01-04", "dispatch": "2002-01-09", "days": 5},
        "partner_card": {"by": "white", "move": "1. 5254", "dispatch": "2002-01-02"},
        "leaves": [{"first": "2002-01-05", "last": "2002-01-06"}],
    }  # fmt: skip

    found = await ask(questions, "conditional/accept", body)

    assert [each["numeric"] for each in found["value"]["moves"]] == ["5755", "7163", "2836"]
    assert found["value"]["days"] == 3


async def test_w2_and_w8_over_http(questions: httpx.AsyncClient):
    penalty = await ask(questions, "clock/move", {"arrival": "2002-05-03", "postmark": "2002-05-14"})
    assert penalty["value"] == {
        "net": 11,
        "added": 5,
        "total": 16,
        "effective_arrival": "2002-05-03",
        "last_notice_day": "2002-05-13",
    }
    leave = {"first": "2002-07-01", "last": "2002-07-14", "arrival": "2002-07-05", "postmark": "2002-07-17"}
    assert (await ask(questions, "leave/apply", leave))["value"]["days"] == 2
    untold = await ask(questions, "leave/apply", leave | {"partner_told": False})
    assert untold["value"]["days"] == 12


async def test_what_if_shows_each_day_and_the_first_one_over(questions: httpx.AsyncClient):
    body = {"arrival": "2002-05-03", "used": 22, "move_index": 7, "span": 14, "send_on": "2002-05-14"}

    value = (await ask(questions, "clock/what-if", body))["value"]

    assert value["first_day_over"] == "2002-05-12"
    assert value["chosen"]["total"] == 22 + 11 + 5
    assert [row["left"] for row in value["rows"][:3]] == [8, 7, 6]


async def test_w5_and_w11_and_w18_over_http(questions: httpx.AsyncClient):
    claim = await ask(questions, "claims/evaluate", {"index": 7, "total": 57})
    assert claim["value"]["advice"] == {
        "form": "card",
        "ordinal": 1,
        "at_once": True,
        "until": 10,
        "carried": 7,
    }
    assert (await ask(questions, "claims/evaluate", {"index": 7, "total": 30}))["value"]["exceeded"] is False
    body = {"postmark": "2002-03-04", "reminded": "2002-03-21", "answer_received": "2002-04-10"}
    assert (await ask(questions, "reminders/due", body))["value"] == {
        "reminder": "2002-03-20",
        "director": "2002-04-04",
        "refusal": "2002-04-13",
    }
    assert (await ask(questions, "reminders/due", {"postmark": "2002-03-04", "informed": True}))["value"][
        "director"
    ] is None
    appeal = {"dated": "2002-02-18", "received": "2002-02-20", "as_of": "2002-03-01", "filed": "2002-02-25"}
    assert (await ask(questions, "appeals/state", appeal))["value"]["deadline"] == "2002-03-06"
    assert (await ask(questions, "appeals/state", appeal | {"filed": None}))["value"]["state"] == "open"


async def test_a_leave_is_planned(questions: httpx.AsyncClient):
    body = {"start": "2002-01-07", "first": "2002-07-01", "last": "2002-08-15", "partners": ["Bernd"]}

    found = await ask(questions, "leave/plan", body)

    assert (found["value"]["allowed"], found["value"]["days"]) == (False, 46)
    assert found["switches"][0]["id"] == "leave_year"


async def test_a_tournament_is_audited_and_its_games_exported(questions: httpx.AsyncClient):
    body = {"tournament": example(), "as_of": "2002-05-02"}

    whole = (await ask(questions, "tournaments/audit", body))["value"]
    assert [game["id"] for game in whole["games"]] == ["1", "2", "3", "4"]
    game = (await ask(questions, "games/audit", body | {"game": "2", "notation": "english"}))["value"]
    assert game["proposals"] == [["3735", "5171", "2836", "1213"]]
    assert game["moves"][0]["text"] == "d4"
    ledger = (await ask(questions, "clock/ledger", body | {"game": "1"}))["value"]
    assert sum(entry["days"] for entry in ledger["ledger"] if entry["side"] == "black") == 48
    pgn = await questions.post(f"{API}/games/pgn", json=body | {"game": "3"})
    assert '[TimeControl "10/2592000"]' in pgn.text
    assert "[%ccsnt 2002.01.08]" in pgn.text
    assert "0-1" in pgn.text


async def test_deadlines_come_as_a_calendar(questions: httpx.AsyncClient):
    body = {"tournament": example(), "as_of": "2002-05-02"}

    feed = await questions.post(f"{API}/deadlines.ics", json=body | {"player": "Anna Albers"})

    assert feed.headers["content-type"].startswith("text/calendar")
    calendar = icalendar.Calendar.from_ical(feed.content)
    days = [event["dtstart"].dt for event in calendar.walk("VEVENT")]
    assert date(2002, 6, 30) in days
    assert all("Anna Albers" in str(event["summary"]) for event in calendar.walk("VEVENT"))
    again = await questions.post(f"{API}/deadlines.ics", json=body | {"player": "Anna Albers"})
    assert again.content == feed.content
    everyone = await questions.post(f"{API}/deadlines.ics", json=body)
    assert len(icalendar.Calendar.from_ical(everyone.content).walk("VEVENT")) > len(days)


async def test_the_policy_lists_every_switch_with_its_default_first(questions: httpx.AsyncClient):
    found = (await questions.get(f"{API}/policy")).json()

    assert len(found["switches"]) == 19
    assert all(switch["readings"][0] == switch["default"] for switch in found["switches"])


@pytest.mark.parametrize(
    ("path", "body", "field"),
    [
        ("notation/parse", {"text": "e4", "fen": "x"}, "fen"),
        ("notation/parse", {"text": "e4", "moves": "1. e5"}, "moves[1]"),
        ("notation/parse", {"text": "e4", "surprise": 1}, "surprise"),
        ("notation/parse", {"text": "e4", "policy": {"x": "y"}}, "policy.x"),
        ("transmissions/validate", {"card": {"by": "red"}}, "card.by"),
        ("transmissions/validate", {"card": {"by": "white"}}, "card.postmark"),
        ("clock/move", {"arrival": "2002-05-03", "postmark": "2002-05-02"}, "postmark"),
        ("clock/move", {"arrival": "3.5.2002", "postmark": "2002-05-02"}, "arrival"),
        ("clock/what-if", {"arrival": "2002-05-03", "send_on": "2002-05-02"}, "send_on"),
        ("clock/move", {"arrival": "2002-05-03", "postmark": "2002-05-09",
                        "leaves": [{"first": "2002-05-09", "last": "2002-05-01"}]}, "leaves[0].last"),
        ("leave/plan", {"start": "2002-01-07", "first": "2002-07-10", "last": "2002-07-01"}, "last"),
        ("leave/plan", {"start": "2002-01-07", "first": "2001-07-01", "last": "2001-07-10"}, "leaves[0].first"),
        ("games/audit", {"tournament": example(), "as_of": "2002-05-02", "game": "9"}, "game"),
        ("games/pgn", {"tournament": example(), "as_of": "2002-05-02", "game": "9"}, "game"),
        ("deadlines.ics", {"tournament": example(), "as_of": "2002-05-02", "player": "X"}, "player"),
        ("tournaments/audit", {"tournament": {"name": "x"}, "as_of": "2002-05-02"}, "tournament.start"),
    ],
)  # fmt: skip
async def test_bad_input_is_answered_with_field_found_and_allowed(
    questions: httpx.AsyncClient, path: str, body: dict[str, Any], field: str
):
    answer = await questions.post(f"{API}/{path}", json=body)

    assert answer.status_code == 422
    assert set(answer.json()) == {"field", "found", "allowed"}
    assert answer.json()["field"] == field


async def test_ten_megabytes_are_refused_before_they_are_read(questions: httpx.AsyncClient):
    answer = await questions.post(
        f"{API}/import/pgn", content=b"1" * 10_000_000, headers={"Content-Type": "text/plain"}
    )
    assert (answer.status_code, answer.json()["field"]) == (413, "body")

    async def pieces():
        yield b"{}"

    chunked = await questions.post(f"{API}/notation/parse", content=pieces())
    assert (chunked.status_code, chunked.json()["field"]) == (411, "Content-Length")


async def test_games_are_read_from_pgn_and_a_fault_is_named(questions: httpx.AsyncClient):
    plain = {"Content-Type": "text/plain"}

    found = await questions.post(f"{API}/import/pgn", content="1. 5254 5755 *", headers=plain)
    assert found.json()["games"][0]["moves"] == ["5254", "5755"]
    bad = await questions.post(f"{API}/import/pgn", content="1. 5254 5256 *", headers=plain)
    assert bad.json()["field"] == "games[0].moves[2]"


def as_pgn(game: ServerGame) -> str:
    """A server's game as PGN with the day of every move."""
    moves = " ".join(
        f"{text} {{[%ccsnt {day:%Y.%m.%d}]}}" for text, day in zip(game.moves, game.days, strict=True)
    )
    return f'[Event "Serverturnier"]\n[White "A"]\n[Black "B"]\n\n{moves} {game.result}'


async def test_w15_from_pgn_to_the_audit(questions: httpx.AsyncClient):
    plain = {"Content-Type": "text/plain"}

    made = await questions.post(f"{API}/import/pgn/document", content=as_pgn(G1), headers=plain)
    audit = await ask(
        questions, "games/audit", {"tournament": made.json(), "as_of": "2019-03-01", "game": "1"}
    )

    value = audit["value"]
    assert (value["status"]["result"], value["status"]["reason"]) == ("0-1", "ruling")
    assert value["fen"] == "8/4kp2/8/8/5P2/4P2n/2K5/8 w - - 2 67"
    assert [each["total"] for each in value["clocks"]["black"]][7] == 48 + 5
    first = value["exceedances"][0]
    assert (first["move"], first["side"]) == (8, "black")


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("1. e4 e5", "games[0].moves[1].ccsnt"),
        ("1. e4 {[%ccsnt 2002.01.08]} e5 {[%ccsnt 2002.01.07]}", "games[0].moves[2].ccsnt"),
        ("1-0", "games[0].moves"),
    ],
)
async def test_a_pgn_without_its_days_is_no_document(questions: httpx.AsyncClient, text: str, field: str):
    plain = {"Content-Type": "text/plain"}

    answer = await questions.post(f"{API}/import/pgn/document", content=text, headers=plain)

    assert (answer.status_code, answer.json()["field"]) == (422, field)


async def test_players_without_names_are_told_apart_and_transit_shifts_arrivals(questions: httpx.AsyncClient):
    text = '[White "?"]\n[Black "?"]\n\n1. e4 {[%ccsnt 2002.01.08]} e5 {[%ccsnt 2002.01.12]}'
    plain = {"Content-Type": "text/plain"}

    made = (await questions.post(f"{API}/import/pgn/document?transit=2", content=text, headers=plain)).json()

    assert made["players"] == ["?", "? (2)"]
    assert made["games"][0]["entries"][1]["arrival"] == "2002-01-10"
    assert made["games"][0]["entries"][1]["days"] == 2


XFCC = """<?xml version="1.0"?><Envelope xmlns="x"><Body><XfccGame><id>7</id><event>E</event><white>A</white>
<black>B</black><result>{result}</result><moves>{moves}</moves></XfccGame></Body></Envelope>"""


async def upload(client: httpx.AsyncClient, text: str) -> httpx.Response:
    return await client.post(f"{API}/import/xfcc", files={"file": ("games.xml", text.encode(), "text/xml")})


@pytest.mark.parametrize(
    ("reported", "result"),
    [("WhiteWinAdjudicated", "1-0"), ("BlackDefaulted", "1-0"), ("Draw", "1/2-1/2"), ("Ongoing", "*")],
)
async def test_case_35_adjudicated_xfcc_results_count(
    questions: httpx.AsyncClient, reported: str, result: str
):
    answer = await upload(
        questions, XFCC.format(result=reported, moves="1.e4 {[%ccsnt 2018.10.02,12:56]} e5")
    )

    game = answer.json()["games"][0]
    assert (game["result"], game["numeric"], game["sent"]) == (result, "1. 5254 5755", ["2018-10-02", None])


async def test_an_xfcc_game_without_moves_is_that(questions: httpx.AsyncClient):
    answer = await upload(questions, XFCC.format(result="Ongoing", moves=""))

    assert answer.json()["games"][0]["moves"] == []


BOMB = """<?xml version="1.0"?><!DOCTYPE a [<!ENTITY x "x"><!ENTITY y "&x;&x;&x;">]><a>&y;</a>"""


@pytest.mark.parametrize(
    ("text", "field"),
    [
        (BOMB, "xfcc"),
        ("<a>", "xfcc"),
        ("<a/>", "xfcc"),
        (XFCC.format(result="Nonsense", moves=""), "XfccGame[0].result"),
        (XFCC.format(result="Draw", moves="1. e4 e6 2. Ke3"), "XfccGame[0].games[0].moves[3]"),
    ],
)
async def test_bad_xfcc_is_named_and_bombs_do_not_go_off(questions: httpx.AsyncClient, text: str, field: str):
    answer = await upload(questions, text)

    assert (answer.status_code, answer.json()["field"]) == (422, field)


def test_every_language_has_every_sentence_with_the_same_facts():
    def facts(text: str) -> set[str]:
        return {name for _, name, _, _ in Formatter().parse(text) if name}

    german = catalogue("de")
    for language in LANGUAGES[1:]:
        other = catalogue(language)
        assert set(other) == set(german)
        assert {key for key in german if facts(german[key]) != facts(other[key])} == set()
        assert all(other.values())


def test_words_show_what_is_not_known_and_lists():
    assert (
        Words("en")
        .say("card.date_order", {"partner": None, "arrival": "a", "postmark": "b"})
        .count("unknown")
        == 1
    )
    assert Words("sv").paragraph("BdF Annex(1)") == "Bilaga(1)"
    assert Words("xx").language == "de"
    assert "7163, 8163" in Words("de")("move.ambiguous", candidates=("7163", "8163"))


async def test_the_schema_documents_the_questions_with_examples(questions: httpx.AsyncClient):
    schema = (await questions.get("/openapi.json")).json()

    paths = [path for path in schema["paths"] if path.startswith(API)]
    assert len(paths) >= 22
    assert "2002-03-04" in json.dumps(schema["components"]["schemas"]["MoveTimeQuery"])
