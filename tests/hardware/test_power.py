import pytest

from arbiter_hardware import power
from arbiter_hardware.model import VARIANTS

from .faults import rate

CAP = power.PIXEL_CAP_MA


@pytest.mark.parametrize("variant", VARIANTS)
def test_supply_fuse_and_converter_carry_every_variant(netlist, variant):
    assert power.problems(netlist, variant, CAP) == []


def test_the_worst_case_is_more_than_typical_and_less_than_the_fuse_holds(netlist):
    a = power.budget(netlist, "A")
    assert 800 < a.input_ma < 913
    assert power.budget(netlist, "B").input_ma == pytest.approx(CAP + 530)


def test_an_over_current_variant_is_found(netlist):
    rate(netlist, "R10", ohms=90)
    faults = power.problems(netlist, "A", CAP)
    assert any("fuse holds 913 mA" in f for f in faults)


@pytest.mark.parametrize(
    ("ref", "ratings", "variant", "words"),
    [
        ("PS1", {"output_ma": 850}, "A", "supply gives 850 mA"),
        ("F1", {"hold_ma": 1000}, "A", "fuse holds 830 mA"),
        ("F1", {"trip_ma": 3001}, "A", "fuse trips at 3001 mA"),
        ("U6", {"output_ma": 609}, "A", "converter gives 609 mA"),
        ("U6", {"input_max_v": 12.5}, "A", "converter takes 12.5 V"),
        ("U6", {"input_min_v": 4.8}, "B", "converter needs 4.8 V"),
        ("J1", {"contact_ma": 1700}, "B", "jack carries 1700 mA"),
        ("Q1", {"drain_ma": 1700}, "B", "Q1 carries 1700 mA"),
        ("F1", {"ohms": 0.09}, "B", "converter needs 4.5 V, 4.49 V behind fuse and Q1"),
        ("Q1", {"gate_v": 10}, "A", "Q1's gate takes 10 V"),
        ("J7", {"contact_ma": 1199}, "B", "J7 carries 1199 mA"),
        ("DS1", {"max_ma": 25}, "A", "digit takes 25 mA"),
        ("U3", {"output_ma": 25}, "A", "U3 sinks 25 mA"),
        ("M1", {"run_ma": 160}, "A", "U5 sinks 150 mA an output, the motor draws 160 mA"),
        ("F2", {"hold_ma": 90}, "A", "F2 holds 90 mA"),
    ],
)
def test_each_part_that_is_too_small_is_named(netlist, ref, ratings, variant, words):
    rate(netlist, ref, **ratings)
    assert any(words in fault for fault in power.problems(netlist, variant, CAP))


def test_the_last_good_and_the_first_bad_supply(netlist):
    need = power.budget(netlist, "A").input_ma
    rate(netlist, "F1", trip_ma=need)
    rate(netlist, "PS1", output_ma=need)
    assert power.problems(netlist, "A", CAP) == []
    rate(netlist, "PS1", output_ma=need - 0.1)
    assert power.problems(netlist, "A", CAP) != []


def test_a_firmware_that_allows_more_pixel_current_than_the_budget_is_found(netlist):
    assert power.problems(netlist, "B", CAP) == []
    assert "B: firmware caps the pixels at 1201 mA, the budget at 1200 mA" in power.problems(
        netlist, "B", CAP + 1
    )
    assert power.problems(netlist, "A", CAP + 1) == []


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_digits_are_large_enough_for_their_reading_distance(netlist, variant):
    assert power.reading_problems(netlist, variant) == []


def test_the_smallest_digit_for_eight_metres(netlist):
    rate(netlist, "DS1", height_mm=51.7)
    assert power.reading_problems(netlist, "compact") == []
    rate(netlist, "DS1", height_mm=51.6)
    assert power.reading_problems(netlist, "compact") == [
        "compact: digits of 51.6 mm are readable to 8.0 m, 8.0 m wanted"
    ]
