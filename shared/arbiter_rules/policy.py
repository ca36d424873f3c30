"""Where a regulation can be read in several ways, the reading taken is a named switch of a frozen policy."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from arbiter_rules.errors import PolicyError


@dataclass(frozen=True, slots=True)
class Switch:
    """An ambiguity: the paragraph that leaves it open and its possible readings, the default first."""

    id: str
    paragraph: str
    readings: tuple[str, ...]
    note: str = ""

    @property
    def default(self) -> str:
        return self.readings[0]


class Policy:
    """The readings that one organiser takes. Immutable; switches that are not named keep their default."""

    __slots__ = ("_readings", "_switches", "name")

    def __init__(self, name: str, switches: Iterable[Switch], chosen: Mapping[str, str] | None = None):
        self.name = name
        self._switches: Mapping[str, Switch] = MappingProxyType({switch.id: switch for switch in switches})
        readings = {switch.id: switch.default for switch in self._switches.values()}
        for switch_id, reading in (chosen or {}).items():
            switch = self._switches.get(switch_id)
            if switch is None:
                raise PolicyError(f"policy.{switch_id}", switch_id, "one of " + ", ".join(self._switches))
            if reading not in switch.readings:
                raise PolicyError(f"policy.{switch_id}", reading, "one of " + ", ".join(switch.readings))
            readings[switch_id] = reading
        self._readings: Mapping[str, str] = MappingProxyType(readings)

    def __getitem__(self, switch_id: str) -> str:
        """The reading taken; PolicyError if there is no such switch."""
        try:
            return self._readings[switch_id]
        except KeyError:
            raise PolicyError("policy", switch_id, "one of " + ", ".join(self._switches)) from None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Policy) and self.name == other.name and self._readings == other._readings

    def __hash__(self) -> int:
        return hash((self.name, tuple(self._readings.items())))

    @property
    def switches(self) -> tuple[Switch, ...]:
        return tuple(self._switches.values())

    @property
    def departures(self) -> Mapping[str, str]:
        """The switches that differ from their default."""
        return {key: value for key, value in self._readings.items() if value != self._switches[key].default}

    def with_readings(self, **chosen: str) -> "Policy":
        """A copy with some switches set otherwise (two underscores in a keyword stand for a dot)."""
        readings = dict(self.departures)
        readings.update({key.replace("__", "."): value for key, value in chosen.items()})
        return Policy(self.name, self.switches, readings)
