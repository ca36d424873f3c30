"""Who is proposed to begin the next set. The rules that could be read do not say it, so it is a setting, and whoever
begins the set decides."""

from dataclasses import dataclass
from typing import Literal

from arbiter_hub.services.match_model import ActiveMatch
from arbiter_rules.billiards.match import Player, opponent

Custom = Literal["alternate", "loser", "open"]
Reason = Literal["announced", "alternate", "loser"]


@dataclass(frozen=True, slots=True)
class NextSet:
    """`set`: its number; `starts`: who is proposed, by which `reason`; None if it is open."""

    set: int
    starts: Player | None
    reason: Reason | None


def next_set(active: ActiveMatch, custom: Custom) -> NextSet | None:
    """Of a match; None while a set is being played, and when the match is decided."""
    score = active.log.score
    if score.winner is not None or score.set_running:
        return None
    number = score.current.number + 1
    if number == 1:
        announced = _last(active, "starts", "player")
        return NextSet(number, announced, None if announced is None else "announced")
    began, won = _last(active, "set_start", "striker"), score.current.winner
    if custom == "alternate" and began is not None:
        return NextSet(number, opponent(began), custom)
    if custom == "loser" and won is not None:
        return NextSet(number, opponent(won), custom)
    return NextSet(number, None, None)


def _last(active: ActiveMatch, kind: str, name: str) -> Player | None:
    found = [one for one in active.log.counting if one.type == kind]
    return found[-1].data[name] if found else None
