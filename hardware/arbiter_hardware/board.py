"""The carrier board's copper: the router's obstacles from netlist and layout, the order of nets, stitching vias."""

import math

from arbiter_hardware import footprints, layout
from arbiter_hardware.model import Netlist
from arbiter_hardware.router import Route, Router, Shape


def shapes(netlist: Netlist) -> list[Shape]:
    """All pads as the router sees them."""
    found = []
    for part in netlist.in_place("board"):
        place = layout.PLACES[part.ref]
        for index, pad in enumerate(footprints.pads(footprints.load(part.item.footprint))):
            dx, dy = footprints.turned(pad.x, pad.y, place.turn)
            width, height = (pad.height, pad.width) if place.turn % 180 else (pad.width, pad.height)
            layers = (0, 1) if pad.drill else (0,)
            net = netlist.net_of(part.ref, pad.number) if pad.plated and pad.number else ""
            # A pad without a net is still copper that nothing may touch.
            name = net or (f"unconnected-{part.ref}-{pad.number or index}")
            found.append(Shape(place.x + dx, place.y + dy, width / 2, height / 2, layers, name, pad.drill))
    return found


# Parts that look out of the lower wall.
OVERHANG = ("J1", "J2", "U1")


def off_board(netlist: Netlist) -> list[str]:
    """Pads too near to the edge, and bodies beyond it. KiCad's rules do not see a pad that is quite outside."""
    found = []
    for shape in shapes(netlist):
        near = min(
            shape.x - shape.half_w,
            shape.y - shape.half_h,
            layout.WIDTH - shape.x - shape.half_w,
            layout.HEIGHT - shape.y - shape.half_h,
        )
        if near < layout.EDGE:
            found.append(f"pad of {shape.net} at {shape.x:.1f}, {shape.y:.1f}: {near:.2f} mm from the edge")
    for part in netlist.in_place("board"):
        place = layout.PLACES[part.ref]
        left, top, right, bottom = footprints.courtyard(footprints.load(part.item.footprint))
        corners = [footprints.turned(x, y, place.turn) for x in (left, right) for y in (top, bottom)]
        xs, ys = [place.x + dx for dx, _ in corners], [place.y + dy for _, dy in corners]
        low = layout.HEIGHT + (2.0 if part.ref in OVERHANG else 0.0)
        if min(xs) < 0 or max(xs) > layout.WIDTH or min(ys) < 0 or max(ys) > low:
            found.append(f"{part.ref}: reaches beyond the board's edge")
    return found


def router(netlist: Netlist) -> tuple[Router, list[str]]:
    """A router with all obstacles, and the order in which to route: short signals first, power before them."""
    r = Router(layout.WIDTH, layout.HEIGHT, layout.GRID, layout.EDGE, layout.CLEARANCE)
    r.via_radius = layout.VIA / 2
    r.shapes = shapes(netlist)
    for x, y in layout.HOLES.values():
        r.shapes.append(Shape(x, y, 3.0, 3.0, (0, 1), ""))
    left, top, right, bottom = layout.ANTENNA
    r.shapes.append(
        Shape((left + right) / 2, (top + bottom) / 2, (right - left) / 2, (bottom - top) / 2, (0, 1), "")
    )
    pads: dict[str, list[Shape]] = {}
    for shape in r.shapes:
        if shape.net:
            pads.setdefault(shape.net, []).append(shape)
            r.net_width[shape.net] = layout.WIDTHS.get(shape.net, layout.TRACK)
    r.prepare()

    def span(net: str) -> float:
        xs = [s.x for s in pads[net]]
        ys = [s.y for s in pads[net]]
        return max(xs) - min(xs) + max(ys) - min(ys)

    nets = [n for n, found in pads.items() if len(found) > 1]
    nets.sort(
        key=lambda n: (
            n == "GND",
            -layout.WIDTHS.get(n, 0.0) if layout.WIDTHS.get(n, 0) > 0.7 else 0.0,
            span(n),
            n,
        )
    )
    return r, nets


def stitches(r: Router, pitch: float = 3.81) -> list[tuple[float, float]]:
    """Places for vias that tie the two ground planes together, where nothing else is near."""
    found = []
    step = round(pitch / r.grid)
    half = r.via_radius
    for row in range(step // 2, r.rows, step):
        for col in range(step // 2, r.cols, step):
            cell = row * r.cols + col
            if all(r.free(layer, cell, half) for layer in (0, 1)):
                found.append((col * r.grid, row * r.grid))
    return found


def length(routes: dict[str, list[Route]]) -> float:
    """Total track length in mm."""
    total = 0.0
    for found in routes.values():
        for route in found:
            for (l1, c1, r1), (l2, c2, r2) in zip(route.cells, route.cells[1:], strict=False):
                total += math.hypot(c1 - c2, r1 - r2) * layout.GRID if l1 == l2 else 0.0
    return total
