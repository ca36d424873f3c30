"""Entry fees, table fees and the home teams' surcharge; in whole kronor. Amounts that are lost must be configured."""

from collections.abc import Sequence
from datetime import date

from arbiter_rules.bridge.parameters import Parameters, standard
from arbiter_rules.errors import FieldError
from arbiter_rules.trace import Decision, Trace


def entry_fee(division: int, district_fee: int = 0, parameters: Parameters | None = None) -> Decision[int]:
    """A team's entry fee; in division 4 the district may add a fee of its own."""
    if not 1 <= division <= 4:
        raise FieldError("division", division, "1 to 4")
    if district_fee and division < 4:
        raise FieldError("district_fee", district_fee, "0, except in division 4")
    figures = parameters or standard()
    trace = Trace()
    paragraph = "SBF Avgifter(1)" if division < 4 else "SBF Avgifter(2)"
    fee = figures.integer(f"fee.entry.{division}")  # [rule SBF Avgifter(1)] [rule SBF Avgifter(2)]
    trace.note(
        paragraph, "fee.entry", fee, division=division, mark=figures.figure(f"fee.entry.{division}").mark
    )
    if district_fee:
        trace.note("SBF Avgifter(5)", "fee.district", district_fee)  # [rule SBF Avgifter(5)]
    return trace.decide(fee + district_fee)


def paid_in_time(paid: date, parameters: Parameters | None = None) -> Decision[bool]:
    """Whether a division 4 fee came in time."""
    last = (parameters or standard()).day("fee.division_4_by")
    trace = Trace()
    in_time = paid <= last  # [rule SBF Avgifter(4)]
    trace.note("SBF Avgifter(4)", "fee.in-time" if in_time else "fee.late", in_time, last=last.isoformat())
    return trace.decide(in_time)


def refund_of_entry(*, disqualified: bool, district_short: bool) -> Decision[bool]:
    """Whether an entry fee is paid back: neither after a disqualification nor after a district's re-quoting."""
    trace = Trace()
    if disqualified:
        trace.note("SBF Reserv(6)", "fee.kept-disqualified", False)  # [rule SBF Reserv(6)]
    if district_short:
        trace.note("SBF Flyttning(8)", "fee.kept-district", False)  # [rule SBF Flyttning(8)]
    return trace.decide(not (disqualified or district_short))


def table_fee(matches: int, asked: int | None = None, parameters: Parameters | None = None) -> Decision[int]:
    """What an organiser may ask of a team for so many matches; `asked` is his own amount a match."""
    figures = parameters or standard()
    most = figures.integer("fee.table")
    each = most if asked is None else asked
    if not 0 <= each <= most:
        raise FieldError("asked", each, f"0 to {most} SEK a team and match")  # [rule SBF Arrangemang(3)]
    trace = Trace()
    trace.note("SBF Arrangemang(3)", "fee.table", each * matches, matches=matches, each=each)
    return trace.decide(each * matches)


def home_surcharge(
    division: int, distances_mil: Sequence[int], parameters: Parameters | None = None
) -> Decision[int]:
    """The surcharge of a team for the last rounds, by its distance to the venue of each of them in whole mil.

    It is due in divisions 1 and 2 for every such round within the home distance.
    """
    figures = parameters or standard()
    rounds, home = figures.integer("fee.home_rounds"), figures.integer("fee.home_mil")
    if len(distances_mil) != rounds or min(distances_mil) < 0:
        raise FieldError("distances_mil", repr(tuple(distances_mil)), f"{rounds} distances, 0 or more")
    trace = Trace()
    near = sum(distance <= home for distance in distances_mil) if division <= 2 else 0  # [rule SBF Resor(9)]
    trace.note("SBF Resor(9)", "fee.home-rounds", near, limit=home, division=division)
    total = near * figures.integer("fee.home_surcharge") if near else 0  # [rule SBF Resor(8)]
    trace.note("SBF Resor(8)", "fee.home-surcharge", total, rounds=near)
    return trace.decide(total)
