"""A broker that somebody else runs, by address and credentials."""

from arbiter_hub.broker.base import MQTT_PORT, Address
from arbiter_hub.settings import Settings


class ExternalBroker:
    """Nothing to start or stop."""

    pid = None
    secure_address = None

    def __init__(self, settings: Settings):
        password = settings.broker_password
        certificate, key = settings.broker_certificate, settings.broker_certificate_key
        self.address = Address(
            settings.broker_host,
            settings.broker_port or MQTT_PORT,
            user=settings.broker_user,
            password=password.get_secret_value() if password else None,
            tls=settings.broker_tls,
            ca=settings.broker_ca,
            certificate=None if certificate is None or key is None else (certificate, key),
        )

    def clock_address(self, table: str) -> Address:  # noqa: ARG002 - credentials of clocks are the operator's
        """Simulated clocks connect as the hub does."""
        return self.address

    def admit(self, table: str) -> Address | None:  # noqa: ARG002 - the operator admits clocks
        """Its operator gives out credentials."""
        return None

    async def start(self) -> None:
        """The connection finds out whether it is there."""

    async def stop(self) -> None:
        """It goes on."""
