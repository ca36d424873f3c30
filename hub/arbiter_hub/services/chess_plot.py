"""The time ledger as a plot: days used against the limit, move by move. Gives coordinates; the page draws them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

WIDTH: Final = 720
HEIGHT: Final = 300
LEFT, RIGHT, TOP, BOTTOM = 44, 14, 16, 34


@dataclass(frozen=True, slots=True)
class Plot:
    """Lines and marks in the units of a view box of WIDTH x HEIGHT."""

    used: Mapping[str, Sequence[str]]
    limit: Mapping[str, Sequence[str]]
    marks: Sequence[Mapping[str, Any]]
    days: Sequence[tuple[float, int]]
    moves: Sequence[tuple[float, int]]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    bottom: int = HEIGHT - BOTTOM
    top: int = TOP


def plot(clocks: Mapping[str, Sequence[Mapping[str, Any]]]) -> Plot | None:
    """The plot of both sides' clocks; None before the first move."""
    points = [each for side in clocks.values() for each in side]
    if not points:
        return None
    first = min(each["move"] for each in points)
    last = max(first + 9, *(each["move"] for each in points))
    highest = max(max(each["total"], each["limit"]) for each in points)
    top_day = -(-highest // 30) * 30 + 5

    def x(move: float) -> float:
        return round(LEFT + (move - first + 0.5) / (last - first + 1) * (WIDTH - LEFT - RIGHT), 1)

    def y(day: float) -> float:
        return round(HEIGHT - BOTTOM - day / top_day * (HEIGHT - TOP - BOTTOM), 1)

    used: dict[str, list[str]] = {}
    limits: dict[str, list[str]] = {}
    marks: list[dict[str, Any]] = []
    for side, controls in clocks.items():
        used[side], limits[side] = [], []
        for cycle in _cycles(controls):
            used[side].append(" ".join(f"{x(each['move'])},{y(each['total'])}" for each in cycle))
            limits[side].append(
                " ".join(
                    f"{x(each['move'] - 0.5)},{y(each['limit'])} {x(each['move'] + 0.5)},{y(each['limit'])}"
                    for each in cycle
                )
            )
        marks += [
            {
                "x": x(each["move"]),
                "y": y(each["total"]),
                "side": side,
                "exceeded": each["exceeded"],
                "move": each["move"],
                "total": each["total"],
                "limit": each["limit"],
            }
            for each in controls
        ]
    step = 1 if last - first < 20 else 5
    return Plot(
        used,
        limits,
        marks,
        [(y(day), day) for day in range(0, top_day + 1, 30)],
        [(x(move), move) for move in range(first, last + 1) if move % step == 0],
    )


def _cycles(controls: Sequence[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """The moves parted where a new cycle begins."""
    found: list[list[Mapping[str, Any]]] = []
    for each in controls:
        if each["index"] == 1 or not found:
            found.append([])
        found[-1].append(each)
    return found
