"""Options of the commands that read along at a broker themselves, without the hub."""

from pathlib import Path
from typing import Annotated

import typer

from arbiter_hub.broker.base import MQTT_PORT, Address

DEFAULT_BROKER = f"127.0.0.1:{MQTT_PORT}"

BrokerOption = Annotated[str, typer.Option(help="HOST:PORT of the broker")]
SiteOption = Annotated[str, typer.Option(help="site of the table")]
UserOption = Annotated[str | None, typer.Option(envvar="ARBITER_BROKER_USER")]
PasswordOption = Annotated[str | None, typer.Option(envvar="ARBITER_BROKER_PASSWORD")]
AuthorityOption = Annotated[
    Path | None,
    typer.Option(exists=True, dir_okay=False, help="authority of the broker's certificate, PEM: go by TLS"),
]


def reader_address(broker: str, user: str | None, password: str | None, ca: Path | None) -> Address:
    """Where and as whom to read along, by TLS if there is an authority; typer.BadParameter for a wrong HOST:PORT."""
    host, port = host_and_port(broker)
    return Address(host, port, user=user, password=password, tls=ca is not None, ca=ca, mqtt5=False)


def host_and_port(text: str) -> tuple[str, int]:
    """Of HOST[:PORT]; typer.BadParameter if the port is none."""
    host, _, port = text.partition(":") if text.count(":") < 2 else text.rpartition(":")
    if not host or (port and not (port.isascii() and port.isdigit() and 0 < int(port) < 65536)):
        raise typer.BadParameter(f"found {text}, allowed: HOST:PORT", param_hint="--broker")
    return host.strip("[]"), int(port or MQTT_PORT)
