"""The register of ambiguities: where the regulation can be read in several ways, which reading is taken.

The first reading of each switch is the recommended one. A season document or a request may choose another.
"""

from collections.abc import Mapping

from arbiter_rules.policy import Policy, Switch

SWITCHES: tuple[Switch, ...] = (
    Switch(
        "weak-minor",
        "SBF 2.5.1(4)",
        ("diamonds-only", "both-minors"),
        "Which weak one-bid in a minor carries two extra dots; the suit is lost in the text.",
    ),
    Switch(
        "odd-pass-shapes",
        "SBF 2.3(6)",
        ("balanced", "4333-only"),
        "The shapes of which an ordinary pass holds every weak hand; the figure is lost in the text.",
    ),
    Switch(
        "game-forcing-in-caps",
        "SBF 2.5.3(3)",
        ("not-strong", "strong"),
        "Whether a game-forcing meaning below the strong limit counts as strong in the caps.",
    ),
    Switch(
        "walkover-option-2",
        "SBF WO(3.2)",
        ("18-vp", "scale-row"),
        "The victory points of the fixed award; the figure is lost, 15-0 IMP is not.",
    ),
    Switch(
        "lateness-edge",
        "SBF Försening(2)",
        ("whole-period", "next-period"),
        "Whether a delay of exactly five minutes has begun the second period.",
    ),
    Switch(
        "transfer-window",
        "SBF Deltagande(3)",
        ("both-days", "between"),
        "Whether 15 April and 15 August belong to the free period.",
    ),
    Switch(
        "fourteen-days",
        "SBF Reserv(3)",
        ("day-after-is-first", "same-day-is-first"),
        "From which day the fourteen days are counted.",
    ),
    Switch(
        "tie-break",
        "SBF Tillägg(95)",
        ("imp-quotient", "head-to-head", "imp-difference"),
        "What separates teams with equal victory points; not in the regulation itself.",
    ),
    Switch(
        "struck-team",
        "SBF Flyttning(10)",
        ("placed-last", "outside-table"),
        "Whether a team whose results are struck takes one of the relegation places.",
    ),
    Switch(
        "negative-total",
        "SBF Poängavdrag(3)",
        ("allowed", "floor-at-zero"),
        "Whether deductions can take a team's total below zero.",
    ),
    Switch(
        "district-places",
        "SBF Flyttning(5)",
        ("largest-remainder", "highest-averages"),
        "How places in proportion to participation are rounded.",
    ),
    Switch(
        "travel-distance",
        "SBF Resor(3)",
        ("return", "one-way"),
        "Whether the mileage counts the way back.",
    ),
    Switch(
        "iaf-divisor",
        "SBF Givar(6)",
        ("comparisons", "tables"),
        "By what the cross-IMP total is divided for the average.",
    ),
    Switch(
        "datum-rounding",
        "SBF Givar(6)",
        ("away-from-zero", "towards-plus"),
        "How a datum that ends in five is rounded to tens.",
    ),
    Switch(
        "master-point-split",
        "SBF Bronsregler(1)",
        ("won-or-drawn", "won-only"),
        "Who gets the points of a match; not in the regulation itself.",
    ),
)


def policy(chosen: Mapping[str, str] | None = None) -> Policy:
    """The readings of one organiser; PolicyError for a switch or a reading that does not exist."""
    return Policy("allsvenskan", SWITCHES, chosen)


DEFAULT = policy()
