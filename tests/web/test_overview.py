"""All tables at a glance, and the filter of the rules page."""

from playwright.sync_api import Page, expect
from web.harness import BoardServer, clock, side
from web.harness import score as match_score


def card(page: Page, table: str) -> str:
    return f"[data-table='{table}']"


def test_every_table_has_a_card_in_the_order_of_its_number(server: BoardServer, page: Page) -> None:
    for table in ("10", "2", "1"):
        server.show(table)
    page.goto("/")
    expect(page.locator(".card")).to_have_count(3)
    assert page.locator(".card").evaluate_all("cards => cards.map(c => c.dataset.table)") == ["1", "2", "10"]
    for form in ("scoreboard", "overlay"):
        href = page.locator(f"{card(page, '10')} [data-page='{form}']").get_attribute("href")
        assert href == f"/tables/10/{form}"


def test_a_card_follows_its_table_and_no_other(server: BoardServer, page: Page) -> None:
    server.show("1")
    server.show("2")
    page.goto("/")
    first, second = page.locator(card(page, "1")), page.locator(card(page, "2"))
    expect(second.locator(".seat-points").first).to_contain_text("24")
    server.score("2", match_score(table="2", a=side("Clara Conrad", "", "white", 31, 0)))
    server.state("2", clock(seq=11, period=2, remaining_ms=20_000, penalties_a=1, points_b=2))
    expect(second.locator(".seat-points").first).to_contain_text("31")
    expect(second.locator(".card-alarm").first).to_contain_text("Zeit überschritten")
    expect(first.locator(".seat-points").first).to_contain_text("24")
    expect(first.locator(".card-alarm").first).to_be_hidden()


def test_a_clock_is_offered_only_where_one_can_be_pressed(server: BoardServer, page: Page) -> None:
    server.show("1")
    server.show("2")
    server.do(server.live.panel, "2", present=True)
    page.goto("/")
    expect(page.locator(f"{card(page, '2')} [data-page='clock']")).to_be_visible()
    expect(page.locator(f"{card(page, '1')} [data-page='clock']")).to_be_hidden()


def test_a_hub_without_tables_says_what_to_do(server: BoardServer, page: Page) -> None:
    page.goto("/")
    expect(page.locator("#no-tables")).to_be_visible()
    server.show("1")
    expect(page.locator("#no-tables")).to_be_hidden()
    expect(page.locator(".card")).to_have_count(1)


def test_the_rules_are_filtered_by_words_and_by_kind(page: Page) -> None:
    page.goto("/rules")
    everything = page.locator(".paragraph").count()
    expect(page.locator("#count")).to_contain_text(f"{everything} von {everything}")
    page.get_by_label("Suche").fill("freier ball 20")
    shown = page.locator(".paragraph:visible")
    expect(shown).to_have_count(1)
    expect(shown).to_have_id("dbu-4.5(b)")
    page.get_by_label("Muss").uncheck()
    expect(shown).to_have_count(0)
    page.get_by_label("Suche").fill("")
    assert set(shown.evaluate_all("all => all.map(p => p.dataset.kind)")) <= {
        "may",
        "definition",
        "not-software",
    }
