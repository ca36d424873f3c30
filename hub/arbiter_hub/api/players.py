"""The players that the hub knows."""

from fastapi import APIRouter
from pydantic import BaseModel

from arbiter_hub.api.access import only
from arbiter_hub.deps import HubDep
from arbiter_hub.errors import refusals
from arbiter_hub.store.players import all_players

router = APIRouter(prefix="/api/v1", tags=["players"])


class PlayerView(BaseModel):
    """A player."""

    id: int
    name: str
    club: str


@router.get("/players", **only("direction", "scorer"), responses=refusals(401, 403))
async def list_players(hub: HubDep) -> list[PlayerView]:
    """Every player, by name and club, to choose from."""
    async with hub.store.read() as connection:
        found = await all_players(connection)
    return [PlayerView.model_validate(one, from_attributes=True) for one in found]
