"""A chip on a cable, with the firmware's own sources and the stand-ins on its search path; and what is flashed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from device.tty import Cable

import bundle
from arbiter_hub.device import images
from arbiter_hub.settings import Settings
from sim.panel_client import micropython

if TYPE_CHECKING:
    from collections.abc import Iterator

FIRMWARE = Path(bundle.__file__).parent


@pytest.fixture(scope="module")
def chip(tmp_path_factory) -> Path:
    """The folder that stands for the chip's file system."""
    return tmp_path_factory.mktemp("chip")


@pytest.fixture(scope="module")
def cable(chip) -> Iterator[Cable]:
    paths = (FIRMWARE / "sim", FIRMWARE, FIRMWARE.parent / "shared", ".frozen")
    with Cable(micropython(), chip, {"MICROPYPATH": os.pathsep.join(map(str, paths))}) as one:
        yield one


@pytest.fixture(scope="session")
def firmware() -> Path:
    return Settings().firmware_folder


@pytest.fixture(scope="session")
def bundled(firmware, tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("device")
    images.build(firmware, folder)
    return folder
