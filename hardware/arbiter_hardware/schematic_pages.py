"""What stands where on the three pages of the schematic. Coordinates in mm, on the 1.27 mm grid."""

from arbiter_hardware.errors import DesignError
from arbiter_hardware.kicad import PROJECT
from arbiter_hardware.model import Netlist
from arbiter_hardware.netlist import BUTTONS
from arbiter_hardware.schematic import Sheet, root


def _numbers(first: int, last: int) -> list[str]:
    step = 1 if last >= first else -1
    return [str(n) for n in range(first, last + step, step)]


def power(netlist: Netlist) -> Sheet:
    s = Sheet(netlist, "power and module", 1)
    s.frame(12.7, 12.7, 226.06, 92.71, "Supply: fuse, reverse polarity, clamp, 5 V")
    s.box("J1", 35.56, 40.64, [], ["1", "2", "3"], 10.16)
    s.ladder(66.04, 30.48, ("SUPPLY", [], []), "F1", ("FUSED", [], []))
    s.box("Q1", 83.82, 50.8, ["3", "1"], ["2"], 10.16)
    s.ladder(48.26, 71.12, ("VIN", [], []), "R61", ("QGATE", [], ["R62"]))
    s.ladder(113.03, 30.48, ("VIN", [], ["D1", "C1", "C2"]))
    s.box("U6", 129.54, 66.04, ["1", "2"], ["3"], 15.24)
    s.ladder(165.1, 30.48, ("+5V", [], ["C3"]))
    s.ladder(165.1, 66.04, ("VIN", [], []), "R63", ("VSENSE", [], ["R64", "C4"]))
    s.fed("GND", 203.2, 40.64)
    s.frame(12.7, 97.79, 165.1, 281.94, "ESP32-DevKitC, antenna end at the top")
    s.box("U1", 83.82, 165.1, _numbers(1, 19), _numbers(20, 38), 33.02, 5.08)
    s.ladder(25.4, 256.54, ("3V3", [], ["C5"]))
    s.frame(170.18, 97.79, 287.02, 160.02, "Buzzer: silent at reset")
    s.ladder(187.96, 119.38, ("BUZZ", [], ["R69"]), "R68", ("BUZZ_B", [], []))
    s.box("Q2", 254.0, 119.38, ["1", "2"], ["3"], 10.16)
    s.ladder(187.96, 147.32, ("+5V", [], []), "R70", ("BUZZ_C", [], []))
    s.ladder(238.76, 147.32, ("+5V", [], []), "BZ1", ("BUZZ_C", [], []))
    s.frame(170.18, 165.1, 287.02, 224.79, "I2C for small displays")
    s.box("J8", 254.0, 195.58, ["1", "2", "3", "4"], [], 10.16)
    s.ladder(182.88, 195.58, ("SDA", ["R71"], []))
    s.ladder(182.88, 215.9, ("SCL", ["R72"], []))
    s.frame(292.1, 97.79, 407.67, 224.79, "Light and UPS inputs")
    s.box("J9", 325.12, 119.38, ["1", "2"], [], 10.16)
    s.ladder(353.06, 119.38, ("LDR", [], ["R73"]))
    s.box("J10", 325.12, 172.72, ["1", "2"], [], 10.16)
    s.ladder(353.06, 180.34, ("PGOOD", ["R74"], []))
    return s


def display(netlist: Netlist) -> Sheet:
    s = Sheet(netlist, "display", 2)
    s.frame(12.7, 12.7, 180.34, 142.24, "3.3 V to 5 V; dark until IO27 is driven")
    s.box(
        "U2",
        76.2,
        53.34,
        ["12", "9", "5", "2", "", "1", "4", "10", "13"],
        ["11", "8", "6", "3", "", "14", "7"],
        20.32,
        5.08,
    )
    s.ladder(121.92, 30.48, ("nOE", ["R60"], []))
    s.ladder(121.92, 43.18, ("SCK", [], ["R65"]))
    s.ladder(121.92, 68.58, ("DATA", [], ["R66"]))
    s.ladder(121.92, 93.98, ("LATCH", [], ["R67"]))
    s.ladder(25.4, 101.6, ("+5V", [], ["C6"]))
    s.box("JP1", 83.82, 121.92, ["2"], ["1", "3"], 30.48, 5.08)
    s.frame(12.7, 147.32, 180.34, 281.94, "Variant B: pixels")
    s.ladder(35.56, 172.72, ("PIX_5V", [], []), "R75", ("PIX", [], []))
    s.box("J7", 121.92, 172.72, ["1", "2", "3"], [], 10.16)
    s.ladder(35.56, 200.66, ("VIN", [], ["C10"]))
    for place, (ref, first, header) in enumerate((("U3", 10, "J4"), ("U4", 20, "J5"), ("U5", 30, "J6"))):
        _driver(s, ref, header, first, 78.74 * place, place)
    return s


def _driver(s: Sheet, ref: str, header: str, first: int, down: float, place: int) -> None:
    """One shift register, its resistors in line, and the header to the digit or the lamps."""
    titles = ("Tens", "Units", "Lamps and the handset's motor")
    s.frame(185.42, 12.7 + down, 407.67, 88.9 + down, f"{titles[place]} (A, compact)")
    drains = ["4", "5", "6", "7", "14", "15", "16", "17"]
    left = ["3", "18", "", "13", "12", "9", "8", "2", "10", "11", "19"]
    drains_wired = tuple(drains[:7]) if ref == "U5" else tuple(drains)
    pins = s.box(ref, 236.22, 50.8 + down, left, [*drains], 20.32, 5.08, wired=drains_wired)
    count = len(drains_wired)
    header_y = pins[drains[0]][1] + 22.86
    header_pins = s.box(
        header, 337.82, header_y, _numbers(1, 10), [], 10.16, 5.08, wired=tuple(_numbers(1, count))
    )
    for bit in range(count):
        x, y = pins[drains[bit]]
        hx, hy = header_pins[str(bit + 1)]
        middle = 292.1
        one, two = s.series(f"R{first + bit}", middle, y, apart=9.0)
        s.wire(x, y, one, y)
        s.wire(two, y, hx, hy)
    s.ladder(355.6, 40.64 + down, ("+5V", [], [f"C{7 + place}"]))
    if ref == "U5":
        s.box("J11", 378.46, 27.94 + down, ["1", "2"], [], 10.16)


def inputs(netlist: Netlist) -> Sheet:
    s = Sheet(netlist, "inputs and handset", 3)
    for place, name in enumerate((*BUTTONS, "PRESENT")):
        column, row = divmod(place, 4)
        x, y = 12.7 + column * 127, 12.7 + row * 58.42
        node = name if name == "PRESENT" else f"BTN_{name}"
        s.frame(
            x,
            y,
            x + 121.92,
            y + 53.34,
            f"{name}: pressed is low" if name != "PRESENT" else "Handset present is low",
        )
        line = (f"LINE_{name}", [], [f"D{10 + place}"])
        s.ladder(x + 25.4, y + 27.94, line, f"R{40 + place}", (node, [f"R{50 + place}"], [f"C{20 + place}"]))
    s.frame(139.7, 187.96, 261.62, 241.3, "5 V for the handset's motor")
    s.ladder(160.02, 215.9, ("+5V", [], []), "F2", ("+5V_HS", [], []))
    s.ladder(200.66, 228.6, ("+5V_HS", [], []), "D2", ("MOTOR", [], []))
    s.frame(266.7, 12.7, 407.67, 120.65, "Handset (RJ45, T568B)")
    s.box("J2", 340.36, 66.04, _numbers(1, 8), [], 12.7, 5.08)
    s.frame(266.7, 125.73, 407.67, 241.3, "Panel buttons, in parallel with the handset")
    s.box("J3", 340.36, 182.88, _numbers(1, 8), [], 12.7, 5.08)
    return s


def files(netlist: Netlist) -> dict[str, str]:
    """File name -> text of all schematic files. Raises when a board part is missing."""
    pages = {"power.kicad_sch": power, "display.kicad_sch": display, "inputs.kicad_sch": inputs}
    sheets = [(name, draw(netlist)) for name, draw in pages.items()]
    drawn = set().union(*(sheet.drawn for _, sheet in sheets))
    board = {p.ref for p in netlist.in_place("board")}
    if drawn != board:
        raise DesignError(
            "schematic", f"missing {sorted(board - drawn)}, too many {sorted(drawn - board)}", "all parts"
        )
    result = {name: sheet.file() for name, sheet in sheets}
    result[f"{PROJECT}.kicad_sch"] = root(sheets)
    return result
