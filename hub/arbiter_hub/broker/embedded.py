"""The embedded broker: rumqttd out of the `iotcore` wheel, in a child process.

It has no access control and keeps nothing on disk, so it is bound to loopback and says so. Nothing leans on its
memory: clocks keep their events until the hub confirms them, and both sides publish what is retained again after
every connect.
"""

import sys

from arbiter_hub.broker.base import Address, own_port, require_free_port
from arbiter_hub.log import logger
from arbiter_hub.metrics import Metrics
from arbiter_hub.settings import Settings
from arbiter_hub.supervise import Child, port_accepts

HOST = "127.0.0.1"

log = logger("broker")


class EmbeddedBroker:
    """rumqttd on loopback, started again when it dies."""

    secure_address = None

    def __init__(self, settings: Settings, metrics: Metrics):
        self._port = own_port(settings.broker_port, HOST)
        # rumqttd speaks MQTT 5 on a listener of its own only; one port and 3.1.1 are enough on loopback.
        self.address = Address(HOST, self._port, mqtt5=False)
        command = (sys.executable, "-m", "arbiter_hub.broker.embedded_child", HOST, str(self._port))
        self._child = Child("broker", lambda: command, port_accepts(HOST, self._port), metrics)

    @property
    def pid(self) -> int | None:
        return self._child.pid

    def clock_address(self, table: str) -> Address:  # noqa: ARG002 - one address for all
        """Without access control every clock has the same address."""
        return self.address

    def admit(self, table: str) -> Address | None:  # noqa: ARG002 - nobody is admitted
        """Nobody: it cannot tell one clock from another."""
        return None

    async def start(self) -> None:
        """OSError if the port is taken."""
        require_free_port(HOST, self._port)
        await self._child.start()
        log.info("embedded broker: no access control, therefore loopback only", host=HOST, port=self._port)

    async def stop(self) -> None:
        await self._child.stop()
