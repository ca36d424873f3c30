"""A stroke that a player has played although his turn was lost: it is void, and nothing is booked for it again.

The penalty that lost the turn has given the opponent his points and Freier Ball already. The clock does not take such
a stroke for one, so the referee decides it and the hub keeps the decision with its reason.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

from arbiter_hub.errors import RefusedError
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.services.match_model import Idempotency
from arbiter_hub.services.scoring import Scoring
from arbiter_rules.billiards.match import Entry

#: With these the opponent has played, or it was decided.
_OVER = ("shot", "set_start", "set_end", "award", "void_stroke")


def lost_turn(entries: Sequence[Entry]) -> Entry | None:
    """The time penalty by which the turn was lost, until somebody has played since or it was decided that a stroke
    was void; None if there is none. `entries` are those that count, in order."""
    for entry in reversed(entries):
        if entry.type in _OVER:
            return None
        if entry.type == "penalty":
            return entry if entry.data["turn_lost"] and not entry.data["set_end"] else None
    return None


async def declare_void(
    scoring: Scoring, table: str, *, note: str, by: str, once: Idempotency | None = None
) -> dict[str, Any]:
    """Write down that a stroke after the lost turn is void; RefusedError 409 if no turn is lost now."""
    known = None if once is None else await scoring.answered(once)
    if known is not None:
        return known
    lost = _lost_turn(scoring, table)
    # [rule DBU 4.5(b)] No right to play the stroke: it counts for nobody, and the penalty stands once.
    data = {"set": lost.data["set"], "player": lost.data["striker"], "penalty": lost.key, "note": note}
    # Two people may press at the same time.
    return await scoring.enter(
        table, "void_stroke", data, by, once, check=partial(_lost_turn, scoring, table)
    )


def _lost_turn(scoring: Scoring, table: str) -> Entry:
    lost = lost_turn(scoring.active(table).log.counting)
    if lost is None:
        allowed = Phrase(N_("a turn that is lost, before the opponent has played"))
        raise RefusedError(409, "turn", Phrase(N_("none")), allowed)
    return lost
