"""Releases for clocks: images that the direction has uploaded, what was ordered for each device, and how far it is.

A release is signed with the device's key and kept as it was signed; whoever asks may fetch it, and only the device can
use it. While a match is played on the device's table nothing is ordered and nothing is given out. With every look the
device tells, signed with its key as well, which release it has; from that the release's state follows:

    offered -> fetched -> trial -> confirmed, or returned
"""

import asyncio
import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal, get_args

from arbiter_clock.errors import FieldError
from arbiter_hub.device.images import load
from arbiter_hub.device.release import Report, Setting, sign, sign_again, version_of
from arbiter_hub.errors import RefusedError
from arbiter_hub.log import logger
from arbiter_hub.phrases import N_, Phrase
from arbiter_hub.services.commands import Commands
from arbiter_hub.services.devices import Devices
from arbiter_hub.store.devices import StoredDevice
from arbiter_hub.store.engine import Store
from arbiter_hub.store.releases import (
    StoredImage,
    StoredRelease,
    add_image,
    all_images,
    all_releases,
    drop_images,
    forget_release,
    image_content,
    put_release,
)

State = Literal["offered", "fetched", "trial", "confirmed", "returned"]
STATES: tuple[State, ...] = get_args(State)

#: So many images are kept, and those that a release needs.
IMAGES: Final = 8
#: What would make two clocks one.
OF_ONE_DEVICE: Final = "table"

_REGISTERED = Phrase(N_("a clock whose key is registered"))

log = logger("releases")


@dataclass(frozen=True, slots=True)
class Ordered:
    """An order that was carried out. `told`: whether the clock has heard of it and looks at once."""

    release: StoredRelease
    told: bool


class Releases:
    """`is_being_played` tells whether a table has a match that is not decided; `firmware` is the firmware's folder."""

    def __init__(
        self,
        store: Store,
        devices: Devices,
        commands: Commands,
        *,
        is_being_played: Callable[[str], bool],
        firmware: Path,
        utc: Callable[[], int],
    ):
        self._store, self._devices, self._commands = store, devices, commands
        self._is_being_played, self._firmware, self._utc = is_being_played, firmware, utc
        self._newest: dict[str, StoredRelease] = {}
        self._ordering = asyncio.Lock()

    async def load(self) -> None:
        """Read what was ordered; at start."""
        async with self._store.read() as connection:
            self._newest = {release.device: release for release in await all_releases(connection)}

    async def images(self) -> list[StoredImage]:
        """Every image, the newest first."""
        async with self._store.read() as connection:
            return await all_images(connection)

    async def add_image(self, content: bytes) -> StoredImage:
        """Keep an application image; FieldError if the file is none. Old ones that no release needs go."""
        version, digest = version_of(content), hashlib.sha256(content).hexdigest()
        async with self._store.write() as connection:
            await add_image(connection, digest, version, content, self._utc())
            known = await all_images(connection)
            needed = {release.image for release in await all_releases(connection)} | {digest}
            old = [image.hash for image in known[IMAGES:] if image.hash not in needed]
            await drop_images(connection, old)
        return next(image for image in known if image.hash == digest)

    def of(self, device: str) -> StoredRelease | None:
        """The newest release of a device."""
        return self._newest.get(device)

    async def order(
        self, devices: Sequence[str] | None, image: str | None, settings: Mapping[str, Setting]
    ) -> tuple[list[Ordered], list[tuple[str, RefusedError]]]:
        """Order a release for some devices, or for all whose key is known: what was ordered, and why not for others.

        The refusal is raised if it is the only outcome. FieldError for an unknown image or settings that no device
        takes; then nothing is ordered.
        """
        self._check(settings, for_one=devices is not None and len(devices) == 1)
        version, content = ("", b"") if image is None else await self._image(image)
        wanted = [self._devices.get(name) for name in devices] if devices is not None else self._registered()
        if not wanted:
            raise RefusedError(409, "devices", Phrase(N_("none")), _REGISTERED)
        made: list[StoredRelease] = []
        refused: list[tuple[str, RefusedError]] = []
        async with self._ordering:
            for device in wanted:
                try:
                    made.append(await self._order_one(device, version, content, image, settings))
                except RefusedError as error:
                    refused.append((device.id, error))
        if not made:
            raise refused[0][1]
        told = await asyncio.gather(*(self._tell(release.device) for release in made))
        return [Ordered(*one) for one in zip(made, told, strict=True)], refused

    async def give(self, device: str, report: Report | None, mac: str) -> bytes:
        """The release of a device, as it fetches it. RefusedError 404 if there is none, 409 while a match is played at
        its table. `report` is what the device tells, if it is signed with its key by `mac`."""
        key = self._devices.key_of_device(device)
        genuine = report is not None and key is not None and report.is_of(device, key, mac)
        if genuine and key is not None and report is not None:
            await self._take_report(device, key, report)
        release = self._available(device)
        if genuine and report is not None and report.serial < release.serial:
            await self._advance(release, "fetched")
        return release.signed

    async def give_image(self, device: str) -> bytes:
        """The image of a device's release; RefusedError as in `give`, and 404 if settings are all of it."""
        release = self._available(device)
        if release.image is None:
            raise RefusedError(
                404, "image", Phrase(N_("settings only")), Phrase(N_("a release with an image"))
            )
        return (await self._image(release.image))[1]

    async def forget(self, device: str) -> None:
        """The device was forgotten, or has another key now: its release is of no use to it."""
        async with self._ordering:
            async with self._store.write() as connection:
                await forget_release(connection, device)
            self._newest.pop(device, None)

    def _available(self, device: str) -> StoredRelease:
        release = self._newest.get(device)
        if release is None:
            raise RefusedError(404, "release", device, Phrase(N_("a device that has a release")))
        known = self._devices.get(device)
        if known.table is not None and self._is_being_played(known.table):
            raise _in_a_match(known.table)
        return release

    async def _order_one(
        self,
        device: StoredDevice,
        version: str,
        content: bytes,
        image: str | None,
        settings: Mapping[str, Setting],
    ) -> StoredRelease:
        if device.key is None:
            raise RefusedError(409, "key", Phrase(N_("none")), _REGISTERED)
        if device.table is not None and self._is_being_played(device.table):
            raise _in_a_match(device.table)
        serial = await self._devices.next_serial(device.id)
        signed = sign(device.key, serial=serial, version=version, image=content, settings=settings)
        now = self._utc()
        release = StoredRelease(device.id, serial, image, sorted(settings), signed, "offered", now, now)
        await self._keep(release)
        return release

    async def _tell(self, device: str) -> bool:
        """Ask the clock to look at once; one that is off looks when it is on again."""
        table = self._devices.get(device).table
        if table is None:
            return False
        try:
            return (await self._commands.send(table, "update", {}, "direction")).ok
        except RefusedError as error:
            log.info("a clock was not told of its release", device=device, reason=str(error))
            return False

    async def _take_report(self, device: str, key: bytes, report: Report) -> None:
        self._devices.has_serial(device, report.serial)
        release = self._newest.get(device)
        if release is None or report.serial < release.serial:
            return
        if release.state == "offered":
            # It was never given out, so the device has that serial from another hub, and would pass this release over.
            serial = await self._devices.next_serial(device)
            await self._keep(replace(release, serial=serial, signed=sign_again(key, release.signed, serial)))
        elif report.serial == release.serial:
            state = "returned" if report.back == release.serial else "trial" if report.trial else "confirmed"
            await self._advance(release, state)

    async def _advance(self, release: StoredRelease, state: State) -> None:
        """A state never goes back, also if somebody sends an old report again."""
        if release.state in STATES[:3] and STATES.index(state) > STATES.index(_state(release.state)):
            await self._keep(replace(release, state=state, changed_at=self._utc()))
            log.info("release", device=release.device, serial=release.serial, state=state)

    async def _keep(self, release: StoredRelease) -> None:
        async with self._store.write() as connection:
            await put_release(connection, release)
        self._newest[release.device] = release

    async def _image(self, digest: str) -> tuple[str, bytes]:
        async with self._store.read() as connection:
            found = await image_content(connection, digest)
        if found is None:
            raise FieldError("image", digest, Phrase(N_("the hash of an image that was uploaded")))
        return found

    def _registered(self) -> list[StoredDevice]:
        return [device for device in self._devices.all() if device.key is not None]

    def _check(self, settings: Mapping[str, Setting], *, for_one: bool) -> None:
        """By the firmware's own rules."""
        check = load(self._firmware, "arbiter_config", Path("arbiter_device/config.py")).check
        for name, value in settings.items():
            try:
                check(name, value)
            except FieldError as error:
                found = Phrase(N_("another text")) if "password" in name else error.found
                raise FieldError(f"settings.{name}", found, error.allowed) from None
        if OF_ONE_DEVICE in settings and not for_one:
            raise FieldError(
                f"settings.{OF_ONE_DEVICE}",
                Phrase(N_("for several devices")),
                Phrase(N_("for one device only")),
            )


def _in_a_match(table: str) -> RefusedError:
    return RefusedError(
        409,
        "match",
        Phrase(N_("being played on table {table}"), table=table),
        Phrase(N_("a table without a match that is not decided")),
    )


def _state(text: str) -> State:
    return next(state for state in STATES if state == text)
