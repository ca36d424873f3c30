"""Rulings of the bridge rule book as JSON: value, steps with their sentences, and the readings that mattered."""

import math
from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import fields
from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal, TypeVar, cast

from fastapi import Request
from pydantic import BaseModel, Field

from arbiter_hub.api.bridge_sentences import step_view
from arbiter_hub.web.language import language_of
from arbiter_rules.bridge.agreement import Agreement, Call
from arbiter_rules.trace import Decision

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

T = TypeVar("T")


class StepView(BaseModel):
    """One step of a ruling."""

    paragraph: str = Field(examples=["SBF 2.5.1(1)"])
    mark: Literal["SEED", "FOUND", "DERIVED", "UNKNOWN", "CONFIGURED"] = Field(
        description="of the step's figure, else of its paragraph: UNKNOWN where a figure is lost"
    )
    reading: str = Field(description="key of the sentence", examples=["dots.base"])
    text: str = Field(description="the step in the language of the request")
    inputs: dict[str, Any]
    result: Any = None
    switch: str | None = Field(None, description="the switch of the policy that decided between readings")


class Ruling(BaseModel):
    """A ruling and its working."""

    value: Any
    steps: list[StepView]
    switches: list[str] = Field(description="readings that mattered; see /api/v1/bridge/policy")


def ruling(request: Request, decision: Decision[T], value: object = None) -> Ruling:
    """The ruling in the language of the request; `value` replaces the decision's own where it needs a view."""
    language = language_of(request)
    return Ruling(
        value=plain(decision.value if value is None else value),
        steps=[StepView(**step_view(step, language)) for step in decision.steps],
        switches=list(decision.switches),
    )


def _number(value: Decimal | Fraction | float) -> int | float | str:
    if math.isinf(value):
        return "inf"
    return int(value) if value == int(value) else round(float(value), 5)


#: How each type is written in JSON; the first that fits holds.
_WRITERS: tuple[tuple[type | tuple[type, ...], Callable[[Any], Any]], ...] = (
    ((bool, int, str, type(None)), lambda value: value),
    (Call, str),
    (Agreement, lambda value: value.note),
    (date, lambda value: value.isoformat()),
    ((Decimal, Fraction, float), _number),
    (Mapping, lambda value: {str(key): plain(each) for key, each in value.items()}),
    (AbstractSet, lambda value: sorted(plain(each) for each in value)),
    ((list, tuple), lambda value: [plain(each) for each in value]),
)


def plain(value: object) -> Any:
    """Any value of the rule book in JSON's terms; fractions become decimals, infinity the text `inf`."""
    for kind, write in _WRITERS:
        if isinstance(value, kind):
            return write(value)
    return {each.name: plain(getattr(value, each.name)) for each in fields(cast("DataclassInstance", value))}
