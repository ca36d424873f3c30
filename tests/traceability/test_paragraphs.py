"""The tracing gate: no paragraph without code and test, no citation of a paragraph that does not exist."""

from pathlib import Path

import pytest
from traceability import citations, matrix

from arbiter_rules.errors import FieldError
from arbiter_rules.paragraph import load_regulation

REGULATIONS = matrix.regulations()
CODE = citations.in_code()
TESTS = citations.in_tests()
MUSTS = [
    citation
    for regulation in REGULATIONS
    for citation, paragraph in regulation.by_citation.items()
    if paragraph.kind == "must"
]


def test_the_three_rule_books_have_each_at_least_one_regulation():
    folders = {path.parent.name for path in (matrix.ROOT / "shared/arbiter_rules").rglob("regulation*.toml")}

    assert {"billiards", "bridge", "correspondence"} <= folders
    assert len({regulation.id for regulation in REGULATIONS}) == len(REGULATIONS)


@pytest.mark.parametrize("citation", MUSTS)
def test_every_must_has_code_and_a_test(citation: str):
    assert CODE.get(citation), f"{citation} is a must and no line of code cites it"
    assert TESTS.get(citation), f"{citation} is a must and no test cites it"


def test_every_citation_names_a_paragraph_that_exists():
    known = {citation for regulation in REGULATIONS for citation in regulation.by_citation}

    unknown = {
        citation: places
        for source in (CODE, TESTS)
        for citation, places in source.items()
        if citation not in known
    }

    assert unknown == {}


def test_what_is_not_software_is_not_cited_by_code():
    for regulation in REGULATIONS:
        for citation, paragraph in regulation.by_citation.items():
            if paragraph.kind == "not-software":
                assert not CODE.get(citation), f"{citation} is said not to be software: {paragraph.reason}"


def test_the_matrix_that_the_hub_serves_is_fresh():
    found = matrix.TARGET.read_text(encoding="utf-8")

    assert found == matrix.text(), "run: make matrix"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        (('kind = "must"', 'kind = "should"'), "paragraph[1].kind"),
        (('confidence = "seed"', 'confidence = "sure"'), "paragraph[1].confidence"),
        (('kind = "must"', 'kind = "not-software"'), "paragraph[1].reason"),
        (('kind = "must"', 'kind = "must"\nreason = "none needed"'), "paragraph[1].reason"),
        (('title = "One"', 'title = " "'), "paragraph[1].title"),
        (('id = "2"', 'id = "1"'), "paragraph.id"),
        (("[[paragraph]]", "[[other]]"), "paragraph"),
        (("[regulation]", "[regulations]"), "regulation"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_a_faulty_regulation_is_refused_by_field(tmp_path: Path, change: tuple[str, str], field: str):
    good = """
[regulation]
id = "X"
title = "Rules"
edition = "1"
language = "en"
[[paragraph]]
id = "1"
title = "One"
kind = "must"
confidence = "seed"
[[paragraph]]
id = "2"
title = "Two"
kind = "may"
confidence = "found"
"""
    path = tmp_path / "regulation.toml"
    path.write_text(good)
    assert [paragraph.id for paragraph in load_regulation(path).paragraphs] == ["1", "2"]

    path.write_text(good.replace(*change))

    with pytest.raises(FieldError) as refused:
        load_regulation(path)
    assert refused.value.field == field
