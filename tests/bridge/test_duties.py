"""Duties of pairs and teams, and what follows when they are broken."""

from datetime import datetime, timedelta

import pytest

from arbiter_rules.bridge.duties import (
    Encounter,
    consequences,
    duties,
    may_consult_after_overcall,
    may_consult_notes,
    seating,
)
from arbiter_rules.bridge.notation import parse_system
from arbiter_rules.bridge.system import system_dots
from arbiter_rules.errors import FieldError

START = datetime(2009, 10, 24, 11, 0)  # noqa: DTZ001 - local time at the venue
A_SYSTEM = "1D 0-7 any\n1S 0-7 any"
FOUR_DOTS = "1H 11-15 unbal <4M"
PLAIN = "1H 5+H"


def system(text: str):
    return system_dots(parse_system(text)).value


def keys(text: str, encounter: Encounter) -> list[str]:
    return [duty.key for duty in duties(system(text), encounter).value]


@pytest.mark.rule("SBF System(3)")
@pytest.mark.rule("SBF System(4)")
def test_every_pair_brings_two_declarations() -> None:
    assert keys(PLAIN, Encounter(START, 12)) == ["two-declarations", "dots-on-declaration"]


@pytest.mark.rule("SBF 3.3(1)")
@pytest.mark.rule("SBF 3.3(2)")
def test_dotted_bids_and_odd_no_trumps_are_marked() -> None:
    assert keys("2NT 5-10, 5+m, 5+W", Encounter(START, 12))[2:] == ["mark-dotted-bids", "state-unbalanced-nt"]


@pytest.mark.rule("SBF 3.2(3)")
@pytest.mark.rule("SBF 3.4(1)")
@pytest.mark.rule("SBF 3.4(3)")
@pytest.mark.rule("SBF 3.4(4)")
@pytest.mark.rule("SBF 3.5(1)")
def test_an_a_system_has_every_duty() -> None:
    assert keys(A_SYSTEM, Encounter(START, 12)) == [
        "two-declarations",
        "dots-on-declaration",
        "mark-dotted-bids",
        "say-at-entry",
        "declaration-ahead",
        "repeat-at-table",
        "defences-a",
        "on-start-list",
        "announce-a-system",
        "announce-to-director",
        "consult-notes",
    ]
    assert "announce-to-director" not in keys(A_SYSTEM, Encounter(START, 12, director_present=False))
    assert "announce-a-system" not in keys(A_SYSTEM, Encounter(START, 12, team=False))


@pytest.mark.rule("SBF 3.4(1)")
@pytest.mark.rule("SBF 3.4(4)")
def test_a_bid_of_four_dots_has_the_duties_without_the_announcement() -> None:
    found = keys(FOUR_DOTS, Encounter(START, 12))
    assert "defences-if-any" in found
    assert duties(system(FOUR_DOTS), Encounter(START, 12)).value[-1].paragraph == "SBF 3.8(2)"
    assert duties(system(A_SYSTEM), Encounter(START, 12)).value[-1].paragraph == "SBF 3.8(1)"
    assert "announce-a-system" not in found


@pytest.mark.rule("SBF 3.4(2)")
@pytest.mark.parametrize(
    ("boards", "known", "key", "due"),
    [
        (5, None, "declaration-ahead", START - timedelta(days=7)),
        (24, START - timedelta(days=8), "declaration-ahead", START - timedelta(days=7)),
        (24, START - timedelta(days=2), "declaration-as-soon-as-possible", START - timedelta(days=2)),
        (4, None, "declaration-at-venue", START - timedelta(minutes=30)),
    ],
)
def test_declarations_are_due_by_the_number_of_boards(boards, known, key, due) -> None:
    found = duties(system(A_SYSTEM), Encounter(START, boards, opponents_known=known)).value
    assert next(duty.due for duty in found if duty.key == key) == due


@pytest.mark.rule("SBF 3.5(2)")
def test_the_announcement_is_due_a_quarter_of_an_hour_ahead_or_as_the_organiser_says() -> None:
    def due(encounter: Encounter) -> datetime | None:
        return next(d.due for d in duties(system(A_SYSTEM), encounter).value if d.key == "announce-a-system")

    earlier = START - timedelta(hours=1)
    assert due(Encounter(START, 12)) == START - timedelta(minutes=15)
    assert due(Encounter(START, 12, announce_by=earlier)) == earlier


def test_an_impossible_encounter_is_refused() -> None:
    with pytest.raises(FieldError, match="boards"):
        Encounter(START, 0)
    with pytest.raises(FieldError, match="announce_by"):
        Encounter(START, 12, announce_by=START + timedelta(seconds=1))


@pytest.mark.rule("SBF 3.8(1)")
@pytest.mark.rule("SBF 3.8(2)")
@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("1D 0-7 any\n1S 0-7 any\n1C 14+ any", ("1D", "1S", "1C")),
        ("1D 0-7 any\n1C 14+ any", ("1D",)),
        ("1C 14+ any", ()),
    ],
    ids=["A system from three", "another from four", "another with three"],
)
def test_notes_may_be_consulted_against_dear_openings(text: str, calls: tuple[str, ...]) -> None:
    assert may_consult_notes(system(text)).value == calls


@pytest.mark.rule("SBF 3.8(3)")
@pytest.mark.parametrize(
    ("facts", "right"),
    [
        ((True, True, False, False, False), True),
        ((False, True, False, False, False), False),
        ((True, False, False, False, False), False),
        ((True, True, True, False, False), False),
        ((True, True, False, True, False), False),
        ((True, True, False, False, True), False),
    ],
)
def test_an_odd_overcall_of_a_natural_suit_gives_the_right(facts, right: bool) -> None:
    assert may_consult_after_overcall(*facts).value is right


@pytest.mark.rule("SBF 3.5(3)")
@pytest.mark.rule("SBF 3.5(4)")
@pytest.mark.rule("SBF 3.5(5)")
@pytest.mark.parametrize(
    ("home", "away", "first"),
    [(True, False, "home"), (False, True, "away"), (True, True, None), (False, False, None)],
)
def test_who_alone_announces_names_pairs_first(home: bool, away: bool, first: str | None) -> None:
    value = seating(home, away).value
    assert (value.first, value.home_may_use, value.away_may_use) == (first, home, away)


@pytest.mark.rule("SBF 3.6(1)")
@pytest.mark.rule("SBF 3.6(2)")
@pytest.mark.rule("SBF 3.6(3)")
@pytest.mark.rule("SBF 3.6(4)")
@pytest.mark.rule("SBF 3.6(5)")
@pytest.mark.rule("SBF 3.6(6)")
@pytest.mark.rule("SBF 3.7(3)")
@pytest.mark.rule("SBF 3.7(4)")
@pytest.mark.parametrize(
    ("facts", "must", "may"),
    [
        ({}, (), ()),
        ({"faulty_declaration": True}, ("correct-declaration",), ()),
        ({"too_many_dots": True}, ("correct-system", "score-stands", "report-to-committee"), ()),
        ({"banned_bid": True, "boards": 4}, ("correct-system", "report-to-committee"), ("adjust-score",)),
        ({"banned_bid": True, "boards": 5}, ("correct-system", "score-stands", "report-to-committee"), ()),
        (
            {"banned_bid": True, "faulty_declaration": True},
            ("correct-declaration", "correct-system", "report-to-committee"),
            ("adjust-score",),
        ),
        (
            {"empty_explanation": True, "director_present": False},
            ("correct-system", "score-stands"),
            ("opponents-may-report",),
        ),
        (
            {"too_many_dots": True, "team": False, "convicted_before": True},
            ("correct-system", "score-stands"),
            ("committee-may-punish",),
        ),
        ({"special_duty_broken": 1}, (), ("disqualify-pair", "forbid-system")),
        ({"special_duty_broken": 3}, (), ()),
        ({"special_duty_broken": 4, "repeated": True}, (), ("disqualify-pair", "forbid-system")),
    ],
)
def test_consequences_of_an_offence(facts, must, may) -> None:
    value = consequences(**facts).value
    assert (value.must, value.may) == (must, may)


def test_a_special_duty_has_a_number_from_one_to_four() -> None:
    with pytest.raises(FieldError, match="special_duty_broken"):
        consequences(special_duty_broken=5)
