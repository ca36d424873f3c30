"""What holds for every season: order, repetition, strikes and their repeal."""

from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arbiter_rules.bridge.fields import Fields
from arbiter_rules.bridge.season_edit import add_match
from arbiter_rules.bridge.season_read import read_match, read_season
from arbiter_rules.bridge.season_report import season_report

TEAMS = ("a", "b", "c", "d")
PAIRS = [("a", "b"), ("c", "d"), ("a", "c"), ("b", "d"), ("a", "d"), ("b", "c")]
END = date(2009, 12, 31)

outcomes = st.one_of(
    st.fixed_dictionaries({"home_imps": st.integers(0, 120), "away_imps": st.integers(0, 120)}),
    st.fixed_dictionaries(
        {"walkover": st.sampled_from(["home", "away", "both"]), "decided_by": st.just("TK")}
    ),
)
results = st.lists(outcomes, min_size=6, max_size=6).map(
    lambda found: [
        {
            "id": f"m{at}",
            "series": "S",
            "round": "1",
            "day": f"2009-10-{at + 1:02}",
            "home": home,
            "away": away,
            **each,
        }
        for at, ((home, away), each) in enumerate(zip(PAIRS, found, strict=True))
    ]
)


def season_of(matches: list[dict[str, Any]], decisions: list[dict[str, Any]] | None = None):
    return read_season(
        {
            "season": {"id": "x", "name": "X"},
            "club": [{"id": "k", "name": "K"}],
            "series": [{"id": "S", "division": 1}],
            "team": [
                {"id": team, "name": team, "club": "k", "series": "S", "email": "k@example.se"}
                for team in TEAMS
            ],
            "match": matches,
            "decision": decisions or [],
        }
    )


def tables(season, day: date = END):
    return [each.table for each in season_report(season, day).series]


@settings(max_examples=40, deadline=None)
@given(results, st.permutations(range(6)))
def test_tables_do_not_depend_on_the_order_in_which_results_arrive(matches, order) -> None:
    assert tables(season_of(matches)) == tables(season_of([matches[index] for index in order]))


@settings(max_examples=40, deadline=None)
@given(results, st.lists(st.integers(0, 5), min_size=1, max_size=6))
def test_importing_matches_twice_changes_nothing(matches, again) -> None:
    season = season_of(matches)
    for index in again:
        assert add_match(season, read_match(Fields(matches[index], "match"))) is season
    assert tables(season_of(matches + [matches[index] for index in again])) == tables(season)


@pytest.mark.rule("SBF Deltagande(12)")
@settings(max_examples=40, deadline=None)
@given(results, st.lists(st.sampled_from(TEAMS), min_size=1, max_size=3, unique=True), st.integers(0, 6))
def test_strikes_and_their_repeal_restore(matches, struck, day) -> None:
    decisions = [
        {"id": f"{kind}-{team}", "team": team, "day": when, "kind": kind}
        for team in struck
        for kind, when in (("disqualify", "2009-11-01"), ("reinstate", "2009-11-20"))
    ]
    plain, decided = season_of(matches), season_of(matches, decisions)
    assert tables(decided) == tables(plain)
    early = date(2009, 10, 1 + day)
    assert tables(decided, early) == tables(plain, early)
    (between,) = tables(decided, date(2009, 11, 10))
    assert [line.team for line in between if line.struck] == sorted(struck)
    assert all(line.played == 0 for line in between if line.struck)


@pytest.mark.rule("SBF WO(3)")
@settings(max_examples=40, deadline=None)
@given(results)
def test_a_walkover_never_gives_the_opponent_less_than_the_fixed_award(matches) -> None:
    for report in season_report(season_of(matches), END).series[0].matches:
        if report.match.walkover in ("home", "away"):
            assert report.home is not None
            assert report.away is not None
            best, least = sorted((report.home, report.away), key=lambda side: -side.victory_points)
            assert best.victory_points >= 18
            assert best.imps_won >= 15
            assert (least.victory_points, least.imps_won) == (0, 0)
