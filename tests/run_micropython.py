"""Runs the core's tests under MicroPython: `python tests/run_micropython.py [FILE...]`.

The core's test files are those in tests/clock, wire, mqtt and journal that import neither pytest nor hypothesis; pytest
collects them as well. Each file gets a process of its own with the heap of an ESP32: 64 KB, counted in the words of
a 32-bit machine (`64wk`). The last line is `N passed, N failed`; the exit code is not 0 when a test failed, a file
could not be run, or nothing ran.
"""

# ruff: noqa: T201 - the report is printed

import ast
import re
import subprocess
import sys
from pathlib import Path

TESTS = Path(__file__).resolve().parent
FOLDERS = ("clock", "wire", "mqtt", "journal")
MICROPYTHON = Path(sys.executable).with_name("micropython")
HEAP = "64wk"
CPYTHON_ONLY = {"pytest", "hypothesis"}
TIMEOUT_S = 120


def core_test_files() -> list[Path]:
    """All test files that both interpreters can run."""
    files = (file for folder in FOLDERS for file in sorted((TESTS / folder).glob("test_*.py")))
    return [file for file in files if not CPYTHON_ONLY & imported_packages(file)]


def imported_packages(file: Path) -> set[str]:
    """Top-level packages that a file imports."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found


def run_file(file: Path, heap: str = HEAP) -> tuple[int, int, str]:
    """(passed, failed, output) of one file; a process that dies or runs nothing counts as one failure."""
    if not MICROPYTHON.exists():
        return 0, 1, f"{MICROPYTHON.name} is not installed beside {Path(sys.executable).name}"
    command = [MICROPYTHON, "-X", f"heapsize={heap}", TESTS / "micropython_driver.py", file.resolve()]
    try:
        process = subprocess.run(
            [*map(str, command), str(TESTS), str(TESTS.parent / "shared")],
            capture_output=True,
            text=True,
            timeout=TIMEOUT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return 0, 1, f"no end within {TIMEOUT_S} s"
    output = process.stdout + process.stderr
    summary = re.search(r"^(\d+) passed, (\d+) failed$", process.stdout, re.MULTILINE)
    passed, failed = (int(summary[1]), int(summary[2])) if summary else (0, 0)
    if process.returncode and not failed:
        failed = 1
    return passed, failed, output


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
