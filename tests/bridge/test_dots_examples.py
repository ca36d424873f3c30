"""The worked examples of annex II 4.4 (X0 to X15) and further bids that the procedure decides."""

import pytest

from arbiter_rules.bridge.notation import parse_agreement
from arbiter_rules.bridge.openings import dots, is_odd_pass, is_strong_pass
from arbiter_rules.bridge.readings import policy

EXAMPLES = {
    "X0 weak pass": ("Pass 0-7 any | 11-13 bal", None, 0),
    "X1 waiting club with three": ("1C 11-14, 3+C, bal if <4C", 1, 1),
    "X2 preempt in the next suit": ("3C 5-10, 6+D", 3, 1),
    "X3 two no trumps with both minors": ("2NT 5-10, 5+C, 5+D", 2, 1),
    "X4 natural or a strong no trump": ("1C 10-14, 4+C | 15-17 bal", 2, 1),
    "X4 natural or a strong no trump, a level higher": ("2C 10-15, 4+C | 15-17 bal", 2, 1),
    "X5 waiting club with two": ("1C 11-14, 2+C, bal if <4C", 2, 2),
    "X6 weak in a named suit or the only force": ("2C 5-9, 6+D | 22+", 3, 2),
    "X6 weak in a named suit or the only force, in diamonds": ("2D 5-9, 6+H | 22+", 3, 2),
    "X7 weak no trump or strong": ("1C 11-13 bal | 17+ any", 3, 3),
    "X8 at most one diamond": ("2D 11-15, 0-1D", 3, 3),
    "X9 unknown singleton": ("2D 11-14, 4441", 3, 3),
    "X10 nearly every shape": ("1C 0-7 any", 3, 3),
    "X10 nearly every shape, not weak": ("1D 8-14 any", 3, 3),
    "X11 weak in a major or strong": ("2D 6-10, 6+M | 22+ bal", 3, 3),
    "X12 weak in a major": ("2D 5-10, 6+M", 3, 3),
    "X13 unbalanced without a major": ("1H 11-15 unbal <4M", 4, 4),
    "X13 unbalanced without a major, in spades": ("1S 11-15 unbal <4M", 4, 4),
    "X14 weak diamond of nearly every shape": ("1D 0-7 any", 5, 5),
    "X15 weak heart of nearly every shape": ("1H 0-7 any", 7, 7),
    "X15 weak spade of nearly every shape": ("1S 0-7 any", 7, 7),
}

FURTHER = {
    "strong club": ("1C 17+ any", None, 0),
    "fourteen and up is not strong": ("1C 14+ any", 3, 3),
    "Polish club": ("1C 11-13 bal | 15+, 4+C | 18+ any", 3, 3),
    "diamond of two, balanced when short": ("1D 11-15, 2+D, bal if <4D", 2, 2),
    "weak transfer to hearts": ("1D 0-7, 4+H", 5, 1),
    "heart that shows spades": ("1H 11-20, 4+S", 4, 1),
    "balanced with four or five clubs": ("1D 12-14 bal, 4-5C", 2, 1),
    "balanced with four or five clubs, perhaps weak": ("1D bal, 4-5C", 4, 1),
    "weak club of every shape": ("1C 0-7 any", 3, 3),
    "weak spade of every shape": ("1S 0-7 any", 7, 7),
    "weak no trump": ("1NT 10-12 bal", None, 0),
    "very weak no trump": ("1NT 0-7 bal", None, 0),
    "no trump of every weak hand": ("1NT 0-7 any", 3, 3),
    "no trump that always has spades": ("1NT 12-14, 4+S, bal", None, 0),
    "two no trumps weak in a minor": ("2NT 5-10, 6+m", 2, 2),
    "two no trumps, preempt in clubs": ("2NT 5-9, 6+C", 2, 1),
    "weak no trump of five spades and any rest": ("1NT 0-7, 5+S", 3, 1),
    "Wilkosz": ("2D 5-10, 5+M, 5+W", 3, 3),
    "hearts and a minor": ("2H 5-10, 5+H, 4+m", None, 0),
    "weak hearts or strong diamonds": ("2D 5-9, 6+H | 18-19, 4+D", 3, 2),
    "game force": ("2C gf", None, 0),
    "gambling": ("3NT 8-11, 7+m", None, 0),
    "four clubs as a good four hearts": ("4C 10-15, 6+H", None, 0),
    "multi in fourth hand": ("2D [pos 4] 5-10, 6+M", None, 0),
}


def ruled(text: str):
    return dots(parse_agreement(text)).value


@pytest.mark.rule("SBF 2.5(1)")
@pytest.mark.rule("SBF 2.5.1(1)")
@pytest.mark.rule("SBF 2.5.1(2)")
@pytest.mark.rule("SBF 2.5.1(3)")
@pytest.mark.rule("SBF 2.5.1(4)")
@pytest.mark.rule("SBF 2.5.2(2)")
@pytest.mark.rule("SBF 2.5.3(1)")
@pytest.mark.rule("SBF 2.5.3(3)")
@pytest.mark.rule("SBF 2.5.3(4)")
@pytest.mark.rule("SBF 4.3(1)")
@pytest.mark.rule("SBF 4.4")
@pytest.mark.parametrize("name", EXAMPLES)
def test_worked_examples_have_the_dots_of_the_annex(name: str) -> None:
    text, raw, expected = EXAMPLES[name]
    value = ruled(text)
    assert (value.raw, value.dots) == (raw, expected)


@pytest.mark.rule("SBF 2.3(1)")
@pytest.mark.rule("SBF 2.3(2)")
@pytest.mark.rule("SBF 2.3(3)")
@pytest.mark.rule("SBF 2.3(4)")
@pytest.mark.rule("SBF 2.5.2(1)")
@pytest.mark.rule("SBF 2.5.3(2)")
@pytest.mark.parametrize("name", FURTHER)
def test_further_bids_have_the_dots_of_the_procedure(name: str) -> None:
    text, raw, expected = FURTHER[name]
    value = ruled(text)
    assert (value.raw, value.dots) == (raw, expected)


@pytest.mark.rule("SBF 4.5(1)")
@pytest.mark.rule("SBF 4.5(2)")
@pytest.mark.parametrize(
    ("text", "caps"),
    [
        ("1C 11-13 bal | 17+ any", ()),
        ("2D 5-10, 6+M", ()),
        ("1C 0-7, 4+D | 0-7, 4+H", ()),
        ("1D 12-14 bal", ("balance-pointer",)),
        ("1D 12-14 bal, 4-5C", ("suit-pointer", "balance-pointer", "strong-or-pointer")),
    ],
    ids=["balanced or strong", "one of two suits", "one suit or another", "balanced", "balanced with clubs"],
)
def test_a_cap_needs_a_bid_that_points_one_way(text: str, caps: tuple[str, ...]) -> None:
    assert ruled(text).caps == caps


@pytest.mark.rule("SBF 4.6(1)")
@pytest.mark.rule("SBF 4.6(2)")
@pytest.mark.parametrize(
    ("text", "exempt"),
    [
        ("1C 15+ any", "strong"),
        ("1C 14+ any", None),
        ("1C 15+ any | 12-14 18+hfp", "strong"),
        ("1C 15+ any | 12-14 17+hfp", None),
        ("1C 15+ any | 10-14 gf", "strong"),
    ],
    ids=["15", "14", "upgrades with 18 hfp", "upgrades with 17 hfp", "or game forcing"],
)
def test_strength_is_counted_never_upgraded(text: str, exempt: str | None) -> None:
    assert ruled(text).exempt == exempt


@pytest.mark.rule("SBF 2.5.1(4)")
@pytest.mark.parametrize(
    ("text", "extra"),
    [
        ("1C 8+ any", 0),
        ("1C 7+ any", 0),
        ("1D 8+ any", 0),
        ("1D 7+ any", 2),
        ("1H 8+ any", 0),
        ("1H 7+ any", 3),
    ],
    ids=["club 8", "club 7", "diamond 8", "diamond 7", "heart 8", "heart 7"],
)
def test_a_one_bid_is_weak_below_eight_points(text: str, extra: int) -> None:
    major = text.startswith("1H")
    assert ruled(text).dots == 3 + major + extra


@pytest.mark.rule("SBF 2.5.1(4)")
def test_a_reader_who_takes_both_minors_changes_the_weak_club_only() -> None:
    both = policy({"weak-minor": "both-minors"})
    assert dots(parse_agreement("1C 0-7 any"), both).value.dots == 5
    assert dots(parse_agreement("1D 0-7 any"), both).value.dots == 5
    assert "weak-minor" in dots(parse_agreement("1C 0-7 any"), both).switches


@pytest.mark.rule("SBF 2.5.3(3)")
def test_a_game_force_below_the_strong_limit_counts_in_the_caps_only_if_so_read() -> None:
    text = "2C 5-10, 4+C | 10+ gf"
    assert ruled(text).dots == 3
    assert dots(parse_agreement(text), policy({"game-forcing-in-caps": "strong"})).value.dots == 1


@pytest.mark.rule("SBF 4.3(2)")
@pytest.mark.rule("SBF 2.3(7)")
@pytest.mark.rule("SBF 2.3(5)")
@pytest.mark.rule("SBF 4.3(3)")
@pytest.mark.parametrize(
    ("context", "exempt", "expected"),
    [
        ("after own strong pass", "response", 0),
        ("behind strong pass", "overcall", 0),
        ("behind odd pass", "behind-odd-pass", 0),
        ("after own odd pass", None, 7),
        ("pos 3", None, 7),
        ("pos 3-4", None, 7),
        ("pos 4", "fourth-hand", 0),
    ],
)
def test_what_went_before_decides_whether_a_bid_opens(
    context: str, exempt: str | None, expected: int
) -> None:
    value = ruled(f"1S [{context}] 0-7 any")
    assert (value.exempt, value.dots) == (exempt, expected)


@pytest.mark.rule("SBF 2.3(4)")
def test_two_no_trumps_is_regulated_and_three_diamonds_too_but_not_three_no_trumps() -> None:
    assert ruled("3S 5-10, 6+H").exempt is None
    assert ruled("2NT 5-10, 6+H").exempt is None
    assert ruled("3NT 5-10, 6+H").exempt == "3nt-or-higher"


@pytest.mark.rule("SBF 2.3(6)")
@pytest.mark.parametrize(
    ("text", "odd"),
    [
        ("Pass 0-13 any", False),
        ("Pass 0-14 any", True),
        ("Pass 0-10 any", False),
        ("Pass 0-7 bal", False),
        ("Pass 0-6 any", True),
        ("Pass 1-10 any", True),
        ("Pass 0-7 unbal | 0-7 4333", True),
    ],
)
def test_an_odd_pass_is_rich_or_lacks_weak_hands(text: str, odd: bool) -> None:
    assert is_odd_pass(parse_agreement(text)).value is odd


@pytest.mark.rule("SBF 2.3(6)")
def test_the_shapes_of_the_odd_pass_are_a_reading() -> None:
    agreement = parse_agreement("Pass 0-7 unbal | 0-7 4333")
    assert is_odd_pass(agreement, policy({"odd-pass-shapes": "4333-only"})).value is False


@pytest.mark.rule("SBF 4.3(1)")
@pytest.mark.parametrize(("text", "strong"), [("Pass 15-17 bal | 18+", True), ("Pass 13+ any", False)])
def test_a_strong_pass_is_strong_in_every_hand(text: str, strong: bool) -> None:
    assert is_strong_pass(parse_agreement(text)).value is strong


@pytest.mark.rule("SBF 2.5(1)")
def test_the_steps_add_up_to_the_dots() -> None:
    decision = dots(parse_agreement("1H 0-7 any"))
    readings = [step.reading for step in decision.steps]
    assert readings[-5:] == ["dots.base", "dots.unbalanced", "dots.major", "dots.weak", "dots.total"]
    assert sum(step.result for step in decision.steps[-5:-1]) == decision.value.dots
