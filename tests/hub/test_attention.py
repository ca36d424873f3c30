"""What the direction is shown to decide about: long pauses, penalties of a changed player, clocks that are gone."""

from typing import Any

import pytest
from hub.device import Device, eventually, penalty, state_of
from hub.harness import Running
from hub.test_matches import open_match, score, start_set

from arbiter_hub.services.attention import STROKES_TO_ASK, swapped_penalty
from arbiter_rules.billiards.match import Entry

MINUTE_MS = 60_000


async def notices(hub: Running) -> list[dict[str, Any]]:
    return (await hub.api.get("/api/v1/attention")).json()


async def test_a_pause_is_brought_to_mind_when_it_is_long_and_never_ended(
    started: Running, device: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    await open_match(started)
    await start_set(started, device)
    hub = started.hub
    device.emit("pause", period=1, remaining_ms=20_000, reason="equipment")
    device.publish("state", state_of(device.epoch, 2, phase="paused", period=1, remaining_ms=20_000))
    await eventually(lambda: (hub.live.board("1").clock or {}).get("phase") == "paused")
    moments, pause = hub.scoring.active("1").moments, f"{device.epoch}:2"
    await eventually(lambda: pause in moments)
    began = moments[pause]
    for later, seen in ((10 * MINUTE_MS - 1, False), (10 * MINUTE_MS, True)):
        monkeypatch.setattr(hub.attention, "_utc", lambda later=later: began + later)
        assert [(one["kind"], one["reason"], one["since"]) for one in await notices(started)] == (
            [("long_pause", "equipment", began)] if seen else []
        )
    assert len(device.commands) == 1, "the clock is left alone"


async def test_a_clock_that_is_gone_is_offline_since_it_was_told(started: Running, device: Device) -> None:
    await eventually(lambda: "1" in started.hub.live and started.hub.live.board("1").link == "ready")
    before = started.hub.utc()
    device.drop()
    await eventually(lambda: started.hub.live.board("1").link == "lost")
    [notice] = await notices(started)
    assert notice["kind"] == "offline"
    assert before <= notice["since"] <= started.hub.utc()
    board = (await started.api.get("/api/v1/tables/1")).json()
    assert (board["link"], board["link_since"]) == ("lost", notice["since"])
    device.connect()
    await eventually(lambda: started.hub.live.board("1").link == "ready")


async def test_the_direction_moves_a_penalty_to_the_other_player(started: Running, device: Device) -> None:
    match = await open_match(started)
    await start_set(started, device)
    booked = device.emit("penalty", **penalty("a"))
    device.emit("swap", striker="b")
    await eventually(lambda: score(started)["b"]["points"] == 2 and score(started)["striker"] == "b")
    [notice] = await notices(started)
    key = f"{device.epoch}:{booked['seq']}"
    assert (notice["kind"], notice["player"], notice["entry"]) == ("swapped_penalty", "a", key)

    body = {"entry": key, "by": "Turnierleitung", "note": "falscher Spieler angezeigt"}
    moved = await started.post("1/moved_penalties", body, key="once")
    assert moved.status_code == 200, moved.text
    assert (await started.post("1/moved_penalties", body, key="once")).json() == moved.json()
    one = score(started)
    assert [(one[side]["points"], one[side]["penalties"]) for side in "ab"] == [(2, 0), (0, 1)]
    assert await notices(started) == []
    again = await started.post("1/moved_penalties", body)
    assert (again.status_code, again.json()["allowed"]) == (409, "a time penalty that counts")
    sheet = (await started.api.get(f"/api/v1/matches/{match}/sheet")).json()
    assert [(line["against"], line["counts"]) for line in sheet["penalties"]] == [("a", False), ("b", True)]
    assert [line["note"] for line in sheet["corrections"]] == ["falscher Spieler angezeigt"]


def entries(*kinds: tuple[str, dict[str, Any]]) -> list[Entry]:
    return [Entry((1, seq, 0, 0), f"0badcafe:{seq}", kind, data) for seq, (kind, data) in enumerate(kinds, 1)]


SET = ("set_start", {"striker": "a"})
BOOKED = ("penalty", {"striker": "a", "turn_lost": False})
SWAP = ("swap", {"striker": "b"})
SHOT = ("shot", {"striker": "b"})


@pytest.mark.parametrize(
    ("log", "asked"),
    [
        ((SET, BOOKED, SWAP), True),
        ((SET, BOOKED, SWAP, *[SHOT] * STROKES_TO_ASK), True),
        ((SET, BOOKED, SWAP, *[SHOT] * (STROKES_TO_ASK + 1)), False),
        ((SET, SWAP, BOOKED), False),
        ((SET, BOOKED, SHOT, SWAP), False),
        ((SET, BOOKED, SWAP, ("swap", {"striker": "a"})), False),
        ((SET, ("penalty", {"striker": "a", "turn_lost": True}), SWAP), False),
        ((BOOKED, SET, SWAP), False),
        ((), False),
    ],
)
def test_it_is_asked_only_after_a_change_within_the_stroke_of_the_penalty(
    log: tuple[tuple[str, dict[str, Any]], ...], asked: bool
) -> None:
    assert (swapped_penalty(entries(*log)) is not None) is asked
