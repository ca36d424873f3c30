"""`arbiter device`: build, flash and set up a real clock, sign its releases, follow the clocks' log."""

import json
import secrets
import subprocess
import sys
import tempfile
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from arbiter_clock.errors import FieldError
from arbiter_hub.broker.base import MQTT_PORT, Address
from arbiter_hub.certificates import CA_FILE, for_clock
from arbiter_hub.device import images, release
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
        Path | None, typer.Option(exists=True, dir_okay=False, help="MicroPython's image for the ESP32")
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
        _run("esptool", "--chip", chip, "--port", port, "write-flash", *arguments)


@app.command()
def configure(
    port: _Port,
    settings: _Set = None,
    *,
    ca: _Ca = None,
    certificate: _Certificate = None,
    certificate_key: _CertificateKey = None,
    new_key: Annotated[
        bool, typer.Option("--new-key", help="give the clock a key for releases, and print it")
    ] = False,
) -> None:
    """Change settings and certificates of a clock on the cable; what it refuses leaves all as it was."""
    firmware = _firmware()
    with refusing():
        chosen = images.typed(firmware, _pairs(settings))
        files = for_clock(ca, certificate, certificate_key)
        key = secrets.token_bytes(release.KEY_BYTES) if new_key else None
        if not chosen and not files and key is None:
            raise FieldError("settings", "nothing", "--set NAME=VALUE, --ca, --certificate or --new-key")
        # In a private file, because everybody on this computer can read a command's arguments.
        with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".py") as script:
            script.write(configure_script(chosen, key, files))
            script.flush()
            _run("mpremote", "connect", port, "run", script.name)
    if key is not None:
        typer.echo(key.hex())


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
    broker: Annotated[str, typer.Option(help="HOST:PORT of the broker")] = f"127.0.0.1:{MQTT_PORT}",
    site: Annotated[str, typer.Option(help="site of the table")] = "club",
    user: Annotated[str | None, typer.Option(envvar="ARBITER_BROKER_USER")] = None,
    password: Annotated[str | None, typer.Option(envvar="ARBITER_BROKER_PASSWORD")] = None,
    lines: Annotated[int | None, typer.Option(min=1, help="end after so many lines")] = None,
) -> None:
    """Follow what the clocks log at the broker, or with --port what one on the cable prints, until Ctrl-C."""
    from arbiter_hub.cli import host_and_port  # noqa: PLC0415 - it imports this module in turn
    from arbiter_hub.device.follow import follow  # noqa: PLC0415 - other commands need no MQTT

    with refusing():
        if port is not None:
            _run("mpremote", "connect", port, "repl")
            return
        host, number = host_and_port(broker)
        address = Address(host, number, user=user, password=password, mqtt5=False)
        raise typer.Exit(follow(address, site, table, Console(), most=lines))


def configure_script(
    settings: dict[str, str | int], key: bytes | None, files: Mapping[str, bytes] | None = None
) -> str:
    """What the clock itself runs to take settings, key and certificates over; it checks the settings again.

    Certificates are complete under another name before the first takes its place, and are there before the settings.
    """
    lines = ["import os, sys"]
    lines += ["sys.path.insert(0, '/app') if '/app' not in sys.path else None"]
    if settings:
        lines.append("from arbiter_device.config import check")
        lines += [f"check({name!r}, {value!r})" for name, value in settings.items()]
    for name, content in (files or {}).items():
        lines.append(f"with open('{name}.new', 'wb') as file: file.write({content!r})")
    lines += [f"os.rename('{name}.new', '{name}')" for name in files or ()]
    if settings:
        lines.append("from arbiter_device.config import Config")
        lines.append(f"import json; Config('.').change(json.loads({json.dumps(json.dumps(settings))}))")
    if key is not None:
        lines.append("import esp32; storage = esp32.NVS('arbiter')")
        # The numbers of the direction's codes begin again with a key.
        lines.append("storage.set_i32('code', 0); storage.set_i32('code_wrong', 0)")
        lines.append(f"storage.set_blob('key', {key!r}); storage.commit()")
    return "\n".join(lines)


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


def _run(module: str, *arguments: str) -> None:
    subprocess.run([sys.executable, "-m", module, *arguments], check=True)  # noqa: S603 - our tools, no shell
