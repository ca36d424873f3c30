"""What everybody may read of a match, and what only those who work here.

Results, scores, penalties, statistics, and who ordered the time limit are for all: the board shows them anyway (the
order with its author, by DBU 4.5). Notes, the reasons of corrections and the names of those who entered something are
about people who did their work in front of others, and stay with those who have a role at this hub.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from arbiter_hub.services.accounts import Caller, Role
from arbiter_hub.services.match_sheet import MatchSheet

#: Who reads everything; a clock has no need to.
READERS: Final[tuple[Role, ...]] = ("direction", "scorer", "referee", "viewer")


def reads_all(caller: Caller | None, *, published: bool) -> bool:
    """Whether somebody may read the whole of a match; `published`: the hub shows it to all."""
    return published or (caller is not None and caller.role in READERS)


def public_sheet(sheet: MatchSheet) -> MatchSheet:
    """The sheet without notes, reasons, and names of officials; `by` is empty where there was one."""
    return replace(
        sheet,
        complete=False,
        corrections=tuple(
            replace(one, by=None if one.by is None else "", note="") for one in sheet.corrections
        ),
        warnings=tuple(replace(one, by="", note="") for one in sheet.warnings),
        notes=(),
    )


def public_data(kind: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """The data of a line of the log, or the body of a clock's event, with the same left out."""
    # [rule DBU 4.5] Who ordered the limit is shown: the order itself, and a set that is played under it.
    ordered = kind == "limit" or data.get("limit") is True
    return {name: value for name, value in data.items() if name != "note" and (name != "by" or ordered)}
