"""Who opens a page that is not there reads why, in his language; a program gets the same as JSON."""

import httpx
import pytest
from fastapi import FastAPI
from fastapi.responses import HTMLResponse

from arbiter_hub.errors import RefusedError
from arbiter_hub.phrases import N_, Phrase, said
from arbiter_hub.web.catalogues import translations

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/matches/999/statistics", 404, ("Spiel", "999", "die Nummer eines Spiels dieses Hubs")),
        ("/matches/x/statistics", 422, ("Spiel", "x", "eine ganze Zahl")),
        ("/results?tournament=999", 404, ("Turnier", "999", "die Nummer eines Turniers")),
        ("/results?tournament=0", 422, ("Turnier", "0", "mindestens 1")),
        ("/tables/1/overlay?layout=round", 422, ("Anordnung", "round", "eines von")),
        ("/bridge/seasons/none", 404, ("Saison", "none", "eines von")),
        ("/bridge/lateness?minutes=x", 422, ("Minuten", "x", "eine ganze Zahl")),
        ("/chess/example/games/99", 422, ("Partie", "99", "eines von")),
        ("/nowhere", 404, ("Adresse", "/nowhere", "eine Adresse dieses Hubs")),
    ],
)
async def test_a_page_that_is_not_there_says_what_was_found_and_what_is_allowed(
    client: httpx.AsyncClient, path: str, status: int, words: tuple[str, ...]
) -> None:
    page = await client.get(path, headers={**BROWSER, "Accept-Language": "de"})
    assert page.status_code == status
    assert page.headers["content-type"].startswith("text/html")
    assert "default-src 'none'" in page.headers["content-security-policy"]
    main = page.text.split("<main", 1)[1]
    for word in words:
        assert word in main, main


async def test_what_was_found_is_made_harmless(client: httpx.AsyncClient) -> None:
    page = await client.get("/tables/1/overlay", params={"layout": "<script>x</script>"}, headers=BROWSER)
    assert "&lt;script&gt;" in page.text
    assert "<script>x" not in page.text


@pytest.mark.parametrize("path", ["/nowhere", "/api/v1/nowhere", "/api/v1/matches/999/sheet"])
async def test_a_program_gets_json_in_english(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path)
    assert (answer.status_code, answer.headers["content-language"]) == (404, "en")
    assert set(answer.json()) == {"field", "found", "allowed"}


async def test_the_api_answers_a_browser_with_json_too_in_the_language_it_asks_for(
    client: httpx.AsyncClient,
) -> None:
    answers = [
        await client.get("/api/v1/matches/999/sheet", headers={**BROWSER, "Accept-Language": language})
        for language in ("de", "sv", "en", "fr")
    ]
    assert [one.headers["content-language"] for one in answers] == ["de", "sv", "en", "en"]
    assert [one.json()["allowed"] for one in answers] == [
        "die Nummer eines Spiels dieses Hubs",
        "numret på en match i denna hubb",
        "the number of a match of this hub",
        "the number of a match of this hub",
    ]


@pytest.mark.parametrize(
    ("path", "way"), [("/sheets", "/sign-in?next=/sheets"), ("/chess/secrets", "/chess/tournaments")]
)
@pytest.mark.parametrize("status", [401, 403])
async def test_whoever_may_not_see_a_page_is_led_to_where_one_signs_in(
    app: FastAPI, path: str, way: str, status: int
) -> None:
    @app.get(path, response_class=HTMLResponse)
    async def refuse() -> None:
        raise RefusedError(status, "role", "viewer", "direction")

    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://hub") as client:
        page = await client.get(path, headers=BROWSER)
    assert page.status_code == status
    assert f'href="{way}"' in page.text


@pytest.mark.parametrize(
    ("asked", "href"),
    [
        ("/rules", "/rules"),
        ("//elsewhere", "/"),
        ("/\\elsewhere", "/"),
        ("https://elsewhere/", "/"),
        ("javascript:alert(1)", "/"),
    ],
)
async def test_after_signing_in_it_goes_on_to_a_page_of_this_hub_only(
    client: httpx.AsyncClient, asked: str, href: str
) -> None:
    page = await client.get("/sign-in", params={"next": asked})
    assert f'id="next" href="{href}"' in page.text


def test_a_phrase_is_english_and_can_be_said_in_other_languages() -> None:
    phrase = Phrase(N_("at least {ge}"), ge=3)
    assert (phrase, said(phrase, translations("de"))) == ("at least 3", "mindestens 3")
    worded = Phrase(N_("at least {ge}"), text="Input should be greater than or equal to 3", ge=3)
    assert str(worded) == "Input should be greater than or equal to 3"
    assert said(worded, translations("sv")) == "minst 3"
    assert said("typed by somebody", translations("de")) == "typed by somebody"
