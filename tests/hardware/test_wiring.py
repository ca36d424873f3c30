import copy
from pathlib import Path

import pytest

from arbiter_hardware import wiring, wiring_check
from arbiter_hardware.errors import DesignError


@pytest.fixture(scope="module")
def files():
    folder = Path(wiring_check.__file__).parents[1] / "wiring"
    return {name: wiring_check.read(folder / f"{name}.yml") for name in wiring.DIAGRAMS}


@pytest.fixture
def documents(files):
    return copy.deepcopy(files)


def test_every_wire_and_label_agrees_with_the_netlist(netlist, documents):
    assert {name: wiring_check.problems(netlist, name, d) for name, d in documents.items()} == {
        name: [] for name in wiring.DIAGRAMS
    }


def test_a_swapped_label_is_found(netlist, documents):
    labels = documents["box-a"]["connectors"]["J4"]["pinlabels"]
    labels[0], labels[1] = labels[1], labels[0]
    assert wiring_check.problems(netlist, "box-a", documents["box-a"]) == [
        "box-a J4.1: labelled T_b, carries T_a",
        "box-a J4.2: labelled T_a, carries T_b",
    ]


def test_swapped_wires_are_found(netlist, documents):
    handset = documents["handset"]
    one, two = handset["connections"][0][2], handset["connections"][1][2]
    handset["connections"][0][2], handset["connections"][1][2] = two, one
    faults = wiring_check.problems(netlist, "handset", handset)
    assert "handset W2.1: joins J2.1 (LINE_START) and S2.1 (LINE_SHOT)" in faults


def test_a_pin_label_that_a_part_does_not_have_is_an_error(netlist, documents):
    documents["breadboard"]["connectors"]["U1"]["pinlabels"][3] = "IO99"
    with pytest.raises(DesignError, match="pin of U1: found IO99"):
        wiring_check.problems(netlist, "breadboard", documents["breadboard"])


def test_a_moved_gpio_on_the_breadboard_is_found(netlist, documents):
    labels = documents["breadboard"]["connectors"]["U1"]["pinlabels"]
    a, b = labels.index("IO32"), labels.index("IO33")
    labels[a], labels[b] = labels[b], labels[a]
    faults = wiring_check.problems(netlist, "breadboard", documents["breadboard"])
    assert len(faults) == 2
    assert "(BTN_SHOT) and S1.1 (LINE_START)" in faults[0]


def test_a_wrong_colour_in_the_handset_lead_is_found(netlist, documents):
    documents["handset"]["cables"]["W2"]["colors"][3] = "GN"
    assert wiring_check.problems(netlist, "handset", documents["handset"]) == [
        "handset W2.4: colour GN, T568B pin 4 is BU"
    ]


def test_a_connector_that_the_variant_does_not_have_is_found(netlist, documents):
    box = copy.deepcopy(documents["box-a"])
    assert "box-b J4: not fitted in variant B" in wiring_check.problems(netlist, "box-b", box)
    box["connectors"]["J99"] = {"pinlabels": []}
    assert "box-a J99: not in the netlist" in wiring_check.problems(netlist, "box-a", box)


def test_a_pin_that_no_diagram_wires_is_found(netlist, documents):
    both = [documents["box-a"], documents["handset"]]
    assert wiring_check.uncovered(netlist, "A", both) == []
    del documents["handset"]["connections"][-1]
    missing = wiring_check.uncovered(netlist, "A", both)
    assert set(missing) == {"A R80.2: not wired", "A M1.+: not wired"}


def test_a_file_that_is_no_diagram_is_an_error(tmp_path):
    path = tmp_path / "x.yml"
    path.write_text("connectors: {}\n")
    with pytest.raises(DesignError, match="a document with cables"):
        wiring_check.read(path)
