"""Writes the sources for a small heap, as one would by hand if nobody had to read them: `shrink_program`.

On the device every name of a module costs a place in its table and one among all names. Yet most names stand for
numbers that never change. So those are written where they are used, in the module and in those that import it;
longer private constants are marked by MicroPython's own `const`, which keeps them nameless; the private names of
all modules are the same few; and what is only there for type checkers goes. Behaviour, public names and line numbers
stay, so that a traceback still leads to the source.
"""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

Place = tuple[int, int, int, int]
Edit = tuple[Place, str]

_CHECKING = "TYPE_CHECKING"
_SHORT = 10  # characters up to which MicroPython keeps a text as a name, once for all modules


def shrink_program(
    sources: Mapping[str, str], known: Mapping[str, str] | None = None, *, apart: Collection[str] = ()
) -> dict[str, str]:
    """The modules of a program by dotted name, with fewer names; `known` are those around it.

    Those `apart` may be exchanged alone: what they hold is not written into others.

    ValueError for a source that cannot be rewritten in place.
    """
    modules = {name: _Module(name, text) for name, text in sources.items()}
    foreign = [_Module(name, text) for name, text in (known or {}).items()]
    stored = {name for module in (*foreign, *modules.values()) for name in module.stored}
    for module in (*foreign, *modules.values()):
        module.forget(stored)
    constants = {
        f"{module.name}.{name}": value
        for module in (*foreign, *modules.values())
        for name, value in module.constants.items()
        if _is_short(value) and module.name not in apart
    }
    for module in (
        *foreign,
        *modules.values(),
    ):  # what a module has from another, a third one may have from it
        for name, full in module.imported().items():
            if full in constants:
                constants[f"{module.name}.{name}"] = constants[full]
    for module in (*foreign, *modules.values()):
        module.inline(constants)
    wanted = {name for module in (*foreign, *modules.values()) for name in module.wanted}
    return {module.name: module.finished(wanted) for module in modules.values()}


def short_constants(name: str, source: str) -> dict[str, object]:
    """What `shrink_program` may write in place of a module's names."""
    return {one: value for one, value in _Module(name, source).constants.items() if _is_short(value)}


def _is_short(value: object) -> bool:
    return isinstance(value, int) or (isinstance(value, str) and len(value) <= _SHORT)


class _Module:
    """One module: its syntax tree, its constants, and the edits that are due."""

    def __init__(self, name: str, source: str) -> None:
        self.name = name
        self._lines = [line.encode() for line in source.splitlines(keepends=True)]  # columns count bytes
        self._tree = ast.parse(source)
        self._edits: list[Edit] = list(_unchecked(self._tree))
        self._bound = _bindings(self._tree)
        self._statements: dict[str, ast.stmt] = {}
        self.constants: dict[str, object] = {}
        self.wanted: set[str] = set()
        self._private = _private(self._tree)
        self._imports = [node for node in ast.walk(self._tree) if isinstance(node, ast.ImportFrom)]
        self._find_constants()

    def _find_constants(self) -> None:
        """`NAME = value` at the top, if nothing else binds the name anywhere."""
        for node in self._tree.body:
            match node:
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.expr() as expression):
                    pass
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as expression):
                    pass
                case _:
                    continue
            if name == _CHECKING or name.startswith("__") or self._bound[name] != 1:
                continue
            try:
                self.constants[name] = _value(expression, self.constants)
            except ValueError:
                continue
            self._statements[name] = node

    @property
    def stored(self) -> set[str]:
        """Attributes that are set on anything: a module's variable of that name is no constant."""
        nodes = (node for node in ast.walk(self._tree) if isinstance(node, ast.Attribute))
        return {node.attr for node in nodes if not isinstance(node.ctx, ast.Load)}

    def forget(self, names: set[str]) -> None:
        """Take no variable of these names for a constant."""
        for name in names & set(self.constants):
            del self.constants[name], self._statements[name]

    def imported(self) -> dict[str, str]:
        """What a name stands for that is imported from a module and bound by nothing else."""
        return {
            item.asname or item.name: f"{node.module}.{item.name}"
            for node in self._imports
            for item in node.names
            if self._bound[item.asname or item.name] == 1
        }

    def inline(self, constants: Mapping[str, object]) -> None:
        """Write the values of `constants` ("package.module.NAME") in place of their names, own and imported ones."""
        own = {name: f"{self.name}.{name}" for name in self.constants}
        self._loads = loads = _Loads(own | self.imported(), constants)
        loads.visit(self._tree)
        for node, value in loads.found:
            if node.lineno != node.end_lineno:
                raise ValueError(f"{self.name}, line {node.lineno}: found a name over two lines")
            negative = isinstance(value, int) and value < 0
            self._edits.append((_place(node), f"({value!r})" if negative else repr(value)))
        items = [item for node in self._imports for item in node.names]
        self.wanted = loads.attributes | {
            item.name for item in items if (item.asname or item.name) in loads.left
        }

    def finished(self, wanted: set[str]) -> str:
        """The source with all edits, without what neither this module nor another one wants any more."""
        left = self._loads.left
        for node in self._imports:
            kept = [item for item in node.names if (item.asname or item.name) in left | wanted]
            if len(kept) < len(node.names):
                self._edits.append((_place(node), _import(node, kept)))
        for name, node in self._statements.items():
            private = name.startswith("_")
            if _is_short(self.constants[name]) and name not in left and (private or name not in wanted):
                self._edits.append((_place(node), "pass"))
            elif private:
                self._edits.append((_place(node), f"{name} = const({self.constants[name]!r})"))
        kept = {name for name in self.constants if name.startswith("_")}
        self._edits += _renamed(self._tree, self._lines, _short_names(self._private - kept))
        end = (0, 0)
        chosen: list[Edit] = []
        for place, text in sorted(self._edits, key=lambda edit: (edit[0][:2], -edit[0][2], -edit[0][3])):
            if place[:2] >= end:  # else it lies in one that goes as a whole
                chosen.append((place, text))
                end = place[2:]
        for place, text in reversed(chosen):
            _replace(self._lines, place, text.encode())
        return b"".join(self._lines).decode()


class _Loads(ast.NodeVisitor):
    """Finds where constants are used: `found` with their values, and what is `left` of the names."""

    def __init__(self, alias: Mapping[str, str], constants: Mapping[str, object]) -> None:
        self._alias = alias
        self._constants = constants
        self.found: list[tuple[ast.expr, object]] = []
        self.left: set[str] = set()
        self.attributes: set[str] = set()

    def visit_If(self, node: ast.If) -> None:
        if not (isinstance(node.test, ast.Name) and node.test.id == _CHECKING):
            self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """The parts of an f-string have no place of their own in the source."""
        self.left.update(part.id for part in ast.walk(node) if isinstance(part, ast.Name))
        self.attributes.update(part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute))

    def visit_arg(self, node: ast.arg) -> None:
        """Annotations are not compiled."""

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for part in (*node.decorator_list, node.args, *node.body):
            self.visit(part)

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.visit(node.target)
        if node.value:
            self.visit(node.value)

    def visit_Name(self, node: ast.Name) -> None:
        if isinstance(node.ctx, ast.Load):
            full = self._alias.get(node.id, "")
            if full in self._constants:
                self.found.append((node, self._constants[full]))
            else:
                self.left.add(node.id)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.value, ast.Name) and isinstance(node.ctx, ast.Load):
            full = f"{self._alias.get(node.value.id, '')}.{node.attr}"
            if full in self._constants:
                self.found.append((node, self._constants[full]))
                return
        self.attributes.add(node.attr)
        self.visit(node.value)


def _replace(lines: list[bytes], place: Place, text: bytes) -> None:
    """Put `text` where a node stands; a statement over several lines leaves blank ones."""
    first, start, last, end = place
    rest = lines[last - 1][end:]
    lines[first - 1] = lines[first - 1][:start] + text + rest
    for number in range(first, last):
        lines[number] = b"\n"


def _place(node: Any) -> Place:
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


def _import(node: ast.ImportFrom, kept: list[ast.alias]) -> str:
    names = ", ".join(item.name + (f" as {item.asname}" if item.asname else "") for item in kept)
    return f"from {node.module} import {names}" if names else "pass"


def _bindings(tree: ast.Module) -> dict[str, int]:
    """How often a name is bound anywhere in the module."""
    found: dict[str, int] = {}
    for node in ast.walk(tree):
        names: list[str] = []
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
                names = [name]
            case ast.Global(names=several) | ast.Nonlocal(names=several):
                names = several
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                names = [name]
            case ast.ExceptHandler(name=str(name)):
                names = [name]
            case ast.alias(name=name, asname=other):
                names = [other or name]
            case _:
                pass
        for name in names:
            found[name] = found.get(name, 0) + 1
    return found


def _private(tree: ast.Module) -> set[str]:
    """Private names that the module itself gives: to functions, classes, variables and attributes."""
    given: set[str] = set()
    fixed: set[str] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                given.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                given.add(name)
            case ast.arg(arg=name) | ast.keyword(arg=str(name)) | ast.alias(name=name):
                fixed.add(name)
            case ast.JoinedStr():
                fixed.update(part.id for part in ast.walk(node) if isinstance(part, ast.Name))
                fixed.update(part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute))
            case _:
                pass
    return {
        name for name in given - fixed if name.startswith("_") and not name.startswith("__") and len(name) > 1
    }


def _short_names(names: set[str]) -> dict[str, str]:
    """A short name for each; the same ones in every module."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    shorts = ("_" + first + second for first in ("", *letters) for second in letters)
    return dict(zip(sorted(names), shorts, strict=False))


def _renamed(tree: ast.Module, lines: list[bytes], shorts: Mapping[str, str]) -> Iterator[Edit]:
    """An edit for each place where one of these names stands."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name) if name in shorts:
                yield _place(node), shorts[name]
            case ast.Attribute(attr=name, end_lineno=int(line), end_col_offset=int(end)) if name in shorts:
                yield (line, end - len(name), line, end), shorts[name]
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                if name in shorts:
                    at = lines[node.lineno - 1].index(b" " + name.encode(), node.col_offset) + 1
                    yield (node.lineno, at, node.lineno, at + len(name)), shorts[name]
            case ast.Global(names=names):
                yield _place(node), "global " + ", ".join(shorts.get(name, name) for name in names)
            case ast.Nonlocal(names=names):
                yield _place(node), "nonlocal " + ", ".join(shorts.get(name, name) for name in names)
            case _:
                pass


def _value(node: ast.expr, known: Mapping[str, object]) -> object:
    """The value of a constant expression; ValueError for any other."""
    match node:
        case ast.Constant(value=int() | str() | bytes() as value):
            return value
        case ast.Name(id=name) if name in known:
            return known[name]
        case ast.Tuple(elts=items):
            return tuple(_value(item, known) for item in items)
        case ast.UnaryOp(op=ast.USub() | ast.Invert()) | ast.BinOp():
            for part in ast.walk(node):
                if isinstance(part, ast.Name | ast.Constant) and not isinstance(_value(part, known), int):
                    raise ValueError(ast.unparse(node))
                if not isinstance(
                    part,
                    ast.Name | ast.Constant | ast.UnaryOp | ast.BinOp | ast.operator | ast.unaryop | ast.Load,
                ):
                    raise ValueError(ast.unparse(node))
            code = compile(ast.Expression(node), "constant", "eval")
            return eval(code, {"__builtins__": {}}, dict(known))  # noqa: S307  whole numbers and operators
        case _:
            raise ValueError(ast.unparse(node))


def _unchecked(tree: ast.Module) -> Iterator[Edit]:
    """`TYPE_CHECKING = False` and what hangs on it."""
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)]) if name in (_CHECKING, "__all__"):
                yield _place(node), "pass"
            case ast.If(test=ast.Name(id=name) as test) if name == _CHECKING:
                yield _place(test), "0"
            case _:
                pass
