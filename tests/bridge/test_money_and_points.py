"""Master points, fees, travel; amounts that are lost are refused by their key."""

from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest

from arbiter_rules.bridge.fees import entry_fee, home_surcharge, paid_in_time, refund_of_entry, table_fee
from arbiter_rules.bridge.master_points import match_points, prizes, season_points, shares
from arbiter_rules.bridge.parameters import Parameters, read_figures, standard
from arbiter_rules.bridge.readings import policy
from arbiter_rules.bridge.travel import Journey, travel_refund
from arbiter_rules.errors import FieldError, MissingValueError

DAY = date(2009, 10, 24)


@pytest.mark.rule("SBF Priser(3)")
@pytest.mark.rule("SBF Bronsregler(1)")
@pytest.mark.parametrize(
    ("division", "vp", "colour", "home", "away"),
    [
        (1, (18, 12), "gold", 12, 0),
        (1, (17, 13), "gold", 6, 6),
        (2, (5, 25), "gold", 0, 6),
        (3, (25, 4), "silver", 32, 0),
        (4, (15, 15), "silver", 10, 10),
    ],
)
def test_points_of_a_match_by_division(division, vp, colour, home, away) -> None:
    value = match_points(division, Decimal(vp[0]), Decimal(vp[1])).value
    assert (value.colour, value.home, value.away) == (colour, home, away)


@pytest.mark.rule("SBF Bronsregler(1)")
def test_a_draw_brings_nothing_if_only_wins_are_paid() -> None:
    won_only = policy({"master-point-split": "won-only"})
    assert match_points(1, Decimal(17), Decimal(13), policy=won_only).value.home == 0
    assert match_points(1, Decimal(18), Decimal(12), policy=won_only).value.home == 12


@pytest.mark.rule("SBF WO(6)")
def test_a_walkover_brings_no_master_points() -> None:
    value = match_points(1, Decimal(18), Decimal(0), walkover=True).value
    assert (value.home, value.away) == (0, 0)
    with pytest.raises(FieldError, match="division"):
        match_points(5, Decimal(18), Decimal(0))


@pytest.mark.rule("SBF Bronsregler(2)")
def test_players_share_by_halves() -> None:
    found = shares(Fraction(12), {"a": 2, "b": 2, "c": 1, "d": 1, "e": 1, "f": 1})
    assert found["a"] == 2 * found["c"] == 3
    assert sum(found.values()) == 12
    with pytest.raises(FieldError, match=r"halves\.a"):
        shares(Fraction(12), {"a": 3})


@pytest.mark.rule("SBF Priser(4)")
@pytest.mark.rule("SBF Priser(6)")
@pytest.mark.rule("SBF Bronsregler(3)")
def test_the_winners_of_division_one_get_a_bonus_that_does_not_rank() -> None:
    value = season_points(1, Fraction(61, 2), 1).value
    assert (value.gold, value.ranking_gold) == (37, 31)
    assert season_points(1, Fraction(61, 2), 2).value.gold == 31
    silver = season_points(4, Fraction(61, 2), 1).value
    assert (silver.silver, silver.gold, silver.ranking_silver) == (31, 0, 31)


@pytest.mark.rule("SBF Priser(5)")
def test_silver_turns_into_gold_at_a_rate_that_must_be_configured() -> None:
    with pytest.raises(MissingValueError, match=r"points\.silver_per_gold"):
        season_points(3, Fraction(100), 2)
    configured = standard().configured({"points.silver_per_gold": 3})
    value = season_points(3, Fraction(100), 2, configured).value
    assert (value.gold, value.silver, value.ranking_gold, value.ranking_silver) == (34, 0, 0, 100)
    assert season_points(3, Fraction(100), 3).value.silver == 100


@pytest.mark.rule("SBF Priser(1)")
@pytest.mark.rule("SBF Priser(2)")
def test_prizes() -> None:
    assert prizes(1, 1).value == ("diploma", "gold-medal")
    assert prizes(1, 3).value == ("bronze-medal",)
    assert prizes(1, 4).value == prizes(3, 2).value == ()
    assert prizes(3, 1).value == ("diploma",)


@pytest.mark.rule("SBF Avgifter(1)")
@pytest.mark.rule("SBF Avgifter(2)")
@pytest.mark.rule("SBF Avgifter(5)")
def test_entry_fees_that_are_lost_are_refused_by_key() -> None:
    assert entry_fee(4).value == 330
    assert entry_fee(4, district_fee=50).value == 380
    for division in (1, 2, 3):
        with pytest.raises(MissingValueError, match=rf"fee\.entry\.{division}"):
            entry_fee(division)
    configured = standard().configured({"fee.entry.1": 1500})
    decision = entry_fee(1, parameters=configured)
    assert decision.value == 1500
    assert decision.steps[0].inputs["mark"] == "CONFIGURED"
    for division, extra in ((5, 0), (0, 0), (3, 10)):
        with pytest.raises(FieldError, match=r"division|district_fee"):
            entry_fee(division, extra)


@pytest.mark.rule("SBF Avgifter(4)")
def test_division_four_pays_by_the_sixteenth_of_november() -> None:
    assert paid_in_time(date(2009, 11, 16)).value
    assert not paid_in_time(date(2009, 11, 17)).value


@pytest.mark.rule("SBF Reserv(6)")
@pytest.mark.rule("SBF Flyttning(8)")
def test_entry_fees_are_not_paid_back() -> None:
    assert not refund_of_entry(disqualified=True, district_short=False).value
    assert not refund_of_entry(disqualified=False, district_short=True).value
    assert refund_of_entry(disqualified=False, district_short=False).value


@pytest.mark.rule("SBF Arrangemang(3)")
def test_the_table_fee_is_at_most_a_hundred_kronor() -> None:
    assert table_fee(3).value == 300
    assert table_fee(3, 80).value == 240
    for wrong in (101, -1):
        with pytest.raises(FieldError, match="asked"):
            table_fee(3, wrong)


@pytest.mark.rule("SBF Resor(8)")
@pytest.mark.rule("SBF Resor(9)")
def test_home_teams_pay_a_surcharge_that_must_be_configured() -> None:
    configured = standard().configured({"fee.home_surcharge": 400})
    assert home_surcharge(1, (10, 11), configured).value == 400
    assert home_surcharge(2, (0, 10), configured).value == 800
    assert home_surcharge(3, (0, 0)).value == 0
    assert home_surcharge(1, (11, 12)).value == 0
    with pytest.raises(MissingValueError, match=r"fee\.home_surcharge"):
        home_surcharge(1, (10, 11))
    for wrong in ((1,), (1, -1), (1, 2, 3)):
        with pytest.raises(FieldError, match="distances_mil"):
            home_surcharge(1, wrong)


@pytest.mark.rule("SBF Resor(3)")
@pytest.mark.rule("SBF Resor(4)")
@pytest.mark.parametrize(
    ("tenths", "kronor"), [(399, 0), (400, 0), (410, 18), (650, 450)], ids=["39.9", "40", "41", "65"]
)
def test_the_first_forty_mil_of_a_series_are_the_teams_own(tenths: int, kronor: int) -> None:
    one_way = policy({"travel-distance": "one-way"})
    assert travel_refund([Journey("1", DAY, tenths)], one_way).value.car == kronor
    assert travel_refund([Journey("1", DAY, tenths), Journey("2", DAY, 0)], one_way).value.car == kronor


@pytest.mark.rule("SBF Resor(3)")
def test_the_way_back_counts_by_default() -> None:
    decision = travel_refund([Journey("1", DAY, 150), Journey("2", DAY, 175)])
    assert decision.value.total == 450
    assert decision.switches == ("travel-distance",)


@pytest.mark.rule("SBF Resor(1)")
@pytest.mark.rule("SBF Resor(5)")
@pytest.mark.rule("SBF Resor(6)")
def test_other_means_must_be_asked_for_six_weeks_ahead() -> None:
    def journey(**facts) -> Journey:
        return Journey(
            "1",
            DAY,
            900,
            "other",
            **{"cost": 3000, "players": 5, "asked": date(2009, 9, 12), "approved": True, **facts},
        )

    assert travel_refund([journey()]).value.other == 2500
    assert travel_refund([journey(cost=300)]).value.other == 0
    for refused in ({"asked": date(2009, 9, 13)}, {"asked": None}, {"approved": False}):
        value = travel_refund([journey(**refused)]).value
        assert (value.other, value.refused) == (0, (("1", "SBF Resor(5)"),))
    for players in (0, 6):
        with pytest.raises(FieldError, match="players"):
            travel_refund([journey(players=players)])


@pytest.mark.rule("SBF Resor(2)")
def test_one_means_of_transport_a_round() -> None:
    with pytest.raises(FieldError, match="one means of transport"):
        travel_refund([Journey("1", DAY, 10), Journey("1", DAY, 20)])
    for wrong in (Journey("1", DAY, -1), Journey("1", DAY, 1, cost=-1)):
        with pytest.raises(FieldError, match="negative"):
            travel_refund([wrong])


def test_figures_keep_their_marks_and_are_refused_when_they_do_not_fit() -> None:
    assert {figure.mark for figure in standard()} == {"SEED", "FOUND", "DERIVED", "UNKNOWN"}
    assert all((figure.value is None) == (figure.mark == "UNKNOWN") for figure in standard())
    with pytest.raises(FieldError, match="parameters"):
        standard().integer("fee.entry.9")
    for key, wrong in (
        ("fee.entry.1", "1"),
        ("fee.entry.1", -1),
        ("fee.entry.1", True),
        ("fee.entry.1", 50_001),
        ("protest.national", 5),
        ("lateness.period_minutes", 0),
        ("penalty.imps_per_vp", 0),
        ("points.silver_per_gold", 0),
    ):
        with pytest.raises(FieldError, match=key):
            standard().configured({key: wrong})
    for key, value in (("fee.entry.1", 0), ("fee.entry.1", 50_000), ("lateness.period_minutes", 1)):
        assert standard().configured({key: value}).integer(key) == value
    for entry in (
        {"key": "a", "mark": "SURE", "value": 1},
        {"key": "a", "mark": "UNKNOWN", "value": 1},
        {"key": "a", "mark": "SEED"},
    ):
        with pytest.raises(FieldError, match=r"t\.a"):
            read_figures({"figure": [entry]}, "t")
    twice = {"key": "a", "mark": "SEED", "value": 1}
    with pytest.raises(FieldError, match="occurs once"):
        read_figures({"figure": [twice, twice]}, "t")
    assert list(Parameters(read_figures({}, "t"))) == []
