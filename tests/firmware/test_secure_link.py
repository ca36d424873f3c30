"""TLS between clock and broker: who is let in, who is refused and told so, and that the clock never waits for it."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import subprocess
from datetime import UTC, datetime
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from arbiter_clock import readout
from arbiter_device.config import Config
from arbiter_hub.broker import authority
from arbiter_hub.certificates import for_clock
from sim.fault_proxy import FaultProxy

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

NOW = datetime.now(UTC)
KINDS = ("plain", "tls", "strict", "named")


def accepting(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`ours` and `theirs` are authorities, `named` is ours with a broker's certificate for another name."""
    folder = tmp_path_factory.mktemp("certificates")
    authority.prepare(folder / "ours", ["127.0.0.1", "localhost"], NOW)
    authority.prepare(folder / "theirs", ["127.0.0.1"], NOW)
    shutil.copytree(folder / "ours", folder / "named")
    authority.prepare(folder / "named", ["hub.example"], NOW)
    for name in ("ours", "theirs"):
        certificate, key = authority.issue_client(folder / name, "clock-4", NOW)
        (folder / name / "clock.pem").write_bytes(certificate)
        (folder / name / "clock-key.pem").write_bytes(key)
    return folder


@pytest.fixture(scope="module")
def ports(certificates: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, int]]:
    """One mosquitto with a listener of each kind."""
    found = {kind: free_port() for kind in KINDS}
    lines = ["user root"] if os.geteuid() == 0 else []
    lines.append("allow_anonymous true")
    for kind, port in found.items():
        lines.append(f"listener {port} 127.0.0.1")
        if kind != "plain":
            folder = certificates / ("named" if kind == "named" else "ours")
            lines += [
                f"cafile {folder}/ca.pem",
                f"certfile {folder}/server.pem",
                f"keyfile {folder}/server-key.pem",
            ]
            lines.append(f"require_certificate {'true' if kind == 'strict' else 'false'}")
    config = tmp_path_factory.mktemp("broker") / "mosquitto.conf"
    config.write_text("\n".join(lines) + "\n")
    program = shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin:/usr/bin:/usr/local/bin")
    assert program, "mosquitto is not installed"
    process = subprocess.Popen([program, "-c", str(config)], stderr=subprocess.DEVNULL)
    while not all(map(accepting, found.values())):
        assert process.poll() is None
    yield found
    process.kill()
    process.wait()


@pytest.fixture
def broker(ports: dict[str, int]) -> SimpleNamespace:
    """For the stand-in of the hub, which needs no TLS."""
    return SimpleNamespace(port=ports["plain"])


@pytest.fixture
def equip(certificates: Path, tmp_path: Path) -> Callable[..., Path]:
    """Put certificates on a clock's flash, as `arbiter device configure` does; the folder of its files."""

    def put(ca: str = "ours", own: str | None = None) -> Path:
        flash = tmp_path / "device/flash"
        flash.mkdir(parents=True, exist_ok=True)
        pair = [None if own is None else certificates / own / name for name in ("clock.pem", "clock-key.pem")]
        for name, content in for_clock(certificates / ca / "ca.pem", *pair).items():
            (flash / name).write_bytes(content)
        return flash

    return put


def training(table: str, port: int, host: str = "127.0.0.1") -> dict[str, object]:
    options = ("--set", "broker_tls=1", "--set", "preset=training")
    return {"broker": f"{host}:{port}", "table": table, "options": options}


def contiguous(events) -> bool:
    return [event["seq"] for event in events] == list(range(1, len(events) + 1))


async def printed(device, start: str) -> None:
    """Wait until the clock's console shows a line that begins so."""
    async with asyncio.timeout(20):
        while not any(line.startswith(start) for line in device.output):  # noqa: ASYNC110  lines come without an event
            await asyncio.sleep(0.01)


async def plays_on(device) -> None:
    """A set and a stroke without the hub."""
    await device.panel.press("START", 1200 / 20)
    await device.panel.frame(lambda frame: frame["text"] == "On")
    await asyncio.sleep(1.2 / 20)
    await device.panel.press("START")
    await device.panel.frame(lambda frame: frame["text"].isdigit())


async def test_over_tls_every_event_arrives_and_a_stroke_is_not_disturbed_by_a_handshake(
    equip, ports, hub, clock
):
    equip()
    root = "arbiter/1/hall/stroke"
    options = ("--set", "broker_tls=1")
    async with (
        FaultProxy(ports["tls"]) as proxy,
        clock(broker=f"127.0.0.1:{proxy.port}", table="stroke", factor=5, options=options) as device,
    ):
        await hub.wait(lambda: hub.of("status", root))
        await hub.start_set(table="stroke")
        await device.panel.press("START")
        await hub.wait(lambda: len(hub.events_of(root)) == 2)
        proxy.mode = "reset"
        proxy.mode = "pass"
        await device.panel.frame(lambda frame: not frame["lamps"] & readout.LINK)
        await asyncio.sleep(0.7)
        assert proxy.connections > 1
        assert hub.of("status", root)[-1]["status"] == "lost", "hands are not shaken while a stroke is timed"
        await device.panel.press("SHOT")
        await hub.wait(lambda: hub.of("status", root)[-1]["status"] == "ready")
        await hub.wait(lambda: len(hub.events_of(root)) == 3)

    assert [event["type"] for event in hub.events_of(root)] == ["set_start", "start", "shot"]
    assert contiguous(hub.events_of(root))


UNKNOWN = "TLS, handshake without a client certificate: "


@pytest.mark.parametrize(
    "case",
    [
        ("tls", "theirs", None, UNKNOWN + "The certificate is not correctly signed by the trusted CA"),
        ("named", "ours", None, UNKNOWN + "The certificate Common Name (CN) does not match"),
        ("strict", "ours", None, UNKNOWN),
        ("strict", "ours", "theirs", "TLS, handshake: "),
        ("plain", "ours", None, UNKNOWN),
    ],
    ids=["wrong authority", "wrong name", "no own certificate", "foreign own certificate", "no TLS there"],
)
async def test_a_broker_that_is_not_right_is_refused_and_the_clock_goes_on(case, equip, ports, clock):
    kind, ca, own, told = case
    equip(ca, own)
    async with clock(**training("refused", ports[kind]), factor=20) as device:
        await plays_on(device)
        await printed(device, told)
        assert not device.panel.frames[-1]["lamps"] & readout.LINK


async def test_without_a_good_authority_nothing_is_sent_until_there_is_one_and_then_the_hub_is_told(
    equip, ports, hub, clock
):
    root = "arbiter/1/hall/bare"
    file = equip() / "ca.der"
    good = file.read_bytes()
    file.write_bytes(b"no certificate")
    async with clock(**training("bare", ports["tls"]), factor=20) as device:
        await printed(device, "TLS, ca.der: invalid cert")
        file.unlink()
        await printed(device, "TLS, ca.der: [Errno 2] ENOENT")
        assert not hub.of("status", root)
        file.write_bytes(good)
        logs = await hub.wait(lambda: len(hub.of("log", root)) == 2 and hub.of("log", root))

    assert [(line["level"], line["text"]) for line in logs] == [
        ("error", "TLS, ca.der: invalid cert"),
        ("error", "TLS, ca.der: [Errno 2] ENOENT"),
    ]


async def test_a_clock_with_a_certificate_comes_in_where_one_is_asked_for(equip, ports, hub, clock):
    equip(own="ours")
    async with clock(**training("known", ports["strict"], "localhost"), factor=5) as device:
        await device.panel.frame(lambda frame: frame["lamps"] & readout.LINK)
        await hub.wait(lambda: hub.of("status", "arbiter/1/hall/known"))


async def test_a_broker_that_says_nothing_in_the_handshake_does_not_hold_the_clock_up(
    equip, ports, hub, clock
):
    equip()
    root = "arbiter/1/hall/silent"
    async with FaultProxy(ports["tls"]) as proxy:
        proxy.mode = "black_hole"
        async with clock(**training("silent", proxy.port), factor=20) as device:
            await plays_on(device)
            await device.panel.press("PAUSE")
            await printed(device, UNKNOWN + "no answer within 10000 ms")
            proxy.mode = "reset"
            proxy.mode = "pass"
            await hub.wait(lambda: contiguous(hub.of("event", root)) and len(hub.of("event", root)) >= 2)


async def test_settings_on_trial_whose_broker_has_another_certificate_are_taken_back_and_the_hub_is_told(
    equip, ports, hub, clock
):
    root = "arbiter/1/hall/trial"
    config = Config(str(equip()))
    old = {"broker_host": "127.0.0.1", "broker_port": ports["tls"], "broker_tls": 1, "wifi_ssid": "x"}
    config.change(old | {"table": "trial"})
    config.try_out({"broker_port": ports["named"]})
    async with clock(table="trial", factor=120):
        await hub.wait(lambda: hub.of("status", root))
        log = await hub.wait(lambda: hub.of("log", root))

    assert Config(str(config._folder)).get("broker_port") == ports["tls"]
    assert "new settings taken back, ValueError" in log[0]["text"]
    assert "does not match with the expected CN" in log[0]["text"]
