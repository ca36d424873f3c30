"""The bill of materials of a variant: everything to buy, grouped, with two alternatives and estimated prices."""

import csv
import io
from dataclasses import dataclass

from arbiter_hardware.catalogue import items
from arbiter_hardware.model import VARIANTS, Item, Netlist

COLUMNS = (
    "references", "quantity", "description", "manufacturer", "mpn", "alternative_1", "alternative_2", "place",
    "unit_eur", "total_eur",
)  # fmt: skip

# What is bought but has no pin: item -> quantity by variant. PETG in grams, printed volume at 40 % infill.
EXTRAS: dict[str, tuple[int, int, int]] = {
    "socket19": (2, 2, 2),
    "dip20": (3, 0, 3),
    "dip14": (1, 1, 1),
    "pcb": (1, 1, 1),
    "patch": (1, 1, 1),
    "xhcable": (1, 1, 1),
    "petg": (400, 500, 320),
    "acrylic": (1, 1, 1),
    "screws": (1, 1, 1),
}
_NOT_BOUGHT = ("jumper3", "bridge", "link")


@dataclass(frozen=True)
class Row:
    references: tuple[str, ...]
    quantity: int
    item: Item
    place: str

    @property
    def total(self) -> float:
        return round(self.quantity * self.item.price, 2)


def _order(ref: str) -> tuple[str, int]:
    letters = ref.rstrip("0123456789")
    return letters, int(ref[len(letters) :] or 0)


def rows(netlist: Netlist, variant: str) -> list[Row]:
    """Rows by place and reference; the extras last."""
    groups: dict[tuple[str, str], list[str]] = {}
    found: dict[str, Item] = {}
    for part in netlist.fitted(variant):
        item = part.fitted[variant]
        found[item.key] = item
        groups.setdefault((part.place, item.key), []).append(part.ref)
    result = []
    for (place, key), refs in groups.items():
        result.append(Row(tuple(sorted(refs, key=_order)), len(refs), found[key], place))
    result.sort(
        key=lambda r: (("board", "box", "handset", "outside").index(r.place), _order(r.references[0]))
    )
    for key, by_variant in EXTRAS.items():
        quantity = by_variant[VARIANTS.index(variant)]
        if quantity:
            result.append(Row((), quantity, items()[key], "extra"))
    return result


def total(netlist: Netlist, variant: str) -> float:
    """Estimated cost of one clock in euro, without shipping."""
    return round(sum(row.total for row in rows(netlist, variant)), 2)


def text(netlist: Netlist, variant: str) -> str:
    """The CSV file; its last line is the sum."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows(netlist, variant):
        item = row.item
        alternatives = [f"{maker} {number}" for maker, number in item.alternatives]
        writer.writerow(
            [
                " ".join(row.references),
                row.quantity,
                item.description,
                item.manufacturer,
                item.mpn,
                *alternatives,
                row.place,
                f"{item.price:.3f}".rstrip("0").rstrip("."),
                f"{row.total:.2f}",
            ]
        )
    writer.writerow(["", "", "sum, estimated", "", "", "", "", "", "", f"{total(netlist, variant):.2f}"])
    return out.getvalue()


def problems(netlist: Netlist, variant: str) -> list[str]:
    """Rows that nobody could order from: no part number, a missing or repeated alternative, no price."""
    found = []
    for row in rows(netlist, variant):
        item = row.item
        numbers = [item.mpn, *(number for _, number in item.alternatives)]
        makers = [item.manufacturer, *(maker for maker, _ in item.alternatives)]
        sources = list(zip(makers, numbers, strict=True))
        if not all(numbers) or not all(makers):
            found.append(f"{variant} {item.key}: part number or maker missing")
        if len(set(sources)) != len(sources):
            found.append(f"{variant} {item.key}: an alternative is the part itself")
        if item.price <= 0 and item.key not in _NOT_BOUGHT:
            found.append(f"{variant} {item.key}: no price")
    return found
