"""The regulation's numbers, read from `figures.toml`, where each stands with its paragraph."""

import tomllib
from dataclasses import dataclass
from pathlib import Path

_PATH = Path(__file__).with_name("figures.toml")


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """Days, moves and euro of the edition of 2002; later editions differ, so nothing else holds these numbers."""

    moves_per_control: int
    days_per_control: int
    long_think: int
    long_think_penalty: int
    reminder: int
    reminder_after_notice: int
    director_notice: int
    refusal: int
    forgiven_overhang: int
    leave_entitlement: int
    leave_minimum: int
    leave_notice_penalty: int
    objection: int
    objection_fee: int
    quiet_moves: int


def load(path: Path = _PATH) -> Figures:
    """Read the figures; a missing or superfluous one raises TypeError."""
    with path.open("rb") as file:
        return Figures(**{name: entry["value"] for name, entry in tomllib.load(file).items()})


FIGURES = load()
