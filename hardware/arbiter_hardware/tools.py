"""Runs the outside programs: KiCad, OpenSCAD, WireViz. Each call has a time limit and says what failed."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from arbiter_hardware.errors import DesignError

LIMIT_S = 120
NEEDED = ("kicad-cli", "openscad", "xvfb-run", "dot", "rsvg-convert")
INSTALL = "hardware/install_tools.sh"
SYSTEM_PYTHON = "/usr/bin/python3"  # the interpreter for which KiCad's module is built


def missing() -> list[str]:
    """Names of the programs that are not there; KiCad also counts as missing in another major version."""
    found = [name for name in NEEDED if shutil.which(name) is None]
    if "kicad-cli" not in found and not run("kicad-cli", "version").strip().startswith("9."):
        found.append("kicad-cli 9")
    return found


def run(*command: str, cwd: Path | None = None, allowed: tuple[int, ...] = (0,)) -> str:
    """Output of a program. Raises DesignError with its own words when it fails or takes too long."""
    # KiCad writes its settings on the first start: not into anybody's home.
    settings = Path(tempfile.gettempdir()) / f"arbiter-kicad-{os.getuid()}"
    environment = {**os.environ, "KICAD_CONFIG_HOME": str(settings)}
    try:
        done = subprocess.run(
            command, cwd=cwd, env=environment, capture_output=True, text=True, timeout=LIMIT_S, check=False
        )
    except (FileNotFoundError, subprocess.TimeoutExpired) as error:
        raise DesignError(
            command[0], str(error), f"a run below {LIMIT_S} s; install with {INSTALL}"
        ) from error
    if done.returncode not in allowed:
        raise DesignError(" ".join(command[:4]), f"status {done.returncode}: {done.stderr[-800:]}", allowed)
    return done.stdout


def report(path: Path) -> list[str]:
    """Violations of a KiCad rule report (JSON) as sentences with their place."""
    data = json.loads(path.read_text(encoding="utf-8"))
    found = [v for sheet in data.get("sheets", []) for v in sheet["violations"]]
    found += data.get("violations", []) + data.get("unconnected_items", []) + data.get("schematic_parity", [])
    lines = []
    for violation in found:
        items = "; ".join(item["description"] for item in violation["items"])
        lines.append(f"{violation['type']}: {violation['description']} [{items}]")
    return lines


def erc(schematic: Path) -> list[str]:
    """Electrical rule check, warnings included."""
    out = schematic.with_name("erc.json")
    run("kicad-cli", "sch", "erc", "--severity-all", "--format", "json", "-o", str(out), str(schematic))
    return report(out)


def fill(board: Path) -> None:
    """Fills the ground planes in place."""
    script = Path(__file__).resolve().parents[1] / "fill_zones.py"
    run(SYSTEM_PYTHON, str(script), str(board))


def drc(board: Path) -> list[str]:
    """Design rule check, warnings and unconnected pads included."""
    out = board.with_name("drc.json")
    run("kicad-cli", "pcb", "drc", "--severity-all", "--format", "json", "-o", str(out), str(board))
    return report(out)


def render(board: Path, picture: Path, *, side: str = "top", tilted: bool = False, width: int = 1400) -> None:
    """A picture of the board, straight from a side or tilted."""
    view = ["--rotate", "-35,0,25", "--perspective", "--zoom", "0.76"] if tilted else ["--zoom", "0.95"]
    size = ["-w", str(width), "--height", str(width * 4 // 5), "--background", "opaque"]
    run("kicad-cli", "pcb", "render", "--side", side, *view, *size, "-o", str(picture), str(board))


def wireviz(source: Path, out: Path) -> None:
    """SVG, PNG and parts list of a wiring diagram."""
    run(str(Path(sys.executable).with_name("wireviz")), "-f", "pst", "-o", str(out), str(source))


def scad(source: Path, out: Path, values: dict[str, str]) -> None:
    """An STL of one part."""
    defines = [x for name, value in values.items() for x in ("-D", f'{name}="{value}"')]
    run("openscad", "-q", *defines, "-o", str(out), str(source))


def scad_picture(source: Path, out: Path, values: dict[str, str], camera: str) -> None:
    """A picture; OpenSCAD needs an X server for it."""
    defines = [x for name, value in values.items() for x in ("-D", f'{name}="{value}"')]
    view = ["--imgsize=1200,900", "--viewall", "--autocenter", f"--camera={camera}", "--colorscheme=Tomorrow"]
    run("xvfb-run", "-a", "openscad", "-q", *defines, "-o", str(out), *view, str(source))
