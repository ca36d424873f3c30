"""Every step that the rule book can take has a sentence, with the figures that the step holds, in every language."""

import ast
import re
from functools import cache
from string import Formatter

import pytest

from arbiter_hub.api.bridge_sentences import SENTENCES
from arbiter_hub.web.catalogues import LANGUAGES, translations
from arbiter_rules.bridge.rulebook import FOLDER


@cache
def readings() -> list[tuple[str, set[str]]]:
    """Pattern of the reading and names of the inputs of each call of `note` in the rule book."""
    found: list[tuple[str, set[str]]] = []
    for path in sorted(FOLDER.glob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        for call in ast.walk(tree):
            if (
                isinstance(call, ast.Call)
                and isinstance(call.func, ast.Attribute)
                and call.func.attr == "note"
            ):
                inputs = {keyword.arg or "" for keyword in call.keywords} - {"switch"}
                found += [(pattern, inputs) for pattern in patterns(call.args[1], tree)]
    return found


def patterns(node: ast.expr, tree: ast.Module) -> list[str]:
    """Regular expressions of what a reading can be: constants, choices between them, and parts that vary."""
    if isinstance(node, ast.Constant):
        return [re.escape(str(node.value))]
    if isinstance(node, ast.IfExp):
        return patterns(node.body, tree) + patterns(node.orelse, tree)
    if isinstance(node, ast.JoinedStr):
        parts = [
            re.escape(part.value) if isinstance(part, ast.Constant) else r"[a-z0-9.-]+"
            for part in node.values
        ]
        return ["".join(parts)]
    assert isinstance(node, ast.Name)
    values = [
        assign.value
        for assign in ast.walk(tree)
        if isinstance(assign, ast.Assign)
        and any(isinstance(t, ast.Name) and t.id == node.id for t in assign.targets)
    ]
    looped = [
        constant
        for loop in ast.walk(tree)
        if isinstance(loop, ast.For) and node.id in names_of(loop.target)
        for table in ast.walk(tree)
        if table is loop.iter
        or (isinstance(table, ast.AnnAssign) and names_of(table.target) <= names_of(loop.iter))
        for constant in ast.walk(table)
        if isinstance(constant, ast.Constant) and "." in str(constant.value)
    ]
    return [pattern for value in (*values, *looped) for pattern in patterns(value, tree)]


def names_of(node: ast.AST) -> set[str]:
    return {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}


def names_in(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_every_reading_has_a_sentence_and_every_sentence_a_reading() -> None:
    known = readings()
    assert len(known) > 120
    for pattern, _ in known:
        assert any(re.fullmatch(pattern, key) for key in SENTENCES), pattern
    for key in SENTENCES:
        assert any(re.fullmatch(pattern, key) for pattern, _ in known), key


def test_sentences_name_only_figures_that_the_step_holds() -> None:
    for key, text in SENTENCES.items():
        inputs = [names for pattern, names in readings() if re.fullmatch(pattern, key)]
        assert names_in(text) - {"result"} <= set().union(*inputs), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_name_the_same_figures(language: str) -> None:
    gettext = translations(language).gettext
    for text in SENTENCES.values():
        assert names_in(str(gettext(text))) == names_in(text)
