"""Parts, pins and nets. A netlist is plain data; it knows no drawing program.

A part is one physical thing with a reference (`U3`), a catalogue item (what to buy) and a place: on the
carrier board, in the box, in the handset, or outside. A net is the set of pins that are one piece of
metal, cables included: the digit's segment and the driver's output share a net.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arbiter_hardware.errors import DesignError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

VARIANTS = ("A", "B", "compact")
PLACES = ("board", "box", "handset", "outside")

# Electrical kind of a pin, by the abbreviation used in parts.toml.
PIN_KINDS = {
    "in": "input",
    "out": "output",
    "bi": "bidirectional",
    "od": "open_collector",
    "pi": "power_in",
    "po": "power_out",
    "pa": "passive",
    "nc": "no_connect",
}


@dataclass(frozen=True)
class Pin:
    number: str
    name: str
    kind: str


@dataclass(frozen=True)
class Item:
    """What a part is: one row of the catalogue. `price` is an estimate in euro for one piece."""

    key: str
    description: str
    manufacturer: str
    mpn: str
    alternatives: tuple[tuple[str, str], ...]
    price: float
    pins: tuple[Pin, ...] = ()
    symbol: str = "box"
    footprint: str = ""
    height: float = 0.0
    ratings: Mapping[str, float] = field(default_factory=dict)

    def pin(self, name: str) -> Pin:
        """The pin with this number or this (unique) name."""
        found = [p for p in self.pins if p.number == name] or [p for p in self.pins if p.name == name]
        if len(found) != 1:
            raise DesignError(f"pin of {self.key}", name, [f"{p.number} {p.name}" for p in self.pins])
        return found[0]


@dataclass(frozen=True)
class Part:
    """`fitted` maps each variant to the catalogue item that is used there; a variant that is absent leaves
    the place empty. All items of one part have the same pins."""

    ref: str
    value: str
    place: str
    block: str
    fitted: Mapping[str, Item]

    @property
    def item(self) -> Item:
        return next(iter(self.fitted.values()))

    @property
    def pins(self) -> tuple[Pin, ...]:
        return self.item.pins


class Netlist:
    """Parts by reference and nets by name; nodes are `(ref, pin number)`."""

    def __init__(self) -> None:
        self.parts: dict[str, Part] = {}
        self.nets: dict[str, list[tuple[str, str]]] = {}
        self._net_of: dict[tuple[str, str], str] = {}

    def add(
        self,
        ref: str,
        fitted: Mapping[str, Item],
        nets: Mapping[str, str],
        *,
        value: str = "",
        place: str = "board",
        block: str = "",
    ) -> None:
        """Adds a part and connects it: `nets` maps a pin (number or name) to a net name."""
        if ref in self.parts:
            raise DesignError("reference", ref, "a new reference")
        if place not in PLACES:
            raise DesignError(f"place of {ref}", place, PLACES)
        if not fitted or not set(fitted) <= set(VARIANTS):
            raise DesignError(f"variants of {ref}", sorted(fitted), VARIANTS)
        part = Part(ref, value or next(iter(fitted.values())).mpn, place, block, dict(fitted))
        self.parts[ref] = part
        for name, net in nets.items():
            self.connect(net, ref, name)
        for pin in part.pins:
            if pin.kind != "nc" and (ref, pin.number) not in self._net_of:
                raise DesignError(f"{ref} pin {pin.number} {pin.name}", "no net", "a net, or kind nc")

    def connect(self, net: str, ref: str, name: str) -> None:
        """Puts one pin, or every pin of that name (a chip's several grounds), on a net."""
        part = self.parts[ref]
        numbers = [p.number for p in part.pins if p.name == name] or [part.item.pin(name).number]
        for number in numbers:
            node = (ref, number)
            if node in self._net_of:
                raise DesignError(f"net of {ref} pin {number}", net, f"one net ({self._net_of[node]})")
            self._net_of[node] = net
            self.nets.setdefault(net, []).append(node)

    def net_of(self, ref: str, name: str) -> str | None:
        """The net on a pin (number, or a name whose pins are all on one net), None when it is free."""
        if (ref, name) in self._net_of:
            return self._net_of[ref, name]
        part = self.parts[ref]
        named = {self._net_of.get((ref, p.number)) for p in part.pins if p.name == name}
        if len(named) == 1:
            return named.pop()
        return self._net_of.get((ref, part.item.pin(name).number))

    def in_place(self, *places: str) -> list[Part]:
        return [p for p in self.parts.values() if p.place in places]

    def fitted(self, variant: str) -> list[Part]:
        return [p for p in self.parts.values() if variant in p.fitted]

    def nodes(self, net: str, refs: Iterable[str] | None = None) -> list[tuple[str, Pin]]:
        """The pins on a net, of all parts or only of these."""
        allowed = None if refs is None else set(refs)
        return [
            (ref, self.parts[ref].item.pin(number))
            for ref, number in self.nets[net]
            if allowed is None or ref in allowed
        ]
