"""The steps with tools: schematic, board, wiring, enclosure. Each makes its files, checks them and says the result."""

import warnings
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from arbiter_hardware import (
    board,
    board_texts,
    bom,
    kicad,
    layout,
    models,
    pcb_file,
    schematic_pages,
    tools,
    wiring,
)
from arbiter_hardware.errors import DesignError
from arbiter_hardware.model import VARIANTS, Netlist
from arbiter_hardware.router import Route
from arbiter_hardware.sexpr import child, children, parse

# Assembly steps: what is soldered or plugged by the end of each, by the beginning of the reference.
STEPS = (
    ("R", "D1", "D2", "C2", "Q"),
    ("F", "J1", "U6", "C1", "C3"),
    ("J", "BZ", "C10"),
    ("U",),
)
# STL name -> (source, part, size).
PARTS = {
    "box-base": ("box", "base", "full"),
    "box-front": ("box", "front", "full"),
    "box-clamp": ("box", "clamp", "full"),
    "pixel-mask": ("box", "mask", "full"),
    "pixel-back": ("box", "mask_back", "full"),
    "compact-base": ("box", "base", "compact"),
    "compact-front": ("box", "front", "compact"),
    "compact-clamp": ("box", "clamp", "compact"),
    "handset-shell": ("handset", "shell", "full"),
    "handset-cover": ("handset", "cover", "full"),
    "wall-mount": ("mount", "plate", "full"),
}
VIEWS = {
    "assembly": ("box", "assembly", "full", "0,0,0,65,0,30,600"),
    "closed": ("box", "closed", "full", "0,0,0,25,0,20,600"),
    "compact": ("box", "closed", "compact", "0,0,0,25,0,20,600"),
    "inside": ("box", "inside", "full", "0,0,0,40,0,20,600"),
    "front": ("box", "front_view", "full", "0,0,0,45,0,25,600"),
    "handset": ("handset", "assembly", "full", "0,0,0,60,0,30,400"),
    "mount": ("mount", "plate", "full", "0,0,0,45,0,30,400"),
}


def everything(netlist: Netlist, root: Path, out: Path) -> Iterator[tuple[str, str]]:
    """Runs all steps in order and yields (step, result). Raises DesignError at the first fault."""
    for folder in ("schematic", "board", "wiring", "stl", "bom", "pictures"):
        (out / folder).mkdir(parents=True, exist_ok=True)
    yield from _schematic(netlist, out)
    yield from _board(netlist, out)
    yield from _wiring(root, out)
    yield from _enclosure(root, out)
    for variant in VARIANTS:
        (out / "bom" / f"bom-{variant.lower()}.csv").write_text(bom.text(netlist, variant), encoding="utf-8")
    yield "parts lists", ", ".join(f"{v} about {bom.total(netlist, v):.0f} EUR" for v in VARIANTS)


def _none(place: str, faults: list[str]) -> str:
    if faults:
        raise DesignError(place, "; ".join(faults[:8]), "no violation")
    return "0 violations"


# -- schematic ----------------------------------------------------------------------------------------------


def write_schematic(netlist: Netlist, folder: Path) -> Path:
    """All schematic files; returns the cover page."""
    for name, text in schematic_pages.files(netlist).items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / f"{kicad.PROJECT}.kicad_pro").write_text(
        kicad.project(layout.CLEARANCE, layout.EDGE), encoding="utf-8"
    )
    return folder / f"{kicad.PROJECT}.kicad_sch"


def kicad_nets(path: Path) -> dict[str, set[tuple[str, str]]]:
    """Net -> pins, as KiCad itself reads the schematic."""
    tree = child(parse(path.read_text(encoding="utf-8")), "nets")
    found = {}
    for net in children(tree, "net"):
        nodes = {(child(n, "ref")[1], child(n, "pin")[1]) for n in children(net, "node")}
        found[child(net, "name")[1]] = nodes
    return found


def compare_nets(netlist: Netlist, drawn: dict[str, set[tuple[str, str]]]) -> list[str]:
    """Differences between the schematic as KiCad reads it and the netlist, board parts only."""
    refs = {p.ref for p in netlist.in_place("board")}
    wanted = {net: {n for n in nodes if n[0] in refs} for net, nodes in netlist.nets.items()}
    wanted = {net: nodes for net, nodes in wanted.items() if nodes}
    # A wire without a label has a name that KiCad made up: such a net is known by its pins.
    by_pins = {frozenset(nodes): net for net, nodes in wanted.items()}
    named = {}
    for net, nodes in drawn.items():
        if net.startswith("Net-("):
            named[by_pins.get(frozenset(nodes), net)] = nodes
        elif not net.startswith("unconnected-"):
            named[net] = nodes
    return [
        f"net {net}: schematic {sorted(named.get(net, set()) - wanted.get(net, set()))} too many, "
        f"{sorted(wanted.get(net, set()) - named.get(net, set()))} missing"
        for net in sorted(set(wanted) | set(named))
        if wanted.get(net) != named.get(net)
    ]


def _schematic(netlist: Netlist, out: Path) -> Iterator[tuple[str, str]]:
    folder = out / "schematic"
    cover = write_schematic(netlist, folder)
    yield "schematic, rule check", _none("ERC", tools.erc(cover))
    net = folder / "netlist.net"
    tools.run("kicad-cli", "sch", "export", "netlist", "--format", "kicadsexpr", "-o", str(net), str(cover))
    yield "schematic = netlist", _none("schematic", compare_nets(netlist, kicad_nets(net)))
    pdf = folder / f"{kicad.PROJECT}.pdf"
    tools.run("kicad-cli", "sch", "export", "pdf", "-o", str(pdf), str(cover))
    tools.run("kicad-cli", "sch", "export", "svg", "-o", str(folder), str(cover))
    pages = sorted(folder.glob("*.svg"))
    for page in pages:
        number = {"power": 2, "display": 3, "inputs": 4}.get(page.stem.split("-")[-1].split(" ")[0], 1)
        picture = out / "pictures" / f"schematic-{number}.png"
        tools.run("rsvg-convert", "-w", "2400", "-b", "white", "-o", str(picture), str(page))
    yield "schematic, pages", f"PDF and {len(pages)} SVG"


# -- board --------------------------------------------------------------------------------------------------


def route(netlist: Netlist) -> tuple[dict[str, list[Route]], list[tuple[float, float]]]:
    """Tracks and stitching vias. Raises DesignError when a net cannot be routed."""
    router, nets = board.router(netlist)
    try:
        routes = router.run(nets, 900)
    except RuntimeError as error:
        raise DesignError("board", str(error), "every net routed") from error
    return routes, board.stitches(router)


def write_board(
    netlist: Netlist,
    path: Path,
    routes: dict[str, list[Route]],
    stitches: list[tuple[float, float]],
    only: tuple[str, ...] | None = None,
) -> None:
    """The board file with its 3-D bodies; `only` limits these to references that begin with one of the words."""
    texts, by_ref = models.files(netlist)
    (path.parent / "models").mkdir(exist_ok=True)
    for name, text in texts.items():
        (path.parent / "models" / name).write_text(text, encoding="utf-8")
    shown = {r: f"${{KIPRJMOD}}/models/{m}" for r, m in by_ref.items() if only is None or _begins(r, only)}
    path.write_text(
        pcb_file.write(netlist, routes, stitches, board_texts.texts(netlist), shown), encoding="utf-8"
    )
    path.with_suffix(".kicad_pro").write_text(kicad.project(layout.CLEARANCE, layout.EDGE), encoding="utf-8")


def _begins(ref: str, words: tuple[str, ...]) -> bool:
    letters = ref.rstrip("0123456789")
    small = ref.startswith(("C", "D")) and ref not in ("C1", "C3", "C10")
    return ref in words or letters in words or ("R" in words and small)


def _board(netlist: Netlist, out: Path) -> Iterator[tuple[str, str]]:
    folder = out / "board"
    path = folder / f"{kicad.PROJECT}.kicad_pcb"
    yield "board, parts on it", _none("layout", board.off_board(netlist))
    routes, stitches = route(netlist)
    write_board(netlist, path, routes, stitches)
    tools.fill(path)
    yield "board, tracks", f"{len(routes)} nets, {board.length(routes) / 1000:.1f} m"
    yield "board, rule check", _none("DRC", tools.drc(path)) + ", 0 unconnected"
    gerbers = folder / "gerbers"
    gerbers.mkdir(exist_ok=True)
    export_gerbers(path, gerbers)
    yield "gerbers and drill, read back", read_gerbers(gerbers)
    with zipfile.ZipFile(folder / f"{kicad.PROJECT}-gerbers.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for file in sorted(gerbers.iterdir()):
            archive.write(file, file.name)
    positions = folder / f"{kicad.PROJECT}-positions.csv"
    tools.run(
        "kicad-cli",
        "pcb",
        "export",
        "pos",
        "--format",
        "csv",
        "--units",
        "mm",
        "-o",
        str(positions),
        str(path),
    )
    step = folder / f"{kicad.PROJECT}.step"
    tools.run("kicad-cli", "pcb", "export", "step", "--force", "-o", str(step), str(path))
    yield (
        "pick-and-place, STEP",
        f"{len(positions.read_text().splitlines()) - 1} parts, {step.stat().st_size // 1000} kB",
    )
    yield "board, pictures", _board_pictures(netlist, out, routes, stitches, path)


def _board_pictures(
    netlist: Netlist,
    out: Path,
    routes: dict[str, list[Route]],
    stitches: list[tuple[float, float]],
    path: Path,
) -> str:
    pictures = out / "pictures"
    tools.render(path, pictures / "board-tilted.png", tilted=True)
    tools.render(path, pictures / "board-bottom.png", side="bottom")
    # Each stage: file name, picture, what stands on it by then, and how it is looked at.
    stages = [("bare", "board-top.png", (), False)]
    shown: tuple[str, ...] = ()
    for number, words in enumerate(STEPS, start=1):
        shown += words
        stages.append((f"step-{number}", f"step-{number}.png", shown, True))

    def draw(stage: tuple[str, str, tuple[str, ...], bool]) -> None:
        name, picture, only, tilted = stage
        file = path.with_name(f"{name}.kicad_pcb")
        write_board(netlist, file, routes, stitches, only)
        tools.fill(file)
        tools.render(file, pictures / picture, tilted=tilted, width=1000 if tilted else 1400)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(draw, stages))
    return f"{3 + len(STEPS)} renderings"


def export_gerbers(path: Path, folder: Path) -> None:
    """Gerbers of all layers and the drill file."""
    layers = "F.Cu,B.Cu,F.Mask,B.Mask,F.SilkS,B.SilkS,F.Paste,B.Paste,Edge.Cuts"
    tools.run("kicad-cli", "pcb", "export", "gerbers", "-l", layers, "-o", f"{folder}/", str(path))
    # Slots as routed paths: not every reader knows the other form.
    route_slots = ("--excellon-oval-format", "route")
    tools.run("kicad-cli", "pcb", "export", "drill", *route_slots, "-o", f"{folder}/", str(path))


def read_gerbers(folder: Path) -> str:
    """Reads the gerbers back with another program: layers, outline, holes."""
    from gerbonara import LayerStack  # noqa: PLC0415 - slow to import, and the checks must run without it

    with warnings.catch_warnings():
        # KiCad repeats G90 after the header of the drill file; the reader remarks on it and goes on.
        warnings.simplefilter("ignore", SyntaxWarning)
        stack = LayerStack.open(folder)
    (left, low), (right, high) = stack.board_bounds(unit="mm")
    size = (right - left, high - low)
    if abs(size[0] - layout.WIDTH) > 0.2 or abs(size[1] - layout.HEIGHT) > 0.2:
        raise DesignError("gerber outline", size, (layout.WIDTH, layout.HEIGHT))
    return f"{len(stack.graphic_layers)} layers, {size[0]:.1f} x {size[1]:.1f} mm"


# -- wiring and enclosure -----------------------------------------------------------------------------------


def _wiring(root: Path, out: Path) -> Iterator[tuple[str, str]]:
    sources = [root / "wiring" / f"{name}.yml" for name in wiring.DIAGRAMS]
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda source: tools.wireviz(source, out / "wiring"), sources))
    for name in wiring.DIAGRAMS:
        if not (out / "wiring" / f"{name}.svg").is_file():
            raise DesignError("wiring", name, "an SVG")
    yield "wiring diagrams", f"{len(sources)} SVG and PNG"


def watertight(path: Path) -> tuple[float, tuple[float, float, float]]:
    """Volume in cm3 and size in mm of a closed body. Raises DesignError when it has holes."""
    import trimesh  # noqa: PLC0415 - slow to import, and the checks must run without it

    mesh = trimesh.load(path)
    if not mesh.is_watertight or not mesh.is_winding_consistent or mesh.volume <= 0:
        raise DesignError(path.name, "an open surface", "a watertight body")
    x, y, z = (float(v) for v in mesh.extents)
    return mesh.volume / 1000, (x, y, z)


def _enclosure(root: Path, out: Path) -> Iterator[tuple[str, str]]:
    folder = root / "enclosure"

    def make(item: tuple[str, tuple[str, str, str]]) -> tuple[str, float, tuple[float, float, float]]:
        name, (source, part, size) = item
        path = out / "stl" / f"{name}.stl"
        tools.scad(folder / f"{source}.scad", path, {"part": part, "size": size})
        return name, *watertight(path)

    with ThreadPoolExecutor(2) as pool:
        made = list(pool.map(make, PARTS.items()))
    too_large = [name for name, _, size in made if max(size[0], size[1]) > 220]
    if too_large:
        raise DesignError("print bed", too_large, "parts up to 220 mm")
    yield "enclosure", f"{len(made)} watertight STL, {sum(v for _, v, _ in made) * 1.27:.0f} g solid"
    for name, (source, part, size, camera) in VIEWS.items():
        target = out / "pictures" / f"{name}.png"
        tools.scad_picture(folder / f"{source}.scad", target, {"part": part, "size": size}, camera)
    yield "enclosure, pictures", str(len(VIEWS))
