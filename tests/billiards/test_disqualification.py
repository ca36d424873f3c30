"""A match that goes to the opponent of a disqualified player, and the disciplines in which warnings lead there."""

from typing import Any

import pytest

from arbiter_rules.billiards.disciplines import disciplines
from arbiter_rules.billiards.match import Entry, MatchLog, Rules


def log(*entries: tuple[str, dict[str, Any]]) -> MatchLog:
    return MatchLog(
        Rules(50, 3),
        [Entry((1, seq, 1, seq), f"hub:{seq}", kind, data) for seq, (kind, data) in enumerate(entries, 1)],
    )


SET_1 = ("set_start", {"set": 1, "striker": "a", "limit": False, "by": "TL"})
POINTS = ("points", {"set": 1, "player": "a", "points": 40})
OUT = ("disqualification", {"set": 1, "player": "a"})


def test_the_set_in_play_and_the_match_go_to_the_opponent() -> None:
    score = log(SET_1, POINTS, OUT).score
    assert (score.winner, score.awarded, score.sets_won("b")) == ("b", "b", 1)
    assert (score.current.winner, score.current.ended_by, score.current.a.points) == (
        "b",
        "disqualification",
        40,
    )
    assert not score.set_running


def test_between_sets_only_the_match_goes_to_the_opponent() -> None:
    score = log(SET_1, ("points", {"set": 1, "player": "a", "points": 50}), OUT).score
    assert (score.winner, score.sets_won("a"), score.sets_won("b")) == ("b", 1, 0)
    assert score.current.ended_by == "distance"


def test_after_it_nothing_counts_and_no_set_begins() -> None:
    before = log(SET_1, OUT).score
    assert log(SET_1, OUT, POINTS, ("set_start", {**SET_1[1], "set": 2})).score == before
    assert log(SET_1, OUT, ("disqualification", {"set": 1, "player": "b"})).score == before


def test_a_match_that_is_decided_keeps_its_winner() -> None:
    won = [
        ("award", {"set": 1, "winner": "a"}),
        ("set_start", {**SET_1[1], "set": 2}),
        ("award", {"set": 2, "winner": "a"}),
    ]
    assert log(SET_1, *won, OUT).score == log(SET_1, *won).score


def test_it_can_be_taken_back_with_all_that_followed() -> None:
    assert log(SET_1, POINTS, OUT, ("revoke", {"entry": "hub:3"})).score == log(SET_1, POINTS).score


def test_a_warning_changes_no_score() -> None:
    assert log(SET_1, ("warning", {"set": 1, "player": "a"}), POINTS).score == log(SET_1, POINTS).score


@pytest.mark.parametrize(
    ("name", "confidence"), [("euro-pins", "derived"), ("bk-2", "found"), ("bk-2plus", "found")]
)
def test_disciplines_with_warnings_say_where_that_is_from(name: str, confidence: str) -> None:
    rule = disciplines()[name].slow_play
    assert rule is not None
    assert (rule.disqualifies_at, rule.confidence) == (2, confidence)
    assert "3.5.2" in rule.source


def test_where_there_is_a_limit_there_are_no_warnings() -> None:
    assert {name for name, one in disciplines().items() if one.slow_play} == {"euro-pins", "bk-2", "bk-2plus"}
