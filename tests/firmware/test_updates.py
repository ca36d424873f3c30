"""Releases for a running device: fetched, verified, tried, confirmed, and given back when they do not hold."""

from __future__ import annotations

import asyncio
import hmac
import json
import shutil
import threading
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING

import pytest

import bundle

if TYPE_CHECKING:
    from pathlib import Path

KEY = b"a key that only this device has."
HALF = 48 * 4096
FAST = 20
HEAP = "1500wk"  # the ROM partition is memory here, not flash


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def images(built, tmp_path_factory) -> dict[str, bytes]:
    """Images of the present firmware, of a newer one, and of one that cannot even be imported."""
    folder = tmp_path_factory.mktemp("images")
    made = {"old": (built[0] / bundle.IMAGE).read_bytes()}
    for name, source in (("new", 'VERSION = "9.9.9"\n'), ("broken", 'raise RuntimeError("no good")\n')):
        package = folder / name / "arbiter_device"
        package.mkdir(parents=True)
        (package / "version.py").write_text(source)
        slot = folder / f"slot-{name}"
        shutil.copytree(built[0] / bundle.SLOT, slot)
        bundle.compile_package(package, slot)
        bundle.build_image(slot, folder / "changed.romfs")
        made[name] = (folder / "changed.romfs").read_bytes()
    return made


class Server:
    """Releases over HTTP, for whichever device asks."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
        self._http.block_on_close = False  # a device that was killed while it read is not waited for
        self.port = self._http.server_address[1]
        self._thread = threading.Thread(target=self._http.serve_forever)
        self._thread.start()

    def close(self) -> None:
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()

    def offer(
        self, device: str, serial: int, image: bytes = b"", *, key: bytes = KEY, **changes: object
    ) -> None:
        release = {
            "serial": serial,
            "version": "9.9.9",
            "size": len(image),
            "sha256": sha256(image).hexdigest(),
        }
        body = json.dumps(release | {"settings": None} | changes).encode()
        folder = self.folder / "devices" / device
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "firmware.romfs").write_bytes(image)
        (folder / "release.json").write_bytes(
            hmac.digest(key, body, "sha256").hex().encode() + b"\n" + body + b"\n"
        )


@pytest.fixture
def server(tmp_path):
    one = Server(tmp_path / "releases")
    yield one
    one.close()


@pytest.fixture
def device(clock, broker, server, tmp_path, images):
    """A device with both slots, its key written; its id is the one that its identity gives."""
    folder = tmp_path / "device"
    folder.mkdir()
    (folder / "identity").write_bytes(bytes(6))
    (folder / "nvs-arbiter.json").write_text(json.dumps({"key": KEY.hex()}))
    rom = images["old"].ljust(HALF, b"\xff") + b"\xff" * HALF
    (folder / "romfs.bin").write_bytes(rom)
    options = ("--set", "update_host=127.0.0.1", "--set", f"update_port={server.port}")
    return partial(clock, broker=broker.address, factor=FAST, options=options, heap=HEAP)


NAME = "arbiter-000000"


def storage(tmp_path) -> dict[str, object]:
    return json.loads((tmp_path / "device/nvs-arbiter.json").read_text())


async def test_a_release_is_installed_tried_and_confirmed(device, server, hub, images, tmp_path):
    server.offer(NAME, 1, images["new"])
    async with device():
        await hub.wait(lambda: hub.of("status"))
        await hub.wait(lambda: hub.of("status")[-1]["firmware"] == "9.9.9")
        await hub.wait(lambda: any("confirmed" in line["text"] for line in hub.of("log")))

    assert hub.of("status")[0]["firmware"] == bundle.version()
    assert hub.of("status")[-1]["reset"] == "hard_reset"
    assert (storage(tmp_path)["slot"], storage(tmp_path)["serial"]) == (1, 1)


async def test_an_image_that_crashes_is_given_up_and_the_old_one_runs_on(
    device, server, hub, images, tmp_path
):
    server.offer(NAME, 1, images["broken"])
    async with device() as one:
        await hub.wait(lambda: hub.of("status"))
        await hub.wait(lambda: len([s for s in hub.of("status") if s["status"] == "ready"]) == 2, 20)

    assert hub.of("status")[-1]["firmware"] == bundle.version()
    assert storage(tmp_path)["slot"] == 0
    assert "no good" in "\n".join(one.output)


@pytest.mark.parametrize(
    "offer",
    [{"key": b"another key"}, {"sha256": "00" * 32}, {"size": 100}, {"size": HALF + 1}, {"serial": 0}],
    ids=["foreign key", "another hash", "another size", "too large", "a serial that is not newer"],
)
async def test_a_release_that_is_not_for_this_device_changes_nothing(  # noqa: PLR0917  fixtures
    device, server, hub, images, tmp_path, offer
):
    server.offer(NAME, offer.pop("serial", 1), images["new"], **offer)
    async with device():
        await hub.wait(lambda: hub.of("status"))
        if offer:
            await hub.wait(lambda: any("update: " in line["text"] for line in hub.of("log")))
        else:
            await asyncio.sleep(35 / FAST)  # by then it has looked

    assert storage(tmp_path).get("slot", 0) == 0
    assert storage(tmp_path).get("serial", 0) == 0


async def test_settings_from_afar_are_kept_when_they_bring_a_connection(device, server, hub, tmp_path):
    server.offer(NAME, 4, settings={"table": "7"})
    async with device():
        await hub.wait(lambda: hub.of("status", "arbiter/1/hall/7"))
        await hub.wait(lambda: any("confirmed" in line["text"] for line in hub.of("log")))

    assert not (tmp_path / "device/flash/config.old").exists()


async def test_settings_that_bring_no_connection_are_taken_back(device, server, hub, tmp_path):
    server.offer(NAME, 4, settings={"broker_port": 1})
    async with device(factor=60):
        await hub.wait(lambda: len([s for s in hub.of("status") if s["status"] == "ready"]) == 2, 30)

    assert not (tmp_path / "device/flash/config.old").exists()
    assert storage(tmp_path)["serial"] == 4
