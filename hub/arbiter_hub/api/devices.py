"""The clocks as devices: where they are, their keys, and forgetting them."""

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from arbiter_hub.api.access import only
from arbiter_hub.api.models import Done, Strict
from arbiter_hub.deps import HubDep
from arbiter_hub.device.release import key_from
from arbiter_hub.errors import refusals
from arbiter_hub.live import Link
from arbiter_hub.runtime import Hub
from arbiter_hub.settings import NAME_PATTERN
from arbiter_hub.store.devices import StoredDevice

router = APIRouter(prefix="/api/v1", tags=["devices"], responses=refusals(401, 403, 422))

DeviceId = Annotated[
    str,
    Path(
        pattern=NAME_PATTERN, description="id of a device, as its status tells", examples=["arbiter-1a2b3c"]
    ),
]


class KeyBody(Strict):
    """A device's key, as `arbiter device configure --new-key` prints it."""

    key: str = Field(description="64 hexadecimal digits", examples=["00" * 32])


class DeviceView(BaseModel):
    """A device. Whether its key is known is told; the key is not."""

    device: str
    table: str | None = Field(description="where it was last; null: not seen yet, or another took its place")
    firmware: str | None
    boots: int
    reset: str | None = Field(description="cause of its last start")
    seen_at: int | None = Field(description="ms since 1970")
    link: Link
    key: bool = Field(description="whether its key is registered")


@router.get("/devices", **only("direction"))
async def list_devices(hub: HubDep) -> list[DeviceView]:
    """Every device that was seen or registered."""
    return [view_of(hub, device) for device in hub.devices.all()]


@router.put("/devices/{device}/key", **only("direction"), responses=refusals(409))
async def register_key(device: DeviceId, body: KeyBody, hub: HubDep) -> DeviceView:
    """Register the key of a device, or another instead. No route tells it again."""
    return view_of(hub, await hub.devices.register_key(device, key_from(body.key)))


@router.delete("/devices/{device}", **only("direction"), responses=refusals(404))
async def forget_device(device: DeviceId, hub: HubDep) -> Done:
    """Forget a device with its key. One that is still switched on appears again, without a key."""
    await hub.devices.forget(device)
    return Done()


def view_of(hub: Hub, device: StoredDevice) -> DeviceView:
    """What is told of a device."""
    link: Link = "unknown"
    if device.table is not None and device.table in hub.live:
        link = hub.live.board(device.table).link
    return DeviceView(
        device=device.id,
        table=device.table,
        firmware=device.firmware,
        boots=device.boots,
        reset=device.reset,
        seen_at=device.seen_at,
        link=link,
        key=device.key is not None,
    )
