"""A penalty that is moved to the other player counts in its own set, also when that is over."""

import asyncio
from typing import Any

from hub.device import Device, eventually, penalty
from hub.harness import Running
from hub.test_matches import open_match, score, start_set


async def log(hub: Running) -> list[dict[str, Any]]:
    return (await hub.api.get("/api/v1/tables/1/match/log")).json()


async def booked_for_the_wrong_player(started: Running, device: Device) -> str:
    """The key of a penalty against A, after which the referee has told that B was at the table."""
    await open_match(started)
    await start_set(started, device)
    booked = device.emit("penalty", **penalty("a"))
    device.emit("swap", striker="b")
    await eventually(lambda: score(started)["striker"] == "b")
    return f"{device.epoch}:{booked['seq']}"


async def test_a_penalty_of_a_set_that_is_over_moves_within_that_set(
    started: Running, device: Device
) -> None:
    key = await booked_for_the_wrong_player(started, device)
    await started.post("1/points", {"player": "b", "points": 48, "by": "Schreiber"})
    assert score(started)["b"]["sets"] == 1
    body = {"entry": key, "by": "Turnierleitung", "note": "falscher Spieler angezeigt"}
    assert (await started.post("1/moved_penalties", body)).status_code == 200
    one = score(started)
    # Without the two points of the penalty the other player has not won the set yet.
    assert [(one[side]["points"], one[side]["sets"], one[side]["penalties"]) for side in "ab"] == [
        (2, 0, 0),
        (48, 0, 1),
    ]
    await started.post("1/points", {"player": "b", "points": 2, "by": "Schreiber"})
    assert score(started)["b"]["sets"] == 1
    again = {
        **body,
        "entry": next(one["key"] for one in await log(started) if one["data"].get("moved") == key),
    }
    assert (await started.post("1/moved_penalties", again)).status_code == 200
    one = score(started)
    assert [(one[side]["points"], one[side]["penalties"]) for side in "ab"] == [(0, 1), (50, 0)]


async def test_a_moved_penalty_stands_in_the_log_where_it_was_booked(
    started: Running, device: Device
) -> None:
    key = await booked_for_the_wrong_player(started, device)
    await started.post("1/points", {"player": "a", "points": 50, "by": "Schreiber"})
    body = {"entry": key, "by": "Turnierleitung", "note": "falscher Spieler"}
    assert (await started.post("1/moved_penalties", body)).status_code == 200
    one = score(started)
    assert [(one[side]["points"], one[side]["sets"], one[side]["penalties"]) for side in "ab"] == [
        (50, 1, 0),
        (0, 0, 1),
    ]


async def test_a_penalty_that_several_people_move_at_once_moves_once(
    started: Running, device: Device
) -> None:
    await open_match(started)
    await start_set(started, device)
    booked = device.emit("penalty", **penalty("a"))
    await eventually(lambda: score(started)["b"]["points"] == 2)
    body = {"entry": f"{device.epoch}:{booked['seq']}", "by": "Turnierleitung", "note": "falscher Spieler"}
    answers = await asyncio.gather(*(started.post("1/moved_penalties", body) for _ in range(3)))
    assert sorted(one.status_code for one in answers) == [200, 409, 409]
    one = score(started)
    assert [(one[side]["points"], one[side]["penalties"]) for side in "ab"] == [(2, 0), (0, 1)]
    assert [one["type"] for one in await log(started)] == ["set_start", "penalty", "penalty", "revoke"]


async def test_a_moved_penalty_counts_once_whatever_is_redone_of_the_old_one(
    started: Running, device: Device
) -> None:
    await open_match(started)
    await start_set(started, device)
    seq = device.emit("penalty", **penalty("a"))["seq"]
    await eventually(lambda: score(started)["b"]["points"] == 2)
    key, by = f"{device.epoch}:{seq}", {"by": "Turnierleitung", "note": "falscher Spieler"}
    moved = (await started.post("1/moved_penalties", {"entry": key, **by})).json()["entry"]
    # The referee's clock knows nothing of it.
    device.emit("undo", undoes=seq)
    device.emit("redo", redoes=seq)
    await eventually(lambda: device.confirmed_seq == seq + 2)
    assert penalties(started) == [0, 1]
    await started.post("1/corrections", {"entry": key, "action": "reinstate", **by})
    assert penalties(started) == [0, 1]
    await started.post("1/corrections", {"entry": moved, "action": "revoke", **by})
    assert penalties(started) == [1, 0], "without the new one the old one counts, as it was redone"


def penalties(hub: Running) -> list[int]:
    return [score(hub)[side]["penalties"] for side in "ab"]
