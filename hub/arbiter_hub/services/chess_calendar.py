"""The deadlines of correspondence games as an iCalendar feed: one all-day event for each day that something is due."""

import hashlib
from collections.abc import Iterable
from datetime import UTC, date, datetime, timedelta
from typing import Any

from icalendar import Alarm, Calendar, Event

from arbiter_hub.services.chess_words import Words
from arbiter_rules.correspondence.audit import PlayerDuty, TournamentAudit

MEDIA_TYPE = "text/calendar; charset=utf-8"


def feed(audit: TournamentAudit, words: Words, *, player: str | None = None) -> bytes:
    """The feed of a tournament, of all its players or of one. It is stamped with the day of the audit."""
    calendar = Calendar()
    _add(calendar, "prodid", "-//Arbiter//correspondence chess//DE")
    _add(calendar, "version", "2.0")
    _add(calendar, "x-wr-calname", audit.tournament.name)
    stamp = datetime(audit.as_of.year, audit.as_of.month, audit.as_of.day, tzinfo=UTC)
    for owed, due in _dated(audit.duties, player):
        calendar.add_component(_event(audit, owed, due, words, stamp))
    return calendar.to_ical()


def _add(component: Any, name: str, value: object) -> None:
    """Add a property; the library's own signature is not typed."""
    component.add(name, value)


def _dated(duties: Iterable[PlayerDuty], player: str | None) -> list[tuple[PlayerDuty, date]]:
    return [
        (owed, owed.duty.due)
        for owed in duties
        if owed.duty.due is not None and (player is None or owed.player == player)
    ]


def _event(audit: TournamentAudit, owed: PlayerDuty, due: date, words: Words, stamp: datetime) -> Event:
    what = words.say(owed.duty.code, {**owed.duty.facts})
    where = f" ({owed.game})" if owed.game else ""
    event = Event()
    # The same duty of the same game keeps its identity when its day moves, so that a calendar moves it too.
    key = "|".join(
        (
            audit.tournament.name,
            owed.game or "",
            owed.player or "",
            owed.duty.code,
            str(owed.duty.facts.get("to", "")),
        )
    )
    _add(event, "uid", f"{hashlib.sha256(key.encode()).hexdigest()[:32]}@arbiter")
    _add(event, "dtstamp", stamp)
    _add(event, "dtstart", due)
    _add(event, "dtend", due + timedelta(days=1))
    _add(event, "transp", "TRANSPARENT")
    _add(event, "summary", f"{owed.player or words('party.director')}: {what}{where}")
    steps = [
        f"{words.paragraph(step.paragraph)}: {words.say(step.reading, {'result': step.result, **step.inputs})}"
        for step in owed.duty.steps
    ]
    _add(event, "description", "\n".join([words.paragraph(owed.duty.paragraph), *steps]))
    if owed.duty.binding:
        alarm = Alarm()
        _add(alarm, "action", "DISPLAY")
        _add(alarm, "description", what)
        _add(alarm, "trigger", timedelta(days=-1))
        event.add_component(alarm)
    return event
