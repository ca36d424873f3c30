"""What the bridge pages show: answers of the rule book, prepared for templates."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

from arbiter_hub.api.bridge_plot import HEIGHT, WIDTH, plot
from arbiter_hub.api.bridge_sentences import mark_of, sentence
from arbiter_hub.api.bridge_systems import bid_view
from arbiter_rules.bridge.duties import Encounter, duties
from arbiter_rules.bridge.fields import FIRST_YEAR, LAST_YEAR
from arbiter_rules.bridge.notation import NotationError, parse_system
from arbiter_rules.bridge.parameters import standard
from arbiter_rules.bridge.system import Contest, Level, PointsKind, legality, recommended_level, system_dots
from arbiter_rules.bridge.victory_points import scale_by_id, victory_points
from arbiter_rules.errors import FieldError
from arbiter_rules.trace import Step

#: Stands for a start that nobody has given; dates that follow from it are not shown.
SOME_START = datetime(2100, 1, 1)  # noqa: DTZ001 - local time at a venue


@dataclass(frozen=True, slots=True)
class Told:
    """A step as a page shows it."""

    paragraph: str
    anchor: str
    text: str
    switch: str | None
    mark: str


@dataclass(frozen=True, slots=True)
class SystemQuery:
    """A system and the contest in which it is to be played."""

    system: str
    points: PointsKind
    boards: int
    level: Level | Literal[""]
    most: int | None
    start: str


def told(steps: tuple[Step, ...], language: str) -> list[Told]:
    """Steps in words, each with its place in the list of paragraphs."""
    return [
        Told(
            step.paragraph,
            step.paragraph.replace(" ", "-", 1).lower(),
            sentence(step, language),
            step.switch,
            mark_of(step),
        )
        for step in steps
    ]


def problem_of(error: FieldError) -> dict[str, Any]:
    """A refusal as a page shows it."""
    place = {"line": error.line, "column": error.column} if isinstance(error, NotationError) else {}
    return {"field": error.field, "found": error.found, "allowed": error.allowed, **place}


def system_context(query: SystemQuery, language: str) -> dict[str, Any]:
    """What the checker and the declaration sheet show; `problem` instead of `checked` if something does not fit."""
    try:
        start = _moment(query.start)
        contest = Contest(query.points, query.boards, query.level or None, query.most)
        counted = system_dots(parse_system(query.system), contest)
        verdict = legality(counted.value, contest)
    except FieldError as error:
        return {"query": query, "problem": problem_of(error), "checked": None}
    owed = duties(counted.value, Encounter(start or SOME_START, query.boards))
    checked = {
        "system": counted.value,
        "bids": [bid_view(bid) for bid in counted.value.bids],
        "steps": told(counted.steps, language),
        "legality": verdict.value,
        "legality_steps": told(verdict.steps, language),
        "levels": _levels(counted.value.total, query),
        "duties": [
            {"duty": duty, "text": step.text, "anchor": step.anchor, "due": duty.due if start else None}
            for duty, step in zip(owed.value, told(owed.steps, language), strict=True)
        ],
    }
    return {"query": query, "problem": None, "checked": checked}


def _moment(text: str) -> datetime | None:
    if not text:
        return None
    try:
        start = datetime.fromisoformat(text).replace(tzinfo=None)
    except ValueError:
        raise FieldError("start", text, "a date and time such as 2009-10-24T10:00") from None
    if not FIRST_YEAR <= start.year <= LAST_YEAR:
        raise FieldError("start", text, f"a year from {FIRST_YEAR} to {LAST_YEAR}")
    return start


def _levels(total: int, query: SystemQuery) -> list[dict[str, Any]]:
    """Whether the total may be played at levels A, B and C as the regulation sets them."""
    figures = standard()
    recommended = recommended_level(query.points, query.boards).value
    limits = {"A": None, **{level: figures.integer(f"level.{level}.most_dots") for level in ("B", "C")}}
    return [
        {
            "level": level,
            "limit": limit,
            "legal": limit is None or total <= limit,
            "recommended": level == recommended,
        }
        for level, limit in limits.items()
    ]


def scale_context(scale_id: str, home: int, away: int, language: str) -> dict[str, Any]:
    """A match on a scale, with the drawing of the scale."""
    try:
        scale = scale_by_id(scale_id)
    except FieldError as error:
        return {"problem": problem_of(error), "answer": None}
    decision = victory_points(scale, home, away)
    margin = abs(home - away)
    return {
        "problem": None,
        "answer": {
            "award": decision.value,
            "steps": told(decision.steps, language),
            "scale": scale,
            "margin": margin,
            "row": scale.row(margin),
            "rows": _rows(scale.rows),
            "plot": plot(scale, margin),
            "width": WIDTH,
            "height": HEIGHT,
        },
    }


def _rows(rows: tuple[tuple[int, Decimal, Decimal], ...]) -> list[dict[str, Any]]:
    """The rows with the largest margin of each, None for the last."""
    ends = [row[0] - 1 for row in rows[1:]]
    return [
        {"least": row[0], "most": end, "winner": row[1], "loser": row[2]}
        for row, end in zip(rows, [*ends, None], strict=True)
    ]


def points_list(text: str, field: str) -> list[Decimal]:
    """Victory points separated by commas or spaces; FieldError for anything else."""
    found: list[Decimal] = []
    for word in text.replace(",", " ").split():
        if not word.isdecimal() or int(word) > 25:
            raise FieldError(field, word, "victory points from 0 to 25, separated by commas")
        found.append(Decimal(word))
    return found
