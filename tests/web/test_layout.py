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

#: What reaches over an edge of the window; the menu of a phone does, and is moved sideways.
CUT_OFF = """() => [...document.querySelectorAll("body *")]
  .filter((element) => element.checkVisibility() && element.children.length === 0 && element.textContent.trim())
  .filter((element) => !element.closest(".unseen, .symbols, .skip, .bar-links"))
  .filter((element) => { const box = element.getBoundingClientRect();
    return box.width > 0 && (box.right > innerWidth + 1 || box.left < -1); })
  .map((element) => element.outerHTML)"""


@pytest.mark.parametrize("size", list(SIZES))
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_a_page_fits_its_screen_and_names_its_controls(
    server: BoardServer, browser: Browser, scene: Scene, size: str
) -> None:
    with visitor(browser, server.url, size, expected=scene.expected) as page:
        show(server, page, scene)
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0]
        assert page.evaluate(CUT_OFF) == []
        assert page.evaluate(UNNAMED) == []
        assert page.locator("h1").count() == 1
        assert page.locator("main").count() == 1


@pytest.mark.parametrize(
    "scene", [scene for scene in SCENES if scene.name.startswith("scoreboard")], ids=lambda s: s.name
)
@pytest.mark.parametrize("size", ["laptop", "tv"])
def test_a_scoreboard_shows_everything_without_scrolling(
    server: BoardServer, browser: Browser, scene: Scene, size: str
) -> None:
    with visitor(browser, server.url, size) as page:
        show(server, page, scene)
        height = SIZES[size][1]
        assert page.evaluate("document.documentElement.scrollHeight") <= height
        low = page.evaluate(
            """() => [...document.querySelectorAll(".board *")]
                 .filter((e) => e.checkVisibility() && e.children.length === 0)
                 .filter((e) => { const player = e.closest(".player"); const box = e.getBoundingClientRect();
                   return player && box.bottom > player.getBoundingClientRect().bottom + 1; })
                 .map((e) => e.outerHTML)"""
        )
        assert low == []


def test_a_visitor_who_wants_no_motion_gets_none(server: BoardServer, browser: Browser) -> None:
    turn_lost = next(scene for scene in SCENES if scene.name == "scoreboard-turn-lost")
    with visitor(browser, server.url, "tv", reduced_motion="reduce") as page:
        show(server, page, turn_lost)
        page.wait_for_timeout(200)
        assert page.evaluate("document.getAnimations().filter((a) => a.playState === 'running').length") == 0
        assert page.locator(".notice-loud").is_visible()
