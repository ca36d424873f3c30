#!/usr/bin/env python3
"""Makes and checks everything from the netlist. Outputs go to build/hardware.

python hardware/build.py              all steps; exit 1 for a fault in the design, 3 for a missing tool
python hardware/build.py --check      only the checks that need no tool
python hardware/build.py --refresh    rewrites the generated files that the repository holds
                                      (wiring/*.yml, bom/*.csv, enclosure/params.scad)
python hardware/build.py --pictures   all steps, then rewrites pictures/ for the README
"""

import argparse
import sys
import time
from pathlib import Path

HARDWARE = Path(__file__).resolve().parent
sys.path.insert(0, str(HARDWARE))

from arbiter_hardware import generated, produce, tier0, tools  # noqa: E402 - the folder is not installed
from arbiter_hardware.errors import DesignError  # noqa: E402
from arbiter_hardware.netlist import build  # noqa: E402

OUT = HARDWARE.parent / "build" / "hardware"


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--refresh", action="store_true")
    parser.add_argument("--pictures", action="store_true")
    parser.add_argument("--out", type=Path, default=OUT)
    options = parser.parse_args()
    netlist = build()
    if options.refresh:
        for path in generated.write(netlist, HARDWARE):
            print(f"wrote {path.relative_to(HARDWARE.parent)}")
        return 0
    started = time.monotonic()
    faults = tier0.problems(netlist, HARDWARE)
    print(f"{'checks without tools':32} {len(faults)} faults")
    if options.check or faults:
        print("\n".join(faults))
        return 1 if faults else 0
    absent = tools.missing()
    if absent:
        print(f"missing: {', '.join(absent)}; run {tools.INSTALL}", file=sys.stderr)
        return 3
    try:
        for name, result in produce.everything(netlist, HARDWARE, options.out):
            print(f"{name:32} {result}", flush=True)
    except DesignError as error:
        print(f"FAILED {error}", file=sys.stderr)
        return 1
    if options.pictures:
        print(f"{'pictures for the README':32} {generated.pictures(options.out, HARDWARE)}")
    print(f"hardware built and checked in {time.monotonic() - started:.0f} s: {options.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
