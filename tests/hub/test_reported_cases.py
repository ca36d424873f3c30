"""Cases from public reports that a hub and its pages must stand, each by its number; the clock's are tested with it."""

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
FOLDERS = ("hub", "web")

#: Where each case of the list is tested that concerns the hub, the score or a page. Of the others, T1 to T4 and
#: T13 to T16 are of the clock alone; T6 and T19 are numbers that the list does not have.
CASES = {
    5: {"web/test_time_in_the_browser.py"},  # rounding: the same number on every display
    7: {"web/test_scoreboard.py"},  # undo of a penalty
    8: {"hub/test_matches.py"},  # a penalty delivered three times
    9: {"hub/test_streams.py", "web/test_scoreboard.py"},  # another table's names
    10: {"hub/test_connection.py"},  # a missed change, a broker that was restarted
    11: {"web/test_time_in_the_browser.py"},  # a browser whose time of day is wrong
    12: {"web/test_time_in_the_browser.py"},  # a frozen tab, a television after standby
    17: {"web/test_scoreboard.py"},  # an expiry that nobody heard
    18: {  # a limit that nobody ordered, a non-breaking space in an import
        "hub/test_csv_import.py",
        "hub/test_matches.py",
        "hub/test_scorer.py",
        "hub/test_time_limit_orders.py",
    },
    20: {"hub/test_scorer.py", "hub/test_time_limit_orders.py"},  # the threshold, to the millisecond
}


def test_every_case_of_the_public_reports_that_a_hub_must_stand_has_a_test_by_its_number() -> None:
    found: dict[int, set[str]] = {}
    for folder in FOLDERS:
        for file in (TESTS / folder).glob("test_*.py"):
            for number in re.findall(r"^(?:async )?def test_t(\d+)_", file.read_text("utf-8"), re.MULTILINE):
                found.setdefault(int(number), set()).add(file.relative_to(TESTS).as_posix())

    assert found == CASES
