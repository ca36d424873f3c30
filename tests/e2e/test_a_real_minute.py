"""One whole 40 + 20 s in real time: pressed on the clock, seen on the scoreboard, taken back."""

import re

import pytest
from e2e.hub_process import RunningHub
from playwright.sync_api import Browser, BrowserContext, Page, expect
from web.harness import visitor

#: Notes on one time scale when each number of seconds appears first; both pages are on this machine.
WATCH = """(selector) => {
  window.seen = {};
  const element = document.querySelector(selector);
  const note = () => {
    const text = (element.textContent.match(/\\d+/) ?? [""])[0];
    if (text && !(text in window.seen)) window.seen[text] = performance.timeOrigin + performance.now();
  };
  note();
  new MutationObserver(note).observe(element, { childList: true, characterData: true, subtree: true });
}"""


@pytest.fixture(scope="module")
def factor() -> int:
    return 1


def open_page(context: BrowserContext, address: str, ready: str) -> Page:
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector(ready)
    return page


@pytest.mark.timing
@pytest.mark.waits
@pytest.mark.rule("DBU 4.5(a)")
@pytest.mark.rule("DBU 4.5(b)")
def test_forty_and_twenty_seconds_pass_as_the_regulation_says(hub: RunningHub, browser: Browser) -> None:
    with visitor(browser, hub.url) as clock:
        clock.goto("/tables/1/clock")
        expect(clock.locator("#panel-link")).to_have_text("Mit der Uhr verbunden")
        board = open_page(clock.context, "/tables/1/scoreboard", "#board[data-ready]")
        penalties = board.locator(".player-a .fact-penalties dd")
        points = board.locator(".player-b .points-number")
        alarm = board.locator(".notice-loud")
        expect(board.locator(".limit")).to_contain_text("Turnierleitung (Demo)")

        board.evaluate(WATCH, ".seconds-number")
        clock.evaluate(WATCH, "#display-text")
        pressed = clock.evaluate("performance.timeOrigin + performance.now()")
        clock.get_by_role("button", name="START").click()
        expect(board.locator("#board")).to_have_attribute("data-phase", "run", timeout=2_000)

        expect(points).to_have_text("2", timeout=43_000)
        first = board.evaluate("performance.timeOrigin + performance.now()")
        expect(board.locator(".gain")).to_have_text("+2")
        expect(penalties).to_have_text("1")
        expect(alarm).to_have_text(re.compile(r"Zeit überschritten · \+2 Bernd Brandt"))
        expect(board.locator(".player-b .tag-free")).to_be_hidden()
        assert first - pressed == pytest.approx(40_000, abs=800)

        expect(points).to_have_text("4", timeout=23_000)
        second = board.evaluate("performance.timeOrigin + performance.now()")
        expect(penalties).to_have_text("2")
        expect(board.locator(".player-b .tag-free")).to_have_text("Freier Ball")
        expect(alarm).to_contain_text("Freier Ball")
        assert second - pressed == pytest.approx(60_000, abs=800)

        on_board, on_clock = board.evaluate("window.seen"), clock.evaluate("window.seen")
        assert {str(number) for number in range(1, 41)} <= set(on_board), "every second was shown"
        skews = {number: on_board[number] - on_clock[number] for number in on_board if number in on_clock}
        late = {number: skew for number, skew in skews.items() if 20 < int(number) < 40 and abs(skew) > 200}
        assert late == {}, "two displays differ by more than 200 ms"

        # One press takes back the automatic step with all that it did, the next one the step before.
        clock.get_by_role("button", name="UNDO").click()
        expect(points).to_have_text("2", timeout=3_000)
        expect(penalties).to_have_text("1")
        expect(board.locator(".player-b .tag-free")).to_be_hidden()
        expect(board.locator(".player-a .tag-striker")).to_be_visible()
        expect(alarm).to_be_hidden()
        clock.get_by_role("button", name="UNDO").click()
        expect(points).to_have_text("0", timeout=3_000)
        expect(penalties).to_have_text("0")
