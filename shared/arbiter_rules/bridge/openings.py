"""Dots of opening bids: base, extras, caps, and the exemptions before them.

Every question is answered by going through all 560 length vectors, so nothing is estimated except whether a
meaning is balanced "in a clear majority" (natural.py).
"""

from collections.abc import Iterable
from dataclasses import dataclass

from arbiter_rules.bridge.agreement import PASS, Agreement, Call
from arbiter_rules.bridge.hands import BALANCED, MAJORS, Shape, distributions
from arbiter_rules.bridge.natural import is_natural, no_trump_test, pointed_suit, strong_or_pointed_suit
from arbiter_rules.bridge.parameters import Parameters, standard
from arbiter_rules.bridge.readings import DEFAULT
from arbiter_rules.policy import Policy
from arbiter_rules.trace import Decision, Trace


@dataclass(frozen=True, slots=True)
class Dots:
    """Dots of one agreement. `raw` is the sum before the caps, None if the bid is exempt; `exempt` says why."""

    dots: int
    raw: int | None = None
    exempt: str | None = None
    caps: tuple[str, ...] = ()


def dots(
    agreement: Agreement, policy: Policy = DEFAULT, parameters: Parameters | None = None
) -> Decision[Dots]:
    """The dots of one agreement in its context, 0 to 7, with base, extras and caps as steps."""
    figures = parameters or standard()
    trace = Trace()
    exempt = _exemption(agreement, trace)
    if exempt:
        return trace.decide(Dots(0, exempt=exempt))
    if agreement.call.suit is None:
        raw = _no_trump_sum(agreement, trace, figures)
    else:
        raw = _suit_sum(agreement, agreement.call.suit, trace, policy, figures)
    caps = tuple(_caps(agreement, trace, policy, figures))
    value = min([raw, *(limit for _, limit in caps)])
    # [rule SBF 2.5(1)] What is neither exempt nor capped keeps its sum.
    trace.note("SBF 2.5(1)", "dots.total", value, raw=raw, call=str(agreement.call))
    return trace.decide(Dots(value, raw, None, tuple(name for name, _ in caps)))


#: What went before the call: the paragraph that exempts it, and the name of the exemption.
_EXEMPT_AFTER = {
    "own-strong-pass": ("SBF 4.3(2)", "response"),  # [rule SBF 4.3(2)]
    "their-strong-pass": ("SBF 2.3(7)", "overcall"),  # [rule SBF 2.3(7)]
    "their-odd-pass": ("SBF 2.3(5)", "behind-odd-pass"),  # [rule SBF 2.3(5)] [rule SBF 4.3(3)]
}


def _exemption(agreement: Agreement, trace: Trace) -> str | None:
    """Why the call is not regulated, or None."""
    call, context = agreement.call, agreement.context
    if call == PASS:
        # [rule SBF 4.3(1)] A pass never has dots: it opens only when strong, and strong bids are exempt.
        paragraph, reason = "SBF 4.3(1)", "pass"
    elif context.preceding in _EXEMPT_AFTER:
        paragraph, reason = _EXEMPT_AFTER[context.preceding]
    elif context.positions == (4,):
        paragraph, reason = "SBF 2.3(3)", "fourth-hand"  # [rule SBF 2.3(3)]
    elif (call.level, call.suit is None) >= (3, True):
        paragraph, reason = "SBF 2.3(4)", "3nt-or-higher"  # [rule SBF 2.3(4)]
    else:
        return _exempt_by_meaning(agreement, trace)
    trace.note(paragraph, f"exempt.{reason}", 0, call=str(call))
    return reason


def _exempt_by_meaning(agreement: Agreement, trace: Trace) -> str | None:
    meaning = agreement.meaning
    if trace.adopt(is_natural(agreement.call, meaning)):
        trace.note("SBF 2.3(1)", "exempt.natural", 0)  # [rule SBF 2.3(1)]
        return "natural"
    if all(holding.strong or holding.game_forcing for holding in meaning.holdings):
        # [rule SBF 2.3(2)] [rule SBF 4.6(2)] Strong in every hand, or forcing to game.
        trace.note("SBF 2.3(2)", "exempt.strong", 0, hp_lowest=meaning.hp_lowest)
        return "strong"
    return None


def _suit_sum(agreement: Agreement, suit: int, trace: Trace, policy: Policy, figures: Parameters) -> int:
    """Base and extras of a bid in a suit that is not natural."""
    call, meaning = agreement.call, agreement.meaning
    shortest = meaning.shortest[suit]
    raw = figures.integer(
        "dots.base.three_cards" if shortest == 3 else "dots.base.fewer"
    )  # [rule SBF 2.5.1(1)]
    trace.note("SBF 2.5.1(1)", "dots.base", raw, suit=call.strain, shortest=shortest)
    if any(
        holding.distribution.lengths[suit] < 4 and holding.distribution.shape_class == "unbalanced"
        for holding in meaning.holdings
    ):
        extra = figures.integer("dots.extra.unbalanced")  # [rule SBF 2.5.1(2)] strong hands count too
        trace.note("SBF 2.5.1(2)", "dots.unbalanced", extra, suit=call.strain)
        raw += extra
    if call.level == 1 and call.strain in MAJORS:
        extra = figures.integer("dots.extra.major")  # [rule SBF 2.5.1(3)]
        trace.note("SBF 2.5.1(3)", "dots.major", extra, suit=call.strain)
        raw += extra
    if call.level == 1 and meaning.can_be_weak:
        source = "D" if policy["weak-minor"] == "both-minors" and call.strain == "C" else call.strain
        extra = figures.integer(f"dots.extra.weak.{source}")  # [rule SBF 2.5.1(4)]
        switch = "weak-minor" if call.strain == "C" else None
        trace.note(
            "SBF 2.5.1(4)", "dots.weak", extra, switch=switch, suit=call.strain, hp_lowest=meaning.hp_lowest
        )
        raw += extra
    return raw


def _no_trump_sum(agreement: Agreement, trace: Trace, figures: Parameters) -> int:
    """Dots of 1NT or 2NT that is not natural; suit extras do not apply."""
    if agreement.call.level == 2:
        raw = figures.integer("dots.nt.two")  # [rule SBF 2.5.2(2)]
        trace.note("SBF 2.5.2(2)", "dots.2nt", raw)
        return raw
    weak = agreement.meaning.can_be_weak
    raw = figures.integer("dots.nt.one_weak" if weak else "dots.nt.one")  # [rule SBF 2.5.2(1)]
    trace.note(
        "SBF 2.5.2(1)", "dots.1nt-weak" if weak else "dots.1nt", raw, hp_lowest=agreement.meaning.hp_lowest
    )
    return raw


def _caps(
    agreement: Agreement, trace: Trace, policy: Policy, figures: Parameters
) -> Iterable[tuple[str, int]]:
    """The caps that fit, each with its limit."""
    call, meaning = agreement.call, agreement.meaning
    counts = policy["game-forcing-in-caps"] == "strong"
    named = pointed_suit(call, meaning)
    if named:
        limit = figures.integer("dots.cap.suit_pointer")  # [rule SBF 2.5.3(1)] [rule SBF 4.5(3)]
        trace.note("SBF 2.5.3(1)", "cap.suit-pointer", limit, suit=named)
        yield "suit-pointer", limit
    if call.suit is not None and no_trump_test(meaning).value.natural:
        # [rule SBF 2.5.3(2)] [rule SBF 2.2(14)] [rule SBF 4.5(1)] Balanced as a whole, not as one meaning of two.
        limit = figures.integer("dots.cap.balance_pointer")
        trace.note("SBF 2.5.3(2)", "cap.balance-pointer", limit)
        yield "balance-pointer", limit
    if all(
        _strong_or_natural(
            call, holding.strong, holding.distribution.lengths, counts and holding.game_forcing
        )
        for holding in meaning.holdings
    ):
        limit = figures.integer("dots.cap.strong_or_natural")  # [rule SBF 2.5.3(3)]
        trace.note("SBF 2.5.3(3)", "cap.strong-or-natural", limit, switch="game-forcing-in-caps")
        yield "strong-or-natural", limit
    other = strong_or_pointed_suit(call, meaning, counts)
    if other:
        limit = figures.integer("dots.cap.strong_or_pointer")  # [rule SBF 2.5.3(4)]
        trace.note("SBF 2.5.3(4)", "cap.strong-or-pointer", limit, switch="game-forcing-in-caps", suit=other)
        yield "strong-or-pointer", limit


def _strong_or_natural(call: Call, strong: bool, lengths: tuple[int, ...], forcing: bool) -> bool:
    return strong or forcing or (call.suit is not None and lengths[call.suit] >= 4)


def is_odd_pass(
    agreement: Agreement, policy: Policy = DEFAULT, parameters: Parameters | None = None
) -> Decision[bool]:
    """Whether a pass in opening position is odd: it may hold more than 13 hp, or lacks some weak hands."""
    figures = parameters or standard()
    trace = Trace()
    meaning = agreement.meaning
    most = figures.integer("pass.most_hp")
    rich = meaning.hp_highest > most  # [rule SBF 2.3(6)]
    trace.note(
        "SBF 2.3(6)",
        "pass.rich" if rich else "pass.not-rich",
        rich,
        hp_highest=meaning.hp_highest,
        limit=most,
    )
    flattest: frozenset[Shape] = frozenset({(4, 3, 3, 3)})
    wanted = flattest if policy["odd-pass-shapes"] == "4333-only" else BALANCED
    weak_hp = range(figures.integer("weak.below_hp"))
    held = {
        (holding.distribution.lengths, hp)
        for holding in meaning.holdings
        if holding.distribution.shape in wanted
        for hp in range(holding.lowest, min(holding.highest, weak_hp[-1]) + 1)
    }
    expected = sum(item.shape in wanted for item in distributions()) * len(weak_hp)
    lacking = len(held) < expected
    trace.note(
        "SBF 2.3(6)", "pass.lacks-weak" if lacking else "pass.holds-weak", lacking, switch="odd-pass-shapes"
    )
    return trace.decide(rich or lacking)


def is_strong_pass(agreement: Agreement) -> Decision[bool]:
    """Whether a pass is so strong in every hand that it counts as an opening bid."""
    trace = Trace()
    strong = agreement.meaning.all_strong  # [rule SBF 2.2(6)] [rule SBF 4.3(1)]
    trace.note(
        "SBF 2.2(6)",
        "pass.strong" if strong else "pass.not-strong",
        strong,
        hp_lowest=agreement.meaning.hp_lowest,
    )
    return trace.decide(strong)
