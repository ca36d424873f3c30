"""The hub's bridge service with a database, without broker and clocks."""

from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest

from arbiter_hub.app import create_app
from arbiter_hub.settings import Settings

TOKEN = "token-of-the-direction"  # noqa: S105 - made for the tests


@pytest.fixture
async def service(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    """The service with an open database and the direction's token; no broker, no clocks."""
    app = create_app(Settings(data=tmp_path, direction_token=TOKEN))
    hub = app.state.hub
    hub.direction.prepare()
    await hub.store.open()
    headers = {"Authorization": f"Bearer {TOKEN}", "Accept-Language": "en"}
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://hub", headers=headers) as client:
        yield client
    await hub.store.close()
