"""Schematic symbols, drawn here so that the drawing needs no library: boxes for chips and connectors, the usual
signs for small parts, and rails. Symbol coordinates have y up; one unit of the pin grid is 2.54 mm."""

from dataclasses import dataclass

from arbiter_hardware.model import PIN_KINDS, Item
from arbiter_hardware.sexpr import Node, Word, node, words

U = 2.54
LIBRARY = "Arbiter"
RAILS = ("GND", "+5V", "3V3", "VIN")


@dataclass(frozen=True)
class Symbol:
    """A drawn symbol: its library tree, and where each pin connects (x, y with y DOWN, from the symbol's origin)."""

    name: str
    tree: Node
    pins: dict[str, tuple[float, float]]
    half_width: float
    half_height: float


def _font(size: float = 1.27) -> Node:
    return node("effects", node("font", node("size", size, size)))


def _stroke(width: float = 0.2) -> Node:
    return node("stroke", node("width", width), words("type", "default"))


def _pin(kind: str, x: float, y: float, angle: int, length: float, name: str, number: str) -> Node:
    return node(
        "pin", Word(PIN_KINDS[kind]), Word("line"), node("at", x, y, angle), node("length", length),
        node("name", name, _font()), node("number", number, _font()),
    )  # fmt: skip


def _poly(*points: tuple[float, float], width: float = 0.25, fill: str = "none") -> Node:
    return node(
        "polyline",
        node("pts", *(node("xy", x, y) for x, y in points)),
        _stroke(width),
        node("fill", words("type", fill)),
    )


def _rect(x1: float, y1: float, x2: float, y2: float, fill: str = "background") -> Node:
    return node(
        "rectangle",
        node("start", x1, y1),
        node("end", x2, y2),
        _stroke(0.25),
        node("fill", words("type", fill)),
    )


def _library_symbol(
    name: str,
    letter: str,
    shapes: list[Node],
    pins: list[Node],
    *,
    numbers: bool,
    names: bool,
    power: bool = False,
) -> Node:
    tree = node("symbol", f"{LIBRARY}:{name}")
    if power:
        tree.append(words("power"))
    if not numbers:
        tree.append(node("pin_numbers", words("hide", "yes")))
    offset = node("pin_names", node("offset", 0.6))
    if not names:
        offset.append(words("hide", "yes"))
    tree.append(offset)
    tree += [words("exclude_from_sim", "no"), words("in_bom", "yes"), words("on_board", "yes")]
    tree.append(node("property", "Reference", letter, node("at", 0, 0, 0), _font()))
    tree.append(node("property", "Value", name, node("at", 0, 0, 0), _font()))
    tree.append(node("symbol", f"{name}_0_1", *shapes))
    tree.append(node("symbol", f"{name}_1_1", *pins))
    return tree


def box(item: Item, name: str, left: list[str], right: list[str], width: float, pitch: float = U) -> Symbol:
    """A rectangle with pin numbers `left` and `right` from top to bottom; an empty string leaves a gap."""
    rows = max(len(left), len(right))
    half_w, half_h = width / 2, (rows - 1) * pitch / 2 + U
    # Keep the pins on the grid whether the number of rows is odd or even.
    top = (rows - 1) * pitch / 2
    top = round(top / 1.27) * 1.27
    pins, places = [], {}
    for side, numbers in ((-1, left), (1, right)):
        for row, number in enumerate(numbers):
            if not number:
                continue
            pin = item.pin(number)
            x, y = side * (half_w + U), top - row * pitch
            pins.append(_pin(pin.kind, x, y, 0 if side < 0 else 180, U, pin.name, pin.number))
            places[number] = (x, -y)
    shapes = [_rect(-half_w, top + U, half_w, top - (rows - 1) * pitch - U)]
    tree = _library_symbol(name, "U", shapes, pins, numbers=True, names=True)
    return Symbol(name, tree, places, half_w, half_h)


def _resistor() -> list[Node]:
    return [_rect(-2.54, -1.0, 2.54, 1.0, "none")]


def _capacitor() -> list[Node]:
    lines = [
        ((-0.6, -1.8), (-0.6, 1.8)),
        ((0.6, -1.8), (0.6, 1.8)),
        ((-3.81, 0), (-0.6, 0)),
        ((0.6, 0), (3.81, 0)),
    ]
    return [_poly(*line, width=0.4 if line[0][0] == line[1][0] else 0.2) for line in lines]


def _polarised() -> list[Node]:
    plus = [_poly((-2.4, 1.0), (-1.4, 1.0)), _poly((-1.9, 0.5), (-1.9, 1.5))]
    return _capacitor() + plus


def _diode(zener: bool) -> list[Node]:
    shapes = [_poly((1.4, 1.3), (1.4, -1.3), (-1.2, 0), (1.4, 1.3)), _poly((-1.2, 1.3), (-1.2, -1.3))]
    if zener:
        shapes += [_poly((-1.2, 1.3), (-1.8, 1.3)), _poly((-1.2, -1.3), (-0.6, -1.3))]
    return [*shapes, _poly((-3.81, 0), (-1.2, 0), width=0.2), _poly((1.4, 0), (3.81, 0), width=0.2)]


def _fuse() -> list[Node]:
    return [
        _rect(-2.54, -0.9, 2.54, 0.9, "none"),
        _poly((-2.54, 0), (2.54, 0), width=0.2),
        _poly((-2.2, -1.7), (1.8, 1.7), (2.6, 1.7)),
    ]


def _piezo() -> list[Node]:
    return [
        _rect(-1.2, -1.4, 1.2, 1.4, "none"),
        _poly((-2.0, -1.8), (-2.0, 1.8)),
        _poly((2.0, -1.8), (2.0, 1.8)),
        _poly((-3.81, 0), (-2.0, 0), width=0.2),
        _poly((2.0, 0), (3.81, 0), width=0.2),
    ]


def _quarter_turn(shape: Node) -> Node:
    """Turns a symbol shape so that its left end points up."""
    result: Node = []
    for part in shape:
        if isinstance(part, list) and part[0] in ("xy", "start", "end", "center"):
            x, y = float(part[1]), float(part[2])
            result.append(node(str(part[0]), -y, -x))
        elif isinstance(part, list):
            result.append(_quarter_turn(part))
        else:
            result.append(part)
    return result


_SHAPES = {
    "resistor": _resistor,
    "capacitor": _capacitor,
    "polarised": _polarised,
    "tvs": lambda: _diode(zener=True),
    "diode": lambda: _diode(zener=False),
    "fuse": _fuse,
    "piezo": _piezo,
}


def two_pin(item: Item, kind: str, upright: bool) -> Symbol:
    """A small part, its first pin left or on top."""
    first, second = item.pins
    name = f"{kind}_{'v' if upright else 'h'}_{item.key if kind in ('tvs', 'diode', 'polarised') else 'x'}"
    length = 1.27 if kind in ("resistor", "fuse") else 0
    shapes = _SHAPES[kind]()
    reach = 3.81
    if upright:
        shapes = [_quarter_turn(s) for s in shapes]
        ends = [
            _pin(first.kind, 0, reach, 270, length, first.name, first.number),
            _pin(second.kind, 0, -reach, 90, length, second.name, second.number),
        ]
        places = {first.number: (0.0, -reach), second.number: (0.0, reach)}
    else:
        ends = [
            _pin(first.kind, -reach, 0, 0, length, first.name, first.number),
            _pin(second.kind, reach, 0, 180, length, second.name, second.number),
        ]
        places = {first.number: (-reach, 0.0), second.number: (reach, 0.0)}
    tree = _library_symbol(name, "R", shapes, ends, numbers=False, names=False)
    return Symbol(name, tree, places, 0 if upright else reach, reach if upright else 0)


def rail(net: str) -> Symbol:
    """A power sign that names its net."""
    if net == "GND":
        shapes = [
            _poly((-1.4, -1.2), (1.4, -1.2)),
            _poly((-0.9, -1.7), (0.9, -1.7)),
            _poly((-0.4, -2.2), (0.4, -2.2)),
            _poly((0, 0), (0, -1.2), width=0.2),
        ]
    else:
        shapes = [_poly((-0.8, 1.2), (0, 2.2), (0.8, 1.2)), _poly((0, 0), (0, 2.2), width=0.2)]
    pin = _pin("pi", 0, 0, 90 if net != "GND" else 270, 0, net, "1")
    tree = _library_symbol(f"rail_{net}", "#PWR", shapes, [pin], numbers=False, names=False, power=True)
    return Symbol(f"rail_{net}", tree, {"1": (0.0, 0.0)}, 0, 0)


def flag() -> Symbol:
    """Tells the rule check that a net is fed from outside the drawing."""
    shapes = [_poly((0, 0), (0, 1.2), (-1.0, 1.9), (0, 2.6), (1.0, 1.9), (0, 1.2))]
    tree = _library_symbol(
        "fed", "#FLG", shapes, [_pin("po", 0, 0, 90, 0, "pwr", "1")], numbers=False, names=False, power=True
    )
    return Symbol("fed", tree, {"1": (0.0, 0.0)}, 0, 0)
