"""What a match's log tells about each player."""

from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arbiter_rules.billiards.averages import Averages
from arbiter_rules.billiards.disciplines import discipline
from arbiter_rules.billiards.match import Entry, MatchLog, Rules
from arbiter_rules.billiards.statistics import (
    Bin,
    Pauses,
    StrokeTime,
    TimeFigures,
    discipline_named,
    figures,
    histogram,
    innings,
    match_statistics,
)
from arbiter_rules.errors import FieldError

EPOCH = "0badcafe"
FIVE_PINS, CAROM = discipline("five-pins"), discipline("carom")


class Log:
    """Builds a log; every event of the clock is a second after the one before, unless said otherwise."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self.rank, self.boot, self._seq, self._number = 1, 1, 0, 0

    def clock(self, kind: str, **data: Any) -> int:
        self._seq += 1
        body = {"boot": self.boot, "t": 1000 * self._seq, "seq": self._seq, **data}
        self.entries.append(Entry((self.rank, self._seq, 0, 0), f"{EPOCH}:{self._seq}", kind, body))
        return self._seq

    def set_start(self, number: int = 1, striker: str = "a") -> None:
        self.clock("set_start", set=number, striker=striker, limit=True, by="Turnierleitung")

    def shot(
        self, striker: str, elapsed: int | None = 10_000, period: int | None = 1, number: int = 1
    ) -> int:
        return self.clock(
            "shot", set=number, striker=striker, elapsed_ms=elapsed, period=period, paused=False
        )

    def penalty(self, striker: str, n: int = 1, number: int = 1) -> int:
        to = "b" if striker == "a" else "a"
        lost = {"turn_lost": n == 2, "free_ball": to if n == 2 else None}
        return self.clock("penalty", set=number, striker=striker, to=to, n=n, points=2, **lost)

    def points(self, player: str, points: int, number: int = 1) -> None:
        self._number += 1
        key, data = f"hub:{self._number}", {"set": number, "player": player, "points": points}
        self.entries.append(Entry((self.rank, self._seq, 1, self._number), key, "points", data))

    def stroke(self, striker: str, points: int, *, foul: bool = False) -> None:
        """A stroke that the scorer entered."""
        player = striker if not foul else "ab"[striker == "a"]
        self._number += 1
        seen = {"striker": striker, "made": {}, "foul": foul}
        key, data = f"hub:{self._number}", {"set": 1, "player": player, "points": points, "stroke": seen}
        self.entries.append(Entry((self.rank, self._seq, 1, self._number), key, "points", data))

    def match(self) -> MatchLog:
        return MatchLog(Rules(distance=None, best_of=3), self.entries)

    def runs(self, played: Any) -> dict[str, tuple[int, ...]]:
        return dict(innings(self.match().entries, played))


def test_an_empty_log_has_no_strokes_and_no_figures():
    made = match_statistics(Log().match(), FIVE_PINS)

    assert made.series == ()
    assert made.side("a") == made.side("b")
    assert made.a.times == TimeFigures(0, None, None, None, None)
    assert (made.a.strokes, made.a.histogram, made.a.pauses) == (0, (), ())
    assert made.a.innings == Averages(0, 0, None, 0)


def test_strokes_are_counted_for_their_player_and_shown_in_order():
    log = Log()
    log.set_start()
    log.shot("a", 12_000)
    log.shot("b", 41_500, period=2)
    log.shot("a", None, period=None)
    made = match_statistics(log.match(), FIVE_PINS)

    assert made.series == (
        StrokeTime(1, 1, "a", 12_000, 1),
        StrokeTime(2, 1, "b", 41_500, 2),
        StrokeTime(3, 1, "a", None, None),
    )
    assert (made.a.strokes, made.a.times.timed, made.b.strokes) == (2, 1, 1)


def test_a_stroke_taken_back_does_not_count_and_one_put_back_does():
    log = Log()
    log.set_start()
    shot = log.shot("a", 12_000)
    undo = log.clock("undo", undoes=shot)
    assert match_statistics(log.match(), FIVE_PINS).a.strokes == 0

    log.clock("redo", redoes=undo)
    assert match_statistics(log.match(), FIVE_PINS).a.times.median_ms == 12_000


@pytest.mark.parametrize(
    ("times", "expected"),
    [
        ([7], TimeFigures(1, 7, 7, 7, 7)),
        ([10, 21], TimeFigures(2, 16, 16, 21, 21)),
        ([3, 1, 2], TimeFigures(3, 2, 2, 3, 3)),
        ([10, 10, 11], TimeFigures(3, 10, 10, 11, 11)),
        (list(range(1, 10)), TimeFigures(9, 5, 5, 9, 9)),
        (list(range(1, 11)), TimeFigures(10, 6, 6, 9, 10)),
        (list(range(1, 12)), TimeFigures(11, 6, 6, 10, 11)),
        (list(range(1, 21)), TimeFigures(20, 11, 11, 18, 20)),
    ],
    ids=["one", "a half is rounded up", "unsorted", "a third is rounded down", "9", "10", "11", "20"],
)
def test_figures_of_stroke_times(times: list[int], expected: TimeFigures):
    assert figures(times) == expected


def test_a_negative_time_is_refused_by_its_number():
    with pytest.raises(FieldError) as refused:
        figures([0, -1])

    assert (refused.value.field, refused.value.found) == ("times[2]", "-1")


@given(st.lists(st.integers(0, 60_000), min_size=1, max_size=60))
def test_nine_of_ten_strokes_take_no_longer_than_the_ninety_per_cent_figure(times: list[int]):
    made = figures(times)

    assert made.p90_ms is not None
    assert made.median_ms is not None
    assert 10 * sum(time <= made.p90_ms for time in times) >= 9 * len(times)
    assert 10 * sum(time < made.p90_ms for time in times) < 9 * len(times)
    assert min(times) <= made.median_ms <= max(times)


@pytest.mark.rule("DBU 4.5(a)")
def test_a_stroke_at_the_deadline_stands_in_the_bin_of_those_in_time():
    made = histogram([0, 5_000, 5_001, 40_000, 40_001])

    assert made[0] == Bin(0, 5_000, 2)
    assert made[1] == Bin(5_000, 10_000, 1)
    assert made[7] == Bin(35_000, 40_000, 1)
    assert made[8] == Bin(40_000, 45_000, 1)
    assert [one.strokes for one in made[2:7]] == [0] * 5


def test_a_histogram_without_strokes_has_no_bins_and_without_width_is_refused():
    assert histogram([], 1) == ()
    assert histogram([1], 1) == (Bin(0, 1, 1),)
    with pytest.raises(FieldError) as refused:
        histogram([1], 0)
    assert refused.value.field == "bin_ms"


@given(st.lists(st.integers(0, 60_000), max_size=60), st.integers(500, 20_000))
def test_every_stroke_stands_in_one_bin(times: list[int], width: int):
    made = histogram(times, width)

    assert sum(one.strokes for one in made) == len(times)
    assert all(one.up_to_ms - one.above_ms == width for one in made)
    assert all(after.above_ms == before.up_to_ms for before, after in pairwise(made))


@pytest.mark.rule("DBU 4.5(b)")
def test_penalties_are_counted_against_the_player_unless_they_are_withdrawn():
    log = Log()
    log.set_start()
    log.penalty("a", 1)
    log.penalty("a", 2)
    withdrawn = log.penalty("b", 1)
    log.clock("undo", undoes=withdrawn)
    made = match_statistics(log.match(), FIVE_PINS)

    assert (made.a.penalties, made.a.penalty_points, made.a.turns_lost) == (2, 4, 1)
    assert (made.b.penalties, made.b.penalty_points, made.b.turns_lost) == (0, 0, 0)


def test_pauses_are_added_up_by_reason_for_the_player_who_was_to_play():
    log = Log()
    log.set_start()
    log.clock("start", set=1, striker="a")
    for reason, at, until in (("cleaning", 0, 700), ("cleaning", 1_000, 1_050), ("toilet", 2_000, 92_000)):
        log.clock("pause", reason=reason, period=1, t=at)
        log.clock("resume", period=1, t=until)
    log.clock("start", set=1, striker="b")
    log.clock("pause", reason="review", period=1, t=100_000)
    log.clock("start", set=1, striker="b", t=130_000)
    made = match_statistics(log.match(), FIVE_PINS)

    assert made.a.pauses == (Pauses("cleaning", 2, 2, 750), Pauses("toilet", 1, 1, 90_000))
    assert made.b.pauses == (Pauses("review", 1, 1, 30_000),)


def test_a_pause_taken_back_does_not_count():
    log = Log()
    log.set_start()
    log.clock("undo", undoes=log.clock("pause", reason="break", period=1))

    assert match_statistics(log.match(), FIVE_PINS).a.pauses == ()


@pytest.mark.parametrize("end", ["nothing", "power cut", "another boot", "another clock", "lost resume"])
def test_a_pause_whose_end_is_not_known_counts_without_a_time(end: str):
    log = Log()
    log.set_start()
    log.clock("pause", reason="equipment", period=1)
    if end == "power cut":
        log.clock("restored", cause="power-on", phase="paused", period=1)
    elif end == "another boot":
        log.boot = 2
        log.clock("resume", period=1)
    elif end == "another clock":
        log.rank = 2
        log.clock("resume", period=1)
    elif end == "lost resume":
        log.clock("pause", reason="equipment", period=1)
        log.clock("resume", period=1)
    made = match_statistics(log.match(), FIVE_PINS).a.pauses

    assert made == (
        Pauses("equipment", 2, 1, 1000) if end == "lost resume" else Pauses("equipment", 1, 0, 0),
    )


def test_a_pause_before_any_player_was_to_play_is_nobodys():
    log = Log()
    log.clock("pause", reason="break", period=1)
    log.clock("resume", period=1)
    made = match_statistics(log.match(), FIVE_PINS)

    assert (made.a.pauses, made.b.pauses) == ((), ())


def test_in_carom_an_innings_lasts_until_the_other_player_strikes():
    log = Log()
    log.set_start()
    log.shot("a")
    log.points("a", 1)
    log.shot("a")
    log.points("a", 1)
    log.shot("a")
    log.shot("b")
    log.shot("a")
    log.points("a", 1)
    log.set_start(2)
    log.shot("a", number=2)

    assert log.runs(CAROM) == {"a": (2, 1, 0), "b": (0,)}
    made = match_statistics(log.match(), CAROM).a.innings
    assert made is not None
    assert (made.shown(), made.high_run) == ("1.000", 2)


def test_in_five_pins_every_stroke_is_an_innings():
    log = Log()
    log.set_start()
    log.shot("a")
    log.points("a", 6)
    log.penalty("b", 1)
    log.penalty("b", 2)
    log.shot("a")
    log.points("a", 8)
    log.points("a", 2)

    assert log.runs(FIVE_PINS) == {"a": (6, 10), "b": (0,)}


def test_a_turn_lost_on_time_ends_the_innings_it_was_in():
    log = Log()
    log.set_start()
    log.shot("a")
    log.points("a", 1)
    log.penalty("a", 1)
    log.penalty("a", 2)
    log.points("b", 3)

    assert log.runs(CAROM) == {"a": (1,), "b": (3,)}


@pytest.mark.rule("5K 5.1(1)")
def test_points_from_the_opponents_foul_are_nobodys_innings():
    log = Log()
    log.set_start()
    log.shot("a")
    log.points("b", 8)
    log.shot("b")
    log.points("b", 4)

    assert log.runs(FIVE_PINS) == {"a": (0,), "b": (4,)}


def test_the_scorers_strokes_tell_the_innings_however_late_they_are_entered():
    log = Log()
    log.set_start()
    log.shot("a")
    log.shot("b")
    log.stroke("a", 6)
    log.stroke("b", 10, foul=True)
    log.shot("a")
    log.stroke("a", 4)
    log.penalty("b", 1)
    log.penalty("b", 2)
    log.points("a", 2)
    log.points("a", -1)

    assert log.runs(FIVE_PINS) == {"a": (6, 5), "b": (0, 0)}


def test_in_carom_the_scorers_strokes_make_one_innings_until_the_other_player_strikes():
    log = Log()
    log.points("b", 1)
    for points in (1, 1, 0):
        log.stroke("a", points)
    log.stroke("b", 0)
    log.stroke("a", 1)

    assert log.runs(CAROM) == {"a": (2, 1), "b": (0,)}


def test_without_a_clock_the_points_alone_tell_the_innings():
    log = Log()
    log.points("a", 3)
    log.points("a", 2)
    log.points("b", 0)
    log.points("a", 4)

    assert log.runs(CAROM) == {"a": (5, 4), "b": (0,)}
    assert log.runs(FIVE_PINS) == {"a": (3, 2, 4), "b": (0,)}


@pytest.mark.parametrize(("correction", "left"), [(-2, 3), (-5, 0), (-6, 0)])
def test_a_correction_lowers_the_last_innings_and_never_below_nought(correction: int, left: int):
    log = Log()
    log.points("b", -1)
    log.points("a", 5)
    log.points("a", correction)

    assert log.runs(CAROM) == {"a": (left,), "b": ()}


@pytest.mark.parametrize("played", [discipline("pool"), discipline("snooker"), None])
def test_where_the_score_counts_racks_or_frames_or_is_unknown_there_are_no_innings(played: Any):
    log = Log()
    log.points("a", 1)

    assert match_statistics(log.match(), played).a.innings is None


@pytest.mark.parametrize("name", ["five-pins", "5-Kegel", " 5-kegel ", "FIVE-PINS"])
def test_a_discipline_is_found_by_its_id_or_name(name: str):
    assert discipline_named(name) is FIVE_PINS


def test_an_unknown_discipline_is_none():
    assert discipline_named("Darts") is None
