"""Every word of the pages is there in German, English and Swedish, and no catalogue carries dead weight."""

import json
import re
from string import Formatter

import httpx
import pytest
from web import message_catalogues as catalogues

from arbiter_hub.web.catalogues import DEFAULT, LANGUAGES, translations
from arbiter_hub.web.language import negotiate
from arbiter_hub.web.script_strings import STRINGS

SCRIPTS = catalogues.HUB / "web" / "static" / "js"


def test_german_comes_first() -> None:
    assert list(LANGUAGES) == ["de", "en", "sv"]
    assert DEFAULT == "de"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_translated_and_none_is_stale(language: str) -> None:
    catalogue = catalogues.catalogue(language)
    translated = {message.id for message in catalogue if message.id and message.string and not message.fuzzy}
    assert translated == set(catalogues.messages())
    assert not catalogue.obsolete


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_keep_the_placeholders(language: str) -> None:
    for message in catalogues.catalogue(language):
        if message.id:
            assert placeholders(message.string) == placeholders(message.id), message.id


def placeholders(text: str) -> set[str]:
    braces = {name for _, name, _, _ in Formatter().parse(text.replace("%(", "(")) if name}
    return braces | set(re.findall(r"%\((\w+)\)s", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_file_is_in_the_form_in_which_it_is_written(language: str) -> None:
    fresh = catalogues.written(language, catalogues.updated(language))
    assert catalogues.path_of(language).read_bytes() == fresh


def test_scripts_ask_only_for_words_that_there_are_and_no_word_is_unused() -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(SCRIPTS.glob("*.js")))
    asked = set(re.findall(r'"([a-z]+(?:\.[a-z_0-9]+)+|gained|distance)"', source))
    families = tuple(re.findall(r"\b(?:t|wordOr)\(`([a-z]+\.)\$\{", source))
    assert {key for key in STRINGS if key not in asked and not key.startswith(families)} == set()
    assert {key for key in re.findall(r'\bt\("([^"]+)"', source) if key not in STRINGS} == set()


def test_a_catalogue_translates() -> None:
    assert [translations(language).gettext("Points") for language in LANGUAGES] == [
        "Punkte",
        "Points",
        "Poäng",
    ]


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("", "de"),
        ("fr-FR, fr;q=0.9", "de"),
        ("sv", "sv"),
        ("en-GB", "en"),
        ("fr, sv;q=0.3, en;q=0.8", "en"),
        ("en;q=0.5, sv;q=0.5", "en"),
        ("en;q=0, sv;q=0.1", "sv"),
        ("en;q=much, sv;q=0.1", "sv"),
        (";;;,,,=", "de"),
    ],
)
def test_the_browsers_best_language_that_we_have_is_taken(header: str, language: str) -> None:
    assert negotiate(header) == language


async def test_a_language_chosen_by_hand_is_remembered_and_beats_the_browser(
    client: httpx.AsyncClient,
) -> None:
    german = await client.get("/", headers={"Accept-Language": "de"})
    assert '<html lang="de"' in german.text
    assert "set-cookie" not in german.headers
    swedish = await client.get("/?lang=sv", headers={"Accept-Language": "de"})
    assert '<html lang="sv"' in swedish.text
    again = await client.get("/", headers={"Accept-Language": "de"})
    assert '<html lang="sv"' in again.text


async def test_an_unknown_language_is_passed_over(client: httpx.AsyncClient) -> None:
    page = await client.get("/?lang=xx", headers={"Accept-Language": "en"})
    assert '<html lang="en"' in page.text
    assert "set-cookie" not in page.headers


async def test_the_words_of_the_scripts_reach_the_page_in_its_language(client: httpx.AsyncClient) -> None:
    page = await client.get("/", headers={"Accept-Language": "sv"})
    block = re.search(r'<script type="application/json" id="strings">(.*?)</script>', page.text)
    assert block is not None
    assert json.loads(block[1])["ball.white"] == "Vit"
