import pytest

from arbiter_hardware import checks, footprints
from arbiter_hardware.catalogue import items, resistor, value_text
from arbiter_hardware.errors import DesignError
from arbiter_hardware.model import VARIANTS, Netlist
from arbiter_hardware.netlist import BUTTONS, build

from .faults import leave_out, move


def test_every_net_of_every_variant_has_a_driver_and_a_user(netlist):
    assert checks.all_variants(netlist) == []


@pytest.mark.parametrize(
    ("ref", "fault"),
    [
        ("U2", "A SCK_5V: no driver"),
        ("PS1", "A SUPPLY: no driver"),
        ("F1", "A VIN: no driver, the supply does not reach it"),
        ("U6", "compact +5V: no driver"),
        ("R68", "B BUZZ_B: no driver"),
        ("U3", "A SER_UNITS: no driver"),
        ("Q1", "B +5V: no driver, the supply does not reach it"),
    ],
)
def test_a_missing_driver_is_found(netlist, ref, fault):
    leave_out(netlist, ref)
    assert any(found.startswith(fault) for found in checks.all_variants(netlist))


def test_a_net_that_nothing_uses_is_found(netlist):
    leave_out(netlist, "BZ1")
    leave_out(netlist, "R70")
    assert any(f.startswith("A BUZZ_C: nothing uses it") for f in checks.all_variants(netlist))


def test_two_outputs_on_one_net_are_found(netlist):
    move(netlist, "U4", "18", "SER_UNITS")
    assert any(
        "outputs against each other (U3.SER_OUT, U4.SER_OUT)" in f for f in checks.all_variants(netlist)
    )


@pytest.mark.parametrize(
    ("ref", "number", "net", "fault"),
    [
        ("U3", "2", "GND", "U3.VCC: on GND"),
        ("U3", "10", "+5V", "U3.GND: on +5V"),
        ("W1", "1", "3V3", "W1: joins 3V3 and GND"),
        ("S5", "1", "VIN", "S5: joins GND and VIN"),
        ("R64", "1", "GND", "R64: both pins on GND"),
    ],
)
def test_a_short_is_found(netlist, ref, number, net, fault):
    move(netlist, ref, number, net)
    assert any(found.startswith(fault) for found in checks.shorts(netlist))


def test_a_button_on_the_wrong_line_is_found_although_its_net_is_complete(netlist):
    move(netlist, "S1", "1", "LINE_SHOT")
    move(netlist, "S2", "1", "LINE_START")
    faults = checks.paths(netlist, "A")
    assert faults == [
        "A S1 START: does not pull BTN_START to ground",
        "A S2 SHOT: does not pull BTN_SHOT to ground",
    ]


def test_a_shift_register_output_without_load_is_found(netlist):
    leave_out(netlist, "R13")
    assert "A U3.DRAIN3: no load" in checks.paths(netlist, "A")


def test_the_data_line_reaches_the_display_of_each_variant(netlist):
    leave_out(netlist, "R75")
    assert checks.paths(netlist, "B") == ["B DATA_5V: does not reach PIX"]
    assert checks.paths(netlist, "A") == []


def test_every_button_has_a_diode_a_filter_and_a_pull_up(netlist):
    for name in BUTTONS:
        line = {r for r, _ in netlist.nets[f"LINE_{name}"]}
        node = {r[0] for r, _ in netlist.nets[f"BTN_{name}"]}
        assert any(r.startswith("D") for r in line)
        assert node == {"R", "C", "U"}


def test_only_variant_b_has_pixels_and_no_converter():
    n = build()
    fitted = {v: {p.ref for p in n.fitted(v)} for v in VARIANTS}
    assert {"DS3", "J7", "R75"} <= fitted["B"]
    assert not {"U3", "U4", "U5", "DS1", "M1"} & fitted["B"]
    assert fitted["A"] == fitted["compact"]
    assert n.parts["U6"].fitted["B"].key == "link"


def test_a_second_net_on_a_pin_is_refused_and_changes_nothing(netlist):
    before = {net: list(nodes) for net, nodes in netlist.nets.items()}
    with pytest.raises(DesignError, match=r"net of U1 pin 7: found GND, allowed one net \(BTN_START\)"):
        netlist.connect("GND", "U1", "IO32")
    assert netlist.nets == before


def test_an_unknown_pin_a_second_reference_and_an_open_pin_are_refused(netlist):
    with pytest.raises(DesignError, match="pin of esp32"):
        netlist.connect("GND", "U1", "IO99")
    with pytest.raises(DesignError, match="reference"):
        netlist.add("U1", {"A": items()["buck"]}, {})
    with pytest.raises(DesignError, match="no net"):
        Netlist().add("U6", {"A": items()["buck"]}, {"VIN": "VIN", "GND": "GND"})
    with pytest.raises(DesignError, match="variants"):
        Netlist().add("U6", {"D": items()["buck"]}, {})
    with pytest.raises(DesignError, match="place"):
        Netlist().add("U6", {"A": items()["buck"]}, {}, place="moon")


def test_the_module_has_its_rows_an_inch_apart_antenna_up_and_3v3_at_the_left():
    pads = {p.number: (p.x, p.y) for p in footprints.pads(footprints.load("own:ESP32-DevKitC"))}
    assert pads["1"] == (0.0, 0.0)
    assert pads["20"] == (25.4, 0.0)
    assert pads["19"] == pytest.approx((0.0, 45.72))
    assert pads["38"] == pytest.approx((25.4, 45.72))
    names = {p.number: p.name for p in items()["esp32"].pins}
    assert (names["1"], names["19"], names["20"], names["38"]) == ("3V3", "5V", "GND", "IO6")


def test_a_quarter_turn_is_counter_clockwise_on_a_board_whose_y_points_down():
    assert [footprints.turned(1.0, 0.0, turn) for turn in (0, 90, 180, 270)] == [
        (1, 0),
        (0, -1),
        (-1, 0),
        (0, 1),
    ]


def test_resistor_part_numbers_follow_from_the_value():
    numbers = [resistor(4700).mpn, *(n for _, n in resistor(4700).alternatives)]
    assert numbers == ["RC1206FR-074K7L", "CRCW12064K70FKEA", "ERJ-8ENF4701V"]
    assert resistor(180).alternatives[0][1] == "CRCW1206180RFKEA"
    assert resistor(27).alternatives[1][1] == "ERJ-8ENF27R0V"
    assert [value_text(v) for v in (27, 999, 1000, 4700, 22000)] == ["27R", "999R", "1k", "4k7", "22k"]
