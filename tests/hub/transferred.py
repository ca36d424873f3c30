"""A hub whose logs are exported and imported again."""

import json
from typing import Any

from hub.played import BEGAN, Played

from arbiter_hub.services.transfer import Transfer
from arbiter_hub.store.direction_codes import CodeUse, add_use
from arbiter_hub.store.engine import Store
from arbiter_hub.store.players import add_players
from arbiter_hub.store.tournaments import (
    add_fixtures,
    add_threshold,
    add_tournament,
    begin_fixture,
)


async def nothing() -> None:
    """Nobody has to take up what was imported."""


def transfer(store: Store) -> Transfer:
    return Transfer(store, "club", utc=lambda: BEGAN, reload=nothing)


async def play(store: Store) -> Played:
    """A match with a bit of everything, after another one on the same table."""
    played = Played(store)
    await played.clock("0badcafe")
    await played.open(title="Viertelfinale")
    await played.set_start()
    await played.points("b", 50)
    await played.open()
    await played.order("armed", "remaining")
    await played.set_start()
    await played.shot("a")
    await played.points("a", 8)
    await played.penalty("b", 1)
    wrong = await played.penalty("b", 2)
    await played.event("undo", undoes=wrong)
    await played.enter("revoke", {"entry": await played.points("a", 6), "note": "doppelt"})
    await announce(played)
    return played


async def announce(played: Played) -> None:
    """A tournament, of which the match is the first one, with a threshold, and a code of the direction in use."""
    async with played.store.write() as connection:
        tournament = await add_tournament(
            connection,
            {
                "name": "Vereinsmeisterschaft",
                "discipline": "five-pins",
                "preset": "dbu-5-kegel",
                "distance": 50,
                "best_of": 3,
                "created_at": BEGAN,
            },
        )
        fixture = {
            "tournament_id": tournament.id,
            "number": 1,
            "name_a": "Anna",
            "club_a": "",
            "name_b": "Bernd",
        }
        await add_fixtures(connection, [{**fixture, "club_b": "", "table_id": "1"}])
        await begin_fixture(connection, 1, "1", played.match)
        await add_threshold(
            connection,
            {
                "match_id": played.match,
                "sets": 2,
                "limit_ms": 3_600_000,
                "readings": {"limit.match_time": "net"},
            },
        )
        use = CodeUse("arbiter-1a2b3c", "0123456789abcdef", 3, "armed", "1", BEGAN, expected=True)
        await add_use(connection, use)
        assert await add_players(connection, [("Anna", ""), ("Bernd", "")], BEGAN) == 2


def document(exported: dict[str, Any]) -> bytes:
    return json.dumps(exported).encode()
