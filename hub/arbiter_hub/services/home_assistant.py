"""The tables' clocks as devices of Home Assistant, by its MQTT discovery. Off unless a setting asks for it.

For each table one retained message describes a device with a few sensors, whose topics are those that the clock
publishes anyhow. The hub sends them when it has connected, when a table appears, and when Home Assistant says that it
has started. What was announced is kept in a file, so that it can be taken back (by an empty message) after the
setting, the site or the prefix has changed: until then Home Assistant would show devices that no longer exist.

This has a connection to the broker of its own, so that nothing of it can disturb what the clocks send.
"""

import asyncio
import json
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any, Final, cast

from arbiter_clock import wire
from arbiter_clock.state import PHASES, PLAYERS
from arbiter_hub.broker.base import Address
from arbiter_hub.broker.connection import Connection, Incoming, Subscription
from arbiter_hub.live import Live
from arbiter_hub.log import logger
from arbiter_hub.metrics import Metrics
from arbiter_hub.settings import Settings
from arbiter_hub.sites import Sites

#: What Home Assistant publishes when it has started.
BIRTH: Final = b"online"
LOOK_EVERY_S: Final = 1.0
#: Home Assistant calls the remaining time unknown when it has had no tick for so long, as every display does.
STALE_S: Final = 3

log = logger("home assistant")


class HomeAssistant:
    """Announces the tables, or takes back what was announced."""

    def __init__(self, settings: Settings, live: Live, sites: Sites):
        self._settings, self._live, self._sites = settings, live, sites
        self._path = settings.data / "home-assistant.json"
        self._announced: set[str] = set()
        self._connection: Connection | None = None
        self._looking: asyncio.Task[None] | None = None

    def start(self, address: Address) -> None:
        """Connect, if there is anything to announce or to take back."""
        self._announced = set(_read(self._path))
        if not self._settings.home_assistant and not self._announced:
            return
        self._connection = Connection(
            f"arbiter-home-assistant-{self._settings.site}",
            [Subscription(f"{self._settings.home_assistant_prefix}/status", 1, mark_retained=True)],
            on_message=self._received,
            on_up=lambda: self._send(anew=True),
            on_down=lambda: None,
            metrics=Metrics(),
            keepalive_s=self._settings.broker_keepalive_s,
        )
        self._connection.start(address)
        self._looking = asyncio.create_task(self._look(), name="home assistant")

    async def stop(self) -> None:
        """Say goodbye; what was announced stays, as its availability tells that nothing is there."""
        if self._looking is not None:
            self._looking.cancel()
            await asyncio.gather(self._looking, return_exceptions=True)
            self._looking = None
        if self._connection is not None:
            await self._connection.stop()
            self._connection = None

    def wanted(self) -> dict[str, bytes]:
        """Topic and message of each table's device."""
        if not self._settings.home_assistant:
            return {}
        sites, prefix = self._sites, self._settings.home_assistant_prefix
        return {
            topic(prefix, site, table, further=site != sites.home): message(
                site, table, sites.label(key), further=site != sites.home
            )
            for key in self._live.tables
            for site, table in [sites.address(key)]
        }

    def _send(self, *, anew: bool) -> None:
        """Publish what is wanted, or only what is new, and take back the rest."""
        connection, wanted = self._connection, self.wanted()
        if connection is None or not connection.connected:
            return
        new = [name for name in wanted if anew or name not in self._announced]
        gone = [name for name in self._announced if name not in wanted]
        if not new and not gone:
            return
        # Noted first: a crash in between then costs a message that takes nothing back, and no device stays for ever.
        _write(self._path, self._announced | set(new))
        for name in new:
            connection.publish(name, wanted[name], retain=True)
        for name in gone:
            connection.publish(name, b"", retain=True)
        self._announced = set(wanted)
        _write(self._path, self._announced)
        log.info("announced to Home Assistant", sent=len(new), taken_back=len(gone))

    def _received(self, incoming: Incoming) -> None:
        if incoming.payload == BIRTH:
            self._send(anew=True)
        if self._connection is not None:
            self._connection.acknowledge([incoming])

    async def _look(self) -> None:
        """Announce tables that appear."""
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            self._send(anew=False)


def topic(prefix: str, site: str, table: str, *, further: bool = False) -> str:
    """Where the device of a table is described; `further`: the site is not the hub's home."""
    return f"{prefix}/device/{_id(site, table, further=further)}/config"


def message(site: str, table: str, label: str | None = None, *, further: bool = False) -> bytes:
    """The device of a table, in the short keys of the discovery. `label`: what people call the table."""
    identity = _id(site, table, further=further)
    made = version("arbiter-shotclock")
    document = {
        "dev": {
            "ids": [identity],
            "name": f"Shot clock {label or table}",
            "mf": "Arbiter",
            "mdl": "Billiards shot clock",
        },
        "o": {"name": "Arbiter", "sw": made},
        "avty_t": wire.topic(site, table, "status"),
        "avty_tpl": "{{ value_json.status }}",
        "pl_avail": "ready",
        "pl_not_avail": "lost",
        "qos": 1,
        "cmps": dict(_sensors(identity, site, table)),
    }
    return json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode()


def _sensors(identity: str, site: str, table: str) -> Iterable[tuple[str, Mapping[str, Any]]]:
    state = wire.topic(site, table, "state")
    yield "phase", _sensor(
        identity, "phase", "Phase",
        stat_t=state, val_tpl="{{ value_json.phase }}", dev_cla="enum", ops=list(PHASES), ic="mdi:billiards",
    )  # fmt: skip
    yield "remaining", _sensor(
        identity, "remaining", "Remaining time",
        stat_t=wire.topic(site, table, "tick"),
        val_tpl="{{ (value_json.remaining_ms / 1000) | round(0, 'ceil') | int }}",
        dev_cla="duration", unit_of_meas="s", exp_aft=STALE_S,
    )  # fmt: skip
    yield "striker", _sensor(
        identity, "striker", "Player at the table",
        stat_t=state, val_tpl="{{ value_json.striker }}", dev_cla="enum", ops=list(PLAYERS), ic="mdi:account",
    )  # fmt: skip
    for player in PLAYERS:
        yield f"penalties_{player}", _sensor(
            identity, f"penalties_{player}", f"Time penalties of player {player.upper()}",
            stat_t=state, val_tpl=f"{{{{ value_json.penalties_{player} }}}}", stat_cla="measurement",
            ic="mdi:timer-alert-outline",
        )  # fmt: skip


def _sensor(identity: str, key: str, name: str, **more: Any) -> Mapping[str, Any]:
    return {"p": "sensor", "name": name, "uniq_id": f"{identity}-{key}", **more}


def _id(site: str, table: str, *, further: bool) -> str:
    """With hyphens alone, table b-1 of site a and table 1 of site a-b would be one."""
    return f"arbiter-{site}_{table}" if further else f"arbiter-{site}-{table}"


def _read(path: Path) -> list[str]:
    """The topics that were announced; a file that does not parse counts as none."""
    try:
        kept = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return []
    except ValueError:
        log.warning("what was announced to Home Assistant cannot be read", path=str(path))
        return []
    names = cast("list[object]", kept) if isinstance(kept, list) else []
    return [name for name in names if isinstance(name, str)]


def _write(path: Path, topics: set[str]) -> None:
    if topics:
        path.write_text(json.dumps(sorted(topics)), "utf-8")
    else:
        path.unlink(missing_ok=True)
