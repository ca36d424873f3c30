"""Warnings for slow play, where a discipline has them instead of a limit: counted, and what the last one may lead to.

A warning is an entry of the match's log like any other: it can be taken back and stands on the match sheet. Nothing
follows from it by itself; with as many as the discipline says the direction may disqualify the player.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from arbiter_hub.errors import RefusedError
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.services.match_model import ActiveMatch, Idempotency
from arbiter_hub.services.scoring import Scoring
from arbiter_rules.billiards.disciplines import SlowPlay
from arbiter_rules.billiards.match import Player, opponent
from arbiter_rules.billiards.statistics import discipline_named

PLAYERS: Final[tuple[Player, ...]] = ("a", "b")


@dataclass(frozen=True, slots=True)
class Standing:
    """How many warnings each player has in a match, and the discipline's rule, if it has one."""

    rule: SlowPlay | None
    warnings: Mapping[Player, int]
    disqualified: Player | None

    @property
    def due(self) -> Player | None:
        """Who may be disqualified now."""
        if self.rule is None or self.disqualified is not None:
            return None
        return next((one for one in PLAYERS if self.warnings[one] >= self.rule.disqualifies_at), None)


class Warnings:
    """Uses of the scoring service by whoever warns."""

    def __init__(self, scoring: Scoring):
        self._scoring = scoring

    def standing(self, table: str) -> Standing:
        """Of the table's match; RefusedError 409 if it has none."""
        return standing(self._scoring.active(table))

    async def warn(
        self, table: str, player: Player, note: str, by: str, once: Idempotency | None = None
    ) -> tuple[dict[str, object], Standing]:
        """Enter a warning; the entry, and how it stands then. RefusedError 409 where the discipline has none."""
        active = self._scoring.active(table)

        def check() -> None:
            _require_rule(active)
            _require_undecided(active)

        data = {"set": active.log.score.current.number, "player": player, "note": note}
        return await self._scoring.enter(table, "warning", data, by, once, check=check), standing(active)

    async def disqualify(
        self, table: str, player: Player, note: str, by: str, once: Idempotency | None = None
    ) -> dict[str, object]:
        """Give the match to the opponent; RefusedError 409 for a player who has too few warnings."""
        active = self._scoring.active(table)

        def check() -> None:
            rule, warnings = _require_rule(active), standing(active).warnings[player]
            _require_undecided(active)
            if warnings < rule.disqualifies_at:
                found = Phrase(N_("{count} warnings"), count=warnings)
                allowed = Phrase(N_("a player with {count} warnings"), count=rule.disqualifies_at)
                raise RefusedError(409, "player", found, allowed)

        data = {"set": active.log.score.current.number, "player": player, "note": note}
        return await self._scoring.enter(table, "disqualification", data, by, once, check=check)


def standing(active: ActiveMatch) -> Standing:
    """Of a match."""
    warned = [entry.data["player"] for entry in active.log.counting if entry.type == "warning"]
    awarded = active.log.score.awarded
    return Standing(
        _rule(active),
        {player: warned.count(player) for player in PLAYERS},
        None if awarded is None else opponent(awarded),
    )


def _rule(active: ActiveMatch) -> SlowPlay | None:
    known = discipline_named(active.stored.discipline)
    return None if known is None else known.slow_play


def _require_rule(active: ActiveMatch) -> SlowPlay:
    rule = _rule(active)
    if rule is None:
        allowed = Phrase(N_("a discipline with warnings for slow play"))
        raise RefusedError(409, "discipline", active.stored.discipline, allowed)
    return rule


def _require_undecided(active: ActiveMatch) -> None:
    winner = active.log.score.winner
    if winner is not None:
        found = Phrase(N_("won by {winner}"), winner=winner)
        raise RefusedError(409, "match", found, Phrase(N_("a match that is not decided")))
