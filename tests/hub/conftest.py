"""One mosquitto for the session; one hub, one store and one site for each test."""

import itertools
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from hub.device import Device
from hub.harness import TOKEN, Mosquitto, Running, mosquitto, running

from arbiter_hub.settings import Settings

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
def make_device(broker: Mosquitto, site: str) -> Callable[..., Device]:
    def make(table: str = "1", **more: object) -> Device:
        return Device(broker.port, site, table, **more)

    return make


@pytest.fixture
def device(make_device: Callable[..., Device]) -> Iterator[Device]:
    with make_device() as connected:
        yield connected
