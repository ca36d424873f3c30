"""Annex I: whether a described call must be alerted, with every rule that fires."""

from dataclasses import dataclass
from typing import Literal

from arbiter_rules.bridge.agreement import Alternative, Call, Meaning
from arbiter_rules.errors import FieldError
from arbiter_rules.trace import Decision, Trace

Kind = Literal["bid", "pass", "double", "redouble"]
Role = Literal["opening", "response", "rebid", "overcall", "advance"]
Verdict = Literal["must", "need-not", "exception"]


@dataclass(frozen=True)
class DescribedCall:
    """A call in its auction. Only what applies need be set; `alternatives` describe what the call shows."""

    kind: Kind
    role: Role
    bid: Call | None = None
    level: int = 1
    alternatives: tuple[Alternative, ...] = ()
    screens: bool = False
    deviation: bool = False  # from the usual meaning, by partnership understanding
    other_information: bool = False  # beyond the suit or no trumps bid
    preemptive: bool = False
    preference_or_support: bool = False
    declining_1nt: bool = False  # responder's 1NT that declines
    replaces_opening: bool = False  # a pass instead of a normal opening bid
    shows_something: bool = False  # a pass that tells about the hand
    shows_strength: bool = False  # a pass or a redouble
    for_penalty: bool = False
    take_out: bool = False
    first_defensive_double: bool = False  # the defenders' first double, in the first round
    partner_has_bid: bool = False

    def __post_init__(self) -> None:
        if (self.kind == "bid") != (self.bid is not None):
            raise FieldError("bid", str(self.bid), "a bid if, and only if, the kind is bid")
        if self.kind == "bid" and self.bid is not None and self.bid.level == 0:
            raise FieldError("bid", "Pass", "1C to 7NT")
        if not 1 <= self.level <= 7:
            raise FieldError("level", self.level, "1 to 7")


@dataclass(frozen=True, slots=True)
class AlertRuling:
    """The verdict, the rules that fire, and the exceptions that take them away (verdict `exception`)."""

    verdict: Verdict
    rules: tuple[str, ...]
    exceptions: tuple[str, ...]


def alert(call: DescribedCall) -> Decision[AlertRuling]:
    """The ruling on one call. A verdict of `need-not` with no rule means that nothing fired."""
    trace = Trace()
    rules: list[str] = []
    exceptions: list[str] = []
    for paragraph, reading, excused_by in _fired(call):
        rules.append(paragraph)
        trace.note(paragraph, f"alert.{reading}", True)
        if excused_by is not None:
            exceptions.append(excused_by)
            trace.note(excused_by, f"alert.excused-{reading}", False)
    unexcused = len(rules) > len(exceptions)
    level = call.bid.level if call.bid is not None else call.level
    if rules and level >= 4 and not call.screens:  # [rule SBF I(4)]
        exceptions.append("SBF I(4)")
        trace.note("SBF I(4)", "alert.four-level", False, level=level)
        unexcused = False
    verdict: Verdict = "must" if unexcused else "exception" if rules else "need-not"
    trace.note("SBF System(2)", f"alert.verdict-{verdict}", verdict)  # [rule SBF System(2)] in all series
    return trace.decide(AlertRuling(verdict, tuple(rules), tuple(exceptions)))


Fired = tuple[str, str, str | None]


def _fired(call: DescribedCall) -> list[Fired]:
    """The rules that fire: paragraph, reading, and the paragraph that excuses, if any."""
    fired: list[Fired] = []
    if call.deviation:
        fired.append(("SBF I(2)", "deviation", None))  # [rule SBF I(2)]
    meaning = Meaning(call.alternatives) if call.alternatives else None
    if call.kind == "bid" and call.bid is not None:
        fired.extend(_bid(call, call.bid, meaning))
    elif call.kind == "pass":
        if call.replaces_opening or call.shows_something:
            fired.append(("SBF I(6)", "pass", None))  # [rule SBF I(6)]
        if call.shows_strength:
            fired.append(("SBF I(7)", "strong-pass", None))  # [rule SBF I(7)]
    elif call.kind == "double":
        fired.extend(_double(call, meaning))
    elif not call.shows_strength:
        fired.append(("SBF I(16)", "redouble", None))  # [rule SBF I(16)]
    return fired


def _bid(call: DescribedCall, bid: Call, meaning: Meaning | None) -> list[Fired]:
    fired: list[Fired] = []
    three_level_opening = call.role == "opening" and bid.level == 3 and call.preemptive
    if meaning is not None:
        if call.role == "opening" and below_nineteen(meaning):
            # [rule SBF I(5)] The exception for preempts at the three-level prevails, both are shown.
            fired.append(("SBF I(5)", "nineteen", "SBF I(11)" if three_level_opening else None))
        if bid.suit is not None and meaning.shortest[bid.suit] < 4:
            excused = "SBF I(8)" if call.preference_or_support else None
            fired.append(("SBF I(8)", "short-suit", excused))  # [rule SBF I(8)]
        if bid.suit is None and meaning.can_be_unbalanced:
            fired.append(
                ("SBF I(9)", "unbalanced-nt", "SBF I(9)" if call.declining_1nt else None)
            )  # [rule SBF I(9)]
        if call.role == "overcall" and meaning.hp_lowest < 8:
            fired.append(("SBF I(12)", "weak-overcall", None))  # [rule SBF I(12)]
    if call.other_information:
        fired.append(("SBF I(10)", "other-information", None))  # [rule SBF I(10)]
    if call.preemptive:
        fired.append(
            ("SBF I(11)", "preempt", "SBF I(11)" if three_level_opening else None)
        )  # [rule SBF I(11)]
    return fired


def _double(call: DescribedCall, meaning: Meaning | None) -> list[Fired]:
    fired: list[Fired] = []
    if call.take_out and meaning is not None and (meaning.hp_lowest < 11 or meaning.hp_lowest > 15):
        fired.append(("SBF I(13)", "take-out", None))  # [rule SBF I(13)]
    if call.first_defensive_double and call.for_penalty:
        fired.append(("SBF I(14)", "penalty-double", None))  # [rule SBF I(14)]
    if call.partner_has_bid and not call.first_defensive_double and not call.for_penalty:
        fired.append(("SBF I(15)", "not-penalty", None))  # [rule SBF I(15)]
    return fired


def below_nineteen(meaning: Meaning) -> bool:
    """Whether the cards in the two longest suits and the high-card points can add up to less than 19."""
    return any(sum(holding.distribution.shape[:2]) + holding.lowest < 19 for holding in meaning.holdings)
