"""A policy names the reading taken of each ambiguity, and refuses what it does not know."""

import pytest

from arbiter_rules.errors import FieldError, MissingValueError, PolicyError
from arbiter_rules.policy import Policy, Switch

SWITCHES = (
    Switch("pause.cleaning", "DBU 4.5(a)", ("keep", "restart")),
    Switch("threshold.scope", "DBU 4.5", ("next_set", "all_remaining"), note="the text has the singular"),
)


def test_a_policy_takes_the_first_reading_where_none_is_chosen():
    policy = Policy("house", SWITCHES)

    assert policy["pause.cleaning"] == "keep"
    assert policy["threshold.scope"] == "next_set"
    assert policy.departures == {}


def test_a_chosen_reading_is_a_departure_unless_it_is_the_default():
    policy = Policy("house", SWITCHES, {"pause.cleaning": "restart", "threshold.scope": "next_set"})

    assert policy["pause.cleaning"] == "restart"
    assert policy.departures == {"pause.cleaning": "restart"}


@pytest.mark.parametrize(
    ("chosen", "field", "allowed"),
    [
        ({"pause.lunch": "keep"}, "policy.pause.lunch", "one of pause.cleaning, threshold.scope"),
        ({"pause.cleaning": "stop"}, "policy.pause.cleaning", "one of keep, restart"),
    ],
    ids=["unknown switch", "unknown reading"],
)
def test_an_unknown_choice_is_refused_by_its_name(chosen: dict[str, str], field: str, allowed: str):
    with pytest.raises(PolicyError) as refused:
        Policy("house", SWITCHES, chosen)

    assert refused.value.field == field
    assert refused.value.allowed == allowed


def test_asking_for_an_unknown_switch_is_an_error():
    with pytest.raises(PolicyError, match=r"pause\.lunch"):
        Policy("house", SWITCHES)["pause.lunch"]


def test_a_copy_with_another_reading_leaves_the_first_policy_as_it_was():
    policy = Policy("house", SWITCHES)

    changed = policy.with_readings(pause__cleaning="restart")

    assert changed["pause.cleaning"] == "restart"
    assert policy["pause.cleaning"] == "keep"
    assert changed.switches == SWITCHES


def test_policies_are_equal_by_name_and_readings():
    policy = Policy("house", SWITCHES)

    assert policy == Policy("house", SWITCHES, {"pause.cleaning": "keep"})
    assert hash(policy) == hash(Policy("house", SWITCHES))
    assert policy != policy.with_readings(pause__cleaning="restart")
    assert policy != Policy("club", SWITCHES)
    assert policy != "house"


def test_a_missing_value_is_asked_for_by_its_key():
    error = MissingValueError("fees.entry", "the entry fee in SEK")

    assert (error.field, error.found, error.allowed) == ("fees.entry", "nothing", "the entry fee in SEK")


def test_a_very_long_value_is_shortened_in_the_message():
    assert FieldError("name", "x" * 80, "short").found == "x" * 80
    assert FieldError("name", "x" * 81, "short").found == "x" * 77 + "..."
    assert FieldError("count", 7, "1 to 3").found == "7"
