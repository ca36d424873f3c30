"""What a broker is to the hub: an address that can be started and stopped."""

import socket
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

MQTT_PORT = 1883
#: Of the topics by which programs send commands to the hub itself.
REMOTE_ROOT = "arbiter-remote/1"


@dataclass(frozen=True, slots=True)
class Address:
    """Where and how to connect."""

    host: str
    port: int
    user: str | None = None
    password: str | None = None
    tls: bool = False
    ca: Path | None = None
    #: The hub's own certificate and key, for a broker that wants to see one.
    certificate: tuple[Path, Path] | None = None
    mqtt5: bool = True


class Broker(Protocol):
    """One of the three ways to have a broker."""

    @property
    def address(self) -> Address:
        """For the hub itself."""
        ...

    @property
    def secure_address(self) -> Address | None:
        """For real clocks by TLS, where the hub gives them that; without credentials."""
        ...

    @property
    def pid(self) -> int | None:
        """Process id of a broker that the hub runs; None for another's."""
        ...

    def clock_address(self, table: str) -> Address:
        """For the clock of a table."""
        ...

    def admit(self, table: str) -> Address | None:
        """Let a real clock of the table in, and tell how; None where the hub does not decide that."""
        ...

    async def start(self) -> None:
        """Make it reachable; OSError with one clear sentence if that fails."""
        ...

    async def stop(self) -> None:
        """End what `start` began."""
        ...


def free_port(host: str = "127.0.0.1") -> int:
    """A port that is free now."""
    with socket.socket() as probe:
        probe.bind((host, 0))
        return int(probe.getsockname()[1])


def own_port(wanted: int | None, host: str = "127.0.0.1", usual: int = MQTT_PORT) -> int:
    """The port for a broker of our own: the one that was asked for, else the usual one, else a free one."""
    if wanted:
        return wanted
    if wanted is None:
        try:
            require_free_port(host, usual)
        except OSError:
            return free_port(host)
        return usual
    return free_port(host)


def require_free_port(host: str, port: int) -> None:
    """OSError if the port is taken."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise OSError(f"port {port} on {host} is taken; choose another for the broker") from error
