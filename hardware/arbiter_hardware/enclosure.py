"""Dimensions of box, handset and mount, worked out from the board's layout and the catalogue, in mm.

Box coordinates: x to the right and y up as the players see it, z from the back wall (0) to the front. The board
stands on the back wall with its parts to the front and its lower edge at the lower wall.
"""

import itertools
from dataclasses import dataclass

from arbiter_hardware import layout
from arbiter_hardware.catalogue import items
from arbiter_hardware.model import Netlist

WALL = 2.4
FRONT = 2.4
PANE = 3.0
STANDOFF = 8.0
SIDE_GAP = 2.0
LOWER_GAP = 0.6
CLEAR = 0.4  # around a connector in its opening
BED = 220.0
LAMP = 10.0
LAMP_ROW = 18.0
DIGIT_GAP = 6.0
BOSS = 12.0  # room left and right of the digits for the clamps' bosses
CLAMP = 5.0
CABLES = 6.0  # between the tallest part on the board and the clamps
BUTTON_FLANGE = 28.0
# Half of what a plug's moulding needs around the socket: reference -> (x, z).
PLUG = {"J1": (6.0, 6.0), "J2": (8.0, 7.0), "U1": (6.5, 4.5)}


@dataclass(frozen=True)
class Box:
    """One size of display box. `inner_*` are the clear sizes."""

    name: str
    inner_w: float
    inner_h: float
    inner_d: float
    digit_w: float
    digit_h: float
    digit_d: float
    tallest: float

    @property
    def outer_w(self) -> float:
        return self.inner_w + 2 * WALL

    @property
    def outer_h(self) -> float:
        return self.inner_h + 2 * WALL

    @property
    def outer_d(self) -> float:
        return WALL + self.inner_d + FRONT

    @property
    def board_x(self) -> float:
        """Left edge of the board from the outside."""
        return WALL + SIDE_GAP

    @property
    def board_y(self) -> float:
        return WALL + LOWER_GAP

    @property
    def board_z(self) -> float:
        """The board's face with the parts, above the outside of the back wall."""
        return WALL + STANDOFF + layout.THICKNESS

    @property
    def digits_w(self) -> float:
        return 2 * self.digit_w + DIGIT_GAP

    def openings(self) -> dict[str, tuple[float, float, float, float]]:
        """Holes in the lower wall: reference -> (left, right, bottom z, top z) from the outside corner."""
        found = {}
        for ref, (centre, width, low, height) in layout.OPENINGS.items():
            half_x = max(width / 2 + CLEAR, PLUG[ref][0])
            middle = self.board_z + low + height / 2
            half_z = max(height / 2 + CLEAR, PLUG[ref][1])
            x = self.board_x + centre
            found[ref] = (x - half_x, x + half_x, middle - half_z, middle + half_z)
        return found

    def holes(self) -> dict[str, tuple[float, float]]:
        """Centres of the board's standoffs."""
        return {
            ref: (self.board_x + x, self.board_y + layout.HEIGHT - y) for ref, (x, y) in layout.HOLES.items()
        }


def tallest(netlist: Netlist) -> float:
    """Height of the tallest part on the board."""
    return max(item.height for p in netlist.in_place("board") for item in p.fitted.values())


def box(netlist: Netlist, variant: str) -> Box:
    """The smallest box that holds digits, lamps, board and side buttons of a variant; A and B share one."""
    digit = items()["digit57" if variant == "compact" else "digit100"].ratings
    button = items()["button"].ratings["depth_mm"]
    digits_w = 2 * digit["width_mm"] + DIGIT_GAP
    high = tallest(netlist)
    return Box(
        name="compact" if variant == "compact" else "full",
        inner_w=max(digits_w + 2 * BOSS, SIDE_GAP + layout.WIDTH + 1.0 + button + 2.0),
        inner_h=max(digit["body_mm"] + LAMP_ROW + 12.0, layout.HEIGHT + LOWER_GAP + 1.0),
        inner_d=STANDOFF + layout.THICKNESS + high + CABLES + CLAMP + digit["depth_mm"] + PANE,
        digit_w=digit["width_mm"],
        digit_h=digit["body_mm"],
        digit_d=digit["depth_mm"],
        tallest=high,
    )


def problems(netlist: Netlist, b: Box) -> list[str]:
    """Everything that does not fit, as sentences."""
    button = items()["button"].ratings
    board_right = SIDE_GAP + layout.WIDTH
    depth = STANDOFF + layout.THICKNESS + tallest(netlist)
    front = CLAMP + b.digit_d + PANE
    with_buttons = board_right + 1.0 + button["depth_mm"]
    found = [
        (board_right > b.inner_w, f"board needs {board_right:.1f} mm in width, {b.inner_w:.1f} mm inside"),
        (
            b.inner_h < LOWER_GAP + layout.HEIGHT,
            f"board needs {LOWER_GAP + layout.HEIGHT:.1f} mm in height, {b.inner_h:.1f} mm inside",
        ),
        (
            depth + front > b.inner_d,
            f"board, parts and digits need {depth + front:.1f} mm in depth, {b.inner_d:.1f} mm inside",
        ),
        (
            b.digits_w + 2 * BOSS > b.inner_w,
            f"digits need {b.digits_w + 2 * BOSS:.1f} mm in width, {b.inner_w:.1f} mm inside",
        ),
        (
            b.digit_h + LAMP_ROW > b.inner_h,
            f"digits and lamps need {b.digit_h + LAMP_ROW:.1f} mm in height, {b.inner_h:.1f} mm inside",
        ),
        (
            with_buttons > b.inner_w,
            f"board and side buttons need {with_buttons:.1f} mm in width, {b.inner_w:.1f} mm inside",
        ),
        (
            b.inner_d - front < BUTTON_FLANGE,
            f"side buttons need {BUTTON_FLANGE} mm behind the digits, {b.inner_d - front:.1f} mm there",
        ),
        (
            b.inner_w < 7 * 1.6 * LAMP,
            f"lamps need {7 * 1.6 * LAMP:.0f} mm in width, {b.inner_w:.1f} mm inside",
        ),
        (
            max(b.outer_w, b.outer_h) > BED,
            f"outside {b.outer_w:.0f} x {b.outer_h:.0f} mm, printer bed {BED:.0f} mm",
        ),
    ]
    found += _opening_problems(b) + _hole_problems(b)
    return [f"{b.name}: {text}" for wrong, text in found if wrong]


def _opening_problems(b: Box) -> list[tuple[bool, str]]:
    found = []
    spans = sorted((left, right, ref) for ref, (left, right, _, _) in b.openings().items())
    for (_, right, one), (left, _, two) in itertools.pairwise(spans):
        found.append(
            (left - right < 2.0, f"openings of {one} and {two} leave {left - right:.1f} mm between them")
        )
    for ref, (left, right, low, high) in b.openings().items():
        inside = left > WALL and right < b.outer_w - WALL and low > WALL and high < b.outer_d - FRONT
        found.append((not inside, f"opening of {ref} leaves the lower wall"))
        centre, width, z, height = layout.OPENINGS[ref]
        x, middle = b.board_x + centre, b.board_z + z
        covered = (
            left <= x - width / 2 and right >= x + width / 2 and low <= middle and high >= middle + height
        )
        found.append((not covered, f"opening of {ref} does not clear the connector"))
    return found


def _hole_problems(b: Box) -> list[tuple[bool, str]]:
    found = []
    for ref, (x, y) in b.holes().items():
        inside = WALL + 3.0 <= x <= b.outer_w - WALL - 3.0 and WALL + 3.0 <= y <= b.outer_h - WALL - 3.0
        found.append((not inside, f"standoff {ref} at {x:.1f}, {y:.1f} is in a wall"))
    return found


def _number(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")


def parameters(netlist: Netlist) -> str:
    """The OpenSCAD file that box.scad, handset.scad and mount.scad include."""
    lines = [
        "// Made from layout.py and parts.toml by `python hardware/build.py --wiring`; change it there. Unit: mm."
    ]
    common = {
        "wall": WALL, "front": FRONT, "pane": PANE, "standoff": STANDOFF, "clamp": CLAMP, "lamp_d": LAMP,
        "lamp_row": LAMP_ROW, "digit_gap": DIGIT_GAP, "boss": BOSS, "board_w": layout.WIDTH,
        "board_h": layout.HEIGHT, "board_t": layout.THICKNESS, "button_d": items()["button"].ratings["hole_mm"],
        "button_depth": items()["button"].ratings["depth_mm"], "button_flange": BUTTON_FLANGE,
    }  # fmt: skip
    lines += [f"{name} = {_number(value)};" for name, value in common.items()]
    for variant in ("A", "compact"):
        b = box(netlist, variant)
        values = (b.inner_w, b.inner_h, b.inner_d, b.digit_w, b.digit_h, b.digit_d, b.board_x, b.board_y)
        lines.append(f"// {b.name}: inner w h d, digit w h d, board x y")
        lines.append(f"size_{b.name} = [{', '.join(_number(v) for v in values)}];")
        holes = ", ".join(f"[{_number(x)}, {_number(y)}]" for x, y in b.holes().values())
        lines.append(f"holes_{b.name} = [{holes}];")
        openings = ", ".join("[" + ", ".join(_number(v) for v in o) + "]" for o in b.openings().values())
        lines.append(f"openings_{b.name} = [{openings}];")
    return "\n".join(lines) + "\n"
