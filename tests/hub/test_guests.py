"""Home Assistant and stream decks at the broker that the hub runs: each has a user of its own and little to say."""

import asyncio
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hub.device import eventually
from hub.harness import MATCH, TOKEN, running
from hub.test_brokers import Client

from arbiter_hub.broker.base import Address
from arbiter_hub.broker.mosquitto import HOME_ASSISTANT, REMOTE, MosquittoBroker, guests
from arbiter_hub.metrics import Metrics
from arbiter_hub.settings import Settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        data=tmp_path / "data",
        broker="mosquitto",
        broker_port=0,
        direction_token=TOKEN,
        log_level="error",
        home_assistant=True,
        remote_control=True,
    )


@pytest.fixture
async def guarded(settings: Settings) -> AsyncIterator[MosquittoBroker]:
    made = MosquittoBroker(settings, Metrics())
    await made.start()
    yield made
    await made.stop()


def test_without_the_settings_there_is_no_such_user() -> None:
    assert guests(Settings()) == []
    assert guests(Settings(home_assistant=True)) == [HOME_ASSISTANT]
    assert guests(Settings(remote_control=True)) == [REMOTE]


@pytest.mark.parametrize(("user", "topic", "passes"), [
    (HOME_ASSISTANT, "homeassistant/status", True),
    (HOME_ASSISTANT, "arbiter/1/club/1/cmd", False),
    (HOME_ASSISTANT, "arbiter-remote/1/club/1/limit", False),
    (REMOTE, "arbiter-remote/1/club/1/limit", True),
    (REMOTE, "arbiter/1/club/1/cmd", False),
    (REMOTE, "arbiter/1/club/1/event", False),
    (REMOTE, "homeassistant/status", False),
])  # fmt: skip
async def test_a_guest_publishes_only_what_it_may(
    guarded: MosquittoBroker, user: str, topic: str, passes: bool
) -> None:
    watcher = Client(guarded.address, "watcher").connect()
    for one in ("arbiter/1/club/#", "arbiter-remote/1/club/#", "homeassistant/status"):
        watcher.granted = None  # so that each subscription is waited for
        await watcher.subscribe(one)
    sender = Client(guarded._address(user), "sender").connect()
    sender.publish(topic, b"x")
    checker = Client(guarded.address, "checker").connect()
    checker.publish("arbiter/1/club/9/log", b"end")
    heard = await watcher.next()
    assert heard[1] == (b"x" if passes else b"end")
    for one in (watcher, sender, checker):
        one.close()


@pytest.mark.parametrize(("user", "topic", "passes"), [
    (HOME_ASSISTANT, "arbiter/1/club/1/state", True),
    (HOME_ASSISTANT, "arbiter/1/club/1/cmd", False),
    (REMOTE, "arbiter-remote/1/club/1/answer", True),
    (REMOTE, "arbiter-remote/1/club/1/limit", False),
    (REMOTE, "arbiter/1/club/1/state", False),
])  # fmt: skip
async def test_a_guest_hears_only_what_it_may(
    guarded: MosquittoBroker, user: str, topic: str, passes: bool
) -> None:
    listener = Client(guarded._address(user), "listener").connect()
    await listener.subscribe(topic)
    sender = Client(guarded.address, "sender").connect()
    sender.publish(topic, b"x", retain=False)
    await asyncio.sleep(0.1)
    assert listener.heard.empty() is not passes
    for one in (listener, sender):
        one.close()


async def test_at_the_hubs_own_broker_both_work(settings: Settings) -> None:
    async with running(settings) as hub:
        await hub.app.state.remote_control._connection.wait_until_up()
        broker = hub.hub.broker
        assert isinstance(broker, MosquittoBroker)
        deck = Client(address_of(broker, REMOTE), "deck").connect()
        await deck.subscribe("arbiter-remote/1/club/1/answer")
        deck.publish("arbiter-remote/1/club/1/match", json.dumps({"token": TOKEN, "body": MATCH}).encode())
        answer = await deck.next()
        assert json.loads(answer[1])["status"] == 201
        assistant = Client(address_of(broker, HOME_ASSISTANT), "assistant").connect()
        await assistant.subscribe("homeassistant/device/+/config")
        await eventually(lambda: not assistant.heard.empty())
        for one in (deck, assistant):
            one.close()


def address_of(broker: MosquittoBroker, user: str) -> Address:
    return broker._address(user)
