"""A running hub and a browser for each file of tests."""

from collections.abc import Iterator

import pytest
from e2e.hub_process import RunningHub, running_hub
from playwright.sync_api import Browser
from web.harness import chromium


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
