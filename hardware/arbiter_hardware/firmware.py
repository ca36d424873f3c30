"""Reads the firmware's constants without running it: the pin map, and the display's limits."""

import ast
from pathlib import Path

from arbiter_hardware.errors import DesignError

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware" / "arbiter_device"


def constants(source: str) -> dict[str, int]:
    """Module-level `NAME = integer` of a Python text, `const(integer)` included."""
    found = {}
    for node in ast.parse(source).body:
        if (
            not isinstance(node, ast.Assign)
            or len(node.targets) != 1
            or not isinstance(node.targets[0], ast.Name)
        ):
            continue
        value = node.value
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "const":
            value = value.args[0]
        if isinstance(value, ast.Constant) and type(value.value) is int:
            found[node.targets[0].id] = value.value
    return found


def pins(path: Path = FIRMWARE / "pins.py") -> dict[str, int]:
    """Function -> GPIO of the firmware's pin map."""
    found = constants(path.read_text(encoding="utf-8"))
    if not found:
        raise DesignError(str(path), "no constants", "NAME = GPIO number")
    return found
