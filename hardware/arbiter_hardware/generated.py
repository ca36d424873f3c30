"""Generated files that the repository holds, because people read them without any tool."""

from pathlib import Path

from arbiter_hardware import bom, enclosure, wiring
from arbiter_hardware.model import VARIANTS, Netlist

# Picture in the repository -> where the build puts it.
PICTURES = {
    "board.png": "pictures/board-tilted.png",
    "board-top.png": "pictures/board-top.png",
    "step-1-small-parts.png": "pictures/step-1.png",
    "step-2-supply.png": "pictures/step-2.png",
    "step-3-sockets.png": "pictures/step-3.png",
    "step-4-modules.png": "pictures/step-4.png",
    "box.png": "pictures/closed.png",
    "box-open.png": "pictures/assembly.png",
    "box-board.png": "pictures/inside.png",
    "front-inside.png": "pictures/front.png",
    "handset.png": "pictures/handset.png",
    "mount.png": "pictures/mount.png",
    "box-compact.png": "pictures/compact.png",
    "schematic-power.png": "pictures/schematic-2.png",
    "schematic-display.png": "pictures/schematic-3.png",
    "schematic-inputs.png": "pictures/schematic-4.png",
    "wiring-box-a.png": "wiring/box-a.png",
    "wiring-box-b.png": "wiring/box-b.png",
    "wiring-handset.png": "wiring/handset.png",
    "wiring-breadboard.png": "wiring/breadboard.png",
}
_WIDEST = 1600
_WIDEST_PHOTO = 900
_WIDE = {"wiring-breadboard.png": 2400, "board-top.png": 1300}


def texts(netlist: Netlist) -> dict[str, str]:
    """Path below hardware/ -> content."""
    found = {f"wiring/{name}": text for name, text in wiring.texts(netlist).items()}
    found |= {f"bom/bom-{variant.lower()}.csv": bom.text(netlist, variant) for variant in VARIANTS}
    found["enclosure/params.scad"] = enclosure.parameters(netlist)
    return found


def stale(netlist: Netlist, root: Path) -> list[Path]:
    """Files that are missing or not as the netlist makes them."""
    paths = {root / name: text for name, text in texts(netlist).items()}
    return [p for p, text in paths.items() if not p.is_file() or p.read_text(encoding="utf-8") != text]


def write(netlist: Netlist, root: Path) -> list[Path]:
    """Rewrites what is stale."""
    changed = stale(netlist, root)
    for path in changed:
        path.parent.mkdir(exist_ok=True)
        path.write_text(texts(netlist)[str(path.relative_to(root))], encoding="utf-8")
    return changed


def pictures(out: Path, root: Path) -> str:
    """Copies the README's pictures, made small: at most 900 pixels wide, drawings 1600, in 256 colours."""
    from PIL import Image  # noqa: PLC0415 - only here; the checks must run without it

    folder = root / "pictures"
    folder.mkdir(exist_ok=True)
    total = 0
    for name, source in PICTURES.items():
        image = Image.open(out / source).convert("RGB")
        drawing = name.startswith(("wiring", "schematic"))
        widest = _WIDEST if drawing else _WIDEST_PHOTO
        if name in _WIDE:
            widest = _WIDE[name]
        image.thumbnail((widest, 2400))
        image.quantize(256).save(folder / name, optimize=True)
        total += (folder / name).stat().st_size
    return f"{len(PICTURES)} pictures, {total // 1000} kB"
