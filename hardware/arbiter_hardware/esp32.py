"""What each GPIO of a classic ESP32 (WROOM-32E, WROVER-E) can and must not do."""

from arbiter_hardware.errors import DesignError
from arbiter_hardware.model import Netlist
from arbiter_hardware.netlist import PIN_MAP

STRAPPING = frozenset({0, 2, 5, 12, 15})
FLASH = frozenset(range(6, 12))
PSRAM = frozenset({16, 17})
UART0 = frozenset({1, 3})
INPUT_ONLY = frozenset(range(34, 40))
ADC1 = frozenset(range(32, 40))
ADC2 = frozenset({0, 2, 4, 12, 13, 14, 15, 25, 26, 27})
EXISTING = (frozenset(range(40)) - {20, 24, 28, 29, 30, 31}) - {37, 38}

ANALOG = frozenset({"SUPPLY_SENSE", "AMBIENT_LDR"})
INPUTS = frozenset(
    {f for f in PIN_MAP if f.startswith("BUTTON_")} | ANALOG | {"POWER_GOOD", "HANDSET_PRESENT"}
)
# Level that must rest on a line while the chip starts, because something acts on it.
QUIET_AT_BOOT = {
    "BUZZER": "low",
    "OUTPUT_ENABLE": "high",
    "LATCH": "low",
    "SPI_SCK": "low",
    "SPI_MOSI": "low",
}


def problems(pins: dict[str, int]) -> list[str]:
    """Every rule that a pin map (function -> GPIO) breaks, as sentences."""
    found = []
    for function, gpio in pins.items():
        place = f"{function} on GPIO{gpio}"
        if gpio not in EXISTING:
            found.append(f"{place}: the module has no such pin")
        if gpio in STRAPPING:
            found.append(f"{place}: strapping pin, its level at reset selects the boot mode")
        if gpio in FLASH:
            found.append(f"{place}: belongs to the flash memory")
        if gpio in PSRAM:
            found.append(f"{place}: belongs to the PSRAM of a WROVER")
        if gpio in UART0:
            found.append(f"{place}: belongs to the console")
        if gpio in INPUT_ONLY and function not in INPUTS:
            found.append(f"{place}: input only, cannot drive")
        if function in ANALOG and gpio not in ADC1:
            why = "ADC2 cannot be read while Wi-Fi is on" if gpio in ADC2 else "no analogue input"
            found.append(f"{place}: {why}")
    owners: dict[int, list[str]] = {}
    for function, gpio in pins.items():
        owners.setdefault(gpio, []).append(function)
    # The jumper JP1 selects which of the two the shared pin drives; no other sharing is meant.
    shared = {"SPI_MOSI", "WS2812_DATA"}
    found += [
        f"GPIO{gpio}: shared by {' and '.join(names)}"
        for gpio, names in owners.items()
        if len(names) > 1 and set(names) != shared
    ]
    return found


def pulls(netlist: Netlist, net: str) -> dict[str, str]:
    """Resistors from a net straight to a rail: reference -> `high` or `low`."""
    rails = {"3V3": "high", "GND": "low"}
    found = {}
    for ref, number in netlist.nets.get(net, []):
        part = netlist.parts[ref]
        if part.item.symbol != "resistor" or part.place != "board":
            continue
        other = netlist.net_of(ref, "2" if number == "1" else "1")
        if other in rails:
            found[ref] = rails[other]
    return found


def boot_problems(netlist: Netlist, pins: dict[str, int]) -> list[str]:
    """Lines that could hold up the start or act during it: a button held down must not stop booting, an
    input without internal pull needs one outside, and buzzer and display must rest."""
    found = []
    for function, gpio in pins.items():
        place = f"{function} on GPIO{gpio}"
        net = PIN_MAP[function][1] if function in PIN_MAP else ""
        levels = set(pulls(netlist, net).values())
        if function.startswith("BUTTON_"):
            if gpio in STRAPPING | UART0:
                found.append(f"{place}: a held button would stop the start")
            if levels != {"high"}:
                found.append(f"{place}: needs a pull-up, found {sorted(levels) or 'none'}")
        elif function in INPUTS and gpio in INPUT_ONLY and not levels:
            found.append(f"{place}: has no internal pull and none on the board")
        wanted = QUIET_AT_BOOT.get(function)
        if wanted and levels != {wanted}:
            found.append(f"{place}: must rest {wanted} at boot, found {sorted(levels) or 'no pull'}")
    return found


def module_pins(netlist: Netlist, ref: str = "U1") -> dict[int, str]:
    """GPIO number -> net, as wired at the module."""
    result = {}
    for pin in netlist.parts[ref].pins:
        net = netlist.net_of(ref, pin.number)
        if pin.name.startswith("IO") and net is not None:
            if not pin.name[2:].isdigit():
                raise DesignError(f"{ref} pin {pin.number}", pin.name, "IO and a number")
            result[int(pin.name[2:])] = net
    return result
