"""What a pair or a team owes because of its system, as a checklist with dates."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from arbiter_rules.bridge.parameters import Parameters, standard
from arbiter_rules.bridge.system import SystemDots
from arbiter_rules.errors import FieldError
from arbiter_rules.trace import Decision, Trace

Who = Literal["pair", "team", "opponents", "director", "organiser"]


@dataclass(frozen=True, slots=True)
class Duty:
    """One thing to do. `due` is the latest moment, None if it is not tied to a time; `may` marks a right."""

    key: str
    who: Who
    paragraph: str
    due: datetime | None = None
    may: bool = False


@dataclass(frozen=True, slots=True)
class Encounter:
    """When and against whom. `boards` is the number against one pair; `opponents_known` the moment from which
    the opponents are known; `announce_by` the organiser's own time for announcing A systems."""

    start: datetime
    boards: int
    team: bool = True
    opponents_known: datetime | None = None
    announce_by: datetime | None = None
    director_present: bool = True

    def __post_init__(self) -> None:
        if self.boards < 1:
            raise FieldError("boards", self.boards, "1 or more")
        if self.announce_by is not None and self.announce_by > self.start:
            raise FieldError("announce_by", self.announce_by.isoformat(), "a moment before the start")


def duties(
    system: SystemDots, encounter: Encounter, parameters: Parameters | None = None
) -> Decision[tuple[Duty, ...]]:
    """The checklist for one pair, in the order of the regulation."""
    figures = parameters or standard()
    trace = Trace()
    found: list[Duty] = []

    def owe(key: str, who: Who, paragraph: str, due: datetime | None = None, *, may: bool = False) -> None:
        found.append(Duty(key, who, paragraph, due, may))
        trace.note(paragraph, f"duty.{key}", due.isoformat() if due else None)

    # [rule SBF System(3)] [rule SBF System(4)] Every pair, dots or none.
    owe("two-declarations", "pair", "SBF System(3)", encounter.start)
    owe("dots-on-declaration", "pair", "SBF System(4)", encounter.start)
    if system.most_dots > 0:
        owe("mark-dotted-bids", "pair", "SBF 3.3(1)", encounter.start)  # [rule SBF 3.3(1)]
    if system.unbalanced_no_trumps:
        owe("state-unbalanced-nt", "pair", "SBF 3.3(2)", encounter.start)  # [rule SBF 3.3(2)]
    is_a = system.system_class == "A"
    if is_a or system.most_dots >= figures.integer("duty.dots_of_a_bid"):
        owe("say-at-entry", "pair", "SBF 3.4(1)")  # [rule SBF 3.4(1)]
        owe(*_in_advance(encounter, figures))
        owe("repeat-at-table", "pair", "SBF 3.4(3)", encounter.start)  # [rule SBF 3.4(3)]
        # [rule SBF 3.4(4)] An A pair must present defences; another pair those that it has.
        owe("defences-a" if is_a else "defences-if-any", "pair", "SBF 3.4(4)", encounter.start)
    if is_a:
        owe("on-start-list", "organiser", "SBF 3.2(3)", encounter.start)  # [rule SBF 3.2(3)]
        if encounter.team:
            minutes = figures.integer("duty.announce_minutes")
            due = encounter.announce_by or encounter.start - timedelta(minutes=minutes)  # [rule SBF 3.5(2)]
            owe("announce-a-system", "team", "SBF 3.5(1)", due)  # [rule SBF 3.5(1)]
            if encounter.director_present:
                owe("announce-to-director", "team", "SBF 3.5(1)", due)
    if may_consult_notes(system, figures).value:
        owe("consult-notes", "opponents", "SBF 3.8(1)" if is_a else "SBF 3.8(2)", may=True)
    return trace.decide(tuple(found))


def _in_advance(encounter: Encounter, figures: Parameters) -> tuple[str, Who, str, datetime | None]:
    """When the opponents must have the declaration."""
    if encounter.boards < figures.integer("duty.boards_for_ahead"):
        due = encounter.start - timedelta(minutes=figures.integer("duty.at_venue_minutes"))
        return "declaration-at-venue", "pair", "SBF 3.4(2)", due  # [rule SBF 3.4(2)]
    due = encounter.start - timedelta(days=figures.integer("duty.declare_days_ahead"))
    if encounter.opponents_known is not None and encounter.opponents_known > due:
        return "declaration-as-soon-as-possible", "pair", "SBF 3.4(2)", encounter.opponents_known
    return "declaration-ahead", "pair", "SBF 3.4(2)", due


def may_consult_notes(system: SystemDots, parameters: Parameters | None = None) -> Decision[tuple[str, ...]]:
    """The opening bids against which the opponents may consult their own notes for the rest of the auction."""
    figures = parameters or standard()
    trace = Trace()
    is_a = system.system_class == "A"
    # [rule SBF 3.8(1)] [rule SBF 3.8(2)] From three dots against an A system, from four against another.
    limit = figures.integer("duty.defence_a_system" if is_a else "duty.dots_of_a_bid")
    calls = tuple(str(bid.call) for bid in system.bids if bid.dots >= limit)
    trace.note("SBF 3.8(1)" if is_a else "SBF 3.8(2)", "notes.openings", calls, limit=limit)
    return trace.decide(calls)


def may_consult_after_overcall(
    opening_natural_suit: bool,
    directly_behind: bool,
    overcall_natural: bool,
    overcall_strong: bool,
    overcall_points: bool,
) -> Decision[bool]:
    """Whether an overcall gives the opening side the right to its notes."""
    trace = Trace()
    right = (
        opening_natural_suit
        and directly_behind
        and not (overcall_natural or overcall_strong or overcall_points)  # [rule SBF 3.8(3)]
    )
    trace.note("SBF 3.8(3)", "notes.overcall" if right else "notes.overcall-not", right)
    return trace.decide(right)


@dataclass(frozen=True, slots=True)
class Seating:
    """Who names pairs and rooms first in each part of an encounter; None if nobody must."""

    first: Literal["home", "away"] | None
    home_may_use: bool
    away_may_use: bool


def seating(home_announced: bool, away_announced: bool) -> Decision[Seating]:
    """What the announcements of A systems mean for an encounter between two teams."""
    trace = Trace()
    first: Literal["home", "away"] | None = None
    if home_announced != away_announced:
        first = "home" if home_announced else "away"
        trace.note("SBF 3.5(3)", "seating.names-first", first)  # [rule SBF 3.5(3)] [rule SBF 3.5(5)]
    else:
        trace.note("SBF 3.5(4)", "seating.free", None, both=home_announced)  # [rule SBF 3.5(4)]
    return trace.decide(Seating(first, home_announced, away_announced))


@dataclass(frozen=True, slots=True)
class Consequences:
    """What follows from an offence: steps that must be taken, and steps that are open to director or committee."""

    must: tuple[str, ...]
    may: tuple[str, ...]


def consequences(
    *,
    faulty_declaration: bool = False,
    too_many_dots: bool = False,
    banned_bid: bool = False,
    empty_explanation: bool = False,
    special_duty_broken: int | None = None,
    repeated: bool = False,
    boards: int = 24,
    team: bool = True,
    director_present: bool = True,
    convicted_before: bool = False,
    parameters: Parameters | None = None,
) -> Decision[Consequences]:
    """What an offence by a pair brings. `special_duty_broken` is 1 to 4, the number within 3.4."""
    figures = parameters or standard()
    if special_duty_broken not in (None, 1, 2, 3, 4):
        raise FieldError("special_duty_broken", special_duty_broken, "1, 2, 3 or 4")
    trace = Trace()
    must: list[str] = []
    may: list[str] = []
    if faulty_declaration:
        must.append("correct-declaration")
        trace.note("SBF 3.6(1)", "offence.declaration", "correct-declaration")  # [rule SBF 3.6(1)]
    if empty_explanation:  # [rule SBF 3.7(3)] [rule SBF 3.7(4)] not put right, it counts as a banned bid
        trace.note("SBF 3.7(3)", "offence.empty-explanation", True)
    offence = too_many_dots or banned_bid or empty_explanation
    undisclosed = special_duty_broken is not None or faulty_declaration
    if offence:
        must.append("correct-system")
        trace.note("SBF 3.6(2)", "offence.system", "correct-system")
        if boards <= figures.integer("adjust.most_boards") or undisclosed:  # [rule SBF 3.6(4)]
            may.append("adjust-score")
            trace.note("SBF 3.6(4)", "offence.adjust", True, boards=boards, undisclosed=undisclosed)
        else:
            must.append("score-stands")
            trace.note("SBF 3.6(4)", "offence.stands", False, boards=boards, undisclosed=undisclosed)
        if team and director_present:
            must.append("report-to-committee")  # [rule SBF 3.6(5)]
            trace.note("SBF 3.6(5)", "offence.report", True)
        elif team:
            may.append("opponents-may-report")
            trace.note("SBF 3.6(5)", "offence.opponents-report", True)
        if convicted_before:
            may.append("committee-may-punish")  # [rule SBF 3.6(6)]
            trace.note("SBF 3.6(6)", "offence.committee", True)
    # [rule SBF 3.6(3)] A breach of duty 1 or 2 at once, of duty 3 or 4 when repeated.
    if special_duty_broken in (1, 2) or (special_duty_broken is not None and repeated):
        may.extend(("disqualify-pair", "forbid-system"))
        trace.note("SBF 3.6(3)", "offence.disqualify", True, duty=special_duty_broken)
    return trace.decide(Consequences(tuple(must), tuple(may)))
