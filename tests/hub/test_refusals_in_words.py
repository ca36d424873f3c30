"""Whoever reads a page in German is refused in German: every sentence of a refusal is in the catalogues."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from hub.harness import Running

HUB = Path(__file__).parents[2] / "hub" / "arbiter_hub"
#: The pages of bridge and of correspondence chess have their own words.
OTHERS = ("bridge", "chess")
FILES = [
    path
    for folder in ("api", "services", "store")
    for path in sorted((HUB / folder).glob("*.py"))
    if not path.name.startswith(OTHERS)
]
#: Names of what refusals are told through variables.
VARIABLES = ("found", "allowed", "known", "told")


def is_call_of(node: ast.AST, *names: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names


def plain_words(node: ast.AST) -> Iterator[str]:
    """Texts with a letter in them that are no phrase; keys of mappings and what methods are asked for are no words."""
    if is_call_of(node, "Phrase", "N_") or isinstance(node, ast.Subscript):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        if any(letter.isalpha() for letter in node.value):
            yield node.value
    elif isinstance(node, ast.Call):
        is_get = isinstance(node.func, ast.Attribute) and node.func.attr == "get"
        for part in (node.func, *node.args[1 if is_get else 0 :]):
            yield from plain_words(part)
    else:
        for part in ast.iter_child_nodes(node):
            yield from plain_words(part)


def refused_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """(line, words) of each refusal that is not in the catalogues."""
    for node in ast.walk(tree):
        if is_call_of(node, "RefusedError"):
            assert isinstance(node, ast.Call)
            for part in node.args[2:]:
                yield from ((node.lineno, words) for words in plain_words(part))
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        body = list(ast.walk(function))
        if not any(is_call_of(node, "RefusedError") for node in body):
            continue
        for node in body:
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") in VARIABLES:
                yield from ((node.lineno, words) for words in plain_words(node.value))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_refusal_is_a_phrase_or_a_value(path: Path) -> None:
    assert list(refused_in(ast.parse(path.read_text("utf-8")))) == []


def test_a_plain_sentence_would_be_found() -> None:
    source = 'def f(x):\n    allowed = f"at most {x}"\n    raise RefusedError(409, "x", "nothing", allowed)\n'
    assert list(refused_in(ast.parse(source))) == [(3, "nothing"), (2, "at most ")]


@pytest.mark.parametrize(
    ("language", "found", "allowed"),
    [
        ("de", "nichts", "ein Token oder eine Sitzung für: die Turnierleitung oder der Schreiber"),
        ("en", "nothing", "a token or session of direction or scorer"),
        ("sv", "inget", "en token eller session för: tävlingsledningen eller skrivaren"),
    ],
)
async def test_who_has_no_role_is_told_in_his_language_who_may(
    started: Running, language: str, found: str, allowed: str
) -> None:
    headers = {"Authorization": "", "Accept-Language": language}
    answer = await started.api.post("/api/v1/tournaments/1/fixtures/1/begin", json={}, headers=headers)
    assert (answer.status_code, answer.json()) == (
        401,
        {"field": "Authorization", "found": found, "allowed": allowed},
    )
