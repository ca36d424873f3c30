"""What one stroke gives, and to whom.

The scorer enters what fell and touched, not points; the discipline's table says what that is worth. A foul turns
the whole result over to the opponent where the discipline says so. Freier Ball is a flag of its own: a foul does
not imply it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from arbiter_rules.billiards.disciplines import Discipline, Element
from arbiter_rules.errors import FieldError
from arbiter_rules.trace import Decision, Trace

Side = Literal["striker", "opponent"]


@dataclass(frozen=True, slots=True)
class Stroke:
    """What the scorer saw.

    made         how often each element was achieved, in the order in which it happened
    foul         the whole result goes to the opponent, once, however many fouls there were
    foul_points  what the foul adds; None for the discipline's usual value, 0 for a foul that adds nothing
    free_ball    the opponent plays from Freier Ball
    full_set     the pins stood as at the start; some elements are worth more then
    """

    made: Mapping[str, int] = field(default_factory=dict[str, int])
    foul: bool = False
    foul_points: int | None = None
    free_ball: bool = False
    full_set: bool = True


@dataclass(frozen=True, slots=True)
class StrokeResult:
    """Points and who gets them; nobody plays from Freier Ball unless `free_ball`."""

    points: int
    to: Side
    free_ball: bool


def evaluate(
    stroke: Stroke, discipline: Discipline, settings: Mapping[str, int] | None = None
) -> Decision[StrokeResult]:
    """What the stroke gives under the discipline's table. FieldError names an entry that cannot be."""
    trace = Trace()
    _check(stroke, discipline)
    result = _result(stroke, discipline, settings or {}, trace)
    to: Side = "striker"
    if stroke.foul:
        if discipline.foul_flips_result:
            trace.note("5K 5.1(1)", "stroke.result_to_opponent", result)  # [rule 5K 5.1(1)]
        elif result:
            result = 0
            trace.note("5K 5.1(1)", "stroke.result_void", 0)
        to = "opponent"
        result += _foul_points(stroke, discipline, trace)
    if stroke.free_ball:
        trace.note("5K 5.1(3)", "stroke.free_ball", True)  # [rule 5K 5.1(3)]
    return trace.decide(StrokeResult(result, to, stroke.free_ball))


def _check(stroke: Stroke, discipline: Discipline) -> None:
    for element_id, count in stroke.made.items():
        element = discipline.elements.get(element_id)
        if element is None:
            raise FieldError("made", element_id, " | ".join(discipline.elements))
        if not 0 <= count <= element.most:
            raise FieldError(f"made.{element_id}", count, f"0 to {element.most}")
    if stroke.free_ball and not stroke.foul:
        raise FieldError("free_ball", "true without a foul", "a foul, from which alone Freier Ball follows")
    if stroke.foul_points is not None:
        allowed = (0, *discipline.foul_points)
        if not stroke.foul or stroke.foul_points not in allowed:
            raise FieldError(
                "foul_points", stroke.foul_points, "with a foul: " + " | ".join(map(str, allowed))
            )


def _result(stroke: Stroke, discipline: Discipline, settings: Mapping[str, int], trace: Trace) -> int:
    total = 0
    counted: set[str] = set()
    for element_id, count in stroke.made.items():
        element = discipline.elements[element_id]
        if not count:
            continue
        if element.group in discipline.first_only and element.group in counted:
            trace.note("5K 3.2", "stroke.later_carom_not_counted", 0, element=element_id)
            continue
        counted.add(element.group)
        each = _worth(element, stroke, discipline, settings)
        trace.note("5K 3.2", "stroke.element", each * count, element=element_id, count=count, each=each)
        total += each * count  # [rule 5K 3.2]
    return total


def _worth(element: Element, stroke: Stroke, discipline: Discipline, settings: Mapping[str, int]) -> int:
    if element.alone is None or not stroke.full_set:
        return element.points
    others = any(
        count and other != element.id and discipline.elements[other].group == element.group
        for other, count in stroke.made.items()
    )
    if others:
        return element.points
    return discipline.setting(element.alone, settings) if isinstance(element.alone, str) else element.alone


def _foul_points(stroke: Stroke, discipline: Discipline, trace: Trace) -> int:
    if stroke.foul_points is not None:
        points = stroke.foul_points
    else:
        points = discipline.foul_points[0] if discipline.foul_points else 0
    if points:
        trace.note("5K 5.1(3)", "stroke.foul_points", points)
    else:
        trace.note("5K 5.1(2)", "stroke.foul_without_points", 0)  # [rule 5K 5.1(2)]
    return points
