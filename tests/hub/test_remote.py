"""Remote control: every documented call exists, and each is one HTTP call and one MQTT command."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hub.device import Device, eventually
from hub.harness import MATCH, TOKEN, Mosquitto, Running, running
from hub.listener import Listener
from hub.test_matches import open_match, score

from arbiter_clock.errors import FieldError
from arbiter_hub.api.remote import ACTIONS, AT_ONCE, MOST_BYTES, Command, call, parse
from arbiter_hub.settings import Settings

README = (Path(__file__).resolve().parents[2] / "hub" / "README.md").read_text("utf-8")
SECTION = README.partition("## Remote control")[2].partition("\n## ")[0]
DOCUMENTED = [
    (action, json.loads(body), role)
    for action, body, role in re.findall(
        r"^\|[^|]+\| `(\w+)` \| `(\{.+\})` \| (\w+) \|$", SECTION, re.MULTILINE
    )
]


class Deck(Listener):
    """A stream deck: sends commands by MQTT and hears the answers."""

    def __init__(self, port: int, site: str):
        self.root = f"arbiter-remote/1/{site}"
        super().__init__(port, f"{self.root}/+/answer")

    @property
    def answers(self) -> list[tuple[str, dict[str, Any]]]:
        return [(topic, json.loads(payload)) for topic, payload in self.heard]

    def raw(self, action: str, payload: bytes, *, table: str = "1", retain: bool = False) -> None:
        self.publish(f"{self.root}/{table}/{action}", payload, retain=retain)

    async def do(self, action: str, body: dict[str, Any], **more: Any) -> dict[str, Any]:
        before = len(self.heard)
        self.raw(action, json.dumps({"token": TOKEN, "body": body, **more}).encode())
        await eventually(lambda: len(self.heard) > before)
        return self.answers[before][1]


@pytest.fixture
def deck(broker: Mosquitto, site: str) -> Iterator[Deck]:
    made = Deck(broker.port, site)
    yield made
    made.close()


async def until_it_listens(hub: Running) -> None:
    await hub.app.state.remote_control._connection.wait_until_up()


@pytest.fixture
async def controlled(settings: Settings) -> AsyncIterator[Running]:
    async with running(settings.model_copy(update={"remote_control": True})) as hub:
        await until_it_listens(hub)
        yield hub


def test_the_table_names_every_action_and_only_those_that_there_are():
    assert {action for action, _, _ in DOCUMENTED} == set(ACTIONS)
    assert len(DOCUMENTED) == 27


async def test_every_documented_call_is_an_http_call_for_its_role(settings: Settings) -> None:
    no_clock_answers = settings.model_copy(update={"command_ttl_ms": 50})
    async with running(no_clock_answers) as started:
        paths = started.app.openapi()["paths"]
        await open_match(started)
        for action, body, role in DOCUMENTED:
            operation = paths[f"/api/v1/tables/{{table}}/{action}"]["post"]
            assert role in operation["x-roles"], action
            answer = await started.post(f"1/{action}", body)
            # Without a clock, a set or that entry there is nothing to act on, but the call is understood.
            expected = (200, 201, 409, 503) if action != "corrections" else (404,)
            assert answer.status_code in expected, (action, answer.text)


@pytest.mark.parametrize(("action", "body", "role"), DOCUMENTED)
def test_every_documented_call_is_an_mqtt_command(action: str, body: dict[str, Any], role: str):
    payload = json.dumps({"token": "t", "body": body}).encode()
    assert parse(f"arbiter-remote/1/club/1/{action}", payload) == Command("1", action, "t", body, "", None)


def test_the_examples_are_in_step_with_the_table():
    assert "/api/v1/tables/1/press" in SECTION
    assert "arbiter-remote/1/club/1/press" in SECTION
    for setting in re.findall(r"ARBITER_([A-Z_]+)=true", SECTION):
        assert Settings.model_fields[setting.lower()].default is False


async def test_a_match_is_scored_from_a_deck(
    controlled: Running, deck: Deck, make_device: Callable[..., Device]
) -> None:
    with make_device() as device:
        opened = await deck.do("match", MATCH, id="first")
        assert (opened["status"], opened["id"]) == (201, "first")
        assert (await deck.do("set_start", {"striker": "a", "by": "Deck"}))["status"] == 200
        await eventually(lambda: score(controlled)["set"] == 1)
        assert (await deck.do("points", {"player": "a", "points": 6, "by": "Deck"}))["status"] == 200
        assert (await deck.do("press", {"button": "START"}))["body"] == {"done": True}
        assert device.commands[-1]["data"] == {"button": "START", "held": False}
    assert score(controlled)["a"]["points"] == 6
    assert {topic for topic, _ in deck.answers} == {f"{deck.root}/1/answer"}


async def test_a_command_that_is_repeated_with_its_key_counts_once(controlled: Running, deck: Deck) -> None:
    first = await deck.do("limit", {"state": "armed", "by": "Deck"}, key="k")
    again = await deck.do("limit", {"state": "armed", "by": "Deck"}, key="k")
    assert first["body"] == again["body"]


async def test_what_http_refuses_is_refused_with_the_same_answer(controlled: Running, deck: Deck) -> None:
    no_match = await deck.do("points", {"player": "a", "points": 6, "by": "Deck"})
    over_http = await controlled.post("1/points", {"player": "a", "points": 6, "by": "Deck"})
    assert (no_match["status"], no_match["body"]) == (over_http.status_code, over_http.json())
    await open_match(controlled)
    bad = await deck.do("limit", {"state": "on", "by": "Deck"})
    assert (bad["status"], bad["body"]["field"]) == (422, "state")
    unknown = await deck.do("limit", {"state": "off", "by": "Deck"}, token="x")  # noqa: S106 - made for the test
    assert (unknown["status"], unknown["body"]["field"]) == (403, "Authorization")


async def test_what_is_no_command_is_answered_and_does_nothing(controlled: Running, deck: Deck) -> None:
    deck.raw("limit", b"\x00 garbage")
    await eventually(lambda: deck.answers)
    assert deck.answers[0][1]["status"] == 422
    assert deck.answers[0][1]["body"]["field"] == "payload"


async def test_a_retained_command_is_never_carried_out(
    settings: Settings, deck: Deck, make_device: Callable[..., Device]
) -> None:
    payload = json.dumps({"token": TOKEN, "body": {"state": "armed", "by": "Deck"}}).encode()
    deck.raw("limit", payload, retain=True)
    async with running(settings.model_copy(update={"remote_control": True})) as hub:
        await until_it_listens(hub)
        deck.raw("ping", b"{}")
        await eventually(lambda: deck.answers)
        assert [answer["body"]["field"] for _, answer in deck.answers] == ["action"]
        assert "1" not in hub.hub.live
    deck.raw("limit", b"", retain=True)


async def test_off_by_default_a_command_does_nothing(settings: Settings, deck: Deck) -> None:
    async with running(settings) as hub:
        deck.raw("limit", json.dumps({"token": TOKEN, "body": {"state": "armed", "by": "Deck"}}).encode())
        assert (await hub.post("2/match", MATCH)).status_code == 201
        assert "1" not in hub.hub.live
    assert deck.answers == []


async def test_more_commands_at_a_time_than_the_hub_takes_are_refused(
    controlled: Running, deck: Deck, make_device: Callable[..., Device]
) -> None:
    with make_device() as device:
        device.answers = False
        await eventually(lambda: "1" in controlled.hub.live)
        for _ in range(AT_ONCE + 1):
            deck.raw("press", json.dumps({"token": TOKEN, "body": {"button": "START"}}).encode())
        await eventually(lambda: len(deck.answers) == AT_ONCE + 1)
    statuses = [answer["status"] for _, answer in deck.answers]
    assert (statuses.count(429), statuses.count(503)) == (1, AT_ONCE)


async def test_a_fault_of_the_hub_is_answered(
    controlled: Running, deck: Deck, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object, **__: object) -> None:
        await asyncio.sleep(0)
        raise OSError("disk full")

    monkeypatch.setattr(controlled.hub.scoring, "order_limit", fail)
    await controlled.post("1/match", MATCH)
    answer = await deck.do("limit", {"state": "off", "by": "Deck"})
    assert (answer["status"], answer["body"]["field"]) == (500, "hub")


@pytest.mark.parametrize(
    ("payload", "field"),
    [
        (b"", "payload"),
        (b"{", "payload"),
        (b"[1]", "payload"),
        (b" " * (MOST_BYTES + 1), "payload"),
        (b'{"body": {}}', "token"),
        (b'{"token": 1}', "token"),
        (b'{"token": "a\\nb"}', "token"),
        (b'{"token": "t", "body": []}', "body"),
        (b'{"token": "t", "id": 1}', "id"),
        (b'{"token": "t", "key": "\xc3\xa4"}', "key"),
        (b'{"token": "t", "more": 1}', "more"),
        (b'{"token": "' + b"x" * 129 + b'"}', "token"),
    ],
)
def test_a_payload_that_does_not_fit_is_refused_by_its_field(payload: bytes, field: str):
    with pytest.raises(FieldError) as refused:
        parse("arbiter-remote/1/club/1/limit", payload)
    assert refused.value.field == field


def test_a_secret_is_not_repeated_in_a_refusal():
    with pytest.raises(FieldError) as refused:
        parse("arbiter-remote/1/club/1/limit", b'{"token": "secret\\n"}')
    assert "secret" not in str(refused.value)


async def test_a_table_that_is_no_name_is_refused_as_over_http(started: Running) -> None:
    status, body = await call(
        started.app, Command("..", "limit", TOKEN, {"state": "off", "by": "x"}, "", None)
    )
    assert (status, body["field"]) == (422, "table")
