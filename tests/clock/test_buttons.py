"""Presses out of levels and times: bounce, interference, holds, gaps; the public reports T4 and T13."""

from clock.kit import events, running, types

from arbiter_clock.buttons import INPUTS, NAMES, Buttons

START, SHOT, PAUSE, UNDO, SWAP, EXT = range(6)


def pressed(*edges, button=SHOT, until=None, every=5, start=1_000):
    """What edges (t after `start`, level) of one button give when polled every few ms until `until`."""
    buttons = Buttons(0)
    found = []
    waiting = list(edges)
    t = start
    end = start + (until if until is not None else edges[-1][0] + 100)
    while t <= end:
        while waiting and start + waiting[0][0] <= t:
            at, level = waiting.pop(0)
            buttons.edge(button, level, start + at)
        found.extend((kind, at - start) for kind, at in buttons.poll(t))
        t += every
    return found


def bounce(at, level, step=2, pattern="0101101"):
    """Edges of a contact that bounces for 12 ms before it stays at `level`."""
    edges = [(at + step * i, int(bit) if level else 1 - int(bit)) for i, bit in enumerate("1" + pattern[1:])]
    return edges + [(at + step * len(pattern), level)]


def test_a_press_is_reported_with_the_time_of_its_edge():
    assert pressed((0, 1), (80, 0)) == [("shot", 0)]


def test_a_press_counts_while_the_button_is_still_down():
    buttons = Buttons(0)
    buttons.edge(SHOT, 1, 5_000)
    assert buttons.poll(5_001) == []
    assert buttons.poll(5_002) == [("shot", 5_000)]
    assert buttons.poll(5_003) == []


def test_t13_a_bouncing_contact_is_one_press():
    assert pressed(*bounce(0, 1), until=900) == [("shot", 0)]
    edges = bounce(0, 1) + bounce(300, 0, step=3)
    assert pressed(*edges, until=900) == [("shot", 0)]


def test_t13_the_release_presses_nothing_even_when_it_bounces_after_a_long_hold():
    edges = bounce(0, 1) + bounce(2_000, 0, step=3)
    assert pressed(*edges, until=3_000) == [("shot", 0), ("foul", 1_000)]


def test_t13_interference_shorter_than_a_millisecond_is_no_press():
    edges = []
    for t in range(0, 400, 20):
        edges += [(t, 1), (t, 0)]
        edges += [(t + 7, 1), (t + 8, 0)]
    assert pressed(*edges) == []
    assert pressed((0, 1), (1, 0)) == []
    assert pressed((0, 1), (2, 0)) == [("shot", 0)]


def test_interference_while_open_does_not_end_or_begin_a_press():
    assert pressed((0, 1), (100, 0), (100, 1), (400, 0), until=900) == [("shot", 0)]


def test_two_presses_need_a_release_of_thirty_milliseconds():
    assert pressed((0, 1), (60, 0), (89, 1), (150, 0)) == [("shot", 0)]
    assert pressed((0, 1), (60, 0), (90, 1), (150, 0)) == [("shot", 0), ("shot", 90)]


def test_a_hold_comes_a_second_after_its_press():
    for button in range(6):
        press, hold, late = INPUTS[button]
        expected = [] if press is None or late else [(press, 0)]
        assert pressed((0, 1), (999, 0), button=button, until=1_200)[: len(expected)] == expected
        if hold is not None:
            expected.append((hold, 1_000))
        assert pressed((0, 1), (1_000, 0), button=button, until=1_200) == expected


def test_a_hold_just_too_short_is_a_press_only():
    assert pressed((0, 1), (999, 0), button=START, until=1_500) == [("start", 0)]
    assert pressed((0, 1), (999, 0), button=SWAP, until=1_500) == []


def test_undo_is_told_from_redo_at_the_release_and_keeps_the_time_of_its_edge():
    assert pressed((0, 1), (999, 0), button=UNDO, until=1_500) == [("undo", 0)]
    assert pressed((0, 1), (1_000, 0), button=UNDO, until=1_500) == [("redo", 1_000)]
    buttons = Buttons(0)
    buttons.edge(UNDO, 1, 5_000)
    assert buttons.poll(5_500) == []


def test_a_button_held_at_boot_is_no_press_until_it_was_released():
    for at in (0, 100):
        for button in range(6):
            buttons = Buttons(0)
            buttons.edge(button, 1, at)
            found = []
            for t in range(at, 3_000, 10):
                found += buttons.poll(t)
            buttons.edge(button, 0, 3_000)
            for t in range(3_000, 3_100, 10):
                found += buttons.poll(t)
            assert found == [], NAMES[button]
            buttons.edge(button, 1, 4_000)
            buttons.edge(button, 0, 5_500)
            assert buttons.poll(5_600)
    buttons = Buttons(0)
    buttons.edge(SHOT, 1, 101)
    assert buttons.poll(150) == [("shot", 101)]


def test_t4_presses_are_complete_when_sampling_stands_still_for_a_hundred_milliseconds():
    for phase in range(100):
        found = pressed((phase, 1), (phase + 60, 0), (phase + 300, 1), (phase + 360, 0), every=100, until=700)
        assert found == [("shot", phase), ("shot", phase + 300)]


def test_without_interrupts_a_press_is_seen_at_the_next_sample():
    buttons = Buttons(0)
    found = []
    for t, level in ((1_000, 0), (1_090, 1), (1_190, 1), (1_290, 0), (1_390, 0)):
        buttons.edge(SHOT, level, t)
        found += buttons.poll(t)
    assert found == [("shot", 1_090)]


def test_a_hold_is_found_although_release_and_hold_fall_into_one_gap():
    buttons = Buttons(0)
    buttons.edge(START, 1, 5_000)
    buttons.edge(START, 0, 6_020)
    assert buttons.poll(6_100) == [("start", 5_000), ("restart", 6_000)]
    buttons.edge(START, 1, 7_000)
    buttons.edge(START, 0, 7_990)
    assert buttons.poll(8_090) == [("start", 7_000)]


def test_presses_of_several_buttons_come_in_the_order_of_their_edges():
    buttons = Buttons(0)
    buttons.edge(PAUSE, 1, 5_003)
    buttons.edge(START, 1, 5_005)
    buttons.edge(SHOT, 1, 5_004)
    buttons.edge(EXT, 1, 5_001)
    assert buttons.poll(5_020) == [("ext", 5_001), ("pause", 5_003), ("shot", 5_004), ("start", 5_005)]


def test_inputs_are_drained_up_to_the_last_millisecond_when_nothing_is_pending():
    buttons = Buttons(0)
    assert buttons.drained_to(5_000) == 4_999
    buttons.edge(SHOT, 1, 5_000)
    assert buttons.drained_to(5_001) == 4_999
    buttons.poll(5_002)
    assert buttons.drained_to(5_002) == 5_001


def test_a_deadline_waits_until_an_undo_is_told_from_a_redo():
    buttons = Buttons(0)
    buttons.edge(UNDO, 1, 5_000)
    buttons.poll(5_500)
    assert buttons.drained_to(5_500) == 4_999
    buttons.poll(6_000)
    assert buttons.drained_to(6_000) == 5_999
    buttons = Buttons(0)
    buttons.edge(UNDO, 1, 5_000)
    buttons.poll(5_100)
    buttons.edge(UNDO, 0, 5_100)
    assert buttons.drained_to(5_120) == 4_999
    assert buttons.poll(5_130) == [("undo", 5_000)]
    assert buttons.drained_to(5_130) == 5_129


def test_a_press_does_not_overtake_an_undo_that_began_before_it():
    clock = running()
    buttons = Buttons(0)
    buttons.edge(UNDO, 1, 39_900)
    buttons.edge(SHOT, 1, 40_050)
    assert buttons.poll(40_100) == []
    buttons.edge(UNDO, 0, 40_150)
    found = buttons.poll(40_200)
    assert found == [("undo", 39_900), ("shot", 40_050)]
    for kind, t in found:
        clock.handle(kind, t)
    state = clock.snapshot(40_200)
    assert (state["phase"], state["penalties_a"], state["elapsed_ms"]) == ("rolling", 0, None)
    assert buttons.poll(40_201) == []


def test_a_command_does_not_overtake_a_press_that_began_before_it():
    clock = running()
    buttons = Buttons(0)
    buttons.edge(SHOT, 1, 40_000)
    clock.handle("limit", min(40_001, buttons.drained_to(40_001) + 1), {"state": "armed", "by": "TL"})
    for kind, t in buttons.poll(40_002):
        assert events(clock.handle(kind, t))[0]["elapsed_ms"] == 40_000
    assert clock.snapshot(40_002)["penalties_a"] == 0


def test_a_stuck_undo_holds_a_deadline_back_for_a_second_at_most():
    clock = running()
    buttons = Buttons(0)
    buttons.edge(UNDO, 1, 39_900)
    buttons.poll(40_500)
    assert types(clock.expire(40_500, buttons.drained_to(40_500))) == []
    assert [kind for kind, _ in buttons.poll(40_900)] == ["redo"]
    assert types(clock.expire(40_901, buttons.drained_to(40_901))) == ["penalty"]
