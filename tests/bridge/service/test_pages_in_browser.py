"""The pages in a browser: answers while typing, a link that can be shared, import, and no page wider than a phone."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from web.harness import BoardServer, chromium, visitor

PATHS = (
    "",
    "/system",
    "/system/sheet",
    "/alert",
    "/vp",
    "/walkover",
    "/lateness",
    "/results",
    "/register",
    "/seasons",
    "/seasons/2009",
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def server(tmp_path: Path) -> Iterator[BoardServer]:
    """The hub's pages with an open database and its direction's token in `token`."""
    with BoardServer(tmp_path) as started:
        hub = started.app.state.hub
        hub.new_direction_token = hub.direction.prepare()
        asyncio.run_coroutine_threadsafe(hub.store.open(), started._loop).result(10)
        yield started
        asyncio.run_coroutine_threadsafe(hub.store.close(), started._loop).result(10)


@pytest.fixture
def page(browser: Browser, server: BoardServer) -> Iterator[Page]:
    with visitor(browser, server.url, "laptop", "sv-SE", "status of 422") as opened:
        yield opened


def test_keys_of_the_register_are_legible_on_a_phone(browser: Browser, server: BoardServer) -> None:
    with visitor(browser, server.url, "phone", "sv-SE") as page:
        page.goto("/bridge/register")
        keys = page.locator(".register tbody th code").evaluate_all(
            "keys => keys.map(key => key.getClientRects().length)"
        )
    assert keys
    assert max(keys) <= 3  # lines


def test_an_answer_that_no_longer_fits_the_form_is_dimmed(page: Page) -> None:
    page.goto("/bridge/lateness")
    minutes = page.locator("input[name=minutes]")
    for wrong in ("601", ""):
        minutes.fill(wrong)
        expect(page.locator("#result")).to_have_attribute("data-stale", "")
        minutes.fill("600")
        expect(page.locator("#result")).not_to_have_attribute("data-stale", "")


def test_dots_follow_the_typing_and_the_address_keeps_the_question(page: Page) -> None:
    page.goto("/bridge/system")
    page.locator("textarea[name=system]").fill("1S 0-7 any")
    expect(page.locator(".verdict-total b")).to_have_text("7")
    page.locator("textarea[name=system]").fill("1S 0-7 any\n1D 0-7 any")
    expect(page.locator(".verdict-total b")).to_have_text("12")
    expect(page.locator(".class-badge")).to_have_text("A")
    page.get_by_text("Alla steg i räkningen").click()
    page.locator("select[name=points]").select_option("silver")
    expect(page.locator(".verdict")).to_have_class("verdict verdict-bad")
    expect(page.locator("details.more")).to_have_attribute("open", "")
    shared = page.url
    page.goto("/bridge")
    page.goto(shared)
    expect(page.locator("textarea[name=system]")).to_have_value("1S 0-7 any\n1D 0-7 any")
    expect(page.locator(".verdict-total b")).to_have_text("12")
    page.locator("textarea[name=system]").fill("1S 0-x")
    expect(page.locator(".caret")).to_contain_text("^")
    page.locator("textarea[name=system]").fill("1C 17+")
    page.get_by_role("button", name="Kontrollera").click()
    expect(page.locator(".verdict-total b")).to_have_text("0")


def test_a_season_is_checked_then_kept_then_shown(page: Page, server: BoardServer, document) -> None:
    page.goto("/bridge/seasons")
    page.locator("textarea[name=text]").fill("{")
    page.get_by_role("button", name="Kontrollera bara").click()
    expect(page.locator("#outcome .refusal")).to_contain_text("document")
    made = document()
    page.locator("textarea[name=text]").fill(json.dumps(made))
    page.get_by_role("button", name="Kontrollera bara").click()
    expect(page.locator("#outcome")).to_contain_text("6 matcher")
    page.locator("input[name=token]").fill(server.app.state.hub.new_direction_token)
    page.get_by_role("button", name="Kontrollera och spara").click()
    page.locator("#outcome a").click()
    expect(page.locator("h1")).to_have_text("Allsvenskan 2009")
    page.locator(".cross a").first.click()
    expect(page.locator("h1")).to_have_text("Lag t1 – Lag t2")


def test_a_result_file_is_told_board_by_board(page: Page) -> None:
    made = (("öppna", "="), ("slutna", "-1"))
    rows = [f"{board};{room};4sp;N;{result}" for board in range(1, 25) for room, result in made]
    file = {"name": "match.csv", "mimeType": "text/csv"}
    page.goto("/bridge/results")
    refused = [*rows, "1;vinden;4sp;N;="]
    for lines, shown in ((rows, "<b>264–0</b>"), (rows[:-1], "47 table results"), (refused, "Avvisat: 1")):
        text = "\n".join(["bricka;rum;kontrakt;spelförare;resultat", *lines])
        page.locator("input[name=file]").set_input_files({**file, "buffer": text.encode()})
        page.get_by_role("button", name="Läs").click()
        page.wait_for_function(
            "shown => document.getElementById('result').innerHTML.includes(shown)", arg=shown
        )
    page.locator("input[name=file]").set_input_files({**file, "name": "match.doc", "buffer": b"x"})
    page.get_by_role("button", name="Läs").click()
    expect(page.locator("#result .refusal")).to_contain_text("file.name")


def test_no_page_is_wider_than_a_phone(
    browser: Browser, server: BoardServer, document, tmp_path: Path
) -> None:
    file = tmp_path / "season.json"
    file.write_text(json.dumps(document(7)))
    with visitor(browser, server.url, "phone", "de-DE") as page:
        page.goto("/bridge/seasons")
        page.locator("input[name=file]").set_input_files(file)
        expect(page.locator("textarea[name=text]")).not_to_have_value("")
        page.locator("input[name=token]").fill(server.app.state.hub.new_direction_token)
        page.get_by_role("button", name="Prüfen und behalten").click()
        expect(page.locator("#outcome a")).to_be_visible()
        for path in PATHS:
            page.goto(f"/bridge{path}")
            room = page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
            assert room <= 0, path
