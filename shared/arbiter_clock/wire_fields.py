"""What every message of the MQTT contract holds: the one place where fields are named and bounded.

A layout is a tuple of (key, Type) in the order in which the keys are written. `wire` checks, writes and reads messages
by layouts, `journal_record` packs events by them; `wire_schema` has them all as tables, for documentation and tests.

The contract is kept as two texts, because a text stays in a device's flash while tables would fill a sixth of its
heap. A line of FIELDS is a layout: its name, then `key:type`, with a question mark where null is allowed. A line of
TYPES is a type: its name, its kind, and for
    int     lowest, highest             text    fewest, most bytes in UTF-8, no control characters
    token   fewest, most characters, and which                          enum    the choices
    bool    nothing                     object  the name of its layout
"""

TYPE_CHECKING = False  # the device has no typing module
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

VERSION = 1
ROOT = "arbiter/1"

INT = "int"
BOOL = "bool"
TEXT = "text"
TOKEN = "token"  # noqa: S105 - a kind of field, no secret
ENUM = "enum"
OBJECT = "object"

#: The kinds of messages.
KINDS = ("status", "state", "tick", "event", "cmd", "reply", "ack", "score", "log")

#: The types of events; the order is the journal's numbering: only append types, and to a type only fields that may be
#: null; choices of a field too are only appended (see journal_record).
EVENT_TYPES = (
    "set_start",
    "start",
    "shot",
    "foul",
    "penalty",
    "borderline",
    "pause",
    "resume",
    "swap",
    "extension",
    "set_end",
    "limit",
    "undo",
    "redo",
    "restored",
    "balls",
)

COMMAND_TYPES = (
    "set_start",
    "set_end",
    "limit",
    "points_to_go",
    "press",
    "preset",
    "identify",
    "balls",
    "update",
)

#: `event` and `cmd` go on with the keys of their type; those of a command are in `data`.
_FIELDS = """
status v:version status:presence device:name firmware:firmware boot:counter connection:counter
    reset:label epoch:epoch;
state v:version epoch:epoch seq:counter boot:counter t:ms utc:ms? preset:label edition:edition
    phase:phase period:period? running:bool remaining_ms:ms? elapsed_ms:ms? limit:limit limit_by:by?
    set:count stroke:count striker:player ball_a:ball free_ball:player? foul:player?
    penalties_a:count penalties_b:count points_a:count points_b:count to_go_a:count? to_go_b:count?
    borderline:bool restored:bool;
tick v:version epoch:epoch seq:counter t:ms phase:phase period:period remaining_ms:ms;
event v:version epoch:epoch seq:seq boot:counter t:ms utc:ms? type:label;
event.set_start set:count striker:player ball_a:ball preset:label limit:bool by:by;
event.start set:count stroke:count striker:player period:period remaining_ms:ms? gap_ms:ms?
    reason:reason;
event.shot set:count stroke:count striker:player period:period? elapsed_ms:ms? paused:bool;
event.foul set:count stroke:count player:player to:player;
event.penalty set:count stroke:count striker:player to:player n:period points:count at:ms
    turn_lost:bool free_ball:player? set_end:bool;
event.borderline set:count stroke:count striker:player penalty:seq late_ms:ms;
event.pause period:period remaining_ms:ms? reason:label;
event.resume period:period remaining_ms:ms?;
event.swap striker:player;
event.extension player:player ms:ms left:count;
event.set_end set:count by:ender;
event.limit state:limit by:by code:count?;
event.undo undoes:seq;
event.redo redoes:seq;
event.restored cause:label phase:phase period:period? remaining_ms:ms?;
event.balls ball_a:ball by:by;
cmd v:version txn:txn issued_at:ms ttl_ms:ms role:role expect_seq:counter? type:label;
cmd.set_start set:count striker:player ball_a:ball limit:bool by:by to_go_a:count? to_go_b:count?;
cmd.set_end ;
cmd.limit state:order by:by;
cmd.points_to_go a:count b:count epoch:epoch as_of_seq:counter;
cmd.press button:button held:bool;
cmd.preset name:label;
cmd.identify ;
cmd.balls ball_a:ball by:by;
cmd.update ;
reply v:version txn:txn ok:bool error:error?;
ack v:version epoch:epoch seq:counter;
score v:version version:counter table:name match:by? title:title discipline:title preset:label?
    edition:edition distance:count? best_of:count? set:count a:side b:side striker:player?
    free_ball:player? limit:score_limit result:by? as_of:as_of?;
log v:version level:level text:line;
side name:title club:title ball:ball points:count sets:count penalties:count penalty_points:count;
score_limit state:limit by:by? at:ms?;
as_of epoch:epoch seq:counter;
"""

_TYPES = """
count int 0 99999;
bool bool;
ms int 0 9007199254740991;
player enum a b;
period int 1 9;
counter int 0 4294967295;
version int 1 1;
ball enum white yellow;
limit enum off armed on;
by text 1 64;
phase enum idle ready run rolling turn_lost paused set_end restored;
seq int 1 4294967295;
epoch token 8 8 0123456789abcdef;
label token 1 32 abcdefghijklmnopqrstuvwxyz0123456789-._;
txn token 1 36 abcdefghijklmnopqrstuvwxyz0123456789-_ABCDEFGHIJKLMNOPQRSTUVWXYZ;
name token 1 32 abcdefghijklmnopqrstuvwxyz0123456789-;
title text 0 120;
side object side;
presence enum ready lost;
firmware text 1 32;
edition text 0 64;
reason enum stroke too_early restart restored;
ender enum hub referee;
role enum direction scorer referee;
order enum off armed;
button enum START SHOT PAUSE UNDO SWAP EXT;
error text 1 200;
score_limit object score_limit;
as_of object as_of;
level enum debug info warning error;
line text 1 400;
"""

_KINDS_OF_TYPE = (INT, BOOL, TEXT, TOKEN, ENUM, OBJECT)
_FROM_HUB = ("cmd", "ack", "score")
_UNCONFIRMED = ("tick", "log")
_RETAINED = ("status", "state", "ack", "score")

#: A device sets it before the first message: what can be read again from the texts is not kept.
lean = False

_types: "dict[int, Type]" = {}  # by their place in _TYPES, negative where null is allowed
_keys: "dict[str, str]" = {}
_layouts: "dict[str, tuple[tuple[str, Type], ...]]" = {}


class Type:
    """The kind and bounds of a value. Instances are shared between fields and hold only what differs from these."""

    low = 0
    high = 0
    nullable = False
    _chars = ""
    _choices: "tuple[str, ...]" = ()
    _fields: "tuple[tuple[str, Type], ...] | None" = None
    _at = 0  # where in _TYPES the rest is written

    def __init__(
        self,
        kind: str,
        *,
        low: int = 0,
        high: int = 0,
        chars: str = "",
        choices: "tuple[str, ...]" = (),
        fields: "tuple[tuple[str, Type], ...] | None" = None,
        nullable: bool = False,
        at: int = 0,
    ):
        self.kind = kind
        if low:
            self.low = low
        if high:
            self.high = high
        if chars:
            self._chars = chars
        if choices:
            self._choices = choices
        if fields is not None:
            self._fields = fields
        if nullable:
            self.nullable = True
        if at:
            self._at = at

    def keep(self) -> None:
        """Hold by itself what is written in the text."""
        if self.kind == TOKEN:
            self._chars = self.chars
        elif self.kind == ENUM:
            self._choices = self.choices
        elif self.kind == OBJECT:
            self._fields = self.fields

    @property
    def chars(self) -> str:
        """What a TOKEN may consist of."""
        return self._chars or _words(self._at)[-1]

    @property
    def choices(self) -> "tuple[str, ...]":
        """What an ENUM may be."""
        return self._choices or tuple(_words(self._at))

    @property
    def fields(self) -> "tuple[tuple[str, Type], ...]":
        """What an OBJECT holds."""
        return layout(_words(self._at)[0]) if self._fields is None else self._fields

    def offers(self, text: str) -> bool:
        """Whether `text` is one of the choices of an ENUM."""
        if self._choices:
            return text in self._choices
        end = _TYPES.find(";", self._at) + 1
        if " " in text:
            return False
        word = " " + text
        return _TYPES.find(word + " ", self._at, end) >= 0 or _TYPES.find(word + ";", self._at, end) >= 0

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


def layout(name: str) -> "tuple[tuple[str, Type], ...]":
    """The keys and their types of a kind of message, or of "event.<type>", "cmd.<type>"; KeyError for no such one."""
    made = _layouts.get(name)
    if made is None:
        made = tuple(_read(name))
        if not lean:
            made = tuple(
                [(_keys.setdefault(key, key), kind) for key, kind in made]
            )  # one text for all layouts
            _layouts[name] = made
    return made


def each(name: str) -> "Iterable[tuple[str, Type]]":
    """The same keys and types one after the other; where nothing is kept, there is no more than one at a time."""
    return _read(name) if lean else layout(name)


def _read(name: str) -> "Iterator[tuple[str, Type]]":
    at = _place(_FIELDS, name)
    end = _FIELDS.find(";", at)
    while True:
        colon = _FIELDS.find(":", at, end)
        if colon < 0:
            return
        stop = _FIELDS.find(" ", colon, end)
        if stop < 0:
            stop = end
        yield _FIELDS[at:colon].strip(), type_of(_FIELDS[colon + 1 : stop].strip())
        at = stop


def type_of(code: str) -> Type:
    """The type of that name, with a question mark where null is allowed; KeyError for no such one."""
    nullable = code[-1] == "?"
    at = _place(_TYPES, code[:-1] if nullable else code)
    number = -at if nullable else at
    made = _types.get(number)
    if made is None:
        kind, low, high = (_TYPES[at : _TYPES.find(";", at)] + " 0 0").split()[:3]
        at += len(kind)
        kind = _KINDS_OF_TYPE[_KINDS_OF_TYPE.index(kind)]  # the same text for all of them
        if kind in (INT, TEXT):
            made = Type(kind, low=int(low), high=int(high), nullable=nullable)
        elif kind == TOKEN:
            made = Type(kind, low=int(low), high=int(high), nullable=nullable, at=at)
        else:
            made = Type(kind, nullable=nullable, at=at)
        if not lean:
            made.keep()
        _types[number] = made
    return made


def delivery(kind: str) -> "tuple[str, int, bool, int]":
    """How a kind of message travels: sender, QoS, retained, largest payload in bytes."""
    hub = kind in _FROM_HUB
    return (
        "hub" if hub else "device",
        0 if kind in _UNCONFIRMED else 1,
        kind in _RETAINED,
        4096 if hub else 1024,
    )


def _place(text: str, name: str) -> int:
    """Where the line of `name` goes on after it."""
    at = text.find("\n" + name + " ")
    if at < 0:
        raise KeyError(name)
    return at + len(name) + 2


def _words(at: int) -> "list[str]":
    return [str(word) for word in _TYPES[at : _TYPES.find(";", at)].split()]
