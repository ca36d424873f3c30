"""Writes the board as `.kicad_pcb`: footprints in place, tracks and vias, ground zones, outline, texts."""

from arbiter_hardware import footprints, layout
from arbiter_hardware.kicad import REVISION, stable
from arbiter_hardware.model import Netlist, Part
from arbiter_hardware.router import LAYERS, Route
from arbiter_hardware.sexpr import Node, Word, child, node, number, render, words

# References that cannot stand in the middle of their part: offset in footprint coordinates.
_TEXT_AT = {
    "U1": (12.7, 15.0),
    "J1": (0.6, 10.5),
    "J2": (4.45, 11.2),
    "BZ1": (2.5, 3.6),
    "JP1": (0.0, -2.2),
    "Q1": (0.0, -2.4),
    "Q2": (0.0, -2.4),
    "U6": (2.54, -3.0),
    "D1": (0.0, 2.9),
}
# Ground joints without thermal spokes: high current, or a pad on a small piece of the upper plane.
_SOLID = ("J1", "D1", "C1", "U2", "U3", "U4", "U5")
_SILK_FREE = ("R_1206", "C_1206", "D_SOD-323")


def _text(layer: str, text: str, x: float, y: float, turn: float, size: float, name: str) -> Node:
    font = node("font", node("size", size, size), node("thickness", max(0.12, size * 0.15)))
    effects = node("effects", font)
    if layer.startswith("B."):
        effects.append(words("justify", "mirror"))
    return node(
        "gr_text", text, node("at", x, y, turn), node("layer", layer), node("uuid", stable(name)), effects
    )


def _centre(tree: Node) -> tuple[float, float]:
    left, top, right, bottom = footprints.courtyard(tree)
    return (left + right) / 2, (top + bottom) / 2


def _reference_spot(part: Part, tree: Node) -> tuple[float, float]:
    if part.ref in _TEXT_AT:
        return _TEXT_AT[part.ref]
    left, top, right, _ = footprints.courtyard(tree)
    if "JST_XH" in part.item.footprint:
        return (left + right) / 2, top - 0.6
    if part.item.symbol == "polarised":
        return 0.3, -2.9
    return _centre(tree)


def _property(
    name: str, value: str, x: float, y: float, turn: int, layer: str, size: float, key: str, hide: bool
) -> Node:
    font = node("font", node("size", size, size), node("thickness", max(0.12, size * 0.15)))
    parts: list[object] = [node("at", x, y, turn), words("unlocked", "yes"), node("layer", layer)]
    if hide:
        parts.append(words("hide", "yes"))
    return node("property", name, value, *parts, node("uuid", stable(key)), node("effects", font))


def _silk_label(part: Part) -> str:
    return f"{part.ref} {part.value}" if part.ref[0] == "J" and part.ref not in ("J1", "JP1") else part.ref


def _leaves_board(shape: Node, place: layout.Place) -> bool:
    """The outline of a part that overhangs the edge is not printed there."""
    for name in ("start", "end", "mid"):
        at = child(shape, name)
        if at is not None:
            dx, dy = footprints.turned(float(at[1]), float(at[2]), place.turn)
            x, y = place.x + dx, place.y + dy
            if not (0.2 <= x <= layout.WIDTH - 0.2 and 0.2 <= y <= layout.HEIGHT - 0.2):
                return True
    return False


def _is_drawn(shape: Node, place: layout.Place, *, small: bool) -> bool:
    """Outlines are kept; small parts have no silk, because their reference stands there."""
    if shape[0] not in ("fp_line", "fp_rect", "fp_circle", "fp_arc", "fp_poly"):
        return False
    layer = child(shape, "layer")[1]
    if layer == "F.SilkS":
        return not small and not _leaves_board(shape, place)
    return layer in ("F.Fab", "F.CrtYd")


def footprint(netlist: Netlist, part: Part, codes: dict[str, int], model: str = "") -> Node:
    """A part's footprint at its place, pads on their nets, one reference text."""
    tree = footprints.load(part.item.footprint)
    place = layout.PLACES[part.ref]
    x, y = _reference_spot(part, tree)
    small = part.item.footprint.split(":")[1].startswith(_SILK_FREE)
    size = 0.8 if small or part.item.symbol == "polarised" else 1.0
    if part.ref in ("U1", "J2"):
        size = 1.3
    turn = 90 if (place.turn % 180 == 0) == small else 0
    result = node("footprint", part.item.footprint.replace("own:", "Arbiter:"), node("layer", "F.Cu"))
    result += [node("uuid", stable(part.ref)), node("at", place.x, place.y, place.turn)]
    result.append(
        _property("Reference", _silk_label(part), x, y, turn, "F.SilkS", size, part.ref + "r", False)
    )
    result.append(_property("Value", part.value, *_centre(tree), turn, "F.Fab", 0.8, part.ref + "v", True))
    attr = child(tree, "attr")
    if attr is not None:
        result.append(attr)
    for count, shape in enumerate(s for s in tree[1:] if isinstance(s, list)):
        if shape[0] == "pad":
            result.append(_pad(netlist, part, shape, place.turn, codes, count))
        elif _is_drawn(shape, place, small=small):
            result.append([s for s in shape if not (isinstance(s, list) and s[0] == "uuid")])
            result[-1].append(node("uuid", stable(f"{part.ref}g{count}")))
    if model:
        scale = node("scale", node("xyz", 1, 1, 1))
        rotate = node("rotate", node("xyz", 0, 0, 0))
        result.append(node("model", model, node("offset", node("xyz", 0, 0, 0)), scale, rotate))
    return result


def _pad(netlist: Netlist, part: Part, pad: Node, turn: int, codes: dict[str, int], count: int) -> Node:
    result: Node = []
    for item in pad:
        if isinstance(item, list) and item[0] == "at":
            own = float(item[3]) if len(item) > 3 else 0.0
            result.append([*item[:3], number((own + turn) % 360)])
        elif not (isinstance(item, list) and item[0] in ("uuid", "net")):
            result.append(item)
    net = netlist.net_of(part.ref, pad[1]) if pad[1] and pad[2] != "np_thru_hole" else None
    if net:
        result.append(node("net", codes[net], net))
        if net == "GND" and part.ref in _SOLID:
            result.append(words("zone_connect", "2"))
    result.append(node("uuid", stable(f"{part.ref}p{count}")))
    return result


def _tracks(routes: dict[str, list[Route]], codes: dict[str, int]) -> list[Node]:
    found = []
    g = layout.GRID
    for net, list_of_routes in sorted(routes.items()):
        width = layout.WIDTHS.get(net, layout.TRACK)
        lines: list[tuple[int, float, float, float, float]] = []
        vias: set[tuple[float, float]] = set()
        for route in list_of_routes:
            lines += list(route.stubs)
            start = route.cells[0]
            for here, after in zip(route.cells, [*route.cells[1:], None], strict=True):
                straight = (
                    after is not None and here != start and _direction(start, here) == _direction(here, after)
                )
                if straight:
                    continue
                if here != start and here[0] == start[0]:
                    lines.append((start[0], start[1] * g, start[2] * g, here[1] * g, here[2] * g))
                if after is not None and after[0] != here[0]:
                    vias.add((here[1] * g, here[2] * g))
                    start = after
                    continue
                start = here
        for index, (layer, x1, y1, x2, y2) in enumerate(lines):
            if (x1, y1) != (x2, y2):
                ends = (node("start", x1, y1), node("end", x2, y2), node("width", width))
                key = stable(f"{net}t{index}")
                found.append(
                    node(
                        "segment",
                        *ends,
                        node("layer", LAYERS[layer]),
                        node("net", codes[net]),
                        node("uuid", key),
                    )
                )
        found += [_via(x, y, codes[net], f"{net}v{x}{y}") for x, y in sorted(vias)]
    return found


def _direction(a: tuple[int, int, int], b: tuple[int, int, int]) -> tuple[int, float]:
    dx, dy = b[1] - a[1], b[2] - a[2]
    longest = max(abs(dx), abs(dy), 1)
    return b[0] - a[0], (dx / longest) * 10 + dy / longest


def _via(x: float, y: float, code: int, key: str) -> Node:
    layers = node("layers", *LAYERS)
    return node(
        "via",
        node("at", x, y),
        node("size", layout.VIA),
        node("drill", layout.VIA_DRILL),
        layers,
        node("net", code),
        node("uuid", stable(key)),
    )


def _zone(layer: str, code: int) -> Node:
    e = layout.EDGE
    corners = [(e, e), (layout.WIDTH - e, e), (layout.WIDTH - e, layout.HEIGHT - e), (e, layout.HEIGHT - e)]
    fill = node("fill", Word("yes"), node("thermal_gap", 0.3), node("thermal_bridge_width", 0.5))
    polygon = node("polygon", node("pts", *(node("xy", x, y) for x, y in corners)))
    pads = node("connect_pads", node("clearance", 0.25))
    return node(
        "zone",
        node("net", code),
        node("net_name", "GND"),
        node("layer", layer),
        node("uuid", stable("zone" + layer)),
        node("name", "GND " + layer),
        node("hatch", Word("edge"), 0.5),
        pads,
        node("min_thickness", 0.25),
        fill,
        polygon,
    )


def _antenna() -> Node:
    left, top, right, bottom = layout.ANTENNA
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    polygon = node("polygon", node("pts", *(node("xy", x, y) for x, y in corners)))
    rules = node(
        "keepout",
        *(
            words(k, v)
            for k, v in (
                ("tracks", "not_allowed"),
                ("vias", "not_allowed"),
                ("pads", "allowed"),
                ("copperpour", "not_allowed"),
                ("footprints", "allowed"),
            )
        ),
    )
    return node(
        "zone",
        node("net", 0),
        node("net_name", ""),
        node("layers", *LAYERS),
        node("uuid", stable("antenna")),
        node("name", "antenna"),
        node("hatch", Word("edge"), 0.5),
        node("connect_pads", node("clearance", 0)),
        node("min_thickness", 0.25),
        rules,
        node("fill", node("thermal_gap", 0.5), node("thermal_bridge_width", 0.5)),
        polygon,
    )


def _hole(ref: str, x: float, y: float) -> Node:
    name = "MountingHole:MountingHole_3.2mm_M3"
    tree = footprints.load(name)
    result = node("footprint", name, node("layer", "F.Cu"), node("uuid", stable(ref)), node("at", x, y))
    result.append(_property("Reference", ref, 0, 0, 0, "F.Fab", 0.8, ref + "r", True))
    result.append(_property("Value", "M3", 0, 0, 0, "F.Fab", 0.8, ref + "v", True))
    result.append(words("attr", "exclude_from_pos_files", "exclude_from_bom"))
    result += [
        s for s in tree if isinstance(s, list) and s[0] in ("pad", "fp_circle") and "Cmts.User" not in str(s)
    ]
    return result


_LAYERS = (
    (0, "F.Cu", "signal"), (2, "B.Cu", "signal"), (1, "F.Mask", "user"), (3, "B.Mask", "user"),
    (5, "F.SilkS", "user"), (7, "B.SilkS", "user"), (13, "F.Paste", "user"), (15, "B.Paste", "user"),
    (25, "Edge.Cuts", "user"), (27, "Margin", "user"), (31, "F.CrtYd", "user"), (29, "B.CrtYd", "user"),
    (35, "F.Fab", "user"), (33, "B.Fab", "user"), (19, "Cmts.User", "user"),
)  # fmt: skip


def write(
    netlist: Netlist,
    routes: dict[str, list[Route]],
    stitches: list[tuple[float, float]],
    texts: list[tuple[str, str, float, float, float, float]],
    models: dict[str, str],
) -> str:
    """The board file. `texts` are (layer, text, x, y, turn, size); `models` map a reference to a 3-D file."""
    board_nets = sorted(
        {netlist.net_of(p.ref, pin.number) or "" for p in netlist.in_place("board") for pin in p.pins} - {""}
    )
    codes = {net: index + 1 for index, net in enumerate(board_nets)}
    tree = node(
        "kicad_pcb",
        node("version", Word("20241229")),
        node("generator", "arbiter"),
        node("generator_version", "9.0"),
    )
    tree.append(node("general", node("thickness", layout.THICKNESS), words("legacy_teardrops", "no")))
    tree.append(node("paper", "A4"))
    tree.append(node("title_block", node("title", "Arbiter carrier board"), node("rev", REVISION)))
    tree.append(node("layers", *([Word(str(n)), name, Word(kind)] for n, name, kind in _LAYERS)))
    tree.append(node("setup", node("pad_to_mask_clearance", 0.05)))
    tree.append(node("net", 0, ""))
    tree += [node("net", code, net) for net, code in codes.items()]
    tree += [footprint(netlist, p, codes, models.get(p.ref, "")) for p in netlist.in_place("board")]
    tree += [_hole(ref, x, y) for ref, (x, y) in layout.HOLES.items()]
    corners = node("start", 0, 0), node("end", layout.WIDTH, layout.HEIGHT)
    stroke = node("stroke", node("width", 0.1), words("type", "solid"))
    tree.append(
        node(
            "gr_rect",
            *corners,
            stroke,
            words("fill", "no"),
            node("layer", "Edge.Cuts"),
            node("uuid", stable("edge")),
        )
    )
    tree += [
        _text(layer, text, x, y, turn, size, f"text{text}{layer}{x}{y}")
        for layer, text, x, y, turn, size in texts
    ]
    tree += _tracks(routes, codes)
    tree += [_via(x, y, codes["GND"], f"stitch{x},{y}") for x, y in stitches]
    tree += [_zone(layer, codes["GND"]) for layer in LAYERS]
    tree.append(_antenna())
    return render(tree) + "\n"
