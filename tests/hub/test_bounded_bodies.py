"""How much of a body is read: so much that no route needs more, and no more from somebody who is not known."""

from collections.abc import AsyncIterator

import httpx
import pytest
from fastapi import FastAPI

from arbiter_hub.api.uploads import BODY_BYTES
from arbiter_hub.app import create_app
from arbiter_hub.settings import Settings


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> FastAPI:
    """The hub need not run for this."""
    return create_app(Settings(data=tmp_path_factory.mktemp("data")))


@pytest.fixture
async def anybody(app: FastAPI) -> AsyncIterator[httpx.AsyncClient]:
    """Somebody in the hall, without a role."""
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://hub") as client:
        yield client


async def _pieces(size: int) -> AsyncIterator[bytes]:
    """JSON that a hub would read to its end; the length is not said."""
    yield b"["
    for _ in range((size - 2) // 10_000):
        yield b" " * 10_000
    yield b" " * ((size - 2) % 10_000) + b"]"


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "tables/1/warnings"),
        ("POST", "tables/1/points"),
        ("PUT", "devices/clock-1/key"),
        ("PUT", "sites/hall"),
        ("POST", "session"),
        ("POST", "pairings/redeem"),
    ],
)
async def test_nobody_fills_the_memory_with_a_body_before_it_is_known_who_has_sent_it(
    anybody: httpx.AsyncClient, method: str, path: str
) -> None:
    taken = await anybody.request(method, f"/api/v1/{path}", content=_pieces(BODY_BYTES))
    assert taken.status_code in (401, 404, 422)
    for content in (b" " * (BODY_BYTES + 1), _pieces(BODY_BYTES + 1)):
        refused = await anybody.request(method, f"/api/v1/{path}", content=content)
        assert refused.status_code == 413
        assert refused.json() == {
            "field": "body",
            "found": "more bytes",
            "allowed": f"at most {BODY_BYTES} bytes",
        }


async def test_routes_that_take_more_have_a_bound_of_their_own(anybody: httpx.AsyncClient) -> None:
    for path, most in (("bridge/iaf", 5_000_000), ("bridge/season", 5_000_000), ("images", 196_608)):
        more = await anybody.post(f"/api/v1/{path}", content=b" " * (most + 5_000))
        assert (more.status_code, more.json()["allowed"]) == (413, f"at most {most} bytes")
        unsaid = await anybody.post(f"/api/v1/{path}", content=_pieces(1_000))
        assert (unsaid.status_code, unsaid.json()["field"]) == (411, "Content-Length")
    field = [{"board": 1, "ns": f"A{number}", "ew": f"B{number}", "score": 420} for number in range(10_000)]
    assert (await anybody.post("/api/v1/bridge/iaf", json={"results": field})).status_code == 200
