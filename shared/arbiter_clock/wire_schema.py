"""The whole MQTT contract as tables, for documentation and tests: everything that `wire_fields` has as text."""

from arbiter_clock.wire_fields import (
    BOOL,
    COMMAND_TYPES,
    ENUM,
    EVENT_TYPES,
    INT,
    KINDS,
    OBJECT,
    ROOT,
    TEXT,
    TOKEN,
    VERSION,
    Type,
    delivery,
    layout,
    type_of,
)

__all__ = [
    "BOOL",
    "COMMANDS",
    "DELIVERY",
    "ENUM",
    "EVENT",
    "EVENTS",
    "INT",
    "MESSAGES",
    "NAME",
    "NAME_CHARS",
    "OBJECT",
    "ROOT",
    "TEXT",
    "TOKEN",
    "VERSION",
    "Type",
]

#: The type of the names of sites and tables.
NAME = type_of("name")
NAME_CHARS = NAME.chars

#: Layouts of the messages; `event` and `cmd` go on with the keys of their type.
MESSAGES = {kind: layout(kind) for kind in KINDS}

#: Keys that every event has; those of its type follow.
EVENT = MESSAGES["event"]

#: Further keys by the event's type.
EVENTS = tuple([(name, layout("event." + name)) for name in EVENT_TYPES])

#: `data` by the command's type.
COMMANDS = tuple([(name, layout("cmd." + name)) for name in COMMAND_TYPES])

#: How each kind travels: sender, QoS, retained, largest payload in bytes.
DELIVERY = {kind: delivery(kind) for kind in KINDS}
