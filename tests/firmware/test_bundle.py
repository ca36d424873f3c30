"""What goes onto the chip: only our two packages, compiled, small, and complete."""

from __future__ import annotations

import ast
import json
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import pytest

import bundle

FIRMWARE = Path(bundle.__file__).parent
DEVICE = FIRMWARE / "arbiter_device"
#: What an application file may import besides the two packages.
PORTABLE = {
    "asyncio",
    "binascii",
    "cryptolib",
    "gc",
    "hashlib",
    "json",
    "os",
    "random",
    "socket",
    "struct",
    "sys",
    "tls",
}
CHIP = {"esp32", "machine", "neopixel", "network", "time", "vfs"}
#: The files that may touch the chip.
HARDWARE = {"board.py"}


def imported(file: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            found.add((node.module or "").partition(".")[0])
    return found


@pytest.mark.parametrize("file", sorted(DEVICE.rglob("*.py")), ids=lambda file: file.name)
def test_an_application_file_imports_the_core_and_what_micropython_has_and_only_the_board_the_chip(file):
    allowed = {"arbiter_clock", "arbiter_device"} | PORTABLE | (CHIP if file.name in HARDWARE else set())

    assert imported(file) <= allowed


def test_the_pin_map_is_plain_numbers_and_keeps_off_the_pins_the_chip_needs_itself():
    pins = {
        node.targets[0].id: ast.literal_eval(node.value)
        for node in ast.parse((DEVICE / "pins.py").read_text()).body
        if isinstance(node, ast.Assign)
    }
    shared = {"SPI_MOSI", "WS2812_DATA"}
    numbers = [number for name, number in pins.items() if name not in shared]

    assert len(numbers) == len(set(numbers))
    assert not set(pins.values()) & {0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 15, 16, 17}


def test_the_bundle_holds_both_packages_the_loader_and_nothing_of_the_rule_books(built):
    _, sizes = built
    packages = {path.parts[1] for path in map(Path, sizes) if path.parts[0] == "a" and len(path.parts) > 2}

    assert packages == {"arbiter_clock", "arbiter_device"}
    assert {"boot.py", "main.py", "a/manifest.json"} <= set(sizes)
    assert not any("rules" in path for path in sizes)


def test_no_compiled_module_is_larger_than_eight_kilobytes(built):
    compiled = {path: size for path, size in built[1].items() if path.endswith(".mpy")}
    print("\n".join(f"{size:6d} {path}" for path, size in compiled.items()))  # noqa: T201
    print(f"{sum(compiled.values()):6d} in {len(compiled)} files, image {built[1][bundle.IMAGE]}")  # noqa: T201

    assert max(compiled.values()) <= 8 * 1024


def test_the_manifest_names_every_compiled_file_with_its_hash(built):
    folder, sizes = built
    manifest = json.loads((folder / "a/manifest.json").read_text())
    compiled = {path.removeprefix("a/") for path in sizes if path.endswith(".mpy")}

    assert set(manifest["files"]) == compiled
    for path, digest in manifest["files"].items():
        assert sha256((folder / "a" / path).read_bytes()).hexdigest() == digest


def test_a_build_over_an_old_one_leaves_nothing_of_it(tmp_path):
    (tmp_path / "a/arbiter_rules").mkdir(parents=True)
    (tmp_path / "a/arbiter_rules/secret.mpy").write_bytes(b"x")

    assert not any("secret" in path for path in bundle.build(tmp_path))


def test_the_firmware_has_the_version_of_the_distribution():
    assert bundle.version() == version("arbiter-shotclock")
