"""What the scorer does: strokes by what was seen, undo, redo."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arbiter_hub.errors import RefusedError
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.services.match_model import NONE, Idempotency
from arbiter_hub.services.scoring import Scoring
from arbiter_rules.billiards.corrections import ways
from arbiter_rules.billiards.disciplines import Discipline, disciplines
from arbiter_rules.billiards.match import Player, opponent
from arbiter_rules.billiards.stroke import Stroke, evaluate
from arbiter_rules.trace import Step


@dataclass(frozen=True, slots=True)
class Entered:
    """A stroke that was entered: the log's new line, who got how many points, and why."""

    entry: str
    match: int
    player: Player
    points: int
    free_ball: Player | None
    steps: tuple[Step, ...]


class Scorer:
    """Uses of the scoring service by the person at the scoreboard."""

    def __init__(self, scoring: Scoring):
        self._scoring = scoring

    async def enter_stroke(
        self,
        table: str,
        striker: Player,
        stroke: Stroke,
        by: str,
        *,
        settings: Mapping[str, int],
        once: Idempotency | None = None,
    ) -> Entered:
        """Evaluate a stroke by the match's discipline and enter its result; FieldError names what cannot be."""
        active = self._scoring.active(table)
        decision = evaluate(stroke, discipline_named(active.stored.discipline), settings)
        result = decision.value
        player: Player = striker if result.to == "striker" else opponent(striker)
        free_ball: Player | None = opponent(striker) if result.free_ball else None
        seen: dict[str, Any] = {
            "striker": striker,
            "made": dict(stroke.made),
            "foul": stroke.foul,
            "foul_points": stroke.foul_points,
            "full_set": stroke.full_set,
            "settings": dict(settings),
        }
        answer = await self._scoring.add_points(
            table, player, result.points, by, once, more={"free_ball": free_ball, "stroke": seen}
        )
        return Entered(answer["entry"], answer["match"], player, result.points, free_ball, decision.steps)

    async def undo(self, table: str, by: str, once: Idempotency | None = None) -> dict[str, Any]:
        """Take the last entry back; RefusedError 409 if there is none."""
        return await self._go(table, "revoke", by, once)

    async def redo(self, table: str, by: str, once: Idempotency | None = None) -> dict[str, Any]:
        """Put back what undo took; RefusedError 409 if there is nothing, or something new was entered since."""
        return await self._go(table, "reinstate", by, once)

    async def _go(self, table: str, kind: str, by: str, once: Idempotency | None) -> dict[str, Any]:
        if once is not None and (known := await self._scoring.answered(once)) is not None:
            return known
        found = ways(self._scoring.active(table).log.entries)
        target = found.undo if kind == "revoke" else found.redo
        if target is None:
            wanted = (
                N_("an entry to take back") if kind == "revoke" else N_("an entry that was taken back last")
            )
            raise RefusedError(409, "entry", NONE, Phrase(wanted, text=f"an entry to {kind}"))
        return await self._scoring.enter(table, kind, {"entry": target}, by, once)


def discipline_named(name: str) -> Discipline:
    """By id or name; RefusedError 409 for one that strokes cannot be evaluated by."""
    for one in disciplines().values():
        if name in (one.id, one.name):
            return one
    known = " | ".join(one.name for one in disciplines().values())
    raise RefusedError(409, "discipline", name, known)
