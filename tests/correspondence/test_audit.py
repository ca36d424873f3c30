"""The audit of games and tournaments: everything at once, as of any day."""

from datetime import timedelta

import pytest
from correspondence.builders import START, Script, codes, day, totals

from arbiter_rules.correspondence.audit import audit_game, audit_tournament
from arbiter_rules.correspondence.game import fold
from arbiter_rules.correspondence.policy import DEFAULT
from arbiter_rules.correspondence.tournament import Tournament
from arbiter_rules.errors import FieldError


def w1() -> Script:
    return Script().card(1).card(5).card(0).card(10).card(11)


@pytest.mark.rule("BdF § 11(1)")
def test_an_audit_gives_board_ledger_duties_status_and_the_switches_that_mattered():
    ruling = audit_game(w1().game(), START, day("02-20"))

    audit = ruling.value
    assert [(entry.side, entry.move, entry.days, entry.paragraph) for entry in audit.ledger] == [
        ("white", 1, 1, "BdF § 14(1)"),
        ("white", 2, 0, "BdF § 14(1)"),
        ("white", 3, 11, "BdF § 14(1)"),
        ("white", 3, 5, "BdF § 13(2)"),
        ("black", 1, 5, "BdF § 14(1)"),
        ("black", 2, 10, "BdF § 14(1)"),
    ]
    assert [control.total for control in audit.controls("white")] == [1, 1, 17]
    assert audit.running is not None
    assert audit.running.move == 3
    assert audit.state.status.phase == "running"
    assert {duty.code for duty in audit.duties} >= {"duty.remind", "duty.move_within_time"}


@pytest.mark.rule("BdF § 14(1)")
def test_the_first_clock_starts_with_the_tournament_or_with_the_letter_by_policy():
    script = Script().card(5, arrival=None)
    game = script.game(start_letter=day("01-04"))

    state = fold(game, START)
    assert state.white.account.days == [5]
    assert "first_move_start" in state.switches
    by_letter = DEFAULT.with_readings(first_move_start="start_letter")
    assert fold(game, START, policy=by_letter).white.account.days == [2]
    assert fold(script.game(), START, policy=by_letter).white.account.days == [5]


def test_entries_out_of_order_are_refused_with_their_place():
    script = w1()
    script.entries[1], script.entries[2] = script.entries[2], script.entries[1]
    whole = Tournament(name="T", start=START, players=("Anna", "Bernd"), games=(script.game(),))

    with pytest.raises(FieldError) as caught:
        audit_tournament(whole, day("12-31"))
    assert caught.value.field == "games[g].entries[2]"
    assert caught.value.found == "2002-01-09"


def test_an_entry_without_any_day_is_refused():
    with pytest.raises(FieldError) as caught:
        Script().card(0, dispatch=None).fold()
    assert caught.value.field == "entries[0]"


def test_a_game_without_a_next_move_has_no_running_clock():
    script = Script().card(0).card(0, move="", resigns="Ich gebe auf")

    audit = audit_game(script.game(), START, day("02-01")).value

    assert audit.running is None
    assert not audit.rateable


@pytest.mark.rule("BdF § 16(3)")
def test_two_refused_answers_leave_the_game_where_it_was():
    script = Script().card(0)
    script.event("reminder", day("01-20"), by="white")
    for sent in ("01-25", "02-05"):
        script._ply, script._last = 1, "1. 7163"
        script.card(0, dispatch=day(sent), move="1… 7866")
        script.event("refusal", day(sent) + timedelta(days=2), by="white")

    state = script.fold()

    assert len(state.plies) == 1
    assert codes(state).count("reminder.refused") == 2


@pytest.mark.rule("BdF § 18(2)")
def test_of_two_claims_the_open_one_is_answered():
    script = Script().card(0)
    script.event("long_think", script.arrival, by="black").card(31).card(0, claims=True)
    script.card(0, acknowledges=True).card(31, claims=False)
    script.card(0, claims=True)
    state = script.fold()
    assert state.black.exceedances[0].state == "acknowledged"
    assert [found.side for found in state.white.exceedances] == ["white"]
    assert state.white.exceedances[0].state == "claimed"

    script.card(0, acknowledges=True)
    assert script.fold().white.exceedances[0].state == "acknowledged"


@pytest.mark.rule("BdF § 8(2)")
def test_days_fixed_in_an_earlier_cycle_do_not_touch_the_new_one():
    script = Script().card(0)
    script.event("long_think", script.arrival, by="black").card(31).card(0, claims=True).card(2)
    script.event("time_fixed", script.sent, side="black", move=1, days=40)

    assert totals(script.fold(), "black") == [40, 2]
    assert script.fold().black.account.total == 2


@pytest.mark.rule("BdF § 2(1)c")
def test_a_resignation_may_forget_to_repeat_the_move():
    script = Script().card(0).card(0, move="", repeats="", resigns="Ich gebe auf")

    assert script.fold().status.reason == "resignation"
