"""What the direction should look at: the hub notices it and does nothing by itself.

long_pause          a pause lasts longer than the hub's setting says; nobody resumes it but the referee
swapped_penalty     after a time penalty the referee has changed the player at the table: whose penalty was it?
lost_turn           a turn is lost: has the player played all the same?
disqualification    a player has as many warnings for slow play as it takes
offline             a clock has no connection; it goes on by itself, and what the hub shows is from before
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from arbiter_hub.live import Live
from arbiter_hub.services.match_model import ActiveMatch
from arbiter_hub.services.scoring import Scoring
from arbiter_hub.services.slow_play import standing
from arbiter_hub.services.void_stroke import lost_turn
from arbiter_rules.billiards.match import Entry, Player

Kind = Literal["long_pause", "swapped_penalty", "lost_turn", "disqualification", "offline"]
#: After so many strokes nobody is asked any more whose penalty it was.
STROKES_TO_ASK: Final = 2
MINUTE_MS: Final = 60_000


@dataclass(frozen=True, slots=True)
class Notice:
    """Something at a table. `since`: ms since 1970, where it is known; `entry`: the log's line that it is about."""

    table: str
    kind: Kind
    since: int | None = None
    player: Player | None = None
    reason: str | None = None
    entry: str | None = None


class Attention:
    """Looks over all tables."""

    def __init__(self, scoring: Scoring, live: Live, utc: Callable[[], int], *, pause_minutes: int):
        self._scoring, self._live, self._utc = scoring, live, utc
        self._pause_ms = pause_minutes * MINUTE_MS

    def all(self) -> list[Notice]:
        """Everything, by table."""
        found: list[Notice] = []
        for board in self._live.boards():
            if board.link == "lost":
                found.append(Notice(board.table, "offline", board.link_since))
            if self._scoring.has_match(board.table):
                paused = board.clock is not None and board.clock.get("phase") == "paused"
                found += self._of_match(self._scoring.active(board.table), board.table, paused=paused)
        return found

    def _of_match(self, active: ActiveMatch, table: str, *, paused: bool) -> Iterable[Notice]:
        entries = active.log.counting
        pause = next((entry for entry in reversed(entries) if entry.type == "pause"), None)
        if paused and pause is not None:
            since = active.moments[pause.key]
            if self._utc() - since >= self._pause_ms:
                yield Notice(table, "long_pause", since, reason=str(pause.data["reason"]))
        penalty = swapped_penalty(entries)
        if penalty is not None and active.log.score.winner is None:
            yield Notice(table, "swapped_penalty", player=penalty.data["striker"], entry=penalty.key)
        lost = lost_turn(entries)
        if lost is not None and active.log.score.set_running:
            yield Notice(table, "lost_turn", player=lost.data["striker"], entry=lost.key)
        due = standing(active).due
        if due is not None and active.log.score.winner is None:
            yield Notice(table, "disqualification", player=due)


def swapped_penalty(entries: Sequence[Entry]) -> Entry | None:
    """The time penalty of a stroke during which the referee has changed the player afterwards, as long as few strokes
    were played since; None if there is none. `entries` are those that count, in order."""
    strokes, swap = 0, None
    for entry in reversed(entries):
        if entry.type == "shot":
            if swap is not None:
                return None  # the change was made in another stroke than the penalty
            strokes += 1
            if strokes > STROKES_TO_ASK:
                return None
        elif entry.type == "set_start":
            return None
        elif entry.type == "swap" and swap is None:
            swap = entry
        elif entry.type == "penalty" and swap is not None:
            mine = entry.data["striker"] != swap.data["striker"] and not entry.data["turn_lost"]
            return entry if mine else None
    return None
