"""Boards and viewers: newest only, stale after three seconds of silence, never counting by themselves."""

import asyncio
import json

import pytest
from hub.device import state_of

from arbiter_hub.live import Board, Live

START = 1_000


def running_state(remaining: int = 40_000, **changes: object) -> dict[str, object]:
    return state_of("0badcafe", 5, phase="run", period=1, running=True, remaining_ms=remaining, **changes)


def tick(remaining: int, **changes: object) -> dict[str, object]:
    head = {"v": 1, "epoch": "0badcafe", "seq": 5, "t": 9_000, "phase": "run", "period": 1}
    return {**head, "remaining_ms": remaining, **changes}


@pytest.fixture
def live() -> Live:
    return Live(START)


def test_every_change_gives_a_higher_version_over_all_tables(live: Live) -> None:
    versions = [live.board("1").version, live.board("2").version]
    live.link("1", "ready")
    versions.append(live.board("1").version)
    assert versions == [START + 1, START + 2, START + 3]


def test_telling_the_same_link_again_changes_nothing(live: Live) -> None:
    live.link("1", "ready")
    before = live.board("1").version
    live.link("1", "ready")
    live.panel("1", present=False)
    assert live.board("1").version == before


def test_numbers_come_before_names_and_in_numeric_order(live: Live) -> None:
    for table in ("10", "vip", "2"):
        live.board(table)
    assert live.tables == ("2", "10", "vip")


def test_the_time_left_runs_down_from_the_moment_a_state_arrived_and_stops_at_zero(live: Live) -> None:
    live.state("1", running_state(2_000), 100, retained=False)
    board = live.board("1")
    assert [board.remaining(now) for now in (100, 1_100, 2_100, 9_999)] == [2_000, 1_000, 0, 0]


def test_the_time_left_stands_while_the_clock_does(live: Live) -> None:
    live.state("1", state_of("0badcafe", phase="paused", period=1, remaining_ms=17_000), 100, retained=False)
    assert live.board("1").remaining(60_000) == 17_000


def test_a_retained_running_clock_is_of_unknown_age_until_its_next_tick(live: Live) -> None:
    live.state("1", running_state(), 100, retained=True)
    board = live.board("1")
    assert (board.stale, board.remaining(100)) == (True, None)
    live.tick("1", tick(12_345), 400)
    assert (board.stale, board.remaining(400)) == (False, 12_345)


@pytest.mark.parametrize(("silence", "stale"), [(2_999, False), (3_000, True)])
def test_a_running_clock_is_stale_after_three_seconds_without_a_tick(
    live: Live, silence: int, stale: bool
) -> None:
    live.state("1", running_state(), 0, retained=False)
    live.tick("1", tick(39_000), 1_000)
    live.look_for_silence(1_000 + silence)
    assert live.board("1").stale is stale


def test_a_clock_that_stands_is_never_stale(live: Live) -> None:
    live.state("1", state_of("0badcafe"), 0, retained=False)
    live.look_for_silence(1_000_000)
    assert not live.board("1").stale


def test_a_tick_that_tells_nothing_new_is_not_pushed(live: Live) -> None:
    live.state("1", running_state(), 0, retained=False)
    before = live.board("1").version
    live.tick("1", tick(39_000), 1_200)
    assert live.board("1").version == before
    assert json.loads(live.board("1").render(1_300))["tick"]["remaining_ms"] == 39_000


def test_a_tick_that_corrects_the_time_is_pushed(live: Live) -> None:
    live.state("1", running_state(), 0, retained=False)
    before = live.board("1").version
    live.tick("1", tick(38_000), 1_000)
    assert live.board("1").version == before + 1


def test_a_tick_of_another_journal_or_without_a_state_is_passed_over(live: Live) -> None:
    live.board("1")
    live.tick("1", tick(39_000), 0)
    live.state("1", running_state(), 0, retained=False)
    live.tick("1", tick(1_000, epoch="00000002"), 100)
    assert live.board("1").tick is None


def test_when_the_broker_is_gone_no_link_is_known(live: Live) -> None:
    live.link("1", "ready")
    live.unreachable()
    assert live.board("1").link == "unknown"


def test_a_board_renders_as_the_contract_says(live: Live) -> None:
    live.state("1", running_state(), 100, retained=False)
    body = json.loads(live.board("1").render(350))
    assert list(body) == [
        "version", "table", "clock", "age_ms", "tick", "score", "link", "link_since", "stale", "panel",
    ]  # fmt: skip
    assert (body["age_ms"], body["clock"]["remaining_ms"], body["link"]) == (250, 40_000, "unknown")
    assert json.loads(Board("2", 7).render(0))["age_ms"] is None


async def collect(
    live: Live, count: int, tables: list[str] | None = None, seen: int | None = None
) -> list[list[str]]:
    lists: list[list[str]] = []
    watching = live.watch(tables, seen, heartbeat_s=5, lifetime_s=5, gap_s=0.02)
    async for boards in watching:
        lists.append([f"{board.table}:{board.version - START}" for board in boards])
        if len(lists) == count:
            break
    await watching.aclose()
    return lists


async def test_a_viewer_gets_all_boards_first_and_then_each_change(live: Live) -> None:
    live.board("1")
    live.board("2")
    watching = asyncio.create_task(collect(live, 2))
    await asyncio.sleep(0.005)
    live.link("2", "ready")
    assert await watching == [["1:1", "2:2"], ["2:3"]]


async def test_a_slow_viewer_skips_to_the_newest_version(live: Live) -> None:
    live.board("1")
    watching = asyncio.create_task(collect(live, 2))
    await asyncio.sleep(0.005)
    for link in ("ready", "lost", "ready"):
        live.link("1", link)
    assert await watching == [["1:1"], ["1:4"]]


async def test_a_viewer_of_one_table_hears_nothing_of_others(live: Live) -> None:
    live.board("1")
    live.board("2")
    watching = asyncio.create_task(collect(live, 2, ["1"]))
    await asyncio.sleep(0.005)
    live.link("2", "ready")
    live.link("1", "ready")
    assert await watching == [["1:1"], ["1:4"]]


async def test_a_viewer_that_comes_back_gets_only_what_is_newer(live: Live) -> None:
    live.board("1")
    live.board("2")
    assert await collect(live, 1, seen=START + 1) == [["2:2"]]


@pytest.mark.parametrize("seen", [START - 5, START + 99], ids=["earlier run", "never given"])
async def test_a_version_of_another_run_counts_as_none(live: Live, seen: int) -> None:
    live.board("1")
    assert await collect(live, 1, seen=seen) == [["1:1"]]


async def test_silence_is_filled_with_heartbeats_until_the_lifetime_ends(live: Live) -> None:
    live.board("1")
    lists = [
        len(boards) async for boards in live.watch(None, None, heartbeat_s=0.05, lifetime_s=0.18, gap_s=0)
    ]
    assert lists[0] == 1
    assert 1 <= lists.count(0) <= 4
    assert live.viewers == 0


async def test_closing_ends_every_viewer_at_once(live: Live) -> None:
    live.board("1")
    watching = asyncio.create_task(collect(live, 99))
    await asyncio.sleep(0.005)
    live.close()
    async with asyncio.timeout(1):
        assert await watching == [["1:1"]]
