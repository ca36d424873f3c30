"""A tournament as a document (JSON), read strictly.

Every fault is a FieldError with the path of the field, what was found and what is allowed. The whole document
is checked before anything of it is used.
"""

from collections.abc import Mapping, Sequence
from typing import cast

from arbiter_rules.correspondence import leave as leaves_
from arbiter_rules.correspondence.appeals import INSTANCES, Objection, Ruling
from arbiter_rules.correspondence.board import SIDES, Side, position
from arbiter_rules.correspondence.card import MEDIA, ROUTES, Card
from arbiter_rules.correspondence.days import Span
from arbiter_rules.correspondence.events import (
    CAUSES,
    DISPUTED,
    ENTRY_KINDS,
    FIELDS,
    RULINGS,
    Entry,
    EntryKind,
    Event,
    EventKind,
)
from arbiter_rules.correspondence.fields import MAX_TEXT, Table, shown
from arbiter_rules.correspondence.game import Game
from arbiter_rules.correspondence.leave import DIRECTOR, NOTICE_ROUTES, Leave, Notice
from arbiter_rules.correspondence.policy import DEFAULT
from arbiter_rules.correspondence.tournament import AppealCase, Tournament
from arbiter_rules.errors import FieldError


def parse_tournament(value: object) -> Tournament:
    """Read a tournament document."""
    table = Table(value, "")
    start = table.required_day("start")
    end = table.day("end")
    if end is not None and end < start:
        raise FieldError("end", end.isoformat(), f"{start.isoformat()} or later")
    players = tuple(_name(item, where) for item, where in table.items("players"))
    if len(players) < 2 or len(set(players)) != len(players):
        raise FieldError("players", ", ".join(players), "two or more different names")
    chosen = {str(key): str(reading) for key, reading in _plain(table.take("policy"), "policy").items()}
    policy = DEFAULT.with_readings(**chosen)
    leaves = tuple(parse_leave(item, where, players) for item, where in table.items("leaves"))
    for player in players:
        leaves_.check([leave for leave in leaves if leave.player == player], start, end, policy)
    games = tuple(parse_game(item, where, players) for item, where in table.items("games"))
    ids = [game.id for game in games]
    for game_id in ids:
        if ids.count(game_id) > 1:
            raise FieldError("games.id", game_id, "an id that occurs once")
    appeals = tuple(_appeal(item, where, players) for item, where in table.items("appeals"))
    tournament = Tournament(
        appeals=appeals,
        name=table.text("name"),
        code=table.text("code", ""),
        start=start,
        end=end,
        players=players,
        leaves=leaves,
        games=games,
        report_suffices=table.flag("report_suffices"),
        policy=policy,
    )
    table.done()
    return tournament


def _appeal(value: object, where: str, players: Sequence[str]) -> AppealCase:
    table = Table(value, where)
    filed = table.day("filed")
    documents, fee_paid, admitted = (
        table.flag("documents", default=True),
        table.day("fee_paid"),
        table.maybe("admitted"),
    )
    case = AppealCase(
        player=table.one_of("player", players),
        ruling=Ruling(
            by=table.one_of("by", INSTANCES, "director"),
            dated=table.required_day("dated"),
            received=table.required_day("received"),
        ),
        objection=None
        if filed is None
        else Objection(filed=filed, documents=documents, fee_paid=fee_paid, admitted=admitted),
        game=table.text("game", "") or None,
    )
    table.done()
    if case.ruling.received < case.ruling.dated:
        received, dated = case.ruling.received.isoformat(), case.ruling.dated.isoformat()
        raise FieldError(f"{where}.received", received, f"{dated} or later")
    return case


def _plain(value: object, where: str) -> Mapping[str, object]:
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise FieldError(where, shown(value), "an object of switches and readings")
    return cast("Mapping[str, object]", value)


def _name(value: object, where: str) -> str:
    if not isinstance(value, str) or not value.strip() or len(value) > 100 or value == DIRECTOR:
        raise FieldError(where, shown(value), "a name of at most 100 characters")
    return value


def parse_leave(value: object, where: str, players: Sequence[str]) -> Leave:
    """Read one leave."""
    table = Table(value, where)
    leave = Leave(
        player=table.one_of("player", players),
        span=Span(table.required_day("first"), table.required_day("last")),
        notices=tuple(_notice(item, at, players) for item, at in table.items("notices")),
        special=table.flag("special"),
        early_end_told=table.flag("early_end_told"),
    )
    table.done()
    return leave


def _notice(value: object, where: str, players: Sequence[str]) -> Notice:
    table = Table(value, where)
    notice = Notice(
        to=table.one_of("to", (*players, DIRECTOR)),
        sent=table.required_day("sent"),
        route=table.one_of("route", NOTICE_ROUTES, "card"),
        accepted=table.flag("accepted"),
    )
    table.done()
    return notice


def parse_game(value: object, where: str, players: Sequence[str]) -> Game:
    """Read one game with its entries."""
    table = Table(value, where)
    white = table.one_of("white", players)
    black = table.one_of("black", [player for player in players if player != white])
    fen = table.take("fen")
    if fen is not None:
        if not isinstance(fen, str):
            raise FieldError(table.at("fen"), shown(fen), "a position in Forsyth-Edwards notation")
        try:
            position(fen)
        except FieldError as error:
            raise FieldError(table.at("fen"), error.found, error.allowed) from error
    game = Game(
        id=table.text("id"),
        white=white,
        black=black,
        fen=fen,
        start_letter=table.day("start_letter"),
        transit=table.number("transit", 0, 60),
        consent=frozenset(_side(item, at) for item, at in table.items("consent")),
        entries=tuple(parse_entry(item, at) for item, at in table.items("entries")),
    )
    table.done()
    return game


def _side(value: object, where: str) -> Side:
    for side in SIDES:
        if value == side:
            return side
    raise FieldError(where, shown(value), "white | black")


def parse_entry(value: object, where: str) -> Entry:
    """Read a card or an event; `kind` says which, "card" if it is missing."""
    table = Table(value, where)
    kind: EntryKind = table.one_of("kind", ENTRY_KINDS, "card")
    entry = _card(table) if kind == "card" else _event(table, kind)
    table.done()
    return entry


def _event(table: Table, kind: EventKind) -> Event:
    names = {name.rstrip("?") for name in FIELDS[kind]}
    for name in FIELDS[kind]:
        if not name.endswith("?") and not table.has(name):
            raise FieldError(table.at(name), "nothing", f"a value, because the kind is {kind}")
    # A field of another kind stays untaken, so that `done` refuses it.
    has = {name for name in names if table.has(name)}
    return Event(
        kind=kind,
        on=table.required_day("on"),
        by=table.one_of("by", SIDES) if "by" in has else None,
        side=table.one_of("side", SIDES) if "side" in has else None,
        arrival=table.day("arrival") if "arrival" in has else None,
        accepts=table.maybe("accepts") if "accepts" in has else None,
        upheld=table.maybe("upheld") if "upheld" in has else None,
        days=table.number("days", 1 if kind == "adjustment" else 0, 400) if "days" in has else None,
        move=table.number("move", 1, 500) if "move" in has else None,
        what=table.one_of("what", DISPUTED) if "what" in has else None,
        cause=table.one_of("cause", CAUSES) if "cause" in has else "withdrawal",
        result=table.one_of("result", RULINGS) if "result" in has else None,
        reason=table.text("reason", "") if "reason" in has else "",
        moves=table.text("moves", "") if "moves" in has else "",
    )


def _card(table: Table) -> Card:
    card = Card(
        by=table.one_of("by", SIDES),
        repeats=table.text("repeats", ""),
        move=table.text("move", ""),
        arrival=table.day("arrival"),
        dispatch=table.day("dispatch"),
        postmark=table.day("postmark"),
        received=table.day("received"),
        days=table.number("days", 0, 400),
        total=table.number("total", 0, 4000),
        proposals=tuple(_line(item, where) for item, where in table.items("proposals")),
        offer=table.text("offer", ""),
        accepts=table.text("accepts", ""),
        resigns=table.text("resigns", ""),
        signed=table.flag("signed", default=True),
        corrected=table.flag("corrected"),
        medium=table.one_of("medium", MEDIA, "post"),
        route=table.one_of("route", ROUTES, "direct"),
        long_think=table.flag("long_think"),
        reports_difference=table.flag("reports_difference"),
        sets_days=table.number("sets_days", 0, 400),
        claims=table.flag("claims"),
        acknowledges=table.maybe("acknowledges"),
        remarks=table.text("remarks", ""),
    )
    if card.sent is None and card.received is None:
        raise FieldError(table.at("postmark"), "nothing", "a postmark, a dispatch date or a day of receipt")
    return card


def _line(value: object, where: str) -> str:
    if not isinstance(value, str) or len(value) > MAX_TEXT:
        raise FieldError(where, shown(value), "a line of moves")
    return value
