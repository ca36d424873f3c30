"""Runs the simulated clock from ROM, as a chip does: `python rom_launcher.py BUNDLE STAND_INS HEAP [options]`.

BUNDLE is a folder that bundle.py has filled, STAND_INS the image that its `build_stand_ins` makes, HEAP the size for
MicroPython (64wk: 64 KB in words of 32 bits), and the options are those of start.py. The ROM partition of the clock's
flash and the stand-ins are mapped into memory outside MicroPython's heap: byte code, names and texts stay where they
are. A clock whose partition does not exist is flashed with the bundle's image. What the heap holds is printed:
`stand-ins retain N`, and `heap retained N free N` at each simulated minute.
"""

from __future__ import annotations

import ctypes
import mmap
import os
import sys
from pathlib import Path

import micropython_run  # the unix port, as an extension of CPython

IMAGE = "firmware.romfs"
PARTITION = "romfs.bin"
PARTITION_SIZE = 96 * 4096

#: Run before anything else: what is imported here is the interpreter's own and in every device's heap.
_FIRST = """
import asyncio, asyncio.event, asyncio.stream, gc, sys, uctypes, vfs
vfs.mount(vfs.VfsRom(uctypes.bytearray_at(%d, %d)), "/sim")
sys.path.insert(0, "/sim")
gc.collect()
sys.argv.extend(["--heap-base", str(gc.mem_alloc())])
import start
"""


def mapped(path: Path) -> tuple[mmap.mmap, int]:
    """A file in memory, and its address; what is written to the file later is seen there."""
    with path.open("r+b") as file:
        memory = mmap.mmap(file.fileno(), 0)
    return memory, ctypes.addressof(ctypes.c_char.from_buffer(memory))


def flash(image: Path, partition: Path) -> None:
    """Write an image into the first slot of a new partition."""
    partition.parent.mkdir(parents=True, exist_ok=True)
    partition.write_bytes(image.read_bytes().ljust(PARTITION_SIZE, b"\xff"))


def main() -> int:
    """Map both images and start the interpreter in this process; its exit code."""
    bundle, stand_ins, heap, options = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], sys.argv[4:]
    partition = Path(options[options.index("--state") + 1]) / PARTITION
    if not partition.exists():
        flash(bundle / IMAGE, partition)
    own, own_at = mapped(stand_ins)
    rom, rom_at = mapped(partition)
    if "--stock" not in options:
        os.environ["SIMULATED_ROM"] = f"{rom_at} {len(rom)}"
    command = ["micropython", "-X", f"heapsize={heap}", "-c", _FIRST % (own_at, len(own))]
    code: int = micropython_run.run_main([*command, *options, "--bundle", str(bundle)])
    return code


if __name__ == "__main__":
    sys.exit(main())
