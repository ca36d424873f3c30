"""Line-ups, changes of club, moves between teams, ineligible substitutes, protests."""

from datetime import date, timedelta

import pytest

from arbiter_rules.bridge.readings import policy
from arbiter_rules.bridge.roster import Appearance, line_up, movement, team_contact, transfer
from arbiter_rules.bridge.substitutes import (
    deadline,
    disqualification_effects,
    may_protest,
    unpaid_fee,
    wrong_club,
)
from arbiter_rules.errors import FieldError

FIRST = date(2009, 10, 24)
ALL = ("old-club", "new-club", "old-district", "new-district")


@pytest.mark.rule("SBF Deltagande(10)")
@pytest.mark.rule("SBF Deltagande(11)")
@pytest.mark.rule("SBF Deltagande(12)")
@pytest.mark.parametrize(
    ("second", "legal", "players", "changes"),
    [("abcd", True, 4, 0), ("abef", True, 6, 2), ("aefg", False, 7, 3), ("efgh", False, 8, 4)],
)
def test_six_players_and_two_changes(second: str, legal: bool, players: int, changes: int) -> None:
    decision = line_up(tuple("abcd"), tuple(second))
    assert (decision.value.legal, decision.value.players, decision.value.changes) == (legal, players, changes)
    assert ("SBF Deltagande(12)" in decision.paragraphs) is not legal


@pytest.mark.parametrize("half", ["abc", "abcc", "abcde", ""])
def test_a_half_takes_four_different_players(half: str) -> None:
    with pytest.raises(FieldError, match="first_half"):
        line_up(tuple(half), tuple("abcd"))
    with pytest.raises(FieldError, match="second_half"):
        line_up(tuple("abcd"), tuple(half))


@pytest.mark.rule("SBF Deltagande(3)")
@pytest.mark.parametrize(
    ("day", "free"),
    [
        (date(2009, 4, 14), False),
        (date(2009, 4, 15), True),
        (date(2009, 8, 15), True),
        (date(2009, 8, 16), False),
    ],
)
def test_changes_of_club_are_free_from_april_to_august(day: date, free: bool) -> None:
    assert transfer(day).value.free is free


@pytest.mark.rule("SBF Deltagande(3)")
def test_the_edges_of_the_window_are_a_reading() -> None:
    between = policy({"transfer-window": "between"})
    assert not transfer(date(2009, 4, 15), policy=between).value.free
    assert transfer(date(2009, 4, 16), policy=between).value.free


@pytest.mark.rule("SBF Deltagande(4)")
def test_a_later_change_takes_four_consents_and_happens_once() -> None:
    assert transfer(FIRST, ALL).value.allowed
    assert not transfer(FIRST, ALL[:3]).value.allowed
    assert not transfer(FIRST, ALL, earlier_this_year=1).value.allowed
    assert transfer(FIRST, ALL[:3]).steps[-1].inputs["missing"] == ("new-district",)


@pytest.mark.rule("SBF Reserv(2)")
def test_the_first_club_may_go_on_using_the_player() -> None:
    found = movement(
        [appearance("a", 2, "1", 0), appearance("b", 2, "2", 7, "y"), appearance("a", 2, "3", 14)]
    ).value
    assert [each.appearance.team for each in found if each.key == "two-clubs"] == ["b"]


def appearance(team: str, division: int, round_: str, day: int, club: str = "x") -> Appearance:
    return Appearance("p", team, club, division, round_, FIRST + timedelta(days=day), f"m{day}-{team}")


@pytest.mark.rule("SBF Deltagande(13)")
@pytest.mark.rule("SBF Reserv(2)")
def test_a_second_club_disqualifies_the_later_team() -> None:
    (found,) = movement([appearance("b", 2, "2", 7, "y"), appearance("a", 2, "1", 0)]).value
    assert (found.key, found.appearance.team, found.outcome) == ("two-clubs", "b", "disqualified")


@pytest.mark.rule("SBF Deltagande(14)")
@pytest.mark.rule("SBF Deltagande(15)")
@pytest.mark.rule("SBF Deltagande(16)")
@pytest.mark.parametrize(
    ("second", "keys"),
    [
        (appearance("a", 3, "1", 1), []),
        (appearance("b", 2, "2", 7), []),
        (appearance("b", 2, "1", 1), ["same-round"]),
        (appearance("b", 3, "2", 7), ["same-division"]),
        (appearance("b", 4, "2", 7), ["lower-division"]),
        (appearance("b", 4, "1", 1), ["lower-division", "same-round"]),
    ],
    ids=["same team", "up", "up in the same round", "sideways", "down", "down in the same round"],
)
def test_moves_within_a_club_go_up_and_not_within_a_round(second: Appearance, keys: list[str]) -> None:
    found = movement([appearance("a", 3, "1", 0), second]).value
    assert [each.key for each in found] == keys
    assert all(each.outcome == "committee" for each in found)


@pytest.mark.rule("SBF Deltagande(18)")
def test_the_district_may_let_a_substitute_return_to_division_four() -> None:
    back = appearance("b", 4, "2", 7)
    assert movement([appearance("a", 3, "1", 0), back], {back.match}).value == ()
    national = appearance("b", 3, "2", 7)
    assert movement([appearance("a", 2, "1", 0), national], {national.match}).value != ()


@pytest.mark.rule("SBF Deltagande(8)")
def test_a_team_has_an_email_address() -> None:
    assert team_contact(" lag@klubb.se ") == "lag@klubb.se"
    for wrong in ("", "lag", "lag@", "@klubb.se", "lag@klubb", "la g@klubb.se"):
        with pytest.raises(FieldError, match="email"):
            team_contact(wrong)


@pytest.mark.rule("SBF Reserv(3)")
@pytest.mark.rule("SBF Deltagande(7)")
@pytest.mark.rule("SBF Deltagande(2)")
@pytest.mark.rule("SBF Deltagande(5)")
@pytest.mark.parametrize(
    ("as_of", "applied", "accepted", "state"),
    [
        (0, None, None, "pending"),
        (14, None, None, "pending"),
        (15, None, None, "disqualified"),
        (30, 14, None, "pending"),
        (30, 14, True, "cleared"),
        (30, 14, False, "disqualified"),
        (30, 15, True, "disqualified"),
    ],
)
def test_a_player_of_another_club_has_fourteen_days(as_of: int, applied, accepted, state: str) -> None:
    when = None if applied is None else FIRST + timedelta(days=applied)
    value = wrong_club(FIRST, FIRST + timedelta(days=as_of), when, accepted).value
    assert (value.state, value.victory_points, value.deadline) == (state, 0, date(2009, 11, 7))


@pytest.mark.rule("SBF Reserv(3)")
def test_the_first_of_the_fourteen_days_is_a_reading() -> None:
    assert deadline(FIRST, policy({"fourteen-days": "same-day-is-first"})) == date(2009, 11, 6)


@pytest.mark.rule("SBF Reserv(4)")
@pytest.mark.rule("SBF Reserv(5)")
@pytest.mark.parametrize(
    ("as_of", "paid", "state"),
    [(14, None, "pending"), (15, None, "disqualified"), (20, 14, "cleared"), (20, 15, "disqualified")],
)
def test_an_unpaid_fee_costs_five_points_a_match(as_of: int, paid, state: str) -> None:
    when = None if paid is None else FIRST + timedelta(days=paid)
    value = unpaid_fee(FIRST, FIRST + timedelta(days=as_of), 3, when).value
    assert (value.state, value.victory_points) == (state, 15)


def test_an_offence_takes_a_match() -> None:
    with pytest.raises(FieldError, match="matches"):
        unpaid_fee(FIRST, FIRST, 0)


@pytest.mark.rule("SBF Resultat(1)")
@pytest.mark.rule("SBF Reserv(1)")
@pytest.mark.parametrize(
    ("subject", "day", "division", "heard"),
    [
        ("ineligible-substitute", date(2009, 12, 15), 3, True),
        ("ineligible-substitute", date(2009, 12, 16), 3, False),
        ("ineligible-substitute", date(2010, 3, 1), 4, True),
        ("ineligible-substitute", date(2010, 3, 2), 4, False),
        ("score", date(2009, 10, 24), 1, False),
    ],
)
def test_protests_concern_substitutes_and_have_a_last_day(
    subject: str, day: date, division: int, heard: bool
) -> None:
    assert may_protest(subject, day, division).value is heard


@pytest.mark.rule("SBF Reserv(6)")
@pytest.mark.rule("SBF Reserv(7)")
def test_a_disqualification_keeps_fees_and_master_points() -> None:
    assert disqualification_effects().value == ("results-struck", "fees-not-refunded", "master-points-kept")
