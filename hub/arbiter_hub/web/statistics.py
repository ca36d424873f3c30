"""A match's statistics prepared for the page: figures in the visitor's language, plots as plain coordinates."""

from collections.abc import Sequence
from typing import Any

from babel.numbers import format_decimal, get_decimal_symbol

from arbiter_clock.errors import FieldError
from arbiter_clock.presets import preset
from arbiter_hub.web.catalogues import translations
from arbiter_hub.web.script_strings import STRINGS
from arbiter_rules.billiards.match import MatchLog
from arbiter_rules.billiards.statistics import (
    BIN_MS,
    PLAYERS,
    Bin,
    MatchStatistics,
    PlayerStatistics,
    StrokeTime,
    discipline_named,
    match_statistics,
)

# The plots' drawing area, in units of the picture.
WIDTH, HEIGHT = 600, 180
LEFT, TOP, BOTTOM = 40, 24, 34
#: The time axis reaches at least and at most here, s, in steps of this; what took longer is shown at its end.
SHORTEST_AXIS_S, LONGEST_AXIS_S, AXIS_STEP_S = 60, 300, 20


def statistics_context(log: MatchLog, discipline: str, preset_name: str, language: str) -> dict[str, Any]:
    """What `statistics.html` shows of a match."""
    found = match_statistics(log, discipline_named(discipline))
    limits = _deadlines(preset_name)
    axis_s = _axis(found, limits)
    bins = {player: _on_axis(found.side(player).histogram, axis_s) for player in PLAYERS}
    highest = max((one.strokes for player in PLAYERS for one in bins[player]), default=0)
    return {
        "sides": {
            player: _side(found.side(player), language)
            | {"bars": [_bar(one, axis_s, highest) for one in bins[player]]}
            for player in PLAYERS
        },
        "series": _series(found.series, axis_s),
        "time_ticks": [{"x": _x(s, axis_s), "y": _y(s, axis_s), "label": s} for s in _ticks(axis_s)],
        "deadlines": [{"x": _x(s, axis_s), "y": _y(s, axis_s), "label": s} for s in limits],
        "sets": _sets(found.series),
        "plot": {"width": WIDTH, "height": HEIGHT, "left": LEFT, "top": TOP, "bottom": BOTTOM},
    }


def _pauses(player: PlayerStatistics, language: str) -> str:
    """How many, and for which reasons, as an urgent break is no break but counts where somebody plays for time."""
    say = translations(language).gettext
    reasons = [f"{say(STRINGS.get(f'pause.{one.reason}', one.reason))} {one.count}" for one in player.pauses]
    count = str(sum(one.count for one in player.pauses))
    return f"{count} ({', '.join(reasons)})" if reasons else count


def in_language(decimal: str, language: str) -> str:
    """A number as programs write it, with the decimal sign of the language; every digit stays."""
    return decimal.replace(".", get_decimal_symbol(language))


def _deadlines(name: str) -> list[int]:
    """Seconds after START at which the preset's periods end; none for a preset that is not known any more."""
    try:
        periods = preset(name).periods
    except FieldError:
        return []
    ends: list[int] = []
    for period in periods:
        ends.append((ends[-1] if ends else 0) + period.ms // 1000)
    return ends


def _axis(found: MatchStatistics, limits: Sequence[int]) -> int:
    longest = max((one.elapsed_ms or 0 for one in found.series), default=0) / 1000
    least = max([SHORTEST_AXIS_S, min(longest, LONGEST_AXIS_S), *limits])
    return -(-int(-(-least // 1)) // AXIS_STEP_S) * AXIS_STEP_S


def _ticks(axis_s: int) -> range:
    return range(0, axis_s + 1, AXIS_STEP_S if axis_s <= 120 else axis_s // 5)


def _x(seconds: float, axis_s: int) -> float:
    return round(LEFT + min(seconds, axis_s) / axis_s * (WIDTH - LEFT), 1)


def _y(seconds: float, axis_s: int) -> float:
    return round(HEIGHT - BOTTOM - min(seconds, axis_s) / axis_s * (HEIGHT - BOTTOM - TOP), 1)


def _on_axis(bins: Sequence[Bin], axis_s: int) -> list[Bin]:
    """The bins with strokes in them; those beyond the axis are put into the last one on it."""
    edge = axis_s * 1000
    shown = [one for one in bins if one.strokes and one.up_to_ms < edge]
    beyond = [one for one in bins if one.strokes and one.up_to_ms >= edge]
    if beyond:
        shown.append(Bin(edge - BIN_MS, beyond[-1].up_to_ms, sum(one.strokes for one in beyond)))
    return shown


def _side(player: PlayerStatistics, language: str) -> dict[str, Any]:
    times = player.times

    def seconds(ms: int | None) -> str:
        return "–" if ms is None else format_decimal(ms / 1000, format="0.0", locale=language)

    return {
        "strokes": player.strokes,
        "timed": times.timed,
        "median": seconds(times.median_ms),
        "mean": seconds(times.mean_ms),
        "p90": seconds(times.p90_ms),
        "longest": seconds(times.longest_ms),
        "penalties": player.penalties,
        "penalty_points": player.penalty_points,
        "turns_lost": player.turns_lost,
        "innings": None if player.innings is None else player.innings.innings,
        "average": None if player.innings is None else in_language(player.innings.shown(), language),
        "high_run": None if player.innings is None else player.innings.high_run,
        "pauses": _pauses(player, language),
    }


def _bar(one: Bin, axis_s: int, highest: int) -> dict[str, float | int]:
    left, right = _x(one.above_ms / 1000, axis_s), _x(one.up_to_ms / 1000, axis_s)
    height = round(one.strokes / highest * (HEIGHT - BOTTOM - TOP), 1)
    return {
        "x": left + 1,
        "y": round(HEIGHT - BOTTOM - height, 1),
        "width": round(right - left - 2, 1),
        "height": height,
        "strokes": one.strokes,
        "above": one.above_ms // 1000,
        "up_to": one.up_to_ms // 1000,
    }


def _series(strokes: Sequence[StrokeTime], axis_s: int) -> list[dict[str, Any]]:
    return [
        {
            "x": _place(stroke.number, len(strokes)),
            "y": _y(stroke.elapsed_ms / 1000, axis_s),
            "player": stroke.player,
            "number": stroke.number,
            "seconds": round(stroke.elapsed_ms / 1000, 1),
        }
        for stroke in strokes
        if stroke.elapsed_ms is not None
    ]


def _sets(strokes: Sequence[StrokeTime]) -> list[dict[str, Any]]:
    """Where each set begins among the strokes."""
    first: dict[int, int] = {}
    for stroke in strokes:
        first.setdefault(stroke.set, stroke.number)
    return [{"x": round(_place(number, len(strokes)) - 5, 1), "label": one} for one, number in first.items()]


def _place(number: int, count: int) -> float:
    return round(LEFT + (number - 0.5) / max(count, 1) * (WIDTH - LEFT), 1)
