"""What a stroke gives, and to whom."""

import pytest

from arbiter_rules.billiards.disciplines import Discipline, discipline, disciplines
from arbiter_rules.billiards.stroke import Stroke, StrokeResult, evaluate
from arbiter_rules.errors import FieldError

FIVE_PINS = discipline("five-pins")


@pytest.mark.rule("5K 3.2")
@pytest.mark.parametrize(
    ("made", "points"),
    [
        ({}, 0),
        ({"pin": 1}, 2),
        ({"pin": 4}, 8),
        ({"red_pin": 1}, 8),
        ({"pin": 1, "red_pin": 1}, 6),
        ({"pin": 4, "red_pin": 1}, 12),
        ({"carom": 1}, 4),
        ({"opponent_ball_on_red": 1}, 3),
        ({"carom": 1, "opponent_ball_on_red": 1}, 4),
        ({"opponent_ball_on_red": 1, "carom": 1}, 3),
        ({"pin": 4, "red_pin": 1, "carom": 1}, 16),
        ({"pin": 0, "red_pin": 1}, 8),
    ],
    ids=[
        "nothing",
        "one pin",
        "four pins",
        "the red pin alone",
        "the red pin with another",
        "all pins",
        "a carom",
        "the opponent's ball on the red",
        "only the first of two caroms counts",
        "only the first of two caroms counts, the other way round",
        "the most that one stroke can give",
        "a pin entered with nought is no pin",
    ],
)
def test_five_pins_stroke_without_a_foul(made: dict[str, int], points: int):
    assert evaluate(Stroke(made), FIVE_PINS).value == StrokeResult(points, "striker", free_ball=False)


def test_the_red_pin_alone_is_worth_what_the_organiser_set():
    assert evaluate(Stroke({"red_pin": 1}), FIVE_PINS, {"red_pin_alone": 10}).value.points == 10

    with pytest.raises(FieldError) as refused:
        evaluate(Stroke({"red_pin": 1}), FIVE_PINS, {"red_pin_alone": 9})
    assert (refused.value.field, refused.value.allowed) == ("settings.red_pin_alone", "8 | 10")


@pytest.mark.rule("5K 5.1(1)")
@pytest.mark.rule("5K 5.1(3)")
def test_a_foul_gives_the_whole_result_and_two_points_to_the_opponent():
    decision = evaluate(Stroke({"pin": 2, "carom": 1}, foul=True, free_ball=True), FIVE_PINS)

    assert decision.value == StrokeResult(10, "opponent", free_ball=True)
    assert decision.paragraphs == ("5K 3.2", "5K 5.1(1)", "5K 5.1(3)")


@pytest.mark.rule("5K 5.1(2)")
def test_the_own_ball_among_the_pins_gives_the_result_away_without_points_and_without_a_free_ball():
    decision = evaluate(Stroke({"pin": 1}, foul=True, foul_points=0), FIVE_PINS)

    assert decision.value == StrokeResult(2, "opponent", free_ball=False)
    assert "5K 5.1(2)" in decision.paragraphs


def test_a_foul_in_carom_voids_the_point_and_gives_nothing():
    assert evaluate(Stroke({"carom": 1}, foul=True), discipline("carom")).value == StrokeResult(
        0, "opponent", free_ball=False
    )
    assert evaluate(Stroke(foul=True), discipline("carom")).value.points == 0


@pytest.mark.parametrize(("foul_points", "points"), [(None, 4), (4, 4), (7, 7)])
def test_a_snooker_foul_gives_the_value_of_the_ball_and_at_least_four(foul_points: int | None, points: int):
    stroke = Stroke({"red": 1}, foul=True, foul_points=foul_points)

    assert evaluate(stroke, discipline("snooker")).value == StrokeResult(points, "opponent", free_ball=False)


@pytest.mark.parametrize(
    ("made", "full_set", "points"),
    [
        ({"middle_pin": 1}, True, 2),
        ({"middle_pin": 1}, False, 1),
        ({"middle_pin": 1, "pin": 1}, True, 2),
        ({"pin": 8, "middle_pin": 1, "carom": 1, "passage": 1}, True, 11),
    ],
    ids=["alone from the full set", "alone from a broken set", "with another pin", "everything"],
)
def test_the_middle_pin_of_bk_counts_two_alone_from_the_full_set(
    made: dict[str, int], full_set: bool, points: int
):
    assert evaluate(Stroke(made, full_set=full_set), discipline("bk-2")).value.points == points


@pytest.mark.parametrize(
    ("stroke", "field"),
    [
        (Stroke({"pin": 5}), "made.pin"),
        (Stroke({"pin": -1}), "made.pin"),
        (Stroke({"jackpot": 1}), "made"),
        (Stroke(free_ball=True), "free_ball"),
        (Stroke(foul_points=2), "foul_points"),
        (Stroke(foul=True, foul_points=3), "foul_points"),
    ],
    ids=[
        "a pin more than stand",
        "less than nothing",
        "an element of no discipline",
        "Freier Ball without a foul",
        "foul points without a foul",
        "foul points that the discipline does not have",
    ],
)
def test_an_entry_that_cannot_be_is_refused_by_its_field(stroke: Stroke, field: str):
    with pytest.raises(FieldError) as refused:
        evaluate(stroke, FIVE_PINS)

    assert refused.value.field == field


def test_an_unknown_discipline_is_refused_with_those_that_exist():
    with pytest.raises(FieldError, match=r"five-pins \| euro-pins"):
        discipline("curling")


@pytest.mark.parametrize(
    ("discipline_id", "most"),
    [("five-pins", 16), ("euro-pins", 16), ("bk-2", 11), ("carom", 1), ("pool", 1)],
)
def test_the_most_that_one_stroke_can_give(discipline_id: str, most: int):
    assert discipline(discipline_id).most_a_stroke == most


@pytest.mark.parametrize("each", disciplines().values(), ids=disciplines())
def test_every_discipline_says_where_its_numbers_are_from(each: Discipline):
    assert each.source
    assert each.elements
    assert each.turn in {"alternate", "until_miss", "n_shots"}
    assert all(sets % 2 for sets in each.best_of)
    for setting in each.settings.values():
        assert setting.default in setting.allowed
        assert setting.source
    for element in each.elements.values():
        assert not isinstance(element.alone, str) or element.alone in each.settings
