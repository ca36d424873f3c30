"""The `arbiter` command."""

import importlib
import importlib.util
from importlib.metadata import version as installed_version
from pathlib import Path
from typing import Annotated, Any

import typer
from pydantic import SecretStr, ValidationError
from rich.console import Console

from arbiter_hub.broker_options import (
    DEFAULT_BROKER,
    AuthorityOption,
    BrokerOption,
    PasswordOption,
    SiteOption,
    UserOption,
    host_and_port,
    reader_address,
)
from arbiter_hub.settings import Settings

#: Sub-commands that a slimmer installation may leave out; each module has a Typer app named `app` and a `NAME`.
PARTS = (
    "arbiter_hub.bridge_cli",
    "arbiter_hub.chess_cli",
    "arbiter_hub.device.cli",
    "arbiter_hub.certificates_cli",
)


def main() -> None:
    """Entry point of the `arbiter` command."""
    make_cli()()


def make_cli() -> typer.Typer:
    """The command with all its sub-commands."""
    cli = typer.Typer(
        help="Arbiter: scores of billiards tables, from shot clocks that referees trust.",
        no_args_is_help=True,
        pretty_exceptions_enable=False,
    )
    cli.command()(run)
    cli.command()(scoreboard)
    cli.command()(version)
    for name in PARTS:
        if _exists(name):
            part = importlib.import_module(name)
            cli.add_typer(part.app, name=part.NAME)
    return cli


def run(
    *,
    clocks: Annotated[int | None, typer.Option(min=0, max=32, help="simulated clocks, one a table")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="port of the web server")] = None,
    host: Annotated[str | None, typer.Option(help="address of the web server")] = None,
    broker: Annotated[str | None, typer.Option(help="embedded, mosquitto, or HOST:PORT of another")] = None,
    data: Annotated[Path | None, typer.Option(help="directory of everything the hub keeps")] = None,
    factor: Annotated[int | None, typer.Option(min=1, max=100, help="simulated clocks run faster")] = None,
) -> None:
    """Run the hub, its broker and simulated clocks. Settings not given come from ARBITER_* in the environment."""
    from arbiter_hub.serve import run as serve  # noqa: PLC0415 - other commands start faster without the web server

    given: dict[str, Any] = {
        "clocks": clocks,
        "port": port,
        "host": host,
        "data": data,
        "clock_factor": factor,
    }
    given = {name: value for name, value in given.items() if value is not None}
    try:
        settings = Settings(**given, **({} if broker is None else broker_settings(broker)))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        typer.echo(f"arbiter: {where or 'settings'}: {first['msg']}", err=True)
        raise typer.Exit(2) from None
    raise typer.Exit(serve(settings, Console()))


def scoreboard(
    *,
    table: Annotated[str, typer.Option(help="name of the table, or SITE.TABLE")] = "1",
    broker: BrokerOption = DEFAULT_BROKER,
    site: SiteOption = "club",
    user: UserOption = None,
    password: PasswordOption = None,
    ca: AuthorityOption = None,
    once: Annotated[bool, typer.Option("--once", help="draw once and end")] = False,
) -> None:
    """Show a table's scoreboard in the terminal, straight from the broker, without the hub."""
    from arbiter_hub.terminal import show  # noqa: PLC0415 - as above

    address = reader_address(broker, user, password, ca)
    at, dot, name = table.rpartition(".")
    raise typer.Exit(show(address, at if dot else site, name, Console(), once=once))


def version() -> None:
    """Print the version."""
    typer.echo(installed_version("arbiter-shotclock"))


def broker_settings(text: str) -> dict[str, Any]:
    """Settings for `--broker`: a mode, or [USER:PASSWORD@]HOST:PORT of an external one."""
    if text in ("embedded", "mosquitto", "external"):
        return {"broker": text}
    credentials, _, address = text.rpartition("@")
    host, port = host_and_port(address)
    settings: dict[str, Any] = {"broker": "external", "broker_host": host, "broker_port": port}
    if credentials:
        user, _, password = credentials.partition(":")
        settings |= {"broker_user": user, "broker_password": SecretStr(password)}
    return settings


def _exists(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:  # its package is missing
        return False
