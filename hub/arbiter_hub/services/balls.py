"""Who plays which ball, put right in the middle of a match.

While a set is played the clock is told, and its event is the line of the log; so the referee's UNDO takes it back like
any step. Where there is no clock that can take it, the hub enters the line itself, and tells the clock when it is heard
again.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from arbiter_hub.errors import RefusedError
from arbiter_hub.live import Live
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.services.commands import Commands
from arbiter_hub.services.scoring import Scoring
from arbiter_rules.billiards.balls import OTHER, needs_note
from arbiter_rules.billiards.match import Ball


@dataclass(frozen=True, slots=True)
class Corrected:
    """What was put right. `clock`: the clock shows it too."""

    ball_a: Ball
    was: Ball
    clock: bool


class Balls:
    """Uses of the scoring service by whoever sees that the balls are mixed up."""

    def __init__(self, scoring: Scoring, commands: Commands, live: Live):
        self._scoring, self._commands, self._live = scoring, commands, live
        self._untold: dict[str, str] = {}  # who corrected what a clock does not know yet, by table
        self._errands: set[asyncio.Task[bool]] = set()

    async def correct(
        self, table: str, ball_a: Ball, note: str | None, by: str, txn: str | None = None
    ) -> Corrected:
        """Note that player A plays this ball. RefusedError 409 if that is noted already, or a note is missing."""
        active = self._scoring.active(table)
        was = active.ball("a")
        if ball_a == was and self._shown(table) in (None, ball_a):
            raise RefusedError(409, "ball_a", ball_a, OTHER[ball_a])
        if note is None and needs_note(active.log.entries):
            allowed = Phrase(N_("a note, as the set has had its first stroke"))
            raise RefusedError(409, "note", Phrase(N_("none")), allowed)
        told = active.log.score.set_running and await self._tell(table, ball_a, by, txn)
        if not told:
            data = {"set": active.log.score.current.number, "ball_a": ball_a, "was": was, "note": note or ""}
            await self._scoring.enter(table, "balls", data, by)
            self._untold[table] = by
        elif note is not None:
            await self._scoring.enter(table, "note", {"note": note}, by)
        return Corrected(ball_a, was, told)

    def heard(self, table: str, state: Mapping[str, Any]) -> None:
        """A clock's state arrived: if it still shows the balls as they were, tell it."""
        by = self._untold.get(table)
        if by is None or not self._scoring.is_being_played(table) or state["phase"] == "idle":
            return
        del self._untold[table]
        ball_a = self._scoring.active(table).ball("a")
        if state["ball_a"] != ball_a:
            errand = asyncio.create_task(self._tell(table, ball_a, by), name="balls")
            self._errands.add(errand)
            errand.add_done_callback(self._errands.discard)

    def _shown(self, table: str) -> Ball | None:
        """The ball that the clock shows as a's; None if it shows no set."""
        clock = self._live.board(table).clock
        return None if clock is None or clock["phase"] == "idle" else cast("Ball", clock["ball_a"])

    async def _tell(self, table: str, ball_a: Ball, by: str, txn: str | None = None) -> bool:
        try:
            return (
                await self._commands.send(table, "balls", {"ball_a": ball_a, "by": by}, "referee", txn=txn)
            ).ok
        except RefusedError:
            return False
