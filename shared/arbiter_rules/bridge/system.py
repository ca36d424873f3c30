"""A pair's whole system: its dots, its class, and whether it may be played in a contest."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Literal

from arbiter_rules.bridge.agreement import PASS, Agreement, Call, System
from arbiter_rules.bridge.openings import Dots, dots, is_odd_pass, is_strong_pass
from arbiter_rules.bridge.parameters import Parameters, standard
from arbiter_rules.bridge.readings import DEFAULT
from arbiter_rules.errors import FieldError, MissingValueError
from arbiter_rules.policy import Policy
from arbiter_rules.trace import Decision, Trace

SystemClass = Literal["A", "B", "C"]
Level = Literal["A", "B", "C", "D"]
PointsKind = Literal["gold", "silver", "bronze"]


@dataclass(frozen=True, slots=True)
class BidDots:
    """Dots of one call, of each variant in the order described, and before the organiser lowered them."""

    call: Call
    dots: int
    variants: tuple[Dots, ...]
    agreements: tuple[Agreement, ...]
    lowered_from: int | None = None


@dataclass(frozen=True, slots=True)
class SystemDots:
    """The dots of a system: bid by bid, in total, and the class that follows."""

    bids: tuple[BidDots, ...]
    total: int
    system_class: SystemClass
    odd_pass: bool
    strong_pass: bool
    unbalanced_no_trumps: tuple[Call, ...]

    @property
    def most_dots(self) -> int:
        """The dots of the bid that has the most."""
        return max((bid.dots for bid in self.bids), default=0)


@dataclass(frozen=True)
class Contest:
    """What an organiser has decided. `level` None means that nothing was decided. `boards_in_a_row` counts the
    boards against one pair, breaks ignored. `lowered` maps calls to fewer dots; bans ask for level D."""

    points: PointsKind
    boards_in_a_row: int
    level: Level | None = None
    most_dots: int | None = None
    lowered: Mapping[str, int] = field(default_factory=dict[str, int])
    banned: frozenset[str] = frozenset()
    voluntary: bool = False

    def __post_init__(self) -> None:
        if self.boards_in_a_row < 1:
            raise FieldError("boards_in_a_row", self.boards_in_a_row, "1 or more")
        # [rule SBF 2.4(5)] Who bans a bid must choose level D.
        if self.banned and self.level != "D":
            raise FieldError("banned", ", ".join(sorted(self.banned)), "no bans, except at level D")
        if self.level == "D" and self.most_dots is None:
            raise MissingValueError("most_dots", "the highest total at level D")  # [rule SBF 2.4(2)]
        if self.level != "D" and self.most_dots is not None:
            self._check_raised(self.most_dots)

    def _check_raised(self, most: int) -> None:
        """Levels B and C may be raised, not lowered; level A has no limit to change."""
        if self.level not in ("B", "C"):
            raise FieldError("most_dots", most, "a limit at level B, C or D only")
        standard_limit = standard().integer(f"level.{self.level}.most_dots")
        if most < standard_limit:  # [rule SBF 4.2(1)] [rule SBF 2.4(4)]
            raise FieldError("most_dots", most, f"{standard_limit} or more at level {self.level}")


@dataclass(frozen=True, slots=True)
class Legality:
    """Whether a system may be played. `limit` None means no limit; `banned` are the calls that may not be used."""

    regulated: bool
    level: Level
    limit: int | None
    total: int
    banned: tuple[str, ...]
    legal: bool


def system_dots(
    system: System,
    contest: Contest | None = None,
    policy: Policy = DEFAULT,
    parameters: Parameters | None = None,
) -> Decision[SystemDots]:
    """Dots of each call, their total, and the class A, B or C."""
    figures = parameters or standard()
    trace = Trace()
    passes = [agreement for agreement in system.agreements if agreement.call == PASS]
    strong_pass = True in [trace.adopt(is_strong_pass(agreement)) for agreement in passes]
    odd_pass = True in [trace.adopt(is_odd_pass(agreement, policy, figures)) for agreement in passes]
    bids: list[BidDots] = []
    for call in system.calls:
        agreements = tuple(agreement for agreement in system.agreements if agreement.call == call)
        variants = tuple(trace.adopt(dots(agreement, policy, figures)) for agreement in agreements)
        most = max(
            variant.dots for variant in variants
        )  # [rule SBF 2.5(2)] the dearest variation, not the sum
        if len(variants) > 1:
            # [rule SBF 2.5(3)] The opening after partner's odd pass is a variation like any other.
            trace.note(
                "SBF 2.5(2)", "dots.variation", most, call=str(call), variants=tuple(v.dots for v in variants)
            )
        lowered = _lowered(call, most, contest, trace)
        bids.append(BidDots(call, lowered, variants, agreements, most if lowered < most else None))
    total = sum(bid.dots for bid in bids)  # [rule SBF 2.1(1)]
    trace.note("SBF 2.1(1)", "system.total", total, bids=len(bids))
    system_class = classify(total, figures)
    trace.note("SBF 2.4(6)", f"system.class-{system_class.lower()}", system_class, total=total)
    unbalanced = tuple(
        dict.fromkeys(
            agreement.call
            for agreement in system.agreements
            if agreement.call in (Call(1, "NT"), Call(2, "NT")) and agreement.meaning.can_be_unbalanced
        )
    )
    return trace.decide(SystemDots(tuple(bids), total, system_class, odd_pass, strong_pass, unbalanced))


def classify(total: int, parameters: Parameters | None = None) -> SystemClass:
    """The class of a system with so many dots."""
    figures = parameters or standard()
    if total > figures.integer("system.A.dots_above"):  # [rule SBF 2.4(6)]
        return "A"
    return "C" if total <= figures.integer("system.C.most_dots") else "B"


def _lowered(call: Call, most: int, contest: Contest | None, trace: Trace) -> int:
    """What the organiser has made of a bid's dots; he may only lower them."""
    if contest is None or str(call) not in contest.lowered:
        return most
    lowered = contest.lowered[str(call)]
    if not 0 <= lowered <= 7:
        raise FieldError(f"lowered.{call}", lowered, "0 to 7")
    value = min(most, lowered)  # [rule SBF 2.4(3)]
    trace.note("SBF 2.4(3)", "dots.lowered", value, call=str(call), before=most)
    return value


def recommended_level(
    points: PointsKind, boards_in_a_row: int, parameters: Parameters | None = None
) -> Decision[Level]:
    """The level the regulation recommends by the kind of points and the boards against one pair.

    Bronze contests are outside the regulation; an organiser who applies it takes the silver row.
    """
    figures = parameters or standard()
    trace = Trace()
    many = boards_in_a_row >= figures.integer("level.boards_in_a_row")  # [rule SBF 2.4(1)]
    level: Level = ("A" if many else "B") if points == "gold" else ("B" if many else "C")
    trace.note("SBF 2.4(1)", "level.recommended", level, points=points, boards=boards_in_a_row)
    return trace.decide(level)


def legality(
    system: SystemDots, contest: Contest, parameters: Parameters | None = None
) -> Decision[Legality]:
    """Whether the system may be played in the contest."""
    figures = parameters or standard()
    trace = Trace()
    if contest.points == "bronze" and not contest.voluntary:
        trace.note("SBF 1(1)", "contest.bronze", True)  # [rule SBF 1(1)] [rule SBF 1(2)]
        return trace.decide(Legality(False, contest.level or "C", None, system.total, (), True))
    recommended = recommended_level(contest.points, contest.boards_in_a_row, figures)
    level = contest.level
    if level is None:
        level = trace.adopt(recommended)
        trace.note("SBF 3.2(1)", "level.undecided", level)  # [rule SBF 3.2(1)]
    limit = contest.most_dots
    if limit is None and level in ("B", "C"):
        limit = figures.integer(f"level.{level}.most_dots")
    trace.note("SBF 2.4(1)", "level.limit" if limit is not None else "level.unlimited", limit, level=level)
    banned = tuple(str(bid.call) for bid in system.bids if str(bid.call) in contest.banned)
    if banned:
        trace.note("SBF 2.4(5)", "level.banned", False, calls=banned)
    within = limit is None or system.total <= limit
    legal = within and not banned
    # [rule SBF 3.6(2)] Too many dots or a banned bid must be put right at once.
    trace.note(
        "SBF 3.6(2)", "system.legal" if legal else "system.illegal", legal, total=system.total, limit=limit
    )
    return trace.decide(Legality(True, level, limit, system.total, banned, legal))


def allsvenskan_contest(
    division: int, boards_per_half: int, invitation: Level | None = None, most_dots: int | None = None
) -> Contest:
    """The contest of a division of the league: gold points in divisions 1 and 2, silver below."""
    return Contest("gold" if division <= 2 else "silver", boards_per_half, invitation, most_dots)


def phase_contest(phases: Mapping[date, Contest], day: date) -> Decision[Contest]:
    """The contest of the phase that is under way: each phase may have rules of its own."""
    begun = [start for start in phases if start <= day]  # [rule SBF 2.4(7)]
    if not begun:
        raise FieldError("day", day.isoformat(), "a day on which a phase has begun")
    trace = Trace()
    trace.note("SBF 2.4(7)", "phase.contest", max(begun).isoformat(), day=day.isoformat())
    return trace.decide(phases[max(begun)])
