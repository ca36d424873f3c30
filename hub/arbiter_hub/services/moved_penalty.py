"""A time penalty that belongs to the other player: taken back where it was booked, and entered for him."""

from functools import partial
from typing import Any

from arbiter_hub.errors import RefusedError
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.services.scoring import Scoring
from arbiter_rules.billiards.match import Entry, opponent


async def move_penalty(scoring: Scoring, table: str, entry: str, note: str, by: str) -> dict[str, Any]:
    """Book a penalty against the other player; RefusedError 409 for an entry that is no penalty that counts.

    Both lines stay in the log, the new one where the old one was, as the set may be over since. The direction decides
    this, as the clock has booked for whom it knew at the table.
    """
    booked = _counting(scoring, table, entry)
    against, to = opponent(booked.data["striker"]), opponent(booked.data["to"])
    free_ball = booked.data["free_ball"]
    moved = {
        **{name: booked.data[name] for name in ("set", "stroke", "n", "points", "turn_lost", "set_end")},
        "striker": against,
        "to": to,
        "free_ball": None if free_ball is None else opponent(free_ball),
        "moved": entry,
    }
    # Two people of the direction may press at the same time. The new line takes the old one back already, so a power
    # cut before the reason is written costs the reason only.
    check = partial(_counting, scoring, table, entry)
    answer = await scoring.enter(table, "penalty", moved, by, after=booked.order[:2], check=check)
    await scoring.enter(table, "revoke", {"entry": entry, "note": note}, by)
    return answer


def _counting(scoring: Scoring, table: str, key: str) -> Entry:
    log = scoring.active(table).log
    booked = next((one for one in log.entries if one.key == key), None)
    if booked is None or booked.type != "penalty" or key in log.taken_back:
        raise RefusedError(409, "entry", key, Phrase(N_("a time penalty that counts")))
    return booked
