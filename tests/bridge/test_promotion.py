"""Promotion, relegation, the flow per division, the districts' places, split venues, the European cup."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter_rules.bridge.districts import district_places
from arbiter_rules.bridge.parameters import standard
from arbiter_rules.bridge.promotion import champions_cup, movements
from arbiter_rules.bridge.readings import policy
from arbiter_rules.bridge.standings import Booked, final_table, standings
from arbiter_rules.bridge.venues import ClubTeam, may_agree, venue_order
from arbiter_rules.bridge.walkover import Side
from arbiter_rules.errors import FieldError, MissingValueError


def table(prefix: str, size: int, struck: frozenset[str] = frozenset(), draw: bool = False):
    """A final table in which team 1 won, team 2 came second, and so on."""
    teams = [f"{prefix}{number}" for number in range(1, size + 1)]
    matches = [
        Booked(
            f"{one}-{two}",
            one,
            two,
            Side(Decimal(15 if draw else 20), 9, 9 if draw else 3),
            Side(Decimal(15 if draw else 10), 9 if draw else 3, 9),
        )
        for index, one in enumerate(teams)
        for two in teams[index + 1 :]
        if not {one, two} & struck
    ]
    return standings(teams, matches, struck=struck).value


def national():
    tables = {"E": (1, table("e", 12))}
    tables |= {f"2{letter}": (2, table(f"2{letter}", 12)) for letter in "abcd"}
    tables |= {f"3{letter}": (3, table(f"3{letter}", 10)) for letter in "abcdefghijklmnop"}
    return tables


@pytest.mark.rule("SBF Flyttning(1)")
@pytest.mark.rule("SBF Flyttning(2)")
@pytest.mark.rule("SBF Flyttning(3)")
@pytest.mark.rule("SBF Flyttning(4)")
@pytest.mark.rule("SBF Flyttning(5)")
@pytest.mark.rule("SBF Flyttning(9)")
def test_every_division_keeps_its_size() -> None:
    value = movements(national()).value
    flows = [
        (flow.leaves_up, flow.leaves_down, flow.joins_from_above, flow.joins_from_below)
        for flow in value.flows
    ]
    assert flows == [(0, 4, 0, 4), (4, 16, 4, 16), (16, 48, 16, 48)]
    assert all(flow.balanced for flow in value.flows)
    moves = {(move.team, move.to_division) for move in value.moves}
    assert {("e9", 2), ("e12", 2), ("2a1", 1), ("2a9", 3), ("3p1", 2), ("3p8", 4), ("3p10", 4)} <= moves
    assert not {"e8", "2a8", "3p7", "2a2"} & {team for team, _ in moves}


@pytest.mark.rule("SBF Flyttning(9)")
def test_a_missing_series_unbalances_the_flow() -> None:
    tables = national()
    del tables["2a"]
    decision = movements(tables)
    assert [flow.balanced for flow in decision.value.flows] == [False, False, False]
    assert decision.steps[-1].reading == "flow.unbalanced"


@pytest.mark.rule("SBF Flyttning(10)")
def test_a_struck_team_takes_a_relegation_place_or_goes_beside_them() -> None:
    tables = {"E": (1, table("e", 12, frozenset({"e1"})))}
    inside = movements(tables).value.moves
    assert [(move.team, move.confirm) for move in inside] == [
        ("e10", False),
        ("e11", False),
        ("e12", False),
        ("e1", True),
    ]
    outside = movements(tables, policy=policy({"struck-team": "outside-table"})).value.moves
    assert [move.team for move in outside] == ["e9", "e10", "e11", "e12", "e1"]


def test_a_shared_place_across_a_cut_waits_for_the_lot() -> None:
    with pytest.raises(FieldError, match="places decided by lot"):
        movements({"2a": (2, table("2a", 12, draw=True))})
    with pytest.raises(FieldError, match="division"):
        movements({"4a": (4, table("4a", 12))})
    everyone_struck = table("3a", 2, frozenset({"3a1", "3a2"}))
    assert [move.to_division for move in movements({"3a": (3, everyone_struck)}).value.moves] == [4, 4]


@pytest.mark.rule("SBF Cuper(1)")
def test_the_cup_place_goes_down_the_table() -> None:
    final = table("e", 12)
    assert champions_cup(final).value == "e1"
    assert champions_cup(final, frozenset({"e1", "e2"})).value == "e3"
    with pytest.raises(FieldError, match="declined"):
        champions_cup(final, frozenset(line.team for line in final))
    with pytest.raises(FieldError, match="teams of the table"):
        champions_cup(final, frozenset({"e13"}))


@pytest.mark.rule("SBF Cuper(1)")
def test_the_cup_place_waits_for_the_lot_and_passes_over_struck_teams() -> None:
    shared = final_table([("a", 1, False), ("b", 1, False), ("c", 3, False)])
    with pytest.raises(FieldError, match="decided by lot"):
        champions_cup(shared)
    assert champions_cup(shared, frozenset({"a"})).value == "b"
    decision = champions_cup(final_table([("a", 1, False), ("b", 2, True)]), frozenset())
    assert (decision.value, [step.reading for step in decision.steps]) == ("a", ["cup.struck", "cup.place"])
    with pytest.raises(FieldError, match="at least one team"):
        champions_cup(final_table([("a", 1, True)]))


def test_a_final_table_of_places_moves_teams_like_a_table_of_results() -> None:
    places = {
        name: (division, final_table([(line.team, line.place, line.struck) for line in lines]))
        for name, (division, lines) in national().items()
    }
    assert movements(places).value == movements(national()).value


@pytest.mark.parametrize(
    ("lines", "field"),
    [
        ([("a", 1, False), ("a", 2, False)], "table.team"),
        ([("a", 2, False)], "table.place of a"),
        ([("a", 1, False), ("b", 3, False)], "table.place of b"),
        ([("a", 1, False), ("b", 1, False), ("c", 2, False)], "table.place of c"),
        ([("a", 1, True), ("b", 2, False)], "table.struck of a"),
    ],
    ids=["twice", "no winner", "gap", "after a shared place", "struck above"],
)
def test_places_that_do_not_follow_are_refused(lines: list[tuple[str, int, bool]], field: str) -> None:
    with pytest.raises(FieldError) as refused:
        final_table(lines)
    assert refused.value.field == field


@pytest.mark.rule("SBF Flyttning(5)")
@pytest.mark.rule("SBF Flyttning(6)")
def test_places_follow_participation_with_one_guaranteed() -> None:
    teams = {"Skåne": 60, "Göteborg": 40, "Dalarna": 16, "Gotland": 4, "Sameland": 3}
    value = district_places(teams).value
    places = {line.district: line.places for line in value.districts}
    assert sum(places.values()) == 48
    assert places == {"Skåne": 23, "Göteborg": 16, "Dalarna": 6, "Gotland": 2, "Sameland": 1}
    tiny = district_places({"A": 300, "B": 300, "C": 4, "D": 3}).value
    lines = {line.district: line for line in tiny.districts}
    assert (lines["C"].places, lines["C"].guaranteed, lines["D"].places, lines["D"].guaranteed) == (
        1,
        True,
        0,
        False,
    )


@pytest.mark.rule("SBF Flyttning(7)")
def test_fewer_teams_than_told_mean_other_places() -> None:
    told = district_places({"A": 48, "B": 48}).value
    played = district_places({"A": 48, "B": 40}).value
    assert [line.places for line in told.districts] == [24, 24]
    assert [line.places for line in played.districts] == [26, 22]


@pytest.mark.rule("SBF Flyttning(5)")
def test_equal_remainders_are_drawn_and_another_method_can_be_chosen() -> None:
    assert district_places({"A": 48, "B": 48}).value.by_lot == ()
    three = district_places({"A": 25, "B": 25, "C": 25, "D": 25, "E": 25}).value
    assert three.by_lot == ("A", "B", "C", "D", "E")
    other = district_places({"A": 60, "B": 40, "C": 5}, policy({"district-places": "highest-averages"})).value
    assert sum(line.places for line in other.districts) == 48
    tied = district_places(
        {"A": 25, "B": 25, "C": 25, "D": 25, "E": 25}, policy({"district-places": "highest-averages"})
    )
    assert len(tied.value.by_lot) > 1


def test_districts_that_cannot_fill_the_places_are_refused() -> None:
    with pytest.raises(FieldError, match="47 teams"):
        district_places({"A": 47})
    with pytest.raises(FieldError, match="at most 48 districts"):
        district_places({str(number): 4 for number in range(49)})
    with pytest.raises(FieldError, match="0 or more"):
        district_places({"A": -1})


@pytest.mark.rule("SBF Flyttning(6)")
@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(0, 90), min_size=2, max_size=24),
    st.sampled_from(["largest-remainder", "highest-averages"]),
)
def test_all_places_are_given_and_every_guarantee_is_kept(counts: list[int], method: str) -> None:
    teams = {f"d{number}": count for number, count in enumerate(counts)}
    if sum(counts) < 48:
        return
    value = district_places(teams, policy({"district-places": method})).value
    assert sum(line.places for line in value.districts) == 48
    assert all(line.places >= 1 for line in value.districts if line.teams >= 4)


@pytest.mark.rule("SBF Delade orter(2)")
def test_newcomers_from_below_travel_first() -> None:
    teams = [
        ClubTeam("down", "relegated"),
        ClubTeam("third", "stayed", 3),
        ClubTeam("up", "promoted"),
        ClubTeam("ninth", "stayed", 9),
    ]
    assert venue_order(teams).value == ("up", "ninth", "third", "down")
    for wrong in (ClubTeam("x", "stayed"), ClubTeam("x", "promoted", 3)):
        with pytest.raises(FieldError, match="last_place"):
            venue_order([wrong])


@pytest.mark.rule("SBF Delade orter(3)")
def test_the_lost_year_of_the_venue_agreement_must_be_configured() -> None:
    with pytest.raises(MissingValueError, match=r"venue\.agreement_by"):
        may_agree(date(2009, 4, 30))
    configured = standard().configured({"venue.agreement_by": date(2009, 4, 30)})
    assert may_agree(date(2009, 4, 30), configured).value
    assert not may_agree(date(2009, 5, 1), configured).value
