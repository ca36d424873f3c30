"""Hub, broker and clock are killed at random moments; every event counts once, and the score is as if undisturbed."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from chaos.rig import MATCH, SITE, TABLE, Rig
from hub.device import Device, eventually
from hub.harness import TOKEN, Mosquitto, mosquitto, running

from arbiter_hub.settings import Settings

ROUNDS = int(os.environ.get("ARBITER_CHAOS_ROUNDS", "200"))
SEEDS = range(4)

#: What differs between two runs of the same match although nothing went wrong.
INCIDENTAL = ("version", "match", "limit", "as_of")


@pytest.fixture
def calm(tmp_path: Path) -> Any:
    with mosquitto(tmp_path / "calm") as broker:
        yield broker


@pytest.mark.waits
@pytest.mark.parametrize("seed", SEEDS)
async def test_after_random_kills_every_event_counts_once_and_the_score_is_that_of_a_calm_run(
    seed: int, tmp_path: Path, calm: Mosquitto, record_property: Callable[[str, object], None]
) -> None:
    rig = Rig(tmp_path, seed)
    try:
        async with rig.running():
            for _ in range(ROUNDS // len(SEEDS)):
                await rig.kill_one()
        last = await rig.settled()
        events, log, board = await rig.events(), await rig.log(), await rig.board()
    finally:
        await rig.close()
    record_property("kills", rig.kills)
    record_property("events", last)
    assert sorted(event["seq"] for event in events) == list(range(1, last + 1))
    assert len({event["epoch"] for event in events}) == 1
    assert len([line for line in log if line["type"] == "points"]) == rig.entries
    assert comparable(await undisturbed(log, events, calm, tmp_path)) == comparable(board["score"])


async def undisturbed(
    log: list[dict[str, Any]], events: list[dict[str, Any]], broker: Mosquitto, folder: Path
) -> dict[str, Any]:
    """The score of a hub that gets the same events and entries once each, in their order, and is left alone."""
    settings = Settings(
        data=folder / "calm-hub",
        broker="external",
        broker_port=broker.port,
        site=SITE,
        direction_token=TOKEN,
        command_ttl_ms=100,
        log_level="error",
    )
    epoch = events[0]["epoch"]
    async with running(settings) as hub:
        with Device(broker.port, SITE, TABLE, epoch=epoch) as device:
            device.answers = False
            assert (await hub.post(f"{TABLE}/match", MATCH)).status_code == 201
            sent = 0
            for line in log:
                if not line["key"].startswith("hub:"):
                    device.publish("event", line["data"])
                    sent += 1
                    continue
                await eventually(lambda sent=sent: hub.hub.metrics.value("arbiter_events_total") == sent)
                await hub.hub.scoring.enter(TABLE, line["type"], line["data"], "Schreiber")
            await eventually(lambda: device.confirmed_seq == sent)
            return dict(hub.hub.live.board(TABLE).score or {})


def comparable(score: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in score.items() if key not in INCIDENTAL}
