"""The pages: each answers in three languages, shows its working, and says what does not fit."""

import re

import httpx
import pytest

from arbiter_hub.api.bridge_examples import SEASON
from arbiter_hub.api.bridge_plot import plot
from arbiter_hub.api.bridge_season_pages import quotient_text
from arbiter_hub.web.catalogues import LANGUAGES
from arbiter_rules.bridge.victory_points import scale_by_id

Client = httpx.AsyncClient
PAGES = [
    "",
    "/system",
    "/system/sheet",
    "/alert",
    "/vp",
    "/walkover",
    "/lateness",
    "/seasons",
    "/results",
    "/register",
]


async def text_of(service: Client, path: str, status: int = 200, **params: object) -> str:
    answer = await service.get(f"/bridge{path}", params=params)
    assert answer.status_code == status, answer.text[:500]
    return answer.text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("path", PAGES)
async def test_pages_answer_in_every_language(service: Client, path: str, language: str) -> None:
    page = await text_of(service, path, lang=language)
    assert f'<html lang="{language}"' in page
    assert "StrictUndefined" not in page


async def test_the_checker_shows_dots_class_levels_and_dated_duties(service: Client) -> None:
    page = await text_of(
        service,
        "/system",
        system="1D 0-7 any\r\n1S 0-7 any",
        points="silver",
        boards=4,
        start="2009-10-24T10:00",
    )
    assert re.search(r"verdict-bad.*?<b>12</b>", page, re.DOTALL)
    assert '<span class="class-badge">A</span>' in page
    assert page.count('class="pip pip-on"') == 12
    assert "2009-10-24 09:45" in page
    assert "/rules#sbf-2.5.1(4)" in page
    undated = await text_of(service, "/system", system="1S 0-7 any", level="A")
    assert "<time" not in undated
    assert "verdict-good" in undated


async def test_the_checker_points_at_the_character(service: Client) -> None:
    page = await text_of(service, "/system", system="1C 17+\n1D 11-x, 4+D")
    assert "system, line 2, column 4" in page
    assert "1D 11-x, 4+D\n   ^" in page
    for params in (
        {"level": "D"},
        {"start": "soon"},
        {"start": "0001-01-01T00:00"},
        {"level": "B", "most": "3"},
    ):
        assert "refusal" in await text_of(service, "/system", **params)


@pytest.mark.parametrize(
    ("bid", "shown"), [("Pass 15+", "strong"), ("Pass 8-14", "odd"), ("Pass 0-11", None)]
)
async def test_the_checker_says_what_kind_of_pass_it_is(service: Client, bid: str, shown: str | None) -> None:
    page = await text_of(service, "/system", system=bid)
    assert [kind for kind in ("strong", "odd") if f"The pass is {kind}:" in page] == (
        [shown] if shown else []
    )


async def test_a_bid_exempt_for_any_reason_says_why(service: Client) -> None:
    bids = (
        "1C 17+\n1D 4+D\n1H [after own strong pass] 0+\n1S [behind strong pass] 0+\n2C [behind odd pass] 0+\n"
        "2D [pos 4] 6+M\n3NT 7+m\nPass 15+"
    )
    page = await text_of(service, "/system", system=bids)
    assert page.count('class="why"') == 8


async def test_the_sheet_is_a_declaration(service: Client) -> None:
    system = "2NT 5-10, 5+m, 5+W\n1S 0-7 any"
    page = await text_of(service, "/system/sheet", system=system, names="A & B", club="BK <X>")
    assert "A &amp; B" in page
    assert "BK &lt;X&gt;" in page
    assert page.count('class="dotted"') == 2
    assert "refusal" in await text_of(service, "/system/sheet", system="9C")


async def test_the_organiser_s_limit_goes_with_the_system_to_its_sheet(service: Client) -> None:
    asked = {"system": "1C 17+ any", "level": "D", "most": "12"}
    limit = '<input type="hidden" name="most" value="12">'
    assert limit in await text_of(service, "/system", **asked)
    sheet = await text_of(service, "/system/sheet", **asked)
    assert limit in sheet
    assert "refusal" not in sheet


async def test_the_working_marks_what_does_not_stand_legibly_in_the_regulation(service: Client) -> None:
    page = await text_of(service, "/walkover")
    assert re.search(r"WO\(2\).*?mark-unknown.*?WO\(3\.2\).*?mark-derived", page, re.DOTALL)
    assert "mark-seed" not in page
    scale = await text_of(service, "/vp")
    assert "(DERIVED)" in scale
    assert "mark-unknown" not in scale
    assert "18,6 " in await text_of(service, "/walkover", lang="sv")


@pytest.mark.parametrize(
    ("params", "shown"),
    [
        ({}, "verdict-warn"),
        ({"bid": "1H", "meaning": "12-20, 5+H"}, "verdict-good"),
        ({"kind": "pass", "fact": "shows_strength"}, "verdict-warn"),
        ({"bid": "3S", "meaning": "5-10, 7+S", "fact": ["preemptive", "unheard-of"]}, "verdict-good"),
        ({"kind": "double", "role": "overcall", "meaning": "9+", "fact": "take_out"}, "verdict-warn"),
        ({"bid": "", "meaning": ""}, "refusal"),
        ({"meaning": "11-x"}, "refusal"),
    ],
)
async def test_the_alert_helper_gives_a_verdict(service: Client, params: dict, shown: str) -> None:
    assert shown in await text_of(service, "/alert", **params)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_no_two_fields_of_the_alert_helper_have_one_name(service: Client, language: str) -> None:
    page = await text_of(service, "/alert", lang=language)
    names = re.findall(r'<label class="field[^>]*><span>([^<]+)</span>', page)
    assert len(names) >= 5
    assert len(names) == len(set(names))


async def test_the_calculators_show_their_working(service: Client) -> None:
    page = await text_of(service, "/vp", home=40, away=20)
    assert "<b>19–11</b>" in page
    assert "mark-unverified" in page
    assert 'class="line-winner"' in page
    verified = await text_of(service, "/vp", home=40, away=20, scale="wbf-20-0-24")
    assert "14.26" in verified
    assert "mark-unverified" not in verified
    assert "refusal" in await text_of(service, "/vp", scale="mine")

    walkover = await text_of(service, "/walkover", own="18,18,18,18,19", met="", matches=3)
    assert "<b>19</b> VP" in walkover
    assert "1200 kr" in walkover
    assert "refusal" in await text_of(service, "/walkover", own="18, 26")
    assert "refusal" in await text_of(service, "/walkover", met="x")

    late = [(0, 0, "<b>0</b> VP"), (5, 0, "<b>−1</b> VP"), (5, 1, "<b>−2</b> VP"), (30, 1, "verdict-bad")]
    for minutes, seconds, shown in late:
        assert shown in await text_of(service, "/lateness", minutes=minutes, seconds=seconds)


async def test_a_season_has_tables_a_cross_table_and_a_page_per_match(service: Client, document) -> None:
    made = document(6)
    made["series"].append({"id": "T", "division": 4})
    made["match"][0] = {
        key: made["match"][0][key] for key in ("id", "series", "round", "day", "home", "away")
    } | {
        "walkover": "away",
        "decided_by": "TK",
    }
    made["decision"] = [{"id": "d", "team": "t6", "day": "2009-11-01", "kind": "disqualify"}]
    made["penalty"] = [{"id": "p", "team": "t5", "day": "2009-10-02", "kind": "late", "late_ms": 2_000_000}]
    made["player"][20].pop("paid")
    await service.post("/api/v1/bridge/seasons", json={"document": made})
    assert '/bridge/seasons/2009"' in await text_of(service, "/seasons")

    early = await text_of(service, "/seasons/2009", as_of="2009-10-10")
    assert 'class="provisional"' in early
    late = await text_of(service, "/seasons/2009", as_of="2009-12-31")
    assert late.count("tag-bad") >= 5
    assert "300 kr" in late
    assert 'href="/bridge/seasons/2009/matches/m1?as_of=2009-12-31"' in late
    assert "×" in late
    assert "matches/m1?" not in await text_of(service, "/seasons/2009", series="T")
    assert await text_of(service, "/seasons/2009")

    match = await text_of(service, "/seasons/2009/matches/m2", as_of="2009-10-31")
    assert re.search(r"<b>19</b>", match)
    assert "N N" in match
    assert "mark-unverified" in match
    assert "struck" in await text_of(service, "/seasons/2009/matches/m5", as_of="2009-12-31")
    assert "WO(3)" in await text_of(service, "/seasons/2009/matches/m1", as_of="2009-12-31")
    await text_of(service, "/seasons/2009/matches/m9", 404, as_of="2009-10-02")
    await text_of(service, "/seasons/2009/matches/none", 404)
    await text_of(service, "/seasons/none", 404)


async def test_what_separated_equals_names_the_teams(service: Client) -> None:
    match = SEASON["match"][0] | {"home_imps": 31, "away_imps": 31}
    teams = [team | {"name": f"Lag {team['name']}"} for team in SEASON["team"]]
    made = SEASON | {"match": [match], "team": teams}
    await service.post("/api/v1/bridge/seasons", json={"document": made})
    page = await text_of(service, "/seasons/2009", as_of="2009-12-31", lang="en")
    assert "Lag A, Lag B (1; 1)" in page
    assert "a1, b1" not in page


async def test_the_register_shows_marks_and_recommended_readings(service: Client) -> None:
    page = await text_of(service, "/register")
    for mark in ("seed", "found", "derived", "unknown"):
        assert f"mark-{mark}" in page
    assert re.search(r"fee\.entry\.1</code></th><td>–", page)
    assert '<span class="switch switch-default">imp-quotient</span>' in page


async def test_an_empty_season_has_a_page(service: Client) -> None:
    await service.post(
        "/api/v1/bridge/seasons", json={"document": {"season": {"id": "empty", "name": "Nothing yet"}}}
    )
    assert "Nothing yet" in await text_of(service, "/seasons/empty")


def test_the_plot_stays_within_its_frame() -> None:
    for scale_id, margin in (("25-0-24-candidate", 0), ("25-0-24-candidate", 900), ("wbf-20-0-128", 60)):
        drawn = plot(scale_by_id(scale_id), margin)
        points = [
            float(number) for pair in f"{drawn.winner} {drawn.loser}".split() for number in pair.split(",")
        ]
        assert 0 <= min(points) <= max(points) <= 720
        assert 40 <= drawn.mark_x <= 704


def test_quotients_are_shown_in_words_where_they_are_no_number() -> None:
    assert [quotient_text(value, "en") for value in (None, float("inf"), 1.5)] == ["–", "∞", "1.500"]
    assert quotient_text(1.5, "sv") == "1,500"
