"""The time control: the timelines W3 to W6 and W14 with every number."""

from datetime import timedelta

import pytest
from correspondence.builders import Script, codes, totals
from correspondence.thinking import black_thinks, postmarked_a_day_late, w5

from arbiter_rules.correspondence.card import Card
from arbiter_rules.correspondence.policy import DEFAULT
from arbiter_rules.correspondence.time_control import Restart, exceedances, limit


@pytest.mark.rule("BdF § 17")
@pytest.mark.parametrize(
    ("index", "allowed"), [(1, 30), (10, 30), (11, 60), (20, 60), (21, 90), (30, 90), (31, 120)]
)
def test_limits_grow_by_thirty_days_every_ten_moves_and_no_block_is_mixed_up(index: int, allowed: int):
    assert limit(index) == allowed


@pytest.mark.rule("BdF § 17")
@pytest.mark.rule("BdF § 12(2)")
@pytest.mark.parametrize(
    ("used", "found"),
    [
        pytest.param([3, 2, 4, 1, 5, 0, 6, 2, 3, 4], [], id="a: 30 after ten"),
        pytest.param([3, 2, 4, 1, 5, 0, 6, 2, 3, 4, 12], [], id="a: 42 at move 11"),
        pytest.param([3, 2, 4, 1, 5, 0, 6, 2, 3, 5], [(10, 31, 30, 1)], id="b: 31 at move 10"),
        pytest.param([1, 0, 2, 1, 0, 1, 1, 1, 0, 1, 20, 20, 12], [], id="c: 60 at move 13"),
        pytest.param([1, 0, 2, 1, 0, 1, 1, 1, 0, 1, 20, 20, 12, 1], [(14, 61, 60, 1)], id="c: 61 at move 14"),
        pytest.param([5, 6, 4, 3, 5, 6, 2], [(7, 31, 30, 1)], id="d: 31 at move 7"),
    ],
)
def test_w3_the_time_is_cumulative_and_checked_at_every_move(used: list[int], found: list[tuple[int, ...]]):
    assert [(c.move, c.total, c.limit, c.overhang) for c in exceedances(used).value] == found
    state = black_thinks(*used).fold()
    assert state.black.account.days == used
    assert [
        (e.control.move, e.control.total, e.control.limit, e.control.overhang)
        for e in state.black.exceedances
    ] == found


@pytest.mark.rule("BdF § 17")
def test_several_moves_over_the_limit_are_one_exceedance_or_one_each():
    used = [31, 1, 1]

    assert [c.move for c in exceedances(used).value] == [1]
    every = DEFAULT.with_readings(exceed_block="every_move")
    assert [c.move for c in exceedances(used, policy=every).value] == [1, 2, 3]
    state = black_thinks(*used).fold(every)
    assert [e.control.move for e in state.black.exceedances] == [1, 2, 3]


@pytest.mark.rule("BdF § 20(1)")
@pytest.mark.rule("BdF § 20(2)")
def test_w4_up_to_twenty_days_of_overhang_are_forgiven():
    script = black_thinks(4, 4, 4, 4, 4, 4, 4, 1, 19)
    script.card(0, claims=True).card(0).card(0)

    state = script.fold()

    found = state.black.exceedances[0]
    assert (found.control.total, found.control.limit, found.control.overhang) == (48, 30, 18)
    assert (found.state, found.at_once, found.carried) == ("claimed", True, 0)
    control = state.black.account.control()
    assert (control.index, control.total, control.limit) == (1, 0, 30)
    assert control.move - control.index + control.control == 19
    assert state.status.phase == "running"


@pytest.mark.rule("BdF § 20(3)")
@pytest.mark.rule("BdF § 19(1)")
@pytest.mark.parametrize(
    ("script", "carried"),
    [
        pytest.param(w5(), 7, id="at once, reminded"),
        pytest.param(w5(late=True), 0, id="one card later"),
        pytest.param(w5(reminder=False), 0, id="never reminded"),
    ],
)
def test_w5_days_beyond_twenty_are_charged_if_the_claimant_did_his_part(script: Script, carried: int):
    state = script.fold()

    found = state.black.exceedances[0]
    assert (found.control.total, found.control.overhang, found.carried) == (57, 27, carried)
    assert state.black.account.restarts == [Restart(7, carried)]
    running = state.black.account.running(0)
    assert (running.total, running.limit) == (carried, 30)
    assert 7 + 10 == 17 == running.move - running.index + running.control


@pytest.mark.rule("BdF § 15")
@pytest.mark.rule("BdF § 20(3)")
@pytest.mark.parametrize(("reported", "carried"), [(True, 7), (False, 0)])
def test_w5_an_unreported_postmark_difference_costs_the_carry_over(reported: bool, carried: int):
    script = black_thinks(5, 5, 5, 5, 5, 3)
    script.entries[-1] = postmarked_a_day_late(script.entries[-1])
    script.card(0, reports_difference=reported)
    script.event("long_think", script.arrival, by="black")
    script.event("reminder", script.sent + timedelta(days=26), by="white")
    script.card(29, route="director").card(0, claims=True)

    state = script.fold()

    assert state.black.exceedances[0].carried == carried
    assert ("card.difference_not_reported" in codes(state)) is not reported


@pytest.mark.rule("BdF § 20(3)")
def test_the_other_partys_duties_count_only_by_policy():
    script = w5()
    script.entries[0] = postmarked_a_day_late(script.entries[0])

    assert script.fold().black.exceedances[0].carried == 7
    both = DEFAULT.with_readings(carry_conditions_by="both")
    assert script.fold(both).black.exceedances[0].carried == 0


@pytest.mark.rule("BdF § 21")
@pytest.mark.rule("BdF § 22")
def test_w6_the_carry_over_decides_the_game():
    script = w5()
    script.event("long_think", script.arrival, by="black").event(
        "reminder", script.sent + timedelta(days=26), by="white"
    )
    script.entries.pop()
    script.card(20, route="director").card(0).card(4)

    state = script.fold()

    assert totals(state, "black")[7:] == [27, 31]
    second = state.black.exceedances[1]
    assert (second.ordinal, second.control.move, second.control.overhang) == (2, 9, 1)
    script.card(0, claims=True)
    assert "claim.second_to_director" in codes(script.fold())

    script.event("claim", script.sent, by="white")
    suspended = script.fold()
    assert (suspended.status.phase, suspended.status.result) == ("suspended", "*")

    script.event("claim_finding", script.sent + timedelta(days=9), upheld=True)
    lost = script.fold()
    assert (lost.status.phase, lost.status.reason, lost.status.result) == ("finished", "time", "1-0")


@pytest.mark.rule("BdF § 20(3)")
def test_w6_without_the_carry_over_there_is_no_second_exceedance():
    script = w5(reminder=False)
    script.event("long_think", script.arrival, by="black").card(20, route="director").card(0).card(4)

    state = script.fold()

    assert totals(state, "black")[7:] == [20, 24]
    assert len(state.black.exceedances) == 1


@pytest.mark.rule("BdF § 21")
@pytest.mark.rule("BdF § 22")
def test_a_game_broken_off_takes_no_moves_and_resumes_if_nothing_is_found():
    script = w5()
    script.event("long_think", script.arrival, by="black")
    script.card(20, route="director").card(0).card(4)
    script.event("claim", script.sent, by="white")
    broken_off = script.sent
    script.card(0)
    script.event("claim_finding", broken_off + timedelta(days=9), upheld=False)
    script.sent = broken_off
    script._ply -= 1
    script._last = "9… 7866"
    script.entries.append(
        Card(
            by="white",
            repeats="9… 7866",
            move="10. 6371",
            arrival=script.arrival,
            dispatch=broken_off + timedelta(days=10),
        )
    )

    state = script.fold()

    assert "card.while_suspended" in codes(state)
    assert state.status.phase == "running"
    assert state.black.exceedances[1].state == "rejected"
    assert state.white.account.days[-1] == 0, "the clocks rest while the game is broken off"


@pytest.mark.rule("BdF § 7(2)")
def test_w14_conditional_moves_move_the_days_past_a_control_and_avoid_an_exceedance():
    used = [3, 3, 3, 3, 3, 3, 3, 3, 3]
    plain = black_thinks(*used, 4)
    assert [e.control.move for e in plain.fold().black.exceedances] == [10]

    script = black_thinks(*used)
    # White plays 10. 7163 and proposes 10… 7866 11. 6371; Black takes it up and adds his own 11th move.
    script = Script(["7163", "7866", "6371", "6678"] * 5)
    for each in used:
        script.card(0).card(each)
    script.card(0, proposals=("10… 6678 11. 7163",))
    white = script.entries[-1]
    script.card(
        4,
        repeats=f"{white.move} 10… 6678 11. 7163",
        move="11… 7866",
    )

    state = script.fold()

    assert state.black.account.days == [*used, 0, 4]
    assert state.black.exceedances == []
    assert [(e.move, e.days, e.reason) for e in state.black.account.entries[-2:]] == [
        (10, 0, "conditional"),
        (11, 4, "thinking"),
    ]
    assert state.white.account.days == [0] * 11
