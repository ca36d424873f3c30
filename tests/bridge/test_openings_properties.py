"""What holds for every opening bid, whatever it shows."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter_rules.bridge.agreement import Agreement, Alternative, Call, Context, Meaning, System
from arbiter_rules.bridge.hands import BALANCED, HP_MAX, SEMIBALANCED, Shape, distributions, is_strong
from arbiter_rules.bridge.natural import no_trump_test
from arbiter_rules.bridge.notation import parse_agreement, parse_meaning
from arbiter_rules.bridge.openings import dots
from arbiter_rules.bridge.system import system_dots
from arbiter_rules.errors import FieldError

RANGES = [(4, 13), (5, 13), (6, 13), (3, 13), (2, 13), (0, 3), (0, 4), (2, 3), (0, 1), (4, 5)]
STRENGTHS = [(0, 7), (5, 10), (7, 12), (11, 15), (14, 37), (15, 17), (17, 37), (20, 37), (0, 37)]
SHAPES = [None, None, BALANCED, BALANCED | SEMIBALANCED, frozenset({(4, 4, 4, 1)})]


def alternative(
    strength: tuple[int, int],
    limits: dict[int, tuple[int, int]],
    shapes: frozenset[Shape] | None,
    hfp: int,
    forcing: bool,
) -> Alternative:
    clubs, diamonds, hearts, spades = (limits.get(suit, (0, 13)) for suit in range(4))
    return Alternative(strength, hfp, (clubs, diamonds, hearts, spades), shapes, forcing)


strengths = st.sampled_from(STRENGTHS)
alternatives = st.builds(
    alternative,
    strengths,
    st.dictionaries(st.integers(0, 3), st.sampled_from(RANGES), max_size=2),
    st.sampled_from(SHAPES),
    st.sampled_from([0, 0, 0, 18]),
    st.booleans(),
).filter(lambda item: bool(item.holdings))
calls = st.builds(Call, st.integers(1, 7), st.sampled_from(["C", "D", "H", "S", "NT"]))
agreements = st.builds(Agreement, calls, st.lists(alternatives, min_size=1, max_size=3).map(tuple))


@pytest.mark.rule("SBF 2.5(1)")
@settings(max_examples=60, deadline=None)
@given(agreements)
def test_dots_lie_between_nought_and_seven(agreement: Agreement) -> None:
    assert 0 <= dots(agreement).value.dots <= 7


@pytest.mark.rule("SBF 2.5(1)")
@settings(max_examples=60, deadline=None)
@given(agreements)
def test_dots_are_never_more_than_the_sum_before_the_caps(agreement: Agreement) -> None:
    value = dots(agreement).value
    assert (value.raw is None) == (value.exempt is not None)
    assert value.raw is None or value.dots <= value.raw


def narrowed(item: Alternative, suit: int, least: int, hp: int) -> Alternative:
    lengths = list(item.lengths)
    lengths[suit] = (max(lengths[suit][0], least), max(lengths[suit][1], least))
    return replace(
        item,
        hp=(max(item.hp[0], hp), max(item.hp[1], hp)),
        lengths=(lengths[0], lengths[1], lengths[2], lengths[3]),
    )


@pytest.mark.rule("SBF 4.5(3)")
@settings(max_examples=150, deadline=None)
@given(
    agreements,
    st.integers(0, 3),
    st.tuples(st.integers(0, 3), st.integers(2, 6), st.integers(0, 20)),
    st.booleans(),
)
def test_more_information_never_costs_a_pointing_bid_dots(
    agreement: Agreement, pointed: int, further: tuple[int, int, int], balanced: bool
) -> None:
    if balanced:
        pointing = tuple(replace(item, shapes=BALANCED) for item in agreement.alternatives)
    else:
        pointing = tuple(narrowed(item, pointed, 4, 0) for item in agreement.alternatives)
    pointing = tuple(item for item in pointing if item.holdings)
    more = tuple(narrowed(item, *further) for item in pointing)
    inside = [
        {(h.distribution, points) for h in item.holdings for points in range(h.lowest, h.highest + 1)}
        for item in (*pointing, *more)
    ]
    if not pointing or not all(item.holdings for item in more):
        return
    if not all(new <= old for old, new in zip(inside, inside[len(pointing) :], strict=False)):
        return
    before = dots(replace(agreement, alternatives=pointing)).value
    if before.exempt is None and {"suit-pointer", "balance-pointer"} & set(before.caps):
        assert dots(replace(agreement, alternatives=more)).value.dots <= before.dots


@pytest.mark.rule("SBF 2.5(2)")
@settings(max_examples=60, deadline=None)
@given(st.lists(agreements, min_size=1, max_size=4), calls)
def test_a_bid_that_varies_has_the_dots_of_its_dearest_variation(items: list[Agreement], call: Call) -> None:
    variants = tuple(replace(item, call=call) for item in items)
    value = system_dots(System(variants)).value
    assert value.total == max(dots(item).value.dots for item in variants)


@pytest.mark.rule("SBF 2.5(1)")
@settings(max_examples=60, deadline=None)
@given(agreements, st.integers(0, HP_MAX - 1))
def test_dots_do_not_depend_on_how_a_meaning_is_split(agreement: Agreement, at: int) -> None:
    split: list[Alternative] = []
    for item in agreement.alternatives:
        low, high = item.hp
        if low <= at < high:
            parts = (replace(item, hp=(low, at)), replace(item, hp=(at + 1, high)))
            split.extend(part for part in parts if part.holdings)
        else:
            split.append(item)
    assert dots(replace(agreement, alternatives=tuple(split))).value.dots == dots(agreement).value.dots


@pytest.mark.rule("SBF 2.2(7)")
@pytest.mark.rule("SBF 2.2(8)")
@pytest.mark.rule("SBF 2.2(9)")
def test_there_are_560_length_vectors_and_six_shapes_without_a_short_suit() -> None:
    every = distributions()
    assert len(every) == 560
    assert sum(item.deals for item in every) == 635_013_559_600
    assert {item.shape for item in every if item.shape_class != "unbalanced"} == BALANCED | SEMIBALANCED
    assert len(BALANCED) == len(SEMIBALANCED) == 3


@pytest.mark.rule("SBF 4.6(1)")
@pytest.mark.parametrize(
    ("hp", "points", "strong"), [(15, 0, True), (14, 0, False), (14, 4, True), (14, 3, False), (9, 9, True)]
)
def test_strong_is_fifteen_or_eighteen_with_shape(hp: int, points: int, strong: bool) -> None:
    assert is_strong(hp, points) is strong


@pytest.mark.parametrize(
    ("text", "band", "natural", "share"),
    [
        ("12-14 bal", "natural", True, 100.0),
        ("12-14 bal | 12-14 5422", "borderline", True, 81.8),
        ("12-14 bal | 12-14 5422 6322", "not", False, 74.6),
        ("12-14 bal | 12-14 6322", "natural", True, 89.4),
        ("12-14 bal | 12-14 4441", "natural", True, 94.1),
        ("12-14 bal | 12-14 5431", "borderline", False, 78.6),
        ("12-14 bal | 12-14 5440", "not", False, 97.5),
        ("12-14 any", "not", False, 47.6),
    ],
)
@pytest.mark.rule("SBF 4.7(1)")
@pytest.mark.rule("SBF 4.7(2)")
def test_a_no_trump_is_natural_when_four_in_five_hands_are_balanced(
    text: str, band: str, natural: bool, share: float
) -> None:
    test = no_trump_test(Meaning(parse_meaning(text))).value
    assert (test.band, test.natural, round(test.share * 100, 1)) == (band, natural, share)


@pytest.mark.rule("SBF 4.7(4)")
def test_a_promised_suit_asks_for_a_balanced_hand() -> None:
    assert no_trump_test(Meaning(parse_meaning("12-14 bal 4+S"))).value.natural
    assert not no_trump_test(Meaning(parse_meaning("12-14 bal 6322, 4+S"))).value.natural
    assert not no_trump_test(Meaning(parse_meaning("12-14 bal 4+S 4+H"))).value.natural


@pytest.mark.rule("SBF 4.7(3)")
def test_a_no_trump_without_a_five_card_major_stays_natural() -> None:
    assert no_trump_test(Meaning(parse_meaning("15-17 bal <5M"))).value.natural


def test_a_call_a_range_or_a_seat_that_cannot_be_is_refused() -> None:
    with pytest.raises(FieldError, match="call"):
        Call(8, "C")
    with pytest.raises(FieldError, match="call"):
        Call(0, "C")
    with pytest.raises(FieldError, match="hp"):
        Alternative((12, 11))
    with pytest.raises(FieldError, match=r"lengths\.C"):
        Alternative(lengths=((5, 4), (0, 13), (0, 13), (0, 13)))
    with pytest.raises(FieldError, match="positions"):
        Context((5,))
    with pytest.raises(FieldError, match="alternatives"):
        Meaning(())
    with pytest.raises(FieldError, match=r"alternatives\[1\]"):
        Meaning((Alternative((30, 37), 0, ((13, 13), (0, 13), (0, 13), (0, 13))),))
    assert str(parse_agreement("Pass 0-10").call) == "Pass"
