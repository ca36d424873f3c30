"""What goes onto the chip: only our two packages, compiled, small, and complete."""

from __future__ import annotations

import ast
import json
import subprocess
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import pytest

import bundle
from sim.panel_client import micropython

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
    assert max(size for path, size in built[1].items() if path.endswith(".mpy")) <= 8 * 1024


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


async def test_micropython_runs_a_stroke_from_the_bundle_alone_in_the_heap_of_the_chip(
    built, broker, hub, clock
):
    folder, _ = built
    async with clock(broker=broker.address, heap=bundle.HEAP, options=("--bundle", str(folder))) as device:
        await hub.wait(lambda: hub.of("status"))
        await hub.start_set()
        await device.panel.press("START")
        await device.panel.frame(lambda frame: frame["text"] == "40")
        await device.panel.press("SHOT")
        await hub.wait(lambda: len(hub.events) == 3)


def test_run_from_rom_the_application_leaves_half_of_the_chips_heap_free(built, tmp_path):
    """An ESP32 has about 110 KB beside Wi-Fi; here every word is twice as long, so 128 KB stand for 64 KB."""
    script = (
        "import gc, sys, vfs\n"
        f"vfs.mount(vfs.VfsRom(open({str(built[0] / bundle.IMAGE)!r}, 'rb').read()), '/rom')\n"
        f"sys.path[:0] = [{str(FIRMWARE / 'sim')!r}, '/rom']\n"
        "import esp32, machine, network, neopixel, time\n"
        "gc.collect()\n"
        "before = gc.mem_alloc()\n"
        "import arbiter_device.app\n"
        "gc.collect()\n"
        "print(gc.mem_alloc() - before)\n"
    )
    file = tmp_path / "measure.py"
    file.write_text(script)
    ran = subprocess.run(
        [micropython(), "-X", "heapsize=4M", str(file)],
        capture_output=True,
        text=True,
        timeout=20,
        check=True,
    )

    assert 60_000 < int(ran.stdout) < 128 * 1024, ran.stdout
