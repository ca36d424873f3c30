"""Annex I: which calls are alerted, by which rule, and what excuses them."""

import pytest

from arbiter_rules.bridge.agreement import PASS, Call
from arbiter_rules.bridge.alerts import DescribedCall, alert
from arbiter_rules.bridge.notation import parse_meaning
from arbiter_rules.errors import FieldError


def bid(text: str, role, meaning: str = "", **facts) -> DescribedCall:
    call = Call(int(text[0]), text[1:])
    return DescribedCall("bid", role, call, alternatives=parse_meaning(meaning) if meaning else (), **facts)


CASES = {
    "a sound opening": (bid("1H", "opening", "12-20, 5+H"), "need-not", ()),
    "short of the rule of 19": (bid("1H", "opening", "10-20, 5+H"), "must", ("SBF I(5)",)),
    "a club of three": (bid("1C", "opening", "12-20, 3+C"), "must", ("SBF I(8)",)),
    "support on three": (
        bid("2S", "response", "6-9, 3+S", preference_or_support=True),
        "exception",
        ("SBF I(8)",),
    ),
    "a no trump with singletons": (bid("1NT", "opening", "15-17 bal 4441"), "must", ("SBF I(9)",)),
    "responder's declining no trump": (
        bid("1NT", "response", "6-10", declining_1nt=True),
        "exception",
        ("SBF I(9)",),
    ),
    "a balanced no trump": (bid("1NT", "opening", "15-17 bal"), "need-not", ()),
    "other information": (bid("2H", "opening", "14-15, 5+H", other_information=True), "must", ("SBF I(10)",)),
    "a weak two": (bid("2S", "opening", "5-10, 6+S", preemptive=True), "must", ("SBF I(5)", "SBF I(11)")),
    "an opening preempt of three": (
        bid("3S", "opening", "5-10, 7+S", preemptive=True),
        "exception",
        ("SBF I(5)", "SBF I(11)"),
    ),
    "a jump raise to three": (bid("3S", "response", "", preemptive=True), "must", ("SBF I(11)",)),
    "a preempt of four": (
        bid("4S", "opening", "5-10, 7+S", preemptive=True),
        "exception",
        ("SBF I(5)", "SBF I(11)"),
    ),
    "the same behind screens": (
        bid("4S", "opening", "5-10, 7+S", preemptive=True, screens=True),
        "must",
        ("SBF I(5)", "SBF I(11)"),
    ),
    "an overcall of seven": (bid("1S", "overcall", "7-15, 5+S"), "must", ("SBF I(12)",)),
    "an overcall of eight": (bid("1S", "overcall", "8-15, 5+S"), "need-not", ()),
    "a deviation": (bid("2C", "response", "", deviation=True), "must", ("SBF I(2)",)),
    "a pass instead of an opening": (
        DescribedCall("pass", "opening", replaces_opening=True),
        "must",
        ("SBF I(6)",),
    ),
    "a pass that tells": (DescribedCall("pass", "response", shows_something=True), "must", ("SBF I(6)",)),
    "a strong pass": (DescribedCall("pass", "advance", shows_strength=True), "must", ("SBF I(7)",)),
    "a plain pass": (DescribedCall("pass", "advance"), "need-not", ()),
    "a light take-out": (
        DescribedCall("double", "overcall", take_out=True, alternatives=parse_meaning("10+")),
        "must",
        ("SBF I(13)",),
    ),
    "a sound take-out": (
        DescribedCall("double", "overcall", take_out=True, alternatives=parse_meaning("11+")),
        "need-not",
        (),
    ),
    "a take-out that promises sixteen": (
        DescribedCall("double", "overcall", take_out=True, alternatives=parse_meaning("16+")),
        "must",
        ("SBF I(13)",),
    ),
    "a take-out of unknown strength": (DescribedCall("double", "overcall", take_out=True), "need-not", ()),
    "a first penalty double": (
        DescribedCall("double", "overcall", first_defensive_double=True, for_penalty=True),
        "must",
        ("SBF I(14)",),
    ),
    "a later double that is not for penalty": (
        DescribedCall("double", "rebid", partner_has_bid=True),
        "must",
        ("SBF I(15)",),
    ),
    "a later penalty double": (
        DescribedCall("double", "rebid", partner_has_bid=True, for_penalty=True),
        "need-not",
        (),
    ),
    "a later double at the four-level": (
        DescribedCall("double", "rebid", partner_has_bid=True, level=4),
        "exception",
        ("SBF I(15)",),
    ),
    "a redouble to escape": (DescribedCall("redouble", "response"), "must", ("SBF I(16)",)),
    "a strong redouble": (DescribedCall("redouble", "response", shows_strength=True), "need-not", ()),
}


@pytest.mark.rule("SBF System(2)")
@pytest.mark.rule("SBF I(2)")
@pytest.mark.rule("SBF I(4)")
@pytest.mark.rule("SBF I(5)")
@pytest.mark.rule("SBF I(6)")
@pytest.mark.rule("SBF I(7)")
@pytest.mark.rule("SBF I(8)")
@pytest.mark.rule("SBF I(9)")
@pytest.mark.rule("SBF I(10)")
@pytest.mark.rule("SBF I(11)")
@pytest.mark.rule("SBF I(12)")
@pytest.mark.rule("SBF I(13)")
@pytest.mark.rule("SBF I(14)")
@pytest.mark.rule("SBF I(15)")
@pytest.mark.rule("SBF I(16)")
@pytest.mark.parametrize("name", CASES)
def test_calls_are_alerted_by_the_decision_list(name: str) -> None:
    call, verdict, rules = CASES[name]
    ruling = alert(call).value
    assert (ruling.verdict, ruling.rules) == (verdict, rules)
    assert bool(ruling.exceptions) == (verdict == "exception")


@pytest.mark.rule("SBF I(5)")
@pytest.mark.parametrize(("hp", "rules"), [("11-20", ()), ("10-20", ("SBF I(5)",))])
def test_the_rule_of_nineteen_adds_the_two_longest_suits(hp: str, rules: tuple[str, ...]) -> None:
    assert alert(bid("1H", "opening", f"{hp}, 3=5=3=2")).value.rules == rules


def test_a_description_that_contradicts_itself_is_refused() -> None:
    with pytest.raises(FieldError, match="bid"):
        DescribedCall("pass", "opening", Call(1, "C"))
    with pytest.raises(FieldError, match="bid"):
        DescribedCall("bid", "opening")
    with pytest.raises(FieldError, match="bid"):
        DescribedCall("bid", "opening", PASS)
    with pytest.raises(FieldError, match="level"):
        DescribedCall("double", "overcall", level=8)
