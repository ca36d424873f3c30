"""The disciplines as data: what a stroke can achieve and what that is worth (`disciplines.toml`)."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from arbiter_rules.errors import FieldError
from arbiter_rules.paragraph import Confidence


@dataclass(frozen=True, slots=True)
class Element:
    """Something that a stroke can achieve; `alone` is its worth by itself, a number or the id of a setting."""

    id: str
    points: int
    most: int
    group: str = ""
    alone: int | str | None = None


@dataclass(frozen=True, slots=True)
class Setting:
    """A number that the sources do not agree on."""

    id: str
    default: int
    allowed: tuple[int, ...]
    confidence: Confidence
    source: str


@dataclass(frozen=True, slots=True)
class SlowPlay:
    """Warnings for slow play: with so many a player may be disqualified."""

    disqualifies_at: int
    source: str
    confidence: Confidence


@dataclass(frozen=True)
class Discipline:
    """One discipline; `counts` says what its score counts: points, racks or frames."""

    id: str
    name: str
    turn: str
    distances: tuple[int, ...]
    best_of: tuple[int, ...]
    foul_points: tuple[int, ...]
    foul_flips_result: bool
    elements: Mapping[str, Element]
    settings: Mapping[str, Setting]
    source: str
    confidence: Confidence
    counts: str = "points"
    first_only: tuple[str, ...] = ()
    strokes_an_innings: int | None = None
    bonus_stroke_at: tuple[int, ...] = ()
    slow_play: SlowPlay | None = None

    def setting(self, setting_id: str, chosen: Mapping[str, int]) -> int:
        """The organiser's number, or the default; FieldError for one that is not allowed."""
        setting = self.settings[setting_id]
        value = chosen.get(setting_id, setting.default)
        if value not in setting.allowed:
            raise FieldError(f"settings.{setting_id}", value, " | ".join(map(str, setting.allowed)))
        return value

    @property
    def most_a_stroke(self) -> int:
        """The most points of one stroke without a foul, at the default settings (16 in 5-Kegel)."""
        groups: dict[str, list[int]] = {}
        for element in self.elements.values():
            groups.setdefault(element.group or element.id, []).append(element.points * element.most)
        return sum(max(worth) if group in self.first_only else sum(worth) for group, worth in groups.items())


@cache
def disciplines() -> Mapping[str, Discipline]:
    """Every discipline by its id, in the order of the file."""
    with Path(__file__).with_name("disciplines.toml").open("rb") as file:
        document = tomllib.load(file)
    return MappingProxyType({key: _discipline(key, table) for key, table in document.items()})


def discipline(discipline_id: str) -> Discipline:
    """One discipline; FieldError lists those that exist."""
    try:
        return disciplines()[discipline_id]
    except KeyError:
        raise FieldError("discipline", discipline_id, " | ".join(disciplines())) from None


#: What is more than a fact of a discipline.
_PARTS = ("element", "setting", "slow_play")


def _discipline(key: str, table: dict[str, Any]) -> Discipline:
    facts = {name: _frozen(value) for name, value in table.items() if name not in _PARTS}
    elements = [Element(**entry) for entry in table["element"]]
    settings = [
        Setting(**{name: _frozen(value) for name, value in entry.items()})
        for entry in table.get("setting", [])
    ]
    slow_play = table.get("slow_play")
    return Discipline(
        id=key,
        slow_play=None if slow_play is None else SlowPlay(**slow_play),
        elements=MappingProxyType({element.id: element for element in elements}),
        settings=MappingProxyType({setting.id: setting for setting in settings}),
        **facts,
    )


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType] - TOML is untyped
