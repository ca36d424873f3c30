"""The notation for agreements: what it reads, and where it points when it cannot."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter_rules.bridge.agreement import Call, Context
from arbiter_rules.bridge.hands import BALANCED
from arbiter_rules.bridge.notation import (
    MOST_LINES,
    NotationError,
    parse_agreement,
    parse_meaning,
    parse_system,
)
from arbiter_rules.errors import FieldError


def test_a_condition_splits_a_meaning_in_two() -> None:
    agreement = parse_agreement("1D 11-15, 2+D, bal if <4D | 15+ any")
    short, long, strong = agreement.alternatives
    assert agreement.call == Call(1, "D")
    assert short.lengths[1] == (2, 3)
    assert short.shapes == BALANCED
    assert long.lengths[1] == (4, 13)
    assert long.shapes is None
    assert strong.hp == (15, 37)


def test_a_condition_in_the_middle_splits_a_meaning_in_three() -> None:
    below, between, above = sorted(parse_meaning("bal if 2-3D"), key=lambda item: item.lengths[1])
    assert [item.lengths[1] for item in (below, between, above)] == [(0, 1), (2, 3), (4, 13)]
    both = parse_meaning("unbal, bal if <4D")
    assert [item.lengths[1] for item in both] == [(4, 13)]
    assert [item.lengths[1] for item in parse_meaning("4+D, bal if <4D")] == [(4, 13)]


@pytest.mark.parametrize(
    ("english", "swedish"),
    [
        ("1C 11-13 bal | 17+ any", "1kl 11-13 balans eller 17+ alla"),
        ("2D 5-10, 6+M", "2 ru 5–10, 6+hö"),
        ("2NT 5-10, 5+m", "2sang 5-10, 5+lå"),
        ("1H [pos 3, vul] 8+ gf", "1♥ [pos 3, i zon] 8+ utgångskrav"),
        ("1C 11-15 hp, 4+c, <4h", "1C 11-15, 4+C <4H"),
        ("1S [nonvul] 4+♠ or 4+♥", "1sp [utom zon]: 4+sp | 4+hj"),
    ],
)
def test_swedish_words_mean_the_same(english: str, swedish: str) -> None:
    one, other = parse_agreement(english), parse_agreement(swedish)
    assert (one.call, one.alternatives, one.context) == (other.call, other.alternatives, other.context)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("6+M", 2),
        ("5+m", 2),
        ("5+W", 4),
        ("5+M, 5+W", 5),
        ("5+M 5+M", 1),
        ("4+H, 5+M", 1),
        ("<4M", 1),
        ("5-5W", 4),
    ],
)
def test_group_letters_stand_for_different_suits(text: str, count: int) -> None:
    assert len(parse_meaning(text)) == count


def test_an_upper_limit_holds_for_every_suit_of_a_group() -> None:
    (meaning,) = parse_meaning("<4M")
    assert meaning.lengths == ((0, 13), (0, 13), (0, 3), (0, 3))


def test_a_pattern_names_a_shape_or_with_equals_signs_the_suits() -> None:
    (any_order,) = parse_meaning("5-4-3-1")
    assert any_order.shapes == {(5, 4, 3, 1)}
    (exact,) = parse_meaning("5=4=3=1")
    assert exact.lengths == ((1, 1), (3, 3), (4, 4), (5, 5))
    (several,) = parse_meaning("4441 5440")
    assert several.shapes == {(4, 4, 4, 1), (5, 4, 4, 0)}


@pytest.mark.parametrize(
    ("text", "hp", "hfp"),
    [
        ("11-15", (11, 15), 0),
        ("15+", (15, 37), 0),
        ("<8", (0, 7), 0),
        ("14hp", (14, 14), 0),
        ("10+ 18+hfp", (10, 37), 18),
    ],
)
def test_strengths(text: str, hp: tuple[int, int], hfp: int) -> None:
    (meaning,) = parse_meaning(text)
    assert (meaning.hp, meaning.hfp_min) == (hp, hfp)


def test_flags_and_contexts_are_read() -> None:
    agreement = parse_agreement("2C [after own odd pass, pos 1-3] 10+ gf pre")
    assert agreement.context == Context((1, 2, 3), "any", "own-odd-pass")
    assert agreement.alternatives[0].game_forcing
    assert agreement.alternatives[0].preemptive


def test_remarks_and_empty_lines_are_skipped_and_lines_counted() -> None:
    system = parse_system("# my system\n\n1C 17+   # strong\n1D 2+D\n", "mine")
    assert [str(call) for call in system.calls] == ["1C", "1D"]
    with pytest.raises(NotationError) as error:
        parse_system("1C 17+\n\n  1D 11-x")
    assert (error.value.line, error.value.column) == (3, 6)


@pytest.mark.parametrize(
    ("text", "column", "found"),
    [
        ("8C 11+", 1, "8C"),
        ("1X 11+", 1, "1X"),
        ("1C", 3, "the end of the line"),
        ("1C 11+ |", 9, "the end of the line"),
        ("1C | 11+", 4, "the end of the line"),
        ("1C 15-11", 4, "15-11"),
        ("1C 11-40", 4, "11-40"),
        ("1C 11+-13", 4, "11+-13"),
        ("1C 14+D", 4, "14+D"),
        ("1C <0D", 4, "<0D"),
        ("1C 11+ 12+", 8, "12+"),
        ("1C 11+, blue", 9, "blue"),
        ("1C 4431", 4, "4431"),
        ("1C 18hfp", 4, "18hfp"),
        ("1C blue if <4D", 4, "blue"),
        ("1C bal if", 10, "the end of the line"),
        ("1C bal if <4M", 11, "<4M"),
        ("1C bal if 11+", 11, "11+"),
        ("1C [vul 11+", 4, "[vul 11+"),
        ("1C [green] 11+", 5, "green"),
        ("1C [vul, pos 3-1] 11+", 9, " pos 3-1"),
        ("1C 7+C 7+D | 11+", 4, "7+C 7+D"),
        ("1C 4441 bal if 0-13D 5+D 5+H 5+S", 4, "4441 bal if 0-13D 5+D 5+H 5+S"),
    ],
)
def test_errors_point_at_the_character(text: str, column: int, found: str) -> None:
    with pytest.raises(NotationError) as error:
        parse_agreement(text)
    assert (error.value.column, error.value.found) == (column, found)


def test_too_much_and_nothing_are_refused() -> None:
    with pytest.raises(FieldError, match="no opening bid"):
        parse_system("# nothing\n")
    with pytest.raises(FieldError, match="at most 200 lines"):
        parse_system("1C 17+\n" * (MOST_LINES + 1))
    with pytest.raises(NotationError, match="400 characters"):
        parse_agreement("1C " + "11+ | " * 100)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_read_or_refused_at_a_place_within_it(text: str) -> None:
    try:
        system = parse_system(text)
    except FieldError as error:
        place = (getattr(error, "line", 1), getattr(error, "column", 1))
        last = (len(text.splitlines()), max(map(len, text.splitlines()), default=0) + 1)
        assert place >= (1, 1)
        assert place[0] <= max(last[0], 1)
        assert place[1] <= last[1]
    else:
        assert all(agreement.meaning.holdings for agreement in system.agreements)
