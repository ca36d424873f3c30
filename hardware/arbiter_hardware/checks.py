"""Checks that need nothing but the netlist: each returns the faults as sentences, none when all is well."""

from arbiter_hardware.esp32 import module_pins
from arbiter_hardware.model import VARIANTS, Netlist
from arbiter_hardware.netlist import PIN_MAP

# How JP1 is soldered.
JUMPER = {"A": "SEGMENTS", "compact": "SEGMENTS", "B": "PIXELS"}
# Nets that a variant leaves without a user or a driver on purpose.
UNUSED = {
    "A": {"PIX_5V", "SER_END"},
    "compact": {"PIX_5V", "SER_END"},
    "B": {"SER_TENS", "SCK_5V", "LATCH_5V", "nOE_5V"},
}


def pin_map(netlist: Netlist, firmware: dict[str, int]) -> list[str]:
    """The firmware's pin map, the documented map and the module's wiring are the same."""
    found = []
    for function in sorted(set(PIN_MAP) | set(firmware)):
        if function not in firmware:
            found.append(f"{function}: in the netlist, not in the firmware")
        elif function not in PIN_MAP:
            found.append(f"{function}: in the firmware, not in the netlist")
        elif firmware[function] != PIN_MAP[function][0]:
            found.append(f"{function}: firmware GPIO{firmware[function]}, netlist GPIO{PIN_MAP[function][0]}")
    wired = module_pins(netlist)
    for function, (gpio, net) in PIN_MAP.items():
        if wired.get(gpio) != net:
            found.append(f"{function}: U1 IO{gpio} carries {wired.get(gpio)}, expected {net}")
    mapped = {gpio for gpio, _ in PIN_MAP.values()}
    found += [
        f"U1 IO{gpio} carries {net}, which no function uses"
        for gpio, net in wired.items()
        if gpio not in mapped
    ]
    return found


def _joints(netlist: Netlist, variant: str) -> list[tuple[str, str]]:
    """Pairs `(from, to)`: what drives the first net drives the second. Resistors, fuses, motors and lamps
    work both ways; the protection transistor and the converter only forward."""
    pairs = []
    for part in netlist.fitted(variant):
        net = {p.name: netlist.net_of(part.ref, p.number) for p in part.pins}
        if part.item.symbol == "pmos":
            pairs.append((net["D"], net["S"]))
        elif part.ref == "U6":
            pairs.append((net["VIN"], net["VOUT"]))
        elif part.item.symbol in ("resistor", "fuse", "led", "button") or part.item.key in (
            "motor",
            "bridge",
            "buzzer",
        ):
            one, two = net.values()
            pairs += [(one, two), (two, one)]
        elif part.item.key.startswith("digit"):
            pairs += [(net["com"], other) for name, other in net.items() if name != "com"]
        elif part.ref == "JP1":
            end = JUMPER[variant]
            pairs += [(net["COMMON"], net[end]), (net[end], net["COMMON"])]
    return [(a, b) for a, b in pairs if a and b]


def powered(netlist: Netlist, variant: str) -> set[str]:
    """Nets that carry the supply: from its plug through fuses, protection transistor, converter and module."""
    fitted = {p.ref: p for p in netlist.fitted(variant)}
    found = {
        netlist.net_of(r, pin.number)
        for r, part in fitted.items()
        if part.place == "outside"
        for pin in part.pins
        if pin.kind == "po"
    }
    steps = []
    for ref, part in fitted.items():
        net = {p.name: netlist.net_of(ref, p.number) for p in part.pins if p.kind != "nc"}
        if part.item.symbol == "fuse":
            steps += [tuple(net.values()), tuple(net.values())[::-1]]
        elif part.item.symbol == "pmos":
            steps.append((net["D"], net["S"]))
        elif ref == "U6":
            steps.append((net["VIN"], net["VOUT"]))
        elif ref == "U1":
            steps.append((net["5V"], net["3V3"]))
    while new := {b for a, b in steps if a in found and b not in found}:
        found |= new
    return {n for n in found if n}


def drivers(netlist: Netlist, variant: str) -> list[str]:
    """Every net of a variant has something that drives it and something else that uses it, and no two
    outputs drive one net. A net that only reaches empty places must be named in UNUSED."""
    fitted = {p.ref: p for p in netlist.fitted(variant)}
    nodes = {net: netlist.nodes(net, fitted) for net in netlist.nets}
    nodes = {net: [(r, p) for r, p in found if p.kind != "nc"] for net, found in nodes.items()}
    driven = {"GND"} if any(fitted[r].place == "outside" for r, _ in nodes["GND"]) else set()
    for net, found in nodes.items():
        if any(p.kind in ("out", "bi", "od", "po") and r not in ("Q1", "U6") for r, p in found):
            driven.add(net)
    joints = _joints(netlist, variant)
    while new := {b for a, b in joints if a in driven and b not in driven}:
        driven |= new
    rails = powered(netlist, variant) | {"GND"}
    faults = []
    for net, found in nodes.items():
        if net not in rails and any(p.kind == "pi" for _, p in found):
            faults.append(f"{variant} {net}: no driver, the supply does not reach it")
            continue
        refs = {r for r, _ in found if fitted[r].item.symbol != "tvs"}
        names = ", ".join(f"{r}.{p.name}" for r, p in found)
        if not refs or refs <= {r for r in refs if fitted[r].item.key.startswith(("xh", "rj45"))}:
            continue
        if net not in driven and net not in UNUSED[variant]:
            faults.append(f"{variant} {net}: no driver ({names})")
        if len(refs) < 2 and net not in UNUSED[variant]:
            faults.append(f"{variant} {net}: nothing uses it ({names})")
        pushing = [f"{r}.{p.name}" for r, p in found if p.kind in ("out", "po")]
        if len(pushing) > 1:
            faults.append(f"{variant} {net}: outputs against each other ({', '.join(pushing)})")
    return faults


def _reach(netlist: Netlist, variant: str, net: str, limit: float) -> set[str]:
    """Nets joined to this one by resistors up to `limit` ohm, fuses, and the solder jumper as set."""
    found = {net}
    low = []
    for part in netlist.fitted(variant):
        if len(part.pins) != 2 and part.ref != "JP1":
            continue
        nets = [netlist.net_of(part.ref, p.number) for p in part.pins]
        small = part.item.symbol == "resistor" and part.item.ratings.get("ohms", 1e9) <= limit
        if small or part.item.symbol == "fuse" or part.item.key == "bridge":
            low.append(nets)
        elif part.ref == "JP1":
            low.append([netlist.net_of("JP1", "COMMON"), netlist.net_of("JP1", JUMPER[variant])])
    grown = True
    while grown:
        new = {n for pair in low if found & set(pair) for n in pair if n and n != "GND"}
        grown = not new <= found
        found |= new
    return found


def paths(netlist: Netlist, variant: str) -> list[str]:
    """What the electrical rules cannot see: each button reaches its own pin, each driver output its own
    lamp or segment, the data line its display."""
    fitted = {p.ref: p for p in netlist.fitted(variant)}
    faults = []
    for ref, part in fitted.items():
        if part.item.symbol == "button":
            wanted = f"BTN_{part.value}"
            ends = {netlist.net_of(ref, "1"), netlist.net_of(ref, "2")}
            line = next((e for e in ends if e and e != "GND"), "")
            if "GND" not in ends or wanted not in _reach(netlist, variant, line, 1000):
                faults.append(f"{variant} {ref} {part.value}: does not pull {wanted} to ground")
        if part.item.key == "tpic":
            faults += [
                f"{variant} {ref}.{pin.name}: no load"
                for pin in part.pins
                if pin.kind == "od" and not _loads(netlist, variant, ref, pin.number)
            ]
    display = {"A": "SER_TENS", "compact": "SER_TENS", "B": "PIX"}[variant]
    if display not in _reach(netlist, variant, "DATA_5V", 330):
        faults.append(f"{variant} DATA_5V: does not reach {display}")
    return faults


def _loads(netlist: Netlist, variant: str, ref: str, number: str) -> list[str]:
    """Digits, lamps and motors that an output sinks, as `REF.pin`."""
    net = netlist.net_of(ref, number)
    fitted = {p.ref: p for p in netlist.fitted(variant)}
    return [
        f"{r}.{p.name}"
        for reached in (_reach(netlist, variant, net, 1000) if net else ())
        for r, p in netlist.nodes(reached, fitted)
        if fitted[r].item.symbol == "led" or fitted[r].item.key.startswith(("digit", "motor"))
    ]


def shown_by(netlist: Netlist, variant: str, ref: str) -> list[list[str]]:
    """For each output DRAIN0 to DRAIN7 of a shift register: the loads it sinks."""
    pins = [p for p in netlist.parts[ref].pins if p.kind == "od"]
    return [_loads(netlist, variant, ref, p.number) for p in sorted(pins, key=lambda p: p.name)]


def chain(netlist: Netlist) -> list[str]:
    """The shift registers in the order in which data passes them."""
    order, net = [], "SER_TENS"
    while True:
        nodes = [(r, p) for r, p in netlist.nodes(net) if p.name == "SER_IN"]
        if not nodes:
            return order
        order.append(nodes[0][0])
        net = netlist.net_of(nodes[0][0], "SER_OUT") or ""


def shorts(netlist: Netlist) -> list[str]:
    """No closed contact joins two rails, no two-pin part has both ends on one net, no rail carries another's pin."""
    found = []
    rails = {"GND", "3V3", "+5V", "VIN", "SUPPLY"}
    for ref, part in netlist.parts.items():
        nets = [netlist.net_of(ref, p.number) for p in part.pins]
        if part.item.key in ("bridge", "button") and set(nets) <= rails:
            found.append(f"{ref}: joins {' and '.join(sorted(set(nets)))}")
        if len(part.pins) == 2 and nets[0] == nets[1]:
            found.append(f"{ref}: both pins on {nets[0]}")
        for pin, net in zip(part.pins, nets, strict=True):
            if pin.name == "GND" and pin.kind == "pi" and net != "GND":
                found.append(f"{ref}.{pin.name}: on {net}")
            if pin.name in ("VCC", "3V3", "5V") and net == "GND":
                found.append(f"{ref}.{pin.name}: on GND")
    return found


def all_variants(netlist: Netlist) -> list[str]:
    """Drivers and paths of every variant, and shorts."""
    found = [
        fault for variant in VARIANTS for fault in (*drivers(netlist, variant), *paths(netlist, variant))
    ]
    return found + shorts(netlist)
