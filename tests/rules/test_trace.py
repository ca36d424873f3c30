"""A ruling carries its steps, so that "why?" costs nothing."""

from arbiter_rules.trace import Decision, Step, Trace


def test_a_decision_lists_each_paragraph_and_switch_once_in_order():
    trace = Trace()
    trace.note("DBU 4.5(b)", "penalty.first", 2, elapsed_ms=40_001)
    trace.note("DBU 4.5", "limit.on", True)
    trace.note("DBU 4.5(b)", "penalty.second", 2, switch="penalty.and_foul")
    trace.note("DBU 4.5(b)", "penalty.total", 4, switch="penalty.and_foul")

    decision = trace.decide(4)

    assert decision.value == 4
    assert decision.paragraphs == ("DBU 4.5(b)", "DBU 4.5")
    assert decision.switches == ("penalty.and_foul",)
    assert decision.steps[0] == Step("DBU 4.5(b)", "penalty.first", {"elapsed_ms": 40_001}, 2)


def test_a_ruling_that_rests_on_another_takes_over_its_steps():
    first = Trace()
    first.note("DBU 4.5(a)", "time.start")
    trace = Trace()

    value = trace.adopt(first.decide("in time"))
    trace.note("DBU 4.5(b)", "penalty.none")

    assert value == "in time"
    assert [step.paragraph for step in trace] == ["DBU 4.5(a)", "DBU 4.5(b)"]


def test_a_ruling_without_steps_is_empty_but_valid():
    assert Decision(None, ()).paragraphs == ()
    assert Decision(None, ()).switches == ()
