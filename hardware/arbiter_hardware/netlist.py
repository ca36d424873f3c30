"""The machine: every part, pin and net. The single source of all drawings, lists and checks.

Theory of operation
    Power    J1 -> F1 (resettable fuse) -> Q1 (reverse polarity) -> VIN, clamped by D1. VIN feeds the digits.
             U6 makes +5V from 12 V; in variant B the supply is 5 V and a wire link stands in U6's holes.
    Display  U2 lifts SCK, DATA, LATCH and /OE from 3.3 V to 5 V. JP1 sends DATA to the shift registers
             (A, compact) or to the pixels (B). The chain is U3 tens, U4 units, U5 lamps and motor.
    Blank    Until the firmware drives IO27, R60 holds /OE high: no digit lights at power-on.
    Inputs   Each button line: ESD diode, 1 k in series, 10 k to 3.3 V, 100 nF at the pin; pressed = low.
    Handset  J2 (RJ45) carries START, SHOT, PAUSE, UNDO, presence, 5 V behind F2, motor and ground.

The variants share one board. `fitted` of each part says what stands there in A, B and compact.
"""

from functools import cache

from arbiter_hardware.catalogue import items, resistor, value_text
from arbiter_hardware.model import Item, Netlist

SEGMENTS = ("a", "b", "c", "d", "e", "f", "g", "dp")
# Lamp order is the firmware's bit order; the eighth output drives the handset's motor.
LAMPS = ("BALL_WHITE", "BALL_YELLOW", "PHASE1", "LAST", "PAUSE", "FREE_BALL", "LINK")
HANDSET_BUTTONS = ("START", "SHOT", "PAUSE", "UNDO")
PANEL_BUTTONS = ("SWAP", "EXT")
BUTTONS = HANDSET_BUTTONS + PANEL_BUTTONS

# Functions of the pin map: function -> (GPIO, net at the module's pin).
PIN_MAP = {
    "SPI_SCK": (18, "SCK"),
    "SPI_MOSI": (23, "DATA"),
    "WS2812_DATA": (23, "DATA"),
    "LATCH": (19, "LATCH"),
    "OUTPUT_ENABLE": (27, "nOE"),
    "BUTTON_START": (32, "BTN_START"),
    "BUTTON_SHOT": (33, "BTN_SHOT"),
    "BUTTON_PAUSE": (25, "BTN_PAUSE"),
    "BUTTON_UNDO": (26, "BTN_UNDO"),
    "BUTTON_SWAP": (14, "BTN_SWAP"),
    "BUTTON_EXT": (13, "BTN_EXT"),
    "BUZZER": (4, "BUZZ"),
    "I2C_SDA": (21, "SDA"),
    "I2C_SCL": (22, "SCL"),
    "SUPPLY_SENSE": (34, "VSENSE"),
    "POWER_GOOD": (35, "PGOOD"),
    "AMBIENT_LDR": (36, "LDR"),
    "HANDSET_PRESENT": (39, "PRESENT"),
}

# RJ45 pin -> (net, T568B colour). Motor current and its return run in pairs 4/5 and 7/8.
HANDSET_CABLE = {
    "1": ("LINE_START", "WHOG"),
    "2": ("LINE_SHOT", "OG"),
    "3": ("LINE_PAUSE", "WHGN"),
    "4": ("+5V_HS", "BU"),
    "5": ("MOTOR", "WHBU"),
    "6": ("LINE_UNDO", "GN"),
    "7": ("LINE_PRESENT", "WHBN"),
    "8": ("GND", "BN"),
}

SEGMENT_OHMS = {"A": 180, "compact": 220}
POINT_OHMS = 390
LAMP_OHMS = 680
MOTOR_OHMS = 27


def _both(key: str) -> dict[str, Item]:
    return {variant: items()[key] for variant in ("A", "B", "compact")}


def _segments(key: str) -> dict[str, Item]:
    """Fitted only where shift registers drive digits."""
    return {variant: items()[key] for variant in ("A", "compact")}


class _Builder:
    """Numbers the small parts and keeps the netlist under construction."""

    def __init__(self) -> None:
        self.n = Netlist()

    def r(self, ref: str, fitted: dict[str, int] | int, one: str, two: str, block: str) -> None:
        table = fitted if isinstance(fitted, dict) else dict.fromkeys(("A", "B", "compact"), fitted)
        value = "/".join(dict.fromkeys(value_text(ohms) for ohms in table.values()))
        self.n.add(
            ref,
            {v: resistor(ohms) for v, ohms in table.items()},
            {"1": one, "2": two},
            value=value,
            block=block,
        )

    def c(self, ref: str, key: str, plus: str, block: str, fitted: dict[str, Item] | None = None) -> None:
        values = {"c100n": "100n", "c10u": "10u", "c470u": "470u"}
        self.n.add(ref, fitted or _both(key), {"1": plus, "2": "GND"}, value=values[key], block=block)


@cache
def build() -> Netlist:
    """The whole machine. Shared by all callers: copy it before changing anything."""
    return construct()


def construct() -> Netlist:
    """A new netlist, for tests that break it on purpose."""
    b = _Builder()
    _power(b)
    _module(b)
    _display(b)
    _inputs(b)
    _periphery(b)
    _box(b)
    _handset(b)
    return b.n


def _power(b: _Builder) -> None:
    i = items()
    b.n.add("J1", _both("jack"), {"PIN": "SUPPLY", "SLEEVE": "GND"}, value="12 V / 5 V", block="power")
    b.n.add(
        "F1",
        {"A": i["ptc110"], "compact": i["ptc110"], "B": i["ptc250"]},
        {"1": "SUPPLY", "2": "FUSED"},
        value="MF-R110/R250",
        block="power",
    )
    b.n.add("Q1", _both("pmos"), {"D": "FUSED", "S": "VIN", "G": "QGATE"}, block="power")
    b.r("R61", 47000, "VIN", "QGATE", "power")
    b.r("R62", 10000, "QGATE", "GND", "power")
    b.n.add(
        "D1",
        {"A": i["tvs12"], "compact": i["tvs12"], "B": i["tvs5"]},
        {"K": "VIN", "A": "GND"},
        value="SMBJ13A/5.0A",
        block="power",
    )
    b.c("C1", "c470u", "VIN", "power")
    b.c("C2", "c10u", "VIN", "power")
    b.n.add(
        "U6",
        {"A": i["buck"], "compact": i["buck"], "B": i["link"]},
        {"VIN": "VIN", "GND": "GND", "VOUT": "+5V"},
        value="TSR 1-2450/link",
        block="power",
    )
    b.c("C3", "c470u", "+5V", "power")
    b.r("R63", 100000, "VIN", "VSENSE", "power")
    b.r("R64", 22000, "VSENSE", "GND", "power")
    b.c("C4", "c100n", "VSENSE", "power")


def _module(b: _Builder) -> None:
    nets = {f"IO{gpio}": net for gpio, net in PIN_MAP.values()}
    nets |= {"3V3": "3V3", "GND": "GND", "5V": "+5V"}
    b.n.add("U1", _both("esp32"), nets, value="ESP32-DevKitC", block="module")
    b.c("C5", "c10u", "3V3", "module")


def _display(b: _Builder) -> None:
    shifter = {"VCC": "+5V", "GND": "GND", "1/OE": "GND", "2/OE": "GND", "3/OE": "GND", "4/OE": "GND"}
    shifter |= {"4A": "SCK", "4Y": "SCK_5V", "3A": "DATA", "3Y": "DATA_5V"}
    shifter |= {"2A": "LATCH", "2Y": "LATCH_5V", "1A": "nOE", "1Y": "nOE_5V"}
    b.n.add("U2", _both("ahct125"), shifter, block="shifter")
    b.c("C6", "c100n", "+5V", "shifter")
    b.r("R60", 10000, "3V3", "nOE", "shifter")
    b.r("R65", 10000, "SCK", "GND", "shifter")
    b.r("R66", 10000, "DATA", "GND", "shifter")
    b.r("R67", 10000, "LATCH", "GND", "shifter")
    b.n.add(
        "JP1",
        _both("jumper3"),
        {"SEGMENTS": "SER_TENS", "COMMON": "DATA_5V", "PIXELS": "PIX_5V"},
        value="DATA",
        block="shifter",
    )
    chain = ("SER_TENS", "SER_UNITS", "SER_LAMPS", "SER_END")
    for place, (ref, letter) in enumerate((("U3", "T"), ("U4", "U"), ("U5", "L"))):
        pins = {"VCC": "+5V", "GND": "GND", "/SRCLR": "+5V", "/G": "nOE_5V"}
        pins |= {"RCK": "LATCH_5V", "SRCK": "SCK_5V"}
        pins |= {"SER_IN": chain[place], "SER_OUT": chain[place + 1]}
        names = LAMPS if letter == "L" else SEGMENTS
        pins |= {f"DRAIN{bit}": f"{letter}D_{name}" for bit, name in enumerate(names)}
        if letter == "L":
            pins["DRAIN7"] = "MOTOR"
        b.n.add(ref, _segments("tpic"), pins, block=f"driver {('tens', 'units', 'lamps')[place]}")
        b.c(
            f"C{7 + place}", "c100n", "+5V", f"driver {('tens', 'units', 'lamps')[place]}", _segments("c100n")
        )
        _drains(b, letter, names, 10 + 10 * place)
    # The end of the chain can be measured: what was shifted in must come out after 24 clocks.
    b.n.add("J11", _segments("xh2"), {"1": "SER_END", "2": "GND"}, value="END", block="driver lamps")


def _drains(b: _Builder, letter: str, names: tuple[str, ...], first: int) -> None:
    block = {"T": "driver tens", "U": "driver units", "L": "driver lamps"}[letter]
    for bit, name in enumerate(names):
        ohms = dict.fromkeys(("A", "compact"), LAMP_OHMS)
        if letter != "L":
            ohms = dict.fromkeys(("A", "compact"), POINT_OHMS) if name == "dp" else SEGMENT_OHMS
        b.r(f"R{first + bit}", dict(ohms), f"{letter}D_{name}", f"{letter}_{name}", block)
    nets = {str(bit + 1): f"{letter}_{name}" for bit, name in enumerate(names)}
    nets |= {str(pin): "VIN" for pin in range(len(names) + 1, 11)}
    ref, value = {"T": ("J4", "TENS"), "U": ("J5", "UNITS"), "L": ("J6", "LAMPS")}[letter]
    b.n.add(ref, _segments("xh10"), nets, value=value, block=block)


def _inputs(b: _Builder) -> None:
    for place, name in enumerate((*BUTTONS, "PRESENT")):
        node = name if name == "PRESENT" else f"BTN_{name}"
        block = f"input {name}"
        b.n.add(f"D{10 + place}", _both("esd"), {"K": f"LINE_{name}", "A": "GND"}, value="ESD", block=block)
        b.r(f"R{40 + place}", 1000, f"LINE_{name}", node, block)
        b.r(f"R{50 + place}", 10000, "3V3", node, block)
        b.c(f"C{20 + place}", "c100n", node, block)
    b.n.add(
        "J2",
        _both("rj45"),
        {pin: net for pin, (net, _) in HANDSET_CABLE.items()},
        value="HANDSET",
        block="connectors",
    )
    panel = {str(k + 1): f"LINE_{name}" for k, name in enumerate(BUTTONS)} | {"7": "GND", "8": "GND"}
    b.n.add("J3", _both("xh8"), panel, value="PANEL", block="connectors")
    b.n.add("F2", _segments("ptc017"), {"1": "+5V", "2": "+5V_HS"}, value="MF-R017", block="connectors")
    b.n.add("D2", _segments("diode"), {"K": "+5V_HS", "A": "MOTOR"}, value="1N4148WS", block="connectors")


def _periphery(b: _Builder) -> None:
    b.r("R68", 1000, "BUZZ", "BUZZ_B", "buzzer")
    b.r("R69", 10000, "BUZZ", "GND", "buzzer")
    b.n.add("Q2", _both("npn"), {"B": "BUZZ_B", "E": "GND", "C": "BUZZ_C"}, value="MMBT3904", block="buzzer")
    b.r("R70", 1000, "+5V", "BUZZ_C", "buzzer")
    b.n.add("BZ1", _both("buzzer"), {"+": "+5V", "-": "BUZZ_C"}, block="buzzer")
    b.r("R71", 4700, "3V3", "SDA", "i2c")
    b.r("R72", 4700, "3V3", "SCL", "i2c")
    # For the firmware's small displays on I2C, and for what a club may add.
    i2c = {"1": "GND", "2": "3V3", "3": "SCL", "4": "SDA"}
    b.n.add("J8", _both("xh4"), i2c, value="I2C", block="i2c")
    b.r("R73", 10000, "LDR", "GND", "sensors")
    b.n.add("J9", _both("xh2"), {"1": "3V3", "2": "LDR"}, value="LDR", block="sensors")
    b.r("R74", 10000, "3V3", "PGOOD", "sensors")
    b.n.add("J10", _both("xh2"), {"1": "PGOOD", "2": "GND"}, value="UPS", block="sensors")
    pixel = {"B": resistor(330)}
    b.n.add("R75", pixel, {"1": "PIX_5V", "2": "PIX"}, value="330R", block="pixels")
    only_b = {"B": items()["xh3"]}
    b.n.add("J7", only_b, {"1": "PIX", "2": "VIN", "3": "GND"}, value="PIXELS", block="pixels")
    b.c("C10", "c470u", "VIN", "pixels", {"B": items()["c470u"]})


def _box(b: _Builder) -> None:
    i = items()
    b.n.add(
        "PS1",
        {"A": i["psu12"], "compact": i["psu12"], "B": i["psu5"]},
        {"+": "SUPPLY", "-": "GND"},
        place="outside",
    )
    for ref, letter in (("DS1", "T"), ("DS2", "U")):
        nets = {name: f"{letter}_{name}" for name in SEGMENTS} | {"com": "VIN"}
        digits = {"A": i["digit100"], "compact": i["digit57"]}
        b.n.add(ref, digits, nets, place="box", value="digit")
    b.n.add("DS3", {"B": i["pixels"]}, {"DIN": "PIX", "5V": "VIN", "GND": "GND"}, place="box", value="pixels")
    for place, name in enumerate(LAMPS):
        b.n.add(
            f"LED{place + 1}",
            _segments("lamp"),
            {"A": "VIN", "K": f"L_{name}"},
            place="box",
            value=name,
        )
    for place, name in enumerate(PANEL_BUTTONS):
        b.n.add(f"S{place + 5}", _both("button"), {"1": f"LINE_{name}", "2": "GND"}, place="box", value=name)
    b.n.add("R81", _both("ldr"), {"1": "3V3", "2": "LDR"}, place="box", value="LDR")


def _handset(b: _Builder) -> None:
    for place, name in enumerate(HANDSET_BUTTONS):
        b.n.add(
            f"S{place + 1}", _both("button"), {"1": f"LINE_{name}", "2": "GND"}, place="handset", value=name
        )
    motor = _segments("motor")
    b.n.add("M1", motor, {"+": "MOTOR_P", "-": "MOTOR"}, place="handset", value="motor")
    b.n.add(
        "R80",
        {v: resistor(MOTOR_OHMS) for v in motor},
        {"1": "+5V_HS", "2": "MOTOR_P"},
        place="handset",
        value="27R",
    )
    # In the handset the presence wire is tied to ground: an open line means no handset.
    b.n.add("W1", _both("bridge"), {"1": "LINE_PRESENT", "2": "GND"}, place="handset", value="bridge")
