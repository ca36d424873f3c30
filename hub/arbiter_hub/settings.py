"""Every setting of the hub, in one place; each may be given as an environment variable `ARBITER_<NAME>`."""

import sys
from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

BrokerMode = Literal["embedded", "mosquitto", "external"]

#: Tables and sites on the wire.
NAME_PATTERN = r"^[a-z0-9-]{1,32}$"


class Settings(BaseSettings):
    """Read once, at start; nothing in the hub reads the environment afterwards."""

    model_config = SettingsConfigDict(env_prefix="ARBITER_", extra="ignore", frozen=True)

    data: Path = Field(default=Path("var"), description="directory of everything the hub keeps")
    database_url: str | None = Field(
        default=None, description="SQLAlchemy URL; SQLite in the data directory if absent"
    )

    host: str = Field(default="127.0.0.1", description="address the web server binds")
    port: int = Field(default=8000, ge=0, le=65535, description="port of the web server; 0 takes a free one")
    site: str = Field(
        default="club", pattern=NAME_PATTERN, description="the site of this hub's tables on the wire"
    )

    broker: BrokerMode = "embedded"
    broker_host: str = "127.0.0.1"
    broker_port: int | None = Field(
        default=None,
        ge=0,
        le=65535,
        description="1883 if absent, or a free one if that is taken; 0 takes a free one at once",
    )
    broker_user: str | None = None
    broker_password: SecretStr | None = None
    broker_tls: bool = False
    broker_ca: Path | None = Field(default=None, description="certificate authority of an external broker")
    broker_certificate: Path | None = Field(
        default=None, description="the hub's certificate for an external broker that wants one, PEM"
    )
    broker_certificate_key: Path | None = Field(default=None, description="its private key, PEM")
    broker_certificates: Literal["own"] | Path | None = Field(
        default=None,
        description="own, or a folder with ca.pem, server.pem and server-key.pem: mosquitto then speaks TLS to clocks",
    )
    broker_tls_port: int | None = Field(
        default=None, ge=0, le=65535, description="8883 if absent, or a free one if that is taken; 0 likewise"
    )
    broker_names: str = Field(
        default="",
        pattern=r"^[A-Za-z0-9.:, _-]*$",
        description="further names and addresses of the hub in its own certificate, with commas",
    )
    broker_client_certificates: bool = Field(
        default=False, description="let only clocks in that have a certificate, by TLS"
    )
    broker_keepalive_s: int = Field(default=15, ge=2, le=120)
    mosquitto: str = Field(default="mosquitto", description="program of the supervised mosquitto")

    remote_control: bool = Field(default=False, description="take commands by MQTT too, with API tokens")
    home_assistant: bool = Field(
        default=False, description="show the tables' clocks in Home Assistant, by MQTT"
    )
    home_assistant_prefix: str = Field(
        default="homeassistant", pattern=r"^[A-Za-z0-9_-]+(/[A-Za-z0-9_-]+)*$", description="of its discovery"
    )

    clocks: int = Field(default=0, ge=0, le=32, description="simulated clocks to run, one a table")
    clock_factor: int = Field(
        default=1, ge=1, le=100, description="how many times faster simulated clocks run"
    )
    firmware: Path | None = Field(
        default=None, description="folder of the firmware; found by itself if absent"
    )
    micropython: str = Field(
        default=str(Path(sys.executable).with_name("micropython")),
        description="program that runs simulated clocks",
    )

    direction_token: SecretStr | None = Field(
        default=None,
        min_length=16,
        description="bearer token of the direction; made at first start if absent",
    )
    publish_sheets: bool = Field(
        default=False,
        description="show notes, reasons of corrections and names of officials to everybody, not only to roles",
    )
    next_set: Literal["alternate", "loser", "open"] = Field(
        default="alternate",
        description="who is proposed to begin a further set; open: nobody, as it is lagged for",
    )
    pause_reminder_minutes: int = Field(
        default=10, ge=1, le=240, description="after so long a pause the direction is reminded"
    )
    max_tables: int = Field(default=200, ge=1, le=10_000, description="tables that may appear by themselves")
    command_ttl_ms: int = Field(default=3_000, ge=100, le=60_000)
    batch_size: int = Field(default=500, ge=1, le=10_000)
    batch_ms: int = Field(default=5, ge=0, le=1_000)
    sse_heartbeat_s: float = Field(default=1.0, gt=0, description="boards call 3 s of silence a lost line")
    sse_lifetime_s: float = Field(default=600.0, gt=0)
    log_json: bool = False
    log_level: Literal["debug", "info", "warning", "error"] = "info"

    @model_validator(mode="after")
    def _external_needs_a_port(self) -> "Settings":
        if self.broker == "external" and self.broker_port == 0:
            # There is nothing to take a free port for.
            raise ValueError("broker_port: found 0, allowed: the port of the external broker")
        return self

    @model_validator(mode="after")
    def _certificates_need_who_uses_them(self) -> "Settings":
        if self.broker_certificates is not None and self.broker != "mosquitto":
            raise ValueError(f"broker: found {self.broker}, allowed: mosquitto with broker_certificates")
        if self.broker_client_certificates and self.broker_certificates is None:
            raise ValueError(
                "broker_certificates: found nothing, allowed: own or a folder for client certificates"
            )
        if (self.broker_certificate is None) != (self.broker_certificate_key is None):
            raise ValueError("broker_certificate: found alone, allowed: with broker_certificate_key")
        if self.broker == "external" and self.broker_tls and self.clocks and self.broker_ca is None:
            raise ValueError(
                "broker_ca: found nothing, allowed: the authority by which simulated clocks check the broker"
            )
        return self

    @property
    def url(self) -> str:
        """The database; SQLite in the data directory unless another is configured."""
        return self.database_url or f"sqlite+aiosqlite:///{self.data / 'arbiter.db'}"

    @property
    def firmware_folder(self) -> Path:
        """The firmware of simulated clocks: as installed with the hub, or in the source tree."""
        if self.firmware is not None:
            return self.firmware
        package = Path(__file__).parent
        installed = package / "firmware"
        return installed if installed.is_dir() else package.parents[1] / "firmware"
