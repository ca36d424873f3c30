"""What is natural, strong or a pointing bid: the definitions on which the dots rest."""

from dataclasses import dataclass
from typing import Literal

from arbiter_rules.bridge.agreement import Call, Meaning
from arbiter_rules.bridge.hands import SUITS, resembles_balanced
from arbiter_rules.trace import Decision, Trace

Band = Literal["natural", "borderline", "not"]

# [rule SBF 4.7(1)] About four cases in five; a director estimates, so a share near the limit is flagged.
MAJORITY = 0.80
BORDERLINE = (0.78, 0.82)


@dataclass(frozen=True, slots=True)
class NoTrumpTest:
    """Whether a meaning would be natural in no trumps. `share` is the part of its hands that is balanced, by
    shape alone; `band` says how clear the case is; `named` is the suit of which four cards are promised."""

    natural: bool
    share: float
    band: Band
    named: str | None


def promised_suits(meaning: Meaning) -> tuple[int, ...]:
    """The suits of which every hand has four cards or more."""
    return tuple(suit for suit in range(4) if meaning.shortest[suit] >= 4)


def no_trump_test(meaning: Meaning) -> Decision[NoTrumpTest]:
    """The test for a natural bid in no trumps, with the balanced share as a number."""
    trace = Trace()
    deals = {item: item.deals for item in meaning.distributions}
    balanced = sum(count for item, count in deals.items() if item.shape_class == "balanced")
    share = balanced / sum(deals.values())
    similar = all(item.shape_class == "balanced" or resembles_balanced(item.shape) for item in deals)
    trace.note("SBF 4.7(2)", "nt.similar-shapes", similar)
    promised = promised_suits(meaning)
    named = SUITS[promised[0]] if len(promised) == 1 else None
    if (
        len(promised) > 1
    ):  # [rule SBF 2.2(11)] two suits are more information than the definition lets through
        trace.note("SBF 2.2(11)", "nt.two-suits", False, suits=tuple(SUITS[suit] for suit in promised))
        band: Band = "not"
    elif named and share < 1:  # [rule SBF 4.7(4)] a promised suit asks for a balanced hand otherwise
        trace.note("SBF 4.7(4)", "nt.named-suit-unbalanced", False, suit=named, share=share)
        band = "not"
    elif not similar or share < BORDERLINE[0]:
        band = "not"
    else:
        # [rule SBF 4.7(3)] Hands that another bid takes away are no information of this bid: only the shares count.
        band = "natural" if share > BORDERLINE[1] else "borderline"
    natural = band == "natural" or (band == "borderline" and share >= MAJORITY)
    trace.note("SBF 4.7(1)", f"nt.share-{band}", natural, share=round(share, 5), limit=MAJORITY)
    return trace.decide(NoTrumpTest(natural, share, band, named))


def is_natural(call: Call, meaning: Meaning) -> Decision[bool]:
    """Whether a bid is natural: four cards in the bid suit, or the test for no trumps."""
    if call.suit is None:
        test = no_trump_test(meaning)
        return Decision(test.value.natural, test.steps)
    trace = Trace()
    shortest = meaning.shortest[call.suit]
    natural = shortest >= 4  # [rule SBF 2.2(10)]
    trace.note(
        "SBF 2.2(10)",
        "natural.suit" if natural else "natural.suit-not",
        natural,
        suit=call.strain,
        shortest=shortest,
    )
    return trace.decide(natural)


def pointed_suit(call: Call, meaning: Meaning) -> str | None:
    """The suit, other than the one bid, of which every hand has four cards; None unless the bid points at one."""
    # [rule SBF 2.2(13)] [rule SBF 4.5(2)] The bid as a whole must point.
    return next((SUITS[suit] for suit in promised_suits(meaning) if suit != call.suit), None)


def strong_or_pointed_suit(call: Call, meaning: Meaning, game_forcing_counts: bool) -> str | None:
    """The named suit of a bid of which every hand is strong or has four cards in that suit."""
    for suit in range(4):
        if suit != call.suit and all(
            holding.strong
            or holding.distribution.lengths[suit] >= 4
            or (game_forcing_counts and holding.game_forcing)
            for holding in meaning.holdings
        ):
            return SUITS[suit]
    return None
