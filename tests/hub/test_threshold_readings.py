"""A tournament announces how it reads the threshold of DBU 4.5, and the hub asks and writes down accordingly."""

from typing import Any

import pytest
from hub.device import Device, eventually
from hub.harness import Running, running

from arbiter_hub.settings import Settings

API = "/api/v1"
BY = {"by": "Schreiber"}
MINUTE = 60_000


class Day:
    """A tournament's first match on table 1, and the time that passes in it."""

    def __init__(self, hub: Running, device: Device):
        self.hub, self.device = hub, device
        self.begin = self.now = hub.hub.utc()
        hub.hub.scoring._utc = hub.hub.thresholds._utc = lambda: self.now

    async def announce(self, best_of: int, **threshold: Any) -> dict[str, Any]:
        body = {"name": "Pokal", "best_of": best_of, "threshold": {"sets": 2, "minutes": "60", **threshold}}
        answer = await self.hub.api.post(f"{API}/tournaments", json=body)
        assert answer.status_code == 201, answer.text
        url = f"{API}/tournaments/{answer.json()['id']}/fixtures"
        files = {"file": ("matches.csv", b"number,a,b,table\n1,Anna,Bernd,1\n", "text/csv")}
        await self.hub.api.post(f"{url}?preview=false", files=files)
        await self.hub.api.post(f"{url}/1/begin", json={})
        return answer.json()

    async def set(self, number: int, until: int | None = None) -> None:
        """A set begins with its first stroke; it is over after `until` minutes of the match."""
        await self.hub.post("1/set_start", {"striker": "a", **BY})
        await self.heard("start", set=number, stroke=1, striker="a", period=1, remaining_ms=None, gap_ms=None,
                         reason="stroke")  # fmt: skip
        if until is not None:
            self.now = self.begin + until * MINUTE
            await self.hub.post("1/set_end", {"winner": "ab"[number % 2], **BY})

    async def heard(self, kind: str, **fields: Any) -> None:
        log = self.hub.hub.scoring.active("1").log
        known = len(log)
        self.device.emit(kind, **fields)
        await eventually(lambda: len(log) > known and log.entries[-1].type == kind)

    async def look(self) -> dict[str, Any]:
        return (await self.hub.api.get(f"{API}/thresholds")).json()[0]

    async def state(self) -> tuple[str, int | None]:
        found = await self.look()
        return found["state"], found["set_to_limit"]


@pytest.fixture
def day(started: Running, device: Device) -> Day:
    return Day(started, device)


@pytest.mark.rule("DBU 4.5")
async def test_a_tournament_says_how_it_reads_the_threshold_and_what_is_usual(day: Day) -> None:
    strict = await day.announce(3, clock="net")
    assert [(one["switch"], one["reading"], one["usual"], one["source"]) for one in strict["readings"]] == [
        ("limit.threshold_scope", "next_set", True, "DBU 4.5"),
        ("limit.threshold_from", "when_passed", True, "DBU 4.5"),
        ("limit.match_time", "net", False, "DBU 4.5"),
    ]
    plain = await day.hub.api.post(f"{API}/tournaments", json={"name": "Ohne"})
    assert plain.json()["readings"] == []


@pytest.mark.parametrize("wrong", [{"clock": "both"}, {"reach": "at_once"}, {"scope": "all_sets"}])
async def test_a_reading_that_does_not_exist_is_refused_and_nothing_is_announced(
    day: Day, wrong: dict[str, str]
) -> None:
    body = {"name": "Pokal", "threshold": {"sets": 2, "minutes": "60", **wrong}}
    refused = await day.hub.api.post(f"{API}/tournaments", json=body)
    assert (refused.status_code, refused.json()["field"]) == (422, f"threshold.{next(iter(wrong))}")
    assert (await day.hub.api.get(f"{API}/tournaments")).json() == []


@pytest.mark.rule("DBU 4.5")
@pytest.mark.parametrize(("clock", "last_good"), [("gross", 60), ("net", 70)])
async def test_pauses_count_as_announced_and_both_times_are_told(
    day: Day, clock: str, last_good: int
) -> None:
    await day.announce(5, clock=clock)
    await day.set(1, until=20)
    await day.set(2)
    await day.heard("pause", period=1, remaining_ms=None, reason="toilet")
    day.now += 10 * MINUTE
    await day.heard("resume", period=1, remaining_ms=None)
    begun = day.hub.hub.scoring.active("1").times.begun
    assert begun is not None
    day.now = begun + last_good * MINUTE
    assert await day.state() == ("running", None)
    day.now += 1
    found = await day.look()
    assert (found["state"], found["clock"], found["elapsed_ms"]) == ("exceeded", clock, found[f"{clock}_ms"])
    assert found["gross_ms"] - found["net_ms"] == 10 * MINUTE


@pytest.mark.rule("DBU 4.5")
async def test_by_the_stricter_reading_the_direction_is_asked_only_for_the_set_after_the_counted_ones(
    settings: Settings, device: Device
) -> None:
    async with running(settings) as hub:
        day = Day(hub, device)
        await day.announce(5, reach="after_the_sets", scope="remaining", auto_by="Frau Leiterin")
        await day.set(1)
        day.now = day.begin + 61 * MINUTE
        await hub.hub.thresholds.act()
        assert await day.state() == ("postponed", 3)
        assert hub.hub.scoring.active("1").orders == []
        await hub.post("1/set_end", {"winner": "a", **BY})
    async with running(settings) as hub:
        day = Day(hub, device)
        day.now = hub.hub.utc() + 61 * MINUTE
        await day.set(2)
        assert await day.state() == ("exceeded", 3)
        await hub.hub.thresholds.act()
        assert await day.state() == ("ordered", 3)
        (order,) = hub.hub.scoring.active("1").orders
        assert (order.by, order.scope, order.sets_begun) == ("Frau Leiterin", "remaining", 2)


@pytest.mark.rule("DBU 4.5")
async def test_in_the_deciding_set_it_is_written_down_once_that_no_set_is_left(day: Day) -> None:
    await day.announce(3)
    await day.set(1, until=20)
    await day.set(2, until=61)
    await day.set(3)
    day.now = day.begin + 62 * MINUTE
    for _ in range(2):
        await day.hub.hub.thresholds.act()
    assert await day.state() == ("too_late", None)
    (written,) = (one for one in day.hub.hub.scoring.active("1").log.entries if one.type == "threshold")
    assert written.data["set"] == 3
    sheet = (await day.hub.api.get(f"{API}/matches/1/sheet")).json()
    assert sheet["played"]["no_next_set_at"] == day.now
    assert sheet["threshold"] == {
        "sets": 2, "limit_ms": 60 * MINUTE, "clock": "gross", "first_set": 1, "scope": "next_set",
    }  # fmt: skip
