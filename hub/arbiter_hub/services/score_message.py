"""The `score` message: the whole scoreboard of a table."""

from typing import Any

from arbiter_clock import wire
from arbiter_hub.services.journals import Tracker
from arbiter_hub.services.match_model import ActiveMatch
from arbiter_rules.billiards.match import Player, SetScore


def score_message(
    active: ActiveMatch, version: int, current: tuple[str, Tracker] | None, table: str
) -> dict[str, Any]:
    """The message. `version` grows with every change on the table; `current`: the device's journal; `table`: its name
    on the wire."""
    stored, score = active.stored, active.log.score
    one = score.current
    return {
        "v": wire.VERSION,
        "version": version,
        "table": table,
        "match": str(stored.id),
        "title": stored.title,
        "discipline": stored.discipline,
        "preset": stored.preset,
        "edition": stored.edition,
        "distance": stored.distance,
        "best_of": stored.best_of,
        "set": one.number,
        "a": _side(active, "a"),
        "b": _side(active, "b"),
        "striker": score.striker,
        "free_ball": score.free_ball,
        "limit": _limit(active, one),
        "result": score.winner,
        "as_of": None if current is None else {"epoch": current[0], "seq": current[1].newest},
    }


def _side(active: ActiveMatch, player: Player) -> dict[str, Any]:
    side = active.log.score.current.side(player)
    return {
        **active.stored.players[player],
        "ball": active.ball(player),
        "points": side.points,
        "sets": active.log.score.sets_won(player),
        "penalties": side.penalties,
        "penalty_points": side.penalty_points,
    }


def _limit(active: ActiveMatch, one: SetScore) -> dict[str, Any]:
    order = active.limit_order(one.number)
    if one.limited and not one.over:
        return {"state": "on", "by": one.limited_by, "at": order.at if order is not None else None}
    following = active.limit_order(one.number + 1)
    if following is not None and active.log.score.winner is None:
        return {"state": "armed", "by": following.order.by, "at": following.at}
    return {"state": "off", "by": None, "at": None}
