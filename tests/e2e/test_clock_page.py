"""The simulated clock in the browser: what it shows, and how its buttons are pressed."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from e2e.hub_process import RunningHub
from playwright.sync_api import Browser, Page, WebSocket, WebSocketRoute, expect
from web.harness import visitor

BUTTONS = ["START", "SHOT", "PAUSE", "UNDO", "SWAP", "EXT"]


class Wire:
    """What goes over the page's websocket."""

    def __init__(self, page: Page):
        self.sent: list[tuple[str, bool]] = []
        self.frames: list[dict[str, Any]] = []
        page.on("websocket", self._opened)

    def _opened(self, websocket: WebSocket) -> None:
        websocket.on("framesent", lambda text: self._note_sent(json.loads(text)))
        websocket.on("framereceived", lambda text: self._note_received(json.loads(text)))

    def _note_sent(self, message: dict[str, Any]) -> None:
        self.sent.append((message["name"], message["down"]))

    def _note_received(self, message: dict[str, Any]) -> None:
        if message["k"] == "frame":
            self.frames.append(message)


@pytest.fixture
def clock(hub: RunningHub, browser: Browser) -> Iterator[tuple[Page, Wire]]:
    with visitor(browser, hub.url) as page:
        wire = Wire(page)
        page.goto("/tables/2/clock")
        expect(page.locator("#panel-link")).to_have_text("Mit der Uhr verbunden")
        expect(page.locator("#display-text")).not_to_be_empty()
        yield page, wire


def pressed(page: Page, wire: Wire) -> list[tuple[str, bool]]:
    """What was sent until now, once nothing more comes."""
    page.wait_for_timeout(150)
    return wire.sent


def test_every_button_has_its_name_its_key_and_is_reached_by_tab(clock: tuple[Page, Wire]) -> None:
    page, _ = clock
    buttons = page.locator("[data-button]")
    assert [name.split()[0] for name in buttons.evaluate_all("all => all.map(b => b.innerText)")] == BUTTONS
    for name in BUTTONS:
        button = page.get_by_role("button", name=name)
        expect(button).to_have_count(1)
        assert button.get_attribute("aria-keyshortcuts")
    page.locator("#sound").focus()
    for name in BUTTONS:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.dataset.button") == name
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"


DRAWN = """() => ({
  digits: [...document.querySelectorAll("#digits g")].map((digit) =>
    [...digit.children].reduce((bits, part, n) => bits | (part.classList.contains("lit") << n), 0)),
  lamps: [...document.querySelectorAll("[data-lamp]")].reduce((bits, lamp) =>
    bits | ((lamp.dataset.on === "true") << Number(lamp.dataset.lamp)), 0),
  text: document.getElementById("display-text").textContent,
})"""


def test_the_display_is_drawn_from_the_bits_of_the_frame(clock: tuple[Page, Wire]) -> None:
    page, wire = clock
    drawn = page.evaluate(DRAWN)
    matching = [frame for frame in wire.frames if frame["digits"] == drawn["digits"]]
    assert matching, f"{drawn} is none of {wire.frames}"
    assert drawn["lamps"] == matching[-1]["lamps"]
    assert drawn["text"] == f"Anzeige: {matching[-1]['text'].strip()}"


def test_a_press_by_mouse_is_down_and_up_and_leaves_no_focus_for_the_space_bar(
    clock: tuple[Page, Wire],
) -> None:
    page, wire = clock
    page.get_by_role("button", name="EXT").click()
    assert pressed(page, wire) == [("EXT", True), ("EXT", False)]
    page.keyboard.press("Space")
    assert pressed(page, wire)[2:] == [("SHOT", True), ("SHOT", False)]


def test_the_space_bar_is_shot_even_when_another_button_has_the_focus(clock: tuple[Page, Wire]) -> None:
    page, wire = clock
    page.get_by_role("button", name="UNDO").focus()
    page.keyboard.press("Space")
    assert pressed(page, wire) == [("SHOT", True), ("SHOT", False)]
    page.locator("#sound").focus()
    page.keyboard.press("Space")
    assert pressed(page, wire) == [("SHOT", True), ("SHOT", False)] * 2
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "false")


def test_enter_presses_the_button_that_has_the_focus(clock: tuple[Page, Wire]) -> None:
    page, wire = clock
    page.get_by_role("button", name="EXT").focus()
    page.keyboard.press("Enter")
    assert pressed(page, wire) == [("EXT", True), ("EXT", False)]


def test_a_key_that_repeats_is_one_press_and_a_key_with_control_is_none(clock: tuple[Page, Wire]) -> None:
    page, wire = clock
    for _ in range(3):
        page.keyboard.down("e")
    page.keyboard.up("e")
    page.keyboard.press("Control+e")
    assert pressed(page, wire) == [("EXT", True), ("EXT", False)]


@pytest.mark.parametrize("ending", ["window blur", "window pagehide", "document visibilitychange"])
def test_a_key_whose_release_goes_missing_is_released(clock: tuple[Page, Wire], ending: str) -> None:
    page, wire = clock
    target, event = ending.split()
    page.keyboard.down("e")
    page.evaluate(f"{target}.dispatchEvent(new Event('{event}'))")
    assert pressed(page, wire) == [("EXT", True), ("EXT", False)]
    page.keyboard.up("e")
    assert len(pressed(page, wire)) == 2


@pytest.mark.parametrize("ending", ["pointerup", "pointercancel", "lostpointercapture"])
def test_a_finger_holds_a_button_until_it_ends_in_any_way(clock: tuple[Page, Wire], ending: str) -> None:
    page, wire = clock
    button = page.get_by_role("button", name="EXT")
    finger = {"pointerId": 1, "pointerType": "touch", "button": 0, "isPrimary": True, "bubbles": True}
    button.evaluate("(element) => { element.setPointerCapture = () => {}; }")
    button.dispatch_event("pointerdown", finger)
    assert pressed(page, wire) == [("EXT", True)]
    button.dispatch_event(ending, finger)
    assert pressed(page, wire) == [("EXT", True), ("EXT", False)]


def test_assistive_technology_can_click(clock: tuple[Page, Wire]) -> None:
    page, wire = clock
    page.get_by_role("button", name="EXT").evaluate("(element) => element.click()")
    page.wait_for_timeout(200)
    assert pressed(page, wire) == [("EXT", True), ("EXT", False)]


def test_a_held_button_is_held_on_the_clock_too(clock: tuple[Page, Wire]) -> None:
    page, _ = clock
    board = page.context.new_page()
    board.goto("/tables/2/scoreboard")
    expect(board.locator(".tag-striker:visible")).to_have_count(1)
    striker, other = ".player-a .tag-striker", ".player-b .tag-striker"
    if board.locator(other).is_visible():
        striker, other = other, striker
    page.keyboard.down("w")
    expect(board.locator(other)).to_be_visible(timeout=15_000)
    expect(board.locator(striker)).to_be_hidden()
    page.keyboard.up("w")
    page.keyboard.press("u")
    expect(board.locator(striker)).to_be_visible(timeout=15_000)


@contextmanager
def relayed(browser: Browser, hub: RunningHub) -> Iterator[tuple[Page, list[WebSocketRoute]]]:
    """A clock page whose websocket a test can cut, and can speak on in the clock's place."""
    with visitor(browser, hub.url) as page:
        routes: list[WebSocketRoute] = []

        def relay(route: WebSocketRoute) -> None:
            route.connect_to_server()
            routes.append(route)

        page.route_web_socket("**/clock/panel", relay)
        page.goto("/tables/1/clock")
        expect(page.locator("#panel-link")).to_have_text("Mit der Uhr verbunden")
        yield page, routes


def test_a_tone_is_heard_only_after_a_gesture_and_with_its_pitch(hub: RunningHub, browser: Browser) -> None:
    with relayed(browser, hub) as (page, routes):
        page.evaluate(
            """() => { window.tones = [];
                       const start = OscillatorNode.prototype.start;
                       OscillatorNode.prototype.start = function () {
                         window.tones.push([this.type, this.frequency.value]); start.call(this); }; }"""
        )
        tone = json.dumps({"k": "sound", "hz": 1500, "ms": 80})
        sound = page.locator("#sound")
        routes[0].send(tone)
        expect(sound).to_have_text("Ton aus")
        sound.click()
        expect(sound).to_have_text("Ton an")
        expect(sound).to_have_attribute("aria-pressed", "true")
        routes[0].send(tone)
        page.wait_for_timeout(200)
        assert page.evaluate("window.tones") == [["square", 1500]]
        sound.click()
        expect(sound).to_have_text("Ton aus")
        routes[0].send(tone)
        page.wait_for_timeout(200)
        assert len(page.evaluate("window.tones")) == 1


def test_a_lost_clock_is_said_so_and_comes_back(hub: RunningHub, browser: Browser) -> None:
    with relayed(browser, hub) as (page, routes):
        link = page.locator("#panel-link")
        page.keyboard.down("e")
        routes[0].close()
        expect(link).to_have_text("Verbindung zur Uhr verloren")
        expect(page.get_by_role("button", name="EXT")).to_have_attribute("data-down", "false")
        expect(link).to_have_text("Mit der Uhr verbunden", timeout=5_000)
        page.keyboard.up("e")
