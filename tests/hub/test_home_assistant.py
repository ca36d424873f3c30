"""Home Assistant: what it is told by MQTT discovery, through a real broker."""

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hub.device import Device, eventually, state_of
from hub.harness import MATCH, Mosquitto, running
from hub.listener import Listener
from jinja2 import Environment

from arbiter_clock import wire
from arbiter_clock.state import PHASES
from arbiter_hub.services.home_assistant import message, topic
from arbiter_hub.settings import Settings


class Watcher(Listener):
    """What an instance of Home Assistant hears below its prefix; it can say that it has started."""

    def __init__(self, port: int, prefix: str):
        self.prefix = prefix
        super().__init__(port, f"{prefix}/#")

    def say(self, what: bytes) -> None:
        self.publish(f"{self.prefix}/status", what)

    def configs(self, name: str) -> list[bytes]:
        return [payload for heard, payload in self.heard if heard == name]


@pytest.fixture
def prefix(site: str) -> str:
    return f"homeassistant-{site}"


@pytest.fixture
def on(settings: Settings, prefix: str) -> Settings:
    return settings.model_copy(update={"home_assistant": True, "home_assistant_prefix": prefix})


@pytest.fixture
def watch(broker: Mosquitto, prefix: str) -> Iterator[Callable[[], Watcher]]:
    made: list[Watcher] = []

    def start() -> Watcher:
        made.append(Watcher(broker.port, prefix))
        return made[-1]

    yield start
    for one in made:
        one.close()


async def test_by_default_nothing_is_announced(settings: Settings, broker: Mosquitto) -> None:
    assert not Settings().home_assistant
    assert settings.home_assistant_prefix == "homeassistant"
    watcher = Watcher(broker.port, settings.home_assistant_prefix)
    try:
        async with running(settings) as hub:
            await hub.post("1/match", MATCH)
            watcher.say(b"online")
            await eventually(lambda: watcher.heard)
            assert hub.hub.home_assistant.wanted() == {}
        assert {name for name, _ in watcher.heard} == {"homeassistant/status"}
        assert not (settings.data / "home-assistant.json").exists()
    finally:
        watcher.close()


async def test_a_table_is_announced_retained_with_its_clock_as_a_device(
    on: Settings, prefix: str, site: str, watch: Callable[[], Watcher]
) -> None:
    async with running(on) as hub:
        await hub.post("1/match", MATCH)
        name = topic(prefix, site, "1")
        early = watch()
        await eventually(lambda: early.configs(name))
    late = watch()
    [kept] = await eventually(lambda: late.configs(name))
    assert name == f"{prefix}/device/arbiter-{site}-1/config"
    described = json.loads(kept)
    assert described["dev"]["ids"] == [f"arbiter-{site}-1"]
    assert described["o"]["name"] == "Arbiter"
    assert described["avty_t"] == f"arbiter/1/{site}/1/status"
    assert set(described["cmps"]) == {"phase", "remaining", "striker", "penalties_a", "penalties_b"}
    assert len({one["uniq_id"] for one in described["cmps"].values()}) == 5
    assert len(kept) < 4096


async def test_a_table_that_appears_later_is_announced_too(
    on: Settings, prefix: str, site: str, watch: Callable[[], Watcher], make_device: Callable[..., Device]
) -> None:
    watcher = watch()
    async with running(on) as hub:
        await hub.post("1/match", MATCH)
        await eventually(lambda: watcher.configs(topic(prefix, site, "1")))
        with make_device("7"):
            await eventually(lambda: watcher.configs(topic(prefix, site, "7")))
        assert len(watcher.configs(topic(prefix, site, "1"))) == 1


async def test_when_home_assistant_has_started_everything_is_sent_again(
    on: Settings, prefix: str, site: str, watch: Callable[[], Watcher]
) -> None:
    watcher = watch()
    name = topic(prefix, site, "1")
    async with running(on) as hub:
        await hub.post("1/match", MATCH)
        await eventually(lambda: len(watcher.configs(name)) == 1)
        watcher.say(b"offline")
        watcher.say(b"online")
        await eventually(lambda: len(watcher.configs(name)) == 2)
        first, again = watcher.configs(name)
        assert first == again == message(site, "1")


async def test_switched_off_everything_is_taken_back_once(
    on: Settings, prefix: str, site: str, watch: Callable[[], Watcher]
) -> None:
    name = topic(prefix, site, "1")
    async with running(on) as hub:
        await hub.post("1/match", MATCH)
        watcher = watch()
        await eventually(lambda: watcher.configs(name))
    off = on.model_copy(update={"home_assistant": False})
    async with running(off):
        await eventually(lambda: watcher.configs(name)[-1] == b"")
    assert not (off.data / "home-assistant.json").exists()
    before = len(watcher.configs(name))
    async with running(off) as hub:
        await hub.post("1/match", MATCH)
    assert len(watcher.configs(name)) == before
    late = watch()
    late.say(b"online")
    await eventually(lambda: late.heard)
    assert late.configs(name) == []


async def test_with_another_prefix_the_devices_move(
    on: Settings, prefix: str, site: str, watch: Callable[[], Watcher], broker: Mosquitto
) -> None:
    old, new = topic(prefix, site, "1"), topic(f"{prefix}-2", site, "1")
    async with running(on) as hub:
        await hub.post("1/match", MATCH)
        watcher = watch()
        await eventually(lambda: watcher.configs(old))
    other = Watcher(broker.port, f"{prefix}-2")
    try:
        async with running(on.model_copy(update={"home_assistant_prefix": f"{prefix}-2"})):
            await eventually(lambda: watcher.configs(old)[-1] == b"")
            await eventually(lambda: other.configs(new))
    finally:
        other.close()


@pytest.mark.parametrize("content", ["{", "{}", "[1]"])
async def test_a_file_that_cannot_be_read_takes_nothing_back(settings: Settings, content: str) -> None:
    settings.data.mkdir(parents=True)
    (settings.data / "home-assistant.json").write_text(content)
    async with running(settings) as hub:
        assert hub.hub.home_assistant._connection is None


def value(component: str, content: dict[str, Any]) -> str:
    """What a sensor shows of a message, by its template."""
    sensor = json.loads(message("club", "1"))["cmps"][component]
    return Environment().from_string(sensor["val_tpl"]).render(value_json=content)  # noqa: S701 - no page


def test_the_templates_take_what_the_clock_sends() -> None:
    state = state_of("0badcafe", phase="run", period=1, penalties_a=2, penalties_b=1, striker="b")
    shown = {name: value(name, state) for name in ("phase", "striker", "penalties_a", "penalties_b")}
    assert shown == {"phase": "run", "striker": "b", "penalties_a": "2", "penalties_b": "1"}
    sensors = json.loads(message("club", "1"))["cmps"]
    assert sensors["phase"]["ops"] == list(PHASES)
    for name in shown:
        assert sensors[name]["stat_t"] == wire.topic("club", "1", "state")


@pytest.mark.parametrize(("remaining", "shown"), [(40_000, "40"), (39_001, "40"), (1, "1"), (0, "0")])
def test_the_remaining_time_is_shown_in_seconds_begun_as_everywhere(
    remaining: int | None, shown: str
) -> None:
    tick = {
        "v": 1,
        "epoch": "0badcafe",
        "seq": 1,
        "t": 1,
        "phase": "run",
        "period": 1,
        "remaining_ms": remaining,
    }
    wire.encode("tick", tick)
    assert value("remaining", tick) == shown
    assert json.loads(message("club", "1"))["cmps"]["remaining"]["exp_aft"] == 3


def test_availability_follows_the_status_of_the_clock() -> None:
    described = json.loads(message("club", "1"))
    for status in ("ready", "lost"):
        shown = Environment().from_string(described["avty_tpl"]).render(value_json={"status": status})  # noqa: S701
        assert shown in (described["pl_avail"], described["pl_not_avail"])
    assert (described["pl_avail"], described["pl_not_avail"]) == ("ready", "lost")
