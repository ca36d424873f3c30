"""Thresholds as they are stored: of the readings of the rule, those that are not the usual ones."""

from typing import Protocol

from arbiter_rules.billiards.time_limit import POLICY, SWITCHES, Threshold
from arbiter_rules.policy import Policy


class Stored(Protocol):
    """What a row has of a threshold."""

    @property
    def sets(self) -> int: ...
    @property
    def limit_ms(self) -> int: ...
    @property
    def readings(self) -> dict[str, str] | None: ...


def threshold_in(stored: Stored) -> Threshold:
    """The threshold of a row; PolicyError for readings that do not exist."""
    return Threshold(stored.sets, stored.limit_ms, policy_in(stored.readings))


def policy_in(readings: dict[str, str] | None) -> Policy:
    """The readings of a row; PolicyError for those that do not exist."""
    return Policy(POLICY.name, SWITCHES, readings)


def readings_of(threshold: Threshold) -> dict[str, str] | None:
    """What is stored of the readings that a threshold takes."""
    return dict(threshold.policy.departures) or None


def threshold_row(match: int, threshold: Threshold, auto_by: str | None) -> dict[str, object]:
    """Columns of a match's threshold; `auto_by` has ordered beforehand what follows."""
    return {
        "match_id": match,
        "sets": threshold.sets,
        "limit_ms": threshold.limit_ms,
        "auto_by": auto_by,
        "readings": readings_of(threshold),
    }
