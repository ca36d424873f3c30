"""A player who plays although his turn is lost: the stroke is void, and nothing is booked for it again."""

import asyncio
from typing import Any

import pytest
from hub.device import Device, eventually, penalty
from hub.harness import Running
from hub.test_attention import entries, notices
from hub.test_matches import open_match, score, start_set

from arbiter_hub.services.void_stroke import lost_turn

BODY = {"by": "Schiedsrichter", "note": "hat nach 60 s noch gespielt"}
SET = ("set_start", {"striker": "a"})
FIRST = ("penalty", {"striker": "a", "turn_lost": False, "set_end": False})
LOST = ("penalty", {"striker": "a", "turn_lost": True, "set_end": False})
ENDED = ("penalty", {"striker": "a", "turn_lost": True, "set_end": True})


@pytest.mark.rule("DBU 4.5(b)")
@pytest.mark.parametrize(
    ("log", "offered"),
    [
        ((SET, FIRST, LOST), True),
        ((SET, FIRST, LOST, ("start", {"striker": "b"})), True),
        ((SET, FIRST, LOST, ("shot", {"striker": "b"})), False),
        ((SET, FIRST, LOST, ("void_stroke", {})), False),
        ((SET, FIRST, LOST, SET), False),
        ((SET, FIRST), False),
        ((SET, FIRST, ENDED), False),
        ((), False),
    ],
    ids=["lost", "the opponent's time runs", "the opponent has played", "decided", "a new set", "one penalty",
         "the set is over", "nothing"],
)  # fmt: skip
def test_it_is_offered_from_the_lost_turn_until_the_opponent_has_played(
    log: tuple[tuple[str, dict[str, Any]], ...], offered: bool
) -> None:
    assert (lost_turn(entries(*log)) is not None) is offered


@pytest.mark.rule("DBU 4.5(b)")
async def test_a_stroke_after_the_lost_turn_is_void_once_and_costs_nothing_more(
    started: Running, device: Device
) -> None:
    match = await open_match(started)
    await start_set(started, device)
    early = await started.post("1/void_strokes", BODY)
    assert (early.status_code, early.json()["field"]) == (409, "turn")
    device.emit("penalty", **penalty("a"))
    device.emit("penalty", **penalty("a", 2))
    await eventually(lambda: score(started)["b"]["points"] == 4)
    before = score(started)
    assert [(one["kind"], one["player"]) for one in await notices(started)] == [("lost_turn", "a")]

    assert (await started.post("1/void_strokes", {**BODY, "note": ""})).status_code == 422
    written = await started.post("1/void_strokes", BODY, key="once")
    assert written.status_code == 200, written.text
    assert (await started.post("1/void_strokes", BODY, key="once")).json() == written.json()
    assert (await started.post("1/void_strokes", BODY)).status_code == 409
    after = score(started)
    assert [after[name] for name in ("a", "b", "striker", "free_ball")] == [
        before[name] for name in ("a", "b", "striker", "free_ball")
    ]
    assert await notices(started) == []
    sheet = (await started.api.get(f"/api/v1/matches/{match}/sheet")).json()
    assert [(one["by"], one["text"]) for one in sheet["notes"]] == [(BODY["by"], BODY["note"])]


async def test_a_stroke_that_several_people_declare_void_at_once_is_so_once(
    started: Running, device: Device
) -> None:
    await open_match(started)
    await start_set(started, device)
    device.emit("penalty", **penalty("a"))
    device.emit("penalty", **penalty("a", 2))
    await eventually(lambda: score(started)["b"]["points"] == 4)

    answers = await asyncio.gather(*(started.post("1/void_strokes", BODY) for _ in range(3)))

    assert sorted(one.status_code for one in answers) == [200, 409, 409]
