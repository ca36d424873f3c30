"""Players and matches out of a file, kept and put on their tables: all of them, or none."""

from arbiter_clock import presets
from arbiter_hub.errors import RefusedError
from arbiter_hub.live import Live
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.services.csv_import import NOTHING, Fault, MatchRow, PlayerRow, Sheet
from arbiter_hub.services.match_model import FREE_TABLE
from arbiter_hub.services.scoring import MatchSpec, PlayerSpec, Scoring
from arbiter_hub.store.engine import Store
from arbiter_hub.store.players import add_players


class MatchImport:
    """Checks what only the hub knows, and opens the matches."""

    def __init__(self, scoring: Scoring, live: Live, max_tables: int):
        self._scoring, self._live, self._max_tables = scoring, live, max_tables

    def checked(self, sheet: Sheet[MatchRow]) -> Sheet[MatchRow]:
        """The sheet with the faults of its tables: each match needs one, for itself, where nobody is playing."""
        faults: list[Fault] = []
        rows_of: dict[str, int] = {}
        for match in sheet.rows:
            fault = self._fault(match, rows_of)
            if fault is not None:
                faults.append(Fault(match.row, "table", *fault))
        return sheet.with_faults(faults)

    async def store(self, sheet: Sheet[MatchRow], by: str) -> list[int]:
        """Put the matches on their tables; their numbers. RefusedError 422 for the first fault, and then nothing is
        stored."""
        sheet = self.checked(sheet)
        _require_good(sheet)
        numbers: list[int] = []
        for match in sheet.rows:
            table = str(match.table)
            answer = await self._scoring.open_match(table, _spec(match))
            numbers.append(int(answer["match"]))
            if match.starts is not None:
                await self._scoring.enter(table, "starts", {"player": match.starts}, by)
        return numbers

    def _fault(self, match: MatchRow, rows_of: dict[str, int]) -> tuple[str, str] | None:
        """(found, allowed), or None if the match can be put on its table; notes the table as taken."""
        table = match.table
        if table is None:
            return NOTHING, Phrase(N_("a table for each match"))
        first = rows_of.setdefault(table, match.row)
        if first != match.row:
            return table, Phrase(N_("a table for this match alone; row {row} has it"), row=first)
        if self._scoring.is_being_played(table):
            return table, FREE_TABLE
        new = sum(1 for name in rows_of if name not in self._live)
        if table not in self._live and len(self._live.tables) + new > self._max_tables:
            return table, Phrase(N_("one of the {most} tables that the hub takes"), most=self._max_tables)
        return None


async def keep_players(store: Store, sheet: Sheet[PlayerRow], now: int) -> int:
    """Make the players known; how many were new. RefusedError 422 for the first fault, and then nothing is stored."""
    _require_good(sheet)
    async with store.write() as connection:
        return await add_players(connection, [(row.name, row.club) for row in sheet.rows], now)


def _require_good(sheet: Sheet[PlayerRow] | Sheet[MatchRow]) -> None:
    if sheet.faults:
        first = sheet.faults[0]
        field = f"row {first.row}" + (f".{first.field}" if first.field else "")
        raise RefusedError(422, field, first.found, first.allowed)
    if not sheet.rows:
        raise RefusedError(422, "file", Phrase(N_("no row")), Phrase(N_("a row for each")))


def _spec(match: MatchRow) -> MatchSpec:
    return MatchSpec(
        title=match.title,
        discipline=match.discipline,
        preset=match.preset,
        edition=presets.preset(match.preset).edition,
        distance=match.distance,
        best_of=match.best_of,
        a=PlayerSpec(match.player_a, match.club_a, match.ball_a),
        b=PlayerSpec(match.player_b, match.club_b, "yellow" if match.ball_a == "white" else "white"),
        threshold=match.threshold,
    )
