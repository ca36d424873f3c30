"""Releases that are ordered at the hub: who gets one, who fetches it, and what becomes of it. The clock's side is in
tests/firmware; here a bare device tells what one would."""

import base64
import hmac
import json
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from hub.device import Device, eventually
from hub.harness import MATCH, Running

from arbiter_hub.device.partitions import SLOT_BYTES
from arbiter_hub.device.release import LAST_SERIAL
from arbiter_hub.errors import RefusedError
from arbiter_hub.services import releases
from arbiter_hub.services.clock_logs import LINES, ClockLogs
from arbiter_hub.settings import Settings

API = "/api/v1"
KEY = bytes(range(32))
NAME = "clock-4-0badcafe"
SECRET = "kein-Klartext-hier"  # noqa: S105 - made for the tests


def image_of(version: str) -> bytes:
    """The least that is an application image."""
    manifest = b'{"files":{},"version":"' + version.encode() + b'"}'
    return b"\xd2\xcd\x31" + bytes([len(manifest)]) + manifest


@pytest.fixture
def clock(make_device: Callable[..., Device]) -> Iterator[Device]:
    with make_device("4") as connected:
        yield connected


@pytest.fixture
async def hub(started: Running, clock: Device) -> Running:
    """A hub that knows the device of table 4, and its key."""
    await eventually(lambda: started.hub.devices.at("4"))
    await started.hub.devices.register_key(NAME, KEY)
    return started


async def upload(hub: Running, content: bytes) -> httpx.Response:
    return await hub.api.post(f"{API}/images", files={"file": ("firmware.romfs", content)})


async def order(hub: Running, key: str | None = None, **body: Any) -> httpx.Response:
    headers = {} if key is None else {"Idempotency-Key": key}
    return await hub.api.post(f"{API}/releases", json=body, headers=headers)


def told(serial: int, back: int = 0, trial: int = 0, key: bytes = KEY, name: str = NAME) -> str:
    """A device's look, with its report."""
    path, text = f"/devices/{name}", f"serial={serial}&back={back}&trial={trial}"
    mac = hmac.digest(key, f"{path}?{text}".encode(), "sha256").hex()
    return f"{path}/release.json?{text}&mac={mac}"


async def fetch(hub: Running, path: str) -> httpx.Response:
    """As a device does: without any token."""
    return await hub.api.get(path, headers={"Authorization": ""})


def body_of(answer: httpx.Response, key: bytes = KEY) -> dict[str, Any]:
    """What is in a release, whose signature is good."""
    signature, body = answer.content.split(b"\n")[:2]
    assert signature.decode() == hmac.digest(key, body, "sha256").hex()
    assert int(answer.headers["content-length"]) == len(answer.content)
    return json.loads(body)


async def state(hub: Running) -> str:
    (device,) = (await hub.api.get(f"{API}/devices")).json()
    return device["release"]["state"]


async def test_a_release_is_ordered_fetched_tried_and_confirmed(hub: Running, clock: Device) -> None:
    image = image_of("9.9.9")
    uploaded = (await upload(hub, image)).json()
    assert (uploaded["version"], uploaded["size"]) == ("9.9.9", len(image))
    answer = await order(hub, image=uploaded["hash"])
    assert answer.status_code == 201
    (ordered,) = answer.json()["ordered"]
    assert (ordered["device"], ordered["told"], ordered["release"]["serial"]) == (NAME, True, 1)
    assert [command["type"] for command in clock.commands] == ["update"]

    assert (await fetch(hub, f"/devices/{NAME}/release.json")).status_code == 200
    assert (await fetch(hub, told(0, key=bytes(32)))).status_code == 200
    assert await state(hub) == "offered"  # somebody else has looked
    release = body_of(await fetch(hub, told(0)))
    assert (release["serial"], release["version"], release["sealed"]) == (1, "9.9.9", None)
    assert (await fetch(hub, f"/devices/{NAME}/firmware.romfs")).content == image
    assert await state(hub) == "fetched"
    for serial, back, trial, then in ((1, 0, 1, "trial"), (1, 0, 0, "confirmed"), (1, 0, 1, "confirmed")):
        assert (await fetch(hub, told(serial, back, trial))).status_code == 200
        assert await state(hub) == then


async def test_a_release_that_is_given_back_is_told(hub: Running) -> None:
    await order(hub, devices=[NAME], settings={"wifi_ssid": "Halle"})
    await fetch(hub, told(0))
    await fetch(hub, told(1, back=1))
    assert await state(hub) == "returned"
    await order(hub, devices=[NAME], settings={"wifi_ssid": "Halle 2"})
    assert await state(hub) == "offered"
    assert body_of(await fetch(hub, told(1, back=1)))["serial"] == 2
    assert await state(hub) == "fetched"


async def test_settings_leave_the_hub_and_are_kept_only_sealed(hub: Running, settings: Settings) -> None:
    answer = await order(hub, settings={"wifi_password": SECRET, "wifi_ssid": "Halle"})
    fetched = await fetch(hub, told(0))
    sealed = base64.b64decode(body_of(fetched)["sealed"])
    assert len(sealed) % 16 == 0
    listed = await hub.api.get(f"{API}/devices")
    assert listed.json()[0]["release"]["settings"] == ["wifi_password", "wifi_ssid"]
    stored = b"".join(path.read_bytes() for path in settings.data.glob("arbiter.db*"))
    for content in (answer.content, fetched.content, listed.content, stored, sealed):
        assert SECRET.encode() not in content


async def test_nothing_is_ordered_or_given_out_while_a_match_is_played_at_the_table(
    hub: Running, clock: Device
) -> None:
    image = (await upload(hub, image_of("9.9.9"))).json()["hash"]
    await order(hub, image=image)
    await hub.post("4/match", {**MATCH, "best_of": 1})
    refusal = {
        "field": "match",
        "found": "being played on table 4",
        "allowed": "a table without a match that is not decided",
    }
    for refused in (
        await order(hub, devices=[NAME], image=image),
        await fetch(hub, told(0)),
        await fetch(hub, f"/devices/{NAME}/firmware.romfs"),
    ):
        assert (refused.status_code, refused.json()) == (409, refusal)
    (device,) = (await hub.api.get(f"{API}/devices")).json()
    assert (device["playing"], device["release"]["serial"], device["release"]["state"]) == (
        True,
        1,
        "offered",
    )

    await hub.post("4/set_start", {"striker": "a", "by": "x"})
    await eventually(lambda: hub.hub.scoring.active("4").log.score.set_running)
    await hub.post("4/set_end", {"winner": "a", "by": "x"})
    assert (await fetch(hub, told(0))).status_code == 200
    assert (await order(hub, devices=[NAME], image=image)).status_code == 201


async def test_an_order_for_all_names_who_gets_nothing_and_why(hub: Running) -> None:
    await hub.hub.devices.register_key("arbiter-off", KEY)
    await hub.post("4/match", MATCH)
    answer = await order(hub, settings={"volume": 2})
    ordered, refused = answer.json()["ordered"], answer.json()["refused"]
    assert [(one["device"], one["told"]) for one in ordered] == [("arbiter-off", False)]
    assert [(one["device"], one["field"]) for one in refused] == [(NAME, "match")]
    keyless = await order(hub, devices=["arbiter-off", "arbiter-none"], settings={"volume": 2})
    assert (keyless.status_code, keyless.json()["field"]) == (404, "device")


async def test_a_clock_that_does_not_answer_or_refuses_finds_its_release_later(
    hub: Running, clock: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.refuses = "no updates configured"
    answer = await order(hub, settings={"volume": 2})
    assert answer.json()["ordered"][0]["told"] is False

    async def unanswered(*_: object) -> None:
        raise RefusedError(503, "clock", "no answer", "a clock that is switched on")

    monkeypatch.setattr(hub.hub.commands, "send", unanswered)
    answer = await order(hub, settings={"volume": 3})
    assert answer.json()["ordered"][0]["told"] is False
    assert body_of(await fetch(hub, told(0)))["serial"] == 2


REFUSED: tuple[tuple[dict[str, Any], int, str], ...] = (
    ({}, 422, "release"),
    ({"image": "0" * 64}, 422, "image"),
    ({"settings": {"volume": 4}}, 422, "settings.volume"),
    ({"settings": {"volume": True}}, 422, "settings.volume.str"),
    ({"settings": {"colour": "red"}}, 422, "settings.colour"),
    ({"settings": {"table": "4"}}, 422, "settings.table"),
    ({"devices": ["arbiter-none"], "settings": {"volume": 3}}, 404, "device"),
    ({"settings": {"wifi_password": SECRET * 9}}, 422, "settings.wifi_password"),
)


async def test_an_order_that_no_device_could_take_is_refused_whole(hub: Running) -> None:
    for body, status, field in REFUSED:
        answer = await order(hub, **body)
        assert (answer.status_code, answer.json()["field"]) == (status, field)
        assert SECRET not in answer.text
    assert hub.hub.releases.of(NAME) is None
    assert (await fetch(hub, told(0))).status_code == 404


async def test_without_any_key_nothing_can_be_ordered(started: Running, clock: Device) -> None:
    await eventually(lambda: started.hub.devices.at("4"))
    for devices, field in ((None, "devices"), ([NAME], "key")):
        answer = await order(started, devices=devices, settings={"volume": 3})
        assert (answer.status_code, answer.json()["field"]) == (409, field)
    await started.hub.devices.register_key("arbiter-1", KEY)
    await started.hub.devices.forget("arbiter-1")
    assert (await started.api.get("/devices/arbiter-1/release.json")).status_code == 404


async def test_a_repeated_order_gives_the_same_answer_and_no_second_release(hub: Running) -> None:
    answers = [(await order(hub, key="one", settings={"volume": 2})).json() for _ in range(2)]
    assert answers[0] == answers[1]
    assert hub.hub.devices.get(NAME).serial == 1


async def test_a_device_that_has_taken_releases_of_another_hub_gets_one_above_them(hub: Running) -> None:
    await order(hub, devices=[NAME], settings={"volume": 2})
    assert body_of(await fetch(hub, told(40)))["serial"] == 41
    assert await state(hub) == "fetched"
    await fetch(hub, told(41))
    assert await state(hub) == "confirmed"
    await order(hub, devices=[NAME], settings={"volume": 2})
    assert body_of(await fetch(hub, told(41)))["serial"] == 42


async def test_what_a_device_tells_is_nothing_without_all_of_it_and_its_key(hub: Running) -> None:
    await order(hub, settings={"volume": 2})
    whole = told(40)
    for path in (whole[:-1] + ("0" if whole[-1] != "0" else "1"), whole.replace("serial=40&", "")):
        assert body_of(await fetch(hub, path))["serial"] == 1
    assert (await fetch(hub, whole[:-1])).status_code == 422
    assert (await fetch(hub, told(LAST_SERIAL + 1))).status_code == 422


async def test_releases_outlive_the_hub_but_not_the_device(hub: Running, settings: Settings) -> None:
    await order(hub, settings={"volume": 2})
    before = (await fetch(hub, told(0))).content
    again = releases.Releases(
        hub.hub.store,
        hub.hub.devices,
        hub.hub.commands,
        is_being_played=lambda _: False,
        firmware=settings.firmware_folder,
        utc=hub.hub.utc,
    )
    await again.load()
    assert await again.give(NAME, None, "") == before
    with pytest.raises(RefusedError, match="image: found settings only"):
        await again.give_image(NAME)
    assert (await hub.api.delete(f"{API}/devices/{NAME}")).status_code == 200
    assert (await fetch(hub, f"/devices/{NAME}/release.json")).status_code == 404
    await again.load()
    assert again.of(NAME) is None


async def test_a_release_ends_with_the_key_that_it_was_signed_with(hub: Running) -> None:
    await order(hub, settings={"volume": 2})
    path = f"{API}/devices/{NAME}/key"
    await hub.api.put(path, json={"key": KEY.hex()})
    assert (await fetch(hub, told(0))).status_code == 200
    await hub.api.put(path, json={"key": KEY[::-1].hex()})
    assert (await fetch(hub, told(0, key=KEY[::-1]))).status_code == 404
    await order(hub, settings={"volume": 2})
    assert body_of(await fetch(hub, told(0, key=KEY[::-1])), KEY[::-1])["serial"] == 2


async def test_what_is_no_image_is_not_kept(hub: Running) -> None:
    for content, status in ((b"PK", 422), (image_of("1")[:-1], 422), (bytes(SLOT_BYTES + 5_000), 413)):
        assert (await upload(hub, content)).status_code == status
    assert (await hub.api.get(f"{API}/images")).json() == []


async def test_old_images_go_unless_a_release_needs_them(hub: Running) -> None:
    first = (await upload(hub, image_of("0"))).json()["hash"]
    await order(hub, image=first)
    for number in range(1, releases.IMAGES + 3):
        await upload(hub, image_of(str(number)))
        await upload(hub, image_of(str(number)))
    listed = [image["version"] for image in (await hub.api.get(f"{API}/images")).json()]
    assert "0" in listed
    assert str(releases.IMAGES + 2) in listed
    assert len(listed) == releases.IMAGES + 1
    assert (await fetch(hub, f"/devices/{NAME}/firmware.romfs")).content == image_of("0")


async def test_the_clock_s_lines_are_told_to_direction_and_referee(hub: Running, clock: Device) -> None:
    clock.publish("log", {"v": 1, "level": "warning", "text": "battery low"})
    await eventually(lambda: hub.hub.clock_logs.of("4"))
    (line,) = (await hub.api.get(f"{API}/tables/4/log")).json()
    assert (line["level"], line["text"]) == ("warning", "battery low")
    assert (await hub.api.post(f"{API}/tables/4/identify")).json() == {"done": True}
    clock.refuses = "menu open"
    refused = await hub.api.post(f"{API}/tables/4/identify")
    assert (refused.status_code, refused.json()["found"]) == (409, "menu open")


def test_only_the_newest_lines_of_each_table_are_kept() -> None:
    logs = ClockLogs(lambda: 5)
    for number in range(LINES + 1):
        logs.told("1", {"level": "info", "text": str(number)})
    logs.told("2", {"level": "error", "text": "alone"})
    kept = logs.of("1")
    assert (len(kept), kept[0].text, kept[-1].text) == (LINES, "1", str(LINES))
    assert (logs.of("2")[0].at, logs.of("3")) == (5, [])
