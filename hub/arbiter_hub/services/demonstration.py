"""What `arbiter run` shows with simulated clocks: on each table a match that is ready to be played with the limit."""

import asyncio
from collections.abc import Sequence

from arbiter_clock import presets
from arbiter_hub.errors import RefusedError
from arbiter_hub.live import Live
from arbiter_hub.log import logger
from arbiter_hub.services.scoring import MatchSpec, PlayerSpec, Scoring

DIRECTION = "Turnierleitung (Demo)"
DISTANCE, BEST_OF = 50, 3
PLAYERS = (
    (("Anna Albers", "BC Elbe"), ("Bernd Brandt", "BV Harz")),
    (("Clara Conrad", "1. BC Saale"), ("Dieter Dorn", "BSG Heide")),
    (("Edda Ehlers", "BC Isar"), ("Frank Fischer", "BV Rhön")),
    (("Gesa Gebhardt", "BC Weser"), ("Hans Hoffmann", "BC Lausitz")),
)
POLL_S = 0.2

log = logger("demonstration")


class Demonstration:
    """Seeds the matches that are missing, and begins the first set once the clock is there."""

    def __init__(self, scoring: Scoring, live: Live, tables: Sequence[str]):
        self._scoring, self._live, self._tables = scoring, live, tables

    async def run(self) -> None:
        """Seed all tables."""
        await asyncio.gather(*(self._seed(table) for table in self._tables))

    async def _seed(self, table: str) -> None:
        if not self._scoring.has_match(table):
            await self._scoring.open_match(table, _match(table))
        while self._scoring.active(table).log.score.current.number == 0:
            if self._live.board(table).link == "ready":
                try:
                    await self._scoring.start_set(table, "a", DIRECTION)
                    return
                except RefusedError as error:
                    log.warning("the demonstration waits for its clock", table=table, reason=str(error))
            await asyncio.sleep(POLL_S)


def _match(table: str) -> MatchSpec:
    first, second = PLAYERS[(int(table) - 1) % len(PLAYERS)]
    preset = presets.preset(presets.DEFAULT)
    return MatchSpec(
        title=f"Demo, Tisch {table}",
        discipline="5-Kegel",
        preset=preset.name,
        edition=preset.edition,
        distance=DISTANCE,
        best_of=BEST_OF,
        a=PlayerSpec(*first, "white"),
        b=PlayerSpec(*second, "yellow"),
        limit_by=DIRECTION,
    )
