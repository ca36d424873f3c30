"""The MQTT contract as an AsyncAPI 3 document, made from the tables by which messages are checked."""

from collections.abc import Iterable, Sequence
from importlib.metadata import version
from typing import Any

from arbiter_clock import wire_schema as schema
from arbiter_hub.settings import Settings

Json = dict[str, Any]

SUMMARIES = {
    "status": "Whether the device is there; `lost` is its last will.",
    "state": "The whole clock, at each change.",
    "tick": "The time that is left, once a second while it runs.",
    "event": "One step of the clock, sent again until `ack` covers it.",
    "cmd": "A command; dropped when it is old, seen before, or not expected.",
    "reply": "The answer to a command.",
    "ack": "Every event up to this one is durably stored.",
    "score": "The whole scoreboard.",
    "log": "What the device has to say to its operator.",
}


def document(settings: Settings, host: str, port: int, sites: Sequence[str] | None = None) -> Json:
    """AsyncAPI 3.0.0; the payload schemas are JSON Schema. `sites`: those that the hub serves."""
    kinds = list(schema.MESSAGES)
    return {
        "asyncapi": "3.0.0",
        "info": {
            "title": "Arbiter",
            "version": version("arbiter-shotclock"),
            "description": f"Messages between clocks, hub and scoreboards, contract version {schema.VERSION}.",
        },
        "defaultContentType": "application/json",
        "servers": {
            "broker": {
                "host": f"{host}:{port}",
                "protocol": "mqtts" if settings.broker_tls else "mqtt",
            }
        },
        "channels": {kind: _channel(kind, sites or (settings.site,)) for kind in kinds},
        "operations": {kind: _operation(kind) for kind in kinds},
    }


def payload_schema(kind: str) -> Json:
    """JSON Schema of one kind of message."""
    fields = schema.MESSAGES[kind]
    if kind == "event":
        variants = [_object((*fields, *more), type=name) for name, more in schema.EVENTS]
        return {"oneOf": variants}
    if kind == "cmd":
        data = {name: schema.Type(schema.OBJECT, fields=more) for name, more in schema.COMMANDS}
        return {"oneOf": [_object((*fields, ("data", one)), type=name) for name, one in data.items()]}
    return _object(fields)


def _channel(kind: str, sites: Sequence[str]) -> Json:
    name = f"a name of 1 to 32 characters from {schema.NAME_CHARS}"
    served = f"{name}; this hub serves {', '.join(sites)}"
    return {
        "address": f"{schema.ROOT}/{{site}}/{{table}}/{kind}",
        "parameters": {"site": {"description": served}, "table": {"description": name}},
        "messages": {
            kind: {
                "name": kind,
                "summary": SUMMARIES[kind],
                "payload": payload_schema(kind),
            }
        },
    }


def _operation(kind: str) -> Json:
    sender, qos, retained, limit = schema.DELIVERY[kind]
    return {
        "action": "receive" if sender == "device" else "send",
        "channel": {"$ref": f"#/channels/{kind}"},
        "summary": f"At most {limit} bytes.",
        "bindings": {"mqtt": {"qos": qos, "retain": retained, "bindingVersion": "0.2.0"}},
    }


def _object(fields: Iterable[tuple[str, schema.Type]], **constants: str) -> Json:
    properties = {name: _value(kind) for name, kind in fields}
    properties.update({name: {"const": value} for name, value in constants.items()})
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _value(kind: schema.Type) -> Json:
    if kind.kind == schema.INT:
        made: Json = {"type": "integer", "minimum": kind.low, "maximum": kind.high}
    elif kind.kind == schema.BOOL:
        made = {"type": "boolean"}
    elif kind.kind == schema.ENUM:
        return {"enum": [*kind.choices, None] if kind.nullable else list(kind.choices)}
    elif kind.kind == schema.OBJECT:
        made = _object(kind.fields)
    elif kind.kind == schema.TOKEN:
        letters = kind.chars.replace("-", "") + ("-" if "-" in kind.chars else "")
        made = {"type": "string", "pattern": f"^[{letters}]{{{kind.low},{kind.high}}}$"}
    else:  # the bounds of a text count bytes, of which a character has at least one
        made = {"type": "string", "minLength": min(kind.low, 1), "maxLength": kind.high}
    if kind.nullable:
        made["type"] = [made["type"], "null"]
    return made
