"""Releases for a running device: fetched, verified, tried, confirmed, and given back when they do not hold."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import threading
from functools import partial
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import IO, TYPE_CHECKING

import pytest

import bundle
from arbiter_hub.device import release

if TYPE_CHECKING:
    from pathlib import Path

KEY = b"a key that only this device has."
HALF = 48 * 4096
FAST = 20
HEAP = "1500wk"  # the ROM partition is memory here, not flash


class Files(SimpleHTTPRequestHandler):
    """Gives files out, images only up to the half while the server has a fault."""

    server: Releases

    def log_message(self, *_: object) -> None:
        pass

    def copyfile(self, source: IO[bytes], outputfile: IO[bytes]) -> None:
        content = source.read()
        if self.server.fault and self.path.endswith("romfs"):
            outputfile.write(content[: len(content) // 2])
            outputfile.flush()
            self.server.halved.set()
            if self.server.fault == "silence":
                self.server.goes_on.wait(20)
                outputfile.write(content[len(content) // 2 :])
            return
        outputfile.write(content)


class Releases(ThreadingHTTPServer):
    """`fault`: what happens in the middle of an image: "end", or "silence" until `goes_on`."""

    block_on_close = False  # a device that was killed while it read is not waited for

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), partial(Files, directory=str(folder)))
        self.fault = ""
        self.halved = threading.Event()
        self.goes_on = threading.Event()

    def handle_error(self, *_: object) -> None:
        """A device that gives up is none."""


class Server:
    """Releases over HTTP, for whichever device asks."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir()
        self.http = Releases(folder)
        self.port = self.http.server_address[1]
        self._thread = threading.Thread(target=self.http.serve_forever, args=(0.02,))
        self._thread.start()

    def close(self) -> None:
        self.http.goes_on.set()
        self.http.shutdown()
        self._thread.join()
        self.http.server_close()

    def offer(
        self,
        device: str,
        serial: int,
        image: bytes = b"",
        *,
        key: bytes = KEY,
        secret: dict[str, object] | None = None,
        **changes: object,
    ) -> None:
        body = json.dumps(
            {
                "serial": serial,
                "version": "9.9.9",
                "size": len(image),
                "sha256": sha256(image).hexdigest(),
                "sealed": release.seal(key, json.dumps(secret).encode()) if secret else None,
                **changes,
            }
        ).encode()
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


@pytest.mark.parametrize("build", [(), ("--stock",)], ids=["from-rom", "loaded"])
async def test_an_image_that_crashes_is_given_up_and_the_old_one_runs_on(  # noqa: PLR0917  fixtures
    device, server, hub, images, tmp_path, build
):
    server.offer(NAME, 1, images["broken"])
    async with device(options=device.keywords["options"] + build) as one:
        await hub.wait(lambda: hub.of("status"))
        await hub.wait(lambda: len([s for s in hub.of("status") if s["status"] == "ready"]) == 2, 20)

    assert hub.of("status")[-1]["firmware"] == bundle.version()
    assert storage(tmp_path)["slot"] == 0
    assert "no good" in "\n".join(one.output)


REFUSED = (
    ({"key": b"another key"}, "a wrong signature"),
    ({"sha256": "00" * 32}, "the image on flash has another hash"),
    ({"size": 100}, "an image of another size"),
    ({"size": HALF + 1}, f"an image of {HALF + 1} bytes"),
    ({"size": "1"}, "release.size: found 1"),
    ({"settings": {"table": "7"}}, "release.settings: found settings in clear"),
    ({"sealed": release.seal(b"another key", b'{"table": "7"}')}, "sealed: for another key"),
    ({"secret": {"table": "A"}}, "config.table: found A"),
    ({"sealed": "x" * 2000}, "a release of"),
)


async def test_a_release_that_is_not_for_this_device_changes_nothing(device, server, hub, images, tmp_path):
    async with device():
        await hub.wait(lambda: hub.of("status"))
        server.offer(NAME, 0, images["new"])  # not newer
        assert (await hub.command("update", {}))["ok"]
        for offer, told in REFUSED:
            server.offer(NAME, 1, images["new"], **offer)
            assert (await hub.command("update", {}))["ok"]
            await hub.wait(lambda told=told: any(told in line["text"] for line in hub.of("log")))
            assert storage(tmp_path).get("slot", 0) == 0
            assert storage(tmp_path).get("serial", 0) == 0
        assert len(hub.of("status")) == 1  # it has not started anew


async def test_settings_from_afar_are_kept_when_they_bring_a_connection(device, server, hub, tmp_path):
    server.offer(NAME, 4, secret={"table": "7"})
    async with device():
        await hub.wait(lambda: hub.of("status", "arbiter/1/hall/7"))
        await hub.wait(lambda: any("confirmed" in line["text"] for line in hub.of("log")))

    assert not (tmp_path / "device/flash/config.old").exists()


async def test_a_download_that_breaks_off_changes_nothing_and_is_made_again_when_asked_for(
    device, server, hub, images, tmp_path
):
    async with device(factor=30):
        await hub.wait(lambda: hub.of("status"))
        server.offer(NAME, 1, images["new"])
        for fault, told in (("end", "the image ends early"), ("silence", "TimeoutError")):
            server.http.fault = fault
            assert (await hub.command("update", {}))["ok"]
            await hub.wait(lambda told=told: any(told in line["text"] for line in hub.of("log")))
            assert storage(tmp_path).get("slot", 0) == 0
            assert storage(tmp_path).get("serial", 0) == 0
        server.http.fault = ""
        assert (await hub.command("update", {}))["ok"]
        await hub.wait(lambda: hub.of("status")[-1]["firmware"] == "9.9.9")


async def test_between_sets_a_release_waits_until_the_hub_asks_for_it_to_be_taken(
    device, server, hub, images, tmp_path
):
    async with device(factor=30):
        await hub.start_set()
        await hub.command("set_end", {})
        server.offer(NAME, 1, images["new"])
        await asyncio.sleep(40 / 30)  # by then it has looked
        assert storage(tmp_path).get("serial", 0) == 0
        await hub.start_set()
        assert (await hub.command("update", {}))["ok"]
        await asyncio.sleep(5 / 30)
        assert storage(tmp_path).get("serial", 0) == 0
        with contextlib.suppress(TimeoutError):  # it may start anew before it has answered
            await hub.command("set_end", {}, timeout=1)
        await hub.wait(lambda: hub.of("status")[-1]["firmware"] == "9.9.9")


async def test_a_set_that_begins_while_an_image_is_fetched_ends_the_update(
    device, server, hub, images, tmp_path
):
    server.offer(NAME, 1, images["new"])
    server.http.fault = "silence"
    async with device():
        await asyncio.to_thread(server.http.halved.wait, 10)
        await hub.start_set()
        await hub.command("set_end", {})
        await hub.start_set()
        server.http.goes_on.set()
        await hub.wait(lambda: any("a set has begun" in line["text"] for line in hub.of("log")))

    assert storage(tmp_path).get("slot", 0) == 0
    assert storage(tmp_path).get("serial", 0) == 0
