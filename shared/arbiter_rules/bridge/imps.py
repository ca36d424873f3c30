"""International match points: the table of law 78 B."""

import tomllib
from functools import cache
from typing import cast

from arbiter_rules.bridge.parameters import TABLES
from arbiter_rules.bridge.ranges import RangeTable, Row


@cache
def imp_table() -> RangeTable:
    """The table as shipped, by difference in points."""
    with (TABLES / "imp.toml").open("rb") as file:
        document = tomllib.load(file)
    rows = cast("list[dict[str, int]]", document["row"])
    entries: list[Row] = [(row["from"], row.get("to"), row["imps"]) for row in rows]
    return RangeTable(entries, "imp.row")


def imps(difference: int) -> int:
    """IMPs for a difference in points; as negative as the difference is. [rule SBF Lag 78B]"""
    won = imp_table()[abs(difference)]
    return won if difference >= 0 else -won
