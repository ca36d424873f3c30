"""What the director decides in a game, and the duties that follow."""

import pytest
from correspondence.builders import Script, codes, day, totals

from arbiter_rules.correspondence.duties import arrival_estimate, duties, running_days
from arbiter_rules.errors import FieldError


def owed(script: Script, as_of: str, **fields: object) -> list[tuple[str, str]]:
    return [(duty.party, duty.code) for duty in duties(script.fold(**fields), day(as_of))]


@pytest.mark.rule("BdF § 30(1)")
def test_a_reduction_of_time_is_booked_on_the_last_move_and_may_exceed_it():
    script = Script().card(0).card(9)
    script.event("adjustment", script.sent, side="black", days=21, reason="Verstoß")

    state = script.fold()

    assert totals(state, "black") == [30]
    assert state.black.account.entries[-1].paragraph == "BdF § 30(1)"
    script.event("adjustment", script.sent, side="black", days=1, reason="Verstoß")
    assert [e.control.total for e in script.fold().black.exceedances] == [31]


@pytest.mark.rule("BdF § 30(1)")
def test_a_reduction_before_the_first_move_waits_for_it():
    script = Script().card(0)
    script.event("adjustment", script.sent, side="black", days=4, reason="Verstoß").card(2)

    assert script.fold().black.account.days == [6]


@pytest.mark.rule("BdF § 8(2)")
def test_the_director_fixes_the_days_of_a_move_in_a_dispute():
    script = Script().card(0).card(9).card(0).card(3)
    script.event("time_fixed", script.sent, side="black", move=1, days=4)

    state = script.fold()

    assert state.black.account.days == [4, 3]
    assert sum(entry.days for entry in state.black.account.entries) == state.black.account.total == 7
    script.event("time_fixed", script.sent, side="black", move=3, days=4)
    with pytest.raises(FieldError) as caught:
        script.fold()
    assert caught.value.field == "entries[5].time_fixed.move"


@pytest.mark.rule("BdF § 23")
def test_an_unanswered_query_of_the_director_stays_open_and_decides_nothing():
    script = Script().card(0)
    script.event("director_query", script.sent, side="black")

    assert ("black", "duty.answer_director") in owed(script, "12-31")
    assert script.fold().status.phase == "running"
    script.event("director_answer", script.sent, by="black")
    assert ("black", "duty.answer_director") not in owed(script, "12-31")


@pytest.mark.rule("BdF § 30(2)")
@pytest.mark.rule("BdF § 30(3)")
def test_orders_about_route_and_content_bind_later_cards():
    script = Script().card(0)
    script.event("route_ordered", script.sent).event("cards_restricted", script.sent)
    script.card(0, remarks="Grüße")

    assert {"card.off_route", "card.remarks_restricted"} <= set(codes(script.fold()))


@pytest.mark.rule("BdF § 1(2)")
def test_consent_given_during_the_game_counts_from_then_on():
    script = (
        Script().card(0).event("consent", day("01-01"), by="white").event("consent", day("01-01"), by="black")
    )

    assert "card.medium_not_agreed" not in codes(script.card(1, medium="fax").fold())


@pytest.mark.rule("BdF § 8(1)")
def test_the_receiver_of_a_void_card_has_to_query_on_the_day_it_came():
    script = Script().card(0).card(2, move="1… 5755 (e6)", received=day("01-07"))

    state = script.fold()

    assert ("white", "duty.query") in [(duty.party, duty.code) for duty in duties(state, day("01-08"))]
    assert [duty.due for duty in duties(state, day("01-08")) if duty.code == "duty.query"] == [day("01-07")]
    assert "duty.remind" not in [duty.code for duty in duties(state, day("01-08"))]


@pytest.mark.rule("BdF § 8(1)")
def test_a_query_dated_before_the_card_arrived_is_refused():
    script = Script().card(0).card(2, move="1… 5758")
    script.event("query", day("01-08"), by="white", arrival=day("01-09"))

    with pytest.raises(FieldError) as caught:
        script.fold()
    assert caught.value.field == "entries[2].query.arrival"


@pytest.mark.rule("BdF § 15")
@pytest.mark.rule("BdF § 14(3)")
@pytest.mark.rule("BdF § 2(1)c")
def test_the_next_card_has_to_carry_reports_and_may_accept():
    script = Script().card(0).card(2, postmark=day("01-06"), offer="Remis?")
    assert {("white", "duty.report_difference"), ("white", "duty.may_accept")} <= set(owed(script, "01-10"))

    script = Script().card(0).card(2, arrival=None, received=day("01-10"))
    assert ("white", "duty.tell_days") in owed(script, "01-10", transit=2)


@pytest.mark.rule("BdF § 18(2)")
def test_a_claim_has_to_be_answered_and_a_contested_one_goes_to_the_director():
    script = Script().card(0)
    script.event("long_think", script.arrival, by="black").card(31).card(0, claims=True)
    assert ("black", "duty.answer_claim") in owed(script, "12-31")

    script.card(0, acknowledges=False)
    assert ("white", "duty.apply_to_director") in owed(script, "12-31")


@pytest.mark.rule("BdF § 19(2)")
@pytest.mark.rule("BdF § 21")
def test_what_the_partner_may_claim_is_shown():
    script = Script().card(0)
    script.event("long_think", script.arrival, by="black").card(31)
    assert ("white", "duty.may_claim_on_card") in owed(script, "12-31")

    script.card(0, claims=True)
    script.event("long_think", script.arrival, by="black").card(31)
    assert ("white", "duty.may_claim_to_director") in owed(script, "12-31")
    script.event("claim", script.arrival, by="white")
    assert ("director", "duty.rule_on_second") in owed(script, "12-31")


@pytest.mark.rule("BdF § 17")
@pytest.mark.rule("BdF § 13(1)")
def test_the_side_to_move_sees_its_last_day_and_the_day_of_its_notice():
    script = Script().card(0).card(5).card(0, received=day("01-12"))
    found = {duty.code: duty.due for duty in duties(script.fold(), day("01-12"))}

    assert found["duty.move_within_time"] == day("02-06")
    assert found["duty.announce_long_think"] == day("01-22")
    late = {duty.code for duty in duties(script.fold(), day("01-23"))}
    assert "duty.announce_long_think" not in late
    gone = Script().card(0)
    gone.event("long_think", gone.arrival, by="black").card(31).card(0)
    assert "duty.move_within_time" not in {duty.code for duty in duties(gone.fold(), day("12-31"))}


@pytest.mark.rule("BdF § 11(2)")
def test_the_partners_cards_are_kept_until_the_tournament_ends():
    state = Script().card(0).fold()

    kept = [
        duty.due
        for duty in duties(state, day("01-05"), tournament_end=day("12-31"))
        if duty.code == "duty.keep_cards"
    ]
    assert kept == [day("12-31")] * 2
    assert "duty.keep_cards" not in [duty.code for duty in duties(Script().fold(), day("01-05"))]


@pytest.mark.rule("BdF § 17")
def test_only_the_side_to_move_uses_time_and_none_after_the_end():
    script = Script().card(0).card(3)
    state = script.fold()
    assert arrival_estimate(state) == script.sent
    assert running_days(state, day("01-20")) == (day("01-20") - script.sent).days
    assert arrival_estimate(script.fold(transit=2)) == script.arrival

    ended = script.card(0, move="", resigns="Ich gebe auf").fold()
    assert running_days(ended, day("01-20")) == 0


@pytest.mark.rule("BdF § 11(1)")
def test_moves_and_days_of_both_are_on_record():
    state = Script().cards(1, 2, 3).fold()

    assert [(ply.side, ply.number) for ply in state.plies] == [("white", 1), ("black", 1), ("white", 2)]
    assert state.white.account.days == [1, 3]


@pytest.mark.rule("BdF § 16(1)")
def test_a_missed_reminder_is_noted_when_the_answer_came_after_it_was_due():
    script = Script().card(0)
    script.event("long_think", script.arrival, by="black").card(25).card(0)
    assert "reminder.missed" in codes(script.fold())

    in_time = Script().card(0)
    in_time.event("long_think", in_time.arrival, by="black").card(21).card(0)
    assert "reminder.missed" not in codes(in_time.fold())
    undated = Script().card(0).card(3).card(0, arrival=None)
    assert "reminder.missed" not in codes(undated.fold())


def test_a_second_void_card_adds_its_days_and_a_void_card_without_dates_adds_none():
    script = Script(transit=0).card(0)
    script.card(2, move="1… 5758")
    script._ply, script._last = 1, "1. 7163"
    script.card(1, move="1… 5757", arrival=script.sent)
    script._ply, script._last = 1, "1. 7163"
    script.card(0, move="1… 5750", arrival=None)
    script._ply, script._last = 1, "1. 7163"
    script.card(0, move="1… 7866", arrival=script.sent)

    assert script.fold().black.account.days == [3]


@pytest.mark.rule("BdF § 28")
def test_whoever_publishes_a_game_owes_the_director_a_copy():
    script = Script().card(0)
    script.event("published", script.sent, by="white")
    assert ("white", "duty.send_copy") in owed(script, "12-31")

    script.event("copy_sent", script.sent, by="white")
    assert ("white", "duty.send_copy") not in owed(script, "12-31")
    script.event("copy_sent", script.sent, by="white")
    with pytest.raises(FieldError):
        script.fold()


@pytest.mark.rule("BdF § 30(1)")
def test_a_warning_is_on_record_and_costs_nothing():
    script = Script().card(0).card(3)
    script.event("warning", script.sent, side="black", reason="Karte ohne Unterschrift")

    state = script.fold()

    assert "warning" in codes(state)
    assert state.black.account.total == 3


@pytest.mark.rule("BdF § 13(1)")
@pytest.mark.parametrize(("announced", "total"), [(True, 12), (False, 17)])
def test_a_long_think_announced_on_the_card_before_counts_for_the_next_move(announced: bool, total: int):
    script = Script().card(0).card(2, long_think=announced).card(0).card(12)

    state = script.fold()

    assert state.black.account.days == [2, total]


@pytest.mark.rule("BdF § 13(1)")
def test_the_first_notice_of_a_move_counts_and_a_later_one_does_not_replace_it():
    script = Script().card(0)
    script.event("long_think", script.arrival, by="black")
    script.event("long_think", day("01-20"), by="black").card(25)

    assert script.fold().black.account.days == [25]
