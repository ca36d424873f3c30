import csv
import io
from dataclasses import replace

import pytest

from arbiter_hardware import bom, generated, tier0
from arbiter_hardware.catalogue import items
from arbiter_hardware.model import VARIANTS


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_row_can_be_ordered_from_three_sources(netlist, variant):
    assert bom.problems(netlist, variant) == []
    assert all(len(row.item.alternatives) == 2 for row in bom.rows(netlist, variant))


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_csv_adds_up_and_names_every_fitted_part_once(netlist, variant):
    lines = list(csv.DictReader(io.StringIO(bom.text(netlist, variant))))
    *rows, last = lines
    assert float(last["total_eur"]) == pytest.approx(sum(float(r["total_eur"]) for r in rows))
    refs = [ref for r in rows for ref in r["references"].split()]
    assert sorted(refs) == sorted(p.ref for p in netlist.fitted(variant))
    assert all(r["mpn"] and r["alternative_1"] and r["alternative_2"] for r in rows)


def test_a_row_without_a_second_source_is_found(netlist):
    part = netlist.parts["U2"]
    same = replace(items()["ahct125"], alternatives=(("Texas Instruments", "SN74AHCT125N"), ("TI", "x")))
    netlist.parts["U2"] = replace(part, fitted=dict.fromkeys(VARIANTS, same))
    assert bom.problems(netlist, "A") == ["A ahct125: an alternative is the part itself"]
    nameless = replace(same, mpn="", price=0.0)
    netlist.parts["U2"] = replace(part, fitted=dict.fromkeys(VARIANTS, nameless))
    assert "A ahct125: no price" in bom.problems(netlist, "A")


def test_a_clock_costs_about_a_hundred_euro(netlist):
    assert all(80 < bom.total(netlist, v) < 140 for v in VARIANTS)


def test_the_generated_files_are_as_the_netlist_makes_them(netlist, hardware):
    assert generated.stale(netlist, hardware) == []


def test_a_file_changed_by_hand_is_found_and_rewritten(netlist, tmp_path):
    written = generated.write(netlist, tmp_path)
    assert len(written) == 8
    assert generated.stale(netlist, tmp_path) == []
    path = tmp_path / "wiring" / "handset.yml"
    path.write_text(path.read_text().replace("LINE_SHOT", "LINE_STOP"))
    assert generated.stale(netlist, tmp_path) == [path]
    assert generated.write(netlist, tmp_path) == [path]


def test_the_whole_design_has_no_fault(netlist, hardware):
    assert tier0.problems(netlist, hardware) == []
