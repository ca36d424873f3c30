"""What mostly waits begins first: one process waits, while the others work."""

import pytest


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: item.get_closest_marker("waits") is None)
