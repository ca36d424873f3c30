"""Reads a WireViz file and holds it against the netlist: does every wire join pins of one net, does every label
tell the truth, does the handset's lead have its colours, is nothing left unwired?"""

from pathlib import Path

import yaml

from arbiter_hardware.errors import DesignError
from arbiter_hardware.model import Netlist
from arbiter_hardware.netlist import HANDSET_CABLE

# libyaml's reader where PyYAML was built with it: the checks run with every test.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
VARIANT = {"box-a": "A", "box-b": "B", "handset": "A", "breadboard": "B"}


def read(path: Path) -> dict[str, dict[str, object]]:
    """The three parts of a WireViz document."""
    data = yaml.load(path.read_text(encoding="utf-8"), Loader=_LOADER)  # noqa: S506 - both loaders are the safe ones
    for key in ("connectors", "cables", "connections"):
        if key not in data:
            raise DesignError(str(path), sorted(data), f"a document with {key}")
    return data


def _net(netlist: Netlist, data: dict, ref: str, index: int) -> str | None:
    """Net of a connector's pin by its place in the drawing: headers count pins, parts name them."""
    label = data["connectors"][ref]["pinlabels"][index - 1]
    part = netlist.parts[ref]
    if ref.startswith("J"):
        return netlist.net_of(ref, part.pins[index - 1].number)
    numbers = [p.number for p in part.pins if p.name == label]
    if not numbers:
        raise DesignError(f"pin of {ref}", label, [p.name for p in part.pins])
    return netlist.net_of(ref, numbers[0])


def _same(one: str | None, two: str | None, *, breadboard: bool) -> bool:
    """Equal nets; on the breadboard a button sits directly at the pin (no R40 to R45), one supply feeds VIN and
    +5V without fuse and transistor, and there is no JP1."""
    if one == two and one is not None:
        return True
    if not breadboard:
        return False
    if {one, two} <= {"SUPPLY", "VIN", "+5V"} or {one, two} == {"DATA_5V", "PIX_5V"}:
        return True
    lines = {f"LINE_{n.removeprefix('BTN_')}": n for n in (one, two) if n and n.startswith("BTN_")}
    return any(line in (one, two) for line in lines)


def _labels(netlist: Netlist, name: str, data: dict) -> list[str]:
    """Connectors that the variant does not have, and labels that name another net."""
    found = []
    fitted = {p.ref for p in netlist.fitted(VARIANT[name])}
    for ref, connector in data["connectors"].items():
        if ref not in netlist.parts:
            found.append(f"{name} {ref}: not in the netlist")
            continue
        if ref not in fitted:
            found.append(f"{name} {ref}: not fitted in variant {VARIANT[name]}")
        if not ref.startswith("J"):
            continue
        for pin, label in zip(netlist.parts[ref].pins, connector["pinlabels"], strict=True):
            net = netlist.net_of(ref, pin.number) or "free"
            if label != net:
                found.append(f"{name} {ref}.{pin.number}: labelled {label}, carries {net}")
    return found


def problems(netlist: Netlist, name: str, data: dict) -> list[str]:
    """Every wire and label of one diagram that disagrees with the netlist."""
    found = _labels(netlist, name, data)
    if found:
        return found
    for run in data["connections"]:
        (one, one_pins), (cable, wires), (two, two_pins) = (next(iter(step.items())) for step in run)
        for a, wire, b in zip(one_pins, wires, two_pins, strict=True):
            net_a, net_b = _net(netlist, data, one, a), _net(netlist, data, two, b)
            if not _same(net_a, net_b, breadboard=name == "breadboard"):
                found.append(f"{name} {cable}.{wire}: joins {one}.{a} ({net_a}) and {two}.{b} ({net_b})")
            colour = data["cables"][cable]["colors"][wire - 1]
            if one == "J2" and colour != HANDSET_CABLE[str(a)][1]:
                found.append(
                    f"{name} {cable}.{wire}: colour {colour}, T568B pin {a} is {HANDSET_CABLE[str(a)][1]}"
                )
    return found


def wired(data: dict) -> set[tuple[str, str]]:
    """All (reference, pin label) that a wire reaches."""
    ends = set()
    for run in data["connections"]:
        for step in (run[0], run[2]):
            ((ref, pins),) = step.items()
            ends |= {(ref, data["connectors"][ref]["pinlabels"][p - 1]) for p in pins}
    return ends


def uncovered(netlist: Netlist, variant: str, documents: list[dict]) -> list[str]:
    """Pins of parts off the board that no diagram of this variant wires."""
    ends = set().union(*(wired(d) for d in documents))
    parts = [p for p in netlist.fitted(variant) if p.place in ("box", "handset", "outside")]
    return [
        f"{variant} {p.ref}.{pin.name}: not wired"
        for p in parts
        for pin in p.pins
        if (p.ref, pin.name) not in ends
    ]
