"""The score as a fold: no order of delivery changes it, corrections compensate, penalties are cut at the distance."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arbiter_rules.billiards.match import Entry, MatchLog, Rules, fold, opponent
from arbiter_rules.billiards.penalties import credit
from arbiter_rules.errors import FieldError

RULES = Rules(distance=50, best_of=3)
EPOCH = "0badcafe"

#: Other processes may be busy; how long an example takes says nothing.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])


class Log:
    """Builds a log: the clock's events are numbered, the hub's entries follow the newest of them."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._seq = 0
        self._number = 0

    def clock(self, kind: str, **data: Any) -> int:
        self._seq += 1
        self.entries.append(Entry((1, self._seq, 0, 0), f"{EPOCH}:{self._seq}", kind, data))
        return self._seq

    def hub(self, kind: str, **data: Any) -> str:
        self._number += 1
        key = f"hub:{self._number}"
        self.entries.append(Entry((1, self._seq, 1, self._number), key, kind, data))
        return key

    def set_start(self, number: int = 1, *, limit: bool = True, striker: str = "a") -> int:
        return self.clock("set_start", set=number, striker=striker, limit=limit, by="Turnierleitung")

    def penalty(self, striker: str = "a", n: int = 1, number: int = 1) -> int:
        to = "b" if striker == "a" else "a"
        free = to if n == 2 else None
        return self.clock(
            "penalty", set=number, striker=striker, to=to, points=2, turn_lost=n == 2, free_ball=free
        )

    def points(self, player: str, points: int, number: int = 1) -> str:
        return self.hub("points", set=number, player=player, points=points)

    def score(self, rules: Rules = RULES) -> Any:
        return fold(rules, self.entries)


def test_before_the_first_set_there_is_nothing() -> None:
    score = fold(RULES, [])
    assert (score.current.number, score.set_running, score.winner, score.to_go("a")) == (0, False, None, 50)


@pytest.mark.rule("DBU 4.5(b)")
def test_a_time_penalty_gives_its_points_to_the_opponent() -> None:
    log = Log()
    log.set_start()
    log.penalty("a")
    score = log.score()
    assert (score.current.a.points, score.current.b.points) == (0, 2)
    assert (score.current.a.penalties, score.current.b.penalties) == (1, 0)
    assert (score.current.a.penalty_points, score.current.b.penalty_points) == (0, 2)


@pytest.mark.rule("DBU 4.5(b)")
def test_the_second_penalty_takes_the_turn_and_gives_the_opponent_the_ball_free() -> None:
    log = Log()
    log.set_start()
    log.penalty("a", 1)
    log.penalty("a", 2)
    score = log.score()
    assert (score.current.b.points, score.striker, score.free_ball) == (4, "b", "b")
    log.clock("start", striker="b")
    assert log.score().free_ball == "b"
    log.clock("shot", striker="b")
    assert log.score().free_ball is None


@pytest.mark.rule("5K 3.1")
@pytest.mark.parametrize(("before", "after"), [(47, 49), (48, 50), (49, 50)])
def test_a_time_penalty_is_cut_at_the_distance_and_may_end_the_set(before: int, after: int) -> None:
    log = Log()
    log.set_start()
    log.points("b", before)
    log.penalty("a")
    score = log.score()
    assert score.current.b.points == after
    assert score.current.b.penalty_points == after - before
    won = after == 50
    assert (score.current.winner, score.current.ended_by) == (("b", "time_penalty") if won else (None, None))
    assert score.set_running is not won


@pytest.mark.rule("5K 3.1")
def test_points_beyond_the_distance_are_cut_and_win_the_set() -> None:
    log = Log()
    log.set_start()
    log.points("a", 44)
    log.points("a", 12)
    score = log.score()
    assert (score.current.a.points, score.current.winner, score.current.ended_by) == (50, "a", "distance")
    assert (score.to_go("a"), score.sets_won("a"), score.winner) == (0, 1, None)


def test_after_a_set_is_over_nothing_is_credited_in_it() -> None:
    log = Log()
    log.set_start()
    log.points("a", 50)
    log.points("b", 10)
    log.penalty("a")
    assert (log.score().current.b.points, log.score().current.a.penalties) == (0, 0)


def test_two_sets_of_three_win_the_match_and_a_third_does_not_begin() -> None:
    log = Log()
    for number in (1, 2, 3):
        log.set_start(number)
        log.points("a", 50, number)
    score = log.score()
    assert (len(score.sets), score.winner) == (2, "a")


@pytest.mark.rule("5K 3.1")
def test_a_time_penalty_may_end_the_match() -> None:
    log = Log()
    log.set_start()
    log.points("b", 50)
    log.set_start(2)
    log.points("b", 49, 2)
    log.penalty("a", number=2)
    assert log.score().winner == "b"


def test_without_a_distance_nothing_is_cut_and_sets_are_awarded() -> None:
    log = Log()
    log.set_start()
    log.points("a", 120)
    rules = Rules(None, 1)
    assert (log.score(rules).current.a.points, log.score(rules).to_go("a"), log.score(rules).winner) == (
        120,
        None,
        None,
    )
    log.hub("award", set=1, winner="b")
    assert (log.score(rules).winner, log.score(rules).current.ended_by) == ("b", "award")
    log.hub("award", set=1, winner="a")
    assert log.score(rules).winner == "b"


def test_negative_points_correct_but_never_below_zero() -> None:
    log = Log()
    log.set_start()
    log.points("a", 3)
    log.points("a", -5)
    assert log.score().current.a.points == 0


def test_undo_takes_a_penalty_back_with_all_its_consequences_and_redo_restores_it() -> None:
    log = Log()
    log.set_start()
    log.points("b", 48)
    penalty = log.penalty("a")
    assert log.score().winner is None
    assert not log.score().set_running
    undo = log.clock("undo", undoes=penalty)
    assert log.score().set_running
    assert (log.score().current.b.points, log.score().current.a.penalties) == (48, 0)
    log.clock("redo", redoes=penalty)
    assert log.score().current.winner == "b"
    log.clock("undo", undoes=penalty)
    log.clock("redo", redoes=undo)
    assert log.score().current.winner == "b"


def test_undo_of_a_lost_turn_gives_the_turn_back() -> None:
    log = Log()
    log.set_start()
    log.clock("start", striker="a")
    log.penalty("a", 1)
    lost = log.penalty("a", 2)
    log.clock("undo", undoes=lost)
    score = log.score()
    assert (score.striker, score.free_ball, score.current.b.points) == ("a", None, 2)


def test_the_hub_takes_back_any_entry_and_puts_it_back() -> None:
    log = Log()
    log.set_start()
    points = log.points("a", 6)
    penalty = f"{EPOCH}:{log.penalty('a')}"
    log.hub("revoke", entry=points)
    log.hub("revoke", entry=penalty)
    assert (log.score().current.a.points, log.score().current.b.points) == (0, 0)
    log.hub("reinstate", entry=points)
    assert log.score().current.a.points == 6


def test_swap_changes_the_striker_and_nothing_else() -> None:
    log = Log()
    log.set_start()
    before = log.score()
    log.clock("swap", striker="b")
    assert (log.score().striker, log.score().current) == ("b", before.current)


def test_free_ball_can_be_given_by_the_scorer() -> None:
    log = Log()
    log.set_start()
    log.hub("free_ball", player="b")
    assert (log.score().striker, log.score().free_ball) == ("b", "b")


def test_the_limit_can_be_switched_off_in_a_set_and_booked_penalties_stay() -> None:
    log = Log()
    log.set_start(limit=True)
    log.penalty("a")
    log.clock("limit", state="armed", by="Turnierleitung")
    assert log.score().current.limited_by == "Turnierleitung"
    log.clock("limit", state="off", by="Turnierleitung")
    score = log.score()
    assert (score.current.limited, score.current.limited_by, score.current.b.points) == (False, None, 2)
    log.clock("limit", state="on", by="Leitung")
    assert log.score().current.limited_by == "Leitung"


def test_the_limit_says_nothing_about_a_set_that_has_not_begun() -> None:
    log = Log()
    log.clock("limit", state="on", by="Turnierleitung")
    assert log.score().sets == ()


def test_events_of_an_earlier_match_on_the_same_clock_change_nothing() -> None:
    log = Log()
    log.penalty("a", number=3)
    log.set_start(4)
    log.set_start(1)
    log.penalty("b")
    score = log.score()
    assert [one.number for one in score.sets] == [1]
    assert score.current.a.points == 2


def test_unknown_entries_are_passed_over() -> None:
    log = Log()
    log.set_start()
    before = log.score()
    log.clock("pause", period=1)
    log.clock("borderline", penalty=1)
    assert log.score() == before


def test_a_credit_refuses_totals_that_cannot_be() -> None:
    for total in (-1, 50, 51):
        with pytest.raises(FieldError, match="total"):
            credit(total, 2, 50)


@pytest.mark.rule("DBU 4.5(b)")
def test_a_credit_tells_its_paragraphs() -> None:
    decision = credit(49, 2, 50, time_penalty=True)
    assert decision.paragraphs == ("DBU 4.5(b)", "5K 3.1")
    assert [step.reading for step in decision.steps] == [
        "penalty.to_opponent",
        "distance.cut",
        "distance.reached",
    ]
    assert credit(0, 2, None).steps == ()


@st.composite
def logs(draw: st.DrawFn) -> list[Entry]:
    """A match as it could be logged, corrections of anything included."""
    log, number = Log(), 1
    log.set_start(1)
    for _ in range(draw(st.integers(0, 25))):
        kind = draw(
            st.sampled_from(
                ["points", "penalty", "undo", "redo", "revoke", "reinstate", "set", "swap", "award"]
            )
        )
        player = draw(st.sampled_from(["a", "b"]))
        any_key = draw(st.sampled_from([entry.key for entry in log.entries]))
        any_seq = draw(st.integers(1, 12))
        if kind == "points":
            log.points(player, draw(st.integers(-4, 30)), number)
        elif kind == "penalty":
            log.penalty(player, draw(st.sampled_from([1, 2])), number)
        elif kind == "undo":
            log.clock("undo", undoes=any_seq)
        elif kind == "redo":
            log.clock("redo", redoes=any_seq)
        elif kind in ("revoke", "reinstate"):
            log.hub(kind, entry=any_key)
        elif kind == "set":
            number += 1
            log.set_start(number)
        elif kind == "award":
            log.hub("award", set=number, winner=player)
        else:
            log.clock("swap", striker=player)
    return log.entries


@PATIENT
@given(logs(), st.data())
def test_any_order_of_delivery_with_any_repeats_gives_one_score(
    entries: list[Entry], data: st.DataObject
) -> None:
    """T8 in general: duplicated, delayed and repeated deliveries do not matter."""
    expected = fold(RULES, entries)
    repeats = data.draw(st.lists(st.sampled_from(entries), max_size=10))
    delivered = data.draw(st.permutations(entries + repeats))
    log = MatchLog(RULES, delivered[:3])
    for entry in delivered[3:]:
        log.add(entry)
    assert log.score == expected
    assert len(log) == len(entries)
    assert list(log.entries) == sorted(entries, key=lambda entry: entry.order)


@PATIENT
@given(logs())
def test_totals_stay_between_zero_and_the_distance_and_nobody_wins_more_sets_than_needed(
    entries: list[Entry],
) -> None:
    score = fold(RULES, entries)
    for one in score.sets:
        for player in ("a", "b"):
            assert 0 <= one.side(player).points <= 50
            assert one.side(player).penalty_points <= one.side(player).points or one.side(player).points < 50
    assert max(score.sets_won("a"), score.sets_won("b")) <= RULES.sets_to_win
    if score.winner is not None:
        assert score.sets_won(opponent(score.winner)) < RULES.sets_to_win


@PATIENT
@given(logs(), st.integers(0, 24))
def test_taking_an_entry_back_is_as_if_it_had_never_been(entries: list[Entry], index: int) -> None:
    victim = entries[index % len(entries)]
    last = Entry((9, 0, 1, 99), "hub:99", "revoke", {"entry": victim.key})
    if victim.compensates or any(entry.compensates for entry in entries):
        return
    without = fold(RULES, [entry for entry in entries if entry is not victim])
    assert fold(RULES, [*entries, last]) == without
    log = MatchLog(RULES, [*entries, last])
    assert log.taken_back == {victim.key}
    assert victim.key in log
    assert not log.add(victim)
