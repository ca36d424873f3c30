"""What is found on a card: each finding with its paragraph, its weight and its consequence."""

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal

from arbiter_rules.trace import Step, Value

#: void: the card brings no valid move; defect: it is valid with a consequence; notice: worth knowing.
Weight = Literal["void", "defect", "notice"]

_NOTHING: MappingProxyType[str, Value] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding.

    code         key of the sentence that says what was found, "card.signature_missing"
    paragraph    the paragraph it rests on, "BdF § 1(1)"
    weight       what it does to the card
    consequence  key of the sentence that says what follows, "consequence.query"
    facts        the figures and texts that the sentences need
    """

    code: str
    paragraph: str
    weight: Weight
    consequence: str
    facts: MappingProxyType[str, Value] = field(default_factory=lambda: _NOTHING)

    def step(self) -> Step:
        """The finding as a step of a ruling."""
        return Step(self.paragraph, self.code, self.facts, self.consequence)


def finding(code: str, paragraph: str, weight: Weight, consequence: str, **facts: Value) -> Finding:
    """A finding with its facts given by keyword."""
    return Finding(code, paragraph, weight, consequence, MappingProxyType(facts))
