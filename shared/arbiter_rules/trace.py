"""What a ruling is made of: a value, and the steps that led to it, each with its paragraph.

A step holds data only. `reading` is the key of a sentence; the hub's translations turn it, with `inputs` and
`result`, into German, Swedish or English. Nothing here knows a language.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Generic, TypeVar

T = TypeVar("T")

#: What a step may hold: JSON's scalars and lists of them. Fractions and dates are given as text.
Value = None | bool | int | float | str | tuple["Value", ...]

_NOTHING: Mapping[str, Value] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a ruling.

    paragraph  citation, "DBU 4.5(b)"
    reading    key of the sentence that says what was read from the paragraph, "penalty.first"
    inputs     the figures that went in
    result     what came out
    switch     id of the policy switch that decided between readings, or None
    """

    paragraph: str
    reading: str
    inputs: Mapping[str, Value] = field(default_factory=lambda: _NOTHING)
    result: Value = None
    switch: str | None = None


@dataclass(frozen=True, slots=True)
class Decision(Generic[T]):
    """A ruling: its value and why."""

    value: T
    steps: tuple[Step, ...]

    @property
    def switches(self) -> tuple[str, ...]:
        """The policy switches that mattered, in the order in which they did, each once."""
        return tuple(dict.fromkeys(step.switch for step in self.steps if step.switch))

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The paragraphs that were applied, in order, each once."""
        return tuple(dict.fromkeys(step.paragraph for step in self.steps))


class Trace:
    """Collects steps while a ruling is worked out."""

    def __init__(self) -> None:
        self._steps: list[Step] = []

    def __iter__(self) -> Iterator[Step]:
        return iter(self._steps)

    def note(
        self,
        paragraph: str,
        reading: str,
        result: Value = None,
        *,
        switch: str | None = None,
        **inputs: Value,
    ) -> None:
        """Add a step."""
        self._steps.append(Step(paragraph, reading, MappingProxyType(inputs), result, switch))

    def adopt(self, decision: Decision[T]) -> T:
        """Take over the steps of a ruling that this one rests on, and return its value."""
        self._steps.extend(decision.steps)
        return decision.value

    def decide(self, value: T) -> Decision[T]:
        """Close the ruling."""
        return Decision(value, tuple(self._steps))
