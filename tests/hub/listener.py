"""A program on the broker that is no clock: it hears everything below a topic."""

import threading

import paho.mqtt.client as mqtt
from paho.mqtt.enums import CallbackAPIVersion

ANSWER_S = 10


class Listener:
    """Connected and subscribed once it is made; `heard` has topic and payload of all that came."""

    def __init__(self, port: int, topic: str):
        self.heard: list[tuple[str, bytes]] = []
        subscribed = threading.Event()
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2)
        self._client.on_connect = lambda client, *_: client.subscribe(topic, 1)
        self._client.on_subscribe = lambda *_: subscribed.set()
        self._client.on_message = self._message
        self._client.connect("127.0.0.1", port)
        self._client.loop_start()
        assert subscribed.wait(ANSWER_S)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def publish(self, topic: str, payload: bytes, *, retain: bool = False) -> None:
        """Return once the broker has it."""
        self._client.publish(topic, payload, qos=1, retain=retain).wait_for_publish(ANSWER_S)

    def _message(self, _client: object, _data: object, message: mqtt.MQTTMessage) -> None:
        self.heard.append((message.topic, bytes(message.payload)))
