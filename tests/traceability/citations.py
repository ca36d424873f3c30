"""Finds where paragraphs are cited.

Code cites by a comment, `[rule DBU 4.5(b)]`; tests by a marker, or by that comment where the file also runs
under MicroPython and cannot import pytest. A place is written as `path::qualified.name`, with no line number,
so that the matrix does not change with every edit.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CODE_FOLDERS = ("shared", "hub", "firmware")
CODE_ENDINGS = (".py", ".js", ".html")

_CITATION = re.compile(r"\[rule ([^\[\]]+)\]")


def in_code() -> dict[str, list[str]]:
    """Places in the product's code by citation."""
    places: defaultdict[str, set[str]] = defaultdict(set)
    for folder in CODE_FOLDERS:
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in CODE_ENDINGS and "node_modules" not in path.parts:
                for citation, place in _comments(path):
                    places[citation].add(place)
    return _sorted(places)


def in_tests() -> dict[str, list[str]]:
    """Tests by citation."""
    places: defaultdict[str, set[str]] = defaultdict(set)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for citation, place in _markers(path):
            places[citation].add(place)
        for citation, place in _comments(path):
            if "::" in place:
                places[citation].add(place)
    return _sorted(places)


def _sorted(places: defaultdict[str, set[str]]) -> dict[str, list[str]]:
    return {citation: sorted(found) for citation, found in sorted(places.items())}


def _comments(path: Path) -> Iterator[tuple[str, str]]:
    text = path.read_text(encoding="utf-8")
    relative = path.relative_to(ROOT).as_posix()
    names = _names_by_line(text) if path.suffix == ".py" else {}
    for number, line in enumerate(text.splitlines(), start=1):
        for match in _CITATION.finditer(line):
            name = names.get(number)
            for citation in match[1].split(";"):
                yield citation.strip(), f"{relative}::{name}" if name else relative


def _names_by_line(text: str) -> dict[int, str]:
    """The qualified name of the function or class on each line; a comment right above belongs to it."""
    names: dict[int, str] = {}
    lines = text.splitlines()

    def visit(node: ast.AST, prefix: str) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                name = f"{prefix}{child.name}"
                first = min([child.lineno, *(decorator.lineno for decorator in child.decorator_list)])
                while first > 1 and lines[first - 2].lstrip().startswith("#"):
                    first -= 1
                for number in range(first, (child.end_lineno or child.lineno) + 1):
                    names[number] = name
                visit(child, f"{name}.")
            else:
                visit(child, prefix)

    visit(ast.parse(text), "")
    return names


def _markers(path: Path) -> Iterator[tuple[str, str]]:
    relative = path.relative_to(ROOT).as_posix()
    module = ast.parse(path.read_text(encoding="utf-8"))
    whole_file = [
        citation
        for statement in module.body
        if isinstance(statement, ast.Assign)
        and any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in statement.targets)
        for node in ast.walk(statement.value)
        for citation in _marker_arguments(node)
    ]
    for node in ast.walk(module):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name.startswith("test_"):
            own = [
                citation
                for decorator in node.decorator_list
                for inner in ast.walk(decorator)
                for citation in _marker_arguments(inner)
            ]
            for citation in own + whole_file:
                yield citation, f"{relative}::{node.name}"


def _marker_arguments(node: ast.AST) -> list[str]:
    if (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "rule"
        and isinstance(node.func.value, ast.Attribute)
        and node.func.value.attr == "mark"
    ):
        return [
            argument.value
            for argument in node.args
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
        ]
    return []
