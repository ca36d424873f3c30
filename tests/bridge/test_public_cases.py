"""Cases that went wrong in other programs (and are not told elsewhere by their number)."""

import pytest

from arbiter_rules.bridge.contracts import contract_score, parse_contract


@pytest.mark.rule("SBF Lag 77")
@pytest.mark.parametrize(
    ("contract", "tricks", "plain", "vulnerable"),
    [("7S", 13, 1510, 2210), ("7NT", 13, 1520, 2220), ("7C", 13, 1440, 2140)],
)
def test_grand_slams_t1(contract: str, tricks: int, plain: int, vulnerable: int) -> None:
    assert contract_score(parse_contract(contract), tricks, False) == plain
    assert contract_score(parse_contract(contract), tricks, True) == vulnerable
