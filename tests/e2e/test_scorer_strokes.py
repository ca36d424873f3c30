"""The scorer enters what fell and touched, with foul and Freier Ball, on a running hub."""

import httpx
import pytest
from e2e.hub_process import RunningHub
from e2e.people import points
from playwright.sync_api import Page, expect


def score_of(page: Page, player: str) -> int:
    return int(page.locator(points(player)).inner_text())


def test_what_fell_is_worth_what_the_discipline_says(pad: Page) -> None:
    before = score_of(pad, "a")
    pad.keyboard.press("ArrowLeft")
    pad.locator("[data-element='pin']").click()
    pad.locator("[data-element='pin']").click()
    pad.locator("[data-element='carom']").click()
    expect(pad.locator("#meaning")).to_have_text("2 × Kegel, Karambolage von Anna Albers")
    pad.get_by_role("button", name="Eintragen").click()
    expect(pad.locator(points("a"))).to_have_text(str(before + 8))
    expect(pad.locator("#meaning")).to_have_text("Eingetragen: 8 Punkte für Anna Albers")
    expect(pad.locator("[data-element][aria-pressed='true']")).to_have_count(0)


def test_pins_are_counted_up_to_the_four_there_are_and_then_none_again(pad: Page) -> None:
    pin = pad.locator("[data-element='pin']")
    for shown in ("1", "2", "3", "4", ""):
        pad.keyboard.press("q")
        expect(pin.locator("b")).to_have_text(shown)
    expect(pad.get_by_role("button", name="Eintragen")).to_be_disabled()


@pytest.mark.rule("5K 5.1(3)")
def test_freier_ball_is_a_flag_of_its_own_that_needs_a_foul(hub: RunningHub, pad: Page) -> None:
    before = score_of(pad, "a")
    free = pad.get_by_role("button", name="Freier Ball")
    expect(free).to_be_disabled()
    pad.keyboard.press("ArrowRight")
    pad.keyboard.press("f")
    expect(free).to_have_attribute("aria-pressed", "false")
    pad.keyboard.press("b")
    expect(free).to_have_attribute("aria-pressed", "true")
    expect(pad.locator("[data-points='4']")).to_be_disabled()
    pad.keyboard.press("w")
    pad.keyboard.press("Enter")
    expect(pad.locator(points("a"))).to_have_text(str(before + 10))
    expect(free).to_be_disabled()
    expect(pad.locator("#log li").first).to_have_text("10 Punkte für Anna Albers · Foul · Freier Ball")
    log = httpx.get(f"{hub.url}/api/v1/tables/1/match/log").json()
    assert log[-1]["data"]["free_ball"] == "a"
    pad.keyboard.press("u")
    expect(pad.locator(points("a"))).to_have_text(str(before))


@pytest.mark.rule("5K 5.1(2)")
def test_a_foul_may_count_nothing(pad: Page) -> None:
    before = score_of(pad, "b")
    pad.keyboard.press("ArrowLeft")
    pad.keyboard.press("f")
    expect(pad.locator("#meaning")).to_have_text("2 Punkte für Bernd Brandt")
    pad.get_by_role("button", name="Zählt nichts").click()
    expect(pad.locator("#meaning")).to_have_text("0 Punkte für Bernd Brandt")
    pad.keyboard.press("Enter")
    expect(pad.locator("#meaning")).to_have_text("Eingetragen: 0 Punkte für Bernd Brandt")
    expect(pad.locator(points("b"))).to_have_text(str(before))


@pytest.mark.rule("DBU 4.2")
def test_balls_that_were_noted_wrongly_are_swapped_here_and_at_the_clock(hub: RunningHub, pad: Page) -> None:
    for now, was in (("Gelb", "Weiß"), ("Weiß", "Gelb")):
        pad.get_by_text("Bälle vertauscht").click()
        expect(pad.locator("#balls [data-now]")).to_contain_text(f"Anna Albers spielt {was} · Bernd Brandt")
        pad.locator("#balls").get_by_label("Vermerk für den Spielbericht").fill("beim Eintragen vertauscht")
        pad.get_by_role("button", name="Bälle tauschen").click()
        expect(pad.locator("#balls")).not_to_have_attribute("open", "")
        expect(pad.locator("#log li").first).to_have_text(f"Anna Albers spielt {now} (vorher {was})")
        board = httpx.get(f"{hub.url}/api/v1/tables/1").json()
        shown = {"Weiß": "white", "Gelb": "yellow"}[now]
        assert (board["clock"]["ball_a"], board["score"]["a"]["ball"]) == (shown, shown)


def test_the_organiser_says_what_the_red_pin_alone_counts(pad: Page) -> None:
    before = score_of(pad, "a")
    pad.get_by_text("Zahlen des Veranstalters").click()
    pad.get_by_label("Roter Kegel allein zählt").select_option("10")
    pad.keyboard.press("Tab")
    pad.locator("[data-player='a']").click()
    pad.locator("[data-element='red_pin']").click()
    pad.get_by_role("button", name="Eintragen").click()
    expect(pad.locator(points("a"))).to_have_text(str(before + 10))


def test_a_foul_that_the_referee_has_reported_is_set_until_it_is_entered_or_switched_off(
    hub: RunningHub, pad: Page
) -> None:
    def press(button: str, *, held: bool = False) -> None:
        answer = httpx.post(
            f"{hub.url}/api/v1/tables/1/press",
            json={"button": button, "held": held},
            headers={"Authorization": f"Bearer {hub.token}"},
        )
        assert answer.is_success, answer.text

    foul = pad.get_by_role("button", name="Foul")
    press("START")
    expect(pad.locator("#board")).to_have_attribute("data-phase", "run")
    striker = "a" if pad.locator("[data-player='a'] .tag-striker").is_visible() else "b"
    press("SHOT")
    expect(pad.locator("#board")).to_have_attribute("data-phase", "rolling")
    expect(foul).to_have_attribute("aria-pressed", "false")
    press("SHOT", held=True)
    expect(foul).to_have_attribute("aria-pressed", "true")
    expect(pad.locator(f"[data-player='{striker}']")).to_have_attribute("aria-pressed", "true")
    pad.keyboard.press("f")
    expect(foul).to_have_attribute("aria-pressed", "false")
    pad.reload()
    expect(foul).to_have_attribute("aria-pressed", "true")
    press("UNDO")
    expect(foul).to_have_attribute("aria-pressed", "false")
