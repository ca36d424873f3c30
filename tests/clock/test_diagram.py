"""The README shows the table that the code has."""

import pytest
from clock.diagram import README, SECTIONS, between_markers, transitions


@pytest.mark.parametrize("name", SECTIONS)
def test_the_readme_is_fresh(name: str) -> None:
    text = README.read_text(encoding="utf-8")
    begin, end = between_markers(text, name)
    assert text[begin:end] == SECTIONS[name](), "PYTHONPATH=tests python -m clock.diagram"


@pytest.mark.rule("DBU 4.5(b)")
def test_the_rules_own_way_is_in_the_diagram() -> None:
    seen = set(transitions())
    for step in (
        ("ready", "START", "run"),
        ("run", "SHOT", "rolling"),
        ("rolling", "START", "run"),
        ("run", "time out", "run"),
        ("run", "time out", "turn_lost"),
        ("run", "time out", "set_end"),
        ("turn_lost", "START", "run"),
        ("run", "power cut", "restored"),
    ):
        assert step in seen
    assert ("turn_lost", "time out", "run") not in seen
