"""The time control and the claims: the timelines W3 to W6 and W14 with every number."""

from dataclasses import replace
from datetime import timedelta

import pytest
from correspondence.builders import Script, codes, totals

from arbiter_rules.correspondence.card import Card
from arbiter_rules.correspondence.claims import Exceedance, advise, carry, deadline
from arbiter_rules.correspondence.duties import claim_options
from arbiter_rules.correspondence.policy import DEFAULT
from arbiter_rules.correspondence.time_control import Control, Restart, controls, exceedances, limit


def black_thinks(*used: int, announced: bool = True, **last: object) -> Script:
    """A game in which White answers at once and Black uses these days, announcing each long think."""
    script = Script()
    for place, each in enumerate(used):
        script.card(0)
        if each > 10 and announced:
            script.event("long_think", script.arrival, by="black")
        if each > 16:
            reminded = script.sent + timedelta(days=26 if announced else 16)
            if reminded < script.arrival + timedelta(days=each):
                script.event("reminder", reminded, by="white")
        script.card(each, route="director", **(last if place == len(used) - 1 else {}))
    return script


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


def postmarked_a_day_late(card: Card) -> Card:
    """The same card, of which the sender states the day before its postmark."""
    return replace(card, postmark=card.sent, dispatch=card.sent - timedelta(days=1))


def w5(*, reminder: bool = True, late: bool = False) -> Script:
    script = black_thinks(5, 5, 5, 5, 5, 3)
    script.card(0)
    script.event("long_think", script.arrival, by="black")
    if reminder:
        script.event("reminder", script.sent + timedelta(days=26), by="white")
    script.card(29, route="director")
    if late:
        return script.card(0).card(0).card(0, claims=True)
    return script.card(0, claims=True)


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


@pytest.mark.rule("BdF § 19(2)")
@pytest.mark.parametrize(
    ("control", "reading", "until"),
    [
        pytest.param(Control(7, 7, 31, 30), "same_control", 10, id="before the control move"),
        pytest.param(Control(10, 10, 31, 30), "same_control", 10, id="at the control move"),
        pytest.param(Control(10, 10, 31, 30), "next_control", 20, id="at the control move, other reading"),
        pytest.param(Control(9, 2, 31, 30), "same_control", 17, id="in a later cycle"),
    ],
)
def test_a_claim_is_possible_up_to_the_answer_to_the_next_control_move(
    control: Control, reading: str, until: int
):
    assert deadline(control, DEFAULT.with_readings(claim_deadline=reading)).value == until


@pytest.mark.rule("BdF § 19(2)")
def test_a_claim_after_the_control_move_has_lapsed_and_resets_nothing():
    script = black_thinks(4, 4, 4, 4, 4, 4, 7)
    in_time = black_thinks(4, 4, 4, 4, 4, 4, 7)
    for _ in range(3):
        script.card(0).card(0)
        in_time.card(0).card(0)

    in_time.card(0, claims=True)
    assert in_time.fold().black.exceedances[0].state == "claimed"

    script.card(0).card(0).card(0, claims=True)
    state = script.fold()
    assert state.black.exceedances[0].state == "lapsed"
    assert "claim.too_late" in codes(state)
    assert state.black.account.restarts == []
    assert state.black.account.total == 31


@pytest.mark.rule("BdF § 20(1)")
def test_the_new_cycle_begins_after_the_exceeding_move_even_if_the_claim_comes_later():
    script = black_thinks(4, 4, 4, 4, 4, 4, 7).card(0).card(6).card(0, claims=True)

    state = script.fold()

    assert (state.black.account.total, state.black.account.control().index) == (6, 1)
    assert "turnus_restart" in state.switches
    later = script.fold(DEFAULT.with_readings(turnus_restart="after_claim"))
    assert (later.black.account.total, later.black.account.running(0).index) == (0, 1)


@pytest.mark.rule("BdF § 18(1)")
def test_a_first_claim_by_letter_has_a_fault_of_form_and_no_effect():
    script = black_thinks(31)
    script.event("claim", script.arrival, by="white")

    state = script.fold()

    assert "claim.first_on_card" in codes(state)
    assert state.black.exceedances[0].state == "open"


@pytest.mark.rule("BdF § 18(2)")
@pytest.mark.parametrize("upheld", [True, False])
def test_a_contested_claim_has_no_effect_until_the_director_upholds_it(upheld: bool):
    script = black_thinks(4, 4, 4, 4, 4, 4, 7).card(0, claims=True)
    script.card(2, acknowledges=False)

    contested = script.fold()
    assert contested.black.exceedances[0].state == "contested"
    assert contested.black.account.total == 33
    assert "claim.contested" in codes(contested)

    script.event("claim_finding", script.sent, upheld=upheld)
    state = script.fold()
    assert state.black.exceedances[0].state == ("upheld" if upheld else "rejected")
    assert state.black.account.total == (2 if upheld else 33)


@pytest.mark.rule("BdF § 18(2)")
def test_an_acknowledged_claim_stands():
    script = black_thinks(4, 4, 4, 4, 4, 4, 7).card(0, claims=True)
    script.event("claim_answer", script.arrival, by="black", accepts=True)

    state = script.fold()

    assert state.black.exceedances[0].state == "acknowledged"
    assert state.black.account.total == 0


@pytest.mark.rule("BdF § 17")
def test_a_claim_without_an_exceedance_is_unfounded():
    script = Script().card(0).card(3).card(0, claims=True)
    assert "claim.unfounded" in codes(script.fold())

    script = Script().card(0).card(3)
    script.event("claim", script.arrival, by="white")
    assert "claim.unfounded" in codes(script.fold())


@pytest.mark.rule("BdF § 19(2)")
def test_the_assistant_names_form_window_and_carry_over():
    control = Control(7, 7, 57, 30)
    first = Exceedance("black", control, 10, 1, Script().start)

    now = advise(first, answering=7, duties_kept=True).value
    later = advise(first, answering=8, duties_kept=True).value
    gone = advise(first, answering=11, duties_kept=True)

    assert (now.form, now.at_once, now.until, now.carried) == ("card", True, 10, 7)
    assert (later.at_once, later.carried) == (False, 0)
    assert (gone.value.form, gone.value.carried) == ("none", None)
    second = advise(Exceedance("black", control, 10, 2, Script().start), answering=7, duties_kept=True).value
    assert (second.form, second.carried) == ("director", None)


@pytest.mark.rule("BdF § 20(3)")
def test_the_carry_over_says_which_condition_failed():
    control = Control(7, 7, 57, 30)

    assert carry(control, at_once=False, duties_kept=True).steps[0].reading == "claim.not_at_once"
    assert carry(control, at_once=True, duties_kept=False).steps[0].reading == "claim.duties_missed"
    assert carry(Control(7, 7, 50, 30), at_once=True, duties_kept=True).value == 0
    assert carry(Control(7, 7, 51, 30), at_once=True, duties_kept=True).value == 1


@pytest.mark.rule("BdF § 19(1)")
def test_the_claimant_who_has_answered_already_claims_with_his_next_card():
    script = black_thinks(4, 4, 4, 4, 4, 4, 7)
    claimant, exceedance, advice, _ = claim_options(script.fold())[0]
    assert (claimant, exceedance.control.move) == ("white", 7)
    assert advice.at_once

    later = claim_options(script.card(0).fold())[0][2]
    assert not later.at_once


@pytest.mark.rule("BdF § 20(1)")
def test_a_restart_opens_the_next_exceedance_of_days_already_used():
    script = black_thinks(25, 6, 9, 9, 9, 9)

    state = script.card(0, claims=True).fold()

    assert [e.control.move for e in state.black.exceedances] == [2, 6]
    assert state.black.exceedances[1].ordinal == 2
    assert controls([25, 6, 9], [Restart(2, 0)])[2].total == 9


@pytest.mark.rule("BdF § 19(2)")
@pytest.mark.rule("BdF § 7(2)")
def test_accepted_proposals_that_pass_the_control_move_leave_the_claim_open():
    script = Script(["7163", "7866", "6371", "6678"] * 8)
    for each in (4, 4, 4, 4, 4, 4, 4, 4):
        script.card(0).card(each)
    script.card(0).card(0).card(0, proposals=("10… 6678 11. 7163",))
    white = script.entries[-1]
    script.card(0, repeats=f"{white.move} 10… 6678 11. 7163", move="11… 7866")

    assert [(o[2].form, o[2].until) for o in claim_options(script.fold())] == [("card", 10)]
    script._ply += 2
    script._last = "11… 7866"
    script.card(0, move="12. 6371", claims=True)
    assert script.fold().black.exceedances[0].state == "claimed"


@pytest.mark.rule("BdF § 18(2)")
def test_a_lapsed_exceedance_is_passed_over_when_a_later_claim_is_answered():
    script = black_thinks(4, 4, 4, 4, 4, 4, 4, 4, 0, 0, 29, 0).card(0, claims=True).card(0, acknowledges=True)

    assert [found.state for found in script.fold().black.exceedances] == ["lapsed", "acknowledged"]
