"""The list of paragraphs, and the switches that settle what it leaves open."""

import pytest

from arbiter_rules.bridge.readings import SWITCHES, policy
from arbiter_rules.bridge.rulebook import regulation
from arbiter_rules.errors import PolicyError


def test_the_whole_regulation_is_listed() -> None:
    ids = [paragraph.id for paragraph in regulation().paragraphs]
    for heading in ("Spelform", "Deltagande", "Flyttning", "Delade orter", "System", "Arrangemang", "Givar", "Resultat",
                    "Försening", "Reserv", "WO", "Anmälan", "Avgifter", "Resor", "Priser", "Cuper", "Poängavdrag",
                    "Trivsel", "I", "1", "2.1", "2.2", "2.3", "2.4", "2.5", "2.5.1", "2.5.2", "2.5.3", "3.2", "3.3",
                    "3.4", "3.5", "3.6", "3.7", "3.8", "4.2", "4.3", "4.5", "4.6", "4.7"):  # fmt: skip
        assert any(entry.startswith(f"{heading}(") for entry in ids), heading


def test_every_switch_cites_a_paragraph_and_has_a_choice() -> None:
    known = regulation().by_citation
    for switch in SWITCHES:
        assert switch.paragraph in known
        assert len(switch.readings) >= 2
        assert switch.note


def test_a_reading_that_does_not_exist_is_refused() -> None:
    assert policy({"tie-break": "head-to-head"})["tie-break"] == "head-to-head"
    for wrong in ({"tie-brake": "lot"}, {"tie-break": "dice"}):
        with pytest.raises(PolicyError):
            policy(wrong)
