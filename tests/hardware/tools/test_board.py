from arbiter_hardware import board, kicad, layout, produce, tools
from arbiter_hardware.layout import Place


def made(folder, netlist, routed, change=None):
    path = folder / f"{kicad.PROJECT}.kicad_pcb"
    produce.write_board(netlist, path, *routed)
    if change:
        path.write_text(change(path.read_text()))
    tools.fill(path)
    return path


def test_the_board_has_no_violation_and_nothing_unconnected(tmp_path, good, routed):
    assert tools.drc(made(tmp_path, good, routed)) == []


def test_a_short_is_found(tmp_path, good, routed):
    def bridge(text):
        track = '(segment (start 12.7 6.35) (end 35.2 6.35) (width 0.25) (layer "F.Cu") (net 1))\n'
        at = text.rindex(")")
        return text[:at] + track + text[at:]

    faults = tools.drc(made(tmp_path, good, routed, bridge))
    assert any(f.startswith("shorting_items") for f in faults)


def test_a_deleted_track_is_found(tmp_path, good, routed):
    routes, stitches = routed
    without = {net: found for net, found in routes.items() if net != "LINE_START"}
    without["LINE_START"] = routes["LINE_START"][:-1]
    faults = tools.drc(made(tmp_path, good, (without, stitches)))
    assert [f.split(":")[0] for f in faults] == ["unconnected_items"]
    assert "LINE_START" in faults[0]


def test_a_part_off_the_board_is_found(good, monkeypatch):
    assert board.off_board(good) == []
    monkeypatch.setitem(layout.PLACES, "BZ1", Place(113.0, 84.5))
    faults = board.off_board(good)
    assert "BZ1: reaches beyond the board's edge" in faults
    assert any("pad of BUZZ_C at 118.0" in f for f in faults)


def test_two_parts_on_one_place_are_found(tmp_path, good, routed, monkeypatch):
    monkeypatch.setitem(layout.PLACES, "R71", layout.PLACES["R72"])
    faults = tools.drc(made(tmp_path, good, routed))
    assert any(f.startswith("courtyards_overlap") for f in faults)


def test_the_gerbers_read_back_as_a_board_of_the_right_size(tmp_path, good, routed):
    path = made(tmp_path, good, routed)
    out = tmp_path / "gerbers"
    out.mkdir()
    produce.export_gerbers(path, out)
    assert produce.read_gerbers(out).endswith("115.1 x 100.1 mm")
