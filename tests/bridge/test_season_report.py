"""A season on a day: tables, walkovers, strikes and their repeal, fines, deductions, moves."""

import random
from datetime import date

import pytest

from arbiter_rules.bridge.season_alarms import season_alarms, season_deadlines
from arbiter_rules.bridge.season_points import earned_points
from arbiter_rules.bridge.season_read import read_season
from arbiter_rules.bridge.season_report import season_report

END = date(2009, 12, 31)


def table(season, as_of: date = END):
    return {line.team: line for line in season_report(season, as_of).series[0].table}


def decision(kind: str, team: str, day: str, name: str = "d1", **facts):
    return {"id": name, "team": team, "day": day, "kind": kind, **facts}


def penalty(kind: str, team: str, day: str, name: str = "p1", **facts):
    return {"id": name, "team": team, "day": day, "kind": kind, **facts}


def walkover(match, side: str):
    kept = {key: match[key] for key in ("id", "series", "round", "day", "home", "away")}
    return {**kept, "walkover": side, "decided_by": "TK"}


def test_a_season_is_told_as_of_any_day(document) -> None:
    season = read_season(document())
    assert [line.played for line in season_report(season, date(2009, 9, 30)).series[0].table] == [0] * 4
    on_the_second = table(season, date(2009, 10, 2))
    assert (on_the_second["t1"].played, on_the_second["t1"].victory_points) == (2, 38)
    report = season_report(season, END)
    assert report.series[0].ended
    assert [line.team for line in report.series[0].table] == ["t1", "t2", "t3", "t4"]
    assert not report.verified
    assert all(match.steps for match in report.series[0].matches)


def test_the_table_does_not_depend_on_the_order_of_results(document) -> None:
    made = document(5)
    shuffled = {**made, "match": random.Random(7).sample(made["match"], len(made["match"]))}
    assert table(read_season(made)) == table(read_season(shuffled))


@pytest.mark.rule("SBF WO(3)")
@pytest.mark.rule("SBF WO(2)")
def test_a_walkover_is_provisional_until_the_series_ends_t20(document) -> None:
    made = document()
    made["match"][0] = walkover(made["match"][0], "away")  # t1 - t2, t2 does not come
    season = read_season(made)
    early = table(season, date(2009, 10, 3))
    assert (early["t1"].victory_points, early["t1"].provisional) == (56, True)
    late = table(season)
    assert (late["t1"].victory_points, late["t1"].provisional) == (57, False)
    assert late["t1"].imps_won == 120
    assert (late["t2"].victory_points, late["t2"].imps_lost) == (38, 151)
    report = season_report(season, END)
    assert report.fines == {"t2": 300}
    assert report.series[0].matches[0].status == "walkover"


@pytest.mark.rule("SBF WO(3.3)")
def test_a_walkover_by_the_home_team_mirrors(document) -> None:
    made = document()
    made["match"][0] = walkover(made["match"][0], "home")
    found = table(read_season(made))
    assert (found["t1"].victory_points, found["t2"].victory_points) == (38, 57)


def test_a_double_walkover_brings_nobody_anything(document) -> None:
    made = document()
    made["match"][0] = walkover(made["match"][0], "both")
    season = read_season(made)
    found = table(season)
    assert (found["t1"].victory_points, found["t2"].victory_points) == (38, 38)
    assert season_report(season, END).fines == {"t1": 300, "t2": 300}


@pytest.mark.rule("SBF Deltagande(12)")
@pytest.mark.rule("SBF Reserv(2)")
def test_strikes_and_their_repeal_can_be_replayed_t23(document) -> None:
    made = document()
    before = table(read_season(made))
    made["decision"] = [
        decision("reinstate", "t1", "2009-11-20", "d2"),
        decision("disqualify", "t1", "2009-11-01"),
        decision("disqualify", "t4", "2010-02-01", "d3"),
    ]
    season = read_season(made)
    assert table(season, date(2009, 10, 31)) == before
    struck = table(season, date(2009, 11, 1))
    assert struck["t1"].struck
    assert (struck["t1"].place, struck["t1"].victory_points) == (4, 0)
    assert struck["t2"].victory_points == before["t2"].victory_points - 11
    report = season_report(season, date(2009, 11, 1))
    assert report.struck == {"t1": "d1"}
    assert report.series[0].ended
    assert [match.status for match in report.series[0].matches].count("struck") == 3
    assert table(season, date(2009, 11, 20)) == before


def test_repeal_without_strike_changes_nothing(document) -> None:
    made = document()
    before = table(read_season(made))
    made["decision"] = [decision("reinstate", "t1", "2009-11-01")]
    assert table(read_season(made)) == before


def test_penalties_of_every_kind_are_deducted(document) -> None:
    made = document()
    made["penalty"] = [
        penalty("late", "t1", "2009-10-01", "a", late_ms=5 * 60_000),
        penalty("late", "t2", "2009-10-01", "b", late_ms=31 * 60_000),
        penalty("late", "t2", "2009-10-01", "b0", late_ms=0),
        penalty("law-book", "t1", "2009-10-02", "c", imps=6),
        penalty("left-table", "t1", "2009-10-03", "d"),
        penalty("left-table", "t1", "2009-10-04", "e"),
        penalty("mobile-phone", "t1", "2009-10-05", "f"),
        penalty("committee", "t1", "2009-10-06", "g", victory_points=4),
        penalty("mobile-phone", "t1", "2010-01-01", "h"),
    ]
    report = season_report(read_season(made), END)
    lines = {line.team: line for line in report.series[0].table}
    assert lines["t1"].deducted == 1 + 2 + 0 + 2 + 2 + 4
    assert lines["t2"].deducted == 0
    assert report.undecided == ("b",)


@pytest.mark.rule("SBF Reserv(4)")
@pytest.mark.rule("SBF Reserv(5)")
def test_an_unpaid_player_costs_five_points_a_match_and_rings_an_alarm(document) -> None:
    made = document()
    made["player"][0]["paid"] = "2009-10-02"
    made["player"][7].pop("paid")
    season = read_season(made)
    found = table(season, date(2009, 10, 10))
    assert (found["t1"].deducted, found["t2"].deducted) == (5, 15)
    alarms = [(alarm.subject, alarm.outcome) for alarm in season_alarms(season, date(2009, 10, 10))]
    assert ("t1-1", "cleared") in alarms
    assert ("t2-2", "pending") in alarms
    later = {alarm.subject: alarm.outcome for alarm in season_alarms(season, date(2009, 10, 20))}
    assert later["t2-2"] == "disqualified"


def test_half_a_match_counts_as_a_match_o3(document) -> None:
    made = document()
    made["player"][0].pop("paid")  # t1-1 plays the first half of three matches
    assert table(read_season(made), END)["t1"].deducted == 15


@pytest.mark.rule("SBF WO(9)")
def test_alarms_for_line_ups_clubs_moves_and_walkovers(document) -> None:
    made = document(4, 3)
    first, _, third, fourth, fifth, sixth = made["match"]
    first["home_second"] = ["t1-4", "t1-5", "t1-6", "t2-6"]
    first["home_first"] = ["t1-1", "t1-2", "t1-3", "t1-4"]
    first["away_second"] = first["away_first"]
    fourth["boards"] = 20
    for match in (third, fifth, sixth):
        index = made["match"].index(match)
        made["match"][index] = walkover(match, "away")
    season = read_season(made)
    found = {(alarm.key, alarm.subject): alarm for alarm in season_alarms(season, END)}
    assert found["line-up", "m1"].outcome == "disqualified"
    assert found["wrong-club", "t2-6"].outcome == "disqualified"
    assert found["two-clubs", "t2-6"].team == "t2"
    assert found["boards", "m4"].outcome == "note"
    assert found["three-walkovers", "m6"].outcome == "disqualified"
    assert found["form", "division 1"].paragraph == "SBF Spelform(1)"
    assert season_report(season, END).fines == {"t4": 1200}


def test_a_dispensation_silences_a_move_to_division_four(document) -> None:
    made = document(2, 3, played=False)
    made["series"].append({"id": "F", "division": 4})
    made["team"] += [
        {"id": "t3", "name": "Lag 3", "club": "c-t1", "series": "F", "email": "t3@example.se"},
        {"id": "t4", "name": "Lag 4", "club": "c-t2", "series": "F", "email": "t4@example.se"},
    ]
    ours, theirs = [[f"{team}-{number}" for number in range(1, 5)] for team in ("t1", "t2")]
    line_ups = {"home_first": ours, "home_second": ours, "away_first": theirs, "away_second": theirs}
    imps = {"home_imps": 1, "away_imps": 0}
    made["match"] = [
        {
            "id": "up",
            "series": "S",
            "round": "1",
            "day": "2009-10-01",
            "home": "t1",
            "away": "t2",
            **imps,
            **line_ups,
        },
        {
            "id": "down",
            "series": "F",
            "round": "2",
            "day": "2009-10-09",
            "home": "t3",
            "away": "t4",
            **imps,
            **line_ups,
        },
    ]
    moved = {
        alarm.subject for alarm in season_alarms(read_season(made), END) if alarm.key == "lower-division"
    }
    assert moved == {*ours, *theirs}
    made["decision"] = [decision("dispensation", "t3", "2009-10-08", match="down")]
    season = read_season(made)
    assert not [alarm for alarm in season_alarms(season, END) if alarm.key == "lower-division"]
    assert season_report(season, END).struck == {}


@pytest.mark.rule("SBF WO(10)")
def test_a_withdrawal_strikes_and_is_fined(document) -> None:
    made = document(4, played=False)
    made["decision"] = [
        decision("withdraw", "t4", "2009-09-02"),
        decision("exclude", "t3", "2009-09-02", "d2"),
    ]
    report = season_report(read_season(made), END)
    assert report.fines == {"t4": 600}
    assert set(report.struck) == {"t3", "t4"}


def test_moves_are_told_once_every_national_series_has_ended(document) -> None:
    season = read_season(document(6))
    assert season_report(season, date(2009, 10, 10)).movements is None
    moves = season_report(season, END).movements
    assert moves is not None
    assert [move.team for move in moves.value.moves] == ["t3", "t4", "t5", "t6"]
    fourth = season_report(read_season(document(4, 4)), END)
    assert fourth.movements is None
    made = document(6)
    for match in made["match"]:
        match["away_imps"] = 50
    waiting = season_report(read_season(made), END)
    assert waiting.movements is None
    assert waiting.undecided == ("S.place",)


@pytest.mark.rule("SBF Reserv(7)")
@pytest.mark.rule("SBF WO(6)")
def test_master_points_survive_a_strike_and_not_a_walkover(document) -> None:
    made = document()
    made["match"][5] = walkover(made["match"][5], "away")
    made["decision"] = [decision("disqualify", "t1", "2009-11-01")]
    earned = {(each.player, each.team): each for each in earned_points(read_season(made), END)}
    assert earned["t1-3", "t1"].points == 9
    assert earned["t1-1", "t1"].points == 4.5
    assert earned["t3-3", "t3"].matches == 2
    assert earned["t1-1", "t1"].colour == "gold"
    assert earned_points(read_season(made), date(2009, 9, 1)) == ()


@pytest.mark.rule("SBF Delade orter(3)")
def test_dates_of_the_season_include_the_one_that_is_lost(document) -> None:
    dates = {each.key: each for each in season_deadlines(read_season(document()), date(2009, 12, 16))}
    assert dates["venue.agreement_by"].day is None
    assert dates["protest.national"].passed
    assert not dates["protest.division_4"].passed
