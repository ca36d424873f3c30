"""Releases for clocks: images are uploaded, releases ordered, and devices fetch them.

What devices fetch is public: it is signed, and its settings are sealed for the one device whose key made it.
"""

from typing import Annotated, Final

from fastapi import APIRouter, File, Query, Request, Response, UploadFile
from pydantic import BaseModel, Field

from arbiter_hub.api.access import only
from arbiter_hub.api.devices import DeviceId, DeviceName, DeviceView, view_of
from arbiter_hub.api.models import Strict
from arbiter_hub.api.uploads import bounded_route, content_of
from arbiter_hub.api.writes import Key, once
from arbiter_hub.deps import HubDep
from arbiter_hub.device.partitions import SLOT_BYTES
from arbiter_hub.device.release import LAST_SERIAL, Report
from arbiter_hub.errors import Refusal, refusals, refusals_beside, speaker
from arbiter_hub.store.releases import StoredImage

router = APIRouter(tags=["devices"], route_class=bounded_route(SLOT_BYTES))

BINARY: Final = "application/octet-stream"

Number = Annotated[int | None, Field(ge=0, le=LAST_SERIAL)]


class ToldQuery(BaseModel):
    """What a device tells with its look: nothing of it counts without the signature."""

    serial: Number = Field(None, description="the last release that it has taken")
    back: Number = Field(None, description="the last release that it has given back")
    trial: Annotated[int | None, Field(ge=0, le=1)] = Field(None, description="whether it is on trial")
    mac: str = Field("", pattern="^([0-9a-f]{64})?$")

    def report(self) -> Report | None:
        """The whole of it, or None if something is missing."""
        if self.serial is None or self.back is None or self.trial is None:
            return None
        return Report(self.serial, self.back, self.trial)


class ImageView(BaseModel):
    """An application image."""

    hash: str = Field(description="SHA-256")
    version: str
    size: int = Field(description="bytes")
    created_at: int = Field(description="ms since 1970")


class ReleaseOrder(Strict):
    """An image, settings, or both, for one device, some, or all."""

    devices: list[DeviceName] | None = Field(
        None, min_length=1, max_length=10_000, description="null: all whose key is registered"
    )
    image: str | None = Field(None, pattern="^[0-9a-f]{64}$", description="hash of an uploaded image")
    settings: dict[str, str | int] = Field(
        default_factory=dict, max_length=40, examples=[{"wifi_password": "new"}]
    )


class OrderedView(DeviceView):
    """A device with its new release."""

    told: bool = Field(description="its clock has heard of it, and looks as soon as no set is played")


class RefusedView(Refusal):
    """A device for which nothing was ordered, and why."""

    device: str


class OrderAnswer(BaseModel):
    """What was ordered, and what was not."""

    ordered: list[OrderedView]
    refused: list[RefusedView]


@router.get("/api/v1/images", **only("direction"), responses=refusals(401, 403))
async def list_images(hub: HubDep) -> list[ImageView]:
    """The images that were uploaded, the newest first."""
    return [_view(image) for image in await hub.releases.images()]


@router.post(
    "/api/v1/images", status_code=201, **only("direction"), responses=refusals(401, 403, 411, 413, 422)
)
async def add_image(
    file: Annotated[UploadFile, File(description="firmware.romfs")], hub: HubDep
) -> ImageView:
    """Upload an application image, as `arbiter device bundle` builds it."""
    return _view(await hub.releases.add_image(await content_of(file, SLOT_BYTES)))


@router.post(
    "/api/v1/releases", status_code=201, **only("direction"), responses=refusals(401, 403, 404, 409, 411, 422)
)
async def order_release(body: ReleaseOrder, hub: HubDep, request: Request, key: Key = None) -> OrderAnswer:
    """Order a release. Devices that cannot have one now, one at whose table a match is played above all, are named
    with the reason; 409 if that leaves none."""

    say = speaker(request)

    async def act() -> dict[str, object]:
        ordered, refused = await hub.releases.order(body.devices, body.image, body.settings)
        views = [(view_of(hub, hub.devices.get(one.release.device)), one.told) for one in ordered]
        return OrderAnswer(
            ordered=[OrderedView(**view.model_dump(), told=told) for view, told in views],
            refused=[
                RefusedView(device=device, field=why.field, found=say(why.found), allowed=say(why.allowed))
                for device, why in refused
            ],
        ).model_dump()

    return OrderAnswer.model_validate(await hub.repeats.run(once(key, request, body), act))


@router.get(
    "/devices/{device}/release.json",
    response_class=Response,
    responses={200: {"content": {BINARY: {}}}, **refusals_beside(404, 409, 422)},
)
async def fetch_release(device: DeviceId, hub: HubDep, told: Annotated[ToldQuery, Query()]) -> Response:
    """The newest release of a device: a line of HMAC-SHA-256 and a line of JSON. The device tells how far it is,
    signed by `mac`; 409 while a match is played at its table."""
    return Response(await hub.releases.give(device, told.report(), told.mac), media_type=BINARY)


@router.get(
    "/devices/{device}/firmware.romfs",
    response_class=Response,
    responses={200: {"content": {BINARY: {}}}, **refusals_beside(404, 409, 422)},
)
async def fetch_image(device: DeviceId, hub: HubDep) -> Response:
    """The image of a device's release; its hash is in the release."""
    return Response(await hub.releases.give_image(device), media_type=BINARY)


def _view(image: StoredImage) -> ImageView:
    return ImageView.model_validate(image, from_attributes=True)
