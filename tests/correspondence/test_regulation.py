"""The regulation, its figures and its switches as data."""

from pathlib import Path

import pytest

import arbiter_rules.correspondence as package
from arbiter_rules.correspondence import policy
from arbiter_rules.correspondence.figures import FIGURES, load
from arbiter_rules.errors import PolicyError
from arbiter_rules.paragraph import load_regulation

FOLDER = Path(package.__file__).parent
REGULATION = load_regulation(FOLDER / "regulation.toml")


def test_every_paragraph_from_1_to_31_and_the_annex_is_listed():
    ids = [paragraph.id for paragraph in REGULATION.paragraphs]

    for number in range(1, 32):
        assert any(each == f"§ {number}" or each.startswith(f"§ {number}(") for each in ids), number
    assert any(each.startswith("Annex") for each in ids)


def test_every_switch_cites_a_paragraph_and_names_its_default_first():
    assert policy.DEFAULT.name == "BdF-TO-2002-10-26"
    for switch in policy.SWITCHES:
        assert switch.paragraph in REGULATION.by_citation
        assert len(switch.readings) > 1
        assert policy.DEFAULT[switch.id] == switch.readings[0]
    with pytest.raises(PolicyError):
        policy.DEFAULT.with_readings(nonsense="x")


@pytest.mark.rule("BdF § 12(1)")
def test_figures_stand_with_their_paragraphs():
    assert (FIGURES.moves_per_control, FIGURES.days_per_control) == (10, 30)
    assert load(FOLDER / "figures.toml") == FIGURES
    for line in (FOLDER / "figures.toml").read_text(encoding="utf-8").splitlines():
        if line.startswith("paragraph"):
            assert f"BdF {line.split(chr(34))[1]}" in REGULATION.by_citation
