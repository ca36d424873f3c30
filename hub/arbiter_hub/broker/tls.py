"""TLS of the broker that the hub runs: where its certificates come from, and that they are renewed while it runs."""

from datetime import datetime
from pathlib import Path

from arbiter_hub.broker import authority
from arbiter_hub.broker.base import own_port, require_free_port
from arbiter_hub.settings import Settings

MQTTS_PORT = 8883
_ANY = ("0.0.0.0", "::")  # noqa: S104 - compared with, not bound


class TlsListener:
    """The certificates of the settings and the port on which they are shown."""

    def __init__(self, settings: Settings):
        chosen = settings.broker_certificates
        self._own = not isinstance(chosen, Path)
        self._folder = chosen if isinstance(chosen, Path) else authority.folder_in(settings.data)
        self._settings = settings
        self._seen: list[int] = []
        self.host = settings.broker_host
        self.port = own_port(settings.broker_tls_port, self.host, MQTTS_PORT)

    @property
    def ca(self) -> Path:
        """The authority's certificate, which every clock needs."""
        return self._folder / authority.CA

    def prepare(self, now: datetime) -> bool:
        """Make or check the certificates; whether they are others than before. FieldError if they are no good."""
        if self._own:
            authority.prepare(self._folder, self._names(), now)
        authority.check(self._folder, now)
        files = (self._folder / name for name in (authority.CA, authority.SERVER, authority.SERVER_KEY))
        before, self._seen = self._seen, [file.stat().st_mtime_ns for file in files]
        return before != self._seen

    def require_free_port(self) -> None:
        """OSError if the port is taken."""
        require_free_port(self.host, self.port)

    def lines(self) -> list[str]:
        """Of mosquitto.conf."""
        folder = self._folder.absolute()
        return [
            f"listener {self.port} {self.host}",
            f"cafile {folder / authority.CA}",
            f"certfile {folder / authority.SERVER}",
            f"keyfile {folder / authority.SERVER_KEY}",
            "tls_version tlsv1.2",  # and newer; clocks speak this one
            f"require_certificate {str(self._settings.broker_client_certificates).lower()}",
        ]

    def _names(self) -> list[str]:
        given = [name.strip() for name in self._settings.broker_names.split(",")]
        return authority.host_names([*given, *([] if self.host in _ANY else [self.host])])
