"""What a match's log tells about each player: strokes and their times, penalties, pauses, innings.

What is taken back does not count. Times are whole milliseconds; a stroke's time is the one that the clock measured,
without pauses, so a stroke that nobody timed counts as a stroke and has no time.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from arbiter_rules.billiards.averages import Averages, averages
from arbiter_rules.billiards.disciplines import Discipline, disciplines
from arbiter_rules.billiards.match import Entry, MatchLog, Player, opponent
from arbiter_rules.errors import FieldError

PLAYERS: tuple[Player, Player] = ("a", "b")

#: Width of a histogram's bin; it divides the periods of every preset, so that no bin straddles a deadline.
BIN_MS = 5_000


@dataclass(frozen=True, slots=True)
class StrokeTime:
    """One stroke: `number` counts those of both players in the match; `period` is None where the clock stood."""

    number: int
    set: int
    player: Player
    elapsed_ms: int | None
    period: int | None


@dataclass(frozen=True, slots=True)
class TimeFigures:
    """Figures of a player's timed strokes. `p90`: nine of ten strokes took no longer (nearest rank)."""

    timed: int
    median_ms: int | None
    mean_ms: int | None
    p90_ms: int | None
    longest_ms: int | None


@dataclass(frozen=True, slots=True)
class Bin:
    """Strokes that took more than `above_ms` and at most `up_to_ms`: one at a deadline was in time."""

    above_ms: int
    up_to_ms: int
    strokes: int


@dataclass(frozen=True, slots=True)
class Pauses:
    """Pauses for one reason. `ms` is of those whose end is known, which is `timed` of them."""

    reason: str
    count: int
    timed: int
    ms: int


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """One player. `penalties` were booked against the player, `penalty_points` is what they gave the opponent as
    booked, before any cut at the distance; `innings` is None where the discipline does not count so."""

    strokes: int
    times: TimeFigures
    histogram: tuple[Bin, ...]
    penalties: int
    penalty_points: int
    turns_lost: int
    pauses: tuple[Pauses, ...]
    innings: Averages | None


@dataclass(frozen=True, slots=True)
class MatchStatistics:
    """Both players, and the strokes of the match in order."""

    a: PlayerStatistics
    b: PlayerStatistics
    series: tuple[StrokeTime, ...]

    def side(self, player: Player) -> PlayerStatistics:
        return self.a if player == "a" else self.b


def match_statistics(log: MatchLog, played: Discipline | None) -> MatchStatistics:
    """Everything about a match; `played` is None for a discipline that the tables do not have."""
    counting = log.counting
    series = stroke_times(counting)
    runs = innings(counting, played) if played is not None and played.counts == "points" else None
    pauses = _pauses(counting)
    made = {
        player: _player(
            player, series, counting, pauses[player], None if runs is None else averages(runs[player])
        )
        for player in PLAYERS
    }
    return MatchStatistics(made["a"], made["b"], series)


def stroke_times(counting: Iterable[Entry]) -> tuple[StrokeTime, ...]:
    """The strokes among entries that count, in their order."""
    shots = (entry.data for entry in counting if entry.type == "shot")
    return tuple(
        StrokeTime(number, int(shot["set"]), shot["striker"], shot["elapsed_ms"], shot["period"])
        for number, shot in enumerate(shots, start=1)
    )


def figures(times: Sequence[int]) -> TimeFigures:
    """Median, mean, nine in ten and longest, in whole milliseconds. FieldError for a negative time."""
    for number, time in enumerate(times, start=1):
        if time < 0:
            raise FieldError(f"times[{number}]", time, "0 or more milliseconds")
    if not times:
        return TimeFigures(0, None, None, None, None)
    ranked = sorted(times)
    count, half = len(ranked), len(ranked) // 2
    median = ranked[half] if count % 2 else _halved(ranked[half - 1] + ranked[half], 2)
    rank = (9 * count + 9) // 10
    return TimeFigures(count, median, _halved(sum(ranked), count), ranked[rank - 1], ranked[-1])


def histogram(times: Sequence[int], bin_ms: int = BIN_MS) -> tuple[Bin, ...]:
    """Bins of one width from 0 to the longest stroke, without a gap. FieldError for a width below 1."""
    if bin_ms < 1:
        raise FieldError("bin_ms", bin_ms, "1 or more milliseconds")
    counts: dict[int, int] = {}
    for time in times:
        place = max(0, time - 1) // bin_ms
        counts[place] = counts.get(place, 0) + 1
    return tuple(
        Bin(place * bin_ms, (place + 1) * bin_ms, counts.get(place, 0))
        for place in range(max(counts, default=-1) + 1)
    )


def innings(counting: Iterable[Entry], played: Discipline) -> Mapping[Player, tuple[int, ...]]:
    """Each player's innings with the points made in it, in order.

    An innings lasts until the other player acts, in another set, or after one stroke where the players alternate.
    A turn lost on time is an innings too. Points given by the other's foul, or by a penalty, are nobody's innings.
    The scorer's strokes (points entries with a `stroke`) tell the innings; only where there are none the clock's do.
    """
    entries = list(counting)
    by_scorer = any(entry.type == "points" and "stroke" in entry.data for entry in entries)
    table = _Innings(one_stroke=played.turn == "alternate", by_scorer=by_scorer)
    for entry in entries:
        table.take(entry)
    return {player: tuple(table.runs[player]) for player in PLAYERS}


def discipline_named(name: str) -> Discipline | None:
    """The discipline of that id or name, whatever the case; None if the tables do not have it."""
    wanted = name.strip().casefold()
    return next(
        (one for one in disciplines().values() if wanted in (one.id.casefold(), one.name.casefold())), None
    )


class _Innings:
    """The table as the log goes on: who is at it, and what that innings has so far."""

    def __init__(self, *, one_stroke: bool, by_scorer: bool):
        self.runs: dict[Player, list[int]] = {"a": [], "b": []}
        self._one_stroke, self._by_scorer = one_stroke, by_scorer
        self._at_table: Player | None = None
        self._struck = False

    def take(self, entry: Entry) -> None:
        """One more entry that counts."""
        data = entry.data
        if entry.type == "set_start":
            self._at_table, self._struck = None, False
        elif entry.type == "shot" and not self._by_scorer:
            self._stroke(data["striker"])
        elif entry.type == "penalty" and data["turn_lost"]:
            self._stroke(data["striker"])
            self._at_table, self._struck = None, False
        elif entry.type == "points" and "stroke" in data:
            striker: Player = data["stroke"]["striker"]
            self._stroke(striker)
            if data["player"] == striker:
                self.runs[striker][-1] += int(data["points"])
        elif entry.type == "points":
            self._points(data["player"], int(data["points"]))

    def _stroke(self, striker: Player) -> None:
        if self._at_table != striker or self._one_stroke:
            self._begin(striker)
        self._struck = True

    def _points(self, player: Player, points: int) -> None:
        if points < 0 or self._by_scorer:
            runs = self.runs[player]
            if runs:
                runs[-1] = max(0, runs[-1] + points)
            return
        if self._at_table == opponent(player) and self._struck:
            return  # the striker's foul gave them
        if self._at_table != player or (self._one_stroke and not self._struck):
            self._begin(player)
        self.runs[player][-1] += points

    def _begin(self, player: Player) -> None:
        self._at_table, self._struck = player, False
        self.runs[player].append(0)


def _player(
    player: Player,
    series: Sequence[StrokeTime],
    counting: Iterable[Entry],
    pauses: tuple[Pauses, ...],
    runs: Averages | None,
) -> PlayerStatistics:
    mine = [stroke for stroke in series if stroke.player == player]
    times = [stroke.elapsed_ms for stroke in mine if stroke.elapsed_ms is not None]
    booked = [entry.data for entry in counting if entry.type == "penalty" and entry.data["striker"] == player]
    return PlayerStatistics(
        strokes=len(mine),
        times=figures(times),
        histogram=histogram(times),
        penalties=len(booked),
        penalty_points=sum(int(one["points"]) for one in booked),
        turns_lost=sum(1 for one in booked if one["turn_lost"]),
        pauses=pauses,
        innings=runs,
    )


#: Types after which the pause before them is over; what ended it was lost if it is one of UNTIMED.
_PAUSE_ENDS: frozenset[str] = frozenset(
    ("resume", "start", "shot", "set_start", "set_end", "restored", "pause")
)
_UNTIMED = ("restored", "pause")


def _pauses(counting: Iterable[Entry]) -> dict[Player, tuple[Pauses, ...]]:
    """Each pause for the player whose stroke it interrupted."""
    found: dict[Player, dict[str, list[int | None]]] = {"a": {}, "b": {}}
    striker: Player | None = None
    since: Entry | None = None
    for entry in counting:
        striker = cast("Player | None", entry.data.get("striker", striker))
        if since is not None and entry.type in _PAUSE_ENDS:
            found[_interrupted(since)][_reason(since)].append(_span(since, entry))
            since = None
        if entry.type == "pause" and striker is not None:
            since = Entry(entry.order, entry.key, entry.type, {**entry.data, "striker": striker})
            found[striker].setdefault(_reason(since), [])
    if since is not None:
        found[_interrupted(since)][_reason(since)].append(None)
    return {player: tuple(_summed(reason, spans) for reason, spans in sorted(found[player].items()))
            for player in PLAYERS}  # fmt: skip


def _interrupted(pause: Entry) -> Player:
    return cast("Player", pause.data["striker"])


def _reason(pause: Entry) -> str:
    return str(pause.data["reason"])


def _span(pause: Entry, end: Entry) -> int | None:
    """Time between two events, which is known only within one boot of one device."""
    same = pause.order[0] == end.order[0] and pause.data["boot"] == end.data["boot"]
    return int(end.data["t"]) - int(pause.data["t"]) if same and end.type not in _UNTIMED else None


def _summed(reason: str, spans: Sequence[int | None]) -> Pauses:
    known = [span for span in spans if span is not None]
    return Pauses(reason, len(spans), len(known), sum(known))


def _halved(total: int, count: int) -> int:
    """total / count, rounded to the nearest whole number, a half up."""
    return (2 * total + count) // (2 * count)
