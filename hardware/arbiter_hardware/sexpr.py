"""S-expressions as KiCad writes them: nested lists; strings and bare words are kept apart."""

import re
from collections.abc import Iterator

_TOKEN = re.compile(r'\s*(?:(\()|(\))|"((?:[^"\\]|\\.)*)"|([^\s()"]+))')


class Word(str):
    """A bare word or number, written without quotes."""

    __slots__ = ()


Node = list  # of Node, Word and str


def parse(text: str) -> Node:
    """The first expression of a text."""
    stack: list[Node] = [[]]
    for match in _TOKEN.finditer(text):
        opening, closing, quoted, word = match.groups()
        if opening:
            stack.append([])
        elif closing:
            done = stack.pop()
            stack[-1].append(done)
        elif quoted is not None:
            stack[-1].append(quoted.replace('\\"', '"').replace("\\\\", "\\"))
        elif word is not None:
            stack[-1].append(Word(word))
    if len(stack) != 1 or not stack[0]:
        raise ValueError("unbalanced parentheses")
    return stack[0][0]


def number(value: float) -> Word:
    """A coordinate with at most four decimals and no trailing zeros."""
    text = f"{value:.4f}".rstrip("0").rstrip(".")
    return Word("0" if text in ("-0", "") else text)


def node(name: str, *values: object) -> Node:
    """`(name value …)`; numbers become words, strings stay quoted, lists nest."""
    result: Node = [Word(name)]
    for value in values:
        result.append(number(value) if isinstance(value, (int, float)) else value)
    return result


def words(name: str, *values: str) -> Node:
    """A node whose values are bare words."""
    return [Word(name), *(Word(v) for v in values)]


def render(tree: Node, depth: int = 0) -> str:
    """Text of a tree; a list of plain values stays on one line."""
    pad = "\t" * depth
    if not any(isinstance(part, list) for part in tree):
        return pad + "(" + " ".join(_atom(part) for part in tree) + ")"
    head = []
    rest = list(tree)
    while rest and not isinstance(rest[0], list):
        head.append(_atom(rest.pop(0)))
    lines = [pad + "(" + " ".join(head)]
    deeper = "\t" * (depth + 1)
    lines += [render(part, depth + 1) if isinstance(part, list) else deeper + _atom(part) for part in rest]
    lines.append(pad + ")")
    return "\n".join(lines)


def _atom(value: str) -> str:
    if isinstance(value, Word):
        return str(value)
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def children(tree: Node, name: str) -> Iterator[Node]:
    """Direct children with this name."""
    return (part for part in tree if isinstance(part, list) and part and part[0] == name)


def child(tree: Node, name: str) -> Node | None:
    return next(children(tree, name), None)
