"""What can be bought: the items of parts.toml, and the resistors, whose part numbers follow from their value."""

import tomllib
from functools import cache
from pathlib import Path

from arbiter_hardware.errors import DesignError
from arbiter_hardware.model import PIN_KINDS, Item, Pin

SOURCE = Path(__file__).with_name("parts.toml")


def _pin(key: str, text: str) -> Pin:
    number, name, kind = text.split()
    if kind not in PIN_KINDS:
        raise DesignError(f"pin kind of {key} {number}", kind, sorted(PIN_KINDS))
    return Pin(number, name, kind)


@cache
def items() -> dict[str, Item]:
    """Every row of parts.toml by its key; each has two alternatives."""
    rows = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    result: dict[str, Item] = {}
    for key, row in rows.items():
        alternatives = tuple((maker, number) for maker, number in row["alternatives"])
        if len(alternatives) != 2:
            raise DesignError(f"alternatives of {key}", len(alternatives), 2)
        pins = tuple(_pin(key, text) for text in row.get("pins", []))
        rest = {k: v for k, v in row.items() if k not in ("alternatives", "pins")}
        result[key] = Item(key=key, pins=pins, alternatives=alternatives, **rest)
    return result


def _digits(ohms: int) -> tuple[int, int]:
    """The three significant digits and the power of ten, as on a 1 % resistor: 180 -> (180, 0)."""
    mantissa, power = ohms, 0
    while mantissa >= 1000:
        mantissa, power = mantissa // 10, power + 1
    while mantissa < 100:
        mantissa, power = mantissa * 10, power - 1
    return mantissa, power


def value_text(ohms: int) -> str:
    """27R, 180R, 4k7, 10k."""
    if ohms < 1000:
        return f"{ohms}R"
    whole, rest = divmod(ohms, 1000)
    return f"{whole}k{rest // 100}" if rest else f"{whole}k"


def _yageo(ohms: int) -> str:
    """Yageo's code puts the unit letter in place of the point: 180R, 4K7, 10K."""
    return value_text(ohms).upper()


@cache
def resistor(ohms: int) -> Item:
    """A 1206 resistor, 1 %, 0.25 W, of Yageo, Vishay or Panasonic."""
    mantissa, power = _digits(ohms)
    code = str(mantissa)
    letter, place = ("R", power + 3) if ohms < 1000 else ("K", power)
    vishay = (code + "0")[:place] + letter + (code + "0")[place:]
    panasonic = f"{mantissa}{power}" if power >= 0 else f"{code[:2]}R{code[2]}"
    return Item(
        key=f"r{ohms}",
        description=f"Resistor {value_text(ohms)} 1 % 0.25 W, 1206",
        manufacturer="Yageo",
        mpn=f"RC1206FR-07{_yageo(ohms)}L",
        alternatives=(("Vishay", f"CRCW1206{vishay[:4]}FKEA"), ("Panasonic", f"ERJ-8ENF{panasonic}V")),
        price=0.03,
        pins=(Pin("1", "1", "pa"), Pin("2", "2", "pa")),
        symbol="resistor",
        footprint="Resistor_SMD:R_1206_3216Metric_Pad1.30x1.75mm_HandSolder",
        height=0.7,
        ratings={"ohms": ohms, "watts": 0.25},
    )
