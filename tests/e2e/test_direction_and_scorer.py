"""The direction orders the limit and the scorer enters strokes, by mouse and by keyboard, on a running hub."""

from secrets import token_urlsafe

import httpx
import pytest
from e2e.hub_process import RunningHub
from e2e.people import REFUSED, points, press, sign_in
from playwright.sync_api import Browser, Page, expect
from web.harness import visitor


def test_nothing_is_offered_without_a_token_and_a_wrong_one_changes_nothing(
    hub: RunningHub, browser: Browser
) -> None:
    with visitor(browser, hub.url, expected=REFUSED) as page:
        page.goto("/direction")
        expect(page.locator("#sign-in")).to_be_visible()
        expect(page.locator("#work")).to_be_hidden()
        sign_in(page, "not-the-token-of-this-hub")
        expect(page.get_by_role("alert").filter(has_text="Der Hub kennt dieses")).to_be_visible()
        expect(page.locator("#work")).to_be_hidden()
        expect(page.get_by_label("Passwort, Code oder Kennwort")).to_be_focused()


def api(hub: RunningHub, path: str, body: dict[str, str | int]) -> dict[str, str]:
    answer = httpx.post(
        f"{hub.url}/api/v1/{path}", json=body, headers={"Authorization": f"Bearer {hub.token}"}
    )
    assert answer.is_success, answer.text
    return answer.json()


def test_a_person_signs_in_by_password_and_a_viewer_may_not_direct(hub: RunningHub, browser: Browser) -> None:
    secret = token_urlsafe(16)
    api(hub, "users", {"name": "Dora", "role": "direction", "password": secret})
    api(hub, "users", {"name": "Viktor", "role": "viewer", "password": secret})
    with visitor(browser, hub.url) as page:
        page.goto("/direction")
        for name in ("Viktor", "Dora"):
            page.get_by_label("Name", exact=True).fill(name)
            page.get_by_label("Passwort", exact=True).check()
            page.get_by_label("Passwort, Code oder Kennwort").fill(secret)
            page.get_by_role("button", name="Anmelden").click()
            if name == "Viktor":
                expect(page.get_by_role("alert").filter(has_text="Rolle erlaubt das nicht")).to_be_visible()
                expect(page.locator("#work")).to_be_hidden()
        expect(page.locator("#who")).to_have_text("Dora")
        page.reload()
        expect(page.locator("#who")).to_have_text("Dora")
        page.locator("[data-table='2'] [data-act='limit-next']").click()
        expect(page.locator("[data-table='2'] .desk-limit")).to_contain_text("angeordnet von Dora")
        page.get_by_role("button", name="Abmelden").click()
        expect(page.locator("#sign-in")).to_be_visible()
        page.reload()
        expect(page.locator("#sign-in")).to_be_visible()


def test_a_code_made_at_the_desk_lets_a_scorer_work_at_that_table_only(
    hub: RunningHub, browser: Browser, desk: Page
) -> None:
    card = desk.locator("[data-table='1']")
    card.get_by_text("Jemanden an diesem Tisch arbeiten lassen").click()
    card.get_by_role("button", name="Code für einen Schreiber").click()
    expect(card.locator(".desk-code")).to_contain_text("bis")
    code = card.locator(".desk-code").inner_text().split(",")[0]
    with visitor(browser, hub.url, "phone", expected=REFUSED) as page:
        page.goto("/tables/1/scorer")
        page.get_by_label("Name", exact=True).fill("Schreiber")
        page.get_by_label("Code für einen Tisch").check()
        page.get_by_label("Passwort, Code oder Kennwort").fill(code.lower())
        page.get_by_role("button", name="Anmelden").click()
        page.wait_for_selector("#board[data-ready]")
        before = int(page.locator(points("a")).inner_text())
        page.keyboard.press("ArrowLeft")
        page.locator("[data-points='2']").click()
        expect(page.locator(points("a"))).to_have_text(str(before + 2))
        page.goto("/tables/2/scorer")
        page.wait_for_selector("#board[data-ready]")
        page.locator("[data-points='2']").click()
        expect(page.get_by_role("alert").filter(has_text="Abgelehnt")).to_be_visible()


def test_signing_out_leaves_nothing_that_could_be_used(hub: RunningHub, browser: Browser) -> None:
    with visitor(browser, hub.url) as page:
        page.goto("/direction")
        sign_in(page, hub.token)
        page.get_by_role("button", name="Abmelden").click()
        expect(page.locator("#sign-in")).to_be_visible()
        assert hub.token not in page.evaluate("JSON.stringify([sessionStorage, localStorage])")


def test_a_number_typed_is_credited_to_the_player_whose_stroke_it_was(pad: Page) -> None:
    before = int(pad.locator(points("a")).inner_text())
    pad.keyboard.press("ArrowLeft")
    pad.keyboard.type("12")
    expect(pad.locator("#meaning")).to_have_text("12 Punkte für Anna Albers")
    pad.keyboard.press("Enter")
    expect(pad.locator(points("a"))).to_have_text(str(before + 12))
    expect(pad.locator("#typed")).to_be_empty()
    expect(pad.locator("#log li").first).to_have_text("12 Punkte für Anna Albers")


@pytest.mark.rule("5K 5.1(1)")
def test_a_foul_gives_the_whole_result_and_its_points_to_the_opponent(pad: Page) -> None:
    before = int(pad.locator(points("b")).inner_text())
    pad.keyboard.press("ArrowLeft")
    pad.get_by_role("button", name="Foul").click()
    expect(pad.locator("#meaning")).to_have_text("2 Punkte für Bernd Brandt")
    pad.locator("[data-points='4']").click()
    expect(pad.locator(points("b"))).to_have_text(str(before + 6))
    expect(pad.get_by_role("button", name="Foul")).to_have_attribute("aria-pressed", "false")


def test_the_last_entry_is_taken_back_by_one_key_and_stays_in_the_log(pad: Page) -> None:
    pad.keyboard.press("ArrowRight")
    before = pad.locator(points("b")).inner_text()
    pad.locator("[data-points='16']").click()
    expect(pad.locator(points("b"))).to_have_text(str(int(before) + 16))
    pad.keyboard.press("u")
    expect(pad.locator(points("b"))).to_have_text(before)
    expect(pad.locator("#log .taken-back").first).to_contain_text("16 Punkte für Bernd Brandt")
    pad.keyboard.press("r")
    expect(pad.locator(points("b"))).to_have_text(str(int(before) + 16))
    pad.get_by_role("button", name="Letzten Eintrag zurücknehmen").click()
    expect(pad.locator(points("b"))).to_have_text(before)


def test_more_than_a_stroke_can_give_cannot_be_typed(pad: Page) -> None:
    pad.keyboard.type("17")
    expect(pad.locator("#typed")).to_have_text("1")
    pad.keyboard.press("Backspace")
    expect(pad.locator("#typed")).to_be_empty()
    expect(pad.locator("[data-points]")).to_have_count(17)


def test_the_pad_follows_the_clock_to_the_player_who_has_played(
    hub: RunningHub, browser: Browser, pad: Page
) -> None:
    clock = pad.context.new_page()
    clock.goto("/tables/1/clock")
    expect(clock.locator("#display-text")).not_to_be_empty()
    board = pad.locator("#board")
    press(clock, "s", lambda: board.get_attribute("data-phase") == "run")
    press(clock, "Space", lambda: board.get_attribute("data-phase") == "rolling")
    striker = "a" if pad.locator("[data-player='a'] .tag-striker").is_visible() else "b"
    expect(pad.locator(f"[data-player='{striker}']")).to_have_attribute("aria-pressed", "true")


@pytest.mark.rule("DBU 4.5")
def test_the_direction_switches_the_limit_off_at_once_and_on_only_from_the_next_set(desk: Page) -> None:
    card = desk.locator("[data-table='2']")
    limit = card.locator(".desk-limit > p").first
    expect(limit).to_contain_text("Mit Zeitbeschränkung")
    card.get_by_role("button", name="Aus", exact=True).click()
    expect(limit).to_contain_text("Ohne Zeitbeschränkung")
    card.get_by_role("button", name="An für den nächsten Satz").click()
    expect(limit).to_contain_text("Zeitbeschränkung ab dem nächsten Satz")
    expect(limit).to_contain_text("angeordnet von Turnierleitung")


@pytest.mark.rule("DBU 4.5")
def test_a_threshold_that_is_exceeded_asks_the_direction_and_orders_nothing(desk: Page) -> None:
    watch = {
        "table": "2",
        "match": 2,
        "sets": 2,
        "limit_ms": 3_600_000,
        "elapsed_ms": 3_660_000,
        "finished": 1,
        "clock": "gross",
        "gross_ms": 3_660_000,
        "net_ms": 3_660_000,
        "scope": "next_set",
    }
    asked = {**watch, "state": "exceeded", "set_to_limit": 2}
    desk.route("**/api/v1/thresholds", lambda route: route.fulfill(json=[asked]))
    card = desk.locator("[data-table='2']")
    expect(card.locator(".desk-threshold")).to_have_text(
        "61 von 60 Minuten vorbei, 1 von 2 Sätzen gespielt. Zeitbeschränkung für Satz 2 anordnen?"
    )
    expect(desk.locator("#desk-tables > li").first).to_have_attribute("data-table", "2")
    posted: list[str] = []
    desk.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    asked.update(clock="net", gross_ms=4_260_000, scope="remaining")
    expect(card.locator(".desk-threshold")).to_have_text(
        "61 von 60 Minuten sind vorbei, 1 von 2 Sätzen beendet. Zeitbeschränkung ab Satz 2 für alle weiteren "
        "anordnen? (ohne Pausen; mit ihnen 71 Minuten)"
    )
    asked.update(state="postponed", set_to_limit=3)
    expect(card.locator(".desk-threshold")).to_contain_text("frühestens für Satz 3 angeordnet werden")
    asked.update(state="too_late", set_to_limit=None)
    expect(card.locator(".desk-threshold")).to_contain_text("Kein Satz ist mehr zu beschränken")
    assert posted == []


def test_a_table_whose_time_ran_out_comes_first(desk: Page) -> None:
    clock = desk.context.new_page()
    clock.goto("/tables/1/clock")
    expect(clock.locator("#display-text")).not_to_be_empty()
    first = desk.locator("#desk-tables > li").first
    clock.keyboard.press("s")
    expect(first).to_have_attribute("data-table", "1", timeout=15_000)
    # The last period has two seconds here, too few to be sure of a stroke within it.
    alarm = first.locator(".card-alarm").first
    expect(alarm).to_contain_text("Erneut überschritten", timeout=15_000)
    press(clock, "s", alarm.is_hidden)


def test_a_new_match_is_opened_and_its_first_set_begun(desk: Page) -> None:
    card = desk.locator("[data-table='2']")
    card.get_by_text("Neues Spiel an diesem Tisch").click()
    card.get_by_label("Titel").fill("Halbfinale")
    card.get_by_label("Spieler A", exact=True).fill("Greta Groß")
    card.get_by_label("Spieler B", exact=True).fill("Henri Huber")
    card.get_by_label("Spieler A spielt").select_option("yellow")
    card.get_by_role("button", name="Spiel eröffnen").click()
    expect(card.locator(".card-title")).to_have_text("Halbfinale")
    expect(card.locator(".desk-player .ball").first).to_have_attribute("data-ball", "yellow")
    card.get_by_role("button", name="Henri Huber").click()
    expect(card.locator(".desk-player").nth(1)).to_have_attribute("data-striker", "true")
    expect(card.locator(".card-set")).to_contain_text("Satz 1 von 3")


def test_a_correction_needs_a_note_and_stays_in_the_log(hub: RunningHub, desk: Page) -> None:
    entered = api(hub, "tables/1/points", {"player": "b", "points": 7, "by": "Schreiber"})
    card = desk.locator("[data-table='1']")
    card.get_by_text("Stand korrigieren").click()
    line = card.locator(".desk-entries li").filter(has_text="7 Punkte für Bernd Brandt").first
    line.get_by_role("button", name="Zurücknehmen").click()
    expect(line.locator(".taken-back")).to_have_count(0)
    card.get_by_label("Vermerk für den Spielbericht").fill("falscher Spieler")
    line.get_by_role("button", name="Zurücknehmen").click()
    expect(line.locator(".taken-back")).to_be_visible()
    headers = {"Authorization": f"Bearer {hub.token}"}
    log = httpx.get(f"{hub.url}/api/v1/tables/1/match/log", headers=headers).json()
    revoked = [line["data"] for line in log if line["type"] == "revoke"][
        -1
    ]  # the clock may have had a word since
    assert (revoked["entry"], revoked["note"]) == (entered["entry"], "falscher Spieler")
    card.get_by_label("Vermerk für den Spielbericht").fill("doch richtig")
    line.get_by_role("button", name="Wiederherstellen").click()
    expect(line.locator(".taken-back")).to_have_count(0)
