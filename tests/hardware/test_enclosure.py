from dataclasses import replace

import pytest

from arbiter_hardware import enclosure, layout
from arbiter_hardware.model import VARIANTS


@pytest.mark.parametrize("variant", VARIANTS)
def test_board_digits_buttons_and_connectors_fit(netlist, variant):
    assert enclosure.problems(netlist, enclosure.box(netlist, variant)) == []


@pytest.mark.parametrize("variant", ["A", "compact"])
@pytest.mark.parametrize(
    ("side", "words"), [("inner_w", "in width"), ("inner_h", "in height"), ("inner_d", "in depth")]
)
def test_a_case_too_small_is_found(netlist, variant, side, words):
    b = enclosure.box(netlist, variant)
    small = replace(b, **{side: getattr(b, side) - 16.0})
    assert any(words in fault for fault in enclosure.problems(netlist, small))


def test_the_last_depth_that_fits_and_the_first_that_does_not(netlist):
    b = enclosure.box(netlist, "A")
    least = b.inner_d - enclosure.CABLES
    words = "full: board, parts and digits need 51.9 mm in depth"
    assert not any(words in f for f in enclosure.problems(netlist, replace(b, inner_d=least)))
    assert any(words in f for f in enclosure.problems(netlist, replace(b, inner_d=least - 0.1)))


def test_the_side_buttons_need_their_room_behind_the_digits(netlist):
    b = enclosure.box(netlist, "A")
    least = enclosure.BUTTON_FLANGE + enclosure.CLAMP + b.digit_d + enclosure.PANE
    assert enclosure.problems(netlist, replace(b, inner_d=least)) == []
    faults = enclosure.problems(netlist, replace(b, inner_d=least - 0.1))
    assert faults == ["full: side buttons need 28.0 mm behind the digits, 27.9 mm there"]


def test_a_box_larger_than_the_printer_is_found(netlist):
    b = replace(enclosure.box(netlist, "A"), inner_w=enclosure.BED)
    assert any("printer bed" in fault for fault in enclosure.problems(netlist, b))


def test_a_connector_moved_off_its_opening_is_found(netlist, monkeypatch):
    b = enclosure.box(netlist, "A")
    monkeypatch.setitem(layout.OPENINGS, "J1", (30.0, 9.5, 0.0, 11.0))
    assert any("openings of J1 and J2" in fault for fault in enclosure.problems(netlist, b))
    monkeypatch.setitem(layout.OPENINGS, "J1", (0.0, 9.5, 0.0, 11.0))
    assert any("opening of J1 leaves the lower wall" in fault for fault in enclosure.problems(netlist, b))


def test_openings_stand_at_the_connectors_of_the_layout():
    assert layout.OPENINGS["J1"][0] == layout.PLACES["J1"].x
    assert layout.OPENINGS["J2"][0] == pytest.approx(layout.PLACES["J2"].x + 3.5 * 1.27)
    assert layout.OPENINGS["U1"][0] == pytest.approx(layout.PLACES["U1"].x + 12.7)


def test_a_standoff_in_a_wall_is_found(netlist, monkeypatch):
    b = enclosure.box(netlist, "A")
    monkeypatch.setitem(layout.HOLES, "H1", (0.5, 4.0))
    assert any("standoff H1" in fault for fault in enclosure.problems(netlist, b))


def test_every_part_of_the_board_has_a_place_on_it(netlist):
    board = {p.ref for p in netlist.in_place("board")}
    assert board == set(layout.PLACES)
    for ref, place in layout.PLACES.items():
        assert 0 < place.x < layout.WIDTH, ref
        assert 0 < place.y < layout.HEIGHT, ref


def test_the_antenna_stays_clear_of_every_other_part():
    left, top, right, bottom = layout.ANTENNA
    inside = [r for r, p in layout.PLACES.items() if left <= p.x <= right and top <= p.y <= bottom]
    assert inside == []
