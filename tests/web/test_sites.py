"""Several sites in the browser: tables grouped by site, filtered by site, and never mixed."""

import re

from playwright.sync_api import Page, expect
from web.harness import BoardServer, clock, side
from web.harness import score as match_score

TITLES = {"": "Vereinsheim", "halle-b": "Halle B"}


def two_sites(server: BoardServer) -> None:
    server.do(server.app.state.hub.sites.take, TITLES)
    for table in ("halle-b.10", "2", "halle-b.2", "1"):
        server.show(table)


def test_tables_are_grouped_by_site_with_the_home_first(server: BoardServer, page: Page) -> None:
    two_sites(server)
    page.goto("/")
    expect(page.locator(".card")).to_have_count(4)
    order = page.locator("#tables > li").evaluate_all(
        "all => all.map(e => e.dataset.table ?? e.textContent.trim())"
    )
    assert order == ["Vereinsheim", "1", "2", "Halle B", "halle-b.2", "halle-b.10"]
    expect(page.locator("[data-table='halle-b.2'] h2")).to_have_text(re.compile(r"^Tisch 2\s+Halle B$"))
    href = page.locator("[data-table='halle-b.2'] [data-page='scoreboard']").get_attribute("href")
    assert href == "/tables/halle-b.2/scoreboard"
    page.get_by_role("link", name="Halle B").click()
    expect(page.locator(".card")).to_have_count(2)
    assert page.url.endswith("/?site=halle-b")
    expect(page.locator(".site-filter [aria-current]")).to_have_text("Halle B")


def test_cards_of_one_number_at_two_sites_follow_their_own_table(server: BoardServer, page: Page) -> None:
    two_sites(server)
    page.goto("/")
    home, away = page.locator("[data-table='2']"), page.locator("[data-table='halle-b.2']")
    expect(away.locator(".seat-points").first).to_contain_text("24")
    server.score("halle-b.2", match_score(table="2", a=side("Clara Conrad", "", "white", 31, 0)))
    server.state("halle-b.2", clock(seq=11, period=2, remaining_ms=20_000, penalties_a=1, points_b=2))
    expect(away.locator(".seat-points").first).to_contain_text("31")
    expect(away.locator(".card-alarm").first).to_contain_text("Zeit überschritten")
    expect(home.locator(".seat-points").first).to_contain_text("24")
    expect(home.locator(".card-alarm").first).to_be_hidden()


def test_the_direction_sees_one_site_or_all_of_them(server: BoardServer, page: Page) -> None:
    two_sites(server)
    token = server.token()
    page.goto("/")
    page.evaluate("token => sessionStorage.setItem('arbiter.token', token)", token)
    page.goto("/direction?site=club")
    expect(page.locator(".desk-card")).to_have_count(2)
    expect(page.locator(".desk-card h2").first).to_have_text(re.compile(r"^Tisch 1\s+Vereinsheim$"))
    page.get_by_role("link", name="Alle Spielorte").click()
    expect(page.locator(".desk-card")).to_have_count(4)


def test_the_direction_adds_renames_and_removes_a_site(server: BoardServer, page: Page) -> None:
    server.show("1")
    token = server.token()
    page.goto("/")
    page.evaluate("token => sessionStorage.setItem('arbiter.token', token)", token)
    page.goto("/direction/sites")
    expect(page.locator("#sites-list > li")).to_have_count(1)
    form = page.locator("#add")
    form.get_by_label("Kurzname").fill("halle-b")
    form.get_by_label("Titel").fill("Halle B")
    form.get_by_label("Weitere Tische").fill("1 2")
    form.get_by_role("button").click()
    added = page.locator("[data-site='halle-b']")
    expect(added.locator(".site-tables")).to_have_text("Tische: 1, 2")
    assert server.app.state.hub.live.tables == ("1", "halle-b.1", "halle-b.2")
    added.get_by_label("Titel").fill("Saal B")
    added.get_by_role("button", name="Speichern").click()
    expect(added.locator("h2")).to_have_text("Saal B")
    added.get_by_role("button", name="Spielort entfernen").click()
    expect(page.locator("#sites-list > li")).to_have_count(1)
    assert server.app.state.hub.live.tables == ("1",)
