"""What routes depend on, as `Annotated` aliases."""

from typing import Annotated

from fastapi import Depends, Path
from fastapi.requests import HTTPConnection

from arbiter_hub.errors import RefusedError
from arbiter_hub.live import Live
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.runtime import Hub
from arbiter_hub.sites import KEY_PATTERN

#: How the hub names a table.
TABLE = "name of the table; of a further site `site.table`"


def _hub(connection: HTTPConnection) -> Hub:
    return connection.app.state.hub


HubDep = Annotated[Hub, Depends(_hub)]


def _live(hub: HubDep) -> Live:
    return hub.live


LiveDep = Annotated[Live, Depends(_live)]


def _known_table(
    live: LiveDep,
    table: Annotated[str, Path(pattern=KEY_PATTERN, description=TABLE, examples=["1"])],
) -> str:
    if table not in live:
        raise RefusedError(
            404,
            "table",
            table,
            Phrase(N_("one of {expected}"), expected=", ".join(live.tables))
            if live.tables
            else Phrase(N_("no table yet")),
        )
    return table


#: The name of a table that the hub knows; anything else is answered with 404.
TableDep = Annotated[str, Depends(_known_table)]
