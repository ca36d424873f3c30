"""A running hub and a browser for each file of tests."""

from collections.abc import Iterator

import pytest
from e2e.hub_process import RunningHub, running_hub
from e2e.people import sign_in
from playwright.sync_api import Browser, Page
from web.harness import chromium, visitor


@pytest.fixture(scope="module")
def factor() -> int:
    """How many times faster the simulated clocks run; a file of tests may say otherwise."""
    return 10


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory, factor: int) -> Iterator[RunningHub]:
    with running_hub(tmp_path_factory.mktemp("hub"), factor) as running:
        yield running


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="module")
def expected() -> str:
    """What the browser may complain about at the desk; a file of tests whose requests are refused says so."""
    return "$^"


@pytest.fixture
def desk(hub: RunningHub, browser: Browser, expected: str) -> Iterator[Page]:
    """The direction's tables, signed in."""
    with visitor(browser, hub.url, expected=expected) as page:
        page.goto("/direction")
        sign_in(page, hub.token)
        page.wait_for_selector("[data-table='2'][data-ready]")
        yield page


@pytest.fixture
def pad(hub: RunningHub, browser: Browser) -> Iterator[Page]:
    """The scorer's pad of table 1 on a phone, signed in."""
    with visitor(browser, hub.url, "phone") as page:
        page.goto("/tables/1/scorer")
        sign_in(page, hub.token, "Schreiber")
        page.wait_for_selector("#board[data-ready]")
        yield page
