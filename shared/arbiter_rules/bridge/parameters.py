"""The regulation's figures as data, each with the mark of its source.

A figure that could not be recovered has no value: whoever needs it must configure it under its key, and until
then MissingValueError names that key. Nothing is guessed.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Literal, cast, get_args

from arbiter_rules.errors import FieldError, MissingValueError

Mark = Literal["SEED", "FOUND", "DERIVED", "UNKNOWN", "CONFIGURED"]
Scalar = int | float | str | bool | date

MARKS: tuple[str, ...] = get_args(Mark)
TABLES = Path(__file__).parent / "tables"

#: Figures that something is divided by.
DIVISORS = frozenset({"lateness.period_minutes", "penalty.imps_per_vp", "points.silver_per_gold"})
MOST = 50_000


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure: `value` is None when it is UNKNOWN; `source` says where it comes from or how it follows."""

    key: str
    value: Scalar | None
    mark: Mark
    unit: str
    source: str


class Parameters:
    """All figures, some of them configured by the organiser."""

    def __init__(self, figures: Mapping[str, Figure]):
        self._figures = figures

    def __iter__(self) -> Iterator[Figure]:
        return iter(self._figures.values())

    def figure(self, key: str) -> Figure:
        """The figure with its mark, known or not; FieldError if there is no such key."""
        figure = self._figures.get(key)
        if figure is None:
            raise FieldError("parameters", key, "one of " + ", ".join(sorted(self._figures)))
        return figure

    def integer(self, key: str) -> int:
        """A whole number that must be known."""
        return cast("int", self._known(key))

    def day(self, key: str) -> date:
        """A date that must be known."""
        return cast("date", self._known(key))

    def _known(self, key: str) -> Scalar:
        figure = self.figure(key)
        if figure.value is None:
            raise MissingValueError(key, f"a value in {figure.unit}, set by the organiser")
        return figure.value

    def configured(self, values: Mapping[str, object]) -> "Parameters":
        """A copy with some figures set; the type must be the one that the unit asks for."""
        figures = dict(self._figures)
        for key, value in values.items():
            old = self.figure(key)
            wants_date = old.unit == "date"
            least = 1 if key in DIVISORS else 0
            fits = type(value) is date if wants_date else type(value) is int and least <= value <= MOST
            if not fits:
                number = f"a whole number of {old.unit}, {least} to {MOST}"
                raise FieldError(key, repr(value), "a date" if wants_date else number)
            figures[key] = Figure(key, cast("Scalar", value), "CONFIGURED", old.unit, "set by the organiser")
        return Parameters(figures)


def read_figures(document: Mapping[str, object], where: str) -> dict[str, Figure]:
    """The figures of one table file: `[[figure]]` entries with key, mark, unit, source and perhaps value."""
    figures: dict[str, Figure] = {}
    for entry in cast("list[Mapping[str, object]]", document.get("figure", [])):
        key, mark = str(entry.get("key")), str(entry.get("mark"))
        value = cast("Scalar | None", entry.get("value"))
        if mark not in MARKS:
            raise FieldError(f"{where}.{key}.mark", mark, " | ".join(MARKS))
        if (mark == "UNKNOWN") != (value is None):
            raise FieldError(
                f"{where}.{key}.value", repr(value), "a value if, and only if, the mark is not UNKNOWN"
            )
        if key in figures:
            raise FieldError(f"{where}.{key}", key, "a key that occurs once")
        figures[key] = Figure(
            key, value, cast("Mark", mark), str(entry.get("unit")), str(entry.get("source"))
        )
    return figures


@cache
def standard() -> Parameters:
    """The figures as shipped."""
    figures: dict[str, Figure] = {}
    for name in ("opening_bids.toml", "league.toml", "money.toml", "points.toml"):
        with (TABLES / name).open("rb") as file:
            figures.update(read_figures(tomllib.load(file), name))
    return Parameters(figures)
