"""The form of the contest: series and teams, boards and time, staff at a venue, when results may be shown."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from arbiter_rules.bridge.parameters import Parameters, standard
from arbiter_rules.errors import FieldError
from arbiter_rules.trace import Decision, Trace


@dataclass(frozen=True, slots=True)
class Departure:
    """Where a season departs from the form that the regulation gives."""

    paragraph: str
    field: str
    found: int
    expected: int


def form(
    teams: Mapping[str, tuple[int, int]], parameters: Parameters | None = None
) -> Decision[tuple[Departure, ...]]:
    """Check series (id to division and number of teams) against the national form, divisions 1 to 3."""
    figures = parameters or standard()
    trace = Trace()
    found: list[Departure] = []
    for division in (1, 2, 3):
        count = sum(each == division for each, _ in teams.values())
        expected = figures.integer(f"form.series.{division}")  # [rule SBF Spelform(1)]
        if count != expected:
            found.append(Departure("SBF Spelform(1)", f"division {division}", count, expected))
        trace.note("SBF Spelform(1)", "form.series", count, division=division, expected=expected)
    for series, (division, size) in teams.items():
        if division > 3:  # [rule SBF Spelform(6)] the district decides
            trace.note("SBF Spelform(6)", "form.district", size, series=series)
            continue
        expected = figures.integer(f"form.teams.{division}")  # [rule SBF Spelform(2)]
        if size != expected:
            found.append(Departure("SBF Spelform(2)", series, size, expected))
            trace.note("SBF Spelform(2)", "form.teams", size, series=series, expected=expected)
    return trace.decide(tuple(found))


def boards_of_match(division: int, boards: int, parameters: Parameters | None = None) -> Decision[bool]:
    """Whether a match has the number of boards that it must have: 24, in division 4 at least 24."""
    if boards < 1:
        raise FieldError("boards", boards, "1 or more")
    full = (parameters or standard()).integer("form.boards")
    trace = Trace()
    if division <= 3:
        fits = boards == full  # [rule SBF Spelform(3)]
        trace.note("SBF Spelform(3)", "form.boards", fits, boards=boards, expected=full)
    else:
        fits = boards >= full  # [rule SBF Spelform(6)]
        trace.note("SBF Spelform(6)", "form.boards-district", fits, boards=boards, expected=full)
    return trace.decide(fits)


def half_ends(start: datetime, parameters: Parameters | None = None) -> Decision[datetime]:
    """When a half of a 24-board match ends."""
    minutes = (parameters or standard()).integer("form.minutes_per_half")
    trace = Trace()
    end = start + timedelta(minutes=minutes)  # [rule SBF Arrangemang(5)]
    trace.note("SBF Arrangemang(5)", "form.half-ends", end.isoformat(), minutes=minutes)
    return trace.decide(end)


@dataclass(frozen=True, slots=True)
class Staffing:
    """Whether a venue has the staff it needs; `warn` where the text can be read as asking for more."""

    enough: bool
    warn: bool


def staffing(
    non_playing_directors: int,
    playing_directors: int,
    match_manager: bool,
    parameters: Parameters | None = None,
) -> Decision[Staffing]:
    """One licensed non-playing director, or three licensed playing ones together with a non-playing match manager.

    Whether the manager is needed beside a non-playing director is open; without one the answer carries a warning.
    """
    needed = (parameters or standard()).integer("staff.licensed_playing")
    trace = Trace()
    non_playing = non_playing_directors >= 1
    enough = non_playing or (playing_directors >= needed and match_manager)  # [rule SBF Arrangemang(1)]
    warn = non_playing and not match_manager
    reading = "staff.warning" if warn else "staff.enough" if enough else "staff.too-few"
    trace.note(
        "SBF Arrangemang(1)", reading, enough, non_playing=non_playing_directors, playing=playing_directors
    )
    return trace.decide(Staffing(enough, warn))


def may_publish_from(
    central_start: datetime, own_start: datetime, round_ends: datetime, parameters: Parameters | None = None
) -> Decision[datetime]:
    """From when results and deals of a round may be shown; `round_ends` is the central end of the round."""
    figures = parameters or standard()
    shift = own_start - central_start
    limit = timedelta(minutes=figures.integer("form.stagger_minutes"))
    if abs(shift) > limit:  # [rule SBF Givar(11)]
        raise FieldError(
            "own_start",
            own_start.isoformat(),
            f"at most {limit.seconds // 60} minutes from the central start",
        )
    trace = Trace()
    wait = timedelta(minutes=figures.integer("publication.delay_minutes")) if shift else timedelta(0)
    moment = round_ends + wait  # [rule SBF Givar(12)]
    reading = "publish.delayed" if shift else "publish.at-once"
    trace.note("SBF Givar(12)", reading, moment.isoformat(), shift_minutes=int(shift.total_seconds() // 60))
    return trace.decide(moment)


def deal_sheets(teams: int, parameters: Parameters | None = None) -> Decision[int]:
    """Copies of the deals that the organiser hands out after a match in divisions 1 and 2."""
    each = (parameters or standard()).integer("form.deal_sheets")
    trace = Trace()
    trace.note("SBF Givar(5)", "form.deal-sheets", each * teams, teams=teams)  # [rule SBF Givar(5)]
    return trace.decide(each * teams)


PROMOTION_FIELDS = ("club", "team", "contact", "address", "phone", "email")


def promotion_notice(
    entry: Mapping[str, str], day: date, parameters: Parameters | None = None
) -> Decision[bool]:
    """A district's notice of a promoted team: complete (FieldError otherwise), and whether it came in time."""
    for key in PROMOTION_FIELDS:  # [rule SBF Anmälan(4)]
        if not entry.get(key, "").strip():
            raise FieldError(key, "nothing", "what the notice must name: " + ", ".join(PROMOTION_FIELDS))
    last = (parameters or standard()).day("report.promoted")
    trace = Trace()
    trace.note(
        "SBF Anmälan(4)",
        "notice.in-time" if day <= last else "notice.late",
        day <= last,
        last=last.isoformat(),
    )
    return trace.decide(day <= last)


def team_count_notice(day: date, parameters: Parameters | None = None) -> Decision[bool]:
    """Whether a district told the number of its division 4 teams in time."""
    last = (parameters or standard()).day("report.division_4_teams")
    trace = Trace()
    in_time = day <= last  # [rule SBF Anmälan(3)]
    trace.note(
        "SBF Anmälan(3)", "notice.in-time" if in_time else "notice.late", in_time, last=last.isoformat()
    )
    return trace.decide(in_time)
