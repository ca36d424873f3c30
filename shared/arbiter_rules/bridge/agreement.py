"""What a call shows, exactly: alternatives of strength, suit lengths and shapes, and when the meaning applies."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from arbiter_rules.bridge.hands import HP_MAX, SUITS, Distribution, Shape, distributions, is_strong, is_weak
from arbiter_rules.errors import FieldError

Range = tuple[int, int]
Vulnerability = Literal["any", "vulnerable", "not-vulnerable"]
#: What happened before the call: nothing of note, or a pass by partner or by the opponent directly in front.
Preceding = Literal["nothing", "own-odd-pass", "own-strong-pass", "their-odd-pass", "their-strong-pass"]

STRAINS = (*SUITS, "NT")
ANY_LENGTH: Range = (0, 13)


@dataclass(frozen=True, slots=True, order=True)
class Call:
    """A bid of level 1 to 7 in a strain, or the pass (level 0, strain "P")."""

    level: int
    strain: str

    def __post_init__(self) -> None:
        is_bid = 1 <= self.level <= 7 and self.strain in STRAINS
        if not is_bid and (self.level, self.strain) != (0, "P"):
            raise FieldError("call", f"{self.level}{self.strain}", "1C to 7NT, or Pass")

    def __str__(self) -> str:
        return f"{self.level}{self.strain}" if self.level else "Pass"

    @property
    def suit(self) -> int | None:
        """Index of the bid suit in a length vector, None for no trumps and pass."""
        return SUITS.index(self.strain) if self.strain in SUITS else None


PASS = Call(0, "P")


@dataclass(frozen=True, slots=True)
class Holding:
    """All hands of one length vector that an alternative allows: from `lowest` to `highest` high-card points."""

    distribution: Distribution
    lowest: int
    highest: int
    game_forcing: bool

    @property
    def strong(self) -> bool:
        """Whether even the weakest of these hands is strong."""
        return is_strong(self.lowest, self.distribution.points)


@dataclass(frozen=True)
class Alternative:
    """One meaning: every hand within all the limits. `shapes` None allows every shape."""

    hp: Range = (0, HP_MAX)
    hfp_min: int = 0
    lengths: tuple[Range, Range, Range, Range] = (ANY_LENGTH, ANY_LENGTH, ANY_LENGTH, ANY_LENGTH)
    shapes: frozenset[Shape] | None = None
    game_forcing: bool = False
    preemptive: bool = False

    def __post_init__(self) -> None:
        low, high = self.hp
        if not 0 <= low <= high <= HP_MAX:
            raise FieldError("hp", f"{low}-{high}", f"a range within 0-{HP_MAX}, the lower limit first")
        for suit, (least, most) in zip(SUITS, self.lengths, strict=True):
            if not 0 <= least <= most <= 13:
                raise FieldError(
                    f"lengths.{suit}", f"{least}-{most}", "a range within 0-13, the lower limit first"
                )

    @cached_property
    def holdings(self) -> tuple[Holding, ...]:
        """The hands by length vector; empty if no hand fits."""
        return tuple(self._holdings())

    def _holdings(self) -> Iterator[Holding]:
        (c_min, c_max), (d_min, d_max), (h_min, h_max), (s_min, s_max) = self.lengths
        for item in distributions():
            clubs, diamonds, hearts, spades = item.lengths
            if not (
                c_min <= clubs <= c_max
                and d_min <= diamonds <= d_max
                and h_min <= hearts <= h_max
                and s_min <= spades <= s_max
                and (self.shapes is None or item.shape in self.shapes)
            ):
                continue
            lowest = max(self.hp[0], self.hfp_min - item.points, item.hp_min)
            highest = min(self.hp[1], item.hp_max)
            if lowest <= highest:
                yield Holding(item, lowest, highest, self.game_forcing)


class Meaning:
    """The alternatives of one call taken together. FieldError if some alternative fits no hand at all."""

    def __init__(self, alternatives: tuple[Alternative, ...]):
        if not alternatives:
            raise FieldError("alternatives", "none", "at least one meaning")
        for number, alternative in enumerate(alternatives, start=1):
            if not alternative.holdings:
                raise FieldError(
                    f"alternatives[{number}]", "limits that exclude each other", "limits that some hand fits"
                )
        self.alternatives = alternatives
        self.holdings = tuple(holding for item in alternatives for holding in item.holdings)

    @cached_property
    def shortest(self) -> tuple[int, int, int, int]:
        """The fewest cards held in each suit, over all hands."""
        clubs, diamonds, hearts, spades = (
            min(h.distribution.lengths[suit] for h in self.holdings) for suit in range(4)
        )
        return clubs, diamonds, hearts, spades

    @cached_property
    def all_strong(self) -> bool:
        """Whether every hand is strong."""
        return all(holding.strong for holding in self.holdings)

    @cached_property
    def can_be_weak(self) -> bool:
        """Whether some hand is weak."""
        return any(is_weak(holding.lowest) for holding in self.holdings)

    @cached_property
    def hp_lowest(self) -> int:
        """The fewest high-card points of any hand."""
        return min(holding.lowest for holding in self.holdings)

    @cached_property
    def hp_highest(self) -> int:
        """The most high-card points of any hand."""
        return max(holding.highest for holding in self.holdings)

    @cached_property
    def can_be_unbalanced(self) -> bool:
        """Whether some hand has a singleton or void."""
        return any(holding.distribution.shape_class == "unbalanced" for holding in self.holdings)

    @cached_property
    def distributions(self) -> frozenset[Distribution]:
        """The length vectors that occur."""
        return frozenset(holding.distribution for holding in self.holdings)


@dataclass(frozen=True, slots=True)
class Context:
    """When a meaning applies. `positions` are the seats 1 (dealer) to 4 in which the call would open."""

    positions: tuple[int, ...] = (1, 2, 3, 4)
    vulnerability: Vulnerability = "any"
    preceding: Preceding = "nothing"

    def __post_init__(self) -> None:
        if not self.positions or not set(self.positions) <= {1, 2, 3, 4}:
            raise FieldError("positions", repr(self.positions), "one or more of the seats 1 to 4")


@dataclass(frozen=True)
class Agreement:
    """A call, what it shows, and when."""

    call: Call
    alternatives: tuple[Alternative, ...]
    context: Context = Context()
    note: str = ""

    @cached_property
    def meaning(self) -> Meaning:
        return Meaning(self.alternatives)


@dataclass(frozen=True, slots=True)
class System:
    """A pair's opening bids. Several agreements with the same call are variations of one bid."""

    agreements: tuple[Agreement, ...]
    name: str = ""

    @property
    def calls(self) -> tuple[Call, ...]:
        """The calls, each once, in the order in which they are described."""
        return tuple(dict.fromkeys(agreement.call for agreement in self.agreements))
