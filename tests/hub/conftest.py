"""One mosquitto for the session; one hub, one store and one site for each test."""

import itertools
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from hub.device import Device
from hub.harness import TOKEN, Mosquitto, Running, mosquitto, running
from hub.played import Played

from arbiter_hub.settings import Settings
from arbiter_hub.store.engine import Store

_sites = (f"site-{number}" for number in itertools.count(1))


@pytest.fixture(scope="session")
def broker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mosquitto]:
    with mosquitto(tmp_path_factory.mktemp("mosquitto")) as started:
        yield started


@pytest.fixture
def site() -> str:
    return next(_sites)


@pytest.fixture
def settings(broker: Mosquitto, site: str, tmp_path: Path) -> Settings:
    return Settings(
        data=tmp_path / "data",
        broker="external",
        broker_port=broker.port,
        site=site,
        direction_token=TOKEN,
        command_ttl_ms=2_000,
        log_level="error",
    )


@pytest.fixture
async def started(settings: Settings) -> AsyncIterator[Running]:
    async with running(settings) as hub:
        yield hub


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    """A store of its own, without a hub."""
    opened = Store(f"sqlite+aiosqlite:///{tmp_path / 'hub.db'}")
    await opened.open()
    yield opened
    await opened.close()


@pytest.fixture
async def empty(tmp_path: Path) -> AsyncIterator[Store]:
    """Another one."""
    opened = Store(f"sqlite+aiosqlite:///{tmp_path / 'other.db'}")
    await opened.open()
    yield opened
    await opened.close()


@pytest.fixture
async def played(store: Store) -> Played:
    """A match in that store."""
    made = Played(store)
    await made.clock("0badcafe")
    await made.open()
    return made


@pytest.fixture
def make_device(broker: Mosquitto, site: str) -> Callable[..., Device]:
    def make(table: str = "1", **more: object) -> Device:
        return Device(broker.port, site, table, **more)

    return make


@pytest.fixture
def device(make_device: Callable[..., Device]) -> Iterator[Device]:
    with make_device() as connected:
        yield connected
