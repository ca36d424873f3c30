"""The sites whose tables this hub serves."""

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from arbiter_hub.api.access import only
from arbiter_hub.api.models import Done, Strict, Text60
from arbiter_hub.deps import HubDep
from arbiter_hub.errors import refusals
from arbiter_hub.services.sites import SiteTables
from arbiter_hub.settings import NAME_PATTERN

router = APIRouter(prefix="/api/v1/sites", tags=["sites"])

SiteName = Annotated[
    str, Path(pattern=NAME_PATTERN, description="name of the site on the wire", examples=["halle-b"])
]


class SiteBody(Strict):
    """A site. Tables appear by themselves with their clocks; those named here are there before."""

    title: Text60 = Field(min_length=1, description="what people call it", examples=["Halle B"])
    tables: list[Annotated[str, Field(pattern=NAME_PATTERN)]] = Field(
        default=[], max_length=200, description="names on the wire", examples=[["1", "2"]]
    )


class SiteView(BaseModel):
    """A site of this hub."""

    site: str = Field(description="name on the wire")
    title: str
    home: bool = Field(description="the site of the hub's settings, whose tables are named without it")
    tables: list[str] = Field(description="names of its tables in this API")


@router.get("")
async def list_sites(hub: HubDep) -> list[SiteView]:
    """Every site, the home first."""
    return [_view(one) for one in hub.site_book.all()]


@router.put("/{site}", **only("direction"), responses=refusals(401, 403, 409, 422))
async def put_site(site: SiteName, body: SiteBody, hub: HubDep) -> SiteView:
    """Add a further site, or give one another title, and make tables known. The hub listens to it at once."""
    return _view(await hub.site_book.put(site, body.title, body.tables))


@router.delete("/{site}", **only("direction"), responses=refusals(401, 403, 404, 409, 422))
async def remove_site(site: SiteName, hub: HubDep) -> Done:
    """Serve a site no longer; not while a match is open there. What was played stays, and comes back with the site."""
    await hub.site_book.remove(site)
    return Done()


def _view(found: SiteTables) -> SiteView:
    return SiteView.model_validate(found, from_attributes=True)
