"""Debian's mosquitto, configured and supervised by the hub: the broker for a club.

Everybody has a password and may do only what the contract says: a clock publishes below its own table and reads its
table's commands and acknowledgements; the user `scoreboard` reads all tables and publishes nothing. Where the settings
ask for them there are the users `home-assistant`, who reads tables and has its own topics, and `remote`, who sends
commands to the hub and reads the answers.

With certificates there are two listeners: TLS for the network, and loopback without it for the hub and its clocks.
"""

import asyncio
import contextlib
import hashlib
import json
import os
import secrets
import signal
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from arbiter_clock.errors import FieldError
from arbiter_clock.wire_schema import ROOT
from arbiter_hub.broker.base import REMOTE_ROOT, Address, own_port, require_free_port
from arbiter_hub.broker.tls import TlsListener
from arbiter_hub.log import logger
from arbiter_hub.metrics import Metrics
from arbiter_hub.private import write_private
from arbiter_hub.settings import Settings
from arbiter_hub.sites import Sites
from arbiter_hub.supervise import Child, port_accepts

HUB, SCOREBOARD, CLOCK = "hub", "scoreboard", "clock-"
HOME_ASSISTANT, REMOTE = "home-assistant", "remote"
FROM_CLOCK = ("status", "state", "tick", "event", "reply", "log")
TO_CLOCK = ("cmd", "ack")
SHOWN = ("status", "state", "tick", "event", "score", "log")

#: mosquitto 2.0 stores PBKDF2-SHA512 with this many rounds; the passwords are random, so rounds add nothing.
ROUNDS = 101

LOOPBACK = "127.0.0.1"
CERTIFICATES_EVERY_S = 3600.0

log = logger("broker")


class MosquittoBroker:
    """mosquitto as a child process, started again when it dies."""

    def __init__(self, settings: Settings, metrics: Metrics, sites: Sites | None = None):
        self._sites = sites or Sites(settings.site)
        self._sites.watch(self._renew_access)
        self._folder = settings.data / "mosquitto"
        self._tls = None if settings.broker_certificates is None else TlsListener(settings)
        self._host = settings.broker_host if self._tls is None else LOOPBACK
        self._port = own_port(settings.broker_port, self._host)
        self._settings = settings
        self._tables = [str(number) for number in range(1, settings.clocks + 1)]
        self._passwords: dict[str, str] = {}
        command = (settings.mosquitto, "-c", str(self._folder / "mosquitto.conf"))
        self._child = Child("broker", lambda: command, port_accepts(self._host, self._port), metrics)
        self._renewing: asyncio.Task[None] | None = None

    @property
    def address(self) -> Address:
        return self._address(HUB)

    @property
    def secure_address(self) -> Address | None:
        if self._tls is None:
            return None
        return Address(self._tls.host, self._tls.port, tls=True, ca=self._tls.ca)

    @property
    def pid(self) -> int | None:
        return self._child.pid

    def clock_address(self, table: str) -> Address:
        """With the credentials of the table's clock."""
        return self._address(clock_user(table))

    def scoreboard_address(self) -> Address:
        """With credentials that can only read."""
        return self._address(SCOREBOARD)

    def admit(self, table: str) -> Address:
        """Let the clock of a further table in, at once and from now on."""
        if table not in self._tables:
            self._tables.append(table)
            self._renew_access()
        plain, secure = self.clock_address(table), self.secure_address
        return plain if secure is None else replace(secure, user=plain.user, password=plain.password)

    async def start(self) -> None:
        """Write the configuration and start; OSError if a port is taken, the program or a good certificate missing."""
        require_free_port(self._host, self._port)
        if self._tls is not None:
            self._tls.require_free_port()
            try:
                self._tls.prepare(datetime.now(UTC))
            except FieldError as error:
                raise OSError(str(error)) from error
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._write_access()
        secured = [] if self._tls is None else self._tls.lines()
        write_private(
            self._folder / "mosquitto.conf", configuration(self._folder, self._host, self._port, secured)
        )
        await self._child.start()
        if self._tls is not None:
            self._renewing = asyncio.create_task(self._keep_certificates(), name="certificates")

    async def stop(self) -> None:
        if self._renewing is not None:
            self._renewing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._renewing
        await self._child.stop()

    def renew_certificates(self, now: datetime) -> bool:
        """Let mosquitto show other certificates, if there are others that are good; clocks that are connected stay."""
        assert self._tls is not None  # noqa: S101 - nobody asks without certificates
        try:
            changed = self._tls.prepare(now)
        except (FieldError, OSError) as error:
            log.error("the broker's certificates are no good", error=str(error))
            return False
        if changed:
            log.info("the broker's certificates are others now")
            self._reload()
        return changed

    async def _keep_certificates(self) -> None:
        while True:
            await asyncio.sleep(CERTIFICATES_EVERY_S)
            # Looking up the host's names may take a while.
            await asyncio.to_thread(self.renew_certificates, datetime.now(UTC))

    def _address(self, user: str) -> Address:
        return Address(self._host, self._port, user=user, password=self._passwords[user])

    def _renew_access(self) -> None:
        if not self._passwords:
            return  # not started: that writes them
        self._write_access()
        self._reload()

    def _reload(self) -> None:
        if (pid := self._child.pid) is not None:
            os.kill(pid, signal.SIGHUP)  # mosquitto reads passwords, rights and certificates again

    def _write_access(self) -> None:
        self._load_passwords()
        write_private(self._folder / "passwords", password_file(self._passwords))
        write_private(self._folder / "acl", access_list(self._settings, self._sites, self._tables))

    def _load_passwords(self) -> None:
        path = self._folder / "credentials.json"
        kept: dict[str, str] = json.loads(path.read_text("utf-8")) if path.exists() else {}
        admitted = [user.removeprefix(CLOCK) for user in kept if user.startswith(CLOCK)]
        self._tables += [table for table in admitted if table not in self._tables]
        users = [HUB, SCOREBOARD, *guests(self._settings), *map(clock_user, self._tables)]
        self._passwords = {user: kept.get(user) or secrets.token_urlsafe(24) for user in users}
        write_private(path, json.dumps({**kept, **self._passwords}, indent=1))


def clock_user(table: str) -> str:
    """The user name of a table's clock."""
    return CLOCK + table


def configuration(folder: Path, host: str, port: int, secured: Sequence[str] = ()) -> str:
    """mosquitto.conf: nobody without a password, bounded messages, retained topics survive a restart.

    `secured` are the lines of a second listener.
    """
    lines = [
        "per_listener_settings false",
        f"listener {port} {host}",
        "allow_anonymous false",
        f"password_file {folder.absolute() / 'passwords'}",
        f"acl_file {folder.absolute() / 'acl'}",
        "persistence true",
        f"persistence_location {folder.absolute()}/",
        "set_tcp_nodelay true",
        "max_packet_size 16384",
        "max_inflight_messages 1000",
        "max_queued_messages 100000",
        "log_type error",
        "log_type warning",
        "log_dest stdout",
    ]
    if os.geteuid() == 0:
        # mosquitto would change to another user, who cannot read the hub's private files.
        lines.append("user root")
    return "\n".join([*lines, *secured]) + "\n"


def guests(settings: Settings) -> list[str]:
    """Users for programs beside the hub and the clocks, where the settings ask for them."""
    wanted = ((HOME_ASSISTANT, settings.home_assistant), (REMOTE, settings.remote_control))
    return [user for user, there in wanted if there]


def access_list(settings: Settings, sites: Sites, tables: list[str]) -> str:
    """acl_file: a user's rights are the lines below the name. Clocks of a site that the hub has given up have none."""
    discovery = settings.home_assistant_prefix
    shown = [f"topic read {ROOT}/{site}/+/{kind}" for site in sites.names for kind in SHOWN]
    remote = [f"{REMOTE_ROOT}/{site}" for site in sites.names]
    rights = {
        # Of every site: this broker is the hub's own, and a site that is new is used before the rights are read again.
        HUB: [
            f"topic readwrite {ROOT}/#",
            f"topic readwrite {REMOTE_ROOT}/#",
            f"topic write {discovery}/device/+/config",
            f"topic read {discovery}/status",
        ],
        SCOREBOARD: shown,
        HOME_ASSISTANT: [f"topic readwrite {discovery}/#", *shown],
        REMOTE: [
            line for root in remote for line in (f"topic write {root}/+/+", f"topic read {root}/+/answer")
        ],
    }
    lines: list[str] = []
    for user in (HUB, SCOREBOARD, *guests(settings)):
        lines += [f"user {user}", *rights[user], ""]
    for table in filter(sites.knows, tables):
        lines += [f"user {clock_user(table)}"]
        lines += [f"topic write {sites.topic(table, kind)}" for kind in FROM_CLOCK]
        lines += [f"topic read {sites.topic(table, kind)}" for kind in TO_CLOCK]
        lines += [f"topic read {sites.topic(table, kind)}" for kind in ("state", "tick", "score")]
        lines += [""]
    return "\n".join(lines)


def password_file(passwords: Mapping[str, str]) -> str:
    """password_file in the format of mosquitto 2.0."""
    lines: list[str] = []
    for user, password in passwords.items():
        salt = secrets.token_bytes(12)
        digest = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, ROUNDS)
        lines.append(f"{user}:$7${ROUNDS}${b64encode(salt).decode()}${b64encode(digest).decode()}")
    return "\n".join(lines) + "\n"
