"""Only the direction decides about the time limit, and never for a set that has begun (T18, T20)."""

from dataclasses import replace

import pytest

from arbiter_rules.billiards.time_limit import (
    POLICY,
    Order,
    Threshold,
    exceeded,
    limited,
    parse_minutes,
    set_to_limit,
)
from arbiter_rules.errors import FieldError

MINUTE = 60_000
TWO_IN_AN_HOUR = Threshold(sets=2, limit_ms=60 * MINUTE)


def order(state: str = "armed", scope: str = "next_set", begun: int = 0) -> Order:
    return Order(state, scope, "Turnierleitung", begun)


@pytest.mark.rule("DBU 4.5")
def test_t18_without_an_order_no_set_is_limited() -> None:
    decision = limited([], 1)
    assert decision.value is None
    assert [step.reading for step in decision.steps] == ["limit.not_ordered"]


@pytest.mark.rule("DBU 4.5")
@pytest.mark.parametrize(("number", "holds"), [(2, False), (3, True), (4, False)])
def test_an_order_for_the_next_set_is_for_that_set_only(number: int, holds: bool) -> None:
    assert (limited([order(begun=2)], number).value is not None) is holds


@pytest.mark.rule("DBU 4.5")
@pytest.mark.parametrize(("number", "holds"), [(2, False), (3, True), (5, True)])
def test_an_order_for_the_remaining_sets_never_reaches_back(number: int, holds: bool) -> None:
    assert (limited([order(scope="remaining", begun=2)], number).value is not None) is holds


def test_the_last_order_before_a_set_decides() -> None:
    orders = [order(scope="remaining"), order("off", begun=1), order(begun=3)]
    assert [limited(orders, number).value is not None for number in (1, 2, 3, 4)] == [
        True,
        False,
        False,
        True,
    ]
    assert limited(orders, 2).steps[-1].reading == "limit.not_for_this_set"


@pytest.mark.rule("DBU 4.5")
@pytest.mark.parametrize(("second_end", "now", "result"), [
    (60 * MINUTE, 60 * MINUTE, False),
    (60 * MINUTE, 60 * MINUTE + 1, False),
    (60 * MINUTE + 1, 60 * MINUTE + 1, True),
], ids=["ends at the limit", "ended at the limit", "ends a millisecond later"])  # fmt: skip
def test_t20_the_threshold_is_exceeded_when_time_passes_not_when_it_is_reached(
    second_end: int, now: int, result: bool
) -> None:
    assert exceeded(TWO_IN_AN_HOUR, [20 * MINUTE, second_end], now).value is result


def test_t20_the_threshold_is_not_exceeded_at_the_limit_while_the_second_set_is_played() -> None:
    assert not exceeded(TWO_IN_AN_HOUR, [20 * MINUTE], 60 * MINUTE).value
    assert exceeded(TWO_IN_AN_HOUR, [20 * MINUTE], 60 * MINUTE + 1).value


@pytest.mark.rule("DBU 4.5")
@pytest.mark.parametrize(("begun", "best_of", "number"), [(2, 5, 3), (3, 5, 4), (5, 5, None), (1, 5, 2)])
def test_t20_an_order_reaches_the_next_set_to_begin_or_none(
    begun: int, best_of: int, number: int | None
) -> None:
    assert set_to_limit(TWO_IN_AN_HOUR, begun, best_of).value == number


@pytest.mark.rule("DBU 4.5")
@pytest.mark.parametrize(
    ("begun", "best_of", "number"), [(1, 5, 3), (2, 5, 3), (3, 5, 4), (5, 5, None), (1, 3, 3), (1, 1, None)]
)
def test_the_stricter_reading_waits_for_the_counted_sets(
    begun: int, best_of: int, number: int | None
) -> None:
    strict = replace(TWO_IN_AN_HOUR, policy=POLICY.with_readings(limit__threshold_from="after_the_sets"))
    decision = set_to_limit(strict, begun, best_of)
    assert (decision.value, decision.switches) == (number, ("limit.threshold_from",))


@pytest.mark.parametrize(
    ("text", "milliseconds"),
    [
        ("60\u00a0Minuten", 60 * MINUTE),
        ("60", 60 * MINUTE),
        (" 45 min. ", 45 * MINUTE),
        ("1 Minute", MINUTE),
        ("0 Minuten", None),
        ("", None),
        ("\u00a0", None),
    ],
)
def test_t18_minutes_are_read_as_people_write_them(text: str, milliseconds: int | None) -> None:
    assert parse_minutes(text) == milliseconds


@pytest.mark.parametrize("text", ["sechzig", "-5", "60 Stunden", "1:00", "99999", "60&nbsp;Minuten"])
def test_t18_minutes_that_cannot_be_read_are_refused_and_not_taken_as_none(text: str) -> None:
    with pytest.raises(FieldError, match="minutes"):
        parse_minutes(text)
