"""Names and identifiers that schematic and board share."""

import json
import uuid

NAMESPACE = uuid.UUID("5d1b9a0e-7f7c-4d0e-9a41-3f7f6a1f2b10")
PROJECT = "arbiter-carrier"
REVISION = "1"
# The library rules compare with the KiCad library of one machine; the files carry their own copies.
IGNORED_ERC = ("lib_symbol_issues", "lib_symbol_mismatch", "footprint_link_issues")
IGNORED_DRC = ("lib_footprint_issues", "lib_footprint_mismatch")


def stable(name: str) -> str:
    """The same identifier for the same thing in every build."""
    return str(uuid.uuid5(NAMESPACE, name))


def project(minimum_clearance: float, edge: float) -> str:
    """The project file: rule severities and the board's minimum values."""
    rules = {
        "min_clearance": minimum_clearance,
        "min_copper_edge_clearance": edge,
        "min_hole_to_hole": 0.25,
        "min_through_hole_diameter": 0.3,
        "min_track_width": 0.2,
        "min_via_annular_width": 0.13,
        "min_via_diameter": 0.6,
        "min_text_height": 0.7,
        "min_text_thickness": 0.1,
        "min_silk_clearance": 0.0,
    }
    data = {
        "board": {
            "design_settings": {"rules": rules, "rule_severities": dict.fromkeys(IGNORED_DRC, "ignore")},
        },
        "erc": {"rule_severities": dict.fromkeys(IGNORED_ERC, "ignore")},
        "meta": {"filename": f"{PROJECT}.kicad_pro", "version": 3},
        "net_settings": {
            "classes": [
                {
                    "name": "Default",
                    "clearance": minimum_clearance,
                    "track_width": 0.25,
                    "via_diameter": 0.8,
                    "via_drill": 0.4,
                }
            ],
            "meta": {"version": 4},
        },
    }
    return json.dumps(data, indent=2, sort_keys=True) + "\n"
