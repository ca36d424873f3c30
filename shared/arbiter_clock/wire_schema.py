"""What every message of the MQTT contract holds, as plain data: the one place where fields are named and bounded.

A layout is a tuple of (key, Type) in the order in which the keys are written. `wire` checks, writes and reads
messages by these tables, `journal_record` packs events by them, and the hub documents them from here.
"""

VERSION = 1
ROOT = "arbiter/1"

INT = "int"  # whole number, low..high
BOOL = "bool"
TEXT = "text"  # low..high bytes in UTF-8, no control characters
TOKEN = "token"  # low..high characters, all of them from `chars`  # noqa: S105 - a kind of field, no secret
ENUM = "enum"  # one of `choices`
OBJECT = "object"  # nested layout `fields`

NAME_CHARS = "abcdefghijklmnopqrstuvwxyz0123456789-"
_LABEL_CHARS = NAME_CHARS + "._"
_ID_CHARS = NAME_CHARS + "_ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Type:
    """The kind and bounds of a value. Made for the device's small heap: instances are shared between fields, and hold
    only what differs from these defaults."""

    low = 0
    high = 0
    chars = ""
    choices: "tuple[str, ...]" = ()
    fields: "tuple[tuple[str, Type], ...]" = ()
    nullable = False

    def __init__(
        self,
        kind: str,
        *,
        low: int = 0,
        high: int = 0,
        chars: str = "",
        choices: "tuple[str, ...]" = (),
        fields: "tuple[tuple[str, Type], ...]" = (),
        nullable: bool = False,
    ):
        self.kind = kind
        if high:
            self.low = low
            self.high = high
        if chars:
            self.chars = chars
        if choices:
            self.choices = choices
        if fields:
            self.fields = fields
        if nullable:
            self.nullable = True

    def allowed(self) -> str:
        """The bounds in words, for a FieldError."""
        if self.kind == INT:
            words = "a whole number from " + str(self.low) + " to " + str(self.high)
        elif self.kind == BOOL:
            words = "true or false"
        elif self.kind == ENUM:
            words = "one of " + ", ".join(self.choices)
        elif self.kind == OBJECT:
            words = "an object with " + (", ".join([name for name, _ in self.fields]) or "no keys")
        else:
            words = "text of " + str(self.low)
            if self.high > self.low:
                words += " to " + str(self.high)
            if self.kind == TOKEN:
                words += " characters from " + self.chars
            else:
                words += " bytes without control characters"
        return words + " or null" if self.nullable else words


def _int(low: int, high: int, *, nullable: bool = False) -> Type:
    return Type(INT, low=low, high=high, nullable=nullable)


def _text(low: int, high: int, *, nullable: bool = False) -> Type:
    return Type(TEXT, low=low, high=high, nullable=nullable)


def _enum(*choices: str) -> Type:
    return Type(ENUM, choices=choices)


_MS_MAX = 2**53 - 1  # the largest whole number that every JSON reader keeps exactly
_BOOL = Type(BOOL)
_MS = _int(0, _MS_MAX)
_MS_NULL = _int(0, _MS_MAX, nullable=True)
_SEQ = _int(1, 2**32 - 1)
_SEQ_0 = _int(0, 2**32 - 1)  # 0: no event yet
_SEQ_0_NULL = _int(0, 2**32 - 1, nullable=True)
_COUNT = _int(0, 99_999)
_COUNT_NULL = _int(0, 99_999, nullable=True)
_COUNTER = _int(0, 2**32 - 1)
_PERIOD = _int(1, 9)
_PERIOD_NULL = _int(1, 9, nullable=True)
_VERSION = _int(VERSION, VERSION)
_EPOCH = Type(TOKEN, low=8, high=8, chars="0123456789abcdef")
_LABEL = Type(TOKEN, low=1, high=32, chars=_LABEL_CHARS)
_LABEL_NULL = Type(TOKEN, low=1, high=32, chars=_LABEL_CHARS, nullable=True)
_TXN = Type(TOKEN, low=1, high=36, chars=_ID_CHARS)
NAME = Type(TOKEN, low=1, high=32, chars=NAME_CHARS)
_BY = _text(1, 64)
_BY_NULL = _text(1, 64, nullable=True)
_TITLE = _text(0, 120)
_PLAYER = _enum("a", "b")
_PLAYER_NULL = Type(ENUM, choices=("a", "b"), nullable=True)
_BALL = _enum("white", "yellow")
_PHASE = _enum("idle", "ready", "run", "rolling", "turn_lost", "paused", "set_end", "restored")
_LIMIT = _enum("off", "armed", "on")

#: Keys that every event has; those of its type follow.
EVENT = (
    ("v", _VERSION),
    ("epoch", _EPOCH),
    ("seq", _SEQ),
    ("boot", _COUNTER),
    ("t", _MS),
    ("utc", _MS_NULL),
    ("type", _LABEL),
)

_STROKE = (("set", _COUNT), ("stroke", _COUNT))
_STRIKER = _STROKE + (("striker", _PLAYER),)

#: Further keys by the event's type. The order of types is the journal's numbering: only append types, and to a type
#: only fields that may be null; choices of a field too are only appended (see journal_record).
EVENTS: "tuple[tuple[str, tuple[tuple[str, Type], ...]], ...]" = (
    (
        "set_start",
        (
            ("set", _COUNT),
            ("striker", _PLAYER),
            ("ball_a", _BALL),
            ("preset", _LABEL),
            ("limit", _BOOL),
            ("by", _BY),
        ),
    ),
    (
        "start",
        _STRIKER
        + (
            ("period", _PERIOD),
            ("remaining_ms", _MS_NULL),
            ("gap_ms", _MS_NULL),
            ("reason", _enum("stroke", "too_early", "restart", "restored")),
        ),
    ),
    ("shot", _STRIKER + (("period", _PERIOD_NULL), ("elapsed_ms", _MS_NULL), ("paused", _BOOL))),
    ("foul", _STROKE + (("player", _PLAYER), ("to", _PLAYER))),
    (
        "penalty",
        _STRIKER
        + (
            ("to", _PLAYER),
            ("n", _PERIOD),
            ("points", _COUNT),
            ("at", _MS),
            ("turn_lost", _BOOL),
            ("free_ball", _PLAYER_NULL),
            ("set_end", _BOOL),
        ),
    ),
    ("borderline", _STRIKER + (("penalty", _SEQ), ("late_ms", _MS))),
    ("pause", (("period", _PERIOD), ("remaining_ms", _MS_NULL), ("reason", _LABEL))),
    ("resume", (("period", _PERIOD), ("remaining_ms", _MS_NULL))),
    ("swap", (("striker", _PLAYER),)),
    ("extension", (("player", _PLAYER), ("ms", _MS), ("left", _COUNT))),
    ("set_end", (("set", _COUNT), ("by", _enum("hub", "referee")))),
    ("limit", (("state", _LIMIT), ("by", _BY), ("code", _COUNT_NULL))),
    ("undo", (("undoes", _SEQ),)),
    ("redo", (("redoes", _SEQ),)),
    (
        "restored",
        (("cause", _LABEL), ("phase", _PHASE), ("period", _PERIOD_NULL), ("remaining_ms", _MS_NULL)),
    ),
    ("balls", (("ball_a", _BALL), ("by", _BY))),
)

#: `data` by the command's type.
COMMANDS: "tuple[tuple[str, tuple[tuple[str, Type], ...]], ...]" = (
    (
        "set_start",
        (
            ("set", _COUNT),
            ("striker", _PLAYER),
            ("ball_a", _BALL),
            ("limit", _BOOL),
            ("by", _BY),
            ("to_go_a", _COUNT_NULL),
            ("to_go_b", _COUNT_NULL),
        ),
    ),
    ("set_end", ()),
    ("limit", (("state", _enum("off", "armed")), ("by", _BY))),
    ("points_to_go", (("a", _COUNT), ("b", _COUNT), ("epoch", _EPOCH), ("as_of_seq", _SEQ_0))),
    ("press", (("button", _enum("START", "SHOT", "PAUSE", "UNDO", "SWAP", "EXT")), ("held", _BOOL))),
    ("preset", (("name", _LABEL),)),
    ("identify", ()),
    ("balls", (("ball_a", _BALL), ("by", _BY))),
    ("update", ()),
)

_SIDE = Type(
    OBJECT,
    fields=(
        ("name", _TITLE),
        ("club", _TITLE),
        ("ball", _BALL),
        ("points", _COUNT),
        ("sets", _COUNT),
        ("penalties", _COUNT),
        ("penalty_points", _COUNT),
    ),
)

#: Layouts of the messages; `event` and `cmd` go on with the keys of their type.
MESSAGES: "dict[str, tuple[tuple[str, Type], ...]]" = {
    "status": (
        ("v", _VERSION),
        ("status", _enum("ready", "lost")),
        ("device", NAME),
        ("firmware", _text(1, 32)),
        ("boot", _COUNTER),
        ("connection", _COUNTER),
        ("reset", _LABEL),
        ("epoch", _EPOCH),
    ),
    "state": (
        ("v", _VERSION),
        ("epoch", _EPOCH),
        ("seq", _SEQ_0),
        ("boot", _COUNTER),
        ("t", _MS),
        ("utc", _MS_NULL),
        ("preset", _LABEL),
        ("edition", _text(0, 64)),
        ("phase", _PHASE),
        ("period", _PERIOD_NULL),
        ("running", _BOOL),
        ("remaining_ms", _MS_NULL),
        ("elapsed_ms", _MS_NULL),
        ("limit", _LIMIT),
        ("limit_by", _BY_NULL),
        ("set", _COUNT),
        ("stroke", _COUNT),
        ("striker", _PLAYER),
        ("ball_a", _BALL),
        ("free_ball", _PLAYER_NULL),
        ("foul", _PLAYER_NULL),
        ("penalties_a", _COUNT),
        ("penalties_b", _COUNT),
        ("points_a", _COUNT),
        ("points_b", _COUNT),
        ("to_go_a", _COUNT_NULL),
        ("to_go_b", _COUNT_NULL),
        ("borderline", _BOOL),
        ("restored", _BOOL),
    ),
    "tick": (
        ("v", _VERSION),
        ("epoch", _EPOCH),
        ("seq", _SEQ_0),
        ("t", _MS),
        ("phase", _PHASE),
        ("period", _PERIOD),
        ("remaining_ms", _MS),
    ),
    "event": EVENT,
    "cmd": (
        ("v", _VERSION),
        ("txn", _TXN),
        ("issued_at", _MS),
        ("ttl_ms", _MS),
        ("role", _enum("direction", "scorer", "referee")),
        ("expect_seq", _SEQ_0_NULL),
        ("type", _LABEL),
    ),
    "reply": (("v", _VERSION), ("txn", _TXN), ("ok", _BOOL), ("error", _text(1, 200, nullable=True))),
    "ack": (("v", _VERSION), ("epoch", _EPOCH), ("seq", _SEQ_0)),
    "score": (
        ("v", _VERSION),
        ("version", _COUNTER),
        ("table", NAME),
        ("match", _text(1, 64, nullable=True)),
        ("title", _TITLE),
        ("discipline", _TITLE),
        ("preset", _LABEL_NULL),
        ("edition", _text(0, 64)),
        ("distance", _COUNT_NULL),
        ("best_of", _COUNT_NULL),
        ("set", _COUNT),
        ("a", _SIDE),
        ("b", _SIDE),
        ("striker", _PLAYER_NULL),
        ("free_ball", _PLAYER_NULL),
        ("limit", Type(OBJECT, fields=(("state", _LIMIT), ("by", _BY_NULL), ("at", _MS_NULL)))),
        ("result", _text(1, 64, nullable=True)),
        ("as_of", Type(OBJECT, fields=(("epoch", _EPOCH), ("seq", _SEQ_0)), nullable=True)),
    ),
    "log": (("v", _VERSION), ("level", _enum("debug", "info", "warning", "error")), ("text", _text(1, 400))),
}

#: How each kind travels: sender, QoS, retained, largest payload in bytes.
DELIVERY: "dict[str, tuple[str, int, bool, int]]" = {
    "status": ("device", 1, True, 1024),
    "state": ("device", 1, True, 1024),
    "tick": ("device", 0, False, 1024),
    "event": ("device", 1, False, 1024),
    "cmd": ("hub", 1, False, 4096),
    "reply": ("device", 1, False, 1024),
    "ack": ("hub", 1, True, 4096),
    "score": ("hub", 1, True, 4096),
    "log": ("device", 0, False, 1024),
}
