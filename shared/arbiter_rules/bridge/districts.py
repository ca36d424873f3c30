"""The places that districts get in division 3: in proportion to participation, with guaranteed places."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from arbiter_rules.bridge.parameters import Parameters, standard
from arbiter_rules.bridge.readings import DEFAULT
from arbiter_rules.errors import FieldError
from arbiter_rules.policy import Policy
from arbiter_rules.trace import Decision, Trace


@dataclass(frozen=True, slots=True)
class DistrictPlaces:
    """One district: teams that played, its exact share, places by whole numbers, and places in the end."""

    district: str
    teams: int
    share: Fraction
    whole: int
    guaranteed: bool
    places: int


@dataclass(frozen=True, slots=True)
class Apportionment:
    """All districts, in the order given. `by_lot` are districts between which the last places are drawn."""

    districts: tuple[DistrictPlaces, ...]
    by_lot: tuple[str, ...]


def district_places(
    teams: Mapping[str, int], policy: Policy = DEFAULT, parameters: Parameters | None = None
) -> Decision[Apportionment]:
    """Share out the places by the number of teams that really played in each district.

    A district with enough teams is guaranteed one place. Largest remainder by default; districts whose guarantee
    exceeds their share keep one place each, and the rest is shared out among the others.
    """
    figures = parameters or standard()
    places = figures.integer("promotion.from_4")
    least = figures.integer("promotion.district_guaranteed_at")
    for district, count in teams.items():
        if count < 0:
            raise FieldError(f"districts.{district}", count, "0 or more teams")
    guaranteed = frozenset(district for district, count in teams.items() if count >= least)
    if sum(teams.values()) < places or len(guaranteed) > places:
        raise FieldError(
            "districts", f"{sum(teams.values())} teams", f"at least {places}, in at most {places} districts"
        )
    trace = Trace()
    trace.note(
        "SBF Flyttning(6)", "districts.guaranteed", tuple(sorted(guaranteed)), least=least
    )  # [rule SBF Flyttning(6)]
    fixed = _fixed(teams, guaranteed, places)
    open_places = places - len(fixed)
    rest = {district: count for district, count in teams.items() if district not in fixed}
    total = sum(rest.values())
    shares = {district: Fraction(count * open_places, total) for district, count in rest.items()}
    if policy["district-places"] == "highest-averages":
        given, lot = _highest_averages(rest, open_places, guaranteed)
    else:
        given, lot = _largest_remainder(shares, open_places)
    lines = tuple(
        DistrictPlaces(
            district,
            count,
            shares.get(district, Fraction(count * places, sum(teams.values()))),
            int(shares.get(district, Fraction(1))),
            district in guaranteed,
            1 if district in fixed else given[district],
        )
        for district, count in teams.items()
    )
    # [rule SBF Flyttning(5)] [rule SBF Flyttning(7)] The count is of teams that played, so a shortfall re-quotes.
    for line in lines:
        trace.note(
            "SBF Flyttning(5)",
            "districts.places",
            line.places,
            switch="district-places",
            district=line.district,
            teams=line.teams,
            share=round(float(line.share), 4),
        )
    return trace.decide(Apportionment(lines, lot))


def _fixed(teams: Mapping[str, int], guaranteed: frozenset[str], places: int) -> frozenset[str]:
    """The districts that live by their guarantee: their share of what is left is below one place."""
    fixed: frozenset[str] = frozenset()
    while True:
        rest = {district: count for district, count in teams.items() if district not in fixed}
        total, left = sum(rest.values()), places - len(fixed)
        more = frozenset(
            district for district, count in rest.items() if district in guaranteed and count * left < total
        )
        if not more:
            return fixed
        fixed |= more


def _largest_remainder(shares: Mapping[str, Fraction], places: int) -> tuple[dict[str, int], tuple[str, ...]]:
    given = {district: int(share) for district, share in shares.items()}
    remainders = {district: share - int(share) for district, share in shares.items()}
    order = sorted(remainders, key=lambda district: (-remainders[district], district))
    left = places - sum(given.values())
    for district in order[:left]:
        given[district] += 1
    lot: tuple[str, ...] = ()
    if 0 < left < len(order) and remainders[order[left - 1]] == remainders[order[left]]:
        lot = tuple(district for district in order if remainders[district] == remainders[order[left]])
    return given, lot


def _highest_averages(
    teams: Mapping[str, int], places: int, guaranteed: frozenset[str]
) -> tuple[dict[str, int], tuple[str, ...]]:
    """Divisors 1, 3, 5 …, each guaranteed district starting with its place."""
    given = {district: int(district in guaranteed) for district in teams}
    lot: tuple[str, ...] = ()
    for _ in range(places - sum(given.values())):
        averages = {district: Fraction(count, 2 * given[district] + 1) for district, count in teams.items()}
        best = max(averages.values())
        equals = sorted(district for district, average in averages.items() if average == best)
        lot = tuple(equals) if len(equals) > 1 else ()
        given[equals[0]] += 1
    return given, lot
