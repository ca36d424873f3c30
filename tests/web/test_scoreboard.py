"""The scoreboard shows what the clock and the score say, and nothing that they did not."""

import re
from itertools import pairwise

import pytest
from playwright.sync_api import Browser, Page, expect
from web.harness import SIZES, BoardServer, clock, score, side, tick, visitor

PHASES = ("idle", "ready", "run", "rolling", "turn_lost", "paused", "set_end", "restored")


def seconds(page: Page) -> str:
    return page.locator(".seconds-number").inner_text()


def open_board(page: Page, table: str = "1", form: str = "scoreboard") -> None:
    page.goto(f"/tables/{table}/{form}")
    page.wait_for_selector("#board[data-ready]")


def test_names_clubs_points_sets_and_distance_are_shown(server: BoardServer, page: Page) -> None:
    server.show("1")
    open_board(page)
    first, second = page.locator(".player-a"), page.locator(".player-b")
    expect(first.locator(".player-name")).to_have_text("Annegret Vogelsang")
    expect(first.locator(".player-club")).to_have_text("BC Musterstadt 1927")
    expect(first.locator(".points-number")).to_have_text("24")
    expect(second.locator(".points-number")).to_have_text("38")
    expect(first.locator(".facts dd").first).to_have_text("1")
    expect(page.locator(".board-set")).to_contain_text("Satz 2 von 3")
    expect(page.locator(".board-set")).to_contain_text("bis 50")


@pytest.mark.rule("DBU 4.2")
@pytest.mark.parametrize("form", ["scoreboard", "overlay"])
def test_who_plays_which_ball_is_told_by_word_and_shape_in_every_phase(
    server: BoardServer, page: Page, form: str
) -> None:
    server.show("1")
    open_board(page, form=form)
    balls = page.locator(".ball")
    expect(balls).to_have_count(2)
    for seq, phase in enumerate(PHASES, start=11):
        period = 2 if phase in ("turn_lost", "run", "paused", "restored") else None
        borderline = phase == "turn_lost"
        server.state(
            "1", clock(seq=seq, phase=phase, period=period, running=phase == "run", borderline=borderline)
        )
        expect(page.locator("#board")).to_have_attribute("data-phase", phase)
        for index, (ball, word) in enumerate((("white", "Weiß"), ("yellow", "Gelb"))):
            marker = balls.nth(index)
            expect(marker).to_have_attribute("data-ball", ball)
            expect(marker.locator(".ball-word")).to_have_text(word)
            expect(marker.locator(f".ball-{ball}")).to_be_visible()
            expect(marker.locator(".ball-shape:visible")).to_have_count(1)


@pytest.mark.rule("DBU 4.2")
def test_the_balls_are_known_from_the_clock_when_there_is_no_score(server: BoardServer, page: Page) -> None:
    server.state("1", clock(ball_a="yellow"))
    open_board(page)
    expect(page.locator(".player-a .ball")).to_have_attribute("data-ball", "yellow")
    expect(page.locator(".player-b .ball")).to_have_attribute("data-ball", "white")


@pytest.mark.rule("DBU 4.2")
@pytest.mark.parametrize("size", list(SIZES))
@pytest.mark.parametrize("form", ["scoreboard", "overlay"])
def test_no_banner_and_no_penalty_ever_covers_a_ball_marker(
    server: BoardServer, browser: Browser, size: str, form: str
) -> None:
    with visitor(browser, server.url, size) as page:
        server.show("1")
        open_board(page, form=form)
        server.state("1", clock(seq=11, period=2, remaining_ms=20_000, penalties_a=1, points_b=2))
        expect(page.locator(".gain")).to_have_text("+2")
        server.state(
            "1",
            clock(
                seq=12,
                phase="turn_lost",
                period=2,
                running=False,
                remaining_ms=0,
                striker="b",
                free_ball="b",
                penalties_a=2,
                points_b=4,
                borderline=True,
            ),
        )
        expect(page.locator(".gain")).to_have_text("+2")
        covered = page.evaluate(
            """() => [...document.querySelectorAll(".ball")].flatMap((ball) => {
                 const box = ball.getBoundingClientRect();
                 const inside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth
                   && box.bottom <= document.documentElement.scrollHeight;
                 ball.scrollIntoView();
                 const seen = ball.getBoundingClientRect();
                 const points = [[0.1, 0.5], [0.5, 0.5], [0.9, 0.5]].map(([x, y]) =>
                   document.elementFromPoint(seen.left + x * seen.width, seen.top + y * seen.height));
                 return inside && points.every((hit) => ball.contains(hit)) ? [] : [ball.outerHTML];
               })"""
        )
        assert covered == []


@pytest.mark.timing
def test_the_time_counts_down_by_itself_with_one_step_a_second(server: BoardServer, page: Page) -> None:
    server.show("1", remaining_ms=36_900)
    open_board(page)
    seen = page.evaluate(
        """() => new Promise((done) => {
             const number = document.querySelector(".seconds-number");
             const steps = [[number.textContent, performance.now()]];
             const look = () => {
               if (number.textContent !== steps.at(-1)[0]) steps.push([number.textContent, performance.now()]);
               if (steps.length < 5) requestAnimationFrame(look); else done(steps);
             };
             look();
           })"""
    )
    numbers = [int(text) for text, _ in seen]
    assert numbers == list(range(numbers[0], numbers[0] - 5, -1))
    gaps = [later[1] - earlier[1] for earlier, later in pairwise(seen[1:])]
    assert all(900 < gap < 1100 for gap in gaps), gaps


@pytest.mark.rule("DBU 4.5(b)")
def test_at_the_deadline_the_board_waits_for_the_clock_and_books_nothing(
    server: BoardServer, page: Page
) -> None:
    state = server.show("1", remaining_ms=600)
    open_board(page)
    expect(page.locator(".seconds-wait")).to_be_visible()
    assert seconds(page) == "0"
    server.tick("1", tick(state, 700))
    page.wait_for_timeout(400)
    assert seconds(page) == "0"
    expect(page.locator(".notice-loud")).to_be_hidden()
    expect(page.locator(".fact-penalties dd").first).to_have_text("0")
    expect(page.locator(".period-1")).to_be_visible()
    expect(page.locator("#board")).to_have_attribute("data-period", "1")


@pytest.mark.rule("DBU 4.5(b)")
def test_t17_an_exceeded_period_is_announced_until_the_stroke_is_played(
    server: BoardServer, page: Page
) -> None:
    server.show("1")
    open_board(page)
    server.state("1", clock(seq=11, period=2, remaining_ms=20_000, penalties_a=1, points_b=2))
    alarm = page.locator(".notice-loud")
    expect(alarm).to_have_text("Zeit überschritten · +2 Bernd Keller")
    expect(alarm).to_have_attribute("role", "alert")
    expect(page.locator(".player-a .fact-penalties dd")).to_have_text("1")
    expect(page.locator(".period-2")).to_contain_text("letzte")
    server.state(
        "1", clock(seq=12, phase="rolling", period=None, running=False, remaining_ms=None, penalties_a=1)
    )
    expect(alarm).to_be_hidden()


@pytest.mark.rule("DBU 4.5(b)")
def test_a_lost_turn_stays_announced_with_freier_ball_for_the_opponent(
    server: BoardServer, page: Page
) -> None:
    lost = {"phase": "turn_lost", "period": None, "running": False, "remaining_ms": None}
    lost |= {"striker": "b", "free_ball": "b"}
    server.show("1", **lost, penalties_a=2, points_b=4)
    open_board(page)
    alarm = page.locator(".notice-loud")
    expect(alarm).to_have_text("Erneut überschritten · +2 Bernd Keller · Freier Ball")
    assert seconds(page) == "0"
    expect(page.locator(".player-b .tag-free")).to_be_visible()
    expect(page.locator(".player-a .tag-free")).to_be_hidden()
    page.wait_for_timeout(1500)
    expect(alarm).to_be_visible()


def test_t7_a_taken_back_penalty_leaves_no_trace_on_the_board(server: BoardServer, page: Page) -> None:
    server.show("1")
    open_board(page)
    server.state("1", clock(seq=11, period=2, remaining_ms=20_000, penalties_a=1, points_b=2))
    expect(page.locator(".gain")).to_be_visible()
    server.state("1", clock(seq=12, phase="rolling", period=None, running=False, remaining_ms=None))
    expect(page.locator(".gain")).to_have_count(0)
    expect(page.locator(".notice-loud")).to_be_hidden()
    expect(page.locator(".player-a .fact-penalties dd")).to_have_text("0")


def test_a_borderline_case_is_announced_beside_the_alarm(server: BoardServer, page: Page) -> None:
    server.show("1", phase="turn_lost", period=2, running=False, remaining_ms=0, striker="b", borderline=True)
    open_board(page)
    expect(page.locator(".notice-loud")).to_be_visible()
    expect(page.locator(".notice-borderline")).to_contain_text("Grenzfall")


@pytest.mark.rule("DBU 4.5")
def test_the_limit_is_shown_with_who_ordered_it_and_without_one_no_time_is_shown(
    server: BoardServer, page: Page
) -> None:
    server.show("1")
    open_board(page)
    limit = page.locator(".limit")
    expect(limit).to_contain_text("Mit Zeitbeschränkung")
    expect(limit).to_contain_text("angeordnet von Turnierleitung")
    off = {"state": "off", "by": None, "at": None}
    server.score("1", score(limit=off))
    server.state("1", clock(seq=11, limit="off", limit_by=None, remaining_ms=None))
    expect(limit).to_have_text(re.compile(r"^\s*Ohne Zeitbeschränkung\s*$"))
    expect(page.locator(".seconds")).to_be_hidden()
    server.state("1", clock(seq=12, limit="armed", phase="set_end", running=False, remaining_ms=None))
    expect(limit).to_contain_text("Zeitbeschränkung ab dem nächsten Satz")


@pytest.mark.timing
def test_a_silent_running_clock_is_marked_out_of_date_and_its_time_is_not_counted_on(
    server: BoardServer, page: Page
) -> None:
    state = server.show("1")
    open_board(page)
    expect(page.locator(".stale")).to_be_hidden()
    page.wait_for_timeout(3_100)
    server.look_for_silence()
    expect(page.locator(".stale")).to_have_text("veraltet")
    assert seconds(page) == "–"
    server.tick("1", tick(state, 3_300))
    expect(page.locator(".stale")).to_be_hidden()
    assert seconds(page) in ("33", "32")


def test_a_clock_of_another_preset_shows_its_own_periods(server: BoardServer, page: Page) -> None:
    server.show("1", preset="umb-3-cushion", remaining_ms=29_000)
    open_board(page)
    expect(page.locator(".period-1")).to_contain_text("30")
    expect(page.locator(".period-2")).to_be_hidden()


def test_a_set_that_a_penalty_has_ended_is_announced(server: BoardServer, page: Page) -> None:
    server.show("1", phase="set_end", running=False, remaining_ms=None, to_go_b=0, points_b=2)
    open_board(page)
    expect(page.locator(".notice-loud")).to_have_text("Zeit überschritten · Satz an Bernd Keller")


def test_the_end_of_the_match_names_its_winner(server: BoardServer, page: Page) -> None:
    server.show("1", phase="set_end", running=False, remaining_ms=None)
    server.score("1", score(result="b", b=side("Bernd Keller", "", "yellow", 50, 2)))
    open_board(page)
    expect(page.locator(".notice-result")).to_have_text("Bernd Keller gewinnt")


def test_t9_a_board_shows_its_own_table_only_however_alike_the_others_are(
    server: BoardServer, page: Page
) -> None:
    names = ("Anna Albers", "Bernd Brandt")
    for table, (first, second) in (("1", names), ("2", names[::-1])):
        server.link(table, "ready")
        server.score(
            table, score(table=table, a=side(first, "", "white", 0, 0), b=side(second, "", "yellow", 0, 0))
        )
        server.state(table, clock())
    for number in range(100):
        for table, (first, second) in (("1", names), ("2", names[::-1])):
            server.score(
                table,
                score(
                    table=table,
                    version=number,
                    a=side(first, "", "white", number, 0),
                    b=side(second, "", "yellow", number, 0),
                ),
            )
        if number % 25 == 0:
            table = "12"[number // 25 % 2]
            open_board(page, table)
        shown = page.locator("#board").get_attribute("data-table")
        assert page.locator(".player-a .player-name").inner_text() == names["12".index(shown or "")]


def test_a_table_that_is_not_known_gets_a_page_that_names_those_that_are(
    server: BoardServer, page: Page
) -> None:
    server.show("1")
    response = page.request.get("/tables/9/scoreboard")
    assert response.status == 404
    assert "/tables/1/scoreboard" in response.text()


def test_turned_round_the_sides_change_places_and_nothing_else(server: BoardServer, page: Page) -> None:
    server.show("1")
    seen: dict[str, tuple[str, str]] = {}
    for left in ("a", "b"):
        page.goto(f"/tables/1/scoreboard?left={left}")
        page.wait_for_selector("#board[data-ready]")
        places = {
            side: page.locator(f"#name-{side}").bounding_box() or pytest.fail("not shown") for side in "ab"
        }
        seen[left] = (
            min("ab", key=lambda side: places[side]["x"]),
            page.locator("[data-striker=true] h2").inner_text(),
        )
    assert seen == {"a": ("a", "Annegret Vogelsang"), "b": ("b", "Annegret Vogelsang")}
