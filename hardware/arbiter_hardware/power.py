"""The power budget: what each variant draws at worst, and whether supply, fuse and converter carry it.

Worst case: supply at its upper tolerance, LEDs at their lowest forward voltage, every segment and lamp lit
at full brightness as in the self-test, radio sending, motor and buzzer on. Currents in mA, voltages in V.
"""

from dataclasses import dataclass

from arbiter_hardware.model import Netlist, Part
from arbiter_hardware.netlist import LAMP_OHMS, LAMPS, POINT_OHMS, SEGMENT_OHMS

DRIVER_DROP_V = 0.2  # at 20 mA through the 5 ohm of an output
PIXEL_CAP_MA = 1200  # the firmware dims a frame that would draw more
BOARD_5V_MA = 20  # shifter, registers, dividers, buzzer resistor
TRACK_MA = 3000  # 1.5 mm outer copper of 35 um at 20 K rise carries a little more
ACUITY = 155  # reading distance in character heights that ISO 9241-3's visual angle gives at least
DISTANCE_M = {"A": 15.0, "B": 15.0, "compact": 8.0}


@dataclass(frozen=True)
class Budget:
    variant: str
    display_ma: float
    logic_5v_ma: float
    input_ma: float
    supply_v: float
    rows: tuple[tuple[str, float], ...]


def _fitted(netlist: Netlist, variant: str) -> dict[str, Part]:
    return {p.ref: p for p in netlist.fitted(variant)}


def _led_ma(supply: float, forward: float, ohms: float) -> float:
    return max(0.0, supply - forward - DRIVER_DROP_V) / ohms * 1000


def _resistor(netlist: Netlist, variant: str, ref: str, default: int) -> float:
    part = netlist.parts.get(ref)
    return part.fitted[variant].ratings["ohms"] if part and variant in part.fitted else default


def display_rows(netlist: Netlist, variant: str, pixel_cap_ma: int) -> list[tuple[str, float]]:
    """Current of digits and lamps from VIN, worst case."""
    parts = _fitted(netlist, variant)
    if "DS3" in parts:
        strip = parts["DS3"].fitted[variant].ratings
        return [("pixels, capped by the firmware", min(pixel_cap_ma, strip["pixels"] * strip["pixel_ma"]))]
    psu = parts["PS1"].fitted[variant].ratings
    supply = psu["output_v"] * (1 + psu["tolerance"])
    digit = parts["DS1"].fitted[variant].ratings
    lamp = parts["LED1"].fitted[variant].ratings
    segment = _led_ma(
        supply, digit["forward_min_v"], _resistor(netlist, variant, "R10", SEGMENT_OHMS[variant])
    )
    point = _led_ma(supply, digit["point_min_v"], _resistor(netlist, variant, "R17", POINT_OHMS))
    lamp_ma = _led_ma(supply, lamp["forward_min_v"], _resistor(netlist, variant, "R30", LAMP_OHMS))
    return [
        (f"14 segments, {segment:.0f} mA each", 14 * segment),
        (f"2 points, {point:.0f} mA each", 2 * point),
        (f"{len(LAMPS)} lamps, {lamp_ma:.0f} mA each", len(LAMPS) * lamp_ma),
    ]


def budget(netlist: Netlist, variant: str, pixel_cap_ma: int = PIXEL_CAP_MA) -> Budget:
    """The worst-case budget of a variant."""
    parts = _fitted(netlist, variant)
    rows = display_rows(netlist, variant, pixel_cap_ma)
    display = sum(ma for _, ma in rows)
    logic = [("module, radio sending", parts["U1"].fitted[variant].ratings["peak_ma"])]
    logic.append(("board at 5 V", BOARD_5V_MA))
    logic.append(("buzzer", parts["BZ1"].fitted[variant].ratings["peak_ma"]))
    if "M1" in parts:
        logic.append(("vibration motor", parts["M1"].fitted[variant].ratings["run_ma"]))
    logic_ma = sum(ma for _, ma in logic)
    regulator = parts["U6"].fitted[variant].ratings
    supply = parts["PS1"].fitted[variant].ratings["output_v"]
    at_input = logic_ma * regulator["output_v"] / supply / regulator["efficiency"]
    rows += [(f"{name} (at 5 V)", ma) for name, ma in logic]
    return Budget(variant, display, logic_ma, display + at_input, supply, tuple(rows))


def problems(netlist: Netlist, variant: str, firmware_cap_ma: int) -> list[str]:
    """Everything that is too small for a variant, as sentences. `firmware_cap_ma` is the firmware's own limit."""
    parts = _fitted(netlist, variant)
    b = budget(netlist, variant, firmware_cap_ma)
    psu = parts["PS1"].fitted[variant].ratings
    fuse = parts["F1"].fitted[variant].ratings
    regulator = parts["U6"].fitted[variant].ratings
    hold = fuse["hold_ma"] * fuse["at_40_c"]
    high = psu["output_v"] * (1 + psu["tolerance"])
    # What is left of the lowest supply behind fuse and transistor; in variant B the module itself lives on it.
    series = fuse["ohms"] + parts["Q1"].fitted[variant].ratings["on_ohms"]
    at_rail = psu["output_v"] * (1 - psu["tolerance"]) - b.input_ma / 1000 * series
    needed = regulator["input_min_v"]
    found = [
        (b.input_ma > psu["output_ma"], f"supply gives {psu['output_ma']} mA, {b.input_ma:.0f} mA drawn"),
        (b.input_ma > hold, f"fuse holds {hold:.0f} mA at 40 degrees, {b.input_ma:.0f} mA drawn"),
        (
            fuse["trip_ma"] > psu["output_ma"],
            f"fuse trips at {fuse['trip_ma']} mA, supply gives {psu['output_ma']} mA",
        ),
        (
            b.logic_5v_ma > regulator["output_ma"],
            f"converter gives {regulator['output_ma']} mA, {b.logic_5v_ma:.0f} mA drawn",
        ),
        (
            high > regulator["input_max_v"],
            f"converter takes {regulator['input_max_v']} V, supply up to {high:.2f} V",
        ),
        (at_rail < needed, f"converter needs {needed} V, {at_rail:.2f} V behind fuse and Q1"),
        (b.input_ma > TRACK_MA, f"tracks carry {TRACK_MA} mA, {b.input_ma:.0f} mA drawn"),
    ]
    found += _parts_problems(netlist, variant, b, high)
    if "DS3" in parts and firmware_cap_ma > PIXEL_CAP_MA:
        found.append(
            (True, f"firmware caps the pixels at {firmware_cap_ma} mA, the budget at {PIXEL_CAP_MA} mA")
        )
    return [f"{variant}: {text}" for wrong, text in found if wrong]


def _parts_problems(netlist: Netlist, variant: str, b: Budget, high: float) -> list[tuple[bool, str]]:
    """Limits of single parts: contacts, transistor, driver outputs, resistors, digits, the handset's fuse."""
    parts = _fitted(netlist, variant)
    jack = parts["J1"].fitted[variant].ratings["contact_ma"]
    fet = parts["Q1"].fitted[variant].ratings
    gate = high * parts["R61"].fitted[variant].ratings["ohms"]
    gate /= parts["R61"].fitted[variant].ratings["ohms"] + parts["R62"].fitted[variant].ratings["ohms"]
    found = [
        (b.input_ma > jack, f"jack carries {jack} mA, {b.input_ma:.0f} mA drawn"),
        (b.input_ma > fet["drain_ma"], f"Q1 carries {fet['drain_ma']} mA, {b.input_ma:.0f} mA drawn"),
        (gate > fet["gate_v"], f"Q1's gate takes {fet['gate_v']} V, gets {gate:.1f} V"),
    ]
    if "DS3" in parts:
        contact = parts["J7"].fitted[variant].ratings["contact_ma"]
        return [*found, (b.display_ma > contact, f"J7 carries {contact} mA, {b.display_ma:.0f} mA drawn")]
    digit = parts["DS1"].fitted[variant].ratings
    segment = _led_ma(high, digit["forward_min_v"], parts["R10"].fitted[variant].ratings["ohms"])
    watts = (segment / 1000) ** 2 * parts["R10"].fitted[variant].ratings["ohms"]
    output = parts["U3"].fitted[variant].ratings["output_ma"]
    motor = parts["M1"].fitted[variant].ratings["run_ma"]
    handset = parts["F2"].fitted[variant].ratings
    found += [
        (segment > digit["max_ma"], f"digit takes {digit['max_ma']} mA a segment, gets {segment:.0f} mA"),
        (segment > output, f"U3 sinks {output} mA an output, gets {segment:.0f} mA"),
        (watts > 0.25, f"segment resistor takes 0.25 W, gets {watts:.2f} W"),
        (motor > output, f"U5 sinks {output} mA an output, the motor draws {motor} mA"),
        (
            motor > handset["hold_ma"] * handset["at_40_c"],
            f"F2 holds {handset['hold_ma']} mA, the motor draws {motor} mA",
        ),
    ]
    return found


def reading(netlist: Netlist, variant: str) -> tuple[float, float]:
    """Digit height in mm, and the distance in m at which it is still large enough."""
    parts = _fitted(netlist, variant)
    height = parts["DS3" if "DS3" in parts else "DS1"].fitted[variant].ratings["height_mm"]
    return height, height * ACUITY / 1000


def reading_problems(netlist: Netlist, variant: str) -> list[str]:
    height, distance = reading(netlist, variant)
    wanted = DISTANCE_M[variant]
    if distance >= wanted:
        return []
    return [f"{variant}: digits of {height} mm are readable to {distance:.1f} m, {wanted} m wanted"]
