"""How long a match has taken, with its pauses and without them."""

import pytest

from arbiter_rules.billiards.match import Entry, Rules
from arbiter_rules.billiards.match_time import Times, times
from arbiter_rules.billiards.time_limit import POLICY, Threshold, exceeded

RULES = Rules(10, 3)
SECOND = 1_000
SET_START = {"set": 1, "striker": "a", "limit": False, "by": "TL"}
WON = {"set": 1, "player": "a", "points": 10}


def of(*steps: tuple[str, dict[str, object]]) -> Times:
    """The times of these steps, one a second, the first at 1 s."""
    log = [Entry((1, seq, 0, 0), f"0badcafe:{seq}", kind, data) for seq, (kind, data) in enumerate(steps, 1)]
    return times(RULES, log, {entry.key: SECOND * number for number, entry in enumerate(log, 1)})


BEGIN = (("set_start", SET_START), ("start", {"striker": "a"}))
PAUSE = ("pause", {"striker": "a", "reason": "review"})


@pytest.mark.rule("DBU 4.5")
@pytest.mark.parametrize("end", ["resume", "start", "shot", "set_end"])
def test_a_pause_is_over_when_the_clock_goes_on_or_the_set_ends(end: str) -> None:
    found = of(*BEGIN, PAUSE, (end, {"striker": "a", "set": 1, "by": "referee"}))
    assert found.pauses == ((3_000, 4_000),)
    assert (found.elapsed(9_000), found.elapsed(9_000, "net")) == (7_000, 6_000)


def test_points_that_end_a_set_end_its_pause_and_other_points_do_not() -> None:
    assert of(*BEGIN, PAUSE, ("points", {**WON, "points": 9})).pauses == ((3_000, None),)
    assert of(*BEGIN, PAUSE, ("points", WON)).pauses == ((3_000, 4_000),)


def test_a_reset_in_a_pause_and_a_second_pause_do_not_begin_it_anew() -> None:
    found = of(*BEGIN, PAUSE, ("restored", {}), PAUSE, ("resume", {}), PAUSE)
    assert found.pauses == ((3_000, 6_000), (7_000, None))


@pytest.mark.parametrize(("now", "net"), [(2_000, 0), (3_000, 1_000), (3_001, 1_000), (60_000, 1_000)])
def test_while_a_pause_lasts_the_net_time_stands(now: int, net: int) -> None:
    assert of(*BEGIN, PAUSE).elapsed(now, "net") == net


@pytest.mark.parametrize("now", [0, 1_999, 2_000])
def test_before_the_first_stroke_both_times_are_nothing(now: int) -> None:
    found = of(*BEGIN, PAUSE)
    assert (found.elapsed(now), found.elapsed(now, "net")) == (0, 0)
    assert (Times(None, ()).elapsed(now), Times(None, ()).elapsed(now, "net")) == (0, 0)


def test_a_pause_before_the_corrected_beginning_does_not_count() -> None:
    begun_later = Times(5_000, (9_000,), ((2_000, 4_000), (4_500, 6_000)))
    assert (begun_later.elapsed(9_000, "net"), begun_later.ends("net")) == (3_000, (3_000,))


def test_pauses_that_clocks_of_different_time_tell_never_make_the_time_negative() -> None:
    assert Times(0, (), ((0, 8_000), (2_000, 9_000))).elapsed(9_000, "net") == 0


@pytest.mark.rule("DBU 4.5")
@pytest.mark.parametrize(("clock", "now", "result"), [
    ("gross", 60_000, False), ("gross", 60_001, True), ("net", 70_000, False), ("net", 70_001, True),
])  # fmt: skip
def test_a_threshold_counts_pauses_or_not_as_it_was_announced(clock: str, now: int, result: bool) -> None:
    threshold = Threshold(1, 60_000, POLICY.with_readings(limit__match_time=clock))
    found = Times(0, (), ((5_000, 15_000),))
    decision = exceeded(threshold, found.ends(threshold.clock), found.elapsed(now, threshold.clock))
    assert decision.value is result
    assert (decision.switches, decision.steps[0].inputs["clock"]) == (("limit.match_time",), clock)
