"""`arbiter device configure --pair`: a pairing code is exchanged at the hub for all that a clock needs to reach it."""

import tempfile
from collections.abc import Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult

from arbiter_clock.errors import FieldError
from arbiter_hub.certificates import for_clock
from arbiter_hub.device.release import Setting

#: What belongs to the code. A clock that had one of them from elsewhere would not be let in.
BY_CODE = ("site", "table", "broker_port", "broker_tls", "broker_user", "broker_password")
_HTTP_PORT = 80


def hosts(hub: SplitResult, chosen: Mapping[str, Setting]) -> dict[str, Setting]:
    """Where the clock finds broker and releases: where this computer finds the hub, unless `chosen` says otherwise.

    FieldError for a setting that the code brings, and for a hub that only this computer reaches.
    """
    for name in BY_CODE:
        if name in chosen:
            raise FieldError(
                "--set", name, f"settings that a pairing code does not bring: no {', '.join(BY_CODE)}"
            )
    host = str(chosen.get("broker_host") or hub.hostname or "")
    if not chosen.get("broker_host") and _is_loopback(host):
        raise FieldError(
            "--hub", host, "an address that the clock reaches too, or --set broker_host=HOST with it"
        )
    found: dict[str, Setting] = {"broker_host": host}
    if hub.scheme == "http":
        # Signed and sealed, releases need no TLS, and clocks fetch them without.
        found |= {"update_host": host, "update_port": hub.port or _HTTP_PORT}
    return {**found, **chosen}


def settings(paired: Mapping[str, Any], at: Mapping[str, Setting]) -> dict[str, Setting]:
    """Settings of the clock from the hub's answer and the hosts. Without `broker` in it another broker's operator lets
    clocks in, and tells how."""
    found: dict[str, Setting] = {"site": paired["site"], "table": paired["table"], **at}
    broker = paired["broker"]
    if broker is not None:
        found["broker_port"], found["broker_tls"] = broker["port"], int(broker["tls"])
        found["broker_user"], found["broker_password"] = broker["user"] or "", broker["password"] or ""
    return found


def files(paired: Mapping[str, Any]) -> dict[str, bytes]:
    """The broker's authority as the clock keeps it; nothing without TLS. FieldError if it is none."""
    broker = paired["broker"]
    if broker is None or broker["ca"] is None:
        return {}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "ca.pem"
        file.write_text(broker["ca"], "ascii")
        return for_clock(file, None, None)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
