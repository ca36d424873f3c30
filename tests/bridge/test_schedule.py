"""Form of the contest: series, boards, staff, times, publication, notices of districts."""

from datetime import date, datetime, timedelta

import pytest

from arbiter_rules.bridge.schedule import (
    boards_of_match,
    deal_sheets,
    form,
    half_ends,
    may_publish_from,
    promotion_notice,
    staffing,
    team_count_notice,
)
from arbiter_rules.errors import FieldError

START = datetime(2009, 10, 24, 10, 0)  # noqa: DTZ001 - local time at the venue


@pytest.mark.rule("SBF Spelform(1)")
@pytest.mark.rule("SBF Spelform(2)")
@pytest.mark.rule("SBF Spelform(6)")
def test_a_season_has_one_four_and_sixteen_series() -> None:
    full = (
        {"E": (1, 12)}
        | {f"2{n}": (2, 12) for n in range(4)}
        | {f"3{n}": (3, 10) for n in range(16)}
        | {"4": (4, 7)}
    )
    assert form(full).value == ()
    assert [(each.field, each.found, each.expected) for each in form({**full, "E": (1, 11)}).value] == [
        ("E", 11, 12)
    ]
    del full["20"]
    assert [(each.field, each.found, each.expected) for each in form(full).value] == [("division 2", 3, 4)]


@pytest.mark.rule("SBF Spelform(3)")
@pytest.mark.rule("SBF Spelform(6)")
@pytest.mark.parametrize(
    ("division", "boards", "fits"),
    [(1, 24, True), (3, 23, False), (3, 25, False), (4, 24, True), (4, 32, True), (4, 23, False)],
)
def test_a_match_has_twenty_four_boards(division: int, boards: int, fits: bool) -> None:
    assert boards_of_match(division, boards).value is fits


def test_a_match_has_boards() -> None:
    with pytest.raises(FieldError, match="boards"):
        boards_of_match(1, 0)


@pytest.mark.rule("SBF Arrangemang(5)")
def test_a_half_lasts_an_hour_and_thirty_five_minutes() -> None:
    assert half_ends(START).value == START + timedelta(hours=1, minutes=35)


@pytest.mark.rule("SBF Arrangemang(1)")
@pytest.mark.parametrize(
    ("non_playing", "playing", "manager", "enough", "warn"),
    [
        (1, 0, True, True, False),
        (1, 0, False, True, True),
        (0, 3, True, True, False),
        (0, 3, False, False, False),
        (0, 2, True, False, False),
    ],
)
def test_staff_at_a_venue(non_playing, playing, manager, enough, warn) -> None:
    value = staffing(non_playing, playing, manager).value
    assert (value.enough, value.warn) == (enough, warn)


@pytest.mark.rule("SBF Givar(11)")
@pytest.mark.rule("SBF Givar(12)")
def test_shifted_starts_delay_publication() -> None:
    ends = START + timedelta(hours=4)
    assert may_publish_from(START, START, ends).value == ends
    for minutes in (-30, 5, 30):
        assert may_publish_from(START, START + timedelta(minutes=minutes), ends).value == ends + timedelta(
            minutes=30
        )
    with pytest.raises(FieldError, match="at most 30 minutes"):
        may_publish_from(START, START + timedelta(minutes=31), ends)


@pytest.mark.rule("SBF Givar(5)")
def test_two_deal_sheets_a_team() -> None:
    assert deal_sheets(12).value == 24


@pytest.mark.rule("SBF Anmälan(3)")
@pytest.mark.rule("SBF Anmälan(4)")
def test_districts_give_notice_in_time_and_complete() -> None:
    notice = dict.fromkeys(("club", "team", "contact", "address", "phone", "email"), "x")
    assert promotion_notice(notice, date(2010, 1, 31)).value
    assert not promotion_notice(notice, date(2010, 2, 1)).value
    with pytest.raises(FieldError, match="phone"):
        promotion_notice({**notice, "phone": " "}, date(2010, 1, 1))
    assert team_count_notice(date(2009, 11, 16)).value
    assert not team_count_notice(date(2009, 11, 17)).value
