"""The wiring diagrams as WireViz files, made from the netlist: box A (and compact), box B, handset, breadboard.

Every connector block is a part or a header of the netlist and carries its reference as name. A pin's label is
the net (on headers) or the pin's name (on parts), so that wiring_check can read the file back on its own.
"""

from dataclasses import dataclass, field

import yaml

from arbiter_hardware.model import Netlist
from arbiter_hardware.netlist import HANDSET_CABLE

RAINBOW = ("BN", "RD", "OG", "YE", "GN", "BU", "VT", "GY", "WH", "BK")
SUPPLY_COLOURS = {"GND": "BK", "VIN": "RD", "+5V": "RD", "3V3": "OG", "SUPPLY": "RD"}


def _short(description: str) -> str:
    """The first words of a description, so that a drawing stays narrow."""
    return description.split(",", maxsplit=1)[0].split(":", maxsplit=1)[0].split(";", maxsplit=1)[0]


@dataclass
class Diagram:
    """One WireViz document under construction."""

    netlist: Netlist
    variant: str
    title: str
    connectors: dict[str, dict[str, object]] = field(default_factory=dict)
    cables: dict[str, dict[str, object]] = field(default_factory=dict)
    connections: list[list[dict[str, list[int]]]] = field(default_factory=list)

    def header(self, ref: str, note: str) -> None:
        """A connector of the board; its labels are the nets."""
        part = self.netlist.parts[ref]
        labels = [self.netlist.net_of(ref, p.number) or "free" for p in part.pins]
        self.connectors[ref] = {"type": _short(part.item.description), "subtype": note, "pinlabels": labels}

    def part(self, ref: str, note: str, pins: list[str] | None = None) -> None:
        """A part in the box; its labels are its pins' names, of all pins or of those that are wired."""
        part = self.netlist.parts[ref]
        item = part.fitted[self.variant]
        labels = pins or [p.name for p in part.pins]
        self.connectors[ref] = {"type": _short(item.description), "subtype": note, "pinlabels": labels}

    def cable(
        self,
        name: str,
        ends: list[tuple[str, int, str, int]],
        colours: list[str],
        mm2: float,
        metres: float,
        note: str,
    ) -> None:
        """Wires from (connector, pin index) to (connector, pin index), one colour each."""
        self.cables[name] = {
            "wirecount": len(ends),
            "colors": colours,
            "gauge": f"{mm2} mm2",
            "length": metres,
            "notes": note,
        }
        runs: dict[tuple[str, str], list[tuple[int, int, int]]] = {}
        for wire, (one, pin_one, two, pin_two) in enumerate(ends, start=1):
            runs.setdefault((one, two), []).append((pin_one, wire, pin_two))
        for (one, two), wires in runs.items():
            self.connections.append(
                [
                    {one: [a for a, _, _ in wires]},
                    {name: [w for _, w, _ in wires]},
                    {two: [b for _, _, b in wires]},
                ]
            )

    def pin(self, ref: str, label: str, after: int = 0) -> int:
        """Index (from 1) of the first pin with this label, beyond `after`."""
        labels = self.connectors[ref]["pinlabels"]
        return next(k for k, text in enumerate(labels, start=1) if text == label and k > after)

    def text(self) -> str:
        document = {
            "metadata": {"title": self.title},
            "options": {"fontname": "arial", "bgcolor": "WH"},
            "connectors": self.connectors,
            "cables": self.cables,
            "connections": self.connections,
        }
        note = "# Made from netlist.py by `python hardware/build.py --wiring`; change it there.\n"
        return note + yaml.safe_dump(document, sort_keys=False, allow_unicode=True, width=110)


def _colours(nets: list[str]) -> list[str]:
    spare = iter(c for c in RAINBOW * 3 if c not in ("RD", "BK"))
    return [SUPPLY_COLOURS.get(net) or next(spare) for net in nets]


def _straight(
    d: Diagram, name: str, header: str, targets: list[tuple[str, str]], mm2: float, metres: float, note: str
) -> None:
    """A cable from a header's pins in order to `(part, pin label)`; an empty target leaves the pin free."""
    ends, nets = [], []
    for index, (ref, label) in enumerate(targets, start=1):
        if ref:
            ends.append((header, index, ref, d.pin(ref, label)))
            nets.append(d.netlist.net_of(header, str(index)) or "")
    d.cable(name, ends, _colours(nets), mm2, metres, note)


def _common(d: Diagram) -> None:
    d.header("J1", "lower wall")
    d.part("PS1", "outside the box, SELV")
    d.cable("W1", [("PS1", 1, "J1", 1), ("PS1", 2, "J1", 2)], ["RD", "BK"], 0.75, 1.5, "DC plug, + inside")
    d.header("J3", "panel buttons")
    d.part("S5", "SWAP")
    d.part("S6", "EXT")
    ends = [("J3", 5, "S5", 1), ("J3", 6, "S6", 1), ("J3", 7, "S5", 2), ("J3", 8, "S6", 2)]
    d.cable("W3", ends, ["YE", "GN", "BK", "BK"], 0.22, 0.3, "XH lead, other pins free")
    d.header("J9", "light sensor")
    d.part("R81", "behind its hole in the front")
    d.cable(
        "W9", [("J9", 1, "R81", 1), ("J9", 2, "R81", 2)], ["OG", "YE"], 0.22, 0.3, "XH lead, either way round"
    )


def box_a(netlist: Netlist) -> Diagram:
    """Box with TPIC6B595 digits; the compact box is wired alike."""
    d = Diagram(netlist, "A", "Arbiter box A and compact: carrier board to digits, lamps, buttons")
    _common(d)
    for header, digit, cable, name in (("J4", "DS1", "W4", "left digit"), ("J5", "DS2", "W5", "right digit")):
        d.header(header, name)
        d.part(digit, name)
        targets = [(digit, p) for p in ("a", "b", "c", "d", "e", "f", "g", "dp", "com", "com")]
        _straight(d, cable, header, targets, 0.22, 0.3, "XH lead")
    d.header("J6", "lamps")
    ends, colours = [], []
    for k in range(1, 8):
        d.part(f"LED{k}", netlist.parts[f"LED{k}"].value)
        ends.append(("J6", k, f"LED{k}", 2))
        colours.append(RAINBOW[k if k < 2 else k + 1])
    # The three + pins feed the anodes in groups, two or three lamps each.
    for k in range(1, 8):
        ends.append(("J6", 8 + (k - 1) // 3, f"LED{k}", 1))
        colours.append("RD")
    d.cable("W6", ends, colours, 0.22, 0.3, "XH lead, + in three groups")
    return d


def box_b(netlist: Netlist) -> Diagram:
    """Box with pixel digits."""
    d = Diagram(netlist, "B", "Arbiter box B: carrier board to pixels and buttons")
    _common(d)
    d.header("J7", "pixels")
    d.part("DS3", "68 pixels")
    _straight(
        d, "W7", "J7", [("DS3", "DIN"), ("DS3", "5V"), ("DS3", "GND")], 0.5, 0.2, "XH lead, keep it short"
    )
    return d


def handset(netlist: Netlist) -> Diagram:
    """From the board's RJ45 through the patch lead to buttons and motor."""
    d = Diagram(netlist, "A", "Arbiter handset: patch lead to buttons and motor (variant B: no motor)")
    d.header("J2", "in the box")
    for k, name in enumerate(("START", "SHOT", "PAUSE", "UNDO"), start=1):
        d.part(f"S{k}", name)
    d.part("W1", "presence")
    d.part("R80", "in sleeve")
    d.part("M1", "glued to the shell")
    targets = [
        ("S1", "1"),
        ("S2", "1"),
        ("S3", "1"),
        ("R80", "1"),
        ("M1", "-"),
        ("S4", "1"),
        ("W1", "1"),
        ("W1", "2"),
    ]
    ends = [("J2", pin, ref, d.pin(ref, label)) for pin, (ref, label) in enumerate(targets, start=1)]
    d.cable(
        "W2",
        ends,
        [colour for _, colour in HANDSET_CABLE.values()],
        0.14,
        3.0,
        "patch lead, T568B, one plug cut off",
    )
    ground = [("W1", 2, f"S{k}", 2) for k in range(1, 5)]
    d.cable("W21", ground, ["BK"] * 4, 0.14, 0.1, "ground from button to button")
    d.cable("W22", [("R80", 2, "M1", 1)], ["RD"], 0.14, 0.05, "motor lead")
    return d


def breadboard(netlist: Netlist) -> Diagram:
    """A first unit without the board: module, one level shifter, pixels, six buttons and the piezo."""
    d = Diagram(netlist, "B", "Arbiter breadboard: first unit with pixels")
    pins = ["5V", "GND", "3V3", "IO23", "IO4", "IO32", "IO33", "IO25", "IO26", "IO14", "IO13", "IO39", "IO36"]
    d.part("U1", "on the breadboard", pins)
    d.part("PS1", "screw adapter")
    d.part("U2", "third gate; other inputs to GND", ["VCC", "GND", "3A", "3Y", "3/OE"])
    for ref, note in (
        ("R75", "330R"),
        ("R68", "1k"),
        ("R70", "1k"),
        ("R56", "10k"),
        ("R73", "10k"),
        ("R81", "LDR"),
    ):
        d.part(ref, note)
    d.part("C10", "470u, stripe to GND")
    d.part("DS3", "strip")
    d.part("Q2", "or BC337")
    d.part("BZ1", "piezo")
    for k, name in enumerate(("START", "SHOT", "PAUSE", "UNDO", "SWAP", "EXT"), start=1):
        d.part(f"S{k}", name)

    def run(cable: str, note: str, *pairs: tuple[str, str, str, str], mm2: float = 0.22) -> None:
        ends = [(a, d.pin(a, la), b, d.pin(b, lb)) for a, la, b, lb in pairs]
        nets = [d.netlist.net_of(b, lb) or "" for _, _, b, lb in pairs]
        d.cable(cable, ends, _colours(nets), mm2, 0.2, note)

    run("W1", "5 V rails", ("PS1", "+", "C10", "+"), ("PS1", "-", "C10", "-"), mm2=0.75)
    run("W2", "pixels' supply", ("C10", "+", "DS3", "5V"), ("C10", "-", "DS3", "GND"), mm2=0.5)
    run("W3", "module's supply", ("C10", "+", "U1", "5V"), ("C10", "-", "U1", "GND"), mm2=0.5)
    run(
        "W4",
        "data",
        ("U1", "IO23", "U2", "3A"),
        ("U1", "5V", "U2", "VCC"),
        ("U1", "GND", "U2", "GND"),
        ("U1", "GND", "U2", "3/OE"),
    )
    run("W5", "data out", ("U2", "3Y", "R75", "1"))
    run("W6", "data in", ("R75", "2", "DS3", "DIN"))
    buttons = (("IO32", "S1"), ("IO33", "S2"), ("IO25", "S3"), ("IO26", "S4"), ("IO14", "S5"), ("IO13", "S6"))
    run("W7", "buttons", *(("U1", io, s, "1") for io, s in buttons))
    run("W8", "buttons' ground", *(("U1", "GND", s, "2") for _, s in buttons))
    run(
        "W9",
        "piezo",
        ("U1", "IO4", "R68", "1"),
        ("U1", "5V", "R70", "1"),
        ("U1", "5V", "BZ1", "+"),
        ("U1", "GND", "Q2", "E"),
    )
    run("W10", "piezo", ("R68", "2", "Q2", "B"), ("R70", "2", "Q2", "C"), ("BZ1", "-", "Q2", "C"))
    run(
        "W11",
        "inputs that must not float",
        ("U1", "IO39", "R56", "2"),
        ("U1", "3V3", "R56", "1"),
        ("U1", "IO36", "R81", "2"),
        ("U1", "3V3", "R81", "1"),
        ("U1", "IO36", "R73", "1"),
        ("U1", "GND", "R73", "2"),
    )
    return d


DIAGRAMS = {"box-a": box_a, "box-b": box_b, "handset": handset, "breadboard": breadboard}


def texts(netlist: Netlist) -> dict[str, str]:
    """File name -> YAML of all diagrams."""
    return {f"{name}.yml": draw(netlist).text() for name, draw in DIAGRAMS.items()}
