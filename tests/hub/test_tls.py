"""TLS with the broker: of the hub's own mosquitto, of somebody else's, and what is refused."""

import asyncio
import contextlib
import os
import shutil
import signal
import socket
import ssl
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from hub.device import eventually
from hub.harness import TOKEN, accepts, running, wait_for_port
from pydantic import ValidationError
from typer.testing import CliRunner

from arbiter_clock import wire
from arbiter_clock.errors import FieldError
from arbiter_hub import cli
from arbiter_hub.broker import authority
from arbiter_hub.broker.base import Address, free_port
from arbiter_hub.broker.connection import Connection, Subscription
from arbiter_hub.broker.external import ExternalBroker
from arbiter_hub.broker.mosquitto import MosquittoBroker
from arbiter_hub.metrics import Metrics
from arbiter_hub.runtime import Hub
from arbiter_hub.settings import Settings

NOW = datetime.now(UTC)


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two authorities; the first has issued a broker's certificate for 127.0.0.1 and localhost, and one for the hub."""
    ours, theirs = tmp_path_factory.mktemp("ours"), tmp_path_factory.mktemp("theirs")
    authority.prepare(ours, ["127.0.0.1", "localhost"], NOW)
    authority.prepare(theirs, ["127.0.0.1"], NOW)
    for folder in (ours, theirs):
        certificate, key = authority.issue_client(folder, "hub", NOW)
        (folder / "hub.pem").write_bytes(certificate)
        (folder / "hub-key.pem").write_bytes(key)
    return ours, theirs


@pytest.fixture(scope="module")
def foreign(folders: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, int]]:
    """A mosquitto that somebody else runs: ports with TLS, and with TLS for clients with certificates only."""
    ports = {"open": free_port(), "strict": free_port()}
    lines = ["allow_anonymous true"]
    for kind, port in ports.items():
        lines += [f"listener {port} 127.0.0.1", f"cafile {folders[0]}/ca.pem"]
        lines += [f"certfile {folders[0]}/server.pem", f"keyfile {folders[0]}/server-key.pem"]
        lines += [f"require_certificate {'true' if kind == 'strict' else 'false'}"]
    if os.geteuid() == 0:
        lines.append("user root")
    config = tmp_path_factory.mktemp("foreign") / "mosquitto.conf"
    config.write_text("\n".join(lines) + "\n")
    process = subprocess.Popen(
        ["mosquitto", "-c", str(config)], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    for port in ports.values():
        wait_for_port(port)
    yield ports
    process.send_signal(signal.SIGTERM)
    process.wait(10)


async def reaches(address: Address) -> bool:
    """Whether the hub's connection comes up, or else gives up at least twice."""
    tried: list[int] = []
    connection = Connection(
        "hub-under-test",
        [Subscription("arbiter/1/club/+/event", 1)],
        on_message=lambda _: None,
        on_up=lambda: None,
        on_down=lambda: None,
        metrics=Metrics(),
    )
    connection.start(address)
    await eventually(lambda: connection.connected or connection.generation > 1)
    tried.append(connection.generation)
    up = connection.connected
    await connection.stop()
    return up


def external(port: int, **more: Any) -> Address:
    return ExternalBroker(
        Settings(**{"broker": "external", "broker_port": port, "broker_tls": True, **more})
    ).address


async def test_an_external_broker_is_reached_when_authority_and_name_are_right(
    folders: tuple[Path, Path], foreign: dict[str, int]
) -> None:
    ours, theirs = folders
    assert await reaches(external(foreign["open"], broker_ca=ours / "ca.pem"))
    assert await reaches(external(foreign["open"], broker_ca=ours / "ca.pem", broker_host="localhost"))
    assert not await reaches(external(foreign["open"], broker_ca=theirs / "ca.pem"))
    assert not await reaches(external(foreign["open"], broker_ca=ours / "ca.pem", broker_host="127.0.0.2"))
    assert not await reaches(external(foreign["open"], broker_ca=ours / "absent.pem"))
    assert not await reaches(external(foreign["open"]))


async def test_an_external_broker_that_asks_for_a_certificate_gets_the_hub_s(
    folders: tuple[Path, Path], foreign: dict[str, int]
) -> None:
    def shown(folder: Path) -> Address:
        return external(
            foreign["strict"],
            broker_ca=folders[0] / "ca.pem",
            broker_certificate=folder / "hub.pem",
            broker_certificate_key=folder / "hub-key.pem",
        )

    assert await reaches(shown(folders[0]))
    assert not await reaches(shown(folders[1]))
    assert not await reaches(external(foreign["strict"], broker_ca=folders[0] / "ca.pem"))


async def test_simulated_clocks_reach_an_external_broker_as_the_hub_does(
    folders: tuple[Path, Path], foreign: dict[str, int], tmp_path: Path
) -> None:
    settings = Settings(
        data=tmp_path,
        broker="external",
        broker_port=foreign["strict"],
        broker_tls=True,
        broker_ca=folders[0] / "ca.pem",
        broker_certificate=folders[0] / "hub.pem",
        broker_certificate_key=folders[0] / "hub-key.pem",
        clocks=1,
        log_level="error",
    )
    async with running(settings) as hub:
        await eventually(lambda: hub.hub.live.board("1").link == "ready")
        command = ["scoreboard", "--once", "--broker", f"localhost:{foreign['open']}"]
        command += ["--ca", str(folders[0] / "ca.pem")]
        seen = await asyncio.to_thread(CliRunner().invoke, cli.make_cli(), command)
        assert seen.exit_code == 0, seen.output
        command = ["device", "logs", "--lines", "1", *command[2:]]
        following = asyncio.create_task(asyncio.to_thread(CliRunner().invoke, cli.make_cli(), command))
        while not following.done():
            line = wire.encode("log", {"v": wire.VERSION, "level": "info", "text": "by TLS"})
            hub.hub.connection.publish(wire.topic("club", "1", "log"), line)
            await asyncio.sleep(0.02)
        assert following.result().output.endswith("info     by TLS\n")
    key = folders[0] / "ca.pem"
    with pytest.raises(OSError, match="--certificate-key: found no private key"):
        await Hub(settings.model_copy(update={"broker_certificate_key": key})).start()


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"broker_certificates": "own"}, "broker: found embedded, allowed: mosquitto"),
        ({"broker": "mosquitto", "broker_client_certificates": True}, "broker_certificates: found nothing"),
        ({"broker_certificate": "hub.pem"}, "broker_certificate: found alone"),
        ({"broker": "external", "broker_tls": True, "clocks": 1}, "broker_ca: found nothing"),
        ({"broker_names": "hub;club"}, "broker_names"),
    ],
)
def test_settings_that_lack_their_other_half_are_refused(given: dict[str, Any], told: str) -> None:
    with pytest.raises(ValidationError, match=told):
        Settings(**given)


def test_the_authority_stays_and_the_broker_s_certificate_is_renewed_in_time(tmp_path: Path) -> None:
    names = ["127.0.0.1", "hub.example"]
    assert authority.prepare(tmp_path, names, NOW)
    ca = (tmp_path / "ca.pem").read_bytes()
    last_day = NOW + authority.SERVER_FOR - authority.RENEW_BEFORE - timedelta(minutes=1)

    assert not authority.prepare(tmp_path, names, NOW)
    assert not authority.prepare(tmp_path, names, last_day)
    assert authority.prepare(tmp_path, names, last_day + timedelta(minutes=2))
    assert authority.prepare(tmp_path, [*names, "192.0.2.7"], NOW), "another address"
    (tmp_path / "server-key.pem").unlink()
    assert authority.prepare(tmp_path, [*names, "192.0.2.7"], NOW), "a lost key"
    assert (tmp_path / "ca.pem").read_bytes() == ca
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}


def test_what_a_clock_checks_is_valid_in_the_year_2000_and_what_the_hub_checks_is_not(tmp_path: Path) -> None:
    authority.prepare(tmp_path, ["127.0.0.1"], NOW)
    clock = x509.load_pem_x509_certificate(authority.issue_client(tmp_path, "clock-4", NOW)[0])
    for name in ("ca.pem", "server.pem"):
        certificate = x509.load_pem_x509_certificate((tmp_path / name).read_bytes())
        assert certificate.not_valid_before_utc < datetime(2000, 1, 1, tzinfo=UTC)
        assert certificate.not_valid_after_utc > NOW + timedelta(days=700)
    assert NOW - timedelta(days=2) < clock.not_valid_before_utc < NOW


@pytest.mark.parametrize("name", ["", "Clock", "a b", "x" * 33])
def test_a_name_that_is_none_gets_no_certificate(tmp_path: Path, name: str) -> None:
    authority.prepare(tmp_path, ["127.0.0.1"], NOW)
    with pytest.raises(FieldError, match="name: found"):
        authority.issue_client(tmp_path, name, NOW)


def own_settings(folder: Path, **more: Any) -> Settings:
    settings = {
        "data": folder,
        "broker": "mosquitto",
        "broker_port": 0,
        "broker_tls_port": 0,
        "broker_certificates": "own",
        "broker_names": "hub.example",
        "log_level": "error",
        **more,
    }
    return Settings(**settings)


def own(folder: Path, **more: Any) -> MosquittoBroker:
    return MosquittoBroker(own_settings(folder, **more), Metrics())


@contextlib.asynccontextmanager
async def started(broker: MosquittoBroker) -> Any:
    await broker.start()
    try:
        yield broker
    finally:
        await broker.stop()


def shown(port: int, ca: Path) -> bytes:
    """The certificate that a listener shows, checked by the authority."""
    context = ssl.create_default_context(cafile=ca)
    with (
        socket.create_connection(("127.0.0.1", port), timeout=5) as plain,
        context.wrap_socket(plain, server_hostname="hub.example") as secure,
    ):
        found = secure.getpeercert(binary_form=True)
        assert found is not None
        return found


async def test_own_certificates_are_served_to_the_network_and_renewed_under_connected_clocks(
    tmp_path: Path,
) -> None:
    async with started(own(tmp_path)) as broker:
        clock = broker.admit("4")
        assert (clock.tls, clock.ca) == (True, tmp_path / "certificates/ca.pem")
        assert clock.port != broker.address.port
        assert not broker.address.tls
        assert await reaches(broker.address)
        before = await asyncio.to_thread(shown, clock.port, clock.ca)
        waiting = ssl.create_default_context(cafile=clock.ca)
        _, stays = await asyncio.open_connection("127.0.0.1", clock.port, ssl=waiting)
        assert not broker.renew_certificates(NOW)
        later = NOW + authority.SERVER_FOR - timedelta(days=30)
        assert broker.renew_certificates(later)
        after = before
        for _ in range(100):
            after = await asyncio.to_thread(shown, clock.port, clock.ca)
            if after != before:
                break
        assert after != before, "mosquitto shows the new one"
        assert not stays.transport.is_closing()
        stays.close()
        await stays.wait_closed()
        assert not broker.renew_certificates(NOW + timedelta(days=40 * 365)), "an authority that has ended"
    assert not accepts(clock.port)


async def test_only_clocks_with_a_certificate_come_in_where_that_is_asked_for(tmp_path: Path) -> None:
    async with started(own(tmp_path, broker_client_certificates=True)) as broker:
        address = broker.admit("4")
        data = ["--data", str(tmp_path)]
        out = tmp_path / "out"
        issued = CliRunner().invoke(
            cli.make_cli(), ["certificates", "client", "clock-4", *data, "--out", str(out)]
        )
        again = CliRunner().invoke(
            cli.make_cli(), ["certificates", "client", "clock-4", *data, "--out", str(out)]
        )
        listed = CliRunner().invoke(cli.make_cli(), ["certificates", "show", *data], env={"COLUMNS": "300"})
        pair = out / "clock-4.pem", out / "clock-4-key.pem"
        with_it = Address(
            "127.0.0.1",
            address.port,
            address.user,
            address.password,
            tls=True,
            ca=address.ca,
            certificate=pair,
        )
        without = Address("127.0.0.1", address.port, address.user, address.password, tls=True, ca=address.ca)
        assert await reaches_as_clock(with_it)
        assert not await reaches_as_clock(without)

    assert issued.exit_code == 0, issued.output
    assert "--certificate-key" in issued.stdout
    assert {path.stat().st_mode & 0o777 for path in pair} == {0o600}
    assert (again.exit_code, "which exists" in again.stderr) == (2, True)
    assert "CN=Arbiter authority" in listed.stdout
    assert "hub.example" in listed.stdout


async def reaches_as_clock(address: Address) -> bool:
    context = ssl.create_default_context(cafile=address.ca)
    if address.certificate is not None:
        context.load_cert_chain(*address.certificate)
    try:
        reader, writer = await asyncio.open_connection(address.host, address.port, ssl=context)
        assert address.user is not None
        assert address.password is not None
        parts = (b"clock", address.user.encode(), address.password.encode())
        rest = b"\x00\x04MQTT\x04\xc2\x00\x0a" + b"".join(bytes([0, len(part)]) + part for part in parts)
        writer.write(bytes([0x10, len(rest)]) + rest)
        answer = await asyncio.wait_for(reader.readexactly(4), 5)
        writer.close()
    except (OSError, asyncio.IncompleteReadError):
        return False
    return answer == b"\x20\x02\x00\x00"


async def test_a_folder_of_others_is_checked_before_it_is_served(
    folders: tuple[Path, Path], tmp_path: Path
) -> None:
    given = tmp_path / "given"
    given.mkdir()
    for name in ("ca.pem", "server.pem", "server-key.pem"):
        (given / name).write_bytes((folders[0] / name).read_bytes())
    broker = own(tmp_path, broker_certificates=given)
    async with started(broker):
        (given / "server.pem").write_bytes((folders[1] / "server.pem").read_bytes())
        assert not broker.renew_certificates(NOW), "what is no good is not taken"
    with pytest.raises(OSError, match=r"broker_certificates\.server\.pem: found signed by CN=Arbiter"):
        await own(tmp_path, broker_certificates=given).start()


async def test_a_clock_is_told_an_authority_whatever_is_written_beside_it(
    folders: tuple[Path, Path], tmp_path: Path
) -> None:
    given = tmp_path / "given"
    shutil.copytree(folders[0], given)
    told = "# Prüfstelle des Vereins\n" + (given / "ca.pem").read_text()
    (given / "ca.pem").write_text(told, "utf-8")
    async with running(own_settings(tmp_path, broker_certificates=given, direction_token=TOKEN)) as hub:
        code = (await hub.api.post("/api/v1/pairings", json={"table": "4"})).json()["code"]
        paired = await hub.api.post("/api/v1/pairings/redeem", json={"code": code, "name": "Uhr"})
        assert (paired.status_code, paired.json()["broker"]["ca"]) == (200, told)


@pytest.mark.parametrize("what", ["show", "client"])
def test_without_an_authority_the_command_says_so(tmp_path: Path, what: str) -> None:
    names = [] if what == "show" else ["clock-4"]
    ran = CliRunner().invoke(cli.make_cli(), ["certificates", what, *names, "--data", str(tmp_path)])

    assert ran.exit_code == 2
    assert "found" in ran.stderr
