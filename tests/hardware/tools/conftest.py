"""Made once for all tests here: the routed board, and folders for what the tools write."""

import pytest


@pytest.fixture(scope="session")
def good():
    from arbiter_hardware.netlist import construct  # noqa: PLC0415 - the folder's path is set by the parent conftest

    return construct()


@pytest.fixture(scope="session")
def routed(good):
    from arbiter_hardware import produce  # noqa: PLC0415

    return produce.route(good)
