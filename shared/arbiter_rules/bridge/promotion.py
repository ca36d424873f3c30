"""Promotion and relegation, with the check that every division keeps its size."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arbiter_rules.bridge.parameters import Parameters, standard
from arbiter_rules.bridge.readings import DEFAULT
from arbiter_rules.bridge.standings import Standing
from arbiter_rules.errors import FieldError
from arbiter_rules.policy import Policy
from arbiter_rules.trace import Decision, Trace

NATIONAL = (1, 2, 3)


@dataclass(frozen=True, slots=True)
class Move:
    """A team that changes division; `confirm` marks a case that the committee must confirm."""

    team: str
    series: str
    from_division: int
    to_division: int
    confirm: bool = False


@dataclass(frozen=True, slots=True)
class Flow:
    """The balance of one division: teams that leave and join, and whether they cancel out."""

    division: int
    leaves_up: int
    leaves_down: int
    joins_from_above: int
    joins_from_below: int

    @property
    def balanced(self) -> bool:
        return self.leaves_up + self.leaves_down == self.joins_from_above + self.joins_from_below


@dataclass(frozen=True, slots=True)
class Movements:
    """All moves of a season and the balance per division."""

    moves: tuple[Move, ...]
    flows: tuple[Flow, ...]


def movements(
    tables: Mapping[str, tuple[int, Sequence[Standing]]],
    *,
    policy: Policy = DEFAULT,
    parameters: Parameters | None = None,
) -> Decision[Movements]:
    """Who goes up and down. `tables` maps series to (division, final table); divisions 1 to 3.

    A struck team takes one of the relegation places and needs the committee's confirmation, unless the policy
    keeps it outside the table. Where a place that counts is shared, the move waits for the lot: refused.
    """
    figures = parameters or standard()
    trace = Trace()
    moves: list[Move] = []
    for series, (division, table) in tables.items():
        if division not in NATIONAL:
            raise FieldError(f"{series}.division", division, "1, 2 or 3")
        outside = policy["struck-team"] == "outside-table"
        moves.extend(_of_series(series, division, table, outside=outside, figures=figures, trace=trace))
    flows = tuple(_flow(division, moves, figures) for division in NATIONAL)
    for flow in flows:
        # [rule SBF Flyttning(9)] What leaves a division must be what joins it.
        trace.note(
            "SBF Flyttning(9)",
            "flow.balanced" if flow.balanced else "flow.unbalanced",
            flow.balanced,
            division=flow.division,
            up=flow.leaves_up,
            down=flow.leaves_down,
            from_above=flow.joins_from_above,
            from_below=flow.joins_from_below,
        )
    return trace.decide(Movements(tuple(moves), flows))


_UP = {2: "SBF Flyttning(1)", 3: "SBF Flyttning(1)"}
_DOWN = {1: "SBF Flyttning(2)", 2: "SBF Flyttning(3)", 3: "SBF Flyttning(4)"}


def _of_series(
    series: str, division: int, table: Sequence[Standing], *, outside: bool, figures: Parameters, trace: Trace
) -> list[Move]:
    moves: list[Move] = []
    placed = [line for line in table if not line.struck]
    down = figures.integer(f"relegation.from_{division}")
    if division in _UP and placed:  # [rule SBF Flyttning(1)]
        _check_clear(series, placed, 1)
        winner = placed[0].team
        trace.note(_UP[division], "move.up", winner, series=series, division=division)
        moves.append(Move(winner, series, division, division - 1))
    candidates = placed if outside else list(table)
    last = candidates[max(0, len(candidates) - down) :]
    _check_clear(series, candidates, len(candidates) - down)
    # [rule SBF Flyttning(2)] [rule SBF Flyttning(3)] [rule SBF Flyttning(4)]
    for line in [*last, *(line for line in table if line.struck and outside)]:
        if line.struck:
            # [rule SBF Flyttning(10)] The text does not say where a struck team ends.
            trace.note("SBF Flyttning(10)", "move.struck", line.team, switch="struck-team", series=series)
        trace.note(_DOWN[division], "move.down", line.team, series=series, division=division)
        moves.append(Move(line.team, series, division, division + 1, line.struck))
    return moves


def _check_clear(series: str, table: Sequence[Standing], cut: int) -> None:
    """Refuse a shared place across a cut."""
    if 0 < cut < len(table) and table[cut - 1].place == table[cut].place:
        teams = " and ".join(line.team for line in table if line.place == table[cut].place)
        raise FieldError(f"{series}.place", f"{table[cut].place} shared by {teams}", "places decided by lot")


def _flow(division: int, moves: Sequence[Move], figures: Parameters) -> Flow:
    def count(start: int, end: int) -> int:
        return sum(move.from_division == start and move.to_division == end for move in moves)

    below = (
        figures.integer("promotion.from_4") if division == 3 else count(division + 1, division)
    )  # [rule SBF Flyttning(5)]
    return Flow(
        division,
        count(division, division - 1),
        count(division, division + 1),
        count(division - 1, division),
        below,
    )


def champions_cup(table: Sequence[Standing], declined: frozenset[str] = frozenset()) -> Decision[str]:
    """The club team that has the place in the European cup: the league's winner, or the next that wants it.

    A struck team has no place. Where teams that want it share a place, the lot must have been drawn: refused.
    """
    unknown = declined - {line.team for line in table}
    if unknown:
        raise FieldError("declined", ", ".join(sorted(unknown)), "teams of the table")
    trace = Trace()
    wanting: list[Standing] = []
    for line in table:
        if line.struck:
            trace.note("SBF Cuper(1)", "cup.struck", line.team)
        elif line.team not in declined:
            wanting.append(line)
    if not wanting:
        raise FieldError("declined", "every team", "at least one team that takes the place")
    _check_clear("cup", wanting, 1)
    first = wanting[0]
    trace.note("SBF Cuper(1)", "cup.place", first.team, place=first.place)  # [rule SBF Cuper(1)]
    return trace.decide(first.team)
