"""Who plays which ball, put right in mid-set: edge case 30."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest
from hub.device import Device, eventually, penalty, state_of
from hub.harness import MATCH, Running, running

from arbiter_hub.services.match_sheet import match_sheet, record_of
from arbiter_hub.services.sheet_words import SheetWords
from arbiter_hub.settings import Settings
from arbiter_rules.billiards.balls import BallChange, ball_changes, ball_of, needs_note
from arbiter_rules.billiards.match import Entry, MatchLog, Rules, Score, fold

API = "/api/v1"
RULES = Rules(50, 3)
SHOT = {"set": 1, "stroke": 1, "striker": "a", "period": 1, "elapsed_ms": 9_000, "paused": False}


def line(number: int, kind: str, **data: Any) -> Entry:
    return Entry((1, number, 0, 0), f"0badcafe:{number}", kind, data)


SET = line(1, "set_start", set=1, striker="a", limit=False, by="TL")


@pytest.mark.rule("DBU 4.2")
def test_a_correction_counts_for_both_players_and_can_be_taken_back() -> None:
    assert [ball_of(player, "white", Score(RULES)) for player in ("a", "b")] == ["white", "yellow"]
    log = [SET, line(2, "balls", ball_a="yellow", by="SR")]
    assert [ball_of(player, "white", fold(RULES, log)) for player in ("a", "b")] == ["yellow", "white"]
    undone = [*log, line(3, "undo", undoes=2)]
    assert ball_of("a", "white", fold(RULES, undone)) == "white"
    assert ball_of("a", "white", fold(RULES, [*undone, line(4, "redo", redoes=2)])) == "yellow"


def test_a_correction_of_a_clock_without_a_set_is_of_an_earlier_match() -> None:
    assert fold(RULES, [line(1, "balls", ball_a="yellow", by="SR")]).ball_a is None
    own = Entry((0, 0, 1, 1), "hub:1", "balls", {"set": 0, "ball_a": "yellow"})
    assert fold(RULES, [own]).ball_a == "yellow"
    with pytest.raises(KeyError):
        MatchLog(RULES, [line(1, "balls", ball_a="red", set=1)])


def test_what_changed_is_told_and_what_changed_nothing_is_not() -> None:
    first, again = line(2, "balls", ball_a="yellow"), line(3, "balls", ball_a="yellow")
    back, void = line(4, "balls", ball_a="white"), line(5, "balls", ball_a="yellow")
    log = [SET, first, again, back, void, line(6, "undo", undoes=5)]
    assert ball_changes(log, "white") == [
        BallChange(first, "white", "yellow"),
        BallChange(back, "yellow", "white"),
    ]


@pytest.mark.rule("DBU 4.2")
def test_a_note_is_needed_from_the_first_stroke_of_a_set_to_the_next_set() -> None:
    assert not needs_note([])
    assert not needs_note([SET, line(2, "start"), line(3, "swap", striker="b")])
    for kind in ("shot", "points", "penalty"):
        assert needs_note([SET, line(2, kind), line(3, "start")])
        assert not needs_note([SET, line(2, kind), line(3, "undo", undoes=2)])
        assert not needs_note([SET, line(2, kind), line(3, "set_start", set=2)])


def test_the_sheet_has_words_for_it_in_every_language() -> None:
    for language, told in (
        ("de", "richtiggestellt: Ball Gelb statt Weiß"),
        ("en", "put right: yellow ball instead of white"),
        ("sv", "rättat: gul boll i stället för vit"),
    ):
        words = SheetWords(language)
        assert words("action.put_right", what=words.choice("type", "balls_yellow")) == told
        assert words.choice("type", "balls_white") != "balls_white"


async def start_set(hub: Running) -> None:
    await hub.post("1/match", MATCH)
    assert (await hub.post("1/set_start", {"striker": "a", "by": "Schreiber"})).status_code == 200
    await eventually(lambda: board(hub)["set"] == 1)


def board(hub: Running) -> dict[str, Any]:
    return dict(hub.hub.live.board("1").score or {})


def balls(hub: Running) -> list[str]:
    return [board(hub)[player]["ball"] for player in ("a", "b")]


async def correct(hub: Running, ball: str = "yellow", note: str | None = None) -> httpx.Response:
    body = {"ball_a": ball, "by": "Schiedsrichter"}
    return await hub.post("1/balls", body if note is None else {**body, "note": note})


def told(device: Device) -> list[dict[str, Any]]:
    """What the clock was told of balls."""
    return [one["data"] for one in device.commands if one["type"] == "balls"]


@pytest.mark.rule("DBU 4.2")
async def test_edge_case_30_before_the_first_stroke_no_note_is_needed_and_the_clock_writes_the_line(
    started: Running, device: Device
) -> None:
    await start_set(started)
    answer = await correct(started)
    assert answer.json() == {"ball_a": "yellow", "was": "white", "clock": True}
    assert told(device) == [{"ball_a": "yellow", "by": "Schiedsrichter"}]
    assert [one["role"] for one in device.commands if one["type"] == "balls"] == ["referee"]
    assert balls(started) == ["white", "yellow"], "the clock's event counts, not the command"
    device.emit("balls", ball_a="yellow", by="Schiedsrichter")
    await eventually(lambda: balls(started) == ["yellow", "white"])
    device.emit("undo", undoes=2)
    await eventually(lambda: balls(started) == ["white", "yellow"])


@pytest.mark.rule("DBU 4.2")
async def test_edge_case_30_after_it_a_note_is_needed_and_stands_on_the_sheet(
    started: Running, device: Device
) -> None:
    await start_set(started)
    device.emit("shot", **SHOT)
    await eventually(lambda: device.confirmed_seq == 2)
    refused = await correct(started)
    assert (refused.status_code, refused.json()) == (
        409,
        {"field": "note", "found": "none", "allowed": "a note, as the set has had its first stroke"},
    )
    assert told(device) == []
    assert (await correct(started, note="beim Eintragen vertauscht")).status_code == 200
    event = device.emit("balls", ball_a="yellow", by="Schiedsrichter")
    await eventually(lambda: balls(started) == ["yellow", "white"])
    device.emit("undo", undoes=event["seq"])
    await eventually(lambda: device.confirmed_seq == 4)
    sheet = match_sheet(await record_of(started.hub.store, started.hub.scoring.active("1").stored.id))
    assert [one.text for one in sheet.notes] == ["beim Eintragen vertauscht"]
    assert [(one.action, one.what, one.player, one.by) for one in sheet.corrections] == [
        ("taken_back", "balls_yellow", "a", None)
    ]
    device.emit("redo", redoes=event["seq"])
    await eventually(lambda: balls(started) == ["yellow", "white"])
    sheet = match_sheet(await record_of(started.hub.store, started.hub.scoring.active("1").stored.id))
    assert [(one.action, one.what, one.by) for one in sheet.corrections] == [
        ("put_right", "balls_yellow", "Schiedsrichter"),
        ("taken_back", "balls_yellow", None),
        ("put_back", "balls_yellow", None),
    ]
    assert (sheet.a.ball, sheet.b.ball) == ("yellow", "white")
    asked = await started.api.get(f"{API}/matches/{sheet.number}/sheet")
    assert [one["action"] for one in asked.json()["corrections"]] == [one.action for one in sheet.corrections]


@pytest.mark.rule("DBU 4.2")
async def test_without_a_clock_the_hub_writes_the_line_and_tells_the_clock_later(
    started: Running, device: Device
) -> None:
    await start_set(started)
    device.emit("penalty", **penalty("a"))
    await eventually(lambda: board(started)["b"]["points"] == 2)
    device.refuses = "no connection to its own display"
    answer = await correct(started, note="am Tisch bemerkt")
    assert answer.json() == {"ball_a": "yellow", "was": "white", "clock": False}
    assert balls(started) == ["yellow", "white"]
    log = (await started.api.get(f"{API}/tables/1/match/log")).json()
    assert log[-1]["type"] == "balls"
    assert log[-1]["data"] == {"set": 1, "ball_a": "yellow", "was": "white", "note": "am Tisch bemerkt"}

    device.refuses = None
    device.publish("state", state_of(device.epoch, 2, ball_a="white"))
    await eventually(lambda: len(told(device)) == 2)
    assert told(device)[-1] == {"ball_a": "yellow", "by": "Schiedsrichter"}
    device.publish("state", state_of(device.epoch, 3, ball_a="white"))
    await eventually(lambda: started.hub.live.board("1").clock["seq"] == 3)
    assert len(told(device)) == 2, "once"
    await started.post("1/set_end", {"winner": "b", "by": "Schreiber"})
    await started.post("1/set_start", {"striker": "b", "by": "Schreiber"})
    [_, second] = [one["data"] for one in device.commands if one["type"] == "set_start"]
    assert second["ball_a"] == "yellow", "in later sets too"


async def test_a_clock_that_does_not_answer_is_not_told_again_what_it_shows_by_then(
    settings: Settings, make_device: Callable[..., Device]
) -> None:
    async with running(settings.model_copy(update={"command_ttl_ms": 50})) as hub:
        with make_device() as device:
            device.answers = False
            await hub.post("1/match", MATCH)
            device.set_start()
            await eventually(lambda: board(hub)["set"] == 1)
            assert (await correct(hub)).json()["clock"] is False
            device.publish("state", state_of(device.epoch, 1, ball_a="yellow"))
            await eventually(lambda: hub.hub.live.board("1").clock)
            assert len(told(device)) == 1


async def test_before_the_first_set_the_match_is_put_right_without_a_clock(started: Running) -> None:
    await started.post("1/match", MATCH)
    assert (await correct(started)).json()["clock"] is False
    assert balls(started) == ["yellow", "white"]


async def test_what_is_noted_already_is_refused_unless_the_clock_shows_it_otherwise(
    started: Running, device: Device
) -> None:
    await start_set(started)
    device.publish("state", state_of(device.epoch, 1))
    await eventually(lambda: started.hub.live.board("1").clock)
    refused = await correct(started, "white")
    assert (refused.status_code, refused.json()) == (
        409,
        {"field": "ball_a", "found": "white", "allowed": "yellow"},
    )
    device.publish("state", state_of(device.epoch, 1, ball_a="yellow"))
    await eventually(lambda: started.hub.live.board("1").clock["ball_a"] == "yellow")
    assert (await correct(started, "white")).json()["clock"] is True


async def test_a_repeat_with_its_key_corrects_once(started: Running, device: Device) -> None:
    await start_set(started)
    body = {"ball_a": "yellow", "by": "Schiedsrichter"}
    first = await started.post("1/balls", body, key="once")
    device.emit("balls", ball_a="yellow", by="Schiedsrichter")
    await eventually(lambda: balls(started) == ["yellow", "white"])
    assert (await started.post("1/balls", body, key="once")).json() == first.json()
    assert len(told(device)) == 1


async def test_another_ball_or_an_empty_note_is_refused(started: Running) -> None:
    await started.post("1/match", MATCH)
    for body, field in (
        ({"ball_a": "red", "by": "SR"}, "ball_a"),
        ({"ball_a": "yellow"}, "by"),
        ({"ball_a": "yellow", "by": "SR", "note": ""}, "note"),
        ({"ball_a": "yellow", "by": "SR", "note": "x" * 201}, "note"),
        ({"ball_a": "yellow", "by": "SR", "note": "a\nb"}, "note"),
    ):
        answer = await started.post("1/balls", body)
        assert (answer.status_code, answer.json()["field"]) == (422, field)
    assert balls(started) == ["white", "yellow"]
    assert (await correct(started, note="x" * 200)).status_code == 200
