"""Documents from outside: every fault names its field, what was found and what is allowed."""

import copy
from datetime import date
from typing import Any

import pytest

from arbiter_rules.correspondence.card import Card
from arbiter_rules.correspondence.document import parse_tournament
from arbiter_rules.correspondence.events import FIELDS, KINDS, Event
from arbiter_rules.errors import FieldError

DOCUMENT: dict[str, Any] = {
    "name": "Testturnier 2002",
    "code": "T-1",
    "start": "2002-01-01",
    "end": "2003-12-31",
    "players": ["Anna", "Bernd"],
    "report_suffices": True,
    "policy": {"leave_year": "start_date"},
    "leaves": [
        {
            "player": "Anna",
            "first": "2002-07-01",
            "last": "2002-07-14",
            "special": False,
            "notices": [{"to": "director", "sent": "2002-06-01", "route": "direct", "accepted": True}],
        }
    ],
    "appeals": [{"player": "Anna", "dated": "2002-08-01", "received": "2002-08-03", "filed": "2002-08-10"}],
    "games": [
        {
            "id": "1",
            "white": "Anna",
            "black": "Bernd",
            "transit": 2,
            "consent": ["white"],
            "entries": [
                {"by": "white", "move": "1. 5254", "dispatch": "2002-01-02", "days": 1,
                 "proposals": ["1… 5755 2. 7163"]},
                {"kind": "reminder", "by": "white", "on": "2002-01-20"},
                {"kind": "card", "by": "black", "repeats": "1. 5254", "move": "1… 5755", "arrival": "2002-01-04",
                 "postmark": "2002-01-21", "acknowledges": None},
            ],
        }
    ],
}  # fmt: skip


def changed(path: str, value: Any) -> dict[str, Any]:
    """The document with one field set otherwise; `...` removes it."""
    document = copy.deepcopy(DOCUMENT)
    *parents, last = path.split("/")
    node: Any = document
    for key in parents:
        node = node[int(key)] if isinstance(node, list) else node[key]
    if value is ...:
        del node[last]
    else:
        node[int(last) if isinstance(node, list) else last] = value
    return document


def test_a_whole_document_reads():
    tournament = parse_tournament(DOCUMENT)

    assert tournament.policy.departures == {"leave_year": "start_date"}
    assert tournament.report_suffices
    assert tournament.appeals[0].objection is not None
    without = parse_tournament(changed("appeals/0/filed", ...)).appeals[0]
    assert without.objection is None
    game = tournament.games[0]
    first, second, third = game.entries
    assert isinstance(first, Card)
    assert first.proposals == ("1… 5755 2. 7163",)
    assert second == Event(kind="reminder", on=date(2002, 1, 20), by="white")
    assert isinstance(third, Card)
    assert third.acknowledges is None
    assert parse_tournament({"name": "x", "start": "2002-01-01", "players": ["a", "b"]}).games == ()


@pytest.mark.parametrize(
    ("path", "value", "field"),
    [
        ("name", ..., "name"),
        ("name", "  ", "name"),
        ("name", 5, "name"),
        ("name", "x" * 2001, "name"),
        ("start", ..., "start"),
        ("start", "1.1.2002", "start"),
        ("start", 5, "start"),
        ("end", "2001-12-31", "end"),
        ("players", ["Anna"], "players"),
        ("players", ["Anna", "Anna"], "players"),
        ("players", "Anna", "players"),
        ("players", ["Anna", "director"], "players[1]"),
        ("players", ["Anna", ""], "players[1]"),
        ("policy", [], "policy"),
        ("policy", {"nonsense": "x"}, "policy.nonsense"),
        ("policy", {"leave_year": "x"}, "policy.leave_year"),
        ("report_suffices", "yes", "report_suffices"),
        ("surprise", 1, "surprise"),
        ("leaves/0/player", "Clara", "leaves[0].player"),
        ("leaves/0/last", ..., "leaves[0].last"),
        ("leaves/0/last", "2002-06-01", "leaves[0].last"),
        ("leaves/0/first", "2001-01-01", "leaves[0].first"),
        ("leaves/0/notices/0/to", "Clara", "leaves[0].notices[0].to"),
        ("leaves/0/notices/0/route", "pigeon", "leaves[0].notices[0].route"),
        ("leaves/0/notices/0/extra", 1, "leaves[0].notices[0].extra"),
        ("leaves/0/extra", 1, "leaves[0].extra"),
        ("appeals/0/received", "2002-07-31", "appeals[0].received"),
        ("appeals/0/by", "nobody", "appeals[0].by"),
        ("appeals/0/extra", 1, "appeals[0].extra"),
        ("games/0", "x", "games[0]"),
        ("games/0/black", "Anna", "games[0].black"),
        ("games/0/fen", 5, "games[0].fen"),
        ("games/0/fen", "x", "games[0].fen"),
        ("games/0/transit", -1, "games[0].transit"),
        ("games/0/transit", True, "games[0].transit"),
        ("games/0/transit", 61, "games[0].transit"),
        ("games/0/consent", ["red"], "games[0].consent[0]"),
        ("games/0/extra", 1, "games[0].extra"),
        ("games/0/entries", {}, "games[0].entries"),
        ("games/0/entries", [{}] * 2001, "games[0].entries"),
        ("games/0/entries/0/by", "red", "games[0].entries[0].by"),
        ("games/0/entries/0/dispatch", ..., "games[0].entries[0].postmark"),
        ("games/0/entries/0/days", 401, "games[0].entries[0].days"),
        ("games/0/entries/0/medium", "telegram", "games[0].entries[0].medium"),
        ("games/0/entries/0/proposals", [5], "games[0].entries[0].proposals[0]"),
        ("games/0/entries/0/surprise", 1, "games[0].entries[0].surprise"),
        ("games/0/entries/2/acknowledges", "no", "games[0].entries[2].acknowledges"),
        ("games/0/entries/1/kind", "party", "games[0].entries[1].kind"),
        ("games/0/entries/1/by", ..., "games[0].entries[1].by"),
        ("games/0/entries/1/on", ..., "games[0].entries[1].on"),
        ("games/0/entries/1/days", 5, "games[0].entries[1].days"),
        ("games", [DOCUMENT["games"][0]] * 2, "games.id"),
    ],
)
def test_each_fault_names_its_field(path: str, value: Any, field: str):
    with pytest.raises(FieldError) as caught:
        parse_tournament(changed(path, value))

    assert caught.value.field == field
    assert caught.value.allowed


def test_a_document_is_an_object():
    for value in (None, 5, [], "x"):
        with pytest.raises(FieldError):
            parse_tournament(value)


SAMPLES: dict[str, Any] = {
    "by": "white",
    "side": "black",
    "arrival": "2002-01-03",
    "accepts": False,
    "upheld": True,
    "days": 3,
    "move": 1,
    "what": "offer",
    "cause": "death",
    "result": "0-1",
    "reason": "weil",
    "moves": "1. 5254",
}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_event_reads_with_its_fields_and_without_what_it_may_lack(kind: str):
    names = FIELDS[kind]
    whole = {"kind": kind, "on": "2002-01-20"} | {
        name.rstrip("?"): SAMPLES[name.rstrip("?")] for name in names
    }
    bare = {"kind": kind, "on": "2002-01-20"} | {
        name: SAMPLES[name] for name in names if not name.endswith("?")
    }

    for entry in (whole, bare):
        event = parse_tournament(changed("games/0/entries/1", entry)).games[0].entries[1]
        assert isinstance(event, Event)
        assert event.kind == kind
