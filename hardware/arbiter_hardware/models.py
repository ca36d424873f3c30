"""Simple bodies for the board's parts, from their footprints' outlines and their heights in the catalogue."""

import re

from arbiter_hardware import footprints, step_box
from arbiter_hardware.model import Netlist, Part
from arbiter_hardware.sexpr import Node, child

Block = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]

_COLOURS = {
    "tpic": (0.12, 0.12, 0.13),
    "ahct125": (0.12, 0.12, 0.13),
    "esp32": (0.08, 0.1, 0.1),
    "xh": (0.93, 0.91, 0.82),
    "c470u": (0.12, 0.16, 0.35),
    "ptc": (0.85, 0.65, 0.15),
    "buck": (0.1, 0.1, 0.1),
    "jack": (0.1, 0.1, 0.1),
    "rj45": (0.15, 0.15, 0.16),
    "buzzer": (0.1, 0.1, 0.1),
    "c100n": (0.75, 0.6, 0.4),
    "c10u": (0.75, 0.6, 0.4),
}
_METAL = (0.75, 0.76, 0.78)


def body(tree: Node) -> tuple[float, float, float, float]:
    """Left, top, right, bottom of the outline on F.Fab."""
    xs, ys = [], []
    for shape in tree:
        if not isinstance(shape, list) or shape[0] not in ("fp_line", "fp_rect", "fp_circle"):
            continue
        if child(shape, "layer")[1] != "F.Fab":
            continue
        if shape[0] == "fp_circle":
            cx, cy = (float(v) for v in child(shape, "center")[1:3])
            ex, ey = (float(v) for v in child(shape, "end")[1:3])
            radius = ((ex - cx) ** 2 + (ey - cy) ** 2) ** 0.5
            xs += [cx - radius, cx + radius]
            ys += [cy - radius, cy + radius]
            continue
        for point in ("start", "end"):
            at = child(shape, point)
            xs.append(float(at[1]))
            ys.append(float(at[2]))
    return min(xs), min(ys), max(xs), max(ys)


def blocks(part: Part) -> list[Block]:
    """One body, or for the module board, shield and USB socket over its two socket strips. y points up here."""
    left, top, right, bottom = body(footprints.load(part.item.footprint))
    height = part.item.height
    colour = next((c for key, c in _COLOURS.items() if part.item.key.startswith(key)), (0.2, 0.2, 0.2))
    if part.item.key == "esp32":
        strip = (0.1, 0.1, 0.1)
        return [
            ((-1.25, -46.99, 0.0), (1.25, 1.27, 8.5), strip),
            ((24.15, -46.99, 0.0), (26.65, 1.27, 8.5), strip),
            ((left, -bottom, 11.0), (right, -top, 12.6), (0.1, 0.11, 0.12)),
            ((3.7, -18.0, 12.6), (21.7, 6.8, 13.4), (0.08, 0.1, 0.1)),
            ((4.7, -16.6, 13.4), (20.7, 1.0, 15.8), _METAL),
            ((8.7, -bottom - 1.0, 12.6), (16.7, -bottom + 5.0, 15.4), _METAL),
        ]
    return [((left, -bottom, 0.05), (right, -top, max(height, 0.3)), colour)]


def files(netlist: Netlist) -> tuple[dict[str, str], dict[str, str]]:
    """STEP texts by file name, and the file of each reference; equal parts share one."""
    texts: dict[str, str] = {}
    by_ref: dict[str, str] = {}
    for part in netlist.in_place("board"):
        if part.item.height < 0.3:
            continue
        name = re.sub(r"\W+", "-", part.item.key if part.item.symbol != "resistor" else "r1206") + ".step"
        if name not in texts:
            texts[name] = step_box.text(name.removesuffix(".step"), blocks(part))
        by_ref[part.ref] = name
    return texts, by_ref
