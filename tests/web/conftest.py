"""One browser a file of tests, one server a test."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI
from playwright.sync_api import Browser, Page
from web.harness import BoardServer, chromium, visitor

from arbiter_hub.app import create_app
from arbiter_hub.live import Live
from arbiter_hub.settings import Settings


# Not for the whole session: Playwright keeps an event loop running, beside which no asynchronous test can run.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def server(tmp_path: Path) -> Iterator[BoardServer]:
    with BoardServer(tmp_path) as started:
        yield started


@pytest.fixture
def page(browser: Browser, server: BoardServer) -> Iterator[Page]:
    with visitor(browser, server.url) as opened:
        yield opened


@pytest.fixture
def app(tmp_path: Path) -> FastAPI:
    """The hub's app with one table; its hub is not started."""
    created = create_app(Settings(data=tmp_path))
    created.state.hub.live.board("1")
    return created


@pytest.fixture
def live(app: FastAPI) -> Live:
    return app.state.hub.live


@pytest.fixture
async def client(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    await app.state.hub.store.open()
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://hub") as opened:
        yield opened
    await app.state.hub.store.close()
