"""Footprints: KiCad's own from its library, and two that it does not have, drawn here."""

import itertools
import math
import os
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from arbiter_hardware.errors import DesignError
from arbiter_hardware.sexpr import Node, Word, child, children, node, parse, words

LIBRARY = Path(os.environ.get("KICAD9_FOOTPRINT_DIR", "/usr/share/kicad/footprints"))


@dataclass(frozen=True)
class Pad:
    """A pad in footprint coordinates: centre, size along x and y after its own turn, and whether it has a hole."""

    number: str
    x: float
    y: float
    width: float
    height: float
    drill: float
    plated: bool


def _line(layer: str, x1: float, y1: float, x2: float, y2: float, width: float) -> Node:
    stroke = node("stroke", node("width", width), words("type", "solid"))
    return node("fp_line", node("start", x1, y1), node("end", x2, y2), stroke, node("layer", layer))


def _rect(layer: str, x1: float, y1: float, x2: float, y2: float, width: float) -> list[Node]:
    corners = [(x1, y1), (x2, y1), (x2, y2), (x1, y2), (x1, y1)]
    return [_line(layer, *a, *b, width) for a, b in itertools.pairwise(corners)]


def _through(number: str, x: float, y: float, size: float, drill: float) -> Node:
    shape = "rect" if number == "1" else "circle"
    layers = node("layers", "*.Cu", "*.Mask")
    place = (node("at", x, y), node("size", size, size), node("drill", drill))
    return node("pad", number, Word("thru_hole"), Word(shape), *place, layers)


def _property(name: str, value: str, x: float, y: float, layer: str) -> Node:
    font = node("effects", node("font", node("size", 1, 1), node("thickness", 0.15)))
    return node("property", name, value, node("at", x, y, 0), node("layer", layer), font)


def _module() -> Node:
    """Two rows of 19 pins, 25.4 mm apart; the module is 27.9 x 54.4 mm, antenna up, USB down."""
    parts = [_property("Reference", "U", 12.7, 20.0, "F.SilkS"), _property("Value", "V", 12.7, 24.0, "F.Fab")]
    for k in range(19):
        parts.append(_through(str(k + 1), 0, 2.54 * k, 1.7, 1.0))
        parts.append(_through(str(k + 20), 25.4, 2.54 * k, 1.7, 1.0))
    left, top, right, bottom = -1.25, -7.0, 26.65, 47.4
    parts += _rect("F.SilkS", left, top, right, bottom, 0.15)
    parts += [_line("F.SilkS", left, -1.6, right, -1.6, 0.15)]
    parts += _rect("F.SilkS", 9.0, 42.0, 16.4, bottom, 0.15)
    parts += _rect("F.CrtYd", left - 0.25, top - 0.25, right + 0.25, bottom + 1.5, 0.05)
    parts += _rect("F.Fab", left, top, right, bottom, 0.1)
    return node("footprint", "ESP32-DevKitC", node("layer", "F.Cu"), words("attr", "through_hole"), *parts)


def _fuse() -> Node:
    """A radial resettable fuse with 5.1 mm lead pitch; the largest used is 12 mm wide."""
    parts = [_property("Reference", "F", 2.55, -3.2, "F.SilkS"), _property("Value", "V", 2.55, 3.2, "F.Fab")]
    parts += [_through("1", 0, 0, 2.0, 1.1), _through("2", 5.1, 0, 2.0, 1.1)]
    parts += _rect("F.SilkS", -3.5, -1.9, 8.6, 1.9, 0.15)
    parts += _rect("F.CrtYd", -3.75, -2.15, 8.85, 2.15, 0.05)
    parts += _rect("F.Fab", -3.5, -1.9, 8.6, 1.9, 0.1)
    return node("footprint", "PTC_P5.1mm", node("layer", "F.Cu"), words("attr", "through_hole"), *parts)


OWN = {"own:ESP32-DevKitC": _module, "own:PTC_P5.1mm": _fuse}


@cache
def _library(name: str) -> str:
    library, footprint = name.split(":")
    path = LIBRARY / f"{library}.pretty" / f"{footprint}.kicad_mod"
    if not path.is_file():
        raise DesignError("footprint", name, f"a file below {LIBRARY}")
    return path.read_text(encoding="utf-8")


def load(name: str) -> Node:
    """A fresh copy of a footprint's tree."""
    return OWN[name]() if name in OWN else parse(_library(name))


def pads(tree: Node) -> list[Pad]:
    """The pads of a footprint tree; slots and odd shapes count by their outline."""
    found = []
    for pad in children(tree, "pad"):
        at, size, drill = child(pad, "at"), child(pad, "size"), child(pad, "drill")
        turn = float(at[3]) if len(at) > 3 else 0.0
        width, height = float(size[1]), float(size[2])
        if abs(math.sin(math.radians(turn))) > 0.7:
            width, height = height, width
        hole = 0.0
        if drill is not None:
            hole = max(float(v) for v in drill[1:] if isinstance(v, str) and v.replace(".", "", 1).isdigit())
        found.append(Pad(pad[1], float(at[1]), float(at[2]), width, height, hole, pad[2] != "np_thru_hole"))
    return found


def turned(x: float, y: float, turn: int) -> tuple[float, float]:
    """A footprint point after a counter-clockwise turn (y points down)."""
    cos, sin = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[turn % 360]
    return x * cos + y * sin, -x * sin + y * cos


def courtyard(tree: Node) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of everything on F.CrtYd."""
    xs, ys = [], []
    for shape in tree:
        if not isinstance(shape, list) or not str(shape[0]).startswith("fp_"):
            continue
        layer = child(shape, "layer")
        if layer is None or layer[1] != "F.CrtYd":
            continue
        if shape[0] == "fp_circle":
            centre, end = child(shape, "center"), child(shape, "end")
            cx, cy = float(centre[1]), float(centre[2])
            radius = math.hypot(float(end[1]) - cx, float(end[2]) - cy)
            xs += [cx - radius, cx + radius]
            ys += [cy - radius, cy + radius]
        for point in ("start", "mid", "end"):
            at = child(shape, point)
            if at is not None and shape[0] != "fp_circle":
                xs.append(float(at[1]))
                ys.append(float(at[2]))
        polygon = child(shape, "pts")
        if polygon is not None:
            xs += [float(p[1]) for p in children(polygon, "xy")]
            ys += [float(p[2]) for p in children(polygon, "xy")]
    if not xs:
        raise DesignError("footprint", tree[1], "a courtyard")
    return min(xs), min(ys), max(xs), max(ys)
