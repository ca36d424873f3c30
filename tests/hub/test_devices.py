"""The registry of devices: who is where, and keys that come in and never go out."""

from collections.abc import Callable
from typing import Any

import pytest
from hub.device import Device, eventually
from hub.harness import Running, running

from arbiter_hub.errors import RefusedError
from arbiter_hub.services.devices import SEEN_EVERY_MS, Devices
from arbiter_hub.settings import Settings
from arbiter_hub.store.engine import Store

API = "/api/v1"
KEY = bytes(range(32))


class Wall:
    """A calendar that the test sets."""

    def __init__(self) -> None:
        self.now = 1_000

    def __call__(self) -> int:
        return self.now


@pytest.fixture
def wall() -> Wall:
    return Wall()


@pytest.fixture
def devices(store: Store, wall: Wall) -> Devices:
    return Devices(store, wall, 3)


def status(device: str, boot: int = 1, connection: int = 1, **changes: Any) -> dict[str, Any]:
    kept = {"status": "ready", "firmware": "0.1.0", "reset": "power_on", **changes}
    return {"device": device, "boot": boot, "connection": connection, **kept}


async def reread(devices: Devices) -> Devices:
    """What another start of the hub finds."""
    await devices.flush()
    other = Devices(devices._store, devices._utc, devices._most)
    await other.load()
    return other


async def test_a_device_is_known_by_its_status_also_after_a_restart_of_the_hub(devices: Devices) -> None:
    devices.told("4", status("arbiter-1", 7, 3), retained=False)
    again = await reread(devices)
    found = again.get("arbiter-1")
    assert (found.table, found.firmware, found.boots, found.reset) == ("4", "0.1.0", 7, "power_on")
    assert found.seen_at == 1_000
    assert again.at("4") == found
    assert again.all() == [found]


async def test_what_was_stored_although_the_hub_was_stopped_meanwhile_is_stored_again(
    devices: Devices, store: Store, wall: Wall
) -> None:
    devices.told("4", status("arbiter-1", 7, 3), retained=False)
    await devices.flush()
    # The store has it, and the one who has stored it was stopped before he knew.
    unaware = Devices(store, wall, 3)
    unaware.told("4", status("arbiter-1", 7, 4), retained=False)
    unaware.told("5", status("arbiter-2"), retained=False)
    found = {one.id: one.connection for one in (await reread(unaware)).all()}
    assert found == {"arbiter-1": 4, "arbiter-2": 1}


async def test_what_a_broker_kept_of_an_earlier_connection_changes_nothing(devices: Devices) -> None:
    devices.told("5", status("arbiter-1", 2, 9), retained=True)
    devices.told("4", status("arbiter-1", 2, 8, status="lost"), retained=True)
    devices.told("4", status("arbiter-1", 2, 8), retained=True)
    assert devices.get("arbiter-1").table == "5"
    assert devices.get("arbiter-1").seen_at is None
    devices.told("4", status("arbiter-1", 2, 9), retained=True)
    assert devices.get("arbiter-1").table == "4"
    assert devices.at("5") is None


async def test_a_device_whose_flash_was_erased_counts_anew(devices: Devices) -> None:
    devices.told("4", status("arbiter-1", 90), retained=False)
    devices.told("4", status("arbiter-1", 1), retained=False)
    assert devices.get("arbiter-1").boots == 1


async def test_a_device_that_is_away_is_where_its_last_will_says_unless_another_is_there(
    devices: Devices,
) -> None:
    devices.told("4", status("arbiter-1", status="lost"), retained=True)
    assert devices.get("arbiter-1").table == "4"
    devices.told("4", status("arbiter-2", status="lost"), retained=True)
    assert devices.get("arbiter-2").table is None


async def test_a_clock_that_takes_the_place_of_another_has_the_table_s_key(devices: Devices) -> None:
    devices.told("4", status("arbiter-1"), retained=False)
    await devices.register_key("arbiter-1", KEY)
    assert devices.at("4") == devices.get("arbiter-1")
    devices.told("4", status("arbiter-2"), retained=False)
    assert devices.get("arbiter-1").table is None
    assert devices.at("4") == devices.get("arbiter-2")
    assert devices.key_of_device("arbiter-1") == KEY
    again = await reread(devices)
    assert (again.key_of_device("arbiter-2"), again.key_of_device("arbiter-1")) == (None, KEY)


async def test_nobody_is_registered_beyond_the_most_but_who_is_known_stays(devices: Devices) -> None:
    for number in (1, 2, 3, 4):
        devices.told(str(number), status(f"arbiter-{number}"), retained=False)
    assert [device.id for device in devices.all()] == ["arbiter-1", "arbiter-2", "arbiter-3"]
    await devices.register_key("arbiter-3", KEY)
    with pytest.raises(RefusedError, match="device: found arbiter-4"):
        await devices.register_key("arbiter-4", KEY)
    assert devices.key_of_device("arbiter-4") is None


async def test_when_a_device_was_last_seen_is_stored_once_a_minute(devices: Devices, wall: Wall) -> None:
    devices.heard("4")
    devices.told("4", status("arbiter-1"), retained=False)
    await devices.flush()
    for now, wanted in ((SEEN_EVERY_MS + 999, False), (SEEN_EVERY_MS + 1_000, True)):
        wall.now = now
        devices.heard("4")
        assert devices.get("arbiter-1").seen_at == now
        assert devices._changed.is_set() is wanted


async def test_a_serial_only_grows_and_passes_what_the_device_has(devices: Devices) -> None:
    await devices.register_key("arbiter-1", KEY)
    assert [await devices.next_serial("arbiter-1") for _ in range(2)] == [1, 2]
    for told, following in ((7, 8), (8, 9), (2, 10)):
        devices.has_serial("arbiter-1", told)
        assert await devices.next_serial("arbiter-1") == following
    assert (await reread(devices)).get("arbiter-1").serial == 10


async def test_a_forgotten_device_comes_back_without_its_key(devices: Devices) -> None:
    devices.told("4", status("arbiter-1"), retained=False)
    await devices.register_key("arbiter-1", KEY)
    await devices.forget("arbiter-1")
    assert (devices.at("4"), devices.key_of_device("arbiter-1")) == (None, None)
    with pytest.raises(RefusedError, match="device: found arbiter-1"):
        await devices.forget("arbiter-1")
    devices.told("4", status("arbiter-1"), retained=False)
    assert (await reread(devices)).get("arbiter-1").key is None


async def test_what_cannot_be_stored_is_stored_later(devices: Devices, store: Store) -> None:
    devices.told("4", status("arbiter-1"), retained=False)
    async with store.write() as connection:
        await connection.exec_driver_sql("ALTER TABLE devices RENAME TO away")
    await devices.stop()
    async with store.write() as connection:
        await connection.exec_driver_sql("ALTER TABLE away RENAME TO devices")
    assert devices._changed.is_set()
    assert (await reread(devices)).get("arbiter-1").table == "4"


async def test_the_direction_registers_keys_and_nobody_reads_them(
    make_device: Callable[..., Device], settings: Settings
) -> None:
    async with running(settings) as started:
        with make_device("4") as clock:
            path = await registered_without_telling(started, clock)
    async with running(settings) as again:
        assert [one.key for one in again.hub.devices.all()] == [KEY]
        assert (await again.api.delete(path)).json() == {"done": True}
        assert (await again.api.delete(path)).status_code == 404
        assert again.hub.devices.at("4") is None


async def registered_without_telling(started: Running, clock: Device) -> str:
    """Register the key of a clock, look for it in every answer; the path of the clock."""
    name = clock.status("ready")["device"]
    await eventually(lambda: [one.table for one in started.hub.devices.all()] == ["4"])
    path = f"{API}/devices/{name}"
    for wrong in (KEY.hex()[1:], KEY.hex() + "00", "x" * 64, ""):
        refused = await started.api.put(f"{path}/key", json={"key": wrong})
        assert (refused.status_code, refused.json()["field"]) == (422, "key")
        assert wrong == "" or wrong not in refused.text
    assert (await started.api.get(f"{API}/devices")).json()[0]["key"] is False
    answer = await started.api.put(f"{path}/key", json={"key": KEY.hex()})
    assert answer.status_code == 200
    listed = await started.api.get(f"{API}/devices")
    (device,) = listed.json()
    assert device.pop("seen_at") > 0
    assert device == {
        "device": name,
        "table": "4",
        "firmware": "test",
        "boots": 1,
        "reset": "power-on",
        "link": "ready",
        "playing": False,
        "key": True,
        "release": None,
    }
    exported = (await started.api.get(f"{API}/export")).text
    assert KEY.hex() not in answer.text + listed.text + exported
    assert name not in exported
    return path
