"""The clocks as devices: where they are, their keys and releases, what they log, and forgetting them."""

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from arbiter_hub.api.access import only
from arbiter_hub.api.models import Done, Strict
from arbiter_hub.deps import HubDep, TableDep
from arbiter_hub.device.release import key_from
from arbiter_hub.errors import RefusedError, refusals
from arbiter_hub.live import Link
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.runtime import Hub
from arbiter_hub.services.releases import State
from arbiter_hub.settings import NAME_PATTERN
from arbiter_hub.store.devices import StoredDevice

router = APIRouter(prefix="/api/v1", tags=["devices"], responses=refusals(401, 403, 422))

DeviceName = Annotated[
    str, Field(pattern=NAME_PATTERN, description="id of a device", examples=["arbiter-1a2b3c"])
]
DeviceId = Annotated[
    str, Path(pattern=NAME_PATTERN, description="id of a device", examples=["arbiter-1a2b3c"])
]


class KeyBody(Strict):
    """A device's key, as `arbiter device configure --new-key` prints it."""

    key: str = Field(description="64 hexadecimal digits", examples=["00" * 32])


class ReleaseView(BaseModel):
    """A release of a device, and how far the device is. Values of settings are not told."""

    serial: int
    image: str | None = Field(description="SHA-256 of the image; null: settings only")
    settings: list[str] = Field(description="names of the settings in it")
    state: State
    created_at: int = Field(description="ms since 1970")
    changed_at: int = Field(description="ms since 1970")


class DeviceView(BaseModel):
    """A device. Whether its key is known is told; the key is not."""

    device: str
    table: str | None = Field(description="where it was last; null: not seen yet, or another took its place")
    firmware: str | None
    boots: int
    reset: str | None = Field(description="cause of its last start")
    seen_at: int | None = Field(description="ms since 1970")
    link: Link
    playing: bool = Field(description="a match is played on its table: no release is ordered or given out")
    key: bool = Field(description="whether its key is registered")
    release: ReleaseView | None = Field(description="the newest one that was ordered")


class LineView(BaseModel):
    """A line that a clock has logged."""

    at: int = Field(description="when it reached the hub, ms since 1970")
    level: str = Field(description="debug, info, warning or error")
    text: str


@router.get("/devices", **only("direction"))
async def list_devices(hub: HubDep) -> list[DeviceView]:
    """Every device that was seen or registered."""
    return [view_of(hub, device) for device in hub.devices.all()]


@router.put("/devices/{device}/key", **only("direction"), responses=refusals(409))
async def register_key(device: DeviceId, body: KeyBody, hub: HubDep) -> DeviceView:
    """Register the key of a device, or another instead, with which a release of before ends. No route tells it
    again."""
    key = key_from(body.key)
    if hub.devices.key_of_device(device) != key:
        await hub.releases.forget(device)
    return view_of(hub, await hub.devices.register_key(device, key))


@router.delete("/devices/{device}", **only("direction"), responses=refusals(404))
async def forget_device(device: DeviceId, hub: HubDep) -> Done:
    """Forget a device with its key and its release. One that is switched on appears again, without a key."""
    await hub.releases.forget(device)
    await hub.devices.forget(device)
    return Done()


@router.post("/tables/{table}/identify", **only("direction"), responses=refusals(404, 409, 503))
async def identify(table: TableDep, hub: HubDep) -> Done:
    """Let the table's clock show 88 for five seconds, so that it is found."""
    reply = await hub.commands.send(table, "identify", {}, "direction")
    if not reply.ok:
        raise RefusedError(409, "clock", reply.error, Phrase(N_("a clock that can show itself now")))
    return Done()


@router.get("/tables/{table}/log", **only("direction", "referee"), responses=refusals(404))
async def read_log(table: TableDep, hub: HubDep) -> list[LineView]:
    """What the table's clock has logged, the oldest line first; of the hub's run, and at most 200 lines."""
    return [LineView.model_validate(line, from_attributes=True) for line in hub.clock_logs.of(table)]


def view_of(hub: Hub, device: StoredDevice) -> DeviceView:
    """What is told of a device."""
    table = device.table
    release = hub.releases.of(device.id)
    return DeviceView(
        device=device.id,
        table=table,
        firmware=device.firmware,
        boots=device.boots,
        reset=device.reset,
        seen_at=device.seen_at,
        link=hub.live.board(table).link if table is not None and table in hub.live else "unknown",
        playing=table is not None and hub.scoring.is_being_played(table),
        key=device.key is not None,
        release=None if release is None else ReleaseView.model_validate(release, from_attributes=True),
    )
