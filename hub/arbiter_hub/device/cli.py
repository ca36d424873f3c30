"""`arbiter device`: build, flash and set up a real clock, sign its releases, follow the clocks' log."""

import secrets
import subprocess
import tempfile
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from arbiter_clock.errors import FieldError
from arbiter_hub.broker_options import (
    DEFAULT_BROKER,
    AuthorityOption,
    BrokerOption,
    PasswordOption,
    SiteOption,
    UserOption,
    reader_address,
)
from arbiter_hub.certificates import CA_FILE, for_clock
from arbiter_hub.device import images, on_cable, pairing, release
from arbiter_hub.device.at_hub import HubClient, HubRefusedError
from arbiter_hub.settings import Settings

NAME = "device"
app = typer.Typer(help="Real clocks: build, flash, set up, release, log.", no_args_is_help=True)

REFUSED = 2
_Port = Annotated[str, typer.Option("--port", help="serial port of the clock")]
_Set = Annotated[list[str] | None, typer.Option("--set", help="NAME=VALUE, as often as needed")]
_Ca = Annotated[Path | None, typer.Option("--ca", help="authority of the broker's certificate, PEM")]
_Certificate = Annotated[Path | None, typer.Option("--certificate", help="the clock's own certificate, PEM")]
_CertificateKey = Annotated[Path | None, typer.Option("--certificate-key", help="its private key, PEM")]


@app.command()
def bundle(folder: Annotated[Path, typer.Argument(help="where to build")] = Path("build/device")) -> None:
    """Compile the application and show what each file takes of the flash."""
    with refusing():
        sizes = images.build(_firmware(), folder)
    table = Table("file", "bytes")
    for name, size in sizes.items():
        table.add_row(name, f"{size:,}")
    Console().print(table)


@app.command()
def flash(
    port: _Port,
    *,
    micropython: Annotated[
        Path | None,
        typer.Option(
            exists=True, dir_okay=False, help="MicroPython's image for the ESP32, built with MICROPY_VFS_ROM"
        ),
    ] = None,
    settings: _Set = None,
    ca: _Ca = None,
    certificate: _Certificate = None,
    certificate_key: _CertificateKey = None,
    chip: Annotated[str, typer.Option(help="chip, as esptool names it")] = "esp32",
) -> None:
    """Write application, file system and partition table, and with --micropython that as well. The journal stays."""
    firmware = _firmware()
    with refusing(), tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        chosen = images.typed(firmware, _pairs(settings))
        files = for_clock(ca, certificate, certificate_key)
        if chosen.get("broker_tls") and CA_FILE not in files:
            raise FieldError("--ca", "nothing", "the broker's authority, as broker_tls=1 asks for it")
        files["config.json"] = images.settings_file(firmware, chosen)
        images.build(firmware, folder / "bundle")
        base = None if micropython is None else micropython.read_bytes()
        plan = images.flash_plan(folder / "bundle", files, base)
        arguments: list[str] = []
        for offset, content in plan:
            file = folder / f"{offset:06x}.bin"
            file.write_bytes(content)
            arguments += [f"{offset:#x}", str(file)]
        on_cable.run("esptool", "--chip", chip, "--port", port, "write-flash", *arguments)


@app.command()
def configure(
    port: _Port,
    settings: _Set = None,
    *,
    ca: _Ca = None,
    certificate: _Certificate = None,
    certificate_key: _CertificateKey = None,
    pair: Annotated[
        str | None, typer.Option("--pair", help="a pairing code: with --hub, all that the clock needs for it")
    ] = None,
    new_key: Annotated[
        bool,
        typer.Option("--new-key", help="give the clock a key: registered with --hub, and printed without"),
    ] = False,
    hub: Annotated[str | None, typer.Option(envvar="ARBITER_HUB", help="the hub's address")] = None,
    token: Annotated[
        str | None, typer.Option(envvar="ARBITER_TOKEN", help="a token of the direction, for the key")
    ] = None,
) -> None:
    """Change settings, certificates and key of a clock on the cable; what it refuses leaves all as it was."""
    firmware = _firmware()
    with refusing():
        chosen = images.typed(firmware, _pairs(settings))
        files = for_clock(ca, certificate, certificate_key)
        key = secrets.token_bytes(release.KEY_BYTES) if new_key else None
        if not chosen and not files and key is None and pair is None:
            raise FieldError(
                "settings", "nothing", "--set NAME=VALUE, --ca, --certificate, --new-key or --pair"
            )
        at_hub = None if hub is None else HubClient(hub, token)
        if at_hub is not None and key is not None:
            if token is None:
                raise FieldError("--token", "nothing", "a token of the direction, to register the key with")
            # Before the clock has it, so that a wrong token or a dead hub leaves both sides as they were.
            at_hub.require_direction()
        if pair is not None:
            chosen, authority = _paired(port, at_hub, pair, chosen)
            files = {**authority, **files}
        device = on_cable.write(port, chosen, key, files)
        if pair is not None:
            typer.echo(f"{device}: paired with table {chosen['table']} of {chosen['site']}")
        if key is not None:
            _hand_over(at_hub, device, key)


def _paired(
    port: str, hub: HubClient | None, code: str, chosen: Mapping[str, release.Setting]
) -> tuple[dict[str, release.Setting], dict[str, bytes]]:
    """Settings and authority for a pairing code, which is spent only when the clock is there."""
    if hub is None:
        raise FieldError("--hub", "nothing", "the address of the hub that has told the code")
    at = pairing.hosts(hub.parts, chosen)
    device = on_cable.identify(port)
    try:
        paired = hub.redeem(code, device)
    except HubRefusedError:
        on_cable.restart(port)
        raise
    if paired["broker"] is None:
        typer.echo("The hub does not run the broker: its port, user and password come by --set.", err=True)
    return pairing.settings(paired, at), pairing.files(paired)


def _hand_over(hub: HubClient | None, device: str, key: bytes) -> None:
    """Register the key that the clock has, or tell it where that fails: neither side is left without."""
    if hub is None:
        typer.echo(key.hex())
        return
    try:
        hub.register_key(device, key)
    except HubRefusedError:
        typer.echo(f"{device} has this key, register it: {key.hex()}")
        raise
    typer.echo(f"{device}: key registered")


@app.command("release")
def sign(
    device: Annotated[str, typer.Argument(help="id of the clock, as its status tells")],
    *,
    key: Annotated[str, typer.Option(envvar="ARBITER_DEVICE_KEY", help="its key, 64 hexadecimal digits")],
    serial: Annotated[int, typer.Option(min=1, help="higher than that of its last release")],
    folder: Annotated[Path, typer.Option(help="root of the web server that gives it out")] = Path("releases"),
    image: Annotated[bool, typer.Option("--image/--settings-only", help="with the application")] = True,
    settings: _Set = None,
) -> None:
    """Sign a release for one clock in the field: the application, settings, or both."""
    firmware = _firmware()
    with refusing(), tempfile.TemporaryDirectory() as name:
        chosen = images.typed(firmware, _pairs(settings))
        content = b""
        if image:
            images.build(firmware, Path(name))
            content = (Path(name) / release.IMAGE).read_bytes()
        written = release.write_release(
            folder, device, release.key_from(key), serial=serial, image=content, settings=chosen or None
        )
    typer.echo(str(written))


@app.command()
def update(
    devices: Annotated[
        list[str] | None, typer.Argument(help="ids of clocks; all whose key the hub knows, if none is given")
    ] = None,
    *,
    hub: Annotated[
        str, typer.Option(envvar="ARBITER_HUB", help="the hub's address")
    ] = "http://127.0.0.1:8000",
    token: Annotated[str, typer.Option(envvar="ARBITER_TOKEN", help="a token of the direction")],
    image: Annotated[bool, typer.Option("--image/--settings-only", help="with the application")] = True,
    settings: _Set = None,
) -> None:
    """Order a release at a hub, which signs it for each clock: the application, settings, or both."""
    firmware = _firmware()
    with refusing(), tempfile.TemporaryDirectory() as name:
        chosen = images.typed(firmware, _pairs(settings))
        client = HubClient(hub, token)
        uploaded = None
        if image:
            images.build(firmware, Path(name))
            uploaded = client.upload((Path(name) / release.IMAGE).read_bytes())
        answer = client.order(devices or None, uploaded, chosen)
    for one in answer["ordered"]:
        told = "looks at once" if one["told"] else "looks when it is on"
        typer.echo(f"{one['device']}: release {one['release']['serial']}, {told}")
    for one in answer["refused"]:
        typer.echo(f"{one['device']}: {FieldError(one['field'], one['found'], one['allowed'])}", err=True)


@app.command()
def logs(
    *,
    port: Annotated[str | None, typer.Option("--port", help="serial port of a clock on the cable")] = None,
    table: Annotated[
        str | None, typer.Option(help="table whose clock to follow; all if none is given")
    ] = None,
    broker: BrokerOption = DEFAULT_BROKER,
    site: SiteOption = "club",
    user: UserOption = None,
    password: PasswordOption = None,
    ca: AuthorityOption = None,
    lines: Annotated[int | None, typer.Option(min=1, help="end after so many lines")] = None,
) -> None:
    """Follow what the clocks log at the broker, or with --port what one on the cable prints, until Ctrl-C."""
    from arbiter_hub.device.follow import follow  # noqa: PLC0415 - other commands need no MQTT

    with refusing():
        if port is not None:
            on_cable.run("mpremote", "connect", port, "repl")
            return
        address = reader_address(broker, user, password, ca)
        raise typer.Exit(follow(address, site, table, Console(), most=lines))


@contextmanager
def refusing() -> Generator[None]:
    """What was given wrong ends the command with 2 and a line that names it."""
    try:
        yield
    except (FieldError, FileNotFoundError, ValueError) as error:
        typer.echo(f"arbiter device: {error}", err=True)
        raise typer.Exit(REFUSED) from None
    except ImportError as error:
        typer.echo(f"arbiter device: {error.name} is missing, install arbiter-shotclock[device]", err=True)
        raise typer.Exit(REFUSED) from None
    except HubRefusedError as error:
        typer.echo(f"arbiter device: {error}", err=True)
        raise typer.Exit(1) from None
    except subprocess.CalledProcessError as error:
        typer.echo(f"arbiter device: {error.cmd[2]} failed", err=True)
        raise typer.Exit(error.returncode) from None


def _firmware() -> Path:
    return Settings().firmware_folder


def _pairs(given: list[str] | None) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for text in given or []:
        name, equals, value = text.partition("=")
        if not equals:
            raise FieldError("--set", text, "NAME=VALUE")
        pairs[name] = value
    return pairs
