"""The hub's app without broker: its store open, its direction's token known."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from arbiter_hub.app import create_app
from arbiter_hub.settings import Settings

#: The direction's, in these tests.
TOKEN = "d" * 32


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[FastAPI]:
    created = create_app(Settings(data=tmp_path, direction_token=TOKEN, log_level="error"))
    hub = created.state.hub
    hub.direction.prepare()
    await hub.store.open()
    yield created
    await hub.store.close()


@pytest.fixture(scope="session")
def storeless(tmp_path_factory: pytest.TempPathFactory) -> FastAPI:
    """One app for all questions that need no store; making it takes most of a second."""
    return create_app(
        Settings(data=tmp_path_factory.mktemp("data"), direction_token=TOKEN, log_level="error")
    )


def _client(app: FastAPI) -> httpx.AsyncClient:
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url="http://hub", headers={"Accept-Language": "en"}
    )


@pytest.fixture
async def questions(storeless: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    async with _client(storeless) as opened:
        yield opened


@pytest.fixture
async def client(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    async with _client(app) as opened:
        yield opened


@pytest.fixture
def director() -> dict[str, str]:
    return {"Authorization": f"Bearer {TOKEN}"}
