"""A tournament from its announcement over its fixtures to its results."""

import time
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from e2e.hub_process import RunningHub
from playwright.sync_api import Browser, expect
from web.harness import SIZES, visitor

FIXTURES = """number,a,club_a,b,club_b,table
1,Greta Groß,BC Nord,Henri Huber,BC Süd,2
2,Ina Iske,,Jan Jung,,
"""


@pytest.fixture(scope="module")
def api(hub: RunningHub) -> Callable[..., Any]:
    def call(path: str, body: dict[str, Any] | None = None, **options: Any) -> Any:
        answer = httpx.post(
            f"{hub.url}/api/v1/{path}", json=body, headers={"Authorization": f"Bearer {hub.token}"}, **options
        )
        assert answer.is_success, answer.text
        return answer.json()

    return call


def play_set(hub: RunningHub, api: Callable[..., Any], number: int, decide: Callable[[], Any]) -> None:
    """Begin a set on table 2, the first stroke being b's, and decide it."""
    answered = 0
    for _ in range(100):
        # The clock hears of the end of the set before a moment later.
        board = httpx.get(f"{hub.url}/api/v1/tables/2").json()
        if board["score"]["set"] == number:
            break
        if board["clock"]["phase"] in ("idle", "set_end") and not answered:
            api("tables/2/set_start", {"striker": "b", "by": "TL"})
            answered += 1
        time.sleep(0.1)
    decide()


def test_results_before_any_tournament_say_so(hub: RunningHub, browser: Browser) -> None:
    with visitor(browser, hub.url) as page:
        page.goto("/results")
        expect(page.get_by_text("Noch ist kein Turnier ausgeschrieben.")).to_be_visible()


def test_matches_are_planned_then_played_then_over_with_their_points(
    hub: RunningHub, browser: Browser, api: Callable[..., Any]
) -> None:
    tournament = api(
        "tournaments",
        {"name": "Vereinspokal", "distance": 4},
    )
    number = tournament["id"]
    with visitor(browser, hub.url) as page:
        page.goto("/results")
        expect(page.get_by_text("Das Turnier hat noch keine Spiele.")).to_be_visible()
        api(
            f"tournaments/{number}/fixtures?preview=false",
            files={"file": ("fixtures.csv", FIXTURES.encode(), "text/csv")},
        )
        # The match of the demonstration has to be over before another one can have its table.
        api("tables/2/set_end", {"winner": "a", "by": "TL"})
        play_set(hub, api, 2, lambda: api("tables/2/set_end", {"winner": "a", "by": "TL"}))
        api(f"tournaments/{number}/fixtures/1/begin", {})
        page.reload()
        expect(page.get_by_role("heading", name="Vereinspokal")).to_be_visible()
        expect(page.locator(".result")).to_have_count(2)
        expect(page.locator("[data-state='playing']")).to_contain_text("Greta Groß")
        expect(page.locator("[data-state='planned']")).to_contain_text("noch nicht gespielt")
        for one in (1, 2):
            play_set(hub, api, one, lambda: api("tables/2/points", {"player": "b", "points": 4, "by": "TL"}))
        page.reload()
        for width, height in SIZES.values():
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") <= width
        over = page.locator("[data-state='over']")
        expect(over.locator(".result-sets")).to_have_text("0 : 2")
        expect(over.locator(".won")).to_contain_text("Henri Huber")
        expect(over.locator(".set").first).to_have_text("0:4")
        for name, kind in (("PDF", "application/pdf"), ("CSV", "text/csv; charset=utf-8")):
            href = over.get_by_role("link", name=name).get_attribute("href")
            assert page.request.get(href or "").headers["content-type"] == kind
        over.get_by_role("link", name="Statistik").click()
        expect(page.get_by_role("heading", name="Statistik zu Spiel")).to_be_visible()
        expect(page.locator("thead")).to_contain_text("Henri Huber")
