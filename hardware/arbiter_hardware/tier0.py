"""All checks that need no drawing program, in one list: what `make test` and every build run."""

from pathlib import Path

from arbiter_hardware import bom, checks, enclosure, esp32, firmware, generated, power, wiring, wiring_check
from arbiter_hardware.model import VARIANTS, Netlist

LIMIT_NAME = "LIMIT_MA"


def firmware_cap(root: Path) -> int:
    """The pixel current in mA to which the firmware dims."""
    source = root.parent / "firmware" / "arbiter_device" / "drivers" / "ws2812.py"
    return firmware.constants(source.read_text(encoding="utf-8"))[LIMIT_NAME]


def problems(netlist: Netlist, root: Path) -> list[str]:
    """Every fault of the design, as sentences. `root` is the hardware folder."""
    pins = firmware.pins(root.parent / "firmware" / "arbiter_device" / "pins.py")
    cap = firmware_cap(root)
    found = checks.pin_map(netlist, pins)
    found += esp32.problems(pins) + esp32.boot_problems(netlist, pins)
    found += checks.all_variants(netlist)
    for variant in VARIANTS:
        found += power.problems(netlist, variant, cap)
        found += power.reading_problems(netlist, variant)
        found += enclosure.problems(netlist, enclosure.box(netlist, variant))
        found += bom.problems(netlist, variant)
    documents = {name: wiring_check.read(root / "wiring" / f"{name}.yml") for name in wiring.DIAGRAMS}
    for name, document in documents.items():
        found += wiring_check.problems(netlist, name, document)
    for variant in VARIANTS:
        box = documents["box-b" if variant == "B" else "box-a"]
        found += wiring_check.uncovered(netlist, variant, [box, documents["handset"]])
    found += [
        f"{path.name}: not as the netlist makes it; run build.py --refresh"
        for path in generated.stale(netlist, root)
    ]
    return found
