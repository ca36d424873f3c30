"""The hub's connection to the broker: paho-mqtt on the asyncio loop.

Every attempt builds a new client. That way nothing of a broken one is left: not its socket, not its packet ids. Each
has a generation number, and an acknowledgement is sent only on the connection that delivered the message.

A message is acknowledged by whoever has stored it (`manual_ack`). The session is persistent: what arrives while the
hub is away waits at the broker. The connection counts as up once every subscription is granted. It is given up when
nothing has been read for two keepalives, whatever the socket says.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence

from paho.mqtt.enums import MQTTErrorCode

from arbiter_hub.broker.attempt import Attempt, Incoming, Subscription
from arbiter_hub.broker.base import Address
from arbiter_hub.log import logger
from arbiter_hub.metrics import Metrics

__all__ = ["Connection", "Incoming", "Subscription"]

BACKOFF_S = (0.1, 0.25, 0.5, 1.0, 2.0, 5.0)

log = logger("mqtt")


class Connection:
    """A connection that is always being made. All methods belong to the event loop's thread."""

    def __init__(
        self,
        client_id: str,
        subscriptions: Sequence[Subscription],
        *,
        on_message: Callable[[Incoming], None],
        on_up: Callable[[], None],
        on_down: Callable[[], None],
        metrics: Metrics,
        keepalive_s: int = 15,
    ):
        self.generation = 0
        self.connected = False
        self._client_id = client_id
        self._subscriptions = tuple(subscriptions)
        self._left: set[str] = set()
        self._on_message, self._on_up, self._on_down = on_message, on_up, on_down
        self._metrics = metrics
        self._keepalive_s = keepalive_s
        self._attempt: Attempt | None = None
        self._task: asyncio.Task[None] | None = None
        self._mqtt5 = True
        self._up = asyncio.Event()

    def start(self, address: Address) -> None:
        """Begin to connect."""
        self._mqtt5 = address.mqtt5
        self._task = asyncio.create_task(self._run(address), name="mqtt")

    def follow(self, subscriptions: Sequence[Subscription], left: Iterable[str] = ()) -> None:
        """Subscribe to exactly these, at once if connected, and else with the next connection. What an earlier
        connection asked for and `left` are given up: the session at the broker outlives a connection."""
        wanted = {one.filter for one in subscriptions}
        new = tuple(one for one in subscriptions if one not in self._subscriptions)
        self._left |= {*left, *(one.filter for one in self._subscriptions)}
        self._left -= wanted
        self._subscriptions = tuple(subscriptions)
        if self._attempt is not None:
            self._attempt.follow(self._subscriptions, new, frozenset(self._left))

    async def stop(self) -> None:
        """Send what is waiting, say goodbye and end."""
        if self._task is not None:
            if self._attempt is not None:
                await self._attempt.say_goodbye()
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    async def wait_until_up(self) -> None:
        """Return once connected and subscribed."""
        await self._up.wait()

    def publish(self, topic: str, payload: bytes, *, qos: int = 1, retain: bool = False) -> bool:
        """Hand a message to the broker; False if there is no connection, and then nothing is sent later either."""
        if not self.connected or self._attempt is None:
            return False
        return (
            self._attempt.client.publish(topic, payload, qos=qos, retain=retain).rc
            == MQTTErrorCode.MQTT_ERR_SUCCESS
        )

    def acknowledge(self, messages: Sequence[Incoming]) -> None:
        """Tell the broker that these are stored, in the order in which they arrived. Those that an earlier
        connection delivered are left out: the broker delivers them again, and their packet ids mean others now."""
        attempt = self._attempt
        if attempt is None:
            return
        for message in messages:
            if message.qos and message.generation == self.generation:
                attempt.client.ack(message.mid, message.qos)

    def pause(self) -> None:
        """Read no more, so that the broker has to wait: what was read is not stored yet."""
        if self._attempt is not None:
            self._attempt.pause()

    def resume(self) -> None:
        """Read again."""
        if self._attempt is not None:
            self._attempt.resume()

    async def _run(self, address: Address) -> None:
        failures = 0
        while True:
            self.generation += 1
            attempt = self._attempt = Attempt(
                self.generation,
                address,
                self._client_id,
                self._subscriptions,
                left=frozenset(self._left),
                deliver=self._on_message,
                on_up=self._went_up,
                mqtt5=self._mqtt5,
                keepalive_s=self._keepalive_s,
            )
            was_up = False
            try:
                reason = await attempt.run()
                was_up = self.connected
                if attempt.version_refused:
                    log.info("the broker does not speak MQTT 5; 3.1.1 is taken")
                    self._mqtt5 = False
                    continue
                if not attempt.leaving:
                    log.warning("connection to the broker lost", reason=reason, was_up=was_up)
            except (OSError, ValueError) as error:
                log.warning(
                    "the broker cannot be reached", host=address.host, port=address.port, error=str(error)
                )
            finally:
                self._went_down()
                await attempt.close()
            failures = 0 if was_up else failures + 1
            await asyncio.sleep(BACKOFF_S[min(failures, len(BACKOFF_S) - 1)])

    def _went_up(self) -> None:
        self.connected = True
        self._metrics.connects.inc()
        self._metrics.connected.set(1)
        self._up.set()
        self._on_up()

    def _went_down(self) -> None:
        if self.connected:
            self.connected = False
            self._metrics.connected.set(0)
            self._up.clear()
            self._on_down()
