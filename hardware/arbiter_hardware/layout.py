"""Where everything sits on the carrier board, in mm from its top left corner, y down, and the board's rules.

The lower edge is the wall with the DC jack, the handset's RJ45 and the module's USB socket. Digits and lamps
leave at the upper edge. The module's antenna points into the board, where copper is kept away from it.
"""

from dataclasses import dataclass

WIDTH = 115.0
HEIGHT = 100.0
THICKNESS = 1.6
GRID = 0.635

HOLES = {"H1": (4.0, 4.0), "H2": (111.0, 4.0), "H3": (4.0, 96.0), "H4": (111.0, 96.0)}

# Copper-free rectangle under the antenna: left, top, right, bottom.
ANTENNA = (55.5, 43.2, 84.2, 49.2)

CLEARANCE = 0.2
TRACK = 0.25
VIA, VIA_DRILL = 0.8, 0.4
EDGE = 0.5
# Track width by net; all others are signals.
WIDTHS = {
    "SUPPLY": 1.5,
    "FUSED": 1.5,
    "VIN": 1.5,
    "+5V": 0.8,
    "3V3": 0.5,
    "+5V_HS": 0.5,
    "MOTOR": 0.5,
    "GND": 0.5,
}


@dataclass(frozen=True)
class Place:
    """Position of a footprint's origin, and its turn in degrees counter-clockwise."""

    x: float
    y: float
    turn: int = 0


def _places() -> dict[str, Place]:
    p: dict[str, Place] = {
        "U1": Place(57.15, 50.8),
        "J1": Place(12.7, 86.36),
        "J2": Place(36.83, 86.36),
        "F1": Place(5.715, 79.5),
        "Q1": Place(8.0, 74.2),
        "R61": Place(3.4, 72.6, 90),
        "R62": Place(12.6, 74.2, 90),
        "D1": Place(18.0, 71.5),
        "C1": Place(18.6, 80.0),
        "C2": Place(24.3, 70.6, 90),
        "U6": Place(6.985, 66.7),
        "C3": Place(18.6, 62.0),
        "J3": Place(5.08, 57.4, 90),
        "J7": Place(16.5, 43.18),
        "C10": Place(29.2, 53.4),
        "J10": Place(29.0, 43.18),
        "J9": Place(39.0, 43.18),
        "R74": Place(49.0, 41.0),
        "R73": Place(49.0, 45.0),
        "C5": Place(52.0, 52.0, 90),
        "R63": Place(42.0, 52.5, 90),
        "R64": Place(45.2, 52.5, 90),
        "C4": Place(48.4, 52.5, 90),
        "U2": Place(91.44, 50.8),
        "R60": Place(87.6, 53.0, 90),
        "R67": Place(87.6, 59.0, 90),
        "R66": Place(87.6, 65.0, 90),
        "R65": Place(87.6, 71.0, 90),
        "C6": Place(100.4, 47.2),
        "JP1": Place(104.5, 60.0, 90),
        "R75": Place(104.5, 66.5, 90),
        "J8": Place(109.5, 46.0, 270),
        "R71": Place(93.0, 72.5),
        "R72": Place(93.0, 76.0),
        "Q2": Place(94.0, 87.0),
        "R68": Place(88.0, 83.0, 90),
        "R69": Place(88.0, 89.0, 90),
        "R70": Place(94.5, 81.0),
        "BZ1": Place(101.0, 84.5),
        "J11": Place(103.0, 15.0),
        "F2": Place(17.0, 51.5),
        "D2": Place(39.5, 56.6),
    }
    for place in range(3):
        left = 10.16 + 30.48 * place
        p[f"U{3 + place}"] = Place(left, 33.02, 90)
        p[f"J{4 + place}"] = Place(left + 2.54, 6.35)
        p[f"C{7 + place}"] = Place(left + 2.54, 37.2)
        # Outputs 7 to 4 leave above, 0 to 3 below: their resistors interleave, so that no track crosses.
        for column, bit in enumerate((7, 0, 6, 1, 5, 2, 4, 3)):
            if not (place == 2 and bit == 7):
                p[f"R{10 + 10 * place + bit}"] = Place(left + 3.81 + 2.54 * column, 17.78, 90)
    for column in range(7):
        x = 28.0 + 3.8 * column
        p[f"D{10 + column}"] = Place(x, 79.0, 90)
        p[f"R{40 + column}"] = Place(x, 73.2, 90)
        p[f"C{20 + column}"] = Place(x, 67.2, 90)
        p[f"R{50 + column}"] = Place(x, 61.2, 90)
    return p


PLACES = _places()

# What passes through the lower wall: reference -> (centre x, width, bottom z, height) above the board's top face.
OPENINGS = {
    "J1": (12.7, 9.5, 0.0, 11.0),
    "J2": (41.275, 15.8, 0.0, 13.5),
    "U1": (69.85, 12.0, 8.5, 8.0),
}
