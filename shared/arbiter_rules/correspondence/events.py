"""What happens in a game besides cards: notices, queries, reminders, claims, and what the director decides.

Each kind has its own fields; `FIELDS` is the list that a document is checked against.
"""

from dataclasses import dataclass
from datetime import date
from typing import Final, Literal, get_args

from arbiter_rules.correspondence.board import Side
from arbiter_rules.correspondence.card import Card
from arbiter_rules.correspondence.endings import Result

EventKind = Literal[
    "long_think",
    "query",
    "reminder",
    "director_told",
    "refusal",
    "claim",
    "claim_answer",
    "claim_finding",
    "adjustment",
    "warning",
    "time_fixed",
    "days_set",
    "dispute",
    "retraction",
    "repetition_claim",
    "withdrawal",
    "ruling",
    "record",
    "director_query",
    "director_answer",
    "route_ordered",
    "cards_restricted",
    "irregularity",
    "consent",
    "published",
    "copy_sent",
]
KINDS: tuple[EventKind, ...] = get_args(EventKind)
EntryKind = Literal["card"] | EventKind
ENTRY_KINDS: tuple[EntryKind, ...] = ("card", *KINDS)

#: What a withdrawal is: the player's own, his death, or a resignation that someone found unfounded (§ 26).
Cause = Literal["withdrawal", "death", "unfounded_resignation"]
CAUSES: tuple[Cause, ...] = get_args(Cause)
Disputed = Literal["offer", "acceptance", "resignation"]
DISPUTED: tuple[Disputed, ...] = get_args(Disputed)
#: What the director may rule; an open result is none.
RULINGS: tuple[Result, ...] = ("1-0", "0-1", "1/2-1/2")

#: The fields of each kind besides `on`; "?" marks one that may be left out.
FIELDS: Final[dict[EventKind, tuple[str, ...]]] = {
    "long_think": ("by",),
    "query": ("by", "arrival"),
    "reminder": ("by",),
    "director_told": ("by",),
    "refusal": ("by",),
    "claim": ("by",),
    "claim_answer": ("by", "accepts"),
    "claim_finding": ("upheld",),
    "adjustment": ("side", "days", "reason"),
    "warning": ("side", "reason"),
    "time_fixed": ("side", "move", "days", "reason?"),
    "days_set": ("by", "days"),
    "dispute": ("by", "what"),
    "retraction": ("by",),
    "repetition_claim": ("by",),
    "withdrawal": ("by", "cause?"),
    "ruling": ("result", "reason?"),
    "record": ("by", "moves?"),
    "director_query": ("side",),
    "director_answer": ("by",),
    "route_ordered": (),
    "cards_restricted": (),
    "irregularity": ("by", "move", "reason?"),
    "consent": ("by",),
    "published": ("by",),
    "copy_sent": ("by",),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One event; the fields that its kind does not have are None or empty.

    by       the player who acts          side     the player it concerns, when the director acts
    arrival  for a query: when the void card arrived
    """

    kind: EventKind
    on: date
    by: Side | None = None
    side: Side | None = None
    arrival: date | None = None
    accepts: bool | None = None
    upheld: bool | None = None
    days: int | None = None
    move: int | None = None
    what: Disputed | None = None
    cause: Cause = "withdrawal"
    result: Result | None = None
    reason: str = ""
    moves: str = ""


Entry = Card | Event


def day_of(entry: Entry) -> date | None:
    """The day of an entry: for a card the postmark, else the stated dispatch, else the receipt."""
    if isinstance(entry, Card):
        return entry.sent or entry.received
    return entry.on
