"""A scale of victory points as a step plot: coordinates for an inline drawing."""

from dataclasses import dataclass
from decimal import Decimal

from arbiter_rules.bridge.victory_points import Scale

WIDTH, HEIGHT = 720, 320
LEFT, RIGHT, TOP, BOTTOM = 40, 16, 16, 36
BEYOND = 6


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark on an axis."""

    at: float
    label: str


@dataclass(frozen=True, slots=True)
class Plot:
    """Two step lines, axes, and the place of one match (None outside the drawing)."""

    winner: str
    loser: str
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    mark_x: float
    mark_winner: float
    mark_loser: float


def plot(scale: Scale, margin: int) -> Plot:
    """The drawing of a scale with a match of that margin."""
    last = max(scale.blitz, min(margin, scale.blitz * 2)) + BEYOND
    top = scale.top

    def x(value: float) -> float:
        return round(LEFT + value * (WIDTH - LEFT - RIGHT) / last, 1)

    def y(value: Decimal) -> float:
        return round(HEIGHT - BOTTOM - float(value) * (HEIGHT - TOP - BOTTOM) / float(top), 1)

    def line(column: int) -> str:
        points: list[str] = []
        for index, row in enumerate(scale.rows):
            ends = scale.rows[index + 1][0] if index + 1 < len(scale.rows) else last
            value = y(Decimal(row[column]))
            points += [f"{x(row[0])},{value}", f"{x(ends)},{value}"]
        return " ".join(points)

    _, winner, loser = scale.row(margin)
    step = 10 if last <= 120 else 20
    return Plot(
        line(1),
        line(2),
        tuple(Tick(x(value), str(value)) for value in range(0, last + 1, step)),
        tuple(Tick(y(Decimal(value)), str(value)) for value in range(0, int(top) + 1, 5)),
        x(min(margin, last)),
        y(winner),
        y(loser),
    )
