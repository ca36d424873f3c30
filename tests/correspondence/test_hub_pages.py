"""The pages without a login, the printed card, boards, plots, and cards pasted as text."""

import re
from collections.abc import Iterator
from datetime import date
from html import unescape
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree as ET

import httpx
import pytest
from playwright.sync_api import Browser
from web.harness import BoardServer, chromium

from arbiter_hub.services import chess_pdf
from arbiter_hub.services.chess_forms import event_fields, leaves, whole_number, within
from arbiter_hub.services.chess_paste import take_apart
from arbiter_hub.services.chess_plot import plot
from arbiter_hub.services.chess_words import Words
from arbiter_hub.services.chess_xfcc import MAX_BYTES, read
from arbiter_rules.errors import FieldError

TOOLS = ["", "/card", "/what-if", "/leave", "/claim", "/pgn", "/print"]
PAGES = [*TOOLS, "/example", *(f"/example/games/{number}" for number in range(1, 5))]


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("language", ["de", "en", "sv"])
async def test_every_page_shows_in_every_language(questions: httpx.AsyncClient, path: str, language: str):
    page = await questions.get(f"/chess{path}", headers={"Accept-Language": language})

    assert page.status_code == 200
    assert f'<html lang="{language}"' in page.text
    assert Words(language)("tab.what_if") in page.text


CARD = {
    "moves": "1. 5254 5755 2. 7163 2836 3. 6125",
    "pasted": "3. 6125 1716 Eingang 04.03.2002 Absendung 18.03.2002 13 Tage Remis?",
    "postmark": "2002-03-19",
}


async def test_a_pasted_card_is_checked_and_its_position_drawn(questions: httpx.AsyncClient):
    page = await questions.post("/chess/card", data=CARD)

    assert page.status_code == 200
    for part in ("a7-a6", "13 days are stated, 15 are computed", "§ 15", "board.svg?fen=", "card.valid"):
        assert (part in page.text) is (part != "card.valid")


async def test_moves_may_be_pasted_as_pgn(questions: httpx.AsyncClient):
    page = await questions.post(
        "/chess/card", data=CARD | {"moves": '[Event "x"]\n\n1. e4 e5 2. Nf3 {a} Nc6 3. Bb5 *'}
    )

    assert "a7-a6" in page.text


async def test_a_pgn_is_audited_on_its_page(questions: httpx.AsyncClient):
    game = '[White "A"]\n\n1. e4 {[%ccsnt 2002.01.08]} e5 {[%ccsnt 2002.02.20]} *'

    page = await questions.post("/chess/pgn", data={"pgn": game})
    assert page.status_code == 200
    for part in ("A – Schwarz", "48", "<polyline", "Time exceeded at move 1"):
        assert part in page.text
    bad = await questions.post("/chess/pgn", data={"pgn": "1. e4 e5"})
    assert (bad.status_code, "moves[1].ccsnt" in bad.text) == (422, True)


@pytest.mark.parametrize(
    ("data", "field"),
    [
        (CARD | {"postmark": "gestern"}, "postmark"),
        (CARD | {"days": "x"}, "days"),
        (CARD | {"fen": "x"}, "fen"),
        (CARD | {"moves": "1. 5255"}, "moves[1]"),
        ({"moves": "", "move": "1. 5254"}, "postmark"),
        (CARD | {"leave_first_1": "2002-03-05"}, "leave_1"),
        (CARD | {"pasted": "Eingang 31.02.2002"}, "arrival"),
    ],
)
async def test_a_form_that_does_not_fit_keeps_its_fields_and_names_the_fault(
    questions: httpx.AsyncClient, data: dict[str, str], field: str
):
    page = await questions.post("/chess/card", data=data)

    assert page.status_code == 422
    assert f"<code>{field}</code>" in page.text


async def test_everything_on_the_form_reaches_the_check(questions: httpx.AsyncClient):
    data = CARD | {
        "unsigned": "on", "long_think": "on", "open_proposals": "3… 1716 4. 2514", "proposals": "4. 2514 7866",
        "partner_dispatch": "2002-03-01", "partner_postmark": "2002-03-02", "medium": "email", "consent": "on",
        "routed": "on", "leave_first_1": "2002-03-05", "leave_last_1": "2002-03-06",
    }  # fmt: skip

    page = (await questions.post("/chess/card", data=data)).text

    for part in (
        "The signature is missing",
        "supplementary",
        "did not come through the director",
        "2002-03-18",
    ):
        assert part in page


@pytest.mark.parametrize(
    ("path", "query", "part"),
    [
        (
            "what-if",
            {"arrival": "2002-05-03", "used": "22", "move_index": "7", "send_on": "2002-05-14"},
            "38 / 30",
        ),
        ("what-if", {"arrival": "2002-05-03", "move_index": "40"}, "Not exceeded"),
        (
            "leave",
            {"start": "2002-01-07", "first": "2002-07-01", "last": "2002-07-21", "partners": "Bernd"},
            "21 / 42",
        ),
        (
            "leave",
            {"start": "2002-01-07", "first": "2002-07-01", "last": "2002-09-21"},
            "More than the entitlement",
        ),
        ("claim", {"total": "57", "index": "7"}, "7 days"),
        ("claim", {"total": "57", "index": "7", "duties_missed": "on"}, "0 days"),
        ("claim", {"total": "31", "index": "9", "ordinal": "2", "side": "white"}, "claim with the director"),
        ("claim", {"total": "31", "index": "9", "move": "19", "answering": "21"}, "no longer possible"),
        ("claim", {"total": "30", "index": "9"}, "Not exceeded"),
    ],
)
async def test_the_tools_answer_from_their_address(
    questions: httpx.AsyncClient, path: str, query: dict[str, str], part: str
):
    page = await questions.get(f"/chess/{path}", params=query)

    assert page.status_code == 200
    assert part in page.text


@pytest.mark.parametrize(
    ("path", "query", "field"),
    [
        ("what-if", {"arrival": ""}, "arrival"),
        ("what-if", {"arrival": "2002-05-03", "used": "-1"}, "used"),
        ("leave", {"start": "2002-01-07", "first": "2002-07-21", "last": "2002-07-01"}, "last"),
        ("claim", {"total": "many"}, "total"),
    ],
)
async def test_the_tools_name_what_does_not_fit(
    questions: httpx.AsyncClient, path: str, query: dict[str, str], field: str
):
    page = await questions.get(f"/chess/{path}", params=query)

    assert page.status_code == 422
    assert f"<code>{field}</code>" in page.text


async def test_every_paragraph_leads_to_its_place_among_the_rules(questions: httpx.AsyncClient):
    page = (await questions.get("/chess/example/games/1", params={"as_of": "2002-05-02"})).text
    rules = (await questions.get("/rules")).text

    targets = {unquote(target) for target in re.findall(r'href="/rules#([^"]+)"', page)}
    anchors = {unescape(anchor) for anchor in re.findall(r'id="([^"]+)"', rules)}
    assert {"bdf-§ 16(1)", "bdf-§ 17"} <= targets
    assert targets <= anchors


async def test_the_game_page_shows_plot_scoresheet_duties_and_claims(questions: httpx.AsyncClient):
    page = (
        await questions.get("/chess/example/games/1", params={"as_of": "2002-05-02", "notation": "numeric"})
    ).text

    for part in (
        "5254",
        "<polyline",
        "plot-over",
        "Remind the partner",
        "claimed",
        "White to move",
        "§ 20(1)",
    ):
        assert part in page
    early = (await questions.get("/chess/example/games/1", params={"as_of": "2002-01-01"})).text
    assert "<polyline" not in early
    late = (await questions.get("/chess/example", params={"as_of": "2002-09-01"})).text
    assert "overdue" in late
    assert (await questions.get("/chess/example/games/9")).status_code == 422
    assert (await questions.get("/chess/example", params={"as_of": "x"})).status_code == 422


async def test_a_board_is_a_picture_with_the_last_move_marked(questions: httpx.AsyncClient):
    fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"

    board = await questions.get("/chess/board.svg", params={"fen": fen, "last": "e2e4", "view": "black"})

    assert board.headers["content-type"] == "image/svg+xml"
    assert "lastmove" in board.text
    assert ET.fromstring(board.text).tag.endswith("svg")  # noqa: S314 - the hub's own picture
    assert ">a</text>" in board.text
    digits = await questions.get("/chess/board.svg", params={"labels": "digits"})
    assert ">a</text>" not in digits.text
    assert digits.text.count(">8</text>") == 4
    assert (await questions.get("/chess/board.svg", params={"last": "x"})).status_code == 422
    assert (await questions.get("/chess/board.svg", params={"fen": "x"})).status_code == 422


PRINT = {
    "tournament": "M-47", "sender": "Anna", "partner": "Bernd", "moves": "1. 5254",
    "move": "1… 5755", "arrival": "2002-03-04", "dispatch": "2002-03-06", "days": "2",
    "remarks": "Grüße …", "proposals": "2. 7163 2836",
}  # fmt: skip


async def test_a_card_prints_with_both_notations(questions: httpx.AsyncClient):
    pdf = await questions.post("/chess/print", data=PRINT)

    assert pdf.headers["content-type"] == "application/pdf"
    assert pdf.content.startswith(b"%PDF")
    first = await questions.post("/chess/print", data={"move": "1. e4"})
    assert first.content.startswith(b"%PDF")
    bad = await questions.post("/chess/print", data=PRINT | {"move": "1… 5758"})
    assert (bad.status_code, "<code>move</code>" in bad.text) == (422, True)
    assert (await questions.post("/chess/print", data=PRINT | {"move": ""})).status_code == 422


def test_a_printed_card_takes_letters_that_its_font_lacks():
    card = chess_pdf.CardToPrint(
        tournament="Łódź", code="", game="", sender="Żaneta", partner="B",
        repeated=("", ""), own=("1. 5254", "1. e2-e4"),
        arrival=None, dispatch=date(2002, 3, 6), days=None,
    )  # fmt: skip

    assert chess_pdf.render(card, Words("sv")).startswith(b"%PDF")


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        (
            "7. 1423 4746 Eingang am 4.3.2002, Absendung: 2002-03-06, Poststempel 7. 3. 2002, Bedenkzeit 2",
            {"repeats": "7. 1423", "move": "7… 4746", "arrival": "2002-03-04", "dispatch": "2002-03-06",
             "postmark": "2002-03-07", "days": 2},
        ),
        ("12. O-O Remis?", {"move": "12. O-O", "offer": "Remis?"}),
        ("11… 4746 Ich nehme Remis an", {"repeats": "11… 4746", "accepts": "Ich nehme Remis an"}),
        ("11… 4746. Ich gebe auf.", {"resigns": "Ich gebe auf"}),
        ("received 2002-03-04 sent 2002-03-05 1 day", {"arrival": "2002-03-04", "dispatch": "2002-03-05", "days": 1}),
        ("5254", {"move": "5254"}),
        ("", {}),
    ],
)  # fmt: skip
def test_a_pasted_card_is_taken_apart(text: str, fields: dict[str, object]):
    found = take_apart(text, "black")

    assert {name: found.get(name) for name in fields} == fields
    assert found["by"] == "black"


def test_form_fields_are_read_strictly():
    assert whole_number({}, "days", 3) == 3
    with pytest.raises(FieldError):
        whole_number({"days": "1.5"}, "days")
    assert leaves({"leave_first_2": "2002-01-01", "leave_last_2": "2002-01-02"}) == [
        {"first": "2002-01-01", "last": "2002-01-02"}
    ]
    assert within(None, date(2002, 1, 1)) == date(2002, 1, 1)


def test_a_plot_starts_a_new_line_with_each_cycle():
    control = {"limit": 30, "exceeded": False}
    clocks = {
        "white": [
            control | {"move": 1, "index": 1, "total": 3},
            control | {"move": 2, "index": 1, "total": 5},
        ],
        "black": [],
    }

    drawn = plot(clocks)

    assert drawn is not None
    assert [len(drawn.used["white"]), len(drawn.used["black"])] == [2, 0]
    assert [day for _, day in drawn.days] == [0, 30]
    assert plot({"white": [], "black": []}) is None
    many = [control | {"move": move, "index": move, "total": 3} for move in range(1, 41)]
    assert [move for _, move in plot({"white": many}).moves] == list(range(5, 41, 5))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.mark.parametrize("size", [(390, 844), (1366, 768)], ids=["phone", "laptop"])
def test_no_page_is_wider_than_its_screen(browser: Browser, size: tuple[int, int], tmp_path: Path):
    with BoardServer(tmp_path) as server:
        page = browser.new_context(viewport={"width": size[0], "height": size[1]}).new_page()
        problems: list[str] = []
        page.on("console", lambda message: problems.append(message.text) if message.type == "error" else None)
        for path in PAGES:
            page.goto(f"{server.url}/chess{path}")
            wider = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            assert page.evaluate(wider) <= 0, path
        assert problems == []


def test_a_directors_form_gives_only_the_fields_that_are_filled():
    form = {
        "kind": "claim_finding",
        "on": "2002-01-10",
        "by": "",
        "upheld": "yes",
        "days": "3",
        "arrival": "2002-01-09",
    }

    assert event_fields(form) == {
        "kind": "claim_finding",
        "on": "2002-01-10",
        "upheld": True,
        "days": 3,
        "arrival": "2002-01-09",
    }


def test_an_xfcc_list_beyond_its_size_is_not_parsed():
    with pytest.raises(FieldError) as caught:
        read(b" " * (MAX_BYTES + 1))
    assert caught.value.field == "xfcc"
