"""The hub describes itself: OpenAPI for HTTP, AsyncAPI for MQTT, metrics, and the coverage of the rules."""

from typing import Any

import jsonschema
import paho.mqtt.client as mqtt
import pytest
from hub.device import Device, eventually, penalty, state_of
from hub.harness import MATCH, Mosquitto, Running
from paho.mqtt.enums import CallbackAPIVersion

from arbiter_clock import wire
from arbiter_clock.wire_schema import COMMANDS, DELIVERY, EVENTS
from arbiter_hub.services.asyncapi import payload_schema


@pytest.fixture
async def document(started: Running) -> dict[str, Any]:
    return (await started.api.get("/asyncapi.json")).json()


def test_every_schema_is_a_valid_json_schema() -> None:
    for kind in DELIVERY:
        jsonschema.Draft202012Validator.check_schema(payload_schema(kind))


async def test_the_document_names_every_kind_with_its_delivery(document: dict[str, Any]) -> None:
    assert document["asyncapi"] == "3.0.0"
    assert set(document["channels"]) == set(document["operations"]) == set(DELIVERY)
    for kind, (sender, qos, retained, _) in DELIVERY.items():
        assert document["channels"][kind]["address"] == f"arbiter/1/{{site}}/{{table}}/{kind}"
        operation = document["operations"][kind]
        assert operation["action"] == ("receive" if sender == "device" else "send")
        assert (operation["bindings"]["mqtt"]["qos"], operation["bindings"]["mqtt"]["retain"]) == (
            qos,
            retained,
        )
    for kind, types in (("event", EVENTS), ("cmd", COMMANDS)):
        variants = document["channels"][kind]["messages"][kind]["payload"]["oneOf"]
        assert [one["properties"]["type"]["const"] for one in variants] == [name for name, _ in types]


async def test_real_traffic_is_valid_against_the_document(
    started: Running, device: Device, document: dict[str, Any], broker: Mosquitto
) -> None:
    seen: dict[str, int] = {}
    problems: list[str] = []
    validators = {
        kind: jsonschema.Draft202012Validator(channel["messages"][kind]["payload"])
        for kind, channel in document["channels"].items()
    }

    def check(_client: object, _data: object, message: mqtt.MQTTMessage) -> None:
        kind = wire.parse_topic(message.topic)[2]
        seen[kind] = seen.get(kind, 0) + 1
        problems.extend(
            one.message for one in validators[kind].iter_errors(wire.decode(kind, message.payload))
        )

    watcher = mqtt.Client(CallbackAPIVersion.VERSION2)
    watcher.on_message = check
    watcher.on_connect = lambda client, *_: client.subscribe(f"arbiter/1/{device.site}/#", 1)
    watcher.connect("127.0.0.1", broker.port)
    watcher.loop_start()
    await started.post("1/match", MATCH)
    await started.post("1/set_start", {"striker": "a", "by": "Schreiber"})
    await started.post("1/limit", {"state": "armed", "by": "Turnierleitung"})
    await started.post("1/points", {"player": "a", "points": 4, "by": "Schreiber"})
    device.emit("penalty", **penalty())
    device.publish("state", state_of(device.epoch))
    tick = {"v": 1, "epoch": device.epoch, "seq": 1, "t": 9, "phase": "run", "period": 1, "remaining_ms": 5}
    device.publish("tick", tick)
    device.publish("log", {"v": 1, "level": "info", "text": "hello"})
    await eventually(lambda: set(seen) == set(DELIVERY))
    watcher.disconnect()
    watcher.loop_stop()
    assert problems == []


def test_what_the_codec_refuses_the_document_refuses_too() -> None:
    schema = jsonschema.Draft202012Validator(payload_schema("ack"))
    assert schema.is_valid({"v": 1, "epoch": "0badcafe", "seq": 0})
    for bad in ({"v": 2}, {"epoch": "xyz"}, {"seq": -1}, {"seq": "0"}, {"more": 1}):
        assert not schema.is_valid({"v": 1, "epoch": "0badcafe", "seq": 0, **bad})


async def test_metrics_are_in_the_text_format_of_prometheus(started: Running, device: Device) -> None:
    device.set_start()
    await eventually(lambda: device.confirmed_seq == 1)
    answer = await started.api.get("/metrics")
    assert answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    assert "arbiter_events_total 1.0" in answer.text.splitlines()
    assert 'arbiter_mqtt_messages_total{kind="event"} 1.0' in answer.text.splitlines()


async def test_the_coverage_of_the_rules_is_served(started: Running) -> None:
    matrix = (await started.api.get("/api/v1/rules")).json()
    assert "4.5(b)" in [paragraph["id"] for regulation in matrix for paragraph in regulation["paragraphs"]]


async def test_every_route_says_what_it_answers(started: Running) -> None:
    document = (await started.api.get("/openapi.json")).json()
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            assert operation.get("summary"), (method, path)
            assert operation.get("description"), (method, path)
            for status, answer in operation["responses"].items():
                if status.startswith("4") and "chess" not in path and "bridge" not in path:
                    schema = answer["content"]["application/json"]["schema"]
                    assert schema == {"$ref": "#/components/schemas/Refusal"}, (method, path, status)
