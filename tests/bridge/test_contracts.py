"""Contract scores (law 77), notation in two languages, vulnerability by board."""

import pytest

from arbiter_rules.bridge.contracts import (
    PASSED_OUT,
    Contract,
    contract_score,
    dealer,
    parse_contract,
    parse_seat,
    parse_tricks,
    vulnerable,
)
from arbiter_rules.errors import FieldError


@pytest.mark.rule("SBF Lag 77")
@pytest.mark.parametrize(
    ("contract", "tricks", "vul", "expected"),
    [
        ("1C", 7, False, 70),
        ("1C", 10, True, 130),
        ("3NT", 9, False, 400),
        ("3NT", 9, True, 600),
        ("4S", 11, True, 650),
        ("5D", 11, False, 400),
        ("6H", 12, True, 1430),
        ("1NTX", 7, False, 180),
        ("2SX", 8, True, 670),
        ("2SX", 10, True, 1070),
        ("1NTXX", 9, False, 960),
        ("2CXX", 8, True, 760),
        ("4S", 9, False, -50),
        ("4S", 8, True, -200),
        ("4SX", 9, False, -100),
        ("4SX", 8, False, -300),
        ("4SX", 7, False, -500),
        ("4SX", 6, False, -800),
        ("4SX", 9, True, -200),
        ("4SX", 8, True, -500),
        ("4SXX", 8, True, -1000),
        ("7NT", 0, True, -1300),
        ("7NTXX", 0, True, -7600),
        ("Pass", 0, True, 0),
    ],
)
def test_contracts_score_as_the_law_says(contract: str, tricks: int, vul: bool, expected: int) -> None:
    assert contract_score(parse_contract(contract), tricks, vul) == expected


@pytest.mark.rule("SBF Lag 77")
def test_every_score_agrees_with_an_independent_library() -> None:
    types = pytest.importorskip("endplay.types")
    denominations = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "NT": "nt"}
    checked = 0
    for level in range(1, 8):
        for strain, name in denominations.items():
            for risk, penalty in enumerate(("passed", "doubled", "redoubled")):
                for tricks in range(14):
                    other = types.Contract(
                        level=level,
                        denom=types.Denom[name],
                        declarer=types.Player.north,
                        penalty=types.Penalty[penalty],
                        result=tricks - level - 6,
                    )
                    for vul, side in ((False, types.Vul.none), (True, types.Vul.both)):
                        assert contract_score(Contract(level, strain, risk), tricks, vul) == other.score(side)
                        checked += 1
    assert checked == 2940


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("4Sx", Contract(4, "S", 1)),
        ("4 sp D", Contract(4, "S", 1)),
        ("3 sang", Contract(3, "NT")),
        ("3N", Contract(3, "NT")),
        ("2♥XX", Contract(2, "H", 2)),
        ("2hj RD", Contract(2, "H", 2)),
        ("1kl", Contract(1, "C")),
        ("5ru**", Contract(5, "D", 2)),
        ("Pass", PASSED_OUT),
        ("utpass", PASSED_OUT),
    ],
)
def test_contracts_are_read_in_english_and_swedish(text: str, expected: Contract) -> None:
    assert parse_contract(text) == expected


def test_contracts_are_written_in_english() -> None:
    assert [str(each) for each in (Contract(4, "S", 2), PASSED_OUT)] == ["4SXX", "Pass"]


@pytest.mark.parametrize("text", ["", "?", "8C", "4Z", "SX4", "4SXXX"])
def test_what_is_no_contract_is_refused(text: str) -> None:
    with pytest.raises(FieldError, match="contract"):
        parse_contract(text)


def test_seats_are_read_in_english_and_swedish() -> None:
    assert [parse_seat(text) for text in ("N", "ö", "Syd", "V", "west")] == ["N", "E", "S", "W", "W"]
    for text in ("", "?", "X"):
        with pytest.raises(FieldError, match="declarer"):
            parse_seat(text)


@pytest.mark.parametrize(
    ("text", "tricks"),
    [("=", 10), ("+1", 11), ("-2", 8), ("–2", 8), ("−10", 0), ("10", 10), ("0", 0), ("13", 13)],
)
def test_tricks_are_read(text: str, tricks: int) -> None:
    assert parse_tricks(text, Contract(4, "S")) == tricks


@pytest.mark.parametrize("text", ["14", "+4", "-11", "?", "", "ten", "1.5"])
def test_tricks_outside_the_deck_are_refused(text: str) -> None:
    with pytest.raises(FieldError, match="result"):
        parse_tricks(text, Contract(4, "S"))


@pytest.mark.rule("SBF Lag 77")
def test_more_than_thirteen_tricks_do_not_score() -> None:
    with pytest.raises(FieldError, match="tricks"):
        contract_score(Contract(4, "S"), 14, False)


@pytest.mark.rule("SBF Lag 2")
def test_vulnerability_and_dealer_follow_the_board() -> None:
    assert [vulnerable(board, "N") for board in (1, 2, 3, 4, 5, 16, 17, 18)] == [
        False, True, False, True, True, False, False, True,
    ]  # fmt: skip
    assert [vulnerable(board, "E") for board in (1, 2, 3, 4, 16)] == [False, False, True, True, True]
    assert [dealer(board) for board in (1, 2, 3, 4, 5)] == ["N", "E", "S", "W", "N"]
    for ask in (lambda: vulnerable(0, "N"), lambda: dealer(0)):
        with pytest.raises(FieldError, match="board"):
            ask()
