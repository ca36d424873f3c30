from arbiter_hardware import produce, schematic_pages, tools
from arbiter_hardware.netlist import construct


def nets(folder, netlist):
    cover = produce.write_schematic(netlist, folder)
    out = folder / "netlist.net"
    tools.run("kicad-cli", "sch", "export", "netlist", "--format", "kicadsexpr", "-o", str(out), str(cover))
    return produce.kicad_nets(out)


def test_the_schematic_has_no_rule_violation_and_is_the_netlist(tmp_path, good):
    assert tools.erc(produce.write_schematic(good, tmp_path)) == []
    assert produce.compare_nets(good, nets(tmp_path, good)) == []


def test_a_ground_that_nothing_feeds_is_found(tmp_path, good, monkeypatch):
    monkeypatch.setattr(schematic_pages.Sheet, "fed", lambda *_: None)
    faults = tools.erc(produce.write_schematic(good, tmp_path))
    assert any(f.startswith("power_pin_not_driven") for f in faults)


def test_a_misspelt_label_is_found_at_its_other_end(tmp_path, good):
    cover = produce.write_schematic(good, tmp_path)
    page = tmp_path / "inputs.kicad_sch"
    page.write_text(page.read_text().replace('"BTN_START"', '"BTN_STRAT"'))
    (fault,) = tools.erc(cover)
    assert fault.startswith("global_label_dangling")
    assert "BTN_START" in fault


def test_kicad_sees_a_moved_pin(tmp_path, good):
    moved = construct()
    for number, net, old in (("7", "BTN_SHOT", "BTN_START"), ("8", "BTN_START", "BTN_SHOT")):
        del moved._net_of["U1", number]
        moved.nets[old].remove(("U1", number))
        moved._net_of["U1", number] = net
        moved.nets[net].append(("U1", number))
    faults = produce.compare_nets(good, nets(tmp_path, moved))
    assert len(faults) == 2
    assert faults[0] == "net BTN_SHOT: schematic [('U1', '7')] too many, [('U1', '8')] missing"
