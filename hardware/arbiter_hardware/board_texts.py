"""What is printed on the board beside the references: what each connector pin carries, and the warnings."""

from arbiter_hardware import footprints, layout
from arbiter_hardware.kicad import REVISION
from arbiter_hardware.model import Netlist

Text = tuple[str, str, float, float, float, float]  # layer, text, x, y, turn, size

_SHORT = {"VIN": "+", "GND": "-", "3V3": "3V3", "PIX": "D", "SER_END": "OUT", "PGOOD": "PG", "LDR": "LDR"}
_LAMP = {
    "BALL_WHITE": "WH",
    "BALL_YELLOW": "YE",
    "PHASE1": "P1",
    "LAST": "P2",
    "PAUSE": "PA",
    "FREE_BALL": "FB",
    "LINK": "LK",
}
# Offset of the label from the pin, in the header's own coordinates: the side away from the board's edge.
_SIDE = 4.6


def pin_label(net: str) -> str:
    """At most five letters for what a connector pin carries."""
    if net in _SHORT:
        return _SHORT[net]
    family, _, name = net.partition("_")
    return _LAMP[name] if family == "L" else name or net


def texts(netlist: Netlist) -> list[Text]:
    """All texts of the board."""
    found: list[Text] = []
    for part in netlist.in_place("board"):
        if "JST_XH" not in part.item.footprint:
            continue
        place = layout.PLACES[part.ref]
        for pad in footprints.pads(footprints.load(part.item.footprint)):
            if not pad.number:
                continue
            dx, dy = footprints.turned(pad.x, pad.y + _SIDE, place.turn)
            label = pin_label(netlist.net_of(part.ref, pad.number) or "")
            upright = place.turn % 180 == 0
            wide = len(label) > 2
            if not upright:
                dx += (len(label) - 1) * 0.38 * (1 if dx > 0 else -1)
            turn = 90.0 if upright and wide else 0.0
            found.append(("F.SilkS", label, place.x + dx, place.y + dy + (0.6 if turn else 0.0), turn, 0.8))
    found += [
        ("F.SilkS", f"ARBITER carrier rev {REVISION}", 97.5, 98.0, 0, 1.2),
        ("F.SilkS", "CERN-OHL-P-2.0", 102.0, 95.6, 0, 1.0),
        ("F.SilkS", "A, compact: 12 V", 25.5, 87.6, 0, 0.8),
        ("F.SilkS", "B: 5 V, no U6", 25.5, 89.2, 0, 0.8),
        ("F.SilkS", "SELV only, + inside", 25.5, 90.8, 0, 0.8),
        ("F.SilkS", "no network!", 41.3, 99.0, 0, 0.8),
        ("F.SilkS", "K", 36.7, 56.6, 0, 0.8),
        ("F.SilkS", "A", 106.8, 61.3, 0, 1.0),
        ("F.SilkS", "B", 106.8, 58.7, 0, 1.0),
    ]
    return found
