"""Draws the clock from its table for shared/README.md: `PYTHONPATH=tests python -m clock.diagram` writes it there.

The table says which function answers an input, not where it leads, so the diagram is what clocks of every kind
have been seen to do: each cell is tried on all of them.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

from clock.kit import in_phase, orders, running

from arbiter_clock.machine import TABLE, Clock
from arbiter_clock.state import PHASES

README = Path(__file__).resolve().parents[2] / "shared" / "README.md"

#: Inputs as the referee or the hub gives them, in the order of the labels. Undo and redo lead everywhere.
LABELS = {
    "start": "START",
    "restart": "START held",
    "shot": "SHOT",
    "foul": "SHOT held",
    "pause": "PAUSE",
    "swap": "SWAP held",
    "ext": "EXT",
    "set_start": "set_start",
    "set_end": "set_end",
    "time out": "time out",
    "power cut": "power cut",
}
_DATA = {"set_start": orders(2), "limit": {"state": "off", "by": "TL"}, "preset": {"name": "wpa"}}


def diagram() -> str:
    """A mermaid state diagram."""
    edges: dict[tuple[str, str], set[str]] = {}
    for source, label, target in transitions():
        edges.setdefault((source, target), set()).add(label)
    lines = ["```mermaid", "stateDiagram-v2", "    [*] --> idle"]
    for source in PHASES:
        for target in PHASES:
            labels = edges.get((source, target))
            if labels:
                text = ", ".join(label for label in LABELS.values() if label in labels)
                lines.append(f"    {source} --> {target}: {text}")
    return "\n".join([*lines, "```"])


def state_table() -> str:
    """The table of machine.py in Markdown, with the names of its steps; `–`: no such cell."""
    lines = ["| input | " + " | ".join(PHASES) + " |", "|---" * (len(PHASES) + 1) + "|"]
    for kind, row in TABLE.items():
        names = ["–" if step is None else step.__name__ for step in row]
        lines.append(f"| `{kind}` | " + " | ".join(names) + " |")
    return "\n".join(lines)


SECTIONS = {"diagram": diagram, "state table": state_table}


def transitions() -> Iterator[tuple[str, str, str]]:
    """(phase, label, phase) of every step that has been seen."""
    for make in _clocks():
        for kind, label in LABELS.items():
            clock = make()
            before, seq = clock.state.phase, clock.seq
            _try(clock, kind)
            if clock.seq != seq:
                yield before, label, clock.state.phase


def _clocks() -> Iterator[Callable[[], Clock]]:
    for phase in PHASES:
        yield lambda phase=phase: in_phase(phase)
    for to_go in (2, 4, 50):
        yield lambda to_go=to_go: running(to_go_b=to_go)
        yield lambda to_go=to_go: _second_period(running(to_go_b=to_go))
    yield lambda: running("wpa")
    yield _resumed


def _second_period(clock: Clock) -> Clock:
    clock.expire(40_001, 40_001)
    return clock


def _resumed() -> Clock:
    clock = in_phase("paused")
    clock.handle("start", 20_000)
    return clock


def _try(clock: Clock, kind: str) -> None:
    late = clock.now + 2_000
    if kind == "time out":
        due = clock.deadline()
        if due is not None:
            clock.expire(due + 1, due + 1)
    elif kind == "power cut":
        clock.power_on(0, "power_on")
    elif TABLE[kind][PHASES.index(clock.state.phase)] is not None:
        clock.handle(kind, late, _DATA.get(kind))


def between_markers(text: str, name: str) -> tuple[int, int]:
    """Where a generated section begins and ends in a text."""
    begin, end = f"<!-- generated: {name} -->\n", f"\n<!-- end: {name} -->"
    return text.index(begin) + len(begin), text.index(end)


def main() -> None:
    """Write the sections into the README."""
    text = README.read_text(encoding="utf-8")
    for name, make in SECTIONS.items():
        begin, end = between_markers(text, name)
        text = text[:begin] + make() + text[end:]
    README.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
