"""Every page fits a phone, a laptop and a television, and says by name what can be pressed."""

import pytest
from playwright.sync_api import Browser
from web.harness import SIZES, BoardServer, visitor
from web.scenes import SCENES, Scene, show

UNNAMED = """() => [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
  .filter((element) => element.checkVisibility())
  .filter((element) => {
    const label = element.labels?.[0]?.textContent ?? "";
    const name = element.getAttribute("aria-label") ?? (element.textContent + label + (element.title ?? ""));
    return name.trim() === "";
  }).map((element) => element.outerHTML)"""

#: What reaches over an edge of the window; the menu of a phone does, and wide tables, and are moved sideways.
CUT_OFF = """() => [...document.querySelectorAll("body *")]
  .filter((element) => element.checkVisibility() && element.children.length === 0 && element.textContent.trim())
  .filter((element) => !element.closest(".unseen, .symbols, .skip, .bar-links, .scroll"))
  .filter((element) => { const box = element.getBoundingClientRect();
    return box.width > 0 && (box.right > innerWidth + 1 || box.left < -1); })
  .map((element) => element.outerHTML)"""


#: What a player's panel cuts off at its lower edge.
TOO_LOW = """() => [...document.querySelectorAll(".player *")]
  .filter((element) => element.checkVisibility() && element.children.length === 0)
  .filter((element) => element.getBoundingClientRect().bottom
    > element.closest(".player").getBoundingClientRect().bottom + 1)
  .map((element) => element.outerHTML)"""


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_a_page_fits_every_screen_and_names_its_controls(
    server: BoardServer, browser: Browser, scene: Scene
) -> None:
    with visitor(browser, server.url, expected=scene.expected) as page:
        show(server, page, scene)
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, size
            assert page.evaluate(CUT_OFF) == [], size
            assert page.evaluate(UNNAMED) == [], size
            assert page.evaluate(TOO_LOW) == [], size
            if scene.name.startswith("scoreboard") and size != "phone":
                assert page.evaluate("document.documentElement.scrollHeight") <= height, (
                    "a board never scrolls"
                )
        assert page.locator("h1").count() == 1
        assert page.locator("main").count() == 1


def test_a_visitor_who_wants_no_motion_gets_none(server: BoardServer, browser: Browser) -> None:
    turn_lost = next(scene for scene in SCENES if scene.name == "scoreboard-turn-lost")
    with visitor(browser, server.url, "tv", reduced_motion="reduce") as page:
        show(server, page, turn_lost)
        page.wait_for_timeout(200)
        assert page.evaluate("document.getAnimations().filter((a) => a.playState === 'running').length") == 0
        assert page.locator(".notice-loud").is_visible()
