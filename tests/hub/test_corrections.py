"""Undo and redo of the scorer, and the times of a match."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbiter_rules.billiards.corrections import UNDOABLE, Ways, ways
from arbiter_rules.billiards.match import Entry, Rules, fold, taken_back
from arbiter_rules.billiards.match_time import Times, times

RULES = Rules(10, 3)
START = {"set": 1, "striker": "a", "limit": False, "by": "TL"}

#: Other processes may be busy; how long an example takes says nothing.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


def hub(number: int, kind: str, **data: object) -> Entry:
    return Entry((1, 0, 1, number), f"hub:{number}", kind, data)


def clock(seq: int, kind: str, **data: object) -> Entry:
    return Entry((1, seq, 0, 0), f"0badcafe:{seq}", kind, data)


def points(number: int) -> Entry:
    return hub(number, "points", set=1, player="a", points=1)


def test_without_entries_there_is_no_way() -> None:
    assert ways([]) == Ways(None, None)
    assert ways([clock(1, "set_start", **START)]) == Ways(None, None)


def test_undo_goes_back_entry_by_entry_and_redo_forward_again() -> None:
    log = [points(1), points(2)]
    assert ways(log) == Ways("hub:2", None)
    log.append(hub(3, "revoke", entry="hub:2"))
    assert ways(log) == Ways("hub:1", "hub:2")
    log.append(hub(4, "revoke", entry="hub:1"))
    assert ways(log) == Ways(None, "hub:1")
    log.append(hub(5, "reinstate", entry="hub:1"))
    assert ways(log) == Ways("hub:1", "hub:2")


def test_a_new_entry_ends_redo() -> None:
    assert ways([points(1), hub(2, "revoke", entry="hub:1"), points(3)]) == Ways("hub:3", None)


def test_corrections_of_what_the_clock_booked_are_no_step_of_the_scorer() -> None:
    log = [points(1), hub(2, "revoke", entry="0badcafe:1"), hub(3, "reinstate", entry="0badcafe:1")]
    assert ways(log) == Ways("hub:1", None)


@PATIENT
@given(st.lists(st.sampled_from(["enter", "undo", "redo"]), max_size=30))
def test_undo_and_redo_are_like_a_tape(moves: list[str]) -> None:
    log = [clock(0, "set_start", **START)]
    done: list[str] = []
    undone: list[str] = []
    for number, move in enumerate(moves, start=1):
        now = ways(log)
        if move == "enter":
            log.append(points(number))
            done.append(f"hub:{number}")
            undone.clear()
        elif move == "undo" and now.undo:
            log.append(hub(number, "revoke", entry=now.undo))
            undone.append(done.pop())
        elif move == "redo" and now.redo:
            log.append(hub(number, "reinstate", entry=now.redo))
            done.append(undone.pop())
        assert ways(log) == Ways(done[-1] if done else None, undone[-1] if undone else None)
        counted = {one.key for one in log if one.type in UNDOABLE} - taken_back(log)
        assert counted == set(done)
        assert fold(RULES, log).current.a.points == min(10, len(done))


def match_log() -> list[Entry]:
    return [
        clock(1, "set_start", **START),
        clock(2, "start", striker="a"),
        clock(3, "shot", striker="a"),
        Entry((1, 3, 1, 1), "hub:1", "points", {"set": 1, "player": "a", "points": 10}),
        clock(4, "set_start", **{**START, "set": 2}),
        clock(5, "start", striker="b"),
    ]


MOMENTS = {f"0badcafe:{seq}": 1_000 * seq for seq in range(1, 9)} | {"hub:1": 3_500, "hub:2": 9_000}


def test_a_match_begins_with_its_first_stroke_and_sets_end_when_they_are_over() -> None:
    found = times(RULES, reversed(match_log()), MOMENTS)
    assert found == Times(2_000, (3_500,))
    assert (found.elapsed(5_000), found.ends()) == (3_000, (1_500,))


def test_before_the_first_stroke_no_time_passes() -> None:
    found = times(RULES, match_log()[:1], MOMENTS)
    assert (found.begun, found.elapsed(99_000), found.ends()) == (None, 0, ())


def test_a_set_end_that_was_taken_back_did_not_happen() -> None:
    log = [*match_log(), Entry((1, 5, 1, 2), "hub:2", "revoke", {"entry": "hub:1"})]
    assert times(RULES, log, MOMENTS).set_ends == ()


def test_the_direction_says_when_a_match_began_and_the_last_word_counts_until_it_is_taken_back() -> None:
    log, usual = [*match_log()], times(RULES, match_log(), MOMENTS)
    for number, (kind, data, begun) in enumerate(
        [
            ("begun", {"at": 500, "note": "Einspielen"}, 500),
            ("begun", {"at": 700, "note": "doch später"}, 700),
            ("revoke", {"entry": "hub:902"}, 500),
            ("revoke", {"entry": "hub:901"}, usual.begun),
        ],
        start=901,
    ):
        log.append(hub(number, kind, **data))
        found = times(RULES, log, MOMENTS | {f"hub:{later}": 9_000 for later in range(901, 905)})
        assert (found.begun, found.set_ends) == (begun, usual.set_ends)


def test_points_may_carry_a_free_ball() -> None:
    foul = {"set": 1, "player": "b", "points": 2, "free_ball": "b"}
    late = Entry((1, 1, 1, 1), "hub:1", "points", foul)
    score = fold(RULES, [clock(1, "set_start", **START), late])
    assert (score.current.b.points, score.free_ball, score.striker) == (2, "b", "b")
