"""Joins the modules of a program that are loaded at its start into few: `merge`.

Every module costs its own table of names, and one place in it for each thing that it takes from another. So modules
that are imported when the application is are written one after the other, an importing one after those that it
imports, into files of a size that a device can load. Names that would meet get their module's name as an
ending. A module that is only imported now and then, or is to be exchanged alone, stays by itself.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

Place = tuple[int, int, int, int]
Edit = tuple[Place, str]


@dataclass
class Merged:
    """A program in fewer modules: texts by dotted name, and where everything is that had another place."""

    program: dict[str, str]
    home: dict[str, str] = field(default_factory=dict)  # module -> the one that it is part of
    names: dict[tuple[str, str], str] = field(default_factory=dict)  # (module, name) -> its name there


def merge(
    sources: Mapping[str, str], first: str, apart: Collection[str], sizes: Mapping[str, int], largest: int
) -> Merged:
    """Join what importing `first` loads, except what is to stay `apart`, up to a sum of `sizes` of `largest`.

    The last one has the name of `first`, the others are parts of its package. ValueError for what cannot be joined.
    """
    modules = {name: _Module(name, text, sources) for name, text in sources.items()}
    order = [name for name in _loaded(modules, first) if name not in apart and "__init__" not in name]
    merged = Merged({})
    groups: list[list[str]] = [[]]
    for name in order:
        if groups[-1] and sum(sizes[one] for one in (*groups[-1], name)) > largest:
            groups.append([])
        groups[-1].append(name)
    package = first.rpartition(".")[0]
    parts = {
        first if first in group else f"{package}.part{number}": group for number, group in enumerate(groups)
    }
    for part, group in parts.items():
        merged.home.update(dict.fromkeys(group, part))
        local = set[str]().union(*(modules[name].local | modules[name].imported for name in group))
        taken: set[str] = set()
        for name in group:
            for own in sorted(modules[name].own):
                clash = own in taken or own in local
                new = f"{own}_{name.rpartition('.')[2]}" if clash else own
                taken.add(new)
                merged.names[name, own] = new
            for alias, (module, thing) in modules[name].things.items():  # others may have it from here
                same = merged.home.get(module) == part
                merged.names[name, alias] = merged.names[module, thing] if same else alias
    for part, group in parts.items():
        merged.program[part] = "\n".join(modules[name].rewritten(merged) for name in group)
    for name in sources:
        if name not in merged.home:
            merged.program[name] = modules[name].rewritten(merged)
    return merged


def rewrite(sources: Mapping[str, str], merged: Merged, program: Mapping[str, str]) -> dict[str, str]:
    """Modules outside of a merged program, with their imports from it set right; `program` is it before."""
    return {name: _Module(name, text, program).rewritten(merged) for name, text in sources.items()}


def signposts(
    sources: Mapping[str, str], merged: Merged, constants: Mapping[str, Mapping[str, object]]
) -> dict[str, str]:
    """Small modules under the names of those that were joined into others, which nothing loads but who asks for them.

    They hold the public names: for a console, and for a simulator that runs from its sources.
    """
    found: dict[str, str] = {}
    for name, home in merged.home.items():
        if name == home:
            continue
        lines: list[str] = []
        for own in sorted(_Module(name, sources[name], sources).own):
            if own.startswith("_") or own == "TYPE_CHECKING":
                continue
            if own in constants[name]:
                lines.append(f"{own} = {constants[name][own]!r}")
            else:
                lines.append(f"from {home} import {merged.names[name, own]} as {own}")
        found[name] = "\n".join(lines) + "\n"
    return found


def _loaded(modules: Mapping[str, _Module], first: str) -> list[str]:
    """The modules that importing `first` loads, each after those that it imports."""
    order: list[str] = []

    def visit(name: str) -> None:
        if name in order or name not in modules:
            return
        for other in modules[name].loads:
            visit(other)
        if name not in order:
            order.append(name)

    visit(first)
    return order


class _Module:
    """A module: what it binds at its top, what it imports from the program, and where it uses both."""

    def __init__(self, name: str, source: str, program: Collection[str]) -> None:
        self.name = name
        self._lines = [line.encode() for line in source.splitlines(keepends=True)]
        self._tree = ast.parse(source)
        for node in list(self._tree.body):
            match node:
                case (
                    ast.If(test=ast.Name(id="TYPE_CHECKING"))
                    | ast.Assign(targets=[ast.Name(id="TYPE_CHECKING")])
                ):
                    self._tree.body.remove(node)
                    _replace(self._lines, _place(node), "pass")
                case _:
                    pass
        self._scopes = _Scopes()
        self._scopes.visit(self._tree)
        self.local = self._scopes.local
        self.imported = self._scopes.imported
        self._imports = [
            node
            for node in ast.walk(self._tree)
            if isinstance(node, ast.ImportFrom)
            and (
                node.module in program or any(f"{node.module}.{item.name}" in program for item in node.names)
            )
        ]
        self._modules: dict[str, str] = {}
        self.things: dict[str, tuple[str, str]] = {}
        for node in self._imports:
            for item in node.names:
                full = f"{node.module}.{item.name}"
                if full in program:
                    self._modules[item.asname or item.name] = full
                else:
                    self.things[item.asname or item.name] = (str(node.module), item.name)
        at_top = [node for node in self._imports if node in self._tree.body]
        self.loads = [
            f"{node.module}.{item.name}" if f"{node.module}.{item.name}" in program else str(node.module)
            for node in at_top
            for item in node.names
        ]
        self.own = self._scopes.top - self.imported
        self._at_top = at_top
        self.imported -= set(self._modules) | set(self.things)

    def rewritten(self, merged: Merged) -> str:
        """The text with the names that everything has in the merged program."""
        home = merged.home.get(self.name, self.name)
        edits = [
            (_name_place(node, name, self._lines), self._new_name(name, merged, home))
            for node, name in self._scopes.uses
            if self._new_name(name, merged, home) != name
        ]
        edits += self._members(merged, home)
        edits += [
            (_place(node), self._import(node, merged, home if node in self._at_top else ""))
            for node in self._imports
        ]
        for name in self._scopes.fixed:
            if self._new_name(name, merged, home) != name:
                raise ValueError(
                    f"{self.name}: found {name} in an f-string, where it has no place of its own"
                )
        lines = list(self._lines)
        for place, text in sorted(edits, reverse=True):
            _replace(lines, place, text)
        return b"".join(lines).decode()

    def _members(self, merged: Merged, home: str) -> Iterator[Edit]:
        """What is used of joined modules by their names."""
        for node in self._scopes.attributes:
            module = self._modules.get(node.value.id, "")
            if module in merged.home:
                new = merged.names.get((module, node.attr))
                if new is None:
                    raise ValueError(
                        f"{self.name}, line {node.lineno}: found {node.attr}, which {module} has not"
                    )
                if merged.home[module] != home:
                    new = f"{node.value.id}.{new}"
                elif not isinstance(node.ctx, ast.Load):
                    raise ValueError(f"{self.name}, line {node.lineno}: found a variable set from outside")
                yield _place(node), new

    def _new_name(self, name: str, merged: Merged, home: str) -> str:
        if name in self.things:
            module, thing = self.things[name]
            return merged.names[module, thing] if merged.home.get(module) == home else name
        return merged.names.get((self.name, name), name)

    def _import(self, node: ast.ImportFrom, merged: Merged, home: str) -> str:
        """The statement for what is still to be imported."""
        left: list[str] = []
        for item in node.names:
            full = f"{node.module}.{item.name}"
            alias = item.asname or item.name
            module = full if full in merged.home else str(node.module)
            if module == full and not home and module in merged.home:
                raise ValueError(
                    f"{self.name}, line {node.lineno}: found a joined module, imported in a function"
                )
            if module not in merged.home:
                left.append(f"from {node.module} import {item.name} as {alias}")
            elif merged.home[module] != home:
                package, _, last = merged.home[module].rpartition(".")
                if module == full:
                    left.append(f"from {package} import {last} as {alias}")
                else:
                    left.append(f"from {package}.{last} import {merged.names[module, item.name]} as {alias}")
        return "; ".join(left) or "pass"


class _Scopes(ast.NodeVisitor):
    """Where names of the module itself are used: `uses`, and `attributes` of them; names that are `local` somewhere."""

    def __init__(self) -> None:
        self.top: set[str] = set()
        self.imported: set[str] = set()  # by `import`, from elsewhere
        self.local: set[str] = set()
        self.uses: list[tuple[Any, str]] = []
        self.attributes: list[Any] = []
        self.fixed: set[str] = set()
        self._stack: list[set[str]] = []

    def visit_Module(self, node: ast.Module) -> None:
        self.top = _bound(node.body)
        self.imported = {
            item.asname or item.name
            for one in ast.walk(node)
            if isinstance(one, ast.Import | ast.ImportFrom)
            for item in one.names
        }
        self.generic_visit(node)

    def _is_global(self, name: str) -> bool:
        return not any(name in scope for scope in self._stack)

    def visit_Name(self, node: ast.Name) -> None:
        if self._is_global(node.id):
            self.uses.append((node, node.id))

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.value, ast.Name) and self._is_global(node.value.id):
            self.attributes.append(node)
        self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        self.fixed.update(
            one.id for one in ast.walk(node) if isinstance(one, ast.Name) and self._is_global(one.id)
        )

    def visit_Global(self, node: ast.Global) -> None:
        for name in node.names:
            self.uses.append((node, name))

    def visit_arg(self, node: ast.arg) -> None:
        """Annotations are not compiled."""

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        self.visit(node.target)
        if node.value:
            self.visit(node.value)

    def _function(self, node: Any) -> None:
        if not self._stack:
            self.uses.append((node, node.name))
        for part in (*node.decorator_list, node.args):
            self.visit(part)
        self._inside(node.body, _arguments(node.args) | _bound(node.body))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._function(node)

    def visit_AsyncFunctionDef(self, node: ast.AsyncFunctionDef) -> None:
        self._function(node)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.visit(node.args)
        self._inside([node.body], _arguments(node.args))

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        if not self._stack:
            self.uses.append((node, node.name))
        for base in node.bases:
            self.visit(base)
        names = _bound(node.body)
        for part in node.body:
            if isinstance(
                part, ast.FunctionDef | ast.AsyncFunctionDef
            ):  # methods do not see the class's names
                for inner in (*part.decorator_list, part.args):
                    self.visit(inner)
                self._inside(part.body, _arguments(part.args) | _bound(part.body))
            else:
                self._inside([part], names)

    def _comprehension(self, node: Any) -> None:
        names = {
            one.id
            for generator in node.generators
            for one in ast.walk(generator.target)
            if isinstance(one, ast.Name)
        }
        self._inside(list(ast.iter_child_nodes(node)), names)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension  # noqa: N815

    def _inside(self, body: list[Any], names: set[str]) -> None:
        self.local |= names
        self._stack.append(names)
        for part in body:
            self.visit(part)
        self._stack.pop()


def _arguments(node: ast.arguments) -> set[str]:
    every = (*node.posonlyargs, *node.args, *node.kwonlyargs, node.vararg, node.kwarg)
    return {one.arg for one in every if one is not None}


def _bound(body: list[Any]) -> set[str]:
    """The names that statements bind in their own scope."""
    found: set[str] = set()
    outside: set[str] = set()
    for node in _statements(body):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                found.add(name)
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.ExceptHandler(name=str(name)):
                found.add(name)
            case ast.Import(names=items) | ast.ImportFrom(names=items):
                found.update(item.asname or item.name for item in items)
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                outside.update(names)
            case _:
                pass
    return found - outside


def _statements(body: list[Any]) -> Iterator[Any]:
    """Every node of a scope, without what lies in the scopes inside."""
    for node in body:
        yield node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef | ast.Lambda):
            continue
        if isinstance(node, ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp):
            continue
        yield from _statements(list(ast.iter_child_nodes(node)))


def _place(node: Any) -> Place:
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


def _name_place(node: Any, name: str, lines: list[bytes]) -> Place:
    """Where a name stands in a Name, in the head of a function or class, or in a `global` statement."""
    if isinstance(node, ast.Name):
        return _place(node)
    at = lines[node.lineno - 1].index(b" " + name.encode(), node.col_offset) + 1
    return node.lineno, at, node.lineno, at + len(name)


def _replace(lines: list[bytes], place: Place, text: str) -> None:
    """Put `text` where a node stands; a statement over several lines leaves blank ones."""
    first, start, last, end = place
    lines[first - 1] = lines[first - 1][:start] + text.encode() + lines[last - 1][end:]
    for number in range(first, last):
        lines[number] = b"\n"
