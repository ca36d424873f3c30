"""Claims: form, window, carry-over, what is contested, and what the assistant says."""

import pytest
from correspondence.builders import Script, codes
from correspondence.thinking import black_thinks

from arbiter_rules.correspondence.claims import Exceedance, advise, carry, deadline
from arbiter_rules.correspondence.duties import claim_options
from arbiter_rules.correspondence.policy import DEFAULT
from arbiter_rules.correspondence.time_control import Control, Restart, controls


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
