"""Games in which Black thinks long: the scripts of the timelines W3 to W6."""

from dataclasses import replace
from datetime import timedelta

from correspondence.builders import Script

from arbiter_rules.correspondence.card import Card


def black_thinks(*used: int, announced: bool = True, **last: object) -> Script:
    """A game in which White answers at once and Black uses these days, announcing each long think."""
    script = Script()
    for place, each in enumerate(used):
        script.card(0)
        if each > 10 and announced:
            script.event("long_think", script.arrival, by="black")
        if each > 16:
            reminded = script.sent + timedelta(days=26 if announced else 16)
            if reminded < script.arrival + timedelta(days=each):
                script.event("reminder", reminded, by="white")
        script.card(each, route="director", **(last if place == len(used) - 1 else {}))
    return script


def postmarked_a_day_late(card: Card) -> Card:
    """The same card, of which the sender states the day before its postmark."""
    return replace(card, postmark=card.sent, dispatch=card.sent - timedelta(days=1))


def w5(*, reminder: bool = True, late: bool = False) -> Script:
    script = black_thinks(5, 5, 5, 5, 5, 3)
    script.card(0)
    script.event("long_think", script.arrival, by="black")
    if reminder:
        script.event("reminder", script.sent + timedelta(days=26), by="white")
    script.card(29, route="director")
    if late:
        return script.card(0).card(0).card(0, claims=True)
    return script.card(0, claims=True)
