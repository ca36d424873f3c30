"""One page of the schematic: places symbols, wires and labels, and remembers what it has drawn."""

import itertools

from arbiter_hardware import symbols
from arbiter_hardware.errors import DesignError
from arbiter_hardware.kicad import PROJECT, REVISION, stable
from arbiter_hardware.model import Netlist, Part
from arbiter_hardware.sexpr import Node, Word, node, render, words
from arbiter_hardware.symbols import RAILS, Symbol

ROOT = stable("schematic root")


class Sheet:
    """Draws parts of one netlist. Every pin that is placed gets its net by a wire, a label or a rail sign."""

    def __init__(self, netlist: Netlist, title: str, number: int) -> None:
        self.netlist = netlist
        self.title = title
        self.number = number
        self.key = f"sheet{number}"
        self.drawn: set[str] = set()
        self._library: dict[str, Node] = {}
        self._items: list[Node] = []
        self._count = 0

    # -- primitives -------------------------------------------------------------------------------------

    def _name(self) -> str:
        self._count += 1
        return stable(f"{self.key}/{self._count}")

    def wire(self, x1: float, y1: float, x2: float, y2: float) -> None:
        points = node("pts", node("xy", x1, y1), node("xy", x2, y2))
        stroke = node("stroke", node("width", 0), words("type", "default"))
        self._items.append(node("wire", points, stroke, node("uuid", self._name())))

    def junction(self, x: float, y: float) -> None:
        self._items.append(
            node(
                "junction",
                node("at", x, y),
                node("diameter", 0),
                node("color", 0, 0, 0, 0),
                node("uuid", self._name()),
            )
        )

    def text(self, text: str, x: float, y: float, size: float = 2.0) -> None:
        effects = node(
            "effects",
            node("font", node("size", size, size), words("bold", "yes")),
            words("justify", "left", "bottom"),
        )
        self._items.append(
            node(
                "text",
                text,
                words("exclude_from_sim", "no"),
                node("at", x, y, 0),
                effects,
                node("uuid", self._name()),
            )
        )

    def frame(self, x1: float, y1: float, x2: float, y2: float, title: str) -> None:
        """A dashed frame with a title around one block."""
        stroke = node("stroke", node("width", 0.15), words("type", "dash"))
        fill = node("fill", words("type", "none"))
        self._items.append(
            node(
                "rectangle",
                node("start", x1, y1),
                node("end", x2, y2),
                stroke,
                fill,
                node("uuid", self._name()),
            )
        )
        self.text(title, x1 + 2, y1 + 4.2)

    def label(self, net: str, x: float, y: float, side: str) -> None:
        """A net's name at a wire end, reading to the `left` or the `right`; rails get their sign."""
        if net in RAILS:
            self.rail(net, x, y)
        else:
            self.plain(net, x, y, side)

    def rail(self, net: str, x: float, y: float) -> None:
        symbol = symbols.rail(net)
        below = net == "GND"
        ref = f"#PWR{self.number}{self._count:03d}"
        self._symbol(
            symbol,
            ref,
            x,
            y,
            [("Reference", ref, 0, 0, True), ("Value", net, 0, 3.6 if below else -3.4, False)],
            {"1": ref},
        )

    def fed(self, net: str, x: float, y: float) -> None:
        """Marks a net as fed from outside."""
        ref = f"#FLG{self.number}{self._count:03d}"
        self._symbol(
            symbols.flag(),
            ref,
            x,
            y,
            [("Reference", ref, 0, 0, True), ("Value", "fed", 0, -4.0, True)],
            {"1": ref},
        )
        self.rail(net, x, y)

    def _symbol(
        self,
        symbol: Symbol,
        ref: str,
        x: float,
        y: float,
        texts: list[tuple[str, str, float, float, bool]],
        pins: dict[str, str],
        footprint: str = "",
        mpn: str = "",
    ) -> None:
        self._library[symbol.name] = symbol.tree
        tree = node(
            "symbol", node("lib_id", f"{symbols.LIBRARY}:{symbol.name}"), node("at", x, y, 0), node("unit", 1)
        )
        tree += [
            words("exclude_from_sim", "no"),
            words("in_bom", "no" if ref[0] == "#" else "yes"),
            words("on_board", "yes"),
            words("dnp", "no"),
        ]
        tree.append(node("uuid", stable(f"sch {ref}")))
        for name, text, dx, dy, hide in texts:
            effects = node("effects", node("font", node("size", 1.27, 1.27)))
            if symbol.half_height and not symbol.half_width:
                effects.append(words("justify", "left"))
            if hide:
                effects.append(words("hide", "yes"))
            tree.append(node("property", name, text, node("at", x + dx, y + dy, 0), effects))
        if footprint:
            hidden = node("effects", node("font", node("size", 1.27, 1.27)), words("hide", "yes"))
            tree.append(node("property", "Footprint", footprint, node("at", x, y, 0), hidden))
            tree.append(node("property", "MPN", mpn, node("at", x, y, 0), hidden))
        tree += [node("pin", number, node("uuid", stable(f"pin {ref}.{number}"))) for number in pins]
        path = f"/{ROOT}/{stable(self.key)}"
        instance = node("path", path, node("reference", ref), node("unit", 1))
        tree.append(node("instances", node("project", PROJECT, instance)))
        self._items.append(tree)

    # -- parts ------------------------------------------------------------------------------------------

    def _part(
        self, part: Part, symbol: Symbol, x: float, y: float, texts: list[tuple[str, str, float, float, bool]]
    ) -> None:
        if part.ref in self.drawn:
            raise DesignError("schematic", part.ref, "each part once")
        self.drawn.add(part.ref)
        footprint = part.item.footprint.replace("own:", "Arbiter:")
        self._symbol(symbol, part.ref, x, y, texts, symbol.pins, footprint, part.item.mpn)

    def box(
        self,
        ref: str,
        x: float,
        y: float,
        left: list[str],
        right: list[str],
        width: float = 20.32,
        pitch: float = 2.54,
        wired: tuple[str, ...] = (),
    ) -> dict[str, tuple[float, float]]:
        """A chip or connector with labels on all pins but those in `wired`; returns where each pin is."""
        part = self.netlist.parts[ref]
        symbol = symbols.box(part.item, f"{ref}_box", left, right, width, pitch)
        highest = min(dy for _, dy in symbol.pins.values())
        lowest = max(dy for _, dy in symbol.pins.values())
        texts = [
            ("Reference", ref, 0.0, highest - 5.6, False),
            ("Value", part.value, 0.0, lowest + 4.4, False),
        ]
        self._part(part, symbol, x, y, texts)
        places = {}
        for number, (dx, dy) in symbol.pins.items():
            px, py = x + dx, y + dy
            places[number] = (px, py)
            net = self.netlist.net_of(ref, number)
            if net is None:
                continue
            if number in wired:
                continue
            side = "left" if dx < 0 else "right"
            end = px + (-2.54 if side == "left" else 2.54)
            self.wire(px, py, end, py)
            self.plain(net, end, py, side)
        return places

    def plain(self, net: str, x: float, y: float, side: str) -> None:
        """A label even for a rail: in a column of pins a sign would cover its neighbours."""
        angle, justify = (0, "left") if side == "right" else (180, "right")
        effects = node("effects", node("font", node("size", 1.27, 1.27)), words("justify", justify))
        self._items.append(
            node(
                "global_label",
                net,
                words("shape", "passive"),
                node("at", x, y, angle),
                effects,
                node("uuid", self._name()),
            )
        )

    def series(self, ref: str, x: float, y: float, apart: float = 0.0) -> tuple[float, float]:
        """A small part lying between two wires; returns the x of its ends. Its texts stand above and below,
        or, with `apart`, on the wires to its left and right."""
        above = 1.3 if apart else 2.9
        part = self.netlist.parts[ref]
        kind = "piezo" if ref.startswith("BZ") else part.item.symbol
        symbol = symbols.two_pin(part.item, kind, upright=False)
        self._part(
            part,
            symbol,
            x,
            y,
            [
                ("Reference", ref, -apart, -above, False),
                ("Value", part.value, apart, above if not apart else -above, False),
            ],
        )
        return x - 3.81, x + 3.81

    def shunt(self, ref: str, x: float, y: float, up: bool) -> None:
        """A small part that hangs from (or stands on) a wire at x, y, its other end on its rail or label."""
        part = self.netlist.parts[ref]
        kind = "piezo" if ref.startswith("BZ") else part.item.symbol
        symbol = symbols.two_pin(part.item, kind, upright=True)
        centre = y - 6.35 if up else y + 6.35
        self._part(
            part,
            symbol,
            x,
            centre,
            [("Reference", ref, 1.9, -1.2, False), ("Value", part.value, 1.9, 1.3, False)],
        )
        near, far = (centre + 3.81, centre - 3.81) if up else (centre - 3.81, centre + 3.81)
        self.wire(x, y, x, near)
        # Which pin points away: the first is on top.
        outer = part.pins[0].number if up else part.pins[1].number
        net = self.netlist.net_of(ref, outer) or ""
        self.label(net, x, far, "right")

    def ladder(self, x: float, y: float, *steps: object) -> float:
        """A chain from left to right. A step is a reference (in series) or a tuple
        `(net, ups, downs)`: a node with parts standing on it and hanging from it. Returns the right end."""
        at = x
        for index, step in enumerate(steps):
            if isinstance(step, str):
                at = self.series(step, at + 3.81, y)[1]
                continue
            net, ups, downs = step
            points = [at]
            if index == 0:
                self.label(net, at, y, "left")
                at += 5.08
            else:
                at += 3.81
            for ref, up in [*((r, True) for r in ups), *((r, False) for r in downs)]:
                points.append(at)
                self.junction(at, y)
                self.shunt(ref, at, y, up=up)
                at += 8.89 + max(0, len(self.netlist.parts[ref].value) - 4) * 1.27
            last = index == len(steps) - 1
            if last and len(steps) > 1:
                points.append(at)
                self.label(net, at, y, "right")
            elif not last:
                points.append(at)
            for one, two in itertools.pairwise(points):
                self.wire(one, y, two, y)
        return at

    # -- file -------------------------------------------------------------------------------------------

    def file(self, paper: str = "A3") -> str:
        tree = node(
            "kicad_sch",
            node("version", Word("20250114")),
            node("generator", "arbiter"),
            node("generator_version", "9.0"),
        )
        tree += [node("uuid", stable(self.key + " file")), node("paper", paper)]
        tree.append(
            node(
                "title_block",
                node("title", f"Arbiter carrier: {self.title}"),
                node("rev", REVISION),
                node("comment", 1, "CERN-OHL-P-2.0"),
            )
        )
        tree.append(node("lib_symbols", *(self._library[name] for name in sorted(self._library))))
        tree += self._items
        tree.append(words("embedded_fonts", "no"))
        return render(tree) + "\n"


def root(sheets: list[tuple[str, Sheet]]) -> str:
    """The cover page with one box for each page."""
    tree = node(
        "kicad_sch",
        node("version", Word("20250114")),
        node("generator", "arbiter"),
        node("generator_version", "9.0"),
    )
    tree += [node("uuid", ROOT), node("paper", "A4")]
    tree.append(
        node(
            "title_block",
            node("title", "Arbiter carrier board"),
            node("rev", REVISION),
            node("comment", 1, "CERN-OHL-P-2.0"),
        )
    )
    tree.append(node("lib_symbols"))
    effects = node("effects", node("font", node("size", 1.8, 1.8)), words("justify", "left", "bottom"))
    for index, (filename, sheet) in enumerate(sheets):
        y = 40.64 + 40.64 * index
        stroke = node("stroke", node("width", 0.2), words("type", "solid"))
        fill = node("fill", node("color", 0, 0, 0, 0))
        box = node(
            "sheet",
            node("at", 50.8, y),
            node("size", 101.6, 25.4),
            stroke,
            fill,
            node("uuid", stable(sheet.key)),
        )
        box.append(node("property", "Sheetname", sheet.title, node("at", 50.8, y - 1, 0), effects))
        box.append(node("property", "Sheetfile", filename, node("at", 50.8, y + 30, 0), effects))
        page = node("path", f"/{ROOT}", node("page", str(index + 2)))
        box.append(node("instances", node("project", PROJECT, page)))
        tree.append(box)
    tree.append(node("sheet_instances", node("path", "/", node("page", "1"))))
    tree.append(words("embedded_fonts", "no"))
    return render(tree) + "\n"
