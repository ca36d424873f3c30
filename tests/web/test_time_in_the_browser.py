"""The browser's time: right whatever its clock of the day says, after sleep, and when messages come late."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from web.harness import BoardServer, clock, visitor

VECTORS = Path(__file__).parents[1] / "vectors" / "readout.json"


def open_board(page: Page) -> None:
    page.goto("/tables/1/scoreboard")
    page.wait_for_selector("#board[data-ready]")


def module(page: Page, name: str, script: str, argument: Any = None) -> Any:
    """Run `script`, a function of the module's exports and an argument, in the page."""
    return page.evaluate(
        f"async (argument) => {{ const m = await import('/static/js/{name}.js'); return ({script})(m, argument); }}",
        argument,
    )


@pytest.fixture(scope="module")
def board(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    """A page whose modules are tried out; what the page itself shows does not matter."""
    with BoardServer(tmp_path_factory.mktemp("data")) as server, visitor(browser, server.url) as page:
        server.show("1")
        open_board(page)
        yield page


WHEN_RUNNING = ((40_000, 40), (39_999, 40), (39_001, 40), (39_000, 39), (1_000, 1), (1, 1), (0, 0), (-1, 0))


def test_t5_seconds_are_rounded_up_and_never_negative(board: Page) -> None:
    got = module(board, "countdown", "(m, all) => all.map(m.readout)", [ms for ms, _ in WHEN_RUNNING])
    assert got == [shown for _, shown in WHEN_RUNNING]


COUNT = """(m, [boards, asked]) => {
  const countdown = new m.Countdown();
  for (const [board, sentAt] of boards) countdown.hear(board, sentAt);
  return asked.map((hubNow) => countdown.remaining(hubNow));
}"""


def heard(
    sent_at: int, age_ms: int | None = 0, tick: dict[str, Any] | None = None, **changes: Any
) -> list[Any]:
    return [{"clock": clock(remaining_ms=40_000, **changes), "tick": tick, "age_ms": age_ms}, sent_at]


def remaining(page: Page, boards: list[list[Any]], asked: list[int]) -> list[int | None]:
    return module(page, "countdown", COUNT, [boards, asked])


def test_the_age_of_a_report_counts(board: Page) -> None:
    assert remaining(board, [heard(10_000, age_ms=1_500)], [10_000, 11_000]) == [38_500, 37_500]


def test_the_time_stops_at_zero(board: Page) -> None:
    assert remaining(board, [heard(0)], [39_999, 40_000, 45_000]) == [1, 0, 0]


def test_a_report_that_came_late_does_not_turn_the_time_back(board: Page) -> None:
    assert remaining(board, [heard(0), heard(700, age_ms=0)], [1_000]) == [39_000]


def test_a_report_that_shows_less_time_is_believed(board: Page) -> None:
    assert remaining(board, [heard(700), heard(700, age_ms=700)], [1_000]) == [39_000]


def test_a_new_event_of_the_clock_starts_afresh_even_with_more_time(board: Page) -> None:
    assert remaining(board, [heard(0), heard(5_000, seq=11)], [5_000]) == [40_000]


def test_a_paused_clock_shows_what_is_left_and_does_not_move(board: Page) -> None:
    assert remaining(board, [heard(0, running=False, phase="paused")], [0, 9_000]) == [40_000, 40_000]


def test_a_running_clock_whose_report_is_of_unknown_age_has_no_time(board: Page) -> None:
    assert remaining(board, [heard(0, age_ms=None)], [0]) == [None]


def test_a_tick_of_the_same_event_is_newer_than_the_snapshot_and_an_older_one_is_not(board: Page) -> None:
    newer = {"epoch": "0badcafe", "seq": 10, "t": 101_000, "remaining_ms": 39_000}
    assert remaining(board, [heard(0, tick=newer)], [0]) == [39_000]
    for stranger in ({"t": 99_000}, {"seq": 9}, {"epoch": "0badf00d"}):
        assert remaining(board, [heard(0, tick={**newer, **stranger})], [0]) == [40_000]


def test_t11_the_least_delayed_message_of_the_last_minute_tells_the_hubs_time(board: Page) -> None:
    script = """(m) => {
      const time = new m.HubTime();
      const before = time.at(0);
      for (const [hubMs, now] of [[1000, 5300], [2000, 6010], [3000, 7900]]) time.sample(hubMs, now);
      const within = time.at(8010);
      for (let n = 0; n < 60; n += 1) time.sample(10000 + n, 14100 + n);
      return [before, within, time.at(15000)];
    }"""
    assert module(board, "hub-time", script) == [None, 4_000, 10_900]


def test_events_are_read_from_a_stream_however_it_is_cut(board: Page) -> None:
    script = """(m, cuts) => {
      const text = "retry: 1000\\n\\n: now 77\\n\\nevent: board\\nid: 5\\ndata: {\\"a\\":\\ndata: 1}\\n\\n: note\\n\\n";
      return cuts.map((size) => {
        const parser = new m.EventParser();
        const parts = [];
        for (let at = 0; at < text.length; at += size) parts.push(...parser.feed(text.slice(at, at + size)));
        return parts;
      });
    }"""
    whole = [{"sentAt": 77}, {"event": "board", "id": "5", "data": '{"a":\n1}'}]
    assert module(board, "sse", script, [1, 2, 7, 1000]) == [whole] * 4


def test_t5_the_readout_of_the_clock_and_of_the_browser_are_the_same(board: Page) -> None:
    vectors = json.loads(VECTORS.read_text(encoding="utf-8"))["seconds"]
    got = module(board, "countdown", "(m, all) => all.map(m.readout)", [ms for ms, _ in vectors])
    assert got == [shown for _, shown in vectors]


def test_the_board_shows_the_number_that_the_clock_shows(board: Page) -> None:
    faces = json.loads(VECTORS.read_text(encoding="utf-8"))["faces"]
    faces = [face for face in faces if face["state"]["phase"] == "run" and face["state"]["limit"] == "on"]
    script = """(m, states) => states.map((clock) => m.viewModel(
      { table: "1", clock, score: null, link: "ready", panel: false },
      { remainingMs: clock.remaining_ms, running: true, stale: false, hubLost: false }).seconds)"""
    got = module(board, "view-model", script, [clock(**face["state"]) for face in faces])
    assert got == [face["face"][0].strip() for face in faces]
    assert len(faces) > 3


@pytest.mark.timing
@pytest.mark.parametrize("offset_ms", [90_000, -90_000])
def test_t11_the_time_of_day_of_the_browser_does_not_matter_even_when_it_jumps(
    server: BoardServer, browser: Browser, offset_ms: int
) -> None:
    with visitor(browser, server.url) as page:
        page.add_init_script(
            f"const real = Date.now; window.jump = 0; Date.now = () => real() + {offset_ms} + window.jump;"
        )
        server.show("1", remaining_ms=30_400)
        open_board(page)
        expect(page.locator(".seconds-number")).to_have_text("29", timeout=2_500)
        page.evaluate("window.jump = 60000")
        expect(page.locator(".seconds-number")).to_have_text("28", timeout=1_500)
        expect(page.locator(".stale")).to_be_hidden()


@pytest.mark.timing
def test_t12_a_page_without_timers_is_right_at_its_first_paint(server: BoardServer, browser: Browser) -> None:
    with visitor(browser, server.url) as page:
        # What a browser does to a tab in the background: no frames, hardly a timer.
        page.add_init_script("window.requestAnimationFrame = () => 0; window.setInterval = () => 0;")
        server.show("1", remaining_ms=30_900)
        open_board(page)
        page.wait_for_timeout(2_000)
        assert page.locator(".seconds-number").inner_text() == "31"
        shown = page.evaluate(
            """() => { document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
                       return document.querySelector(".seconds-number").textContent; }"""
        )
        assert shown in ("28", "29")


@pytest.mark.timing
def test_t12_after_sleep_old_messages_are_not_taken_for_new_ones(
    server: BoardServer, browser: Browser
) -> None:
    with visitor(browser, server.url) as page:
        server.show("1", remaining_ms=39_900)
        open_board(page)
        page.evaluate(
            "setTimeout(() => { const end = performance.now() + 5000; while (performance.now() < end); }, 50)"
        )
        page.wait_for_timeout(300)
        # While the page sleeps the referee restarts the period: that message waits in the browser for seconds.
        server.state("1", clock(seq=11, remaining_ms=40_000))
        expect(page.locator(".seconds-number")).to_have_text("35", timeout=8_000)
        expect(page.locator(".stale")).to_be_hidden()


def test_t12_a_dead_line_is_marked_within_seconds_and_heals_by_itself(
    server: BoardServer, browser: Browser
) -> None:
    with visitor(browser, server.url, expected="net::ERR_INTERNET_DISCONNECTED") as page:
        server.show("1", remaining_ms=39_000)
        open_board(page)
        cut = page.context.new_cdp_session(page)
        cut.send("Network.enable")
        cut.send(
            "Network.emulateNetworkConditions",
            {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0},
        )
        page.evaluate(
            "window.dispatchEvent(new Event('online'))"
        )  # drops the open line; a new one cannot be had
        expect(page.locator(".stale")).to_be_visible(timeout=5_000)
        expect(page.locator(".link")).to_contain_text("Verbindung zum Hub verloren")
        assert page.locator(".seconds-number").inner_text() == "–"
        cut.send(
            "Network.emulateNetworkConditions",
            {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1},
        )
        expect(page.locator(".stale")).to_be_hidden(timeout=8_000)
        expect(page.locator(".link")).to_contain_text("Uhr verbunden")
